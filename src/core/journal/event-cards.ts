import {hideCardNumbers} from '../card/numbers.js';
import {isBarcode} from '../item/barcode.js';
import {Problem} from '../problem.js';
import type {Json} from '../service/answer.js';
import type {EventType, NewEvent} from './event.js';

/**
 * What is useless with a hole in it, and has the digits of a card by chance now and then: what a bank's question and a page of
 * the service are opened with, and the names by which the service is asked again.
 */
const wholeMembers: ReadonlySet<string> = new Set([
  ...['threeDsUrl', 'formData', 'url', 'creq', 'payment_completion_url', 'payment_token'],
  ...['transactionReference', 'enrollmentTxnReference', 'refund_transaction_reference', 'planCode', 'taken'],
]);
const inOneWord = /^[^\s\p{Z}]*$/u;

/** Whether a text of this member is kept as it came, whatever digits it has. */
export const staysWhole = (member: string, text: string): boolean => wholeMembers.has(member) && inOneWord.test(text);

/** References of our own, in their form. */
const ownMembers: ReadonlySet<string> = new Set(['reference', 'sale', 'earlier', 'enrolment']);
const ownForm = /^[A-Z0-9]{8,15}$/;

/** Of each decision of a person the words that were typed. Nothing was sent for it yet, so that it can be refused. */
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
 * The event without card numbers: in what was typed for it they are refused, which throws `Problem` text-has-card; in all else,
 * such as answers and the names of earlier shifts, they are reduced to their last four digits.
 */
export function withoutCards<E extends NewEvent>(event: E): E {
  const isCharge = event.type === 'requested' && event.data.method === 'subscription'; // which the service made
  const refused = (isCharge ? undefined : typed[event.type]) ?? [];
  const data = cleaned(event.data as Json, '', {refused, isHeard: false});
  const person = hideCardNumbers(event.person);
  return data === event.data && person === event.person ? event : ({...event, person, data} as E);
}

/** `isHeard`: within the body of an answer, where a number is as good as a text, and the words of a decision have no meaning. */
type Where = {readonly refused: readonly string[]; readonly isHeard: boolean};

/** The same value where there is nothing to hide. */
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
  if (staysWhole(member, text) || (!isHeard && ownMembers.has(member) && ownForm.test(text))) return text;
  if (!isHeard && member === 'code' && isBarcode(text)) return text; // of an item that was sold
  const hidden = hideCardNumbers(text);
  if (hidden !== text && !isHeard && refused.includes(member)) throw new Problem('text-has-card');
  return hidden;
}

function cleanedNumber(value: number): Json {
  const text = String(value);
  const hidden = hideCardNumbers(text);
  return hidden === text ? value : hidden;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
