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

// Where there is a console, it knows whether these tables are production; then no write goes out unasked.
const place = () => fetch('/console/api/where', { headers: { 'X-Partita-Console': '1' } })
  .then((response) => (response.ok ? response.json() : null))
  .catch(() => null);

async function asked(request) {
  const where = /^(GET|HEAD)$/i.test(request.method ?? 'GET') ? null : await place();
  if (where?.production && !window.confirm(`production ${where.label}\n\n${request.method} ${new URL(request.url, location).pathname} writes. Send it?`)) {
    // Swagger UI breaks when this throws; it shows what a request that failed says.
    request.userFetch = () => Promise.reject(new Error('Nothing was sent.'));
  }
  return request;
}

SwaggerUIBundle({
  url: base + '/openapi.json',
  domNode: document.getElementById('docs'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  requestInterceptor: asked,
  syntaxHighlight: { activated: true, theme: dark.matches ? 'agate' : 'idea' },
  tryItOutEnabled: false,
  validatorUrl: null,
});
