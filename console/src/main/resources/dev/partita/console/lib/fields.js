// An item as fields that a person can edit: every type, any depth. The model is plain objects; nothing is rounded on the way.
import { html, live, nothing } from './lit.js';
import { parse, same, TYPES } from './values.js';

let ids = 0;

/** A value as a node: {id, type, text} or {id, type, parts: [{name, node}]}. */
export function toNode(value) {
  const type = Object.keys(value)[0];
  const held = value[type];
  const id = ++ids;
  switch (type) {
    case 'M': return { id, type, parts: Object.entries(held).map(([name, member]) => ({ name, node: toNode(member) })) };
    case 'L': return { id, type, parts: held.map((member) => ({ name: '', node: toNode(member) })) };
    case 'SS': case 'NS': case 'BS': return { id, type, parts: held.map((member) => ({ name: '', node: { id: ++ids, type: type[0], text: member } })) };
    default: return { id, type, text: type === 'NULL' ? '' : String(held) };
  }
}

export function itemToNode(item) {
  return toNode({ M: item });
}

/** Makes the node of an item that of another one; attributes that are the same keep their nodes, and whoever edits them the focus. */
export function updateNode(node, before, after) {
  node.parts = node.parts.filter(({ name }) => name in after);
  node.parts.forEach((part) => { if (!same(before[part.name], after[part.name])) part.node = toNode(after[part.name]); });
  const there = new Set(node.parts.map(({ name }) => name));
  Object.keys(after).filter((name) => !there.has(name)).forEach((name) => node.parts.push({ name, node: toNode(after[name]) }));
}

/** The value of a node; problems go to `wrong`, by the node's id. */
export function fromNode(node, wrong) {
  const say = (id, text) => wrong.set(id, text);
  const inner = (parts) => parts.map(({ node: part }) => fromNode(part, wrong));
  switch (node.type) {
    case 'M': {
      const names = new Set();
      node.parts.forEach(({ name, node: part }) => {
        if (name === '') say(part.id, 'A name is missing.');
        if (names.has(name)) say(part.id, 'There are two of this name.');
        names.add(name);
      });
      const members = inner(node.parts);
      // Not an object literal: a member may be called __proto__.
      return { M: Object.fromEntries(node.parts.map(({ name }, i) => [name, members[i]])) };
    }
    case 'L': return { L: inner(node.parts) };
    case 'SS': case 'NS': case 'BS': {
      const values = inner(node.parts).map((value) => (value ? Object.values(value)[0] : ''));
      if (values.length === 0) say(node.id, 'A set cannot be empty.');
      if (new Set(values).size < values.length) say(node.id, 'A set has each value once.');
      return { [node.type]: values };
    }
    default:
      try {
        return parse(node.type, node.text);
      } catch (problem) {
        say(node.id, problem.message);
        return null;
      }
  }
}

const COMPOSED = ['M', 'L', 'SS', 'NS', 'BS'];

function emptyNode(type) {
  if (COMPOSED.includes(type)) return { id: ++ids, type, parts: [] };
  return { id: ++ids, type, text: type === 'BOOL' ? 'true' : '' };
}

/** Changes a node's type and keeps what can be kept. */
function retype(node, type) {
  const fresh = emptyNode(type);
  if (fresh.text !== undefined && node.text !== undefined && type !== 'BOOL' && type !== 'NULL') fresh.text = node.text;
  if (fresh.parts && node.parts && (type === 'L' || node.type !== 'M')) fresh.parts = node.parts.map(({ node: part }) => ({ name: '', node: type.length === 2 ? retype(part, type[0]) : part }));
  node.type = fresh.type;
  node.text = fresh.text;
  node.parts = fresh.parts;
}

/**
 * The fields of a map, one below the other.
 * keys: names that make the item's key, shown first and marked; changed() draws again; marks: by name, what became of it.
 */
export function fieldsView(node, { keys = [], wrong, changed, top = true, locked = false, marks = new Map() }) {
  const parts = top ? [...node.parts].sort((a, b) => rank(a.name, keys) - rank(b.name, keys)) : node.parts;
  return html`<div class="fields ${top ? '' : 'nested'}">
    ${parts.map((part) => fieldView(node, part, { keys, wrong, changed, top, locked, marks }))}
    ${locked ? nothing : html`<div class="row add">
      ${node.type.length === 2
        ? html`<button class="small" type="button" @click=${() => { node.parts.push({ name: '', node: emptyNode(node.type[0]) }); changed(); }}>Add a value</button>`
        : html`<button class="small" type="button" @click=${() => { node.parts.push({ name: '', node: emptyNode('S') }); changed(); }}>Add ${node.type === 'L' ? 'an element' : 'an attribute'}</button>`}
    </div>`}
  </div>`;
}

function rank(name, keys) {
  const at = keys.indexOf(name);
  return at < 0 ? keys.length : at;
}

function fieldView(parent, part, context) {
  const { keys, wrong, changed, top, locked, marks } = context;
  const { node } = part;
  const isKey = top && keys.includes(part.name);
  const problem = wrong?.get(node.id);
  const mark = top ? marks.get(part.name) : undefined;
  const isSetMember = parent.type.length === 2;
  const label = part.name || (parent.type === 'M' ? 'new attribute' : 'element');
  return html`<div class="field ${mark ? 'changed' : ''}" data-attribute=${top ? part.name : ''}>
    <div class="field-line">
      ${parent.type === 'M' ? html`<input class="name mono" aria-label="Name" .value=${live(part.name)} ?readonly=${isKey || locked} spellcheck="false"
        @input=${(e) => { part.name = e.target.value; changed(); }}>` : nothing}
      ${isKey ? html`<span class="tag" title="Part of the key">key</span>` : nothing}
      ${mark ? html`<span class="tag mark" title=${mark.was}>${mark.word}</span>` : nothing}
      ${isSetMember ? nothing : html`<select aria-label=${'Type of ' + label} ?disabled=${locked || isKey} @change=${(e) => { retype(node, e.target.value); changed(); }}>
        ${Object.entries(TYPES).map(([type, word]) => html`<option value=${type} .selected=${live(type === node.type)}>${word}</option>`)}</select>`}
      ${inputView(node, label, changed, locked || isKey)}
      ${locked || isKey ? nothing : html`<button class="plain small" type="button" aria-label=${'Remove ' + label} @click=${() => {
        parent.parts.splice(parent.parts.indexOf(part), 1);
        changed();
      }}>✕</button>`}
    </div>
    ${problem ? html`<div class="wrong-text">${problem}</div>` : nothing}
    ${node.parts ? fieldsView(node, { wrong, changed, top: false, locked }) : nothing}
  </div>`;
}

function inputView(node, label, changed, locked) {
  const typed = (e) => { node.text = e.target.value; changed(); };
  switch (node.type) {
    case 'BOOL': return html`<select aria-label=${'Value of ' + label} ?disabled=${locked} @change=${typed}>
      <option value="true" .selected=${live(node.text === 'true')}>true</option><option value="false" .selected=${live(node.text !== 'true')}>false</option></select>`;
    case 'NULL': return html`<span class="faint">null</span>`;
    case 'N': case 'B': return html`<input class="value mono" aria-label=${'Value of ' + label} .value=${live(node.text)} ?readonly=${locked} inputmode=${node.type === 'N' ? 'decimal' : 'text'} spellcheck="false" @input=${typed}>`;
    case 'S': return html`<textarea class="value" rows=${Math.min(12, Math.max(1, node.text.split('\n').length, Math.ceil(node.text.length / 70)))} aria-label=${'Value of ' + label}
      .value=${live(node.text)} ?readonly=${locked} spellcheck="false" @input=${typed}></textarea>`;
    default: return html`<span class="faint">${node.parts.length === 1 ? '1 part' : node.parts.length + ' parts'}</span>`;
  }
}
