// An item as a form in the words of its design. What a field is and whether a value fits, the server says, which has the design;
// here are the fields and what is typed into them. Scalars are text from end to end, so no number is rounded.
import { html, live, nothing } from './lit.js';
import { fieldsView, fromNode, toNode } from './fields.js';

let ids = 0;

/** Kinds whose empty text means that there is no value; an empty string is one. */
const EMPTY_IS_ABSENT = ['number', 'truth', 'time', 'date', 'choice', 'suggestion', 'password'];
const PLACEHOLDERS = { 'timestamp-millis': '2026-01-31T12:00:00.000Z', 'epoch-millis': '2026-01-31T12:00:00.000Z', date: '2026-01-31', binary: 'base64' };

/** A field with its value: {id, spec, absent} and text, parts, members or raw, as its kind has it. */
export function toField(spec, value) {
  const field = { id: 'form-' + (++ids), spec };
  setValue(field, value);
  return field;
}

/** Puts a value, as the server shows it, into a field that may be in the page already. */
export function setValue(field, value) {
  const { spec } = field;
  field.misfit = value?.misfit === true;
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

/**
 * The fields one below the other, then what the design itself fills in.
 * problems: by field, lists of texts; locks: by field, why it is not edited here; changed(field) and left(field) tell what happens.
 */
export function formView(fields, { problems, locks, changed, left, wrong, waiting }) {
  const open = fields.filter((field) => !locks.get(field.spec.name));
  const locked = fields.filter((field) => locks.get(field.spec.name));
  return html`<fieldset class="entity-form" ?disabled=${waiting}>
    ${open.map((field) => html`<div class="form-field" data-field=${field.spec.name} @focusout=${() => left(field)}>
      ${headView(field, { changed: () => changed(field) })}
      ${field.misfit ? html`<p class="faint">Holds something of another type; change it among the attributes.</p>` : controlView(field, { problems: problems.get(field.spec.name), changed: () => changed(field), label: field.spec.name, wrong })}
      ${hintView(field.spec)}
      ${(problems.get(field.spec.name) ?? []).length ? html`<div class="wrong-text" id=${field.id + '-wrong'}>${problems.get(field.spec.name).map((text) => html`<div>${text}</div>`)}</div>` : nothing}
    </div>`)}
    ${locked.length ? html`<div class="made"><h3>Filled in by the design</h3><dl class="logical">${locked.map((field) => html`
      <dt class="mono">${field.spec.name}</dt><dd data-field=${field.spec.name}>${field.absent ? html`<span class="faint">–</span>` : html`<span class="mono">${plain(field)}</span>`}
        <span class="faint small">${locks.get(field.spec.name)}</span>
        ${(problems.get(field.spec.name) ?? []).map((text) => html`<div class="wrong-text">${text}</div>`)}</dd>`)}</dl></div>` : nothing}
  </fieldset>`;
}

function headView(field, { changed }) {
  const { spec } = field;
  const name = html`<span class="mono">${spec.name}</span>${spec.required ? html`<span class="required" title="Required">*</span>` : nothing}`;
  return html`<div class="form-head">
    ${isScalar(spec) && !field.misfit ? html`<label for=${field.id}>${name}</label>` : html`<span id=${field.id + '-name'}>${name}</span>`}
    ${spec.key ? html`<span class="tag" title="Part of the key: another value makes another item">key</span>` : nothing}
    <span class="faint small grow">${[spec.type, spec.rules].filter(Boolean).join(' · ')}</span>
    ${field.absent ? html`<span class="faint small">absent</span>`
      : spec.required || spec.kind === 'truth' || spec.kind === 'choice' || spec.kind === 'password' ? nothing
        : html`<button class="plain small" type="button" aria-label=${'Remove ' + spec.name} title="Leave it out of the item" @click=${() => { setValue(field, null); changed(); }}>✕</button>`}
  </div>`;
}

function hintView(spec) {
  return spec.about ? html`<div class="faint small">${spec.about}</div>` : nothing;
}

const isScalar = (spec) => !['list', 'set', 'map', 'record', 'free'].includes(spec.kind);

/** context: problems, changed, label (what a screen reader says), wrong. */
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

function scalarView(field, { problems, changed, label }) {
  const { spec } = field;
  const invalid = problems?.length ? 'true' : 'false';
  const typed = (e) => {
    field.text = e.target.value;
    field.absent = field.text === '' && EMPTY_IS_ABSENT.includes(spec.kind);
    changed();
  };
  const described = problems?.length ? field.id + '-wrong' : '';
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
    ${field.parts.map((one, i) => html`<div class="form-line">
      ${controlView(one, { ...context, label: `${context.label} ${i + 1}`, problems: null })}
      <button class="plain small" type="button" aria-label=${`Remove ${context.label} ${i + 1}`} @click=${() => { field.parts.splice(i, 1); context.changed(); }}>✕</button></div>`)}
    <div class="row add"><button class="small" type="button" @click=${() => { field.absent = false; field.parts.push(filled(spec.element)); context.changed(); }}>Add ${spec.kind === 'set' ? 'a value' : 'an element'}</button></div>
  </div>`;
}

function mapView(field, context) {
  return html`<div class="fields nested" role="group" aria-label=${context.label}>
    ${field.parts.map((part, i) => html`<div class="form-line">
      <input class="name mono" aria-label=${`Name of ${context.label} ${i + 1}`} spellcheck="false" .value=${live(part.name)} @input=${(e) => { part.name = e.target.value; context.changed(); }}>
      ${controlView(part.field, { ...context, label: `${context.label} ${part.name}`, problems: null })}
      <button class="plain small" type="button" aria-label=${`Remove ${context.label} ${part.name}`} @click=${() => { field.parts.splice(i, 1); context.changed(); }}>✕</button></div>`)}
    <div class="row add"><button class="small" type="button" @click=${() => { field.absent = false; field.parts.push({ name: '', field: filled(field.spec.element) }); context.changed(); }}>Add a member</button></div>
  </div>`;
}

function recordView(field, context) {
  const inside = { ...context, problems: null, changed: () => { field.absent = false; context.changed(); } };
  return html`<div class="fields nested" role="group" aria-label=${context.label}>
    ${field.members.map((one) => html`<div class="form-field">${headView(one, inside)}${controlView(one, { ...inside, label: `${context.label} ${one.spec.name}` })}${hintView(one.spec)}</div>`)}
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

function plain(field) {
  const value = valueOf(field, new Map());
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
