// One table: what it is, and everything that can be changed about it.
import { html, nothing } from '../lib/lit.js';
import { dynamo } from '../lib/api.js';
import { go, session } from '../app.js';
import { attempt, confirm, copyButton, failed, notice, waiting } from '../lib/ui.js';
import { count, plural, size } from '../lib/format.js';
import { indexes, keyOfSource } from '../lib/search.js';
import { addIndex, run } from '../lib/table-forms.js';
import { keyOf } from '../lib/values.js';
import { batch } from '../lib/transfer.js';

const VIEWS = { NEW_AND_OLD_IMAGES: 'new and old images', NEW_IMAGE: 'new images', OLD_IMAGE: 'old images', KEYS_ONLY: 'keys only' };
const LOOK_AGAIN_MILLIS = 1000;

export function open({ parameters, redraw }) {
  const name = parameters.table;
  let table = null;
  let expiry = null;
  let tags = [];
  let problem = null;
  let timer = 0;

  async function load() {
    clearTimeout(timer);
    try {
      table = (await dynamo('DescribeTable', { TableName: name })).Table;
      expiry = (await dynamo('DescribeTimeToLive', { TableName: name })).TimeToLiveDescription;
      tags = (await dynamo('ListTagsOfResource', { ResourceArn: table.TableArn })).Tags ?? [];
      problem = null;
      const restless = table.TableStatus !== 'ACTIVE' || (table.GlobalSecondaryIndexes ?? []).some((index) => index.IndexStatus !== 'ACTIVE');
      if (restless) timer = setTimeout(load, LOOK_AGAIN_MILLIS);
    } catch (e) {
      problem = e;
    }
    redraw();
  }
  load();

  /** Changes something and looks at what came of it; asks before in production. */
  async function change(what, call) {
    if (session.where?.production && !await confirm({ title: what + '?', text: `This changes ${name} at ${session.where.label}.`, action: 'Change' })) return;
    if (await attempt(call)) notice(what + ': done.');
    await load();
  }

  async function empty() {
    if (!await confirm({ title: 'Delete all items?', text: `The table ${name} stays; its ${plural(table.ItemCount, 'item')} are deleted for good, and every deletion is a write.`, action: 'Delete all items', typed: name })) return;
    let done = 0;
    await attempt(async () => {
      let start;
      do {
        const names = Object.fromEntries(table.KeySchema.map((part, i) => ['#k' + i, part.AttributeName]));
        const page = await dynamo('Scan', { TableName: name, ProjectionExpression: Object.keys(names).join(', '), ExpressionAttributeNames: names, ExclusiveStartKey: start });
        done += await batch(name, page.Items.map((item) => ({ DeleteRequest: { Key: keyOf(item, table.KeySchema) } })), { progress: () => {} });
        start = page.LastEvaluatedKey;
      } while (start !== undefined);
    });
    notice(plural(done, 'item') + ' deleted.');
    await load();
  }

  async function remove() {
    if (!await confirm({ title: 'Delete this table?', text: 'The table, its indexes and all of its items are gone for good.', action: 'Delete the table', typed: name })) return;
    if (await attempt(() => dynamo('DeleteTable', { TableName: name }))) {
      notice(name + ' is deleted.');
      go('/tables');
    }
  }

  function editExpiry() {
    let attribute = expiry?.AttributeName ?? 'ttl';
    return run({
      title: 'Expiry',
      action: expiry?.AttributeName ? 'Switch off' : 'Switch on',
      fields: () => html`<p>Items whose attribute holds a time in the past, in seconds since 1970, are deleted.</p>
        <label>Attribute <input required .value=${attribute} ?readonly=${expiry?.AttributeName} @input=${(e) => { attribute = e.target.value; }}></label>`,
      submit: async () => {
        await dynamo('UpdateTimeToLive', { TableName: name, TimeToLiveSpecification: { AttributeName: attribute, Enabled: !expiry?.AttributeName } });
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
      <td>${building ? html`<span class="tag warn">${index.IndexStatus.toLowerCase()}</span>` : nothing}
        ${index.local ? nothing : html`<button class="small" ?disabled=${building} @click=${async () => {
          if (await confirm({ title: 'Remove this index?', text: 'Queries that use it fail at once. Building it again takes time and write units.', action: 'Remove', typed: index.IndexName })) {
            await change('Index removed', () => dynamo('UpdateTable', { TableName: name, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index.IndexName } }] }));
          }
        }}>Remove</button>`}</td></tr>`;
  }

  function setting(label, value, action) {
    return html`<dt>${label}</dt><dd class="row"><span>${value}</span><span class="grow"></span>${action}</dd>`;
  }

  function view() {
    const provisioned = table.BillingModeSummary?.BillingMode !== 'PAY_PER_REQUEST';
    const stream = table.StreamSpecification?.StreamEnabled;
    return html`<div class="stack">
      <div class="row"><h1>${name}</h1>${table.TableStatus === 'ACTIVE' ? nothing : html`<span class="tag warn">${table.TableStatus.toLowerCase()}</span>`}
        <a href=${'/items/' + encodeURIComponent(name)}>Items</a></div>
      <p class="faint">${plural(table.ItemCount, 'item')}, ${size(table.TableSizeBytes)} · made ${new Date(table.CreationDateTime * 1000).toLocaleString('en-GB')}</p>
      <section class="card"><dl class="settings">
        ${setting('Key', html`<span class="mono">${keyText('')}</span>`, nothing)}
        ${setting('Billing', provisioned ? `provisioned: ${table.ProvisionedThroughput.ReadCapacityUnits} read, ${table.ProvisionedThroughput.WriteCapacityUnits} write units` : 'on demand', html`<button class="small" @click=${editBilling}>Change</button>`)}
        ${setting('Expiry', expiry?.AttributeName ? html`by <code>${expiry.AttributeName}</code>${expiry.TimeToLiveStatus.endsWith('ING') ? ' (changing)' : ''}` : 'off', html`<button class="small" @click=${editExpiry}>Change</button>`)}
        ${setting('Stream', stream ? VIEWS[table.StreamSpecification.StreamViewType] : 'off', html`<button class="small" @click=${editStream}>Change</button>`)}
        ${setting('Deletion protection', table.DeletionProtectionEnabled ? 'on' : 'off', html`<button class="small" @click=${() => change(table.DeletionProtectionEnabled ? 'Switch the protection off' : 'Switch the protection on', () => dynamo('UpdateTable', { TableName: name, DeletionProtectionEnabled: !table.DeletionProtectionEnabled }))}>${table.DeletionProtectionEnabled ? 'Switch off' : 'Switch on'}</button>`)}
        ${setting('Tags', tags.length === 0 ? 'none' : tags.map((tag) => html`<span class="tag"><button class="link" @click=${() => editTag(tag)}>${tag.Key}: ${tag.Value}</button>
          <button class="link" aria-label=${'Remove tag ' + tag.Key} @click=${() => change('Remove the tag', () => dynamo('UntagResource', { ResourceArn: table.TableArn, TagKeys: [tag.Key] }))}>✕</button></span>`), html`<button class="small" @click=${() => editTag()}>Add</button>`)}
        ${setting('ARN', html`<span class="mono faint">${table.TableArn}</span>`, copyButton(table.TableArn))}
      </dl></section>
      <div class="row"><h2>Indexes</h2><span class="grow"></span><button @click=${async () => { if (await addIndex(table)) load(); }}>Add an index</button></div>
      ${indexes(table).length === 0 ? html`<p class="faint">None.</p>` : html`<div class="table-frame"><table>
        <thead><tr><th>Name</th><th>Kind</th><th>Key</th><th>Holds</th><th class="number">Items</th><th class="number">Size</th><th></th></tr></thead>
        <tbody>${indexes(table).map(indexRow)}</tbody></table></div>`}
      <h2>Danger</h2>
      <section class="card row">
        <button @click=${empty} ?disabled=${table.ItemCount === 0}>Delete all items…</button>
        <button class="danger" @click=${remove} ?disabled=${table.DeletionProtectionEnabled} title=${table.DeletionProtectionEnabled ? 'Switch the deletion protection off first' : ''}>Delete the table…</button>
        ${table.DeletionProtectionEnabled ? html`<span class="faint">Protected from deletion; switch that off above first.</span>` : nothing}
      </section>
    </div>`;
  }

  return {
    title: name,
    leave: () => clearTimeout(timer),
    view: () => (problem ? failed(problem, load) : table === null ? waiting() : view()),
  };
}
