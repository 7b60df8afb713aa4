// One access pattern: what it sends, and a form to run it over REST as whoever one wants to be.
import { html, nothing } from '../lib/lit.js';
import { get, post, request as send } from '../lib/api.js';
import { caller } from '../lib/caller.js';
import { formView, fromLink, linkOf, objectOf, parametersOf, placed, setValue } from '../lib/form.js';
import { copyButton, failed, waiting } from '../lib/ui.js';
import { millis, plural, units } from '../lib/format.js';
import { turns } from '../lib/turns.js';
import { session } from '../app.js';
import { servedBy } from './design.js';

const WRITES = ['create', 'put', 'update', 'delete', 'restore', 'transact'];

export function open({ parameters, query, redraw, rewrite }) {
  const name = parameters.design;
  const running = turns();
  const who = caller({ design: name, isLocal: session.where.local, redraw });
  let pattern = null;
  let form = null;
  let fields = [];
  let problem = null;
  let answer = null;
  let busy = false;
  let wrong = new Map();

  async function load() {
    try {
      const [design, asked] = await Promise.all([get('designs/' + encodeURIComponent(name)), post('forms/pattern', { design: name, pattern: parameters.pattern })]);
      pattern = design.model?.patterns.find((one) => one.name === parameters.pattern);
      if (!pattern?.plan) throw new Error('The design has no such pattern, or nothing serves it.');
      form = asked;
      fields = form.fields.map((spec) => fromLink(spec, query.get(spec.name)));
      problem = null;
    } catch (e) {
      problem = e;
    }
    redraw();
  }
  load();

  const writes = () => WRITES.includes(pattern.verb);
  const base = () => `/api/${encodeURIComponent(name)}/patterns/${encodeURIComponent(pattern.name)}`;

  /** The request as it would be sent. */
  function request(next) {
    wrong = new Map();
    if (writes()) return { method: 'POST', url: base(), body: pretty(objectOf(fields, wrong)) };
    const search = new URLSearchParams(fields.flatMap((field) => parametersOf(field, wrong).map((text) => [field.spec.name, text])));
    return { method: 'GET', url: next ?? base() + (search.size ? '?' + search : '') };
  }

  function link() {
    const shared = fields.filter(({ spec }) => spec.kind !== 'password' && !spec.hidden).map((field) => [field.spec.name, linkOf(field)]).filter(([, text]) => text !== null);
    rewrite(location.pathname + (shared.length ? '?' + new URLSearchParams(shared) : ''));
  }

  async function run(next) {
    if (busy) return;
    const { method, url, body } = request(next);
    if (wrong.size > 0) {
      answer = { refused: true, title: 'Not sent', detail: 'A value in the form cannot be read.', errors: [] };
      return redraw();
    }
    const isLast = running.next();
    busy = true;
    redraw();
    link();
    let found;
    try {
      const began = performance.now();
      const response = await send(url, {
        method,
        headers: { Accept: 'application/json', Prefer: 'consumed-units', ...(body ? { 'Content-Type': 'application/json' } : {}), ...who.headers() },
        body,
      });
      const text = await response.text();
      found = { status: response.status, ok: response.ok, consumed: response.headers.get('Partita-Consumed'), outcome: response.headers.get('Partita-Outcome'), took: performance.now() - began, text: pretty(text), next: response.ok ? nextOf(text) : null, etag: response.headers.get('ETag'), ...(response.ok ? {} : refusal(text)) };
    } catch (e) {
      found = e.name === 'AbortError' ? answer : { status: 0, ok: false, refused: true, title: 'No answer', detail: e.message, errors: [] };
    }
    if (!isLast()) return;
    answer = found;
    busy = false;
    redraw();
    if (answer?.refused) requestAnimationFrame(() => document.querySelector('form [aria-invalid="true"]')?.focus());
  }

  /** What is typed now is not what was refused. */
  function changed(field) {
    if (answer?.errors) answer.errors = answer.errors.filter(({ path }) => !isOf(field, path));
    redraw();
  }

  function fill() {
    fields.forEach((field) => { if (field.absent && !field.none && field.spec.sample !== undefined && field.spec.sample !== null) setValue(field, field.spec.sample); });
    redraw();
  }

  function clear() {
    fields.forEach((field) => setValue(field, null));
    answer = null;
    redraw();
  }

  function curl() {
    const { method, url, body } = request();
    const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
    const headers = Object.entries({ ...(body ? { 'Content-Type': 'application/json' } : {}), ...who.headers() }).map(([header, value]) => ` -H ${quoted(`${header}: ${value}`)}`).join('');
    return `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(location.origin + url)}${headers}${body ? ` -d ${quoted(body)}` : ''}`;
  }

  // ------------------------------------------------------------------------------------------------- views

  function formCard() {
    const { problems, others } = placed(fields, answer?.errors ?? []);
    const canFill = fields.some((field) => field.absent && field.spec.sample !== undefined && field.spec.sample !== null);
    return html`<form class="card stack pattern-form" novalidate @submit=${(e) => { e.preventDefault(); run(); }} @keydown=${(e) => { if ((e.ctrlKey || e.metaKey) && e.key === 'Enter') { e.preventDefault(); run(); } }}>
      ${fields.length === 0 ? html`<p class="faint">It takes no arguments.</p>` : formView(fields, { problems, changed, wrong })}
      <div class="row">
        <button class="primary" ?disabled=${busy}>${busy ? 'Running…' : 'Run'}</button>
        ${who.view({ ids: form.callers, groups: form.groups })}
      </div>
      <div class="row">
        ${pattern.allow.length ? html`<span class="faint small">For ${pattern.allow.join(', ')}.</span>` : nothing}<span class="grow"></span>
        ${canFill ? html`<button type="button" class="small" title="Fill what is empty with values of the design's samples" @click=${fill}>Sample values</button>` : nothing}
        ${fields.some((field) => !field.absent || field.none) ? html`<button type="button" class="small" @click=${clear}>Clear</button>` : nothing}
        ${copyButton(curl, 'Copy as curl')}
      </div>
      ${answer?.refused ? refusalView(others) : nothing}
    </form>`;
  }

  /** In a few words why it was refused; what a field is to blame for stands at the field. */
  function refusalView(others) {
    const isPlaced = answer.errors.length > 0 && others.length === 0;
    const isMissingCaller = session.where.local && !who.isSomebody() && answer.errors.some(({ path, rule }) => rule === 'required' && (form.fields.find((spec) => spec.name === path)?.caller ?? true));
    return html`<div class="refusal" role="alert"><strong>${answer.title}</strong>
      ${isPlaced ? html`<span>${plural(answer.errors.length, 'value')} above ${answer.errors.length === 1 ? 'is' : 'are'} not taken.</span>` : others.length > 0 ? html`<ul>${others.map((text) => html`<li>${text}</li>`)}</ul>` : html`<span>${answer.detail}</span>`}
      ${isMissingCaller ? html`<span>What the design fills in from who calls is missing: act as somebody.</span>` : nothing}</div>`;
  }

  function answerView() {
    if (!answer?.status) return nothing;
    return html`<section class="stack" aria-label="Answer">
      <div class="row"><span class="tag ${answer.ok ? 'good' : 'bad'}" role="status">${answer.status}</span>
        ${answer.outcome ? html`<span class="tag">${answer.outcome}</span>` : nothing}
        ${answer.took === undefined ? nothing : html`<span class="faint">${millis(answer.took)}</span>`}
        ${answer.consumed ? html`<span class="faint">${consumed(answer.consumed)}</span>` : nothing}${answer.etag ? html`<span class="faint mono">ETag ${answer.etag}</span>` : nothing}
        <span class="grow"></span>${answer.next ? html`<button @click=${() => run(answer.next)}>Next page</button>` : nothing}${answer.text ? copyButton(() => answer.text) : nothing}</div>
      ${answer.refused ? (answer.text ? html`<details><summary>The answer as it came</summary><pre tabindex="0">${answer.text}</pre></details>` : nothing)
        : html`<pre tabindex="0">${answer.text || 'no content'}</pre>`}</section>`;
  }

  function missingView() {
    const isServed = session.designs.some((design) => design.name === name);
    return html`<div class="empty error" role="alert"><h2>That is not there</h2>
      <p>${isServed ? html`${name} has no pattern ${parameters.pattern}, or nothing serves it.` : html`No design ${name} is served here.`}</p>
      <p>${isServed ? html`<a href=${'/designs/' + encodeURIComponent(name) + '?tab=findings'}>What is wrong with ${name}</a> · <a href=${'/designs/' + encodeURIComponent(name) + '?tab=patterns'}>Its patterns</a>`
        : html`<a href="/designs">Designs that are served</a>`}</p></div>`;
  }

  function view() {
    const plan = pattern.plan;
    return html`<div class="stack sections"><div class="stack">
      <p><a href=${'/designs/' + encodeURIComponent(name) + '?tab=patterns'}>${name}</a></p>
      <div class="row"><h1>${pattern.name}</h1><span class="tag">${pattern.verb} ${pattern.entities.join(', ')}</span>${pattern.ids.map((id) => html`<span class="tag">${id}</span>`)}</div>
      <p>${pattern.about ?? nothing}</p>
      ${formCard()}
      ${answerView()}</div>
      <section class="stack" aria-labelledby="plan"><h2 id="plan">The plan</h2>
      <div class="card stack">
        <p><strong>${servedBy(plan)}</strong> <span class="faint">${expected(plan)}</span></p>
        ${plan.steps.map((step) => html`<pre tabindex="0">${typeof step === 'string' ? step : stepText(step)}</pre>`)}
        ${plan.proof?.length ? html`<details open><summary>Why it is right</summary><ul>${plan.proof.map((reason) => html`<li>${reason}</li>`)}</ul></details>` : nothing}
      </div></section></div>`;
  }

  return { title: parameters.pattern, leave: () => running.end(), view: () => (problem?.status === 404 ? missingView() : problem ? failed(problem, load) : pattern === null ? waiting() : view()) };
}

/** A refusal of the service: what it says, and each fault with the attribute it is about. */
function refusal(text) {
  try {
    const { title, detail, errors = [] } = JSON.parse(text);
    return { refused: true, title, detail, errors: errors.map((fault) => ({ path: fault.attribute, rule: fault.rule, message: `${fault.attribute} ${fault.detail}` })) };
  } catch {
    return { refused: true, title: 'Refused', detail: 'The answer says no more.', errors: [] };
  }
}

function isOf(field, path) {
  const { name } = field.spec;
  return path === name || path.startsWith(name + '.') || path.startsWith(name + '[');
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
  const what = step.entities?.join(', ') ?? step.entity;
  const lines = [`${step.operation}${what ? ' ' + what : ''} in ${step.table}${step.index ? ', index ' + step.index : ''}`];
  if (step.key) lines.push('  ' + step.key.join('\n  '));
  if (step.filter) lines.push('  filter ' + step.filter);
  if (step.page) lines.push(`  page of ${step.page}${step.forward === false ? ', last first' : ''}`);
  return lines.join('\n');
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
