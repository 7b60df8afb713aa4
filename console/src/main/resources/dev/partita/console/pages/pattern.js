// One access pattern: what it sends, and a form to run it over REST.
import { html, nothing } from '../lib/lit.js';
import { get, request as send } from '../lib/api.js';
import { copyButton, failed, waiting } from '../lib/ui.js';
import { millis, plural, units } from '../lib/format.js';
import { rewrite, session } from '../app.js';
import { servedBy } from './design.js';

/** Who calls, where the service asks for it; kept while the console is open. */
let token = '';

const WRITES = ['create', 'put', 'update', 'delete', 'restore', 'transact'];

export function open({ parameters, query, redraw }) {
  const name = parameters.design;
  const given = Object.fromEntries([...query].map(([key, value]) => [key, value]));
  let pattern = null;
  let problem = null;
  let answer = null;
  let busy = false;

  async function load() {
    try {
      const design = await get('designs/' + encodeURIComponent(name));
      pattern = design.model?.patterns.find((one) => one.name === parameters.pattern);
      if (!pattern?.plan) throw new Error('The design has no such pattern, or nothing serves it.');
      problem = null;
    } catch (e) {
      problem = e;
    }
    redraw();
  }
  load();

  const writes = () => WRITES.includes(pattern.verb);
  const base = () => `/api/${encodeURIComponent(name)}/patterns/${encodeURIComponent(pattern.name)}`;

  /** The request as it would be sent. Values of lists and records are JSON; everything else is text that the service reads by its type. */
  function request(next) {
    const filled = pattern.plan.arguments.filter(({ name: argument }) => (given[argument] ?? '') !== '');
    if (writes()) {
      const body = Object.fromEntries(filled.map(({ name: argument, type }) => [argument, bodyValue(type, given[argument])]));
      return { method: 'POST', url: base(), body: JSON.stringify(body, null, 2) };
    }
    const search = new URLSearchParams(filled.map(({ name: argument }) => [argument, given[argument]]));
    return { method: 'GET', url: next ?? base() + (search.size ? '?' + search : '') };
  }

  async function run(next) {
    if (busy) return;
    busy = true;
    redraw();
    rewrite(location.pathname + '?' + new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')));
    try {
      const { method, url, body } = request(next);
      const began = performance.now();
      const response = await send(url, {
        method,
        headers: {
          Accept: 'application/json',
          Prefer: 'consumed-units',
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...(token ? { Authorization: 'Bearer ' + token } : {}),
        },
        body,
      });
      const text = await response.text();
      answer = { status: response.status, ok: response.ok, consumed: response.headers.get('Partita-Consumed'), took: performance.now() - began, text: pretty(text), next: response.ok ? nextOf(text) : null, etag: response.headers.get('ETag') };
    } catch (e) {
      if (e.name !== 'AbortError') answer = { status: 0, ok: false, text: e.message };
    }
    busy = false;
    redraw();
  }

  function curl() {
    const { method, url, body } = request();
    return body ? `curl -X ${method} '${location.origin}${url}' -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'` : `curl '${location.origin}${url}'`;
  }

  function field({ name: argument, type, required }) {
    const change = (e) => { given[argument] = e.target.value; redraw(); };
    const many = /^(list|set|map)|record/.test(type);
    return html`<label><span>${argument}${required ? '' : html` <span class="faint">optional</span>`}</span>
      ${type === 'boolean' || type === 'flag' ? html`<select @change=${change}><option value=""></option>${['true', 'false'].map((one) => html`<option ?selected=${given[argument] === one}>${one}</option>`)}</select>`
        : many ? html`<textarea rows="2" placeholder=${type + ', as JSON'} .value=${given[argument] ?? ''} @input=${change}></textarea>`
          : html`<input name=${argument} type=${type === 'password' ? 'password' : 'text'} ?required=${required} placeholder=${type} autocomplete="off" spellcheck="false" .value=${given[argument] ?? ''} @input=${change}>`}</label>`;
  }

  function view() {
    const plan = pattern.plan;
    return html`<div class="stack sections"><div class="stack">
      <p><a href=${'/designs/' + encodeURIComponent(name) + '?tab=patterns'}>${name}</a></p>
      <div class="row"><h1>${pattern.name}</h1><span class="tag">${pattern.verb} ${pattern.entities.join(', ')}</span>${pattern.ids.map((id) => html`<span class="tag">${id}</span>`)}</div>
      <p>${pattern.about ?? nothing}</p>
      <form class="card stack" @submit=${(e) => { e.preventDefault(); run(); }}>
        <div class="form-grid">${plan.arguments.map(field)}
          ${session.where.local ? nothing : html`<label><span>token <span class="faint">of whoever calls</span></span>
            <input name="token" type="password" autocomplete="off" spellcheck="false" .value=${token} @input=${(e) => { token = e.target.value.trim(); }}></label>`}</div>
        <div class="row"><button class="primary" ?disabled=${busy}>${busy ? 'Running…' : 'Run'}</button>${copyButton(curl, 'Copy as curl')}</div>
      </form>
      ${answer ? html`<section class="stack" aria-label="Answer">
        <div class="row"><span class="tag ${answer.ok ? 'good' : 'bad'}">${answer.status || 'no answer'}</span>
          ${answer.took === undefined ? nothing : html`<span class="faint">${millis(answer.took)}</span>`}
          ${answer.consumed ? html`<span class="faint">${consumed(answer.consumed)}</span>` : nothing}${answer.etag ? html`<span class="faint mono">ETag ${answer.etag}</span>` : nothing}
          <span class="grow"></span>${answer.next ? html`<button @click=${() => run(answer.next)}>Next page</button>` : nothing}${copyButton(() => answer.text)}</div>
        <pre tabindex="0">${answer.text || 'no content'}</pre></section>` : nothing}</div>
      <section class="stack" aria-labelledby="plan"><h2 id="plan">The plan</h2>
      <div class="card stack">
        <p><strong>${servedBy(plan)}</strong> <span class="faint">${expected(plan)}</span></p>
        ${plan.steps.map((step) => html`<pre>${typeof step === 'string' ? step : stepText(step)}</pre>`)}
        ${plan.proof?.length ? html`<details open><summary>Why it is right</summary><ul>${plan.proof.map((reason) => html`<li>${reason}</li>`)}</ul></details>` : nothing}
      </div></section></div>`;
  }

  return { title: parameters.pattern, view: () => (problem ? failed(problem, load) : pattern === null ? waiting() : view()) };
}

function expected(plan) {
  const parts = [[plan.readUnits, 'read'], [plan.writeUnits, 'write']].filter(([n]) => n !== undefined).map(([n, word]) => `${units(n)} ${word} units`);
  return parts.length === 0 ? '' : '· ' + parts.join(' and ') + ' expected';
}

/** The header Partita-Consumed in words: requests=1, read=0.5, write=0. */
function consumed(header) {
  const held = Object.fromEntries(header.split(',').map((part) => part.trim().split('=')));
  return [plural(Number(held.requests), 'request'), ...['read', 'write'].filter((word) => Number(held[word]) > 0).map((word) => `${held[word]} ${word} units`)].join(' · ');
}

function stepText(step) {
  const lines = [`${step.operation} ${step.entities?.join(', ') ?? step.entity ?? ''} in ${step.table}${step.index ? ', index ' + step.index : ''}`];
  if (step.key) lines.push('  ' + step.key.join('\n  '));
  if (step.filter) lines.push('  filter ' + step.filter);
  if (step.page) lines.push(`  page of ${step.page}${step.forward === false ? ', last first' : ''}`);
  return lines.join('\n');
}

function bodyValue(type, text) {
  if (/^(list|set|map)|record|any/.test(type)) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  if (type === 'boolean' || type === 'flag') return text === 'true';
  return text;
}

function nextOf(text) {
  try {
    return JSON.parse(text).next ?? null;
  } catch {
    return null;
  }
}

/** Indented without being parsed into numbers, which would round them. */
function pretty(text) {
  let depth = 0;
  let inString = false;
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      out += c;
      if (c === '\\') out += text[++i] ?? '';
      else if (c === '"') inString = false;
    } else if (c === '"') {
      inString = true;
      out += c;
    } else if (c === '{' || c === '[') {
      const close = c === '{' ? '}' : ']';
      if (text[i + 1] === close) { out += c + close; i++; } else { depth++; out += c + '\n' + '  '.repeat(depth); }
    } else if (c === '}' || c === ']') {
      depth--;
      out += '\n' + '  '.repeat(depth) + c;
    } else if (c === ',') out += ',\n' + '  '.repeat(depth);
    else if (c === ':') out += ': ';
    else if (!/\s/.test(c)) out += c;
  }
  return out;
}
