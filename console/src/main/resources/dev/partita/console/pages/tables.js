// All tables, and what can be done with one.
import { html, nothing } from '../lib/lit.js';
import { dynamo, tableNames } from '../lib/api.js';
import { empty, failed, waiting } from '../lib/ui.js';
import { count, size } from '../lib/format.js';
import { createTable } from '../lib/table-forms.js';

export function open({ redraw, go }) {
  let tables = null;
  let problem = null;

  async function load() {
    try {
      tables = await Promise.all((await tableNames()).map(async (name) => (await dynamo('DescribeTable', { TableName: name })).Table));
      problem = null;
    } catch (e) {
      problem = e;
    }
    redraw();
  }
  load();

  async function create() {
    const name = await createTable();
    if (name) go('/tables/' + encodeURIComponent(name));
  }

  return {
    title: 'Tables',
    view: () => html`<div class="stack">
      <div class="row"><h1>Tables</h1><span class="grow"></span><button class="primary" @click=${create}>New table</button></div>
      ${problem ? failed(problem, load) : tables === null ? waiting() : tables.length === 0
        ? empty('There are no tables yet', 'Make one here, or serve a design: partita up my-design.yaml') : tableList(tables)}
    </div>`,
  };
}

/** traffic: requests and units of the last minute, by table. */
export function tableList(tables, traffic = null) {
  return html`<div class="table-frame" tabindex="0" role="region" aria-label="Tables"><table>
    <thead><tr><th>Table</th><th>Key</th><th class="number">Items</th><th class="number">Size</th>${traffic ? html`<th class="number">Last minute</th>` : nothing}<th>Indexes</th><th class="narrow"></th></tr></thead>
    <tbody>${tables.map((table) => row(table, traffic))}</tbody></table></div>`;
}

function row(table, traffic) {
  const key = table.KeySchema.map((part) => part.AttributeName).join(', ');
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])].map((index) => index.IndexName);
  const path = encodeURIComponent(table.TableName);
  return html`<tr><td><a href=${'/items/' + path}>${table.TableName}</a></td><td class="mono">${key}</td>
    <td class="number">${table.ItemCount.toLocaleString('en')}</td><td class="number">${size(table.TableSizeBytes)}</td>
    ${traffic ? html`<td class="number">${traffic[table.TableName] ? count(traffic[table.TableName].requests) + ' req' : html`<span class="faint">–</span>`}</td>` : nothing}
    <td>${indexes.join(', ') || html`<span class="faint">none</span>`}</td>
    <td class="action">${table.TableStatus === 'ACTIVE' ? nothing : html`<span class="tag warn">${table.TableStatus.toLowerCase()}</span>`} <a href=${'/tables/' + path}>Settings</a></td></tr>`;
}
