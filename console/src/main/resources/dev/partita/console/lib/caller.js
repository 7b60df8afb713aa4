// Who a pattern is called as: in local mode whoever one says to be, elsewhere whoever a token stands for. Kept for each design.
import { html, nothing } from './lit.js';
import { remember } from './ui.js';

/** Tokens are secrets, so they stay in the page and go with it. */
const tokens = new Map();

/**
 * @param design its name
 * @param isLocal whether the service takes a caller's word for who they are
 */
export function caller({ design, isLocal, redraw }) {
  const chosen = { id: '', rules: false, groups: '', ...remember('caller.' + design) };
  const set = (what) => {
    Object.assign(chosen, what);
    remember('caller.' + design, chosen);
    redraw();
  };

  function headers() {
    if (!isLocal) return tokens.get(design) ? { Authorization: 'Bearer ' + tokens.get(design) } : {};
    if (chosen.id === '') return {};
    return { 'Partita-As': chosen.id, ...(chosen.rules ? { 'Partita-Groups': chosen.groups } : {}) };
  }

  /** ids and groups: those of the design's samples and roles, to choose from. */
  function view({ ids, groups }) {
    return isLocal ? html`<div class="row caller" role="group" aria-label="Who calls">
      <label class="inline">Act as <input class="mono" name="caller" list="callers" placeholder="nobody" autocomplete="off" spellcheck="false" .value=${chosen.id} @input=${(e) => set({ id: e.target.value.trim() })}></label>
      <datalist id="callers">${ids.map((id) => html`<option value=${id}></option>`)}</datalist>
      ${chosen.id === '' ? html`<span class="faint small">everything is allowed; nobody is <code>me</code></span>` : html`
        <select name="rules" aria-label="What the caller may do" @change=${(e) => set({ rules: e.target.value === 'design' })}>
          <option value="all" ?selected=${!chosen.rules}>may do everything</option><option value="design" ?selected=${chosen.rules}>may do what the design allows</option></select>
        ${chosen.rules ? html`<label class="inline">in groups <input class="mono" name="groups" list="groups" placeholder="none" autocomplete="off" spellcheck="false" .value=${chosen.groups} @input=${(e) => set({ groups: e.target.value })}></label>
          <datalist id="groups">${groups.map((group) => html`<option value=${group}></option>`)}</datalist>` : nothing}`}
    </div>` : html`<div class="row caller" role="group" aria-label="Who calls">
      <label class="inline">Token <input name="token" type="password" autocomplete="off" spellcheck="false" placeholder="none" .value=${tokens.get(design) ?? ''} @input=${(e) => { tokens.set(design, e.target.value.trim()); redraw(); }}></label>
      <span class="faint small">${saidBy(tokens.get(design))}</span></div>`;
  }

  return { headers, view, isSomebody: () => Object.keys(headers()).length > 0 };
}

/** Whom a token is for, as it says; whether that is so, the service finds out. */
function saidBy(token) {
  if (!token) return 'of whoever calls';
  try {
    const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))));
    const ends = claims.exp ? new Date(claims.exp * 1000) : null;
    return [claims.sub ? 'for ' + claims.sub : 'for nobody', ends && ends < new Date() ? 'over since ' + ends.toLocaleString('en-GB') : ''].filter(Boolean).join(', ');
  } catch {
    return 'not a token with claims to read';
  }
}
