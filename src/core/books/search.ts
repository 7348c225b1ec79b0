import type {StoredEvent} from '../events/event.js';
import {maskWallet} from '../market/wallet.js';
import {loadedLanguages} from '../messages/messages.js';
import {decimalText} from '../money/money.js';
import {type Badge, badgeNames, badgesOf} from '../payment/badge.js';
import {maskEmail} from '../payment/payer.js';
import {type Payment, type PaymentStatus, verdictOf} from '../payment/payment.js';
import {channelName} from '../payment/tender.js';
import {cleanText} from '../text/text.js';

/** One search term: it is found as any of `texts`, or as one of the `badges` that it names. */
type Term = {readonly texts: readonly string[]; readonly badges: readonly Badge[]};

/** The terms of a search; all of them must be found. */
export type Search = readonly Term[];

const ascii = /^[\u0020-\u007E]*$/u;
/** Text in the form in which it is searched and compared: without case, without accents, on one line. */
export function searchText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return cleanText(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The terms of a search: badges and statuses by any language's name, amounts with separators, numbers with zero or plus. */
export function parseSearch(typed: string): Search {
  const {named, words} = phrasesIn(typed, phrases());
  return [
    ...named.map(([phrase, badges]) => ({texts: [phrase], badges})),
    ...words.map(word => ({texts: textsOf(word), badges: []})),
  ];
}

/** Splits what a person typed into the known phrases in it and the remaining words. The longest phrases of `known` come first. */
export function phrasesIn<T>(typed: string, known: readonly (readonly [string, T])[]) {
  let rest = ` ${searchText(typed).replaceAll(/\s+/g, ' ')} `;
  const named = known.filter(([phrase]) => {
    if (!rest.includes(` ${phrase} `)) return false;
    while (rest.includes(` ${phrase} `)) rest = rest.replace(` ${phrase} `, ' ');
    return true;
  });
  return {named, words: rest.split(' ').filter(word => word !== '')};
}

/** The badges that payments with a status in JSON may have beside those that are called by it. */
const alsoWith: Readonly<Partial<Record<PaymentStatus, readonly Badge[]>>> = {
  paid: ['given-back'],
  pending: ['not-known'],
};

/** The names of badges and statuses, and the codes of statuses and verdicts in JSON, longest first: "not paid" is not "paid". */
function phrases(): readonly (readonly [string, readonly Badge[]])[] {
  const found = new Map<string, readonly Badge[]>();
  const add = (phrase: string, badges: readonly Badge[]) => {
    const text = searchText(phrase);
    found.set(text, [...new Set([...(found.get(text) ?? []), ...badges])]);
  };
  for (const [name, badges] of badgeNames()) add(name, badges);
  for (const status of Object.keys(badgesOf) as PaymentStatus[])
    for (const code of [status, verdictOf({status})]) add(code, [...badgesOf[status], ...(alsoWith[status] ?? [])]);
  return [...found].sort(([a], [b]) => b.length - a.length);
}

const grouped = /^\d{1,3}(?:[.,']\d{3})+(?:[.,]\d{1,2})?$/;
const withComma = /^\d+,\d{1,2}$/;

/** The forms in which a word may occur in the searched text. */
export function textsOf(word: string): readonly string[] {
  if (/^\+\d+$/.test(word)) return [word, word.slice(1)];
  if (/^0\d{3,}$/.test(word)) return [word, word.slice(1)];
  if (withComma.test(word)) return [word, word.replace(',', '.')];
  if (grouped.test(word)) {
    const cents = /[.,]\d{1,2}$/.exec(word)?.[0] ?? '';
    const whole = word.slice(0, word.length - cents.length).replaceAll(/\D/g, '');
    return [word, whole + cents.replace(',', '.')];
  }
  return [word];
}

/** Separates the fields of a searched line, so that no word is found across two fields. */
export const fieldEnd = '\t';

/** The searchable text of a field. It never contains `fieldEnd`. */
export const fieldText = (text: string): string => searchText(text).replaceAll(/\s/g, ' ');

/**
 * A payment as one line to be searched: its reference, the payer, its amount and everything that people wrote. The status is left out,
 * since it changes. The first two fields can be read back with `readSearchLine`.
 */
export function searchLine({reference, sale, request, person}: Payment): string {
  const {amount, description, again} = request;
  const names = [
    ...('firstName' in request ? [request.firstName, request.lastName] : []),
    ...('email' in request ? [request.email] : []),
  ];
  const fields = [
    reference,
    payerText(request),
    decimalText(amount),
    amount.currency,
    ...new Set(loadedLanguages().map(language => channelName(request, language))),
    person,
    ...(sale === reference ? [] : [sale]),
    ...names,
    ...(description === `Sale ${reference}` ? [] : [description]),
    ...(again === null ? [] : [again.reason, again.earlier]),
    ...('received' in request && request.received ? [request.received.providerReference] : []),
  ];
  return fields.map(fieldText).join(fieldEnd);
}

/** The first two fields of a line from `searchLine`. `payer` shows only as much as its owner needs to recognise it. */
export function readSearchLine(
  line: string,
  method: Payment['request']['method'],
): {readonly reference: string; readonly payer: string} {
  const [reference = '', payer = ''] = line.split(fieldEnd, 2);
  return {reference: reference.toUpperCase(), payer: masked(payer, method)};
}

/** A payer field, masked so that only its owner recognises it. */
export function masked(payer: string, method: Payment['request']['method']): string {
  if (payer === '' || method === 'account') return payer;
  if (method === 'mobile-money') return maskWallet(payer);
  return method === 'card' ? `…${payer}` : maskEmail(payer);
}

/** The payer of a payment, in full: the wallet, the last four digits of the card, the e-mail address, or empty text. */
export function payerText(request: Payment['request']): string {
  if (request.method === 'mobile-money') return request.wallet ?? request.phone;
  if (request.method === 'card') return request.card.lastFour;
  if (request.method === 'account') return request.name;
  return 'customerEmail' in request ? request.customerEmail : '';
}

/** Every text and number in an event, whatever its source; the names of members are not included. */
export function searchableTexts(event: StoredEvent): readonly string[] {
  const words: string[] = [event.type, event.person];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.push(value);
    else if (typeof value === 'number' || typeof value === 'boolean') words.push(String(value));
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) collect(member);
  };
  collect(event.data);
  return words;
}

/** The words of an event in which all terms are found, in the order of the terms; undefined if a term is not found. */
export function foundText(search: Search, event: StoredEvent): string | undefined {
  const words = searchableTexts(event).map(word => ({word, text: searchText(word)}));
  const found = search.map(({texts}) => words.find(({text}) => texts.some(each => text.includes(each)))?.word);
  if (found.some(word => word === undefined)) return undefined;
  return [...new Set(found)].join(' · ');
}
