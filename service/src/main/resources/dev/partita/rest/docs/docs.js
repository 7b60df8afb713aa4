'use strict';

// The page stands at /api/<design>/docs, its document beside it.
const base = window.location.pathname.replace(/\/docs$/, '');
const design = decodeURIComponent(base.replace(/^.*\//, ''));
document.title = design + ' · Partita';
document.getElementById('routes').href = base;
document.getElementById('document').href = base + '/openapi.json';

// Swagger UI has a dark theme of its own, which it shows when the page has this class.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const theme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', theme);
theme();

SwaggerUIBundle({
  url: base + '/openapi.json',
  domNode: document.getElementById('docs'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  syntaxHighlight: { activated: true, theme: dark.matches ? 'agate' : 'idea' },
  tryItOutEnabled: false,
  validatorUrl: null,
});
