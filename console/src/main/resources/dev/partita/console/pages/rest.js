// Every design as an HTTP API: its routes, each with a form to try it, and the generated OpenAPI document.
import { html, nothing } from '../lib/lit.js';
import { service } from '../lib/api.js';
import { session } from '../app.js';
import { turns } from '../lib/turns.js';
import { copyButton, empty, failed, waiting } from '../lib/ui.js';

export function open({ query, redraw, rewrite }) {
  let chosen = query.get('design');
  let site = null;
  let problem = null;
  let words = '';
  const asking = turns();

  async function load() {
    chosen = session.designs.some((design) => design.name === chosen) ? chosen : session.designs[0]?.name;
    if (!chosen) return;
    const isLast = asking.next();
    let [found, refused] = [null, null];
    try {
      found = await service('/api/' + encodeURIComponent(chosen));
    } catch (e) {
      refused = e;
    }
    if (!isLast()) return;
    site = found;
    problem = refused;
    redraw();
  }

  function choose(name) {
    chosen = name;
    site = null;
    problem = null;
    rewrite('/rest?design=' + encodeURIComponent(name));
    redraw();
    load();
  }

  function row(route) {
    const url = location.origin + route.path;
    const form = `/designs/${encodeURIComponent(chosen)}/patterns/${encodeURIComponent(route.pattern)}`;
    return html`<tr><td><span class="tag method-${route.method.toLowerCase()}">${route.method}</span></td>
      <td class="mono"><a href=${form} title="Try it">${route.path}</a></td>
      <td><a href=${form}>${route.pattern}</a> <div class="faint small about">${route.about ?? ''}</div></td>
      <td class="action">${copyButton(`curl ${route.method === 'GET' ? '' : `-X ${route.method} `}'${url}'`, 'curl')}</td></tr>`;
  }

  function view() {
    // The console may have asked for the designs after this page was opened.
    if (site === null && !problem && chosen === undefined && session.designs.length > 0) load();
    if (session.designs.length === 0) return empty('No design is served here', 'partita up my-design.yaml serves one.');
    const routes = site?.routes.filter((route) => !route.path.includes('/patterns/') && (words === '' || (route.method + route.path + route.pattern).toLowerCase().includes(words.toLowerCase())));
    return html`<div class="stack">
      <div class="row"><h1>REST</h1>
        <select aria-label="Design" @change=${(e) => choose(e.target.value)}>${session.designs.map((design) => html`<option ?selected=${design.name === chosen}>${design.name}</option>`)}</select>
        <span class="grow"></span>
        ${site ? html`<a class="button" href=${site.docs}>Try it in Swagger UI</a><a class="button" href=${site.openapi}>OpenAPI</a>` : nothing}</div>
      ${problem ? failed(problem, load) : site === null ? waiting() : html`
        <p>${site.about}</p>
        <div class="row"><input type="search" aria-label="Filter the routes" placeholder="Filter" .value=${words} @input=${(e) => { words = e.target.value; redraw(); }}>
          <span class="faint">A path leads to a form that calls it. Each pattern can also be called by its name, at <code>/api/${chosen}/patterns/…</code>.</span></div>
        <div class="table-frame" tabindex="0" role="region" aria-label="Routes"><table><thead><tr><th></th><th>Path</th><th>Pattern</th><th></th></tr></thead><tbody>${routes.map(row)}</tbody></table></div>`}
    </div>`;
  }

  load();
  return { title: 'REST', view };
}
