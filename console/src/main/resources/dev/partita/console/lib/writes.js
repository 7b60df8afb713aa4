// The question before a write. Where tables are production, no write goes out unasked, whichever page it comes from.
import { confirm } from './ui.js';

/** Says that the person was asked. Nobody else can make one. */
const PERMIT = Object.freeze({});

const READS = /^(Describe|List|Get|BatchGet|TransactGet|Query$|Scan$)/;

const QUESTIONS = {
  PutItem: 'Write this item?',
  UpdateItem: 'Save this item?',
  DeleteItem: 'Delete this item?',
  BatchWriteItem: 'Write these items?',
  CreateTable: 'Create this table?',
  UpdateTable: 'Change this table?',
  DeleteTable: 'Delete this table?',
  UpdateTimeToLive: 'Change the expiry?',
  TagResource: 'Tag this table?',
  UntagResource: 'Remove this tag?',
};

/** Until it is known where we are, it might be production. */
let place = { label: 'an endpoint that is not known yet', production: true };

export function writesGoTo(where) {
  place = where;
}

/** The person said no: nothing was written, and nothing needs to be said about it. */
class Declined extends Error {
  constructor() {
    super('Nothing was written.');
    this.name = 'AbortError';
  }
}

/**
 * Asks, and answers a permit for the calls of api.js, or null. Only production asks; what cannot be undone is asked everywhere,
 * with `always`.
 */
export async function permission({ always = false, ...question }) {
  if (!place.production && !always) return PERMIT;
  const yes = await confirm({ ...question, place: place.production ? place.label : null });
  return yes ? PERMIT : null;
}

/** Lets a write go on that is permitted, or is now; throws when it is declined. */
export async function beforeWriting(permit, question) {
  if (permit !== PERMIT && await permission(question) === null) throw new Declined();
}

/** What to ask before an operation of DynamoDB's; null for one that only reads. Whatever is not known to read, writes. */
export function questionBefore(operation, body) {
  if (READS.test(operation)) return null;
  const table = body.TableName ?? body.ResourceArn?.replace(/^.*:table\//, '') ?? Object.keys(body.RequestItems ?? {}).join(', ');
  return { title: QUESTIONS[operation] ?? operation + '?', text: `This writes to ${table}.`, action: 'Write' };
}
