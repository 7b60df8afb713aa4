// The command palette: every page, table, design and pattern by a few letters of its name.
import { html, render } from './lib/lit.js';
import { tableNames } from './lib/api.js';
import { NAVIGATION } from './pages.js';

const SHOWN = 12;

export async function open({ go, session }) {
  if (document.querySelector('dialog.palette')) return;
  const box = document.createElement('dialog');
  box.className = 'palette';
  box.setAttribute('aria-label', 'Go to');
  let entries = entriesOf(session, []);
  let words = '';
  let chosen = 0;
  const found = () => entries.map((entry) => [distance(entry, words), entry]).filter(([far]) => far !== null).sort(([a], [b]) => a - b).slice(0, SHOWN).map(([, entry]) => entry);
  const take = (entry) => {
    box.close();
    if (entry) go(entry.path);
  };
  const draw = () => {
    const list = found();
    chosen = Math.max(0, Math.min(chosen, list.length - 1));
    render(html`
      <input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-label="Where to?"
        aria-activedescendant=${'palette-' + chosen} placeholder="A page, table, design or pattern" autocomplete="off" spellcheck="false"
        @input=${(e) => { words = e.target.value; chosen = 0; draw(); }}
        @keydown=${(e) => {
          if (e.key === 'ArrowDown') { chosen++; e.preventDefault(); draw(); }
          if (e.key === 'ArrowUp') { chosen--; e.preventDefault(); draw(); }
          if (e.key === 'Enter') { e.preventDefault(); take(found()[chosen]); }
        }}>
      <ul id="palette-list" role="listbox" aria-label="Places">
        ${list.length === 0 ? html`<li class="faint" role="option" aria-selected="false">Nothing goes by that name.</li>` : ''}
        ${list.map((entry, i) => html`<li id=${'palette-' + i} role="option" aria-selected=${i === chosen} @click=${() => take(entry)}>
          <span>${entry.label}</span><span class="faint">${entry.kind}</span></li>`)}
      </ul>`, box);
  };
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', (e) => { if (e.target === box) box.close(); });
  document.body.append(box);
  draw();
  box.showModal();
  box.querySelector('input').focus();
  try {
    entries = entriesOf(session, await tableNames());
    draw();
  } catch {
    // Without the tables it is still good for the rest.
  }
}

function entriesOf(session, tables) {
  return [
    ...NAVIGATION.map(({ path, label }) => ({ path, label, kind: 'page' })),
    ...tables.map((name) => ({ path: '/items/' + encodeURIComponent(name), label: name, kind: 'items of a table' })),
    ...session.designs.flatMap((design) => [
      { path: '/designs/' + encodeURIComponent(design.name), label: design.name, kind: 'design' },
      ...(design.patterns ?? []).map((pattern) => ({
        path: '/designs/' + encodeURIComponent(design.name) + '/patterns/' + encodeURIComponent(pattern),
        label: pattern,
        kind: 'pattern of ' + design.name,
      })),
    ]),
  ];
}

/** How far an entry is from what was typed; null when it is something else. Nothing typed leaves the order as it is. */
function distance(entry, words) {
  const typed = words.trim().toLowerCase();
  if (typed === '') return 0;
  const label = entry.label.toLowerCase();
  if (label.startsWith(typed)) return label.length - typed.length;
  if (label.includes(typed)) return 100 + label.length;
  if (inOrder(label, typed)) return 200 + label.length;
  return inOrder(label + ' ' + entry.kind.toLowerCase(), typed) ? 300 + label.length : null;
}

function inOrder(text, letters) {
  let at = 0;
  for (const letter of letters.replaceAll(' ', '')) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
