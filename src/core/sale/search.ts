import {phrasesIn, searchText, textsOf} from '../journal/search.js';
import {loadedLanguages, messages} from '../messages/messages.js';
import type {Badge} from '../payment/badge.js';
import type {PaymentStatus} from '../payment/payment.js';
import {operatorOf} from '../payment/tender.js';
import {badges, type FoundAs, standingMark} from './attempt.js';

/** Found as any of the texts, or in a sale that stands as one of these. */
type SaleTerm = {readonly texts: readonly string[]; readonly standings: readonly FoundAs[]};

/** What was asked for, word by word: every one of them must be found. */
export type SaleSearch = readonly SaleTerm[];

const badgesOf: Readonly<Record<PaymentStatus, readonly Badge[]>> = {
  requested: ['sending'],
  sent: ['sending'],
  unknown: ['not-known'],
  pending: ['waiting', 'not-known'],
  paid: ['paid', 'judged-paid'],
  mispaid: ['amount-differs'],
  failed: ['not-paid', 'reversed'],
  disputed: ['needs-person'],
};

/** Fewer letters than these are the beginning of too many words. */
const shortestBeginning = 3;

/**
 * What a person types, while it is typed: the word for a state finds the sales that stand so, from its third letter on, in
 * any language that the till has loaded; so does what a way to pay is called.
 */
export function parseSaleSearch(typed: string): SaleSearch {
  const known = phrases();
  const {named, words} = phrasesIn(typed, known);
  const from = words.findIndex((_, at) => at < words.length - 1 && begunBy(words.slice(at), known).length > 0);
  const [whole, last] = from < 0 ? [words, []] : [words.slice(0, from), words.slice(from)];
  return [
    ...named.map(([phrase, states]) => ({texts: [phrase], standings: states})),
    ...whole.map(word => termOf(word, known)),
    ...(last.length > 0 ? [{texts: [last.join(' ')], standings: begunBy(last, known)}] : []),
  ];
}

type Phrases = readonly (readonly [string, readonly FoundAs[]])[];

/** The states whose names begin with these words, of which the last may still be typed. */
const begunBy = (words: readonly string[], known: Phrases): readonly FoundAs[] =>
  unique(known.flatMap(([phrase, states]) => (phrase.startsWith(words.join(' ')) ? states : [])));

function termOf(word: string, known: Phrases): SaleTerm {
  if (word.length < shortestBeginning) return {texts: textsOf(word), standings: []};
  const ways = wayNames().flatMap(([name, text]) => (name.startsWith(word) ? [text] : []));
  return {texts: unique([...textsOf(word), ...ways]), standings: begunBy([word], known)};
}

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

/** What states are called, the longest names first: "not paid" is not "paid". */
function phrases(): Phrases {
  const found = new Map<string, readonly FoundAs[]>();
  const add = (phrase: string, states: readonly FoundAs[]) => {
    const text = searchText(phrase);
    found.set(text, unique([...(found.get(text) ?? []), ...states]));
  };
  for (const language of loadedLanguages()) {
    const {payment} = messages(language);
    for (const badge of badges) {
      add(payment.verdicts[badge], [badge]);
      add(badge.replaceAll('-', ' '), [badge]);
    }
    for (const phrase of [payment.partPaid, 'part paid']) add(phrase, ['part-paid']);
    for (const [status, states] of Object.entries(badgesOf)) add(payment.statuses[status as PaymentStatus], states);
  }
  return [...found].sort(([a], [b]) => b.length - a.length);
}

/** What a way to pay is called in some language, and how an index has it. */
function wayNames(): readonly (readonly [string, string])[] {
  const ways = [
    ['cash', {method: 'cash', channel: 'cash'}],
    ['card', {method: 'card', channel: 'card'}],
    ['enrolment', {method: 'subscription', channel: 'enrolment'}],
    ['renewal', {method: 'subscription', channel: 'renewal'}],
  ] as const;
  return loadedLanguages().flatMap(language =>
    ways.map(([id, tender]) => [searchText(messages(language).tender[id]), searchText(operatorOf(tender))] as const),
  );
}

/** A search as the texts that a line of an index has to have: of each of its terms one. */
export const patternsOf = (search: SaleSearch): readonly (readonly string[])[] =>
  search.map(({texts, standings}) => [...texts, ...standings.map(standingMark)]);

/** Whether all that was asked for is found in a sale. */
export function isFound(
  search: SaleSearch,
  {texts, standings}: {readonly texts: readonly string[]; readonly standings: readonly FoundAs[]},
) {
  return search.every(
    term =>
      term.standings.some(each => standings.includes(each)) ||
      texts.some(own => term.texts.some(each => own.includes(each))),
  );
}
