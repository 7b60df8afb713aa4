// A form in the words of a design: of an item of an entity, or of the arguments of a pattern. What a field is and whether a value
// fits, the server says, which has the design; here are the fields and what is typed into them. Scalars are text from end to end,
// so no number is rounded.
import { html, live, nothing } from './lit.js';
import { fieldsView, fromNode, toNode } from './fields.js';
import { toJson } from './values.js';

let ids = 0;

/** Kinds whose empty text means that there is no value; an empty string is one. */
const EMPTY_IS_ABSENT = ['number', 'truth', 'time', 'date', 'choice', 'suggestion', 'password'];
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const PLACEHOLDERS = { 'timestamp-millis': '2026-01-31T12:00:00.000Z', 'epoch-millis': '2026-01-31T12:00:00.000Z', date: '2026-01-31', binary: 'base64' };

/** A field with its value: {id, spec, absent, none} and text, parts, members or raw, as its kind has it. `none` is null, given on purpose. */
export function toField(spec, value) {
  const field = { id: 'form-' + (++ids), spec };
  setValue(field, value);
  return field;
}

/** Puts a value, as the server shows it, into a field that may be in the page already. */
export function setValue(field, value) {
  const { spec } = field;
  field.misfit = value?.misfit === true;
  field.none = false;
  field.absent = value === undefined || value === null;
  const held = field.misfit || field.absent ? undefined : value;
  switch (spec.kind) {
    case 'list': case 'set': field.parts = (held ?? []).map((one) => toField(spec.element, one)); break;
    case 'map': field.parts = Object.entries(held ?? {}).map(([name, one]) => ({ name, field: toField(spec.element, one) })); break;
    case 'record': field.members = spec.members.map((member) => toField(member, held?.[member.name])); break;
    case 'free': field.raw = held ? toNode(held) : null; break;
    default: field.text = held ?? '';
  }
}

/** What is in a field, as the server takes it; null when there is nothing. Problems of free values go to `wrong`. */
export function valueOf(field, wrong) {
  const { spec } = field;
  if (field.absent) return null;
  switch (spec.kind) {
    case 'list': case 'set': return field.parts.map((one) => valueOf(one, wrong) ?? '');
    case 'map': return Object.fromEntries(field.parts.map(({ name, field: one }) => [name, valueOf(one, wrong) ?? '']));
    case 'record': return Object.fromEntries(field.members.map((one) => [one.spec.name, valueOf(one, wrong)]));
    case 'free': return fromNode(field.raw, wrong);
    case 'text': case 'password': return field.text;
    default: {
      const text = field.text.trim();
      return text === '' && (EMPTY_IS_ABSENT.includes(spec.kind) || spec.type !== 'string') ? null : spec.type === 'string' ? field.text : text;
    }
  }
}

/** What is in a field as JSON text, its numbers as they were typed; undefined when there is nothing. */
export function jsonOf(field, wrong) {
  const { spec } = field;
  if (field.none) return 'null';
  if (field.absent) return undefined;
  // An element that is there but empty is a mistake, which the service tells with its place.
  const inside = (one) => jsonOf(one, wrong) ?? '""';
  switch (spec.kind) {
    case 'list': case 'set': return '[' + field.parts.map(inside).join(',') + ']';
    case 'map': return '{' + field.parts.map(({ name, field: one }) => JSON.stringify(name) + ':' + inside(one)).join(',') + '}';
    case 'record': return objectOf(field.members, wrong);
    case 'free': {
      const value = fromNode(field.raw, wrong);
      return value === null ? undefined : toJson(value);
    }
    case 'truth': return String(field.text === 'true');
    case 'number': return JSON_NUMBER.test(field.text.trim()) ? field.text.trim() : JSON.stringify(field.text);
    case 'time': case 'date': case 'choice': return JSON.stringify(field.text.trim());
    default: return JSON.stringify(field.text);
  }
}

/** Fields as one JSON object, without those that are absent. */
export function objectOf(fields, wrong) {
  const members = fields.map((field) => [field.spec.name, jsonOf(field, wrong)]).filter(([, text]) => text !== undefined);
  return '{' + members.map(([name, text]) => JSON.stringify(name) + ':' + text).join(',') + '}';
}

/** What is in a field as parameters of a query: one text, or one for each element. */
export function parametersOf(field, wrong) {
  const { spec } = field;
  if (field.absent) return [];
  if (spec.kind === 'list' || spec.kind === 'set') return field.parts.map((one) => one.text ?? jsonOf(one, wrong));
  if (spec.kind !== 'free') return [field.text ?? jsonOf(field, wrong)];
  const value = fromNode(field.raw, wrong);
  // Text that looks like a number or a truth stands in quotes, or it would be read as one.
  return value === null ? [] : ['S' in value ? (/^(true|false|-?[\d.]+|".*")$/.test(value.S) ? `"${value.S}"` : value.S) : toJson(value)];
}

/**
 * What is wrong, at the fields where it belongs: texts by a field's path, such as `testCases[0].input`, and in `others` what has no
 * field. What is inside a value that has no fields of its own is said at that value.
 */
export function placed(fields, faults) {
  const known = new Set();
  const walk = (field, path) => {
    known.add(path);
    if (field.members) field.members.forEach((one) => walk(one, path + '.' + one.spec.name));
    if (field.parts) field.parts.forEach((one, i) => (one.field ? walk(one.field, path + '.' + one.name) : walk(one, `${path}[${i}]`)));
  };
  fields.forEach((field) => walk(field, field.spec.name));
  const nearest = (path) => {
    for (let at = path; at !== ''; at = at.replace(/(^|\.)[^.[\]]*$|\[\d+\]$/, '')) if (known.has(at)) return at;
    return null;
  };
  const problems = new Map();
  const others = [];
  faults.forEach(({ path, message }) => {
    // A part of a transaction may name its arguments with its own name before them.
    const at = nearest(path) ?? nearest(path.replace(/^[^.]*\./, ''));
    if (at === null) others.push(message);
    else problems.set(at, [...(problems.get(at) ?? []), message]);
  });
  return { problems, others };
}

/**
 * The fields one below the other, then what the design itself fills in.
 * problems: by path, lists of texts; locks: by field, why it is not edited here; changed(field) and left(field) tell what happens.
 */
export function formView(fields, { problems, locks = new Map(), changed, left = () => {}, wrong, waiting = false }) {
  const open = fields.filter((field) => !locks.get(field.spec.name));
  const locked = fields.filter((field) => locks.get(field.spec.name));
  return html`<fieldset class="entity-form" ?disabled=${waiting}>
    ${open.map((field) => html`<div class="form-field kind-${field.spec.kind}" data-field=${field.spec.name} @focusout=${() => left(field)}>
      ${fieldView(field, { path: field.spec.name, label: field.spec.name, changed: () => changed(field), problems, wrong })}
    </div>`)}
    ${locked.length ? html`<div class="made"><h3>Filled in by the design</h3><dl class="logical">${locked.map((field) => html`
      <dt class="mono">${field.spec.name}</dt><dd data-field=${field.spec.name}>${field.absent ? html`<span class="faint">–</span>` : html`<span class="mono">${plain(field)}</span>`}
        <span class="faint small">${locks.get(field.spec.name)}</span>
        ${(problems.get(field.spec.name) ?? []).map((text) => html`<div class="wrong-text">${text}</div>`)}</dd>`)}</dl></div>` : nothing}
  </fieldset>`;
}

/** One field with its name above and what is wrong with it below. */
function fieldView(field, context) {
  return html`${headView(field, context)}
    ${field.misfit ? html`<p class="faint">Holds something of another type; change it among the attributes.</p>`
      : field.none ? html`<p class="faint taken">null: the value is taken away</p>` : controlView(field, context)}
    ${hintView(field.spec)}${wrongView(field, context)}`;
}

function wrongView(field, { path, problems }) {
  const texts = problems.get(path) ?? [];
  return texts.length ? html`<div class="wrong-text" id=${field.id + '-wrong'}>${texts.map((text) => html`<div>${text}</div>`)}</div>` : nothing;
}

function headView(field, { changed }) {
  const { spec } = field;
  const name = html`<span class="mono">${spec.name}</span>${spec.required ? html`<span class="required" title="Required">*</span>` : nothing}`;
  return html`<div class="form-head">
    ${isScalar(spec) && !field.misfit ? html`<label for=${field.id}>${name}</label>` : html`<span id=${field.id + '-name'}>${name}</span>`}
    ${spec.key ? html`<span class="tag" title="Part of the key: another value makes another item">key</span>` : nothing}
    <span class="faint small grow">${[spec.type, spec.rules].filter(Boolean).join(' · ')}</span>
    ${field.none ? html`<button class="plain small" type="button" aria-label=${'Leave ' + spec.name + ' as it is'} title="Leave it as it is" @click=${() => { setValue(field, null); changed(); }}>✕</button>`
      : field.absent ? (spec.removable ? html`<button class="plain small faint" type="button" title="Send null, which takes the value away" @click=${() => { field.none = true; changed(); }}>take away</button>` : spec.emptyIsAbsent ? nothing : html`<span class="faint small">absent</span>`)
      : spec.required || spec.kind === 'truth' || spec.kind === 'choice' || spec.kind === 'password' ? nothing
        : html`<button class="plain small" type="button" aria-label=${'Remove ' + spec.name} title="Leave it out" @click=${() => { setValue(field, null); changed(); }}>✕</button>`}
  </div>`;
}

function hintView(spec) {
  return spec.about || spec.caller ? html`<div class="faint small">${[spec.about, spec.caller ? 'Who calls, when left out.' : ''].filter(Boolean).join(' ')}</div>` : nothing;
}

const isScalar = (spec) => !['list', 'set', 'map', 'record', 'free'].includes(spec.kind);

/** context: path, problems by path, changed, label (what a screen reader says), wrong. */
function controlView(field, context) {
  const { spec } = field;
  switch (spec.kind) {
    case 'list': case 'set': return listView(field, context);
    case 'map': return mapView(field, context);
    case 'record': return recordView(field, context);
    case 'free': return freeView(field, context);
    default: return scalarView(field, context);
  }
}

function scalarView(field, { path, problems, changed, label }) {
  const { spec } = field;
  const isWrong = problems.has(path);
  const invalid = isWrong ? 'true' : 'false';
  const typed = (e) => {
    field.text = e.target.value;
    field.absent = field.text === '' && (spec.emptyIsAbsent || EMPTY_IS_ABSENT.includes(spec.kind));
    changed();
  };
  const described = isWrong ? field.id + '-wrong' : '';
  switch (spec.kind) {
    case 'choice': case 'truth': {
      const options = spec.kind === 'truth' ? ['true', 'false'] : spec.options;
      const other = field.text !== '' && !options.includes(field.text) ? [field.text] : [];
      return html`<select id=${field.id} aria-label=${label} aria-invalid=${invalid} aria-describedby=${described} @change=${typed}>
        ${spec.required && !field.absent ? nothing : html`<option value="" .selected=${live(field.text === '')}>${spec.required ? 'choose…' : '–'}</option>`}
        ${[...other, ...options].map((one) => html`<option value=${one} .selected=${live(field.text === one)}>${one}</option>`)}</select>`;
    }
    case 'text': return html`<textarea id=${field.id} aria-label=${label} aria-invalid=${invalid} aria-describedby=${described} class=${invalid === 'true' ? 'wrong' : ''} spellcheck="false"
      rows=${Math.min(10, Math.max(1, field.text.split('\n').length, Math.ceil(field.text.length / 48)))} .value=${live(field.text)} @input=${typed}></textarea>`;
    case 'suggestion': return html`<input id=${field.id} aria-label=${label} aria-invalid=${invalid} aria-describedby=${described} list=${field.id + '-options'} autocomplete="off" spellcheck="false" .value=${live(field.text)} @input=${typed}>
      <datalist id=${field.id + '-options'}>${spec.options.map((one) => html`<option value=${one}></option>`)}</datalist>`;
    // Not with every key: each time would make another hash.
    case 'password': return html`<input id=${field.id} type="password" aria-label=${label} aria-invalid=${invalid} aria-describedby=${described} autocomplete="new-password" placeholder="a new password" .value=${live(field.text)} @input=${(e) => { field.text = e.target.value; }} @change=${typed}>`;
    default: return html`<input id=${field.id} class=${(spec.type === 'string' ? '' : 'mono') + (invalid === 'true' ? ' wrong' : '')} aria-label=${label} aria-invalid=${invalid} aria-describedby=${described} autocomplete="off" spellcheck="false"
      inputmode=${spec.kind === 'number' ? 'decimal' : 'text'} placeholder=${PLACEHOLDERS[spec.type] ?? (spec.kind === 'time' ? '2026-01-31T12:00:00Z' : '')} .value=${live(field.text)} @input=${typed}>`;
  }
}

function listView(field, context) {
  const { spec } = field;
  return html`<div class="fields nested" role="group" aria-label=${context.label}>
    ${field.parts.map((one, i) => {
      const inside = { ...context, label: `${context.label} ${i + 1}`, path: `${context.path}[${i}]` };
      return html`<div class="form-line">${controlView(one, inside)}
        <button class="plain small" type="button" aria-label=${`Remove ${context.label} ${i + 1}`} @click=${() => { field.parts.splice(i, 1); context.changed(); }}>✕</button></div>${wrongView(one, inside)}`;
    })}
    <div class="row add"><button class="small" type="button" @click=${() => { field.absent = false; field.parts.push(filled(spec.element)); context.changed(); }}>Add ${spec.kind === 'set' ? 'a value' : 'an element'}</button></div>
  </div>`;
}

function mapView(field, context) {
  return html`<div class="fields nested" role="group" aria-label=${context.label}>
    ${field.parts.map((part, i) => {
      const inside = { ...context, label: `${context.label} ${part.name}`, path: `${context.path}.${part.name}` };
      return html`<div class="form-line">
        <input class="name mono" aria-label=${`Name of ${context.label} ${i + 1}`} spellcheck="false" .value=${live(part.name)} @input=${(e) => { part.name = e.target.value; context.changed(); }}>
        ${controlView(part.field, inside)}
        <button class="plain small" type="button" aria-label=${`Remove ${context.label} ${part.name}`} @click=${() => { field.parts.splice(i, 1); context.changed(); }}>✕</button></div>${wrongView(part.field, inside)}`;
    })}
    <div class="row add"><button class="small" type="button" @click=${() => { field.absent = false; field.parts.push({ name: '', field: filled(field.spec.element) }); context.changed(); }}>Add a member</button></div>
  </div>`;
}

function recordView(field, context) {
  const changed = () => { field.absent = false; context.changed(); };
  return html`<div class="fields nested" role="group" aria-label=${context.label}>
    ${field.members.map((one) => html`<div class="form-field kind-${one.spec.kind}" data-member=${one.spec.name}>${fieldView(one, { ...context, changed, label: `${context.label} ${one.spec.name}`, path: `${context.path}.${one.spec.name}` })}</div>`)}
  </div>`;
}

function freeView(field, context) {
  if (field.raw === null) {
    return html`<div class="row add"><button class="small" type="button" @click=${() => { field.absent = false; field.raw = toNode(field.spec.tag === 'M' ? { M: {} } : field.spec.tag === 'L' ? { L: [] } : { S: '' }); context.changed(); }}>Add it</button></div>`;
  }
  const of = (node) => fieldsView(node, { wrong: context.wrong, changed: context.changed, top: false });
  return field.raw.parts ? of(field.raw) : of({ id: field.raw.id, type: 'L', parts: [{ name: '', node: field.raw }] });
}

/** An element that a person just added: something to fill in. */
function filled(spec) {
  const field = toField(spec, null);
  field.absent = false;
  return field;
}

/** What is in a field for a link to this very form: text, or JSON where there is more to it; null when there is nothing. */
export function linkOf(field) {
  const value = valueOf(field, new Map());
  return value === null ? null : typeof value === 'object' ? JSON.stringify(value) : value;
}

/** The same, back in the field; what cannot be read is left out. */
export function fromLink(spec, text) {
  if (text === null || !['list', 'set', 'map', 'record', 'free'].includes(spec.kind)) return toField(spec, text);
  try {
    return toField(spec, JSON.parse(text));
  } catch {
    return toField(spec, null);
  }
}

function plain(field) {
  const value = valueOf(field, new Map());
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
