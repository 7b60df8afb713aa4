// What happens right now: requests, units, latency, the busiest partitions, and the changes of a table as they come.
import { html, nothing } from '../lib/lit.js';
import { dynamo, get, metrics, tableNames } from '../lib/api.js';
import { session } from '../app.js';
import { empty, failed, waiting } from '../lib/ui.js';
import { count, millis, plural, time, units } from '../lib/format.js';
import { heatMap, timeChart } from '../lib/chart.js';
import { turns } from '../lib/turns.js';
import { same, summary } from '../lib/values.js';

const TICK_MILLIS = 1000;
const SPANS = { 60_000: '1 minute', 300_000: '5 minutes', 900_000: '15 minutes' };
const MOST_CHANGES = 500;

export function open({ redraw }) {
  let seconds = [];
  let counted = [];
  let before = null;
  let closed = false;
  let heat = [];
  let heatStep = 5000;
  let now = Date.now();
  let length = 60_000;
  let paused = false;
  let problem = null;
  let span = null;
  let groups = null;
  let timer = 0;
  const ticking = turns();
  const picking = turns();
  const tail = streamTail(redraw);

  async function tick() {
    clearTimeout(timer);
    const isLast = ticking.next();
    if (!paused) {
      try {
        const from = seconds.length ? seconds.at(-1).t + 1000 : Date.now() - 900_000;
        const answer = await get('live?from=' + from);
        if (!isLast()) return;
        now = answer.now;
        seconds = [...seconds, ...answer.seconds].filter(({ t }) => t > now - 900_000);
        heat = answer.heat;
        heatStep = answer.heatStep;
        problem = null;
        await countUp();
        await tail.read();
      } catch (e) {
        if (isLast()) problem = e;
      }
      if (!isLast()) return;
      redraw();
    }
    timer = setTimeout(tick, TICK_MILLIS);
  }
  tick();

  /** What the service counts since it started, as what came in between. */
  async function countUp() {
    if (closed) return;
    let sums;
    try {
      sums = await metrics();
    } catch (e) {
      closed = e.status === 401;
      if (closed) return;
      throw e;
    }
    const at = { t: Math.floor(now / 1000) * 1000, hits: sums.partita_cache_hits_total ?? 0, misses: sums.partita_cache_misses_total ?? 0, expired: sums.partita_ttl_deletions_total ?? 0 };
    if (before && at.t > before.t) {
      const seconds = (at.t - before.t) / 1000;
      const since = (name) => Math.max(0, at[name] - before[name]) / seconds;
      counted = [...counted, { t: at.t - 1000, hits: since('hits'), misses: since('misses'), expired: since('expired') }].filter(({ t }) => t > now - 900_000);
    }
    if (!before || at.t > before.t) before = at;
  }

  async function pick(from, to) {
    span = { from, to };
    groups = null;
    redraw();
    const isLast = picking.next();
    const found = await get(`live/requests?from=${Math.floor(from)}&to=${Math.ceil(to)}`).then((answer) => answer.groups, (e) => e);
    if (!isLast()) return;
    groups = found;
    redraw();
  }

  function charts() {
    const to = Math.floor(now / 1000) * 1000;
    const from = to - length;
    const shown = seconds.filter(({ t }) => t >= from);
    const values = (of) => shown.map((second) => ({ t: second.t, v: of(second) }));
    const since = (name) => counted.filter(({ t }) => t >= from).map((one) => ({ t: one.t, v: one[name] }));
    const common = { from, to, onSpan: pick, span };
    return html`<div class="charts">
      ${timeChart({ ...common, title: 'Requests a second', format: short, series: [{ name: 'all', values: values((s) => s.requests), area: true }, { name: 'refused', values: values((s) => s.refused) }] })}
      ${timeChart({ ...common, title: 'Units a second', format: short, series: [{ name: 'read', values: values((s) => s.read), area: true }, { name: 'write', values: values((s) => s.write) }] })}
      ${timeChart({ ...common, title: 'Latency', format: (v) => (v === 0 ? '0' : millis(v / 1000)), series: [{ name: 'median', values: values((s) => s.p50), area: true }, { name: 'p99', values: values((s) => s.p99) }] })}
      ${closed ? nothing : timeChart({ ...common, title: 'Cache a second', format: short, series: [{ name: 'hits', values: since('hits'), area: true }, { name: 'misses', values: since('misses') }] })}
      ${session.where.here && !closed ? timeChart({ ...common, title: 'Expired a second', format: short, series: [{ name: 'deleted', values: since('expired'), area: true }] }) : nothing}
    </div>
    ${closed ? html`<p class="faint">Cache hits and expired items are counted in /metrics, which asks for its token here, so they are not drawn.</p>` : nothing}`;
  }

  function hotView() {
    const to = Math.floor(now / heatStep) * heatStep + heatStep;
    const from = to - Math.max(length, 60_000);
    const rows = heat.map((row) => ({
      label: row.partition,
      title: `${row.table}: ${row.partition}, ${plural(row.requests, 'request')}, ${units(row.units)} units`,
      cells: new Map(Object.entries(row.steps).map(([t, n]) => [Number(t), n]).filter(([t]) => t >= from)),
    })).filter((row) => row.cells.size > 0);
    return html`<section class="stack" aria-labelledby="busiest"><h2 id="busiest">Busiest partitions</h2>
      ${rows.length === 0 ? html`<p class="faint">None yet.</p>` : heatMap({ rows, from, to, step: heatStep, onPick: pick })}</section>`;
  }

  function groupsView() {
    if (!span) return html`<p class="faint">Drag over a chart${heat.length ? ', or click the map below,' : ''} to see the requests behind a moment.</p>`;
    return html`<section class="card stack" aria-label="Requests in the span">
      <div class="row"><h2>${time(new Date(span.from))} to ${time(new Date(span.to))}</h2><span class="grow"></span><button class="small" @click=${() => { picking.end(); span = null; groups = null; redraw(); }}>Close</button></div>
      ${groups === null ? waiting() : groups instanceof Error ? failed(groups) : groups.length === 0 ? html`<p class="faint">Nothing was asked.</p>` : html`<div class="table-frame"><table>
        <thead><tr><th class="number">Requests</th><th>Operation</th><th>Where</th><th>Partition</th><th>From</th><th class="number">Items</th><th class="number">Read</th><th class="number">Write</th><th class="number">Median</th><th class="number">Slowest</th></tr></thead>
        <tbody>${groups.map((group) => html`<tr><td class="number">${count(group.requests)}</td><td>${group.operation}${group.refusal ? html` <span class="tag bad">${group.refusal}</span>` : nothing}</td>
          <td>${group.table ?? ''}${group.index ? ' · ' + group.index : ''}</td><td class="mono">${group.partition && group.table && !group.index ? html`<a href=${`/items/${encodeURIComponent(group.table)}?p=${encodeURIComponent(group.partition)}`}>${group.partition}</a>` : group.partition ?? ''}</td>
          <td>${group.source}</td><td class="number">${count(group.items)}</td><td class="number">${units(group.read)}</td><td class="number">${units(group.write)}</td>
          <td class="number">${millis(group.p50 / 1000)}</td><td class="number">${millis(group.slowest / 1000)}</td></tr>`)}</tbody></table></div>`}
    </section>`;
  }

  return {
    title: 'Live',
    leave: () => { ticking.end(); clearTimeout(timer); },
    view: () => html`<div class="stack sections"><div class="stack">
      <div class="row"><h1>Live</h1><span class="grow"></span>
        <select aria-label="How far back" @change=${(e) => { length = Number(e.target.value); redraw(); }}>${Object.entries(SPANS).map(([value, word]) => html`<option value=${value} ?selected=${Number(value) === length}>${word}</option>`)}</select>
        <button aria-pressed=${paused} @click=${() => { paused = !paused; redraw(); }}>${paused ? 'Go on' : 'Pause'}</button></div>
      ${session.where.here ? nothing : html`<p class="faint">The tables are at ${session.where.label}. Seen here is what this service sends there; what other programs ask of them, and which items expire, is not. The changes below are everybody's.</p>`}
      ${problem ? failed(problem, tick) : nothing}
      ${charts()}${groupsView()}</div>${hotView()}${tail.view()}
    </div>`,
  };
}

function short(v) {
  return v >= 10_000 ? (v / 1000).toFixed(0) + 'k' : v >= 1000 ? (v / 1000).toFixed(1) + 'k' : v % 1 === 0 ? String(v) : v.toFixed(v < 1 ? 2 : 1);
}

/** The changes of one table, newest first, from its stream. */
function streamTail(redraw) {
  let tables = null;
  let chosen = '';
  let shards = new Map();
  let changes = [];
  let problem = null;
  let opened = null;
  const following = turns();
  let isFollowed = following.next();

  async function list() {
    try {
      const described = await Promise.all((await tableNames()).map(async (name) => (await dynamo('DescribeTable', { TableName: name })).Table));
      tables = described.filter((table) => table.StreamSpecification?.StreamEnabled);
      problem = null;
    } catch (e) {
      problem = e;
    }
    redraw();
  }
  list();

  function follow(name) {
    isFollowed = following.next();
    chosen = name;
    changes = [];
    shards = new Map();
    opened = null;
    problem = null;
    redraw();
  }

  async function read() {
    const table = tables?.find((one) => one.TableName === chosen);
    if (!table) return;
    // Of this table alone: the person may choose another one while the stream answers.
    const [isMine, iterators] = [isFollowed, shards];
    try {
      const { StreamDescription: stream } = await dynamo('DescribeStream', { StreamArn: table.LatestStreamArn });
      for (const shard of stream.Shards) {
        const ended = shard.SequenceNumberRange?.EndingSequenceNumber !== undefined;
        if (!iterators.has(shard.ShardId) && !ended) {
          const type = iterators.size === 0 ? 'LATEST' : 'TRIM_HORIZON';
          iterators.set(shard.ShardId, (await dynamo('GetShardIterator', { StreamArn: table.LatestStreamArn, ShardId: shard.ShardId, ShardIteratorType: type })).ShardIterator);
        }
      }
      for (const [shard, iterator] of iterators) {
        if (!iterator) continue;
        const answer = await dynamo('GetRecords', { ShardIterator: iterator, Limit: 200 });
        iterators.set(shard, answer.NextShardIterator ?? null);
        if (!isMine()) return;
        changes = [...answer.Records.reverse(), ...changes].slice(0, MOST_CHANGES);
      }
      if (isMine()) problem = null;
    } catch (e) {
      if (!isMine()) return;
      problem = e;
      shards = new Map();
    }
  }

  function row(record) {
    const change = record.dynamodb;
    const key = summary({ M: change.Keys }, 90);
    const expired = record.userIdentity?.PrincipalId === 'dynamodb.amazonaws.com' || record.userIdentity?.principalId === 'dynamodb.amazonaws.com';
    const kind = { INSERT: 'good', MODIFY: '', REMOVE: 'bad' }[record.eventName];
    return html`<tr><td class="mono faint">${time(new Date(change.ApproximateCreationDateTime * 1000))}</td><td><span class="tag ${kind}">${record.eventName.toLowerCase()}</span>${expired ? html` <span class="tag">expired</span>` : nothing}</td>
      <td><button class="link mono" aria-expanded=${opened === record} @click=${() => { opened = opened === record ? null : record; redraw(); }}>${key}</button>
        ${opened === record ? difference(change) : html`<div class="faint small">${briefly(change)}</div>`}</td></tr>`;
  }

  function names({ OldImage: before, NewImage: after }) {
    return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !same(before?.[name], after?.[name]));
  }

  function briefly(change) {
    if (!change.OldImage || !change.NewImage) return '';
    const changed = names(change);
    return changed.length === 0 ? 'nothing differs' : changed.join(', ');
  }

  function difference(change) {
    const view = tables.find((one) => one.TableName === chosen)?.StreamSpecification.StreamViewType;
    if (!change.OldImage && !change.NewImage) return html`<p class="faint">The stream keeps only keys.</p>`;
    const both = Boolean(change.OldImage && change.NewImage) || view === 'NEW_AND_OLD_IMAGES';
    const all = [...new Set([...Object.keys(change.OldImage ?? {}), ...Object.keys(change.NewImage ?? {})])].sort();
    return html`<div class="table-frame"><table><thead><tr><th>Attribute</th><th>Before</th><th>After</th></tr></thead><tbody>
      ${all.map((name) => html`<tr class=${!both ? '' : same(change.OldImage?.[name], change.NewImage?.[name]) ? 'faint' : 'differs'}><td class="mono">${name}</td>
        <td>${change.OldImage?.[name] ? summary(change.OldImage[name], 200) : '–'}</td><td>${change.NewImage?.[name] ? summary(change.NewImage[name], 200) : '–'}</td></tr>`)}</tbody></table></div>
      ${both ? nothing : html`<p class="faint">The stream of this table keeps one side only.</p>`}`;
  }

  return {
    read,
    view: () => html`<section class="stack" aria-labelledby="changes"><div class="row"><h2 id="changes">Changes</h2>
      ${tables?.length ? html`<select aria-label="Table to follow" @change=${(e) => follow(e.target.value)}><option value="">choose a table</option>${tables.map((table) => html`<option ?selected=${table.TableName === chosen}>${table.TableName}</option>`)}</select>` : nothing}</div>
      ${problem ? failed(problem, tables === null ? list : read) : tables === null ? waiting() : tables.length === 0 ? empty('No table has a stream', 'Switch one on in the settings of a table to see its changes here.')
        : chosen === '' ? html`<p class="faint">Changes appear here as they are made.</p>` : changes.length === 0 ? html`<p class="faint" role="status">Waiting for changes of ${chosen}.</p>`
          : html`<div class="table-frame"><table><thead><tr><th class="narrow">Time</th><th class="narrow"></th><th>Item</th></tr></thead><tbody>${changes.map(row)}</tbody></table></div>`}</section>`,
  };
}
