// What is looked for in a table, as a value: kept in the address bar, turned into a Query or a Scan.
import { parse } from './values.js';

/** Operators of a sort key condition: how many values they take, and how DynamoDB writes them. */
export const SORT_OPERATORS = {
  '=': { values: 1, text: (name, [a]) => `${name} = ${a}` },
  '<': { values: 1, text: (name, [a]) => `${name} < ${a}` },
  '<=': { values: 1, text: (name, [a]) => `${name} <= ${a}` },
  '>': { values: 1, text: (name, [a]) => `${name} > ${a}` },
  '>=': { values: 1, text: (name, [a]) => `${name} >= ${a}` },
  between: { values: 2, text: (name, [a, b]) => `${name} BETWEEN ${a} AND ${b}` },
  'begins with': { values: 1, text: (name, [a]) => `begins_with(${name}, ${a})` },
};

/** Operators of a filter; the size of an attribute and whether it is there need no type. */
export const FILTER_OPERATORS = {
  ...SORT_OPERATORS,
  '<>': { values: 1, text: (name, [a]) => `${name} <> ${a}` },
  in: { values: 'many', text: (name, all) => `${name} IN (${all.join(', ')})` },
  contains: { values: 1, text: (name, [a]) => `contains(${name}, ${a})` },
  'does not contain': { values: 1, text: (name, [a]) => `NOT contains(${name}, ${a})` },
  exists: { values: 0, text: (name) => `attribute_exists(${name})` },
  'does not exist': { values: 0, text: (name) => `attribute_not_exists(${name})` },
  'is of type': { values: 1, type: 'S', text: (name, [a]) => `attribute_type(${name}, ${a})` },
  'size =': { values: 1, type: 'N', text: (name, [a]) => `size(${name}) = ${a}` },
  'size >': { values: 1, type: 'N', text: (name, [a]) => `size(${name}) > ${a}` },
  'size <': { values: 1, type: 'N', text: (name, [a]) => `size(${name}) < ${a}` },
};

export function nothingSought() {
  return { index: '', partition: [], sort: { operator: '=', values: [''] }, backward: false, strong: false, filters: [] };
}

/** The key of the table or of an index: [{name, type, partition}]. Indexes may have several attributes on either side. */
export function keyOfSource(table, indexName) {
  const index = indexes(table).find(({ IndexName: name }) => name === indexName);
  const types = Object.fromEntries(table.AttributeDefinitions.map((a) => [a.AttributeName, a.AttributeType]));
  return (index ?? table).KeySchema.map((part) => ({
    name: part.AttributeName,
    type: types[part.AttributeName],
    partition: part.KeyType === 'HASH',
  }));
}

export function indexes(table) {
  return [
    ...(table.GlobalSecondaryIndexes ?? []).map((index) => ({ ...index, local: false })),
    ...(table.LocalSecondaryIndexes ?? []).map((index) => ({ ...index, local: true })),
  ];
}

/** The operation and its body. Throws with words when a value is not what its attribute takes. */
export function requestOf(table, sought) {
  const names = {};
  const values = {};
  const nameFor = (path) => path.split('.').map((part) => {
    const [, plain, rest] = /^([^[\]]+)((?:\[\d+\])*)$/.exec(part) ?? [null, part, ''];
    const known = Object.keys(names).find((key) => names[key] === plain);
    const alias = known ?? '#n' + Object.keys(names).length;
    names[alias] = plain;
    return alias + rest;
  }).join('.');
  const valueFor = (type, text, what) => {
    const alias = ':v' + Object.keys(values).length;
    try {
      values[alias] = parse(type, text);
    } catch (problem) {
      throw new Error(`${what}: ${problem.message}`);
    }
    return alias;
  };
  const key = keyOfSource(table, sought.index);
  const partitions = key.filter((part) => part.partition);
  const sorts = key.filter((part) => !part.partition);
  const isQuery = partitions.every((part, i) => (sought.partition[i] ?? '') !== '');
  const body = { TableName: table.TableName, ReturnConsumedCapacity: 'TOTAL' };
  if (sought.index) body.IndexName = sought.index;
  if (sought.strong) body.ConsistentRead = true;
  if (isQuery) {
    const conditions = partitions.map((part, i) => `${nameFor(part.name)} = ${valueFor(part.type, sought.partition[i], part.name)}`);
    if (sorts.length > 0 && sought.sort.values.some((value) => value !== '')) {
      const operator = SORT_OPERATORS[sought.sort.operator];
      const given = sought.sort.values.slice(0, operator.values).map((value) => valueFor(sorts[0].type, value, sorts[0].name));
      conditions.push(operator.text(nameFor(sorts[0].name), given));
    }
    body.KeyConditionExpression = conditions.join(' AND ');
    if (sought.backward) body.ScanIndexForward = false;
  }
  const filters = sought.filters.filter((filter) => filter.attribute !== '').map((filter) => {
    const operator = FILTER_OPERATORS[filter.operator];
    const type = operator.type ?? filter.type;
    const given = operator.values === 0 ? []
      : operator.values === 'many' ? filter.values[0].split(',').map((value) => valueFor(type, value.trim(), filter.attribute))
        : filter.values.slice(0, operator.values).map((value) => valueFor(type, value, filter.attribute));
    return operator.text(nameFor(filter.attribute), given);
  });
  if (filters.length > 0) body.FilterExpression = filters.join(' AND ');
  if (Object.keys(names).length > 0) body.ExpressionAttributeNames = names;
  if (Object.keys(values).length > 0) body.ExpressionAttributeValues = values;
  return { operation: isQuery ? 'Query' : 'Scan', body };
}

/** For the address bar; what is as it always is stays out. */
export function toQuery(sought, columns) {
  const query = new URLSearchParams();
  if (sought.index) query.set('index', sought.index);
  sought.partition.forEach((value, i) => { if (value !== '') query.set('p' + (i || ''), value); });
  if (sought.sort.values.some((value) => value !== '')) {
    query.set('op', sought.sort.operator);
    sought.sort.values.forEach((value, i) => query.set('s' + (i || ''), value));
  }
  if (sought.backward) query.set('backward', '1');
  if (sought.strong) query.set('strong', '1');
  sought.filters.forEach((filter) => query.append('f', JSON.stringify([filter.attribute, filter.operator, filter.type, ...filter.values])));
  if (columns) query.set('columns', columns.join(','));
  return query.toString();
}

export function fromQuery(query) {
  const sought = nothingSought();
  sought.index = query.get('index') ?? '';
  for (let i = 0; i < 4; i++) {
    const value = query.get('p' + (i || ''));
    if (value !== null) sought.partition[i] = value;
  }
  if (query.get('op') in SORT_OPERATORS) {
    sought.sort = { operator: query.get('op'), values: [query.get('s') ?? '', query.get('s1') ?? ''] };
  }
  sought.backward = query.has('backward');
  sought.strong = query.has('strong');
  for (const text of query.getAll('f')) {
    try {
      const [attribute, operator, type, ...values] = JSON.parse(text).map(String);
      if (operator in FILTER_OPERATORS) sought.filters.push({ attribute, operator, type, values: values.length ? values : [''] });
    } catch {
      // A link that was cut off: the rest of it still helps.
    }
  }
  return sought;
}
