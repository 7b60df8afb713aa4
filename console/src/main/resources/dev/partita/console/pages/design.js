// One design: its collections, its patterns, its entities, what is wrong with it, and its text. Follows the file while it is edited.
import { html, nothing } from '../lib/lit.js';
import { dynamo, get, post } from '../lib/api.js';
import { empty, entityColour, failed, waiting } from '../lib/ui.js';
import { plural, units } from '../lib/format.js';
import { turns } from '../lib/turns.js';
import { summary } from '../lib/values.js';

const LOOK_AGAIN_MILLIS = 1500;
const LIVE_ITEMS = 300;
const TABS = { collections: 'Collections', patterns: 'Patterns', entities: 'Entities', findings: 'Findings', file: 'File' };

export function open({ parameters, query, redraw, rewrite }) {
  const name = parameters.design;
  let design = null;
  let text = null;
  let problem = null;
  let tab = query.get('tab') in TABS ? query.get('tab') : 'collections';
  let source = query.get('data') === 'live' ? 'live' : 'samples';
  let shownTable = 0;
  let index = query.get('index') ?? '';
  let liveItems = null;
  let words = '';
  let line = Number(query.get('line')) || 0;
  let scrolledTo = 0;
  let timer = 0;
  const looking = turns();
  const reading = turns();

  async function load() {
    clearTimeout(timer);
    const isLast = looking.next();
    try {
      const next = await get('designs/' + encodeURIComponent(name));
      if (!isLast()) return;
      if (JSON.stringify(next) !== text) {
        text = JSON.stringify(next);
        const first = design === null;
        design = next;
        problem = null;
        redraw();
        if (first && source === 'live' && design.model) loadLive();
      }
    } catch (e) {
      if (!isLast()) return;
      problem = e;
      text = null;
      redraw();
    }
    timer = setTimeout(load, LOOK_AGAIN_MILLIS);
  }
  load();

  function showTab(next) {
    tab = next;
    scrolledTo = 0;
    link();
    redraw();
  }

  function link() {
    const to = new URLSearchParams();
    if (tab !== 'collections') to.set('tab', tab);
    if (index) to.set('index', index);
    if (source === 'live') to.set('data', 'live');
    if (tab === 'file' && line) to.set('line', line);
    rewrite('/designs/' + encodeURIComponent(name) + (to.size ? '?' + to : ''));
  }

  const positionOf = (entity) => design.model.entities.findIndex((one) => one.name === entity);
  const tag = (entity) => html`<span class="entity ${entityColour(Math.max(0, positionOf(entity)))}">${entity}</span>`;

  // ------------------------------------------------------------------------------------------ collections

  async function loadLive() {
    liveItems = null;
    redraw();
    const table = design.model.tables[shownTable];
    const isLast = reading.next();
    let found;
    try {
      const { Items: items } = await dynamo('Scan', { TableName: table.name, Limit: LIVE_ITEMS });
      const { items: known } = items.length ? await post('entities', { table: table.name, items }) : { items: [] };
      found = items.map((item, i) => ({ item, entity: known[i]?.entity ?? null, side: known[i]?.side ? `${known[i].side} of ${known[i].name}` : null }));
    } catch (e) {
      found = e;
    }
    if (!isLast()) return;
    liveItems = found;
    redraw();
  }

  function collectionItems(table) {
    if (source === 'live') return liveItems;
    return design.model.entities.filter((entity) => entity.table === table.id)
      .flatMap((entity) => (design.sampleItems[entity.name] ?? []).map((item) => ({ item, entity: entity.name })));
  }

  function collectionsView() {
    const { tables } = design.model;
    const table = tables[shownTable] ?? tables[0];
    const chosen = table.indexes.find((one) => one.name === index);
    const partition = chosen ? chosen.partition : [table.partition];
    const sort = chosen ? chosen.sort : table.sort ? [table.sort] : [];
    const items = collectionItems(table);
    return html`
      <div class="row">
        ${tables.length > 1 ? html`<label>Table <select @change=${(e) => { shownTable = Number(e.target.value); index = ''; link(); if (source === 'live') loadLive(); else redraw(); }}>
          ${tables.map((one, i) => html`<option value=${i} ?selected=${i === shownTable}>${one.name}</option>`)}</select></label>` : nothing}
        <label>Seen through <select name="through" @change=${(e) => { index = e.target.value; link(); redraw(); }}>
          <option value="">the table</option>${table.indexes.map((one) => html`<option value=${one.name} ?selected=${one.name === index}>${one.name}</option>`)}</select></label>
        <label>Items <select name="source" @change=${(e) => { source = e.target.value; link(); if (source === 'live') loadLive(); else redraw(); }}>
          <option value="samples">the design's samples</option><option value="live" ?selected=${source === 'live'}>what is stored</option></select></label>
        <span class="grow"></span>
        <span class="row legend">${design.model.entities.filter((entity) => entity.table === table.id).map((entity) => tag(entity.name))}</span>
      </div>
      ${chosen?.about ? html`<p class="faint">${chosen.about}</p>` : nothing}
      ${items === null ? waiting() : items instanceof Error ? failed(items, loadLive) : chart(items, partition, sort, chosen, [table.partition, table.sort])}`;
  }

  function chart(items, partition, sort, chosen, tableKey) {
    const keyed = items.filter(({ item }) => [...partition, ...sort].every((attribute) => item[attribute] !== undefined));
    if (keyed.length === 0) {
      return empty(chosen ? 'No item is in this index' : 'There are no items', source === 'samples' ? 'Write some under samples: in the design.' : 'Nothing is stored yet.');
    }
    // Partitions are in no order; the ones with most to show come first.
    const groups = new Map();
    keyed.forEach((one) => {
      const key = partition.map((attribute) => plain(one.item[attribute])).join(' · ');
      groups.set(key, [...(groups.get(key) ?? []), one]);
    });
    // Every index has the table's key.
    const visible = (attribute) => !chosen || chosen.projection === 'ALL' || [...partition, ...sort, ...tableKey, ...(chosen.projected ?? [])].includes(attribute);
    return html`<div class="chart" role="table" aria-label="Item collections">
      <div class="chart-head" role="row"><span role="columnheader">${partition.join(', ')}</span><span role="columnheader">${sort.join(', ') || 'items'}</span><span role="columnheader">attributes</span></div>
      ${[...groups].sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1)).map(([key, members]) => html`<div class="collection" role="rowgroup">
        <div class="partition mono">${keyParts(key)}<div class="faint small">${plural(members.length, 'item')}</div></div>
        <div class="members">${members.sort((a, b) => compare(a.item, b.item, sort)).map(({ item, entity, side }) => html`
          <div class="member ${entity ? entityColour(Math.max(0, positionOf(entity))) : ''}" role="row">
            <div class="sort mono" role="cell">${sort.map((attribute) => keyParts(plain(item[attribute])))}<div class="entity small">${side ?? entity ?? 'unknown'}</div></div>
            <div class="attributes" role="cell">${Object.keys(item).filter((attribute) => !partition.includes(attribute) && !sort.includes(attribute) && visible(attribute)).map((attribute) => html`
              <span class="attribute"><span class="faint">${attribute}</span> ${summary(item[attribute], 48)}</span>`)}</div>
          </div>`)}</div>
      </div>`)}</div>
      ${source === 'live' && items.length === LIVE_ITEMS ? html`<p class="faint">The first ${LIVE_ITEMS} items of the table.</p>` : nothing}`;
  }

  /** The parts of a key, so that the eye finds them. */
  function keyParts(value) {
    const parts = value.split(design.model.separator);
    return parts.map((part, i) => html`${i > 0 ? html`<span class="separator">${design.model.separator}</span>` : nothing}<span class=${/^[A-Z_]+$/.test(part) ? 'literal' : 'part'}>${part}</span>`);
  }

  // --------------------------------------------------------------------------------------------- patterns

  function patternsView() {
    const fits = (pattern) => words === '' || [pattern.name, pattern.about, pattern.verb, ...pattern.entities].join(' ').toLowerCase().includes(words.toLowerCase());
    const patterns = design.model.patterns.filter(fits);
    return html`
      <div class="row"><input type="search" aria-label="Filter the patterns" placeholder="Filter" .value=${words} @input=${(e) => { words = e.target.value; redraw(); }}>
        <span class="faint">${patterns.length === design.model.patterns.length ? plural(patterns.length, 'pattern') : `${patterns.length} of ${design.model.patterns.length}`}</span></div>
      <div class="table-frame"><table>
        <thead><tr><th>Pattern</th><th>Does</th><th>By</th><th>Served by</th><th class="number">Requests</th><th class="number">Read units</th><th class="number">Write units</th><th>Cache</th><th>Who</th></tr></thead>
        <tbody>${patterns.map(patternRow)}</tbody></table></div>`;
  }

  function patternRow(pattern) {
    const plan = pattern.plan;
    return html`<tr>
      <td><a href=${`/designs/${encodeURIComponent(name)}/patterns/${encodeURIComponent(pattern.name)}`}>${pattern.name}</a>
        ${pattern.ids.map((id) => html` <span class="faint small id">${id}</span>`)}</td>
      <td>${pattern.verb} ${pattern.entities.map((entity) => (positionOf(entity) < 0 ? html`<span>${entity} </span>` : tag(entity)))}</td>
      <td class="mono">${pattern.by.join(', ')}</td>
      <td>${plan ? servedBy(plan) : html`<span class="tag bad">nothing</span>`}</td>
      <td class="number">${plan ? range(plan.requests) : ''}</td>
      <td class="number">${plan?.readUnits === undefined ? '' : units(plan.readUnits)}</td>
      <td class="number">${plan?.writeUnits === undefined ? '' : units(plan.writeUnits)}</td>
      <td>${pattern.cacheSeconds ? duration(pattern.cacheSeconds) : ''}</td>
      <td>${pattern.allow.join(', ')}</td></tr>`;
  }

  // -------------------------------------------------------------------------------------------- entities

  function entityView(entity) {
    return html`<section class="card stack" id=${'entity-' + entity.name}>
      <h2>${tag(entity.name)}</h2>
      ${entity.about ? html`<p>${entity.about}</p>` : nothing}
      <div class="table-frame"><table><thead><tr><th>Seen in</th><th>Key</th></tr></thead><tbody>
        <tr><td>the table</td><td class="mono">${templates(entity.key)}</td></tr>
        ${entity.indexes.map((one) => html`<tr><td>${one.index}${one.when ? html` <span class="faint">when ${one.when}</span>` : nothing}</td><td class="mono">${templates(one.keys)}</td></tr>`)}
      </tbody></table></div>
      <details><summary>${plural(entity.attributes.length, 'attribute')}</summary>
        <div class="table-frame"><table><thead><tr><th>Name</th><th>Type</th><th>Stored as</th><th></th></tr></thead><tbody>
          ${entity.attributes.map((attribute) => html`<tr><td class="mono">${attribute.name}</td><td>${attribute.type}</td><td class="mono">${attribute.stored ?? html`<span class="faint">in the key</span>`}</td>
            <td>${attribute.required ? html`<span class="tag">required</span> ` : nothing}${attribute.hidden ? html`<span class="tag warn">hidden</span> ` : nothing}${attribute.computed ? html`<span class="tag">computed</span> ` : nothing}<span class="faint">${attribute.about ?? ''}</span></td></tr>`)}
        </tbody></table></div></details>
    </section>`;
  }

  // ------------------------------------------------------------------------------------ findings and file

  function findingsView() {
    if (design.findings.length === 0) return empty('Nothing to complain about', 'Every pattern has its request, and no rule objects.');
    return html`<div class="table-frame"><table>
      <thead><tr><th class="number narrow">Line</th><th class="narrow"></th><th>What is wrong</th><th>Rule</th></tr></thead>
      <tbody>${[...design.findings].sort(worstFirst).map((finding) => html`<tr>
        <td class="number"><button class="link" @click=${() => { line = finding.line; showTab('file'); }}>${finding.line}:${finding.column}</button></td>
        <td><span class="tag ${{ error: 'bad', warning: 'warn' }[finding.severity] ?? ''}">${finding.severity}</span></td>
        <td><strong>${finding.subject}</strong> ${finding.message}${finding.advice ? html`<div class="faint">${finding.advice}</div>` : nothing}</td>
        <td class="mono faint">${finding.rule}</td></tr>`)}</tbody></table></div>`;
  }

  /** Only the text moves, and only once: whoever reads on is not called back. */
  function scrollTo(number) {
    const there = document.getElementById('L' + number);
    if (!there) return;
    scrolledTo = number;
    const frame = there.closest('pre');
    frame.scrollTop += there.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 2;
  }

  function fileView() {
    const marks = new Map();
    design.findings.forEach((finding) => marks.set(finding.line, [...(marks.get(finding.line) ?? []), finding]));
    if (line && line !== scrolledTo) requestAnimationFrame(() => scrollTo(line));
    return html`<p class="faint">${design.file}, as it is now</p><pre class="file" tabindex="0">${design.text.split('\n').map((content, i) => html`<span
      id=${'L' + (i + 1)} class="code-line ${i + 1 === line ? 'here' : ''} ${marks.has(i + 1) ? 'marked' : ''}"><span class="line-number" aria-hidden="true">${i + 1}</span>${content}
</span>${(marks.get(i + 1) ?? []).map((finding) => html`<span class="remark ${finding.severity}">${' '.repeat(4 + finding.column)}^ ${finding.rule}: ${finding.message}
</span>`)}`)}</pre>`;
  }

  function view() {
    const tabs = design.model ? TABS : { findings: TABS.findings, file: TABS.file };
    const at = tab in tabs ? tab : 'findings';
    const issues = design.findings.length;
    return html`<div class="stack">
      <div class="row"><h1>${design.name}</h1><span class="grow"></span><a class="button" href=${'/api/' + encodeURIComponent(design.name) + '/docs'}>REST</a></div>
      <p>${design.about ?? nothing}</p>
      ${design.errors ? html`<p class="banner">The file has ${plural(design.errors, 'error')}. What is served is the design as it was when it last worked.</p>` : nothing}
      <div class="tabs" role="tablist">${Object.entries(tabs).map(([key, word]) => html`<button role="tab" aria-selected=${at === key} @click=${() => showTab(key)}>${word}${key === 'findings' && issues ? html` <span class="tag ${design.errors ? 'bad' : 'warn'}">${issues}</span>` : nothing}</button>`)}</div>
      <div role="tabpanel" class="stack">
        ${at === 'collections' ? collectionsView() : at === 'patterns' ? patternsView() : at === 'entities' ? design.model.entities.map(entityView) : at === 'findings' ? findingsView() : fileView()}
      </div></div>`;
  }

  return {
    title: name,
    leave: () => { looking.end(); clearTimeout(timer); },
    view: () => (problem ? failed(problem, load) : design === null ? waiting() : view()),
  };
}

export function servedBy(plan) {
  const steps = plan.steps.map((step) => (typeof step === 'string'
    ? step.split(/[\s,]/)[0]
    : step.operation + (step.index ? ' on ' + step.index : '')));
  return steps.filter((step, i) => step && steps.indexOf(step) === i).join(', then ');
}

const SEVERITIES = ['error', 'warning', 'advice'];

/** Errors keep a design from running, so they come first; alike ones by their place in the file. */
function worstFirst(one, other) {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) || one.line - other.line || one.column - other.column;
}

function range(requests) {
  return requests.fewest === requests.most ? String(requests.fewest) : `${requests.fewest}–${requests.most ?? 'many'}`;
}

function templates(keys) {
  return Object.entries(keys).map(([attribute, template], i) => html`${i > 0 ? ', ' : ''}<span class="faint">${attribute}</span> = ${template}`);
}

function duration(seconds) {
  return seconds % 3600 === 0 ? seconds / 3600 + ' h' : seconds % 60 === 0 ? seconds / 60 + ' min' : seconds + ' s';
}

function plain(value) {
  return String(Object.values(value)[0]);
}

/** As DynamoDB sorts: numbers by value, text by its bytes. */
function compare(one, other, sort) {
  for (const attribute of sort) {
    const [a, b] = [one[attribute], other[attribute]];
    const order = a.N !== undefined && b.N !== undefined ? Number(a.N) - Number(b.N) : plain(a) < plain(b) ? -1 : plain(a) > plain(b) ? 1 : 0;
    if (order !== 0) return order;
  }
  return 0;
}
