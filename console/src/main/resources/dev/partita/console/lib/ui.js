// Small parts that every page uses: notices, dialogs, copying, waiting.
import { html, nothing, ref, render } from './lit.js';
import { count, plural } from './format.js';
import { whenBack } from './reach.js';

/** Says something in the corner; errors stay until they are closed. */
export function notice(text, { kind = 'done', millis = kind === 'error' ? 0 : 4000 } = {}) {
  const corner = document.getElementById('notices');
  const box = document.createElement('div');
  box.className = 'notice ' + kind;
  box.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  const close = () => box.remove();
  render(html`<span>${text}</span><button class="plain" aria-label="Close" @click=${close}>✕</button>`, box);
  corner.append(box);
  if (millis > 0) setTimeout(close, millis);
}

/** Runs something and says what went wrong with it. Answers whether it worked. */
export async function attempt(call) {
  try {
    await call();
    return true;
  } catch (problem) {
    if (problem.name !== 'AbortError') notice(problem.message, { kind: 'error' });
    return false;
  }
}

/**
 * A modal dialog. `body` gets a function that closes it with an answer, and one that draws it again; Escape answers undefined.
 */
export function dialog({ title, body, wide = false }) {
  return new Promise((answer) => {
    const box = document.createElement('dialog');
    box.className = wide ? 'wide' : '';
    box.setAttribute('aria-labelledby', 'dialog-title');
    let result;
    const close = (value) => {
      result = value;
      box.close();
    };
    const draw = () => render(html`
      <header><h2 id="dialog-title">${title}</h2>
        <button class="plain" aria-label="Close" @click=${() => close(undefined)}>✕</button></header>
      ${body(close, draw)}`, box);
    box.addEventListener('close', () => {
      box.remove();
      answer(result);
    });
    document.body.append(box);
    draw();
    box.showModal();
    // Else the browser takes the first button there is, which closes it.
    if (!box.querySelector('[autofocus]')) box.querySelector('input, select, textarea, footer button')?.focus();
  });
}

/** Asks before something. With `typed`, that very text has to be typed; `place` says where it happens. */
export function confirm({ title, text, action, typed, place, danger = true }) {
  let given = '';
  return dialog({
    title,
    body: (close, draw) => html`
      <form method="dialog" @submit=${(e) => { e.preventDefault(); if (!typed || given === typed) close(true); }}>
        ${place ? html`<p class="place"><strong>production</strong> ${place}</p>` : nothing}
        <p>${text}</p>
        ${typed ? html`<label>Type <code>${typed}</code> to go on
          <input autofocus autocomplete="off" spellcheck="false" @input=${(e) => { given = e.target.value; draw(); }}></label>` : nothing}
        <footer>
          <button type="button" @click=${() => close(false)}>Cancel</button>
          <button class=${danger ? 'danger' : 'primary'} ?disabled=${typed && given !== typed}>${action}</button>
        </footer>
      </form>`,
  }).then(Boolean);
}

/** Shows how far something is; closing the dialog stops it. */
export async function withProgress(title, total, work) {
  const stop = new AbortController();
  let done = 0;
  let draw = () => {};
  let close = () => {};
  const shown = dialog({
    title,
    body: (closing, drawing) => {
      close = closing;
      draw = drawing;
      return html`${total ? html`<progress max="1" .value=${Math.min(1, done / total)}></progress>` : html`<progress></progress>`}
        <p>${total ? `${count(done)} of ${count(total)}` : plural(done, 'item')}</p><footer><button @click=${() => stop.abort()}>Stop</button></footer>`;
    },
  });
  shown.then(() => stop.abort());
  try {
    await work({ progress: (n) => { done = n; draw(); }, signal: stop.signal });
  } finally {
    close();
  }
}

/** A button that copies text and says so. */
export function copyButton(text, label = 'Copy') {
  return html`<button class="small" @click=${async (e) => {
    const button = e.currentTarget;
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not allowed';
    }
    setTimeout(() => { button.textContent = label; }, 1500);
  }}>${label}</button>`;
}

/** What a page shows while it waits, when there is nothing, and when it failed. */
export function waiting(text = 'Loading…') {
  return html`<p class="empty" role="status">${text}</p>`;
}

export function empty(title, hint) {
  return html`<div class="empty"><h2>${title}</h2>${hint ? html`<p>${hint}</p>` : nothing}</div>`;
}

/** A page whose endpoint does not answer goes on by itself once it does. */
export function failed(problem, retry) {
  if (!problem.unreachable) {
    if (problem.type === 'moved') {
      return html`<div class="empty error" role="alert"><h2>Other tables</h2><p>${problem.message}</p><button @click=${() => location.reload()}>Load again</button></div>`;
    }
    const gone = problem.type === 'ResourceNotFoundException';
    return html`<div class="empty error" role="alert"><h2>${gone ? 'That is not there' : 'That did not work'}</h2><p>${problem.message}</p>
      ${gone ? html`<p><a href="/tables">Tables that are there</a></p>` : nothing}
      ${retry ? html`<button @click=${retry}>Try again</button>` : nothing}</div>`;
  }
  return html`<div class="empty error" role="alert" ${ref(backTo(retry))}><h2>No answer</h2><p>${problem.message}</p>
    ${retry ? html`<p>This goes on by itself once there is one.</p><button @click=${retry}>Try now</button>` : nothing}</div>`;
}

/** Retries when somebody answers again, unless what failed is no longer shown. */
function backTo(retry) {
  let forget = () => {};
  return (element) => {
    forget();
    forget = element && retry ? whenBack(retry) : () => {};
  };
}

/** The colour an entity has on every page: a class that style.css knows, by the entity's place in its design. */
export function entityColour(position) {
  return 'entity-' + (position % 10);
}

/** Remembers a choice in this browser. */
export function remember(name, value) {
  try {
    if (value === undefined) return JSON.parse(localStorage.getItem('partita.' + name));
    localStorage.setItem('partita.' + name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing just starts afresh.
  }
  return value;
}

export function download(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
