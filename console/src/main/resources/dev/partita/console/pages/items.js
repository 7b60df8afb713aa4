// The items of a table or an index: looked for, shown, edited, carried in and out.
import { html, nothing } from '../lib/lit.js';
import { dynamo, post } from '../lib/api.js';
import { session } from '../app.js';
import { attempt, copyButton, dialog, download, empty, entityColour, failed, notice, remember, waiting, withProgress } from '../lib/ui.js';
import { count, plural, units } from '../lib/format.js';
import { grid } from '../lib/grid.js';
import { editor } from '../lib/editor.js';
import { check, choice, menu } from '../lib/menu.js';
import { FILTER_OPERATORS, fromQuery, indexes, keyOfSource, nothingSought, requestOf, SORT_OPERATORS, toQuery } from '../lib/search.js';
import { batch, FORMATS, readItems } from '../lib/transfer.js';
import { turns } from '../lib/turns.js';
import { keyOf, summary, TYPES, typeOf } from '../lib/values.js';
import { permission } from '../lib/writes.js';

const FIRST_PAGE = 200;
const PAGE = 1000;
const EXPORT_LIMIT = 200_000;
/** So many items are kept in the page at most when all are asked for. */
const MOST_ITEMS = 200_000;
const SCREENFUL = 25;

export function open({ parameters, query, redraw, rewrite }) {
  const name = parameters.table;
  let table = null;
  let problem = null;
  let sought = fromQuery(query);
  let columns = query.get('columns')?.split(',') ?? remember('columns.' + name) ?? null;
  let result = noResult();
  let busy = null;
  let opened = null;
  let reading = null;
  let readingAll = false;
  let narrowed = {};
  let chosen = new Set();
  let entity = query.get('entity') ?? '';
  let forms = null;
  let formsRead = Promise.resolve();
  let left = false;
  const rows = grid({ redraw, nearEnd: () => more() });
  const opening = turns();
  const menus = { create: menu(redraw), columns: menu(redraw), export: menu(redraw) };

  function noResult() {
    return { items: [], entities: new Map(), last: undefined, complete: false, units: 0, scanned: 0, requests: 0, operation: '', problem: null, stopped: false };
  }

  async function load() {
    try {
      const described = (await dynamo('DescribeTable', { TableName: name })).Table;
      if (left) return;
      table = described;
      problem = null;
      redraw();
      formsRead = loadForms();
      await run();
    } catch (e) {
      problem = e;
      redraw();
    }
  }

  /** The entities of this table with their fields, where a design has it. */
  async function loadForms() {
    if (!isDesigned()) return;
    try {
      ({ forms } = await post('forms', { table: name }));
    } catch {
      // Without them items are edited as they are stored.
      forms = [];
    }
    redraw();
  }

  async function run() {
    busy?.abort();
    busy = null;
    result = noResult();
    chosen = new Set();
    rows.toTop();
    link();
    await more();
  }

  function link() {
    const to = new URLSearchParams(toQuery(sought, query.get('columns') ? columns : null));
    if (entity) to.set('entity', entity);
    rewrite('/items/' + encodeURIComponent(name) + (to.size ? '?' + to : ''));
  }

  /** One more page; who asks while one is read waits for that one. */
  function more() {
    if (result.complete || result.problem || result.stopped) return Promise.resolve();
    if (!busy) reading = page();
    return reading;
  }

  /** A page; and on, while filters leave less than a screenful of what was read, until it is stopped. */
  async function page() {
    const mine = new AbortController();
    busy = mine;
    const into = result;
    redraw();
    try {
      const { operation, body } = requestOf(table, sought);
      into.operation = operation;
      const wanted = shown().length + SCREENFUL;
      do {
        const answer = await dynamo(operation, { ...body, Limit: body.FilterExpression || into.requests > 0 ? PAGE : FIRST_PAGE, ExclusiveStartKey: into.last }, { signal: mine.signal });
        // With what they are, in one picture: nothing moves under somebody's pointer when that is known.
        await recognise(into, answer.Items);
        into.items.push(...answer.Items);
        into.last = answer.LastEvaluatedKey;
        into.complete = answer.LastEvaluatedKey === undefined;
        into.units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
        into.scanned += answer.ScannedCount;
        into.requests++;
        redraw();
      } while (busy === mine && !into.complete && shown().length < wanted);
    } catch (e) {
      if (e.name !== 'AbortError') into.problem = e;
    }
    if (busy === mine) busy = null;
    redraw();
  }

  function lookFor(kind) {
    busy?.abort();
    busy = null;
    entity = kind;
    result.stopped = false;
    link();
    redraw();
    if (shown().length < SCREENFUL) more();
  }

  function stop() {
    result.stopped = true;
    busy?.abort();
  }

  /** Where it stopped, by itself or by the person. */
  function goOn() {
    result.stopped = false;
    result.problem = null;
    more();
  }

  /** All the rest, page after page, until it is there or somebody stops it. */
  async function all() {
    const into = result;
    into.stopped = false;
    readingAll = true;
    while (readingAll && into === result && !into.complete && !into.problem && !into.stopped && into.items.length < MOST_ITEMS) await more();
    readingAll = false;
    redraw();
  }

  /** Which entity each item is, by the design whose table this is. */
  async function recognise(into, items) {
    if (items.length === 0 || !isDesigned()) return;
    try {
      const { items: found } = await post('entities', { table: name, items });
      items.forEach((item, i) => { if (found[i]) into.entities.set(item, found[i]); });
    } catch {
      // Without it the items are shown as they are stored.
    }
  }

  /** Those of the entity that is looked for; which one an item is, the design knows and the table does not. */
  function shown() {
    if (entity === '') return result.items;
    const { items, entities } = result;
    if (narrowed.items !== items || narrowed.length !== items.length || narrowed.known !== entities.size || narrowed.entity !== entity) {
      narrowed = { items, length: items.length, known: entities.size, entity, list: items.filter((item) => entities.get(item)?.entity === entity && !entities.get(item).side) };
    }
    return narrowed.list;
  }

  const isDesigned = () => session.designs.some((design) => design.tables.includes(name));
  const kinds = () => session.designs.filter((design) => design.tables.includes(name)).flatMap((design) => design.entities);
  const schema = () => table.KeySchema;
  const idOf = (item) => JSON.stringify(keyOf(item, schema()));
  const keyNames = () => schema().map((part) => part.AttributeName);

  function allColumns() {
    const seen = new Map();
    result.items.slice(0, 500).forEach((item) => Object.keys(item).forEach((attribute) => seen.set(attribute, (seen.get(attribute) ?? 0) + 1)));
    const key = [...new Set([...keyOfSource(table, sought.index).map((part) => part.name), ...keyNames()])];
    return [...key, ...[...seen.keys()].filter((attribute) => !key.includes(attribute)).sort((a, b) => seen.get(b) - seen.get(a) || (a < b ? -1 : 1))];
  }

  function shownColumns() {
    const all = allColumns();
    return columns ? all.filter((one) => columns.includes(one)) : all.slice(0, Math.max(keyNames().length, 9));
  }

  function setColumns(next) {
    columns = next;
    remember('columns.' + name, next);
    redraw();
  }

  // ------------------------------------------------------------------------------------------------ editing

  const isWhole = () => sought.index === '' || indexes(table).find((index) => index.IndexName === sought.index)?.Projection?.ProjectionType === 'ALL';
  const formOf = (found) => (found && !found.side ? forms?.find((form) => form.design === found.design && form.entity === found.entity) ?? null : null);

  /** An index may show only a part of an item; what is edited is all of it. */
  async function openItem(row) {
    let item = row;
    const isWanted = opening.next();
    await formsRead;
    if (!isWhole() && isWanted()) {
      if (!await attempt(async () => { item = (await dynamo('GetItem', { TableName: name, Key: keyOf(row, schema()), ConsistentRead: true })).Item; })) return;
      if (item === undefined && isWanted()) return notice('The item is gone; the index will follow.', { kind: 'error' });
    }
    if (isWanted()) edit({ before: item, item, kind: formOf(result.entities.get(row)), side: sideOf(result.entities.get(row)) }, row);
  }

  /** What an item is that the design keeps beside others, with the way to the one it belongs to. */
  function sideOf(found) {
    if (!found?.side) return null;
    const { side, name: of, holder, holderTable } = found;
    const values = holder ? Object.values(holder).map((value) => Object.values(value)[0]) : [];
    const to = new URLSearchParams(values.length > 1 ? { p: values[0], op: '=', s: values[1] } : { p: values[0] ?? '' });
    return { side, of, holder: holder ? values.join(' · ') : null, path: holder && holderTable ? `/items/${encodeURIComponent(holderTable)}?${to}` : null };
  }

  function newItem(kind) {
    const item = kind ? {} : Object.fromEntries(keyOfSource(table, '').map((part) => [part.name, { [part.type]: '' }]));
    edit({ before: null, item, kind, begin: Boolean(kind) }, null);
  }

  function edit(what, row) {
    closeItem();
    const { kind } = what;
    const from = document.activeElement;
    const mine = {
      row,
      ...editor({
        ...what,
        table: name,
        keySchema: schema(),
        redraw,
        close: () => {
          closeItem();
          // Whoever came by the keyboard goes on where they were.
          if (from?.isConnected) from.focus();
        },
        copy: (item) => edit({ before: null, item, kind }, null),
        remove: () => remove([mine.row]),
        saved: async (item) => {
          const fresh = { ...item };
          if (mine.row === null) result.items = [fresh, ...result.items.filter((one) => idOf(one) !== idOf(fresh))];
          else result.items = result.items.map((one) => (one === mine.row ? fresh : one));
          if (chosen.delete(mine.row)) chosen.add(fresh);
          mine.row = fresh;
          await recognise(result, [fresh]);
          redraw();
        },
      }),
    };
    opened = mine;
    redraw();
    // Below the items where there is no room beside them; and always with its buttons in sight.
    const below = matchMedia('(max-width: 900px)').matches;
    requestAnimationFrame(() => document.querySelector('.editor')?.scrollIntoView({ block: below ? 'start' : 'nearest' }));
  }

  function closeItem() {
    opening.end();
    opened?.leave();
    opened = null;
    redraw();
  }

  async function remove(items) {
    const one = items.length === 1;
    const permit = await permission({
      always: true,
      title: one ? 'Delete this item?' : `Delete ${count(items.length)} items?`,
      text: one ? summary({ M: keyOf(items[0], schema()) }, 200) : `They are deleted from ${name} for good.`,
      action: 'Delete',
      typed: one && !session.where.production ? undefined : one ? 'delete' : `delete ${items.length}`,
    });
    if (permit === null) return;
    const gone = new Set(items);
    const worked = await attempt(async () => {
      if (one) await dynamo('DeleteItem', { TableName: name, Key: keyOf(items[0], schema()) }, { permit });
      else await withProgress('Deleting', items.length, (options) => batch(name, items.map((item) => ({ DeleteRequest: { Key: keyOf(item, schema()) } })), { ...options, permit }));
    });
    if (!worked) {
      // Some may be gone already.
      if (!one) await run();
      return;
    }
    result.items = result.items.filter((item) => !gone.has(item));
    chosen = new Set();
    if (gone.has(opened?.row)) closeItem();
    notice(plural(items.length, 'item') + ' deleted.');
    redraw();
  }

  // ------------------------------------------------------------------------------------- in and out of files

  async function exportAs(format, all) {
    const items = all ? [...shown()] : [...chosen];
    if (all && !result.complete && entity === '') {
      const { operation, body } = requestOf(table, sought);
      const worked = await attempt(() => withProgress('Reading', null, async ({ progress, signal }) => {
        let start = result.last;
        while (start !== undefined && items.length < EXPORT_LIMIT) {
          const answer = await dynamo(operation, { ...body, ExclusiveStartKey: start }, { signal });
          items.push(...answer.Items);
          start = answer.LastEvaluatedKey;
          progress(items.length);
        }
        if (start !== undefined) notice(`The file has the first ${count(items.length)} items; partita copy takes more.`, { millis: 10_000 });
      }));
      if (!worked) return;
    }
    download(`${name}.${FORMATS[format].file}`, FORMATS[format].type, FORMATS[format].write(items));
    notice(plural(items.length, 'item') + ' exported.');
  }

  async function importFile(file) {
    if (!file) return;
    let items;
    const types = Object.fromEntries(table.AttributeDefinitions.map((a) => [a.AttributeName, a.AttributeType]));
    if (!await attempt(async () => {
      items = readItems(await file.text(), types);
      items.forEach((item, i) => keyNames().forEach((key) => {
        if (item[key] === undefined) throw new Error(`Item ${i + 1} has no ${key}, which is part of the key.`);
      }));
    })) return;
    const distinct = [...new Map(items.map((item) => [idOf(item), item])).values()];
    const names = [...new Set(items.slice(0, 50).flatMap((item) => Object.keys(item)))].slice(0, 8);
    const yes = await dialog({
      title: `Import ${plural(distinct.length, 'item')} into ${name}?`,
      wide: true,
      body: (close) => html`
        <p>Items with a key that is there already are replaced.
          ${distinct.length < items.length ? `${plural(items.length - distinct.length, 'item')} in the file have a key that comes again later; the last one counts.` : ''}</p>
        <div class="table-frame preview"><table>
          <thead><tr>${names.map((one) => html`<th>${one}</th>`)}</tr></thead>
          <tbody>${distinct.slice(0, 10).map((item) => html`<tr>${names.map((one) => html`<td>${item[one] ? html`<span class="faint">${typeOf(item[one])}</span> ${summary(item[one], 40)}` : ''}</td>`)}</tr>`)}</tbody>
        </table></div>
        ${distinct.length > 10 ? html`<p class="faint">The first ten of ${count(distinct.length)}.</p>` : nothing}
        <footer><button @click=${() => close(false)}>Cancel</button><button class="primary" @click=${() => close(true)}>Import</button></footer>`,
    });
    const permit = yes ? await permission({ title: 'Import into this table?', text: `This writes ${plural(distinct.length, 'item')} to ${name}.`, action: 'Write' }) : null;
    if (permit === null) return;
    if (await attempt(() => withProgress('Writing', distinct.length, (options) => batch(name, distinct.map((item) => ({ PutRequest: { Item: item } })), { ...options, permit })))) {
      notice(plural(distinct.length, 'item') + ' imported.');
    }
    await run();
  }

  // ------------------------------------------------------------------------------------------------- views

  function searchView() {
    const key = keyOfSource(table, sought.index);
    const partitions = key.filter((part) => part.partition);
    const sorts = key.filter((part) => !part.partition);
    const operator = SORT_OPERATORS[sought.sort.operator];
    const change = (edit) => { edit(); redraw(); };
    const isGlobal = (table.GlobalSecondaryIndexes ?? []).some((index) => index.IndexName === sought.index);
    return html`<form class="card search" @submit=${(e) => { e.preventDefault(); run(); }}>
      <div class="row">
        <label>Look in
          <select name="index" @change=${(e) => change(() => { sought = { ...nothingSought(), filters: sought.filters, index: e.target.value }; columns = null; })}>
            <option value="" ?selected=${sought.index === ''}>${name} (the table)</option>
            ${indexes(table).map((index) => html`<option value=${index.IndexName} ?selected=${sought.index === index.IndexName}>${index.IndexName} (${index.local ? 'local' : 'global'} index)</option>`)}
          </select></label>
        ${partitions.map((part, i) => html`<label>${part.name} <input class="mono" name=${'p' + (i || '')} .value=${sought.partition[i] ?? ''} placeholder="any: scans" spellcheck="false" autocomplete="off"
          @input=${(e) => change(() => { sought.partition[i] = e.target.value; })}></label>`)}
        ${sorts.length > 0 ? html`<label>${sorts[0].name}
          <span class="row tight"><select aria-label="How to compare" @change=${(e) => change(() => { sought.sort.operator = e.target.value; })}>
            ${Object.keys(SORT_OPERATORS).filter((o) => o !== 'begins with' || sorts[0].type !== 'N').map((o) => html`<option ?selected=${o === sought.sort.operator}>${o}</option>`)}</select>
            ${Array.from({ length: operator.values }, (_, i) => html`<input class="mono" aria-label=${'Value of ' + sorts[0].name} name=${'s' + (i || '')} .value=${sought.sort.values[i] ?? ''} placeholder="any" spellcheck="false" autocomplete="off"
              @input=${(e) => change(() => { sought.sort.values[i] = e.target.value; })}>`)}</span></label>` : nothing}
        <span class="row tight end">
          ${sorts.length > 0 ? html`<label class="inline"><input type="checkbox" .checked=${sought.backward} @change=${(e) => change(() => { sought.backward = e.target.checked; })}> Last first</label>` : nothing}
          ${isGlobal ? nothing : html`<label class="inline"><input type="checkbox" .checked=${sought.strong} @change=${(e) => change(() => { sought.strong = e.target.checked; })}> Consistent</label>`}
        </span>
      </div>
      ${sought.filters.map((filter, at) => filterView(filter, at, change))}
      <div class="row">
        <button class="primary">${partitions.every((part, i) => sought.partition[i]) ? 'Query' : 'Scan'}</button>
        <button type="button" @click=${() => change(() => sought.filters.push({ attribute: '', operator: '=', type: 'S', values: ['', ''] }))}>Add a filter</button>
        ${toQuery(sought, null) === '' ? nothing : html`<button type="button" class="plain" @click=${() => { sought = nothingSought(); run(); }}>Clear</button>`}
        <span class="grow"></span>
        ${copyButton(() => location.href, 'Copy link')}
        ${copyButton(() => JSON.stringify(requestOf(table, sought).body, null, 2), 'Copy request')}
      </div>
    </form>`;
  }

  function filterView(filter, at, change) {
    const operator = FILTER_OPERATORS[filter.operator];
    const fields = operator.values === 'many' ? 1 : operator.values;
    return html`<div class="row filter">
      <input class="mono" aria-label="Attribute to filter by" list="attributes" placeholder="attribute" .value=${filter.attribute} spellcheck="false" @input=${(e) => change(() => { filter.attribute = e.target.value; })}>
      <select aria-label="How to filter" @change=${(e) => change(() => { filter.operator = e.target.value; })}>
        ${Object.keys(FILTER_OPERATORS).map((o) => html`<option ?selected=${o === filter.operator}>${o}</option>`)}</select>
      ${fields > 0 && !operator.type ? html`<select aria-label="Type to filter by" @change=${(e) => change(() => { filter.type = e.target.value; })}>
        ${['S', 'N', 'B', 'BOOL', 'NULL'].map((type) => html`<option value=${type} ?selected=${type === filter.type}>${TYPES[type]}</option>`)}</select>` : nothing}
      ${Array.from({ length: fields }, (_, i) => html`<input class="mono" aria-label="Value to filter by" placeholder=${operator.values === 'many' ? 'several, with commas' : 'value'} .value=${filter.values[i] ?? ''} spellcheck="false"
        @input=${(e) => change(() => { filter.values[i] = e.target.value; })}>`)}
      <button type="button" class="plain" aria-label="Remove this filter" @click=${() => change(() => sought.filters.splice(at, 1))}>✕</button>
    </div>`;
  }

  function barView() {
    const picked = [...chosen];
    const wasted = result.scanned > result.items.length && entity === '';
    return html`<div class="row bar">
      <span role="status">${result.requests === 0 ? (busy ? 'Reading…' : nothing) : html`<strong>${plural(shown().length, 'item')}</strong>${result.complete ? '' : ' so far'}
        <span class="faint">· ${result.operation} · ${units(result.units)} read ${result.units === 1 ? 'unit' : 'units'} · ${count(result.scanned)} read${wasted ? html` <span class="tag warn">${count(result.scanned - result.items.length)} filtered out, and paid for</span>` : ''}</span>`}</span>
      ${readingAll ? html`<button class="small" @click=${stop}>Stop</button>`
        : result.items.length > 0 && !result.complete && !result.problem ? html`<button class="small" title=${`All that is left, up to ${count(MOST_ITEMS)} items; each page is read and paid for`} @click=${all}>Read all</button>` : nothing}
      <span class="grow"></span>
      ${picked.length > 0 ? html`<button class="danger" @click=${() => remove(picked)}>Delete ${count(picked.length)}</button>` : nothing}
      ${kinds().length > 0 ? html`<select aria-label="Entity" @change=${(e) => lookFor(e.target.value)}><option value="">every entity</option>
        ${kinds().map((kind) => html`<option ?selected=${kind === entity}>${kind}</option>`)}</select>` : nothing}
      ${newView()}
      ${menus.columns.view('Columns', () => html`
        ${allColumns().map((one) => check(one, shownColumns().includes(one), (on) => setColumns(on ? [...shownColumns(), one] : shownColumns().filter((other) => other !== one))))}
        <hr>${choice('As it was', () => setColumns(null))}`)}
      ${menus.export.view('Export', () => Object.entries(FORMATS).map(([format, { word }]) => choice(word + (picked.length ? `, ${count(picked.length)} chosen` : ', all found'), () => exportAs(format, picked.length === 0))))}
      <label class="button file">Import<input type="file" aria-label="Import items from a file" accept=".json,.ndjson,.jsonl,.csv" @change=${(e) => { importFile(e.target.files[0]); e.target.value = ''; }}></label>
    </div>`;
  }

  /** What is said when a filter has left nothing so far. */
  function noneView() {
    if (busy && result.requests === 0) return waiting('Reading…');
    const whole = result.operation === 'Scan' && sought.index === '' ? Math.max(table.ItemCount, result.scanned) : null;
    const read = `${plural(result.scanned, 'item')} read${whole === null ? '' : ` of about ${count(whole)}`}, and none of them ${entity === '' ? 'fits' : 'is a ' + entity}`;
    if (busy) {
      return html`<div class="empty"><p>${read} yet.</p><p>${whole === null ? html`<progress></progress>` : html`<progress max=${whole} .value=${result.scanned}></progress>`}</p>
        <button @click=${stop}>Stop</button></div>`;
    }
    if (!result.complete) return html`<div class="empty"><h2>Stopped</h2><p>${read}.</p><button @click=${goOn}>Go on</button></div>`;
    return empty('Nothing found', entity !== '' ? `No item ${toQuery(sought, null) === '' ? 'of this table' : 'that was looked for'} is a ${entity}.` : toQuery(sought, null) === '' ? 'The table is empty. Make an item, or import some from a file.' : 'No item fits what is looked for.');
  }

  function footerView() {
    if (result.problem) return failed(result.problem, goOn);
    if (busy) return html`<p class="faint more" role="status">Reading more… <button class="small" @click=${stop}>Stop</button></p>`;
    return result.complete ? nothing : html`<p class="more"><button @click=${goOn}>More</button></p>`;
  }

  function resultView() {
    if (shown().length === 0) return result.problem ? failed(result.problem, result.requests > 0 ? goOn : run) : noneView();
    const withEntities = result.entities.size > 0;
    const key = keyOfSource(table, sought.index).map((part) => part.name);
    const asColumn = (attribute) => ({
      name: attribute,
      title: attribute,
      class: 'mono cut',
      cell: (item) => (item[attribute] === undefined ? html`<span class="faint">–</span>` : html`<span title=${summary(item[attribute], 300)}>${summary(item[attribute], 60)}</span>`),
    });
    const shownKeys = shownColumns().filter((attribute) => key.includes(attribute)).map(asColumn);
    const shownRest = shownColumns().filter((attribute) => !key.includes(attribute)).map(asColumn);
    return rows.view({
      label: 'Items',
      rows: shown(),
      opened: opened?.row,
      onOpen: openItem,
      chosen,
      onChoose: (items, on) => { items.forEach((item) => (on ? chosen.add(item) : chosen.delete(item))); redraw(); },
      columns: withEntities ? [...shownKeys, { name: '', title: 'Entity', cell: (item) => entityTag(result.entities.get(item)) }, ...shownRest] : [...shownKeys, ...shownRest],
      footer: footerView(),
    });
  }

  function entityTag(found) {
    if (found?.side) return html`<span class="entity side ${entityColour(found.position)}">${found.side} of ${found.name}</span>`;
    return found ? html`<span class="entity ${entityColour(found.position)}">${found.entity}</span>` : html`<span class="faint">–</span>`;
  }

  function newView() {
    if (!isDesigned()) return html`<button @click=${() => newItem(null)}>New item</button>`;
    return menus.create.view('New item', () => (forms === null ? html`<span class="faint" role="presentation">Reading…</span>` : html`
      ${forms.map((form) => choice(html`<span class="entity ${entityColour(form.position)}">${form.entity}</span>`, () => newItem(form)))}
      ${choice('Attributes only', () => newItem(null))}`));
  }

  load();
  return {
    title: name,
    leave: () => { left = true; readingAll = false; busy?.abort(); rows.leave(); opening.end(); opened?.leave(); },
    view: () => problem ? failed(problem, load) : table === null ? waiting() : html`<div class="stack items">
      <div class="row"><h1>${name}</h1><span class="grow"></span><a class="button" href=${'/tables/' + encodeURIComponent(name)}>Settings</a></div>
      ${searchView()}
      <datalist id="attributes">${allColumns().map((one) => html`<option value=${one}></option>`)}</datalist>
      ${barView()}
      <div class=${opened ? (opened.isBoth() ? 'split both' : 'split') : ''}>${resultView()}${opened ? opened.view() : nothing}</div>
    </div>`,
  };
}
