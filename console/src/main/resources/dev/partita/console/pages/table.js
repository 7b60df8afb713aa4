// One table: what it is, and everything that can be changed about it.
import { html, nothing } from '../lib/lit.js';
import { dynamo } from '../lib/api.js';
import { attempt, copyButton, failed, notice, waiting, withProgress } from '../lib/ui.js';
import { permission } from '../lib/writes.js';
import { count, plural, size } from '../lib/format.js';
import { indexes, keyOfSource } from '../lib/search.js';
import { addIndex, run } from '../lib/table-forms.js';
import { turns } from '../lib/turns.js';
import { keyOf } from '../lib/values.js';
import { batch } from '../lib/transfer.js';

const VIEWS = { NEW_AND_OLD_IMAGES: 'new and old images', NEW_IMAGE: 'new images', OLD_IMAGE: 'old images', KEYS_ONLY: 'keys only' };
const LOOK_AGAIN_MILLIS = 1000;

export function open({ parameters, redraw, go }) {
  const name = parameters.table;
  let table = null;
  let expiry = null;
  let tags = null;
  let recovery = null;
  let problem = null;
  let timer = 0;
  const looking = turns();

  async function load() {
    clearTimeout(timer);
    const isLast = looking.next();
    try {
      const described = (await dynamo('DescribeTable', { TableName: name })).Table;
      const told = await Promise.all([
        ifTold('DescribeTimeToLive', { TableName: name }, (answer) => answer.TimeToLiveDescription),
        ifTold('ListTagsOfResource', { ResourceArn: described.TableArn }, (answer) => answer.Tags ?? []),
        ifTold('DescribeContinuousBackups', { TableName: name }, (answer) => answer.ContinuousBackupsDescription.PointInTimeRecoveryDescription),
      ]);
      if (!isLast()) return;
      [expiry, tags, recovery] = told;
      table = described;
      problem = null;
      const restless = table.TableStatus !== 'ACTIVE' || (table.GlobalSecondaryIndexes ?? []).some((index) => index.IndexStatus !== 'ACTIVE');
      if (restless) timer = setTimeout(load, LOOK_AGAIN_MILLIS);
    } catch (e) {
      if (!isLast()) return;
      problem = e;
    }
    redraw();
  }
  load();

  /** The refusal, when the endpoint has no such thing or does not tell us: the rest of the page is still worth showing. */
  async function ifTold(operation, body, of) {
    try {
      return of(await dynamo(operation, body));
    } catch (refused) {
      if (refused.unreachable) throw refused;
      return refused;
    }
  }

  /** Changes something and looks at what came of it. */
  async function change(done, call) {
    if (await attempt(call)) notice(done);
    await load();
  }

  async function empty() {
    const permit = await permission({ always: true, title: 'Delete all items?', text: `The table ${name} stays; its ${plural(table.ItemCount, 'item')} are deleted for good, and every deletion is a write.`, action: 'Delete all items', typed: name });
    if (permit === null) return;
    let done = 0;
    await attempt(() => withProgress('Deleting', table.ItemCount, async ({ progress, signal }) => {
      let start;
      do {
        const names = Object.fromEntries(table.KeySchema.map((part, i) => ['#k' + i, part.AttributeName]));
        const page = await dynamo('Scan', { TableName: name, ProjectionExpression: Object.keys(names).join(', '), ExpressionAttributeNames: names, ExclusiveStartKey: start }, { signal });
        const before = done;
        await batch(name, page.Items.map((item) => ({ DeleteRequest: { Key: keyOf(item, table.KeySchema) } })), { progress: (n) => { done = before + n; progress(done); }, signal, permit });
        start = page.LastEvaluatedKey;
      } while (start !== undefined);
    }));
    notice(plural(done, 'item') + ' deleted.');
    await load();
  }

  async function remove() {
    const permit = await permission({ always: true, title: 'Delete this table?', text: 'The table, its indexes and all of its items are gone for good.', action: 'Delete the table', typed: name });
    if (permit !== null && await attempt(() => dynamo('DeleteTable', { TableName: name }, { permit }))) {
      notice(name + ' is deleted.');
      go('/tables');
    }
  }

  function editExpiry() {
    let attribute = expiry.AttributeName ?? 'ttl';
    return run({
      title: 'Expiry',
      action: expiry.AttributeName ? 'Switch off' : 'Switch on',
      fields: () => html`<p>Items whose attribute holds a time in the past, in seconds since 1970, are deleted.</p>
        <label>Attribute <input required .value=${attribute} ?readonly=${expiry.AttributeName} @input=${(e) => { attribute = e.target.value; }}></label>`,
      submit: async () => {
        await dynamo('UpdateTimeToLive', { TableName: name, TimeToLiveSpecification: { AttributeName: attribute, Enabled: !expiry.AttributeName } });
        return true;
      },
    }).then(load);
  }

  function editBilling() {
    const form = { provisioned: table.BillingModeSummary?.BillingMode !== 'PAY_PER_REQUEST', read: table.ProvisionedThroughput?.ReadCapacityUnits || 5, write: table.ProvisionedThroughput?.WriteCapacityUnits || 5 };
    return run({
      title: 'Billing',
      action: 'Change',
      fields: (draw) => html`<label>Mode <select @change=${(e) => { form.provisioned = e.target.value === 'provisioned'; draw(); }}>
        <option value="on-demand">on demand</option><option value="provisioned" ?selected=${form.provisioned}>provisioned</option></select></label>
        ${form.provisioned ? html`<div class="row"><label>Read units <input type="number" min="1" .value=${form.read} @input=${(e) => { form.read = Number(e.target.value); }}></label>
          <label>Write units <input type="number" min="1" .value=${form.write} @input=${(e) => { form.write = Number(e.target.value); }}></label></div>` : nothing}`,
      submit: async () => {
        const units = { ReadCapacityUnits: form.read, WriteCapacityUnits: form.write };
        const all = (table.GlobalSecondaryIndexes ?? []).map((index) => ({ Update: { IndexName: index.IndexName, ProvisionedThroughput: units } }));
        await dynamo('UpdateTable', {
          TableName: name,
          BillingMode: form.provisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST',
          ...(form.provisioned ? { ProvisionedThroughput: units } : {}),
          ...(form.provisioned && all.length > 0 ? { GlobalSecondaryIndexUpdates: all } : {}),
        });
        return true;
      },
    }).then(load);
  }

  function editStream() {
    const on = table.StreamSpecification?.StreamEnabled;
    let view = 'NEW_AND_OLD_IMAGES';
    return run({
      title: 'Stream',
      action: on ? 'Switch off' : 'Switch on',
      fields: () => (on ? html`<p>What is in the stream stays readable for a day.</p>` : html`<label>Records hold <select @change=${(e) => { view = e.target.value; }}>
        ${Object.entries(VIEWS).map(([value, word]) => html`<option value=${value}>${word}</option>`)}</select></label>`),
      submit: async () => {
        await dynamo('UpdateTable', { TableName: name, StreamSpecification: on ? { StreamEnabled: false } : { StreamEnabled: true, StreamViewType: view } });
        return true;
      },
    }).then(load);
  }

  function editTag(tag) {
    const form = { key: tag?.Key ?? '', value: tag?.Value ?? '' };
    return run({
      title: tag ? 'Tag ' + tag.Key : 'New tag',
      action: 'Save',
      fields: () => html`<label>Name <input required maxlength="128" ?readonly=${Boolean(tag)} .value=${form.key} @input=${(e) => { form.key = e.target.value; }}></label>
        <label>Value <input maxlength="256" .value=${form.value} @input=${(e) => { form.value = e.target.value; }}></label>`,
      submit: async () => {
        await dynamo('TagResource', { ResourceArn: table.TableArn, Tags: [{ Key: form.key, Value: form.value }] });
        return true;
      },
    }).then(load);
  }

  function keyText(indexName) {
    return keyOfSource(table, indexName).map((part) => `${part.name} (${{ S: 'string', N: 'number', B: 'binary' }[part.type]})`).join(', ');
  }

  function projectionText({ Projection: projection }) {
    return projection.ProjectionType === 'ALL' ? 'all' : projection.ProjectionType === 'KEYS_ONLY' ? 'keys only' : projection.NonKeyAttributes.join(', ');
  }

  function indexRow(index) {
    const building = !index.local && index.IndexStatus !== 'ACTIVE';
    return html`<tr><td>${index.IndexName}</td><td>${index.local ? 'local' : 'global'}</td><td class="mono">${keyText(index.IndexName)}</td><td>${projectionText(index)}</td>
      <td class="number">${count(index.ItemCount ?? 0)}</td><td class="number">${size(index.IndexSizeBytes ?? 0)}</td>
      <td class="action">${building ? html`<span class="tag warn">${index.IndexStatus.toLowerCase()}</span>` : nothing}
        ${index.local ? nothing : html`<button class="small" ?disabled=${building} @click=${() => removeIndex(index.IndexName)}>Remove</button>`}</td></tr>`;
  }

  async function removeIndex(index) {
    const permit = await permission({ always: true, title: 'Remove this index?', text: 'Queries that use it fail at once. Building it again takes time and write units.', action: 'Remove', typed: index });
    if (permit !== null) await change(index + ' is removed.', () => dynamo('UpdateTable', { TableName: name, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index } }] }, { permit }));
  }

  function setting(label, value, action) {
    return html`<dt>${label}</dt><dd class="row"><span>${value}</span><span class="grow"></span>${action}</dd>`;
  }

  const changeButton = (edit) => html`<button class="small" @click=${edit}>Change</button>`;

  function untold(label, { type, message }) {
    return setting(label, html`<span class="faint">${type === 'UnknownOperationException' ? 'not at this endpoint' : message}</span>`, nothing);
  }

  function settings() {
    const provisioned = table.BillingModeSummary?.BillingMode !== 'PAY_PER_REQUEST';
    const stream = table.StreamSpecification?.StreamEnabled;
    return html`<section class="card" aria-label="Settings"><dl class="settings">
      ${setting('Key', html`<span class="mono">${keyText('')}</span>`, nothing)}
      ${setting('Billing', provisioned ? `provisioned: ${table.ProvisionedThroughput.ReadCapacityUnits} read, ${table.ProvisionedThroughput.WriteCapacityUnits} write units` : 'on demand', changeButton(editBilling))}
      ${expiry instanceof Error ? untold('Expiry', expiry) : setting('Expiry', expiry.AttributeName ? html`by <code>${expiry.AttributeName}</code>${expiry.TimeToLiveStatus.endsWith('ING') ? ' (changing)' : ''}` : 'off', changeButton(editExpiry))}
      ${setting('Stream', stream ? VIEWS[table.StreamSpecification.StreamViewType] : 'off', changeButton(editStream))}
      ${tags instanceof Error ? untold('Tags', tags) : setting('Tags', tags.length === 0 ? 'none' : tags.map(tagView), html`<button class="small" @click=${() => editTag()}>Add</button>`)}
      ${setting('ARN', html`<span class="mono faint">${table.TableArn}</span>`, copyButton(table.TableArn))}
    </dl></section>`;
  }

  function tagView(tag) {
    return html`<span class="tag"><button class="link" @click=${() => editTag(tag)}>${tag.Key}: ${tag.Value}</button>
      <button class="link" aria-label=${'Remove tag ' + tag.Key} @click=${() => change(`The tag ${tag.Key} is removed.`, () => dynamo('UntagResource', { ResourceArn: table.TableArn, TagKeys: [tag.Key] }))}>✕</button></span> `;
  }

  function indexesSection() {
    return html`<section class="stack" aria-labelledby="indexes">
      <div class="row"><h2 id="indexes">Indexes</h2><span class="grow"></span><button @click=${async () => { if (await addIndex(table)) load(); }}>Add an index</button></div>
      ${indexes(table).length === 0 ? html`<p class="faint">None. An index lets items be found by other attributes than the key.</p>` : html`<div class="table-frame" tabindex="0" role="region" aria-label="Indexes"><table>
        <thead><tr><th>Name</th><th>Kind</th><th>Key</th><th>Holds</th><th class="number">Items</th><th class="number">Size</th><th class="narrow"></th></tr></thead>
        <tbody>${indexes(table).map(indexRow)}</tbody></table></div>`}
    </section>`;
  }

  /** What keeps data from being lost. What an endpoint does not have is not shown. */
  function protection() {
    const on = table.DeletionProtectionEnabled;
    return html`<section class="stack" aria-labelledby="protection">
      <h2 id="protection">Protection</h2>
      <div class="card"><dl class="settings">
        ${setting('Deletion protection', on ? 'on: the table cannot be deleted' : 'off', html`<button class="small" @click=${() => change(`Deletion protection is ${on ? 'off' : 'on'}.`, () => dynamo('UpdateTable', { TableName: name, DeletionProtectionEnabled: !on }))}>${on ? 'Switch off' : 'Switch on'}</button>`)}
        ${recovery instanceof Error ? nothing : setting('Point-in-time recovery', recovery.PointInTimeRecoveryStatus === 'ENABLED' ? 'on' + restorable() : 'off', nothing)}
      </dl></div>
    </section>`;
  }

  function restorable() {
    return recovery.EarliestRestorableDateTime ? ': any second since ' + when(recovery.EarliestRestorableDateTime) : '';
  }

  function danger() {
    const on = table.DeletionProtectionEnabled;
    return html`<section class="stack" aria-labelledby="danger">
      <h2 id="danger">Danger</h2>
      <div class="card row">
        <button @click=${empty} ?disabled=${table.ItemCount === 0}>Delete all items…</button>
        <button class="danger" @click=${remove} ?disabled=${on} title=${on ? 'Switch the deletion protection off first' : ''}>Delete the table…</button>
        ${on ? html`<span class="faint">Protected from deletion; switch that off above first.</span>` : nothing}
      </div>
    </section>`;
  }

  function view() {
    return html`<div class="stack sections">
      <div class="stack"><div class="row"><h1>${name}</h1>${table.TableStatus === 'ACTIVE' ? nothing : html`<span class="tag warn">${table.TableStatus.toLowerCase()}</span>`}
        <span class="grow"></span><a class="button" href=${'/items/' + encodeURIComponent(name)}>Items</a></div>
      <p class="faint">${plural(table.ItemCount, 'item')}, ${size(table.TableSizeBytes)} · made ${when(table.CreationDateTime)}</p></div>
      ${[settings, indexesSection, protection, danger].map((section) => section())}
    </div>`;
  }

  return {
    title: name,
    leave: () => { looking.end(); clearTimeout(timer); },
    view: () => (problem ? failed(problem, load) : table === null ? waiting() : view()),
  };
}

function when(seconds) {
  return new Date(seconds * 1000).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
