// One item, edited: as DynamoDB stores it and, where a design knows it, as a form beside that. Both are one item and follow each
// other; what an edit in the form means for the attributes, the server says, which has the design.
import { html, nothing } from './lit.js';
import { dynamo, post } from './api.js';
import { attempt, confirm, copyButton, dialog, entityColour, notice } from './ui.js';
import { formView, placed, setValue, toField, valueOf } from './form.js';
import { fieldsView, fromNode, itemToNode, updateNode } from './fields.js';
import { readItems } from './transfer.js';
import { itemToJson, keyOf, same, summary } from './values.js';

/** So long after the last key the other side follows. */
const PAUSE_MILLIS = 120;
const WIDE = matchMedia('(min-width: 1100px)');

/**
 * @param table its name
 * @param keySchema of the table
 * @param before the item as it is stored; null for a new one
 * @param item what is shown first
 * @param kind the entity's form, as the server describes it; null when no design knows the item
 * @param side what the item is when a design keeps it beside others: {side, of, holder, path}; else null
 * @param begin whether a new item starts from its form
 * @param saved told the item that is stored now; also when somebody else's was taken over
 */
export function editor({ table, keySchema, before, item, kind = null, side = null, begin = false, redraw, saved, close, copy, remove }) {
  const keyNames = keySchema.map((part) => part.AttributeName);
  let node;
  let text = '';
  let tab = kind ? 'form' : 'fields';
  let wrong = new Map();
  let saving = false;
  let said = null;
  let form = null;
  let timer = null;
  let running = Promise.resolve();
  let turn = 0;

  /** Shows an item from the beginning. Fields that are in the page stay there; what they say follows. */
  function start(stored, shown) {
    before = stored;
    node = itemToNode(shown);
    text = JSON.stringify(shown, null, 2);
    wrong = new Map();
    said = null;
    saving = false;
    form = kind ? freshForm(form?.fields ?? kind.fields.map((spec) => toField(spec, null)), shown) : null;
    if (form) running = follow({ first: true });
  }

  function freshForm(fields, seen) {
    return { fields, edited: new Set(), visited: new Set(), refused: [], judged: [], values: null, first: null, seen, problem: null, insist: false, wrong: new Map() };
  }

  /** What is shown is now what is stored; whoever goes on typing is not disturbed. */
  function stored(item) {
    before = item;
    saving = false;
    if (form) {
      form.edited.forEach((name) => { if (name in form.values) form.edited.delete(name); });
      form.first = null;
      form.insist = false;
      running = follow({ first: true });
    }
  }

  const isNew = () => before === null;
  const inJson = () => tab === 'json';
  const fieldOf = (name) => form.fields.find((field) => field.spec.name === name);
  const lockOf = ({ spec }) => (isNew() ? spec.lockedWhenNew : spec.locked);

  /** The item as its attributes have it now; null when they are not one, and `wrong` says why. */
  function attributes() {
    wrong = new Map();
    if (!inJson()) {
      const value = fromNode(node, wrong).M;
      return wrong.size === 0 ? value : null;
    }
    try {
      const [value] = readItems(text, {});
      node = itemToNode(value);
      return value;
    } catch (e) {
      wrong.set('json', e.message);
      return null;
    }
  }

  // ------------------------------------------------------------------------------ both sides, kept in step

  function later() {
    turn++;
    said = null;
    clearTimeout(timer);
    timer = setTimeout(() => { timer = null; running = follow(); }, PAUSE_MILLIS);
  }

  function attributesChanged() {
    attributes();
    if (form) later();
    else said = null;
    redraw();
  }

  function fieldChanged(field) {
    form.edited.add(field.spec.name);
    form.visited.add(field.spec.name);
    later();
    redraw();
  }

  /** Whoever leaves a field sees its value as it is stored: trimmed, in lower case, a time in UTC. */
  function fieldLeft(field) {
    form.visited.add(field.spec.name);
    if (!form.edited.has(field.spec.name) && timer === null) show(field);
    redraw();
  }

  async function settled() {
    while (timer !== null) {
      clearTimeout(timer);
      timer = null;
      running = follow();
      await running;
    }
    await running;
  }

  /** Sends what is typed into the form, if anything, and takes over what becomes of the item and of the fields. */
  async function follow({ first = false, again = false } = {}) {
    const mine = ++turn;
    const followed = form;
    try {
      if (first && begin && isNew()) {
        const { values } = await post('forms/begin', { table, design: kind.design, entity: kind.entity });
        if (form !== followed) return;
        form.fields.filter(({ spec }) => !form.edited.has(spec.name)).forEach((field) => {
          setValue(field, values[field.spec.name]);
          if (!field.absent) form.edited.add(field.spec.name);
        });
        redraw();
      }
      if (mine !== turn) return;
      const now = attributes();
      if (now === null) return;
      forgetOverruled(now);
      form.wrong = new Map();
      const edits = Object.fromEntries([...form.edited].map((name) => [name, valueOf(fieldOf(name), form.wrong)]));
      if (form.wrong.size > 0) return;
      const answer = await post('forms/revise', { table, design: kind.design, entity: kind.entity, before, item: now, edits, again });
      if (mine !== turn || form !== followed) return;
      takeOver(now, edits, answer);
      form.first ??= { values: answer.values, messages: new Set(answer.judged.map(({ message }) => message)) };
      form.problem = null;
    } catch (e) {
      if (mine !== turn || form !== followed) return;
      form.problem = e;
    }
    redraw();
    if (first && begin) requestAnimationFrame(() => { if (mine === turn) document.querySelector('.editor .entity-form :is(input, textarea, select)')?.focus(); });
  }

  /** A field whose attributes were changed by hand meanwhile says what they say. */
  function forgetOverruled(now) {
    form.edited.forEach((name) => {
      if (fieldOf(name).spec.feeds.some((attribute) => !same(form.seen[attribute], now[attribute]))) form.edited.delete(name);
    });
  }

  function takeOver(now, edits, { item: after, values, refused, judged }) {
    form.refused = refused;
    form.judged = judged.filter(({ field }) => !refused.some((one) => one.field === field));
    form.values = values;
    form.seen = after;
    if (!same({ M: now }, { M: after })) {
      updateNode(node, now, after);
      text = JSON.stringify(after, null, 2);
    }
    Object.keys(edits).forEach((name) => {
      // What the item does not tell, the form has to remember.
      const isTold = name in values || edits[name] === null || fieldOf(name).spec.kind === 'password';
      const isRefused = refused.some((one) => one.field === name);
      if (isTold && !isRefused && (!isNew() || fieldOf(name).spec.kind === 'password')) form.edited.delete(name);
    });
    form.fields.forEach((field) => {
      if (!form.edited.has(field.spec.name) && !document.querySelector(`.editor [data-field="${CSS.escape(field.spec.name)}"]`)?.contains(document.activeElement)) show(field);
    });
  }

  function show(field) {
    const value = form.values?.[field.spec.name];
    if (field.spec.kind === 'password' || JSON.stringify(valueOf(field, new Map())) !== JSON.stringify(value ?? null) || field.misfit) setValue(field, value);
  }

  // ----------------------------------------------------------------------------------------------- saving

  const isMoved = (now) => !isNew() && now !== null && keyNames.some((name) => !same(before[name], now[name]));

  async function save() {
    if (saving) return;
    if (form) await settled();
    const after = attributes();
    if (after === null) return redraw();
    if (form) {
      form.insist = true;
      if (form.problem) return refuse('Not saved: ' + form.problem.message);
      if (form.wrong.size > 0) return refuse('Not saved: a value in the form cannot be read.');
      // One that starts from its form is to be whole; a copy may lack what its original lacks.
      const refused = [...form.refused, ...form.judged.filter(({ rule }) => begin && isNew() && rule === 'required')];
      if (refused.length > 0) return refuse('Not saved: ' + [...new Set(refused.map(({ message }) => message))].join('; '));
    }
    if (isMoved(after)) return refuse('Not saved: the key of an item cannot be changed.');
    const news = form ? form.judged.filter(({ message }) => isNew() || !form.first?.messages.has(message)) : [];
    redraw();
    if (news.length > 0 && !await confirm({
      title: `Not what the design says of a ${kind.entity}`,
      text: html`<ul>${news.map(({ message }) => html`<li>${message}</li>`)}</ul>Whoever reads it by the design may be surprised.`,
      action: isNew() ? 'Create it anyway' : 'Save it anyway',
    })) return;
    saving = true;
    redraw();
    try {
      const created = isNew();
      await (created ? create(after) : change(before, after));
      stored(after);
      await saved(after);
      notice(created ? 'Created.' : 'Saved.');
    } catch (e) {
      saving = false;
      if (e.type === 'ConditionalCheckFailedException' || e.type === 'TransactionCanceledException') await conflicted(after, e);
      else if (e.name !== 'AbortError') notice(e.message, { kind: 'error' });
    }
    redraw();
  }

  function refuse(why) {
    said = why;
    redraw();
    requestAnimationFrame(() => document.querySelector('.editor .form-field [aria-invalid="true"]')?.focus());
  }

  function create(after) {
    return dynamo('PutItem', {
      TableName: table,
      Item: after,
      ConditionExpression: 'attribute_not_exists(#k)',
      ExpressionAttributeNames: { '#k': keyNames[0] },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  }

  /** Writes what was changed, if nothing that was shown has changed meanwhile; what others added stays. */
  function change(from, after) {
    const names = {};
    const values = {};
    const alias = (attribute) => {
      const known = Object.keys(names).find((key) => names[key] === attribute);
      if (known) return known;
      const made = '#a' + Object.keys(names).length;
      names[made] = attribute;
      return made;
    };
    const valued = (value) => {
      const made = ':v' + Object.keys(values).length;
      values[made] = value;
      return made;
    };
    const set = Object.keys(after).filter((attribute) => !keyNames.includes(attribute) && !same(from[attribute], after[attribute]));
    const removed = Object.keys(from).filter((attribute) => !(attribute in after));
    if (set.length === 0 && removed.length === 0) return Promise.resolve();
    const unchanged = Object.keys(from).map((attribute) => `${alias(attribute)} = ${valued(from[attribute])}`);
    const added = set.filter((attribute) => !(attribute in from)).map((attribute) => `attribute_not_exists(${alias(attribute)})`);
    const update = [];
    if (set.length > 0) update.push('SET ' + set.map((attribute) => `${alias(attribute)} = ${valued(after[attribute])}`).join(', '));
    if (removed.length > 0) update.push('REMOVE ' + removed.map(alias).join(', '));
    return dynamo('UpdateItem', {
      TableName: table,
      Key: keyOf(from, keySchema),
      UpdateExpression: update.join(' '),
      ConditionExpression: [...unchanged, ...added].join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  }

  /** Somebody else was faster: both are shown, and the person decides. */
  async function conflicted(mine, e) {
    const theirs = e.body?.Item ?? null;
    const decision = await dialog({
      title: isNew() ? 'There is such an item already' : theirs ? 'The item has changed since you opened it' : 'The item is gone',
      wide: true,
      body: (answer) => html`
        <p>${isNew() ? 'Nothing was written.' : 'Nothing was written, so that no change is lost.'}</p>
        ${theirs ? difference(theirs, mine) : nothing}
        <footer>
          <button @click=${() => answer(null)}>Back to my version</button>
          ${theirs ? html`<button @click=${() => answer('theirs')}>Take theirs</button>` : nothing}
          <button class="danger" @click=${() => answer('mine')}>${theirs ? 'Overwrite with mine' : 'Create it again'}</button>
        </footer>`,
    });
    if (decision === 'theirs') {
      start(theirs, theirs);
      await saved(theirs);
    } else if (decision === 'mine' && await attempt(() => (theirs ? change(theirs, mine) : create(mine)))) {
      stored(mine);
      await saved(mine);
      notice('Saved.');
    }
  }

  function difference(theirs, mine) {
    const all = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].sort();
    return html`<div class="table-frame"><table>
      <thead><tr><th>Attribute</th><th>Stored now</th><th>Yours</th></tr></thead>
      <tbody>${all.map((attribute) => html`<tr class=${same(theirs[attribute], mine[attribute]) ? 'faint' : 'differs'}>
        <td class="mono">${attribute}</td>
        <td>${theirs[attribute] ? summary(theirs[attribute], 200) : html`<em>missing</em>`}</td>
        <td>${mine[attribute] ? summary(mine[attribute], 200) : html`<em>missing</em>`}</td></tr>`)}</tbody></table></div>`;
  }

  /** Takes back what makes another item of it. */
  function keepKey(now) {
    if (form) {
      form.fields.filter(({ spec }) => spec.key).forEach((field) => {
        setValue(field, form.first.values[field.spec.name]);
        form.edited.add(field.spec.name);
      });
      form.seen = now;
      later();
    } else {
      const back = { ...now, ...keyOf(before, keySchema) };
      updateNode(node, now, back);
      text = JSON.stringify(back, null, 2);
    }
    redraw();
  }

  // ------------------------------------------------------------------------------------------------ views

  function view() {
    const now = wrong.size === 0 ? fromNode(node, new Map())?.M ?? null : null;
    const both = form !== null && WIDE.matches;
    return html`<aside class="card editor ${both ? 'both' : ''}" aria-label="Item">
      <header class="row"><h2>${isNew() ? 'New item' : 'Item'}</h2>${kind ? html`<span class="entity ${entityColour(kind.position)}">${kind.entity}</span>` : nothing}<span class="grow"></span>
        ${isNew() ? nothing : html`${copyButton(() => itemToJson(before), 'Copy JSON')}
          <button class="small" @click=${() => copy(before)}>Copy as new</button>
          <button class="small" @click=${remove}>Delete</button>`}
        <button class="plain" aria-label="Close the item" @click=${leaveIt}>✕</button></header>
      ${side && !isNew() ? html`<p class="remark-box">${side.side === 'unfinished delete'
        ? html`<span>The note of a delete: the <strong>${side.of}</strong> <code>${side.holder}</code> is gone, and what refers to it is still going. A service that runs finishes that within two minutes, and takes the note away.</span>`
        : side.side === 'lock' ? html`<span>The lock of <strong>${side.of}</strong>: nobody else can have this value. The design keeps it, and takes it away with the value.</span>`
        : html`<span>The counter of the quota <strong>${side.of}</strong>. The design counts here; another number lets in more or fewer.</span>`}
        ${side.path ? html`<span>${side.side === 'lock' ? 'Held by' : 'Counted for'} <a href=${side.path}>${side.holder}</a></span>` : nothing}</p>` : nothing}
      ${both ? html`<div class="panes">
        <section class="pane" aria-label=${'As ' + kind.entity}><div class="tabs"><h3>As ${kind.entity}</h3></div>${entityView()}</section>
        <section class="pane" aria-label="As stored">${tabsView([['fields', 'Attributes'], ['json', 'DynamoDB JSON']])}${storedView(now)}</section>
      </div>` : html`${tabsView([...(form ? [['form', 'As ' + kind.entity]] : []), ['fields', 'Attributes'], ['json', 'DynamoDB JSON']])}
        ${form && tab === 'form' ? entityView() : storedView(now)}`}
      <footer>
        ${isMoved(now) ? movedView(now) : nothing}
        <div class="row"><button class="primary" ?disabled=${saving || isMoved(now)} @click=${save}>${isNew() ? 'Create' : 'Save'}</button><kbd>Ctrl S</kbd>
          ${isNew() || !isChanged() ? nothing : html`<button class="plain" @click=${() => { start(before, before); redraw(); }}>Undo changes</button>`}
          <span class="grow"></span>${statusView(now)}</div>
      </footer>
    </aside>`;
  }

  function tabsView(tabs) {
    const at = tabs.some(([one]) => one === tab) ? tab : 'fields';
    return html`<div class="tabs" role="tablist">${tabs.map(([one, word]) => html`
      <button role="tab" aria-selected=${at === one} @click=${() => switchTab(one)}>${word}</button>`)}</div>`;
  }

  function switchTab(to) {
    const now = attributes();
    if (now !== null) {
      text = JSON.stringify(now, null, 2);
      tab = to;
    }
    redraw();
  }

  function storedView(now) {
    if (inJson()) {
      return html`<textarea rows="24" aria-label="The item as DynamoDB JSON" spellcheck="false" .value=${text} @input=${(e) => { text = e.target.value; attributesChanged(); }}></textarea>
        ${wrong.has('json') ? html`<div class="wrong-text">${wrong.get('json')}</div>` : nothing}`;
    }
    return fieldsView(node, { keys: isNew() ? [] : keyNames, wrong, changed: attributesChanged, marks: marksOf(now) });
  }

  /** What became of each attribute since the item was stored. */
  function marksOf(now) {
    const marks = new Map();
    if (isNew() || now === null) return marks;
    Object.keys(now).forEach((name) => {
      if (!(name in before)) marks.set(name, { word: 'new', was: 'was not there' });
      else if (!same(before[name], now[name])) marks.set(name, { word: 'changed', was: 'was ' + summary(before[name], 200) });
    });
    return marks;
  }

  /** The one thing there is to say: why it was not saved, why it cannot be, or what saving would write. */
  function statusView(now) {
    if (said) return html`<span class="wrong-text changes" role="alert">${said}</span>`;
    if (saving) return html`<span class="faint small" role="status">saving…</span>`;
    const faulty = faults();
    if (faulty.length > 0) return html`<span class="wrong-text small changes" role="status">cannot be saved: ${faulty.join('; ')}</span>`;
    if (isNew() || now === null) return nothing;
    const changed = [...marksOf(now).keys()];
    const gone = Object.keys(before).filter((name) => !(name in now));
    if (changed.length + gone.length === 0) return html`<span class="faint small">nothing changed</span>`;
    return html`<span class="small changes">${changed.length ? html`<span class="faint">writes</span> <span class="mono">${changed.join(', ')}</span>` : nothing}
      ${gone.length ? html`<span class="faint">removes</span> <span class="mono">${gone.join(', ')}</span>` : nothing}</span>`;
  }

  /** What keeps it from being saved, as far as somebody was told already. */
  function faults() {
    if (wrong.size > 0) return [[...wrong.values()][0]];
    if (!form) return [];
    if (form.problem) return [form.problem.message];
    if (form.wrong.size > 0) return ['a value in the form cannot be read'];
    return [...new Set(form.refused.filter((one) => !isEarly(one)).map(({ message }) => message))];
  }

  /** Of a new item nobody is told at once what is missing; and without its fields it has no key. */
  function isEarly({ field, rule }) {
    return isNew() && rule === 'required' && (fieldOf(field) === undefined || !form.insist && !form.visited.has(field));
  }

  /** Whether something was typed that is not stored. */
  function isChanged() {
    const now = wrong.size === 0 ? fromNode(node, new Map())?.M ?? null : null;
    if (now === null || timer !== null) return true;
    if (isNew()) return form ? [...form.visited].some((name) => form.edited.has(name)) : !same({ M: now }, { M: item });
    return form?.edited.size > 0 || !same({ M: before }, { M: now });
  }

  async function leaveIt() {
    if (!isChanged() || await confirm({ title: 'Leave what you changed?', text: 'It was not saved.', action: 'Leave it' })) close();
  }

  function keyed(e) {
    if (document.querySelector('dialog[open]') || e.defaultPrevented) return;
    if ((e.ctrlKey || e.metaKey) && e.key === 's') { e.preventDefault(); save(); }
    // Else the same key would close the dialog that asks.
    if (e.key === 'Escape') { e.preventDefault(); leaveIt(); }
  }

  function movedView(now) {
    return html`<div class="moved" role="status"><strong>That is another key, so another item.</strong>
      <span>This one stays where it is: <span class="mono">${summary({ M: keyOf(before, keySchema) }, 120)}</span></span>
      <div class="row"><button class="small" @click=${() => copy(now)}>Copy as a new item with that key</button>
        <button class="small" @click=${() => keepKey(now)}>Keep the key</button></div></div>`;
  }

  function entityView() {
    const said = [...form.refused, ...form.judged].filter((one) => !isEarly(one));
    const { problems, others } = placed(form.fields, said.filter(({ rule }) => rule !== 'stale'));
    others.push(...said.filter(({ rule }) => rule === 'stale').map(({ message }) => message));
    const isStale = form.judged.some(({ field, rule }) => rule === 'stale' && !keyNames.includes(field));
    return html`
      ${kind.about ? html`<p class="faint small">${kind.about}</p>` : nothing}
      ${form.problem ? html`<div class="wrong-text" role="alert">${form.problem.message}</div>` : nothing}
      ${wrong.size > 0 ? html`<p class="remark-box">The form waits: something is wrong among the attributes.</p>` : nothing}
      ${others.length > 0 ? html`<div class="remark-box"><strong>By the design</strong><ul>${others.map((message) => html`<li>${message}</li>`)}</ul>
        ${isStale ? html`<button class="small" type="button" @click=${() => { running = follow({ again: true }); }}>Compute again</button>` : nothing}</div>` : nothing}
      ${formView(form.fields, {
        problems,
        locks: new Map(form.fields.map((field) => [field.spec.name, lockOf(field)])),
        changed: fieldChanged,
        left: fieldLeft,
        wrong: form.wrong,
        waiting: wrong.size > 0,
      })}
      ${kind.beside.length ? html`<p class="faint small beside">Saving here writes this item alone. The design's own writes${kind.writers.length ? html`, ${kind.writers.map((pattern, i) => html`${i ? ', ' : ''}<a href=${`/designs/${encodeURIComponent(kind.design)}/patterns/${encodeURIComponent(pattern)}`}>${pattern}</a>`)},` : nothing}
        also ${listed(kind.beside)}.</p>` : nothing}`;
  }

  start(before, item);
  WIDE.addEventListener('change', redraw);
  document.addEventListener('keydown', keyed);
  return {
    view,
    before: () => before,
    leave: () => {
      clearTimeout(timer);
      turn++;
      WIDE.removeEventListener('change', redraw);
      document.removeEventListener('keydown', keyed);
    },
    isBoth: () => form !== null && WIDE.matches,
  };
}

function listed(words) {
  return words.length < 2 ? words.join('') : words.slice(0, -1).join(', ') + ' and ' + words[words.length - 1];
}
