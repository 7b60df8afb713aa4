// Every call the pages make. Nothing else uses fetch, so no write gets past the question in writes.js.
import { missing, probeWith } from './reach.js';
import { beforeWriting, questionBefore } from './writes.js';

/** A refusal: what the endpoint or the console answered, worded for people. */
export class Refused extends Error {
  constructor(status, type, message, body) {
    super(message);
    this.status = status;
    this.type = type;
    this.body = body;
    /** Nobody answered, so the same may work a moment later. */
    this.unreachable = type === 'unreachable';
    if (this.unreachable) missing();
  }
}

/** A web page elsewhere cannot send this header without asking first, and is refused when it asks. */
const OURS = { 'X-Partita-Console': '1' };

/** From now on the console refuses calls of this page when its tables are others than these. */
export function opened(where) {
  OURS['X-Partita-Place'] = where.id;
}

/**
 * DynamoDB's own API at the endpoint this console is for: dynamo('Query', {TableName: …}). Answers are DynamoDB's JSON, so
 * numbers stay text and nothing is rounded. A write that has no permit asks for one first, in production.
 */
export async function dynamo(operation, body = {}, { signal, permit } = {}) {
  const question = questionBefore(operation, body);
  if (question) await beforeWriting(permit, question);
  return ask(operation, body, signal);
}

async function ask(operation, body, signal) {
  const streams = ['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'].includes(operation);
  const target = (streams ? 'DynamoDBStreams_20120810.' : 'DynamoDB_20120810.') + operation;
  const response = await send('/console/api/dynamodb', {
    method: 'POST',
    headers: { ...OURS, 'Content-Type': 'application/x-amz-json-1.0', 'X-Amz-Target': target },
    body: JSON.stringify(body),
    signal,
  });
  const answer = await json(response);
  if (!response.ok) {
    const type = String(answer.__type ?? answer.type ?? '').split('#').pop();
    throw new Refused(response.status, type, answer.message ?? answer.Message ?? answer.detail ?? type, answer);
  }
  return answer;
}

/** The console's own calls: get('designs'), post('samples/algoitny'). */
export function get(path, options = {}) {
  return own('GET', path, undefined, options);
}

/** Calls that only work something out of what they are given write nothing. */
const WORKS_OUT = /^(entities|forms)(\/|$)/;

export async function post(path, body, options = {}) {
  if (!WORKS_OUT.test(path)) await beforeWriting(options.permit, { title: 'Write?', text: `This writes: ${path}.`, action: 'Write' });
  return own('POST', path, body, options);
}

/** What the service answers to a path of its own. */
export async function service(path) {
  const response = await send(path, { headers: { Accept: 'application/json' } });
  const answer = await json(response);
  if (!response.ok) throw new Refused(response.status, answer.type, answer.detail ?? answer.title, answer);
  return answer;
}

/** A request to the service, with whatever comes back as it is. */
export async function request(url, { method, headers, body }) {
  if (method !== 'GET') {
    await beforeWriting(null, { title: 'Send this?', text: `${method} ${url} writes.`, action: 'Send' });
    // The service does not know for which tables this page was opened; the console does.
    await get('where');
  }
  return send(url, { method, headers, body });
}

/** Prometheus's text as sums by metric, over all of its labels. */
export async function metrics() {
  const response = await send('/metrics', {});
  if (!response.ok) throw new Refused(response.status, '', 'The counters could not be read.');
  const sums = {};
  for (const line of (await response.text()).split('\n')) {
    const found = /^([a-z_]+)(?:\{.*\})? ([0-9.eE+-]+)$/.exec(line);
    if (found) sums[found[1]] = (sums[found[1]] ?? 0) + Number(found[2]);
  }
  return sums;
}

async function own(method, path, body, { signal } = {}) {
  const response = await send('/console/api/' + path, {
    method,
    headers: body === undefined ? OURS : { ...OURS, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
  const answer = await json(response);
  if (!response.ok) {
    throw new Refused(response.status, answer.type, answer.detail ?? answer.title ?? 'It did not work.', answer);
  }
  return answer;
}

async function send(url, options) {
  try {
    return await fetch(url, { ...options, credentials: 'same-origin', cache: 'no-store' });
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    throw new Refused(0, 'unreachable', 'Partita does not answer. Is it still running?');
  }
}

async function json(response) {
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(response.status, 'unreadable', 'An answer could not be read: ' + text.slice(0, 200));
  }
}

/** All pages of a listing call: every('ListTables', {}, 'TableNames', 'LastEvaluatedTableName', 'ExclusiveStartTableName'). */
export async function every(operation, body, member, from, to) {
  const all = [];
  let start;
  do {
    const answer = await dynamo(operation, start === undefined ? body : { ...body, [to]: start });
    all.push(...(answer[member] ?? []));
    start = answer[from];
  } while (start !== undefined);
  return all;
}

export function tableNames() {
  return every('ListTables', {}, 'TableNames', 'LastEvaluatedTableName', 'ExclusiveStartTableName');
}

/** Any answer will do, even a refusal. */
probeWith(() => ask('ListTables', { Limit: 1 }).then(() => true, (problem) => !problem.unreachable));
