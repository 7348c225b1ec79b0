import {phrasesIn, searchText, textsOf} from '../books/search.js';
import {loadedLanguages, messages} from '../messages/messages.js';
import {badgeNames} from '../payment/badge.js';
import {operatorOf} from '../payment/tender.js';
import {badges, type FoundAs, standingMark} from './attempt.js';

/** A term of a search. It matches a sale that contains any of the texts, or whose state is one of these. */
type SaleTerm = {readonly texts: readonly string[]; readonly standings: readonly FoundAs[]};

/** A search, term by term. Every term must match. */
export type SaleSearch = readonly SaleTerm[];

/** The beginning of a name counts from this many letters on, because fewer would match too many names. */
const shortestBeginning = 3;

/**
 * Reads a search while a person types it. The word for a state, in any language that the till has loaded, finds the
 * sales in that state, from its third letter on. The same is true of the name of a way to pay.
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

/** Returns the states whose names begin with these words. The last word may be incomplete. */
const begunBy = (words: readonly string[], known: Phrases): readonly FoundAs[] =>
  unique(known.flatMap(([phrase, states]) => (phrase.startsWith(words.join(' ')) ? states : [])));

function termOf(word: string, known: Phrases): SaleTerm {
  if (word.length < shortestBeginning) return {texts: textsOf(word), standings: []};
  const ways = wayNames().flatMap(([name, text]) => (name.startsWith(word) ? [text] : []));
  return {texts: unique([...textsOf(word), ...ways]), standings: begunBy([word], known)};
}

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

/** Returns the names of the states, the longest first, so that "not paid" is not read as "paid". */
function phrases(): Phrases {
  const found = new Map<string, readonly FoundAs[]>();
  const add = (phrase: string, states: readonly FoundAs[]) => {
    const text = searchText(phrase);
    found.set(text, unique([...(found.get(text) ?? []), ...states]));
  };
  for (const [name, states] of badgeNames()) add(name, states);
  for (const badge of badges) add(badge.replaceAll('-', ' '), [badge]);
  for (const phrase of ['part paid', ...loadedLanguages().map(language => messages(language).payment.partPaid)])
    add(phrase, ['part-paid']);
  return [...found].sort(([a], [b]) => b.length - a.length);
}

/** Returns the names of the ways to pay in every loaded language, each with the text that an index has for it. */
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

/** Returns the texts that a line of an index must contain: for each term of the search, one of its list. */
export const patternsOf = (search: SaleSearch): readonly (readonly string[])[] =>
  search.map(({texts, standings}) => [...texts, ...standings.map(standingMark)]);

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
