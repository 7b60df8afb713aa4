// A button with a menu below it. Of all menus one is open at most; Escape, a click elsewhere and the Tab key close it.
import { html, nothing, ref } from './lit.js';

let opened = null;

const entriesOf = (menu) => [...menu.box.querySelectorAll('[role^="menuitem"]:not(:disabled)')];

function close({ back = false } = {}) {
  const menu = opened;
  opened = null;
  menu?.redraw();
  if (back) menu.box.querySelector('button').focus();
}

/** Whether a menu is open in the page that is shown. */
function isOpen() {
  return opened !== null && opened.box?.isConnected;
}

document.addEventListener('pointerdown', (event) => {
  if (isOpen() && !opened.box.contains(event.target)) close();
}, true);

document.addEventListener('focusin', (event) => {
  if (isOpen() && !opened.box.contains(event.target)) close();
}, true);

// Before anybody else hears of it: this Escape is the menu's.
document.addEventListener('keydown', (event) => {
  if (!isOpen()) return;
  const entries = entriesOf(opened);
  const at = entries.indexOf(document.activeElement);
  const to = {
    ArrowDown: (at + 1) % entries.length,
    ArrowUp: at < 0 ? entries.length - 1 : (at + entries.length - 1) % entries.length,
    Home: 0,
    End: entries.length - 1,
  }[event.key];
  if (event.key === 'Escape') close({ back: true });
  else if (event.key === 'Tab') return close({ back: true });
  else if (to !== undefined && entries.length > 0) entries[to].focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}, true);

/** A menu of a page; `redraw` draws the page again. */
export function menu(redraw) {
  const self = { redraw, box: null };
  const boxed = (element) => { self.box = element ?? null; };
  const open = () => {
    if (isOpen() && opened !== self) close();
    opened = self;
    redraw();
    requestAnimationFrame(() => { if (opened === self) entriesOf(self)[0]?.focus(); });
  };
  return {
    /** entries: templates whose buttons were made by choice() or check() below. */
    view: (label, entries) => html`<div class="menu-box" ${ref(boxed)}>
      <button type="button" class="opener" aria-haspopup="menu" aria-expanded=${opened === self} @click=${() => (opened === self ? close() : open())}
        @keydown=${(e) => { if (e.key === 'ArrowDown' && opened !== self) { e.preventDefault(); open(); } }}>${label}</button>
      ${opened === self ? html`<div class="menu-list" role="menu" aria-label=${label}>${entries()}</div>` : nothing}</div>`,
  };
}

/** An entry that does something, and closes the menu. */
export function choice(content, act) {
  return html`<button type="button" class="plain" role="menuitem" tabindex="-1" @click=${() => { close({ back: true }); act(); }}>${content}</button>`;
}

/** An entry that is on or off; the menu stays, for the next one. */
export function check(content, on, act) {
  return html`<button type="button" class="plain check" role="menuitemcheckbox" tabindex="-1" aria-checked=${on} @click=${() => act(!on)}>${content}</button>`;
}
