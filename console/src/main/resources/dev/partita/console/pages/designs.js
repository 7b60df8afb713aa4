// The designs that are served.
import { html, nothing } from '../lib/lit.js';
import { session } from '../app.js';
import { empty } from '../lib/ui.js';
import { plural } from '../lib/format.js';

export function open() {
  return {
    title: 'Designs',
    view: () => html`<div class="stack"><h1>Designs</h1>${designCards()}</div>`,
  };
}

export function designCards() {
  return session.designs.length === 0
    ? empty('No design is served here', 'partita up my-design.yaml serves one; partita new orders writes a first one.')
    : html`<div class="cards">${session.designs.map(card)}</div>`;
}

function card(design) {
  return html`<section class="card stack">
    <h2><a href=${'/designs/' + encodeURIComponent(design.name)}>${design.name}</a></h2>
    <p>${design.about ?? nothing}</p>
    <div class="row foot">
      <span class="tag">${design.entities.length === 1 ? '1 entity' : design.entities.length + ' entities'}</span>
      <span class="tag">${plural(design.patterns.length, 'pattern')}</span>
      ${design.errors ? html`<a class="tag bad" href=${'/designs/' + encodeURIComponent(design.name) + '?tab=findings'}>${plural(design.errors, 'error')}</a>` : nothing}
      ${design.warnings ? html`<a class="tag warn" href=${'/designs/' + encodeURIComponent(design.name) + '?tab=findings'}>${plural(design.warnings, 'warning')}</a>` : nothing}
      <span class="grow"></span><a href=${'/api/' + encodeURIComponent(design.name) + '/docs'}>REST</a>
    </div>
  </section>`;
}
