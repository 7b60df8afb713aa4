// Items out of and into files: plain JSON, DynamoDB's JSON, CSV. Numbers are text all the way.
import { dynamo } from './api.js';
import { itemToJson, typeOf } from './values.js';

const BATCH = 25;

export const FORMATS = {
  json: { word: 'JSON', file: 'json', type: 'application/json', write: (items) => '[\n' + items.map((item) => itemToJson(item)).join(',\n') + '\n]\n' },
  dynamodb: { word: 'DynamoDB JSON', file: 'ndjson', type: 'application/x-ndjson', write: (items) => items.map((item) => JSON.stringify({ Item: item })).join('\n') + '\n' },
  csv: { word: 'CSV', file: 'csv', type: 'text/csv', write: toCsv },
};

function toCsv(items) {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const lines = [names.map(cell), ...items.map((item) => names.map((name) => (item[name] === undefined ? '' : cell(text(item[name])))))];
  return lines.map((line) => line.join(',')).join('\r\n') + '\r\n';
}

function text(value) {
  const type = typeOf(value);
  if (type === 'S' || type === 'N' || type === 'B') return value[type];
  if (type === 'BOOL') return String(value.BOOL);
  if (type === 'NULL') return '';
  return itemToJson({ v: value }).replace(/^\{\s*"v": /, '').replace(/\s*\}$/, '').replaceAll(/\s*\n\s*/g, ' ');
}

/** A spreadsheet runs what begins like a formula; an apostrophe before it makes it text. Numbers stay numbers. */
function cell(value) {
  const guarded = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d.]+([eE][+-]?\d+)?$/.test(value) ? "'" + value : value;
  return /[",\r\n]/.test(guarded) ? '"' + guarded.replaceAll('"', '""') + '"' : guarded;
}

/**
 * Items of a file's text, whatever of the three it is. Throws with words and a line.
 * types: what key attributes are, so that a CSV's 0042 stays a string where it must be one.
 */
export function readItems(source, types = {}) {
  const trimmed = source.trim();
  if (trimmed === '') throw new Error('The file is empty.');
  if (trimmed.startsWith('[')) return readJson(trimmed).L.map((value, i) => itemOf(value, `item ${i + 1}`, types));
  if (trimmed.startsWith('{')) {
    const lines = trimmed.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.map((line, i) => itemOf(readJson(line), `line ${i + 1}`, types));
    } catch (problem) {
      if (lines.length === 1) throw problem;
      return [itemOf(readJson(trimmed), 'the item', types)];
    }
  }
  return fromCsv(trimmed, types);
}

/** A JSON value as an attribute value; numbers keep their text, which JSON.parse alone would round. */
function readJson(source) {
  let at = 0;
  const fail = (what) => { throw new Error(`Not JSON at character ${at + 1}: ${what}.`); };
  const space = () => { while (/\s/.test(source[at] ?? '')) at++; };
  const string = () => {
    const match = /"(?:[^"\\]|\\.)*"/y;
    match.lastIndex = at;
    const found = match.exec(source);
    if (!found) fail('a string does not end');
    at += found[0].length;
    try {
      return JSON.parse(found[0]);
    } catch {
      return fail('a string has an unknown escape');
    }
  };
  const value = (depth) => {
    if (depth > 40) fail('too deep');
    space();
    const c = source[at];
    if (c === '{') {
      at++;
      const members = [];
      space();
      if (source[at] === '}') { at++; return { M: {} }; }
      for (;;) {
        space();
        if (source[at] !== '"') fail('a name was expected');
        const name = string();
        space();
        if (source[at] !== ':') fail('a colon was expected');
        at++;
        members.push([name, value(depth + 1)]);
        space();
        if (source[at] === ',') { at++; continue; }
        if (source[at] === '}') { at++; return { M: Object.fromEntries(members) }; }
        fail('a comma or } was expected');
      }
    }
    if (c === '[') {
      at++;
      const members = [];
      space();
      if (source[at] === ']') { at++; return { L: [] }; }
      for (;;) {
        members.push(value(depth + 1));
        space();
        if (source[at] === ',') { at++; continue; }
        if (source[at] === ']') { at++; return { L: members }; }
        fail('a comma or ] was expected');
      }
    }
    if (c === '"') return { S: string() };
    const rest = /(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
    rest.lastIndex = at;
    const found = rest.exec(source);
    if (!found) fail('a value was expected');
    at += found[0].length;
    if (found[0] === 'null') return { NULL: true };
    if (found[0] === 'true' || found[0] === 'false') return { BOOL: found[0] === 'true' };
    return { N: found[0] };
  };
  const whole = value(0);
  space();
  if (at < source.length) fail('there is more after the end');
  return whole;
}

/** DynamoDB's own JSON is recognised by its shape: every member is an object with one known type. */
function itemOf(value, where, types) {
  if (!value.M) throw new Error(`${where} is not an object.`);
  let members = value.M;
  if (Object.keys(members).length === 1 && members.Item?.M) members = members.Item.M;
  const names = Object.keys(members);
  if (names.length > 0 && names.every((name) => isTyped(members[name]))) {
    return Object.fromEntries(names.map((name) => [name, typed(members[name], `${where}, ${name}`)]));
  }
  return Object.fromEntries(names.map((name) => [name, types[name] === 'S' && members[name].N !== undefined ? { S: members[name].N } : members[name]]));
}

function isTyped(value) {
  const names = value.M ? Object.keys(value.M) : [];
  return names.length === 1 && ['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L', 'SS', 'NS', 'BS'].includes(names[0]);
}

function typed(value, where) {
  if (!isTyped(value)) throw new Error(`${where} has no type.`);
  const [type] = Object.keys(value.M);
  const held = value.M[type];
  const word = (one) => one.S ?? one.N;
  switch (type) {
    case 'S': case 'N': case 'B': return { [type]: word(held) };
    case 'BOOL': return { BOOL: held.BOOL ?? held.S === 'true' };
    case 'NULL': return { NULL: true };
    case 'L': return { L: held.L.map((one, i) => typed(one, `${where}[${i}]`)) };
    case 'M': return { M: Object.fromEntries(Object.entries(held.M).map(([name, one]) => [name, typed(one, `${where}.${name}`)])) };
    default: return { [type]: held.L.map(word) };
  }
}

function fromCsv(source, types) {
  const [names, ...lines] = csvLines(source);
  return lines.map((line, i) => {
    if (line.length > names.length) throw new Error(`Line ${i + 2} has ${line.length} cells, the first has ${names.length}.`);
    return Object.fromEntries(line.map((value, c) => [names[c], value]).filter(([, value]) => value !== '')
      .map(([name, value]) => [name, types[name] ? { [types[name]]: value } : guess(value)]));
  });
}

function guess(value) {
  if (/^-?(0|[1-9]\d{0,37})(\.\d+)?$/.test(value)) return { N: value };
  if (value === 'true' || value === 'false') return { BOOL: value === 'true' };
  return { S: value.replace(/^'(?=[=+\-@])/, '') };
}

function csvLines(source) {
  const lines = [[]];
  const match = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  let at = 0;
  while (at < source.length) {
    match.lastIndex = at;
    const found = match.exec(source);
    if (!found) throw new Error(`Line ${lines.length} has a quote that does not end.`);
    const raw = found[1];
    lines.at(-1).push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    at = match.lastIndex;
    if (found[2] !== ',' && at < source.length) lines.push([]);
    if (found[0] === '') break;
  }
  return lines;
}

/** Writes or deletes many items, 25 a request, and tells how far it is. What the endpoint puts off is tried again. */
export async function batch(table, requests, { progress, signal, permit }) {
  let done = 0;
  for (let i = 0; i < requests.length; i += BATCH) {
    let left = requests.slice(i, i + BATCH);
    for (let pause = 50; left.length > 0; pause = Math.min(pause * 2, 5000)) {
      signal?.throwIfAborted();
      const answer = await dynamo('BatchWriteItem', { RequestItems: { [table]: left } }, { signal, permit });
      const rest = answer.UnprocessedItems?.[table] ?? [];
      done += left.length - rest.length;
      progress(done);
      left = rest;
      if (left.length > 0) await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
  return done;
}
