// What is here: the designs, the tables, what goes on, and how to connect.
import { html, nothing } from '../lib/lit.js';
import { dynamo, get, post, tableNames } from '../lib/api.js';
import { refreshSession, session } from '../app.js';
import { attempt, copyButton, empty, failed, notice, remember, waiting } from '../lib/ui.js';
import { permission } from '../lib/writes.js';
import { plural } from '../lib/format.js';
import { turns } from '../lib/turns.js';
import { designCards } from './designs.js';
import { tableList } from './tables.js';

const LOOK_AGAIN_MILLIS = 2000;
const LOOK_AGAIN_ELSEWHERE_MILLIS = 30_000;

export function open({ redraw }) {
  let tables = null;
  let traffic = {};
  let problem = null;
  let timer = 0;
  const looking = turns();
  let writing = false;

  async function load() {
    clearTimeout(timer);
    const isLast = looking.next();
    let [found, asked, refused] = [tables, traffic, null];
    try {
      // Somebody may edit a design meanwhile.
      if (tables !== null) await refreshSession();
      const names = await tableNames();
      found = await Promise.all(names.map(async (name) => (await dynamo('DescribeTable', { TableName: name })).Table));
      asked = (await get('live/tables')).tables;
    } catch (e) {
      refused = e;
    }
    if (!isLast()) return;
    [tables, traffic, problem] = [found, asked, refused];
    redraw();
    timer = setTimeout(load, session.where?.production ? LOOK_AGAIN_ELSEWHERE_MILLIS : LOOK_AGAIN_MILLIS);
  }
  load();

  /** Designs with samples whose tables are empty. */
  function bare() {
    if (tables === null) return [];
    const items = Object.fromEntries(tables.map((table) => [table.TableName, table.ItemCount]));
    return session.designs.filter((design) => design.samples > 0 && design.tables.every((name) => items[name] === 0));
  }

  async function samplesOf(designs) {
    const permit = await permission({ title: 'Write samples?', text: `They go into the tables of ${designs.map((design) => design.name).join(', ')}.`, action: 'Write' });
    if (permit === null) return;
    writing = true;
    redraw();
    let written = 0;
    await attempt(async () => {
      for (const design of designs) written += (await post('samples/' + encodeURIComponent(design.name), {}, { permit })).written;
      notice(plural(written, 'sample') + ' written.');
    });
    writing = false;
    await load();
  }

  function offer() {
    const designs = bare();
    if (designs.length === 0) return nothing;
    const count = designs.reduce((sum, design) => sum + design.samples, 0);
    return html`<section class="card row offer">
      <span>The tables of ${designs.length === 1 ? designs[0].name : plural(designs.length, 'design')} are empty. ${plural(count, 'sample')} would show what they are for.</span><span class="grow"></span>
      <button class="primary" ?disabled=${writing} @click=${() => samplesOf(designs)}>${writing ? 'Writing…' : 'Write samples'}</button></section>`;
  }

  return {
    title: '',
    leave: () => { looking.end(); clearTimeout(timer); },
    view: () => html`<div class="stack sections">
      ${offer()}
      <section class="stack" aria-labelledby="designs"><h1 id="designs">Designs</h1>${designCards()}</section>
      <section class="stack" aria-labelledby="tables"><h1 id="tables">Tables</h1>
        ${problem ? failed(problem, load) : tables === null ? waiting() : tables.length === 0
          ? empty('There are no tables yet', 'Whatever creates one at this endpoint makes it appear here.') : tableList(tables, traffic)}
        ${tables?.length && !problem && !session.where.here ? html`<p class="faint">Requests of the last minute are those that this service sent. What other programs ask is not seen from here.</p>` : nothing}
      </section>
      ${connect(session.where, redraw)}
    </div>`,
  };
}

/** How other programs reach the same tables. An endpoint that is not on this machine asks who calls. */
function connect(where, redraw) {
  if (!where) return nothing;
  const at = where.api;
  const region = where.region && !where.here ? where.region : null;
  const table = session.designs[0]?.tables[0] ?? 'my-table';
  const ways = {
    'AWS CLI': `aws dynamodb list-tables${region ? ` --region ${region}` : ''}${at ? ` --endpoint-url ${at}` : ''}`,
    Java: `DynamoDbClient client = DynamoDbClient.builder()${region ? `\n    .region(Region.of("${region}"))` : ''}${at ? `\n    .endpointOverride(URI.create("${at}"))` : ''}
    .build();`,
    JavaScript: `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({ ${[region ? `region: '${region}'` : '', at ? `endpoint: '${at}'` : ''].filter(Boolean).join(', ')} });`,
    Python: `import boto3

table = boto3.resource('dynamodb'${region ? `, region_name='${region}'` : ''}${at ? `, endpoint_url='${at}'` : ''}).Table('${table}')`,
    ...(session.designs.length > 0 ? { REST: `curl ${location.origin}/api/${session.designs[0].name}` } : {}),
  };
  const chosen = remember('connect') in ways ? remember('connect') : 'AWS CLI';
  return html`<section class="stack" aria-labelledby="connect"><h1 id="connect">Connect</h1>
    <p class="faint">${where.production ? 'The same tables, with credentials that may use them.'
      : 'Any region and credentials will do, but clients want some: AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.'}</p>
    <div><div class="tabs" role="tablist">${Object.keys(ways).map((way) => html`<button role="tab" aria-selected=${way === chosen} @click=${() => { remember('connect', way); redraw(); }}>${way}</button>`)}</div>
      <div class="row top-aligned"><pre class="grow" tabindex="0">${ways[chosen]}</pre>${copyButton(ways[chosen])}</div></div></section>`;
}
