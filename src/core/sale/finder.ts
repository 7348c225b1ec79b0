import {fieldEnd, phrasesIn, searchText, textsOf} from '../books/search.js';
import {type CarriedState, recalledAfter} from '../books/state.js';
import type {StoredEvent} from '../events/event.js';
import {loadedLanguages, messages} from '../messages/messages.js';
import {badgeNames} from '../payment/badge.js';
import type {Payment} from '../payment/payment.js';
import {operatorOf} from '../payment/tender.js';
import type {Ticket, Tickets} from '../ticket/ticket.js';
import {
  type Attempt,
  attemptOf,
  badges,
  type Found,
  type FoundAs,
  foundOf,
  lineOf,
  lineStart,
  readLine,
  standingMark,
} from './attempt.js';
import {isTaken, type SaleRow, saleOf} from './sale.js';

/** The lines that search a closed segment. `own`: sales begun in it, newest first, attempts oldest first; `earlier`: older sales. */
export type SegmentLines = {readonly own: string; readonly earlier: string};

/** Makes a segment's lines. `before`: the earlier state of the payments it mentions. Throws what the fold of payments throws. */
export function linesOfSegment(before: CarriedState, events: readonly StoredEvent[]): SegmentLines {
  const state = recalledAfter(before, events);
  const [header] = events;
  const firstSeq = header?.seq ?? 0;
  const zone = header?.type === 'segment-opened' ? header.data.zone : 'UTC';
  const spokenOf = new Set(events.map(({data}) => ('reference' in data ? data.reference : undefined)));
  const known = [...state.payments.values()].filter(({reference}) => spokenOf.has(reference));
  const isOwn = ({sale}: Payment) => (state.payments.get(sale)?.seq ?? 0) >= firstSeq;
  const begunAt = ({sale}: Payment) => state.payments.get(sale)?.seq ?? 0;
  const own = known.filter(isOwn).sort((a, b) => begunAt(b) - begunAt(a) || a.seq - b.seq);
  const sales = Map.groupBy(state.payments.values(), ({sale}) => sale);
  const standing = ({sale}: Payment) => saleOf((sales.get(sale) ?? []).map(attemptOf) as [Attempt, ...Attempt[]]).badge;
  const ticketOf = ({request: {ticket = ''}}: Payment) => state.tickets.all.get(ticket);
  const lines = (payments: readonly Payment[]) =>
    payments.map(each => `${lineOf(foundOf(each, zone, ticketOf(each)), standing(each))}\n`).join('');
  return {own: lines(own), earlier: lines(known.filter(payment => !isOwn(payment)))};
}

/** The first and last business date of a search. Without a date there is no limit on that side. */
export type SaleDays = {readonly from?: string | undefined; readonly to?: string | undefined};

/** Collects sales, the newest first. It takes the payments in memory first, then the segments from the newest to the oldest. */
export class SaleFinder {
  readonly rows: SaleRow[] = [];
  readonly #search: SaleSearch;
  readonly #patterns: readonly (readonly string[])[];
  readonly #days: SaleDays;
  readonly #limit: number;
  /** What newer segments say about sales that were begun in older ones: the newest entry of each attempt. */
  readonly #later = new Map<string, Map<string, Found>>();
  #tickets: ReadonlyMap<string, Ticket> = new Map();

  constructor(search: SaleSearch, {limit, ...days}: SaleDays & {readonly limit: number}) {
    this.#search = search;
    this.#patterns = patternsOf(search);
    this.#days = days;
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.rows.length >= this.#limit;
  }

  /** Takes the payments that are in memory. Those after `lastClosed` belong to the open segment. */
  takeAtHand(
    {payments, tickets}: AtHand,
    {zone, lastClosed}: {readonly zone: string; readonly lastClosed: number},
  ): void {
    this.#tickets = tickets.all;
    for (const payment of payments.values())
      this.#keep(atHand(payment, zone, tickets.all.get(payment.request.ticket ?? '')));
    const isOwn = ([sale, attempts]: [string, Map<string, Found>]) =>
      (attempts.get(sale)?.attempt.seq ?? 0) > lastClosed;
    const own = [...this.#later].filter(isOwn);
    for (const [sale] of own) this.#later.delete(sale);
    this.#add(own.flatMap(([, attempts]) => this.#wanted([...attempts.values()])));
  }

  /** Takes a closed segment. Everything newer must have been taken before. */
  takeSegment({own, earlier}: SegmentLines): void {
    const changed = this.#changedIn(own);
    const rows: SaleRow[] = [];
    for (const found of groupsWith(own, this.#patterns)) {
      const sale = found[0]?.attempt.sale ?? '';
      if (!changed.has(sale)) rows.push(...this.#wanted(found));
      if (this.rows.length + rows.length >= this.#limit) break;
    }
    for (const [sale, place] of changed) {
      const later = this.#later.get(sale) ?? new Map<string, Found>();
      this.#later.delete(sale);
      const all = groupAt(own, place).found;
      const known = all.filter(({attempt}) => !later.has(attempt.reference));
      rows.push(...this.#wanted([...known, ...later.values().map(found => withTicket(found, all))]));
    }
    this.#add(rows);
    this.takeLater({earlier});
  }

  /** Does the same as `takeSegment` for a segment whose own sales are not searched. */
  takeLater({earlier}: Pick<SegmentLines, 'earlier'>): void {
    for (const line of earlier.split('\n')) {
      const found = line === '' ? undefined : readLine(line);
      if (found !== undefined) this.#keep(found);
    }
  }

  #keep(found: Found): void {
    const {sale, reference} = found.attempt;
    const known = this.#later.get(sale) ?? new Map<string, Found>();
    if (!known.has(reference)) known.set(reference, found);
    this.#later.set(sale, known);
  }

  /** Returns the sales of a segment about which newer segments say more, and the position in its lines at which each begins. */
  #changedIn(own: string): ReadonlyMap<string, number> {
    const places = new Map<string, number>();
    if (own === '') return places;
    const newest = own.slice(0, own.indexOf('\t')).toUpperCase();
    const oldest = groupAt(own, own.length - 2).found[0]?.attempt.sale ?? '';
    for (const sale of this.#later.keys()) {
      if (sale < oldest || sale > newest) continue;
      const start = lineStart(sale);
      const place = own.startsWith(start) ? 0 : own.indexOf(`\n${start}`) + 1;
      if (place > 0 || own.startsWith(start)) places.set(sale, place);
    }
    return places;
  }

  #wanted(found: readonly Found[]): readonly SaleRow[] {
    const [first, ...others] = found.map(({attempt}) => attempt);
    if (first === undefined) return [];
    const row = saleOf([first, ...others]);
    const {businessDate} = row.attempts[0];
    const {from = businessDate, to = businessDate} = this.#days;
    if (businessDate < from || businessDate > to) return [];
    const standings = this.#isPartPaid(row) ? ([row.badge, 'part-paid'] as const) : [row.badge];
    return isFound(this.#search, {texts: found.map(({texts}) => texts), standings}) ? [row] : [];
  }

  /** Whether this is a paid part of a sale that is not paid in full. All open sales are in memory. */
  #isPartPaid(row: SaleRow): boolean {
    const {ticket} = row.shown;
    if (ticket === undefined || !isTaken(row)) return false;
    const atHand = this.#tickets.get(ticket);
    if (atHand !== undefined) return atHand.status !== 'paid';
    return row.attempts.some(({ticketKept}) => ticketKept?.status === 'abandoned');
  }

  #add(rows: readonly SaleRow[]): void {
    const newest = [...rows].sort((a, b) => b.attempts[0].seq - a.attempts[0].seq);
    for (const row of newest) if (!this.isFull) this.rows.push(row);
  }
}

/** Adds what is known of the attempt's ticket and search texts, by the newer entry, or the segment in which it was requested. */
function withTicket(later: Found, own: readonly Found[]): Found {
  const {attempt, texts} = later;
  const asked = own.find(each => each.attempt.reference === attempt.reference);
  const {ticketKept} = asked?.attempt ?? {};
  if (asked === undefined || ticketKept === undefined) return later;
  return {attempt: {ticketKept, ...attempt}, texts: `${texts}${fieldEnd}${asked.texts}`};
}

type AtHand = {readonly payments: ReadonlyMap<string, Payment>; readonly tickets: Pick<Tickets, 'all'>};

type Made = {readonly zone: string; readonly hasTicket: boolean; readonly found: Found};
const made = new WeakMap<Payment, Made>();

/** Payment objects never change, nor the texts of their ticket, so each payment is read once for all searches. */
function atHand(payment: Payment, zone: string, ticket: Ticket | undefined): Found {
  const known = made.get(payment);
  const hasTicket = ticket !== undefined;
  if (known?.zone === zone && known.hasTicket === hasTicket) return known.found;
  const {
    attempt: {ticketKept: _, ...attempt},
    texts,
  } = foundOf(payment, zone, ticket);
  const found = {attempt, texts};
  made.set(payment, {zone, hasTicket, found});
  return found;
}

/** The first line of a sale ends in an empty field, because it does not name another attempt's reference as its sale. */
const isFirst = (lines: string, end: number) => lines.charAt(end - 1) === '\t';

/** Returns all lines of the sale to which the line at this position belongs. */
function groupAt(lines: string, place: number): {readonly found: readonly Found[]; readonly end: number} {
  let start = lineFrom(lines, place);
  let end = endOf(lines, place);
  while (!isFirst(lines, end) && start > 0) {
    end = start - 1;
    start = lineFrom(lines, end - 1);
  }
  const found: Found[] = [];
  for (let at = start; at < lines.length; ) {
    end = endOf(lines, at);
    if (at > start && isFirst(lines, end)) return {found, end: at};
    const each = readLine(lines.slice(at, end));
    if (each !== undefined) found.push(each);
    at = end + 1;
  }
  return {found, end: lines.length};
}

const lineFrom = (lines: string, place: number) => lines.lastIndexOf('\n', place - 1) + 1;

function endOf(lines: string, place: number): number {
  const end = lines.indexOf('\n', place);
  return end < 0 ? lines.length : end;
}

/** Yields all sales that may match every pattern, in line order. In one of several lines, a line with the rarest pattern is enough. */
function* groupsWith(lines: string, patterns: readonly (readonly string[])[]): Generator<readonly Found[]> {
  const rarest = rarestIn(lines, patterns);
  const others = patterns.filter(each => each !== rarest);
  const next = nextIn(lines, rarest);
  for (let place = next(0); place < lines.length; ) {
    const [start, end] = [lineFrom(lines, place), endOf(lines, place)];
    const isAlone = isFirst(lines, end) && (end + 1 >= lines.length || isFirst(lines, endOf(lines, end + 1)));
    if (isAlone) {
      const line = lines.slice(start, end);
      const found = others.every(each => each.some(text => line.includes(text))) ? readLine(line) : undefined;
      if (found !== undefined) yield [found];
      place = next(end + 1);
    } else {
      const group = groupAt(lines, place);
      yield group.found;
      place = next(group.end);
    }
  }
}

/** Returns a function that finds the next position of any of the texts, or the end. Its argument must never decrease. */
function nextIn(lines: string, texts: readonly string[] | undefined): (from: number) => number {
  if (texts === undefined) return from => from;
  const places = texts.map(() => -1);
  return from => {
    for (const [at, text] of texts.entries()) {
      if ((places[at] ?? 0) >= from) continue;
      const place = lines.indexOf(text, from);
      places[at] = place < 0 ? lines.length : place;
    }
    return Math.min(...places);
  };
}

const looked = 8;

/** Returns the texts whose eighth occurrence comes last. They are the rarest, so the fewest lines have to be read. */
function rarestIn(lines: string, patterns: readonly (readonly string[])[]): readonly string[] | undefined {
  if (patterns.length < 2) return patterns[0];
  const reach = patterns.map(texts => {
    const next = nextIn(lines, texts);
    let place = next(0);
    for (let count = 1; count < looked && place < lines.length; count += 1) place = next(place + 1);
    return place;
  });
  return patterns[reach.indexOf(Math.max(...reach))];
}

/** A term of a search. It matches a sale that contains any of the texts, or whose state is one of these. */
type SaleTerm = {readonly texts: readonly string[]; readonly standings: readonly FoundAs[]};

/** A search, term by term. Every term must match. */
export type SaleSearch = readonly SaleTerm[];

/** The beginning of a name counts from this many letters on, because fewer would match too many names. */
const shortestBeginning = 3;

/** Reads a search as it is typed. From the third letter on, a state's word, or a way to pay, finds its sales. */
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

export const isFound = (
  search: SaleSearch,
  {texts, standings}: {readonly texts: readonly string[]; readonly standings: readonly FoundAs[]},
) =>
  search.every(
    term =>
      term.standings.some(each => standings.includes(each)) ||
      texts.some(own => term.texts.some(each => own.includes(each))),
  );
