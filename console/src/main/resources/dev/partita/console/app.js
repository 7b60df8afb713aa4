// The frame around every page: where we are, where one can go, and what is shown.
import { html, nothing, render } from './lib/lit.js';
import { get, opened, Refused } from './lib/api.js';
import { onReach } from './lib/reach.js';
import { turns } from './lib/turns.js';
import { failed, remember, waiting } from './lib/ui.js';
import { writesGoTo } from './lib/writes.js';
import { NAVIGATION, pageAt } from './pages.js';

/** What every page may know: who we are talking to, and the designs. Asked for once and again when something changed. */
export const session = { where: null, designs: [] };

const root = document.getElementById('app');
const state = { page: null, path: '', problem: null, menu: false, reached: true };
let shows = 0;

export function go(path) {
  if (path !== location.pathname + location.search) history.pushState(null, '', path);
  return show();
}

/** Changes what the address bar says, so that a link leads back to this very view; the page stays. */
function rewrite(path) {
  history.replaceState(null, '', path);
  state.path = location.pathname;
}

async function show() {
  const mine = ++shows;
  state.path = location.pathname;
  state.menu = false;
  const { load, parameters } = pageAt(location.pathname);
  state.page?.leave?.();
  state.page = null;
  draw();
  try {
    const [module] = await Promise.all([moduleOf(load), session.where ?? refreshSession()]);
    if (mine !== shows) return;
    // A page that was left may still wait for answers; whatever it does with them, nobody sees it.
    const ifShown = (act) => (...given) => { if (mine === shows) act(...given); };
    state.page = module.open({ parameters, query: new URLSearchParams(location.search), redraw: ifShown(draw), rewrite: ifShown(rewrite), go: ifShown(go) });
    state.problem = null;
    document.title = (state.page.title ? state.page.title + ' · ' : '') + 'Partita';
    draw();
    document.getElementById('main')?.focus({ preventScroll: true });
  } catch (problem) {
    if (mine !== shows) return;
    state.problem = problem;
    draw();
  }
}

async function moduleOf(load) {
  try {
    return await load();
  } catch {
    // Browsers do not try again to load what they could not load once.
    throw Object.assign(new Refused(0, 'unreachable', 'Partita does not answer. Is it still running?'), { reload: true });
  }
}

let drawing = false;
function draw() {
  // Several changes in one turn are one picture.
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    render(frame(), root);
  });
}

function frame() {
  const production = session.where?.production;
  return html`
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top ${production ? 'production' : ''}">
      <button class="plain menu" aria-label="Menu" aria-expanded=${state.menu} @click=${() => { state.menu = !state.menu; draw(); }}>☰</button>
      <a class="brand" href="/"><img src="/console/icon.svg" alt="" width="24" height="24"> Partita</a>
      ${session.where ? html`<span class="where" title=${session.where.detail ?? ''}>
        ${production ? html`<strong>production</strong> ` : nothing}${session.where.label}${session.where.local ? html`<span class="local"> · no token is asked for</span>` : nothing}
        ${state.reached ? nothing : html`<span class="tag bad">no answer</span>`}</span>` : nothing}
      <span class="grow"></span>
      <button class="palette-button" @click=${openPalette}>Go to… <kbd>Ctrl K</kbd></button>
      <button class="plain" aria-label="Light or dark" title="Light or dark" @click=${switchTheme}>◐</button>
    </header>
    <nav class=${state.menu ? 'open' : ''} aria-label="Pages">
      ${NAVIGATION.map(({ path, label, icon }) => html`
        <a href=${path} aria-current=${isAt(path) ? 'page' : 'false'}><span class="icon" aria-hidden="true">${icon}</span>${label}</a>`)}
    </nav>
    <main id="main" tabindex="-1">
      ${state.problem ? failed(state.problem, () => (state.problem?.reload ? location.reload() : show())) : state.page ? state.page.view() : waiting()}
    </main>
    <div id="notices" aria-live="polite"></div>`;
}

function isAt(path) {
  const at = state.path.replace(/^\/items\//, '/tables/');
  return path === '/' ? at === '/' : at === path || at.startsWith(path + '/');
}

async function openPalette() {
  const { open } = await import('./palette.js');
  open({ go, session });
}

function switchTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = remember('theme', dark ? 'light' : 'dark');
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href^="/"]');
  if (!link || link.target || link.hasAttribute('download') || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const path = link.getAttribute('href');
  if (/^\/(api|console|metrics|health|ready)(\/|$)/.test(path)) return;
  event.preventDefault();
  go(path);
});

document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    openPalette();
  }
});

addEventListener('popstate', show);

onReach((there) => {
  state.reached = there;
  draw();
});

const refreshes = turns();

export async function refreshSession() {
  const isLast = refreshes.next();
  const [where, designs] = await Promise.all([get('where'), get('designs')]);
  if (!isLast()) return;
  writesGoTo(where);
  opened(where);
  session.where = where;
  session.designs = designs.designs;
  draw();
}

// What index.html shows until now.
root.replaceChildren();
show();
