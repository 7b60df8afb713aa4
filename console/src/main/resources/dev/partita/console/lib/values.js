// DynamoDB's attribute values: shown, compared, read from text. Numbers stay text from end to end.

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export const TYPES = {
  S: 'String', N: 'Number', B: 'Binary', BOOL: 'Boolean', NULL: 'Null',
  M: 'Map', L: 'List', SS: 'String set', NS: 'Number set', BS: 'Binary set',
};

export function typeOf(value) {
  return Object.keys(value)[0];
}

/** One line that says what a value is; long ones end in an ellipsis. */
export function summary(value, length = 80) {
  const text = plain(value);
  return text.length > length ? text.slice(0, length - 1) + '…' : text;
}

function plain(value) {
  const type = typeOf(value);
  const held = value[type];
  switch (type) {
    case 'S': return held;
    case 'N': return held;
    case 'BOOL': return String(held);
    case 'NULL': return 'null';
    case 'B': return bytes(held) + ' bytes';
    case 'SS': case 'NS': return '{' + held.join(', ') + '}';
    case 'BS': return '{' + held.length + ' binaries}';
    case 'L': return '[' + held.map(plain).join(', ') + ']';
    case 'M': return '{' + Object.entries(held).map(([name, member]) => name + ': ' + plain(member)).join(', ') + '}';
    default: return JSON.stringify(held);
  }
}

function bytes(base64) {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** Plain JSON of an item, as people send it about. Numbers keep their digits: they are written, not computed. */
export function toJson(value, indent = '') {
  const type = typeOf(value);
  const held = value[type];
  const deeper = indent + '  ';
  switch (type) {
    case 'S': case 'B': return JSON.stringify(held);
    case 'N': return held;
    case 'BOOL': return String(held);
    case 'NULL': return 'null';
    case 'SS': case 'BS': return list(held.map((one) => JSON.stringify(one)), indent, deeper);
    case 'NS': return list(held, indent, deeper);
    case 'L': return list(held.map((one) => toJson(one, deeper)), indent, deeper);
    default: return itemToJson(held, indent);
  }
}

export function itemToJson(item, indent = '') {
  const deeper = indent + '  ';
  const members = Object.entries(item).map(([name, value]) => JSON.stringify(name) + ': ' + toJson(value, deeper));
  return members.length === 0 ? '{}' : '{\n' + deeper + members.join(',\n' + deeper) + '\n' + indent + '}';
}

function list(parts, indent, deeper) {
  return parts.length === 0 ? '[]' : '[\n' + deeper + parts.join(',\n' + deeper) + '\n' + indent + ']';
}

/** A value of a type from what a person typed; throws with words for that person. */
export function parse(type, text) {
  switch (type) {
    case 'S': return { S: text };
    case 'N':
      if (!NUMBER.test(text.trim())) throw new Error('Not a number.');
      return { N: text.trim() };
    case 'B':
      try {
        atob(text.trim());
      } catch {
        throw new Error('Not base64.');
      }
      return { B: text.trim() };
    case 'BOOL': return { BOOL: text === 'true' };
    case 'NULL': return { NULL: true };
    default: throw new Error('Cannot be typed in one line.');
  }
}

/** Whether two values are the same; numbers by their text, sets without regard to order. */
export function same(one, other) {
  return canonical(one) === canonical(other);
}

function canonical(value) {
  if (value === undefined || value === null) return '';
  const type = typeOf(value);
  const held = value[type];
  if (type === 'SS' || type === 'NS' || type === 'BS') return type + JSON.stringify([...held].sort());
  if (type === 'L') return 'L[' + held.map(canonical).join() + ']';
  if (type === 'M') {
    return 'M{' + Object.keys(held).sort().map((name) => JSON.stringify(name) + canonical(held[name])).join() + '}';
  }
  return type + JSON.stringify(held);
}

/** The key attributes of an item. */
export function keyOf(item, keySchema) {
  return Object.fromEntries(keySchema.map(({ AttributeName: name }) => [name, item[name]]));
}
