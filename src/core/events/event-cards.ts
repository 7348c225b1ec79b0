import {Problem} from '../problem.js';
import type {Json} from '../service/answer.js';
import {isList} from '../service/reply.js';
import {checkpointForm} from '../technical/schema.js';
import {hideCardNumbers, holdsCardNumber} from '../text/card-numbers.js';
import type {EventType, NewEvent} from './event.js';

/** Values that are useless without their digits and may look like a card number: addresses of pages, and references for asking again. */
const wholeMembers: ReadonlySet<string> = new Set([
  ...['threeDsUrl', 'formData', 'url', 'creq', 'payment_completion_url', 'payment_token'],
  ...['transactionReference', 'enrollmentTxnReference', 'refund_transaction_reference', 'planCode', 'taken'],
]);
const inOneWord = /^[^\s\p{Z}]*$/u;

/** Whether a text of this member is kept as received, even if it contains what looks like a card number. */
export const staysWhole = (member: string, text: string): boolean => wholeMembers.has(member) && inOneWord.test(text);

const reference = /^[A-Z0-9]{8,15}$/;
/** The digest of a secret setting, as JSON. */
const digest = /^"sha256:[0-9a-f]{16}"$/;
/** Members that hold what Duka makes itself and reads again, in its form: with digits hidden in it, nothing is found or proved by it. */
const ownForms: Readonly<Record<string, RegExp>> = {
  reference,
  sale: reference,
  earlier: reference,
  enrolment: reference,
  ticket: reference,
  exchange: reference,
  open: reference,
  from: digest,
  to: digest,
  value: digest,
  fee: /^-?\d{1,9}\.\d+$/,
};

/** Whether it is in such a form, or is what an office has signed, where a person has named the shop alone. */
const isOwn = (member: string, text: string): boolean =>
  member === 'checkpoint'
    ? !holdsCardNumber(checkpointForm.exec(text)?.groups?.['shop'] ?? text)
    : Object.hasOwn(ownForms, member) && ownForms[member]?.test(text) === true;

/** The members of each decision that a person typed. Nothing has been sent for the decision yet, so it can still be refused. */
const typed: Readonly<Partial<Record<EventType, readonly string[]>>> = {
  requested: ['description', 'reason', 'phone', 'wallet', 'email', 'firstName', 'lastName'],
  resolved: ['reason'],
  'refund-requested': ['reason', 'unheard'],
  'refund-in-cash': ['reason', 'unheard'],
  'refund-resolved': ['reason'],
  'shift-handed-over': ['to'],
  'cash-moved': ['reason'],
  'drawer-opened': ['reason'],
  'enrolment-requested': ['customerEmail'],
  'subscription-change-sent': ['reason'],
  'discrepancy-accepted': ['note'],
};

/**
 * The event without card numbers. In typed members a card number throws the `Problem` text-has-card. Everywhere else, such as in answers
 * and the names of earlier shifts, card numbers are reduced to their last four digits.
 */
export function withoutCards<E extends NewEvent>(event: E): E {
  const isCharge = event.type === 'requested' && event.data.method === 'subscription'; // the service made this request, no person typed it
  const refused = (isCharge ? undefined : typed[event.type]) ?? [];
  const data = cleaned(event.data as Json, '', {refused, isHeard: false});
  const person = hideCardNumbers(event.person);
  return data === event.data && person === event.person ? event : ({...event, person, data} as E);
}

/** `isHeard`: within an answer's body, where numbers are treated like texts, and decisions' member names mean nothing. */
type Where = {readonly refused: readonly string[]; readonly isHeard: boolean};

/** Returns the same value if there is nothing to hide. */
function cleaned(value: Json, member: string, where: Where): Json {
  if (typeof value === 'string') return cleanedText(value, member, where);
  if (typeof value === 'number') return where.isHeard && Number.isInteger(value) ? cleanedNumber(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const list = value.map(item => cleaned(item, member, where));
    return list.every((item, at) => item === value[at]) ? value : list;
  }
  let hasChanged = false;
  const entries = Object.entries(value).map(([name, item]) => {
    const isReceived = where.isHeard || name === 'body';
    const clean = [
      isReceived ? hideCardNumbers(name) : name,
      cleaned(item, name, {...where, isHeard: isReceived}),
    ] as const;
    hasChanged ||= clean[0] !== name || clean[1] !== item;
    return clean;
  });
  return hasChanged ? Object.fromEntries(entries) : value;
}

function cleanedText(text: string, member: string, {refused, isHeard}: Where): string {
  const isTyped = !isHeard && refused.includes(member);
  if (staysWhole(member, text) || (!isHeard && !isTyped && isOwn(member, text))) return text;
  const hidden = hideCardNumbers(text);
  if (hidden !== text && isTyped) throw new Problem('text-has-card');
  return hidden;
}

function cleanedNumber(value: number): Json {
  const text = String(value);
  const hidden = hideCardNumbers(text);
  return hidden === text ? value : hidden;
}
