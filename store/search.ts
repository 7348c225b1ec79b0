import {fieldEnd, readSearchLine, type Search, searchLine, searchText} from '../src/core/books/search.js';
import {type Currency, currencies, type Money} from '../src/core/money/money.js';
import {type Badge, badgeOf} from '../src/core/payment/badge.js';
import type {Payment, PaymentStatus} from '../src/core/payment/payment.js';
import {isRefundedWhole} from '../src/core/payment/refund.js';
import {type Tender, tenderOf} from '../src/core/payment/tender.js';
import {badges, methods} from '../src/core/sale/attempt.js';

export type PaymentRow = {
  readonly number: number;
  readonly reference: string;
  readonly businessDate: string;
  /** When it was requested, in epoch milliseconds. */
  readonly at: number;
  readonly amount: Money;
  readonly status: PaymentStatus;
  readonly badge: Badge;
  readonly isGivenBack: boolean;
  /** Masked. */
  readonly payer: string;
  readonly tender: Tender;
  readonly person: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
};

/** Money of a payment that was given back, with the day on which that happened. */
type GivenBack = {readonly businessDate: string; readonly minor: number};

/** The part of a payment's row that changes with its events. */
export type Mark = {
  readonly status: PaymentStatus;
  readonly badge: Badge;
  readonly isGivenBack: boolean;
  readonly givenBack: readonly GivenBack[];
};

export type DayRow = {
  readonly day: string;
  readonly payments: number;
  readonly statuses: ReadonlyMap<PaymentStatus, number>;
  /** Sums in minor units by currency: of what was paid, and of what was given back on this day. */
  readonly paid: ReadonlyMap<Currency, number>;
  readonly givenBack: ReadonlyMap<Currency, number>;
};

const statuses = [
  'requested',
  'sent',
  'unknown',
  'pending',
  'paid',
  'mispaid',
  'failed',
  'disputed',
  'on-book',
] as const satisfies readonly PaymentStatus[];

const linesOfBlock = 4096;

/** Lines of text that is complete. `starts` has one more entry than there are lines. */
type Block = {readonly text: string; readonly starts: Uint32Array};

/** One packed line for each payment, a quarter of a million in tens of megabytes, all searched. Rows are numbered, oldest first. */
export class PaymentIndex {
  readonly #blocks: Block[] = [];
  #lines: string[] = [];
  #open: Block | undefined;
  readonly #days = new Names();
  readonly #people = new Names();
  readonly #channels = new Names();
  readonly #columns = {
    at: new Column(Float64Array),
    minor: new Column(Float64Array),
    firstSeq: new Column(Uint32Array),
    lastSeq: new Column(Uint32Array),
    day: new Column(Uint16Array),
    person: new Column(Uint32Array),
    channel: new Column(Uint32Array),
    currency: new Column(Uint8Array),
    method: new Column(Uint8Array),
    status: new Column(Uint8Array),
    badge: new Column(Uint8Array),
    isGivenBack: new Column(Uint8Array),
  };
  readonly #givenBack = new Map<number, readonly GivenBack[]>();
  #version = 0;

  /** The number of rows. */
  get size(): number {
    return this.#blocks.length * linesOfBlock + this.#lines.length;
  }

  get version(): number {
    return this.#version;
  }

  /** Adds a payment that was just requested and returns the number of its row. */
  add(payment: Payment): number {
    const number = this.size;
    const {request, requestedAt, seq, person} = payment;
    const {at, minor, firstSeq, lastSeq, ...columns} = this.#columns;
    at.set(number, requestedAt);
    minor.set(number, request.amount.minor);
    firstSeq.set(number, seq);
    columns.day.set(number, this.#days.numberOf(request.businessDate));
    columns.person.set(number, this.#people.numberOf(person));
    columns.channel.set(number, this.#channels.numberOf(tenderOf(request).channel));
    columns.currency.set(number, currencies.indexOf(request.amount.currency));
    columns.method.set(number, methods.indexOf(request.method));
    this.#lines.push(searchLine(payment));
    this.#open = undefined;
    if (this.#lines.length === linesOfBlock) {
      this.#blocks.push(blockOf(this.#lines));
      this.#lines = [];
    }
    this.mark(number, payment, seq);
    return number;
  }

  /** Updates a row after an event has changed its payment. */
  mark(number: number, payment: Payment, seq: number): void {
    const {status, badge, isGivenBack, givenBack} = markOf(payment);
    this.#columns.status.set(number, statuses.indexOf(status));
    this.#columns.badge.set(number, badges.indexOf(badge));
    this.#columns.isGivenBack.set(number, isGivenBack ? 1 : 0);
    this.#columns.lastSeq.set(number, seq);
    if (givenBack.length > 0) this.#givenBack.set(number, givenBack);
    this.#version += 1;
  }

  numberOf(reference: string): number | undefined {
    const text = `${searchText(reference)}${fieldEnd}`;
    for (let at = this.#blocks.length; at >= 0; at -= 1) {
      const block = this.#block(at);
      for (let found = block.text.indexOf(text); found !== -1; found = block.text.indexOf(text, found + 1)) {
        const line = lineAt(block.starts, found);
        if (block.starts[line] === found) return at * linesOfBlock + line;
      }
    }
    return undefined;
  }

  /** The days of all rows, in the order in which they were first met. */
  get days(): readonly string[] {
    return this.#days.names;
  }

  /** The numbers of the rows in which all terms of the search are found, newest first. */
  find(search: Search, view: RowMarks): number[] {
    const [first, ...others] = [...search].sort((a, b) => lengthOf(b) - lengthOf(a));
    const found: number[] = [];
    if (first === undefined) return found;
    for (let at = Math.floor((view.count - 1) / linesOfBlock); at >= 0 && view.count > 0; at -= 1) {
      const block = this.#block(at);
      const marks = this.#marked(first, block, at * linesOfBlock, view);
      for (let line = marks.length - 1; line >= 0; line -= 1) {
        if (marks[line] === 1 && this.#hasAll(others, block, line, at * linesOfBlock, view))
          found.push(at * linesOfBlock + line);
      }
    }
    return found;
  }

  ofDay(day: string, {count}: RowMarks): number[] {
    const wanted = this.#days.names.indexOf(day);
    const found: number[] = [];
    const days = this.#columns.day.values;
    for (let number = count - 1; number >= 0; number -= 1) if (days[number] === wanted) found.push(number);
    return found;
  }

  row(number: number, view: RowMarks): PaymentRow {
    const {at, minor, firstSeq, lastSeq, day, person, channel, currency, method, status} = this.#columns;
    const mark = view.changed.get(number);
    const how = methods[method.get(number)] ?? 'cash';
    const start = readSearchLine(this.#line(number), how);
    return {
      number,
      ...start,
      businessDate: this.#days.names[day.get(number)] ?? '',
      at: at.get(number),
      amount: {currency: currencies[currency.get(number)] ?? 'KES', minor: minor.get(number)},
      status: mark?.status ?? statuses[status.get(number)] ?? 'unknown',
      badge: badges[this.#badge(number, view)] ?? 'not-known',
      isGivenBack: mark?.isGivenBack ?? this.#columns.isGivenBack.get(number) === 1,
      tender: {method: how, channel: this.#channels.names[channel.get(number)] ?? ''},
      person: this.#people.names[person.get(number)] ?? '',
      firstSeq: firstSeq.get(number),
      lastSeq: lastSeq.get(number),
    };
  }

  dayRows(view: RowMarks): readonly DayRow[] {
    const tallies = new Map<number, Tally>();
    const {day, status, currency, minor} = this.#columns;
    for (let number = 0; number < view.count; number += 1) {
      const tally = tallyOf(tallies, day.get(number));
      const code = view.changed.size === 0 ? status.get(number) : this.#status(number, view);
      tally.payments += 1;
      tally.statuses[code] = (tally.statuses[code] ?? 0) + 1;
      if (code === paidCode) plus(tally.paid, currency.get(number), minor.get(number));
    }
    for (const [number, kept] of this.#givenBack) {
      if (number >= view.count) continue;
      for (const {businessDate, minor: back} of view.changed.get(number)?.givenBack ?? kept)
        plus(tallyOf(tallies, this.#days.numberOf(businessDate)).givenBack, currency.get(number), back);
    }
    return [...tallies]
      .map(([number, tally]) => dayRowOf(this.#days.names[number] ?? '', tally))
      .sort((a, b) => (a.day < b.day ? -1 : 1));
  }

  /** The number of rows at the time when the event with this number was written. */
  countAt(seq: number): number {
    const {values} = this.#columns.firstSeq;
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Those of the first `count` rows that an event later than this number mentions. */
  spokenOfAfter(seq: number, count: number): number[] {
    const {values} = this.#columns.lastSeq;
    const found: number[] = [];
    for (let number = 0; number < count; number += 1) if ((values[number] ?? 0) > seq) found.push(number);
    return found;
  }

  /** Returns an array with a 1 for each line of a block that has the term. */
  #marked({texts, badges: named}: Search[number], block: Block, first: number, view: RowMarks): Uint8Array {
    const marks = new Uint8Array(Math.max(0, Math.min(block.starts.length - 1, view.count - first)));
    for (const text of texts) markLines(marks, block, text);
    const codes = named.map(badge => badges.indexOf(badge));
    if (codes.length === 0) return marks;
    for (let line = 0; line < marks.length; line += 1)
      if (codes.includes(this.#badge(first + line, view))) marks[line] = 1;
    return marks;
  }

  #hasAll(terms: Search, block: Block, line: number, first: number, view: RowMarks): boolean {
    if (terms.length === 0) return true;
    const text = textOf(block, line);
    const badge = badges[this.#badge(first + line, view)] ?? 'not-known';
    return terms.every(term => term.badges.includes(badge) || term.texts.some(each => text.includes(each)));
  }

  #status(number: number, {changed}: RowMarks): number {
    const mark = changed.get(number);
    return mark === undefined ? this.#columns.status.get(number) : statuses.indexOf(mark.status);
  }

  #badge(number: number, {changed}: RowMarks): number {
    const mark = changed.get(number);
    return mark === undefined ? this.#columns.badge.get(number) : badges.indexOf(mark.badge);
  }

  #line(number: number): string {
    return textOf(this.#block(Math.floor(number / linesOfBlock)), number % linesOfBlock);
  }

  #block(at: number): Block {
    const block = this.#blocks[at];
    if (block !== undefined) return block;
    this.#open ??= blockOf(this.#lines);
    return this.#open;
  }
}

/** Which rows are visible, and what was known of them at a point in time: `changed` has the rows whose mark was different then. */
export type RowMarks = {readonly count: number; readonly changed: ReadonlyMap<number, Mark>};

/** The part of a payment's row that changes with its events. */
export function markOf(payment: Payment): Mark {
  const done = payment.refunds.filter(({status}) => status === 'done');
  return {
    status: payment.status,
    badge: badgeOf(payment),
    isGivenBack: isRefundedWhole(payment),
    givenBack: done.map(({businessDate, amount}) => ({businessDate, minor: amount.minor})),
  };
}

const lengthOf = ({texts, badges: named}: Search[number]): number =>
  named.length > 0 ? 0 : Math.min(...texts.map(({length}) => length));

function blockOf(lines: readonly string[]): Block {
  const starts = new Uint32Array(lines.length + 1);
  let start = 0;
  for (const [line, {length}] of lines.entries()) {
    starts[line] = start;
    start += length + 1;
  }
  starts[lines.length] = start;
  return {text: lines.map(line => `${line}\n`).join(''), starts};
}

const textOf = ({text, starts}: Block, line: number): string => text.slice(starts[line], (starts[line + 1] ?? 1) - 1);

function markLines(marks: Uint8Array, {text: all, starts}: Block, text: string): void {
  for (let found = all.indexOf(text); found !== -1; ) {
    const line = lineAt(starts, found);
    if (line >= marks.length) return;
    marks[line] = 1;
    found = all.indexOf(text, starts[line + 1]);
  }
}

function lineAt(starts: Uint32Array, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

type Tally = {
  payments: number;
  readonly statuses: number[];
  readonly paid: Map<number, number>;
  readonly givenBack: Map<number, number>;
};
const paidCode = statuses.indexOf('paid');

function tallyOf(tallies: Map<number, Tally>, day: number): Tally {
  const known = tallies.get(day);
  if (known !== undefined) return known;
  const tally = {payments: 0, statuses: [], paid: new Map<number, number>(), givenBack: new Map<number, number>()};
  tallies.set(day, tally);
  return tally;
}

function plus(sums: Map<number, number>, currency: number, minor: number): void {
  sums.set(currency, (sums.get(currency) ?? 0) + minor);
}

function dayRowOf(day: string, {payments, statuses: counts, paid, givenBack}: Tally): DayRow {
  const named = new Map<PaymentStatus, number>();
  for (const [code, count] of counts.entries()) {
    const status = statuses[code];
    if (status !== undefined && count !== undefined && count > 0) named.set(status, count);
  }
  return {day, payments, statuses: named, paid: byCurrency(paid), givenBack: byCurrency(givenBack)};
}

const byCurrency = (sums: ReadonlyMap<number, number>): ReadonlyMap<Currency, number> =>
  new Map([...sums].map(([code, minor]) => [currencies[code] ?? 'KES', minor]));

/** Numbers for texts that occur again and again. */
class Names {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

type Numbers = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** A column of numbers that grows. */
class Column<T extends Numbers> {
  values: T;
  readonly #make: new (
    size: number,
  ) => T;

  constructor(make: new (size: number) => T) {
    this.#make = make;
    this.values = new make(1024);
  }

  get(at: number): number {
    return this.values[at] ?? 0;
  }

  set(at: number, value: number): void {
    if (at >= this.values.length) {
      const larger = new this.#make(Math.ceil(this.values.length * 1.5));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[at] = value;
  }
}
