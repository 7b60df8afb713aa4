// Forms that make a table, or one more index of one.
import { html, nothing } from './lit.js';
import { dynamo } from './api.js';
import { dialog } from './ui.js';

const KEY_TYPES = { S: 'String', N: 'Number', B: 'Binary' };

/** Answers the name of the table that was made, or undefined. */
export function createTable() {
  const form = { name: '', partition: { name: 'pk', type: 'S' }, sort: { name: 'sk', type: 'S' }, indexes: [], stream: '', provisioned: false, read: 5, write: 5, protect: false };
  return run({
    title: 'New table',
    action: 'Create',
    fields: (draw) => html`
      <label>Name <input required autofocus pattern="[a-zA-Z0-9_.\\-]{3,255}" title="3 to 255 letters, digits, _ . -" .value=${form.name} @input=${(e) => { form.name = e.target.value; }}></label>
      ${keyPart('Partition key', form.partition, true)}
      ${keyPart('Sort key', form.sort, false)}
      ${form.indexes.map((index, at) => indexFields(index, draw, () => form.indexes.splice(at, 1), true))}
      <button type="button" class="small" @click=${() => { form.indexes.push(newIndex(form.indexes.length)); draw(); }}>Add an index</button>
      <div class="row">
        <label>Stream <select @change=${(e) => { form.stream = e.target.value; }}>
          <option value="">off</option><option value="NEW_AND_OLD_IMAGES">new and old images</option><option value="NEW_IMAGE">new images</option>
          <option value="OLD_IMAGE">old images</option><option value="KEYS_ONLY">keys only</option></select></label>
        <label>Billing <select @change=${(e) => { form.provisioned = e.target.value === 'provisioned'; draw(); }}><option value="on-demand">on demand</option><option value="provisioned">provisioned</option></select></label>
        ${form.provisioned ? html`<label>Read units <input type="number" min="1" .value=${form.read} @input=${(e) => { form.read = Number(e.target.value); }}></label>
          <label>Write units <input type="number" min="1" .value=${form.write} @input=${(e) => { form.write = Number(e.target.value); }}></label>` : nothing}
        <label class="inline"><input type="checkbox" @change=${(e) => { form.protect = e.target.checked; }}> Protect from deletion</label>
      </div>`,
    submit: async () => {
      const attributes = new Map();
      const schema = (partition, sort) => [partition, sort].filter((part) => part.name !== '').map((part, i) => {
        attributes.set(part.name, part.type);
        return { AttributeName: part.name, KeyType: i === 0 ? 'HASH' : 'RANGE' };
      });
      const throughput = form.provisioned ? { ProvisionedThroughput: { ReadCapacityUnits: form.read, WriteCapacityUnits: form.write } } : {};
      const body = {
        TableName: form.name,
        KeySchema: schema(form.partition, form.sort),
        BillingMode: form.provisioned ? 'PROVISIONED' : 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: form.protect,
        ...throughput,
      };
      const described = (index, local) => ({ IndexName: index.name, KeySchema: schema(local ? form.partition : index.partition, index.sort), Projection: projection(index), ...(local ? {} : throughput) });
      const global = form.indexes.filter((index) => !index.local);
      const local = form.indexes.filter((index) => index.local);
      if (global.length > 0) body.GlobalSecondaryIndexes = global.map((index) => described(index, false));
      if (local.length > 0) body.LocalSecondaryIndexes = local.map((index) => described(index, true));
      if (form.stream) body.StreamSpecification = { StreamEnabled: true, StreamViewType: form.stream };
      body.AttributeDefinitions = [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
      await dynamo('CreateTable', body);
      return form.name;
    },
  });
}

/** Answers whether an index is being added. */
export function addIndex(table) {
  const index = newIndex((table.GlobalSecondaryIndexes ?? []).length);
  return run({
    title: 'New global index of ' + table.TableName,
    action: 'Add',
    fields: (draw) => html`<p>The index is filled while the table stays in use.</p>${indexFields(index, draw, null, false)}`,
    submit: async () => {
      const parts = [index.partition, index.sort].filter((part) => part.name !== '');
      const definitions = new Map(table.AttributeDefinitions.map((a) => [a.AttributeName, a.AttributeType]));
      parts.forEach((part) => definitions.set(part.name, part.type));
      const throughput = table.BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST' ? {} : { ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 } };
      await dynamo('UpdateTable', {
        TableName: table.TableName,
        AttributeDefinitions: [...definitions].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
        GlobalSecondaryIndexUpdates: [{ Create: {
          IndexName: index.name,
          KeySchema: parts.map((part, i) => ({ AttributeName: part.name, KeyType: i === 0 ? 'HASH' : 'RANGE' })),
          Projection: projection(index),
          ...throughput,
        } }],
      });
      return true;
    },
  });
}

function newIndex(number) {
  return { name: 'GSI' + (number + 1), local: false, partition: { name: `gsi${number + 1}pk`, type: 'S' }, sort: { name: `gsi${number + 1}sk`, type: 'S' }, projection: 'ALL', included: '' };
}

function projection(index) {
  return index.projection === 'INCLUDE'
    ? { ProjectionType: 'INCLUDE', NonKeyAttributes: index.included.split(',').map((name) => name.trim()).filter(Boolean) }
    : { ProjectionType: index.projection };
}

function keyPart(label, part, required) {
  return html`<div class="row"><label>${label} <input class="mono" ?required=${required} placeholder=${required ? '' : 'none'} .value=${part.name} spellcheck="false" @input=${(e) => { part.name = e.target.value.trim(); }}></label>
    <label>Type <select @change=${(e) => { part.type = e.target.value; }}>${Object.entries(KEY_TYPES).map(([type, word]) => html`<option value=${type} ?selected=${type === part.type}>${word}</option>`)}</select></label></div>`;
}

function indexFields(index, draw, remove, mayBeLocal) {
  return html`<fieldset class="card stack"><legend class="row">Index ${remove ? html`<button type="button" class="plain small" aria-label="Leave this index out" @click=${() => { remove(); draw(); }}>✕</button>` : nothing}</legend>
    <div class="row"><label>Name <input required pattern="[a-zA-Z0-9_.\\-]{3,255}" .value=${index.name} @input=${(e) => { index.name = e.target.value; }}></label>
      ${mayBeLocal ? html`<label>Kind <select @change=${(e) => { index.local = e.target.value === 'local'; draw(); }}><option value="global">global</option><option value="local" ?selected=${index.local}>local</option></select></label>` : nothing}
      <label>Projection <select @change=${(e) => { index.projection = e.target.value; draw(); }}>
        <option value="ALL">all attributes</option><option value="KEYS_ONLY">keys only</option><option value="INCLUDE">some attributes</option></select></label></div>
    ${index.local ? nothing : keyPart('Partition key', index.partition, true)}
    ${keyPart('Sort key', index.sort, index.local)}
    ${index.projection === 'INCLUDE' ? html`<label>Attributes, with commas <input required .value=${index.included} @input=${(e) => { index.included = e.target.value; }}></label>` : nothing}
  </fieldset>`;
}

/** A form in a dialog that stays open, and says why, when the endpoint refuses. */
export function run({ title, action, fields, submit }) {
  let problem = null;
  let busy = false;
  return dialog({
    title,
    body: (close, draw) => html`<form class="stack" @submit=${async (e) => {
      e.preventDefault();
      if (busy) return;
      busy = true;
      problem = null;
      draw();
      try {
        close(await submit());
      } catch (refusal) {
        problem = refusal.name === 'AbortError' ? null : refusal;
        busy = false;
        draw();
      }
    }}>
      ${fields(draw)}
      ${problem ? html`<p class="wrong-text" role="alert">${problem.message}</p>` : nothing}
      <footer><button type="button" @click=${() => close(undefined)}>Cancel</button><button class="primary" ?disabled=${busy}>${action}</button></footer>
    </form>`,
  });
}
