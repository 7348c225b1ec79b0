import {tillOf} from '../../journal/reference.js';
import {addDecimals, type Decimal, subtractDecimals, zero} from '../../money/decimal.js';
import {type Money, sumByCurrency} from '../../money/money.js';
import {type BankMatching, creditsOf, entrySubject} from '../bank/bank.js';
import {allEntries, namesPayouts, type Payouts, payoutKey} from '../bank/payouts.js';
import {answeredIn, isByAnswers} from '../matching/match-answer.js';
import {amountOf, type DecimalAmount, DecimalSums, isZero, negated} from '../rows/amount.js';
import {
  type Books,
  dateOfEntry,
  feeOf,
  isCounted,
  isInDays,
  netOf,
  type ProviderEntry,
  placesIn,
  signedAmount,
  taxOf,
} from '../rows/books.js';
import {type EquationId, type Finding, type LineTerm, type RowPlace, termsOfLines} from '../rows/discrepancy.js';
import {placesOf} from '../rows/merge.js';
import type {Proof, SourceFile} from '../rows/row.js';

type EndName = 'journal-paid' | 'provider-gross' | 'answers-paid' | 'payouts' | 'bank-credits';
export type TermName = LineTerm | EndName | (typeof partTerms)[number];

/** Signed terms that should add up to the total, and the rest that they leave unexplained. */
export type Equation = {
  /** `answers` compares with the service's answers to live questions, if there is no file of the provider. */
  readonly id: EquationId;
  readonly currency: string;
  readonly terms: readonly {readonly name: TermName; readonly value: Decimal}[];
  readonly total: {readonly name: TermName; readonly value: Decimal};
  /** The total less the terms. */
  readonly unexplained: Decimal;
  /** The files that the equation is made of. That their sums agree does not prove that they were read correctly; their proof does. */
  readonly files: readonly ProvedFile[];
};

/** A file, and how its own figures confirm the way it was read; null if that was not checked. */
export type ProvedFile = {readonly name: string; readonly proof: Proof | null};

/** The equations of loaded sources, by currency. Ends are what sources state, steps come from findings, and the rest is unexplained. */
export function equationsOf(
  books: Books,
  {effects, payouts, bank, sums}: {effects: TermSums; payouts: Payouts; bank: BankMatching; sums: BothSums},
): readonly Equation[] {
  const has = sourcesIn(books, payouts, bank);
  return [
    ...(isByAnswers(books) ? ofAnswers(sums, effects) : []),
    ...(has.provider ? ofGross(sums, {effects, files: provedIn(books.provider.files)}) : []),
    ...(has.provider && has.payouts ? ofPayouts(books, {payouts, effects, sums}) : []),
    ...(has.payouts && has.bank ? ofBank(payouts, bank, effects) : []),
  ];
}

const sourcesIn = ({provider}: Books, payouts: Payouts, bank: BankMatching) => ({
  provider: provider.files.length > 0,
  payouts: payouts.merged.files.length > 0,
  bank: bank.merged.files.length > 0,
});

/** What a finding, or its line, adds. */
type Explained = Pick<Finding, 'effects'>;

/** The sum of each term, by currency, such as what findings or their lines explain of it. */
export class TermSums {
  private readonly sums = new Map<TermName, DecimalSums>();
  constructor(explained: Iterable<Explained> = []) {
    for (const each of explained) this.add(each);
  }
  add({effects = []}: Explained): void {
    for (const {term, currency, value} of effects) this.of(term).add(currency, value);
  }
  of(term: TermName): DecimalSums {
    return this.sums.getOrInsertComputed(term, () => new DecimalSums());
  }
}

const provedIn = (files: readonly Pick<SourceFile<unknown>, 'name' | 'proof'>[]): readonly ProvedFile[] =>
  files.map(({name, proof = null}) => ({name, proof}));

type Side = {readonly name: TermName; readonly sums: DecimalSums};

/** One equation for each currency that occurs in it. */
function equations(
  id: Equation['id'],
  stated: readonly Side[],
  total: Side,
  {effects, files}: {readonly effects: TermSums; readonly files: readonly ProvedFile[]},
): Equation[] {
  const sides: Side[] = [...stated, ...termsOfLines[id].map(name => ({name, sums: effects.of(name)}))];
  const currencies = new Set([...sides, total].flatMap(({sums}) => sums.currencies));
  return [...currencies].sort().map(currency => {
    const terms = sides.map(({name, sums}) => ({name, value: sums.of(currency)}));
    const explained = terms.reduce((sum, {value}) => addDecimals(sum, value), zero);
    const value = total.sums.of(currency);
    const unexplained = subtractDecimals(value, explained);
    return {id, currency, terms, total: {name: total.name, value}, unexplained, files};
  });
}

type PaidOnDay = DecimalAmount & {readonly date: string};

/** What the journal calls paid in the days, what the provider's files have for them, and what the service's answers call paid. */
export type BothSums = {
  readonly journalPaid: DecimalSums;
  /** The parts of `journalPaid`, in the order of the dates. */
  readonly paidByDay: readonly PaidOnDay[];
  readonly providerGross: DecimalSums;
  readonly answersPaid: DecimalSums;
};

/** The provider's gross of the days: every payment whose money it has. */
function grossOf(
  {byReference, strangersGross, settled}: Books,
  add: (currency: string, value: ProviderEntry['amount']) => void,
): void {
  for (const {currency, value} of strangersGross.amounts) add(currency, value);
  for (const {amount} of settled.sums) add(amount.currency, amountOf(amount).value);
  for (const entries of byReference.values()) {
    for (const {isMain, isTaken, row, amount} of entries) if (isMain && isTaken) add(row.currency, amount);
  }
}

export function sumsOf(books: Books): BothSums {
  const [journalPaid, providerGross, answersPaid] = [new DecimalSums(), new DecimalSums(), new DecimalSums()];
  for (const {there} of answeredIn(books)) answersPaid.add(there.currency, there.value);
  const paidByDay = paidOnDays(books);
  for (const {currency, value} of paidByDay) journalPaid.add(currency, value);
  grossOf(books, (currency, value) => providerGross.add(currency, value));
  return {journalPaid, paidByDay, providerGross, answersPaid};
}

function paidOnDays({payments, settled, inputs}: Books): readonly PaidOnDay[] {
  const days = new Map<string, Money[]>();
  for (const payment of payments.values()) {
    const {businessDate: date, amount} = payment;
    if (!isCounted(payment) || !isInDays(inputs, date)) continue;
    days.getOrInsert(date, []).push(amount);
  }
  for (const {date, amount} of settled.sums) days.getOrInsert(date, []).push(amount);
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([date, amounts]) => sumByCurrency(amounts).map(sum => ({date, ...amountOf(sum)})));
}

function ofAnswers({journalPaid, answersPaid}: BothSums, effects: TermSums): Equation[] {
  const paid = {name: 'journal-paid', sums: journalPaid} as const;
  return equations('answers', [paid], {name: 'answers-paid', sums: answersPaid}, {effects, files: []});
}

function ofGross({journalPaid, providerGross}: BothSums, by: Parameters<typeof equations>[3]): Equation[] {
  const paid = {name: 'journal-paid', sums: journalPaid} as const;
  return equations('a', [paid], {name: 'provider-gross', sums: providerGross}, by);
}

const movementTerms = {
  refund: 'refunds',
  reversal: 'reversals',
  chargeback: 'chargebacks',
  fee: 'fees',
  'reserve-held': 'reserve-held',
  'reserve-released': 'reserve-released',
  adjustment: 'adjustments',
} as const;

function ofPayouts(
  books: Books,
  {payouts, effects, sums: {providerGross}}: {payouts: Payouts; effects: TermSums; sums: BothSums},
): Equation[] {
  const parts = new TermSums();
  for (const {name, value, entry} of partsOfRows(books, payouts))
    if (!isZero(value)) parts.of(name).add(entry.row.currency, value);
  const stated: Side[] = [
    {name: 'provider-gross', sums: providerGross},
    ...partTerms.map(name => ({name, sums: parts.of(name)})),
  ];
  const files = provedIn([...books.provider.files, ...payouts.merged.files]);
  return equations('b', stated, paidOutIn(payouts), {effects, files});
}

const partTerms = [
  'fees',
  'taxes',
  'refunds',
  'reversals',
  'chargebacks',
  'reserve-held',
  'reserve-released',
  'adjustments',
  'not-yet-paid-out',
  'paid-out-from-earlier',
] as const;

function paidOutIn({list}: Payouts): Side {
  const sums = new DecimalSums();
  for (const {currency, amount} of list) sums.add(currency, amount);
  return {name: 'payouts', sums};
}

/** What a row adds to a term besides its gross. */
type RowPart = {readonly name: TermName; readonly value: Decimal; readonly entry: ProviderEntry};

/** What lies between the gross of the provider's rows and the payouts that they are in. */
function* partsOfRows(books: Books, payouts: Payouts): Generator<RowPart> {
  const isNamed = namesPayouts(books);
  for (const entry of allEntries(books)) {
    const {row, isMain, isTaken} = entry;
    if (!isTaken) continue;
    const isPaidOut = row.payout !== null && payouts.byKey.has(payoutKey(row.payout, row.currency));
    if (isMain) yield {name: 'fees', value: negated(feeOf(entry)), entry};
    if (isMain) yield {name: 'taxes', value: negated(taxOf(entry)), entry};
    if (isMain && row.kind !== 'payment') yield {name: movementTerms[row.kind], value: signedAmount(entry), entry};
    if (isMain && isNamed && !isPaidOut) yield {name: 'not-yet-paid-out', value: negated(netOf(entry)), entry};
    if (!isMain && isPaidOut) yield {name: 'paid-out-from-earlier', value: netOf(entry), entry};
  }
}

/** One payment, row, payout, entry of the bank or line of the reconciliation, as a term of an equation has it. */
export type EquationItem = DecimalAmount & {
  readonly id: Equation['id'];
  readonly name: TermName;
  readonly reference: string;
  readonly till: string | null;
  readonly date: string | null;
  readonly rows: readonly RowPlace[];
};
type Item = Omit<EquationItem, 'id'>;

/** Everything of which the equations are the sums; of each term, its items come to its value. What is zero is left out. */
export function* itemsOf(
  books: Books,
  {explained, payouts, bank}: {explained: readonly Iterable<ExplainedLine>[]; payouts: Payouts; bank: BankMatching},
): Generator<EquationItem> {
  const has = sourcesIn(books, payouts, bank);
  const ofLines = () => itemsOfLines(explained);
  if (isByAnswers(books)) yield* itemsIn('answers', [itemsOfJournal(books), itemsOfAnswers(books)], ofLines());
  if (has.provider) yield* itemsIn('a', [itemsOfJournal(books), itemsOfGross(books)], ofLines());
  if (has.provider && has.payouts)
    yield* itemsIn('b', [itemsOfGross(books), itemsOfParts(books, payouts), itemsOfPayouts(payouts)], ofLines());
  if (has.payouts && has.bank) yield* itemsIn('c', [itemsOfPayouts(payouts), itemsOfBank(bank)], ofLines());
}

function* itemsIn(
  id: Equation['id'],
  stated: readonly Iterable<Item>[],
  ofLines: Iterator<Item>,
): Generator<EquationItem> {
  const terms: readonly TermName[] = termsOfLines[id];
  const explaining = Iterator.from(ofLines).filter(({name}) => terms.includes(name));
  for (const items of [...stated, explaining]) for (const item of items) if (!isZero(item.value)) yield {id, ...item};
}

function* itemsOfJournal(books: Books): Generator<Item> {
  const {payments, settled, inputs} = books;
  const name = 'journal-paid';
  for (const payment of payments.values()) {
    const {reference, till, businessDate: date, amount} = payment;
    if (isCounted(payment) && isInDays(inputs, date))
      yield {name, reference, till, date, rows: [], ...amountOf(amount)};
  }
  for (const {reference, till, businessDate: date, entry} of settled.pairs)
    yield {name, reference, till, date, rows: [], currency: entry.row.currency, value: entry.amount};
}

function* itemsOfAnswers(books: Books): Generator<Item> {
  for (const {payment, there} of answeredIn(books)) {
    const {reference, till, businessDate: date} = payment;
    yield {name: 'answers-paid', reference, till, date, rows: [], ...there};
  }
}

function* itemsOfGross({byReference, strangers, settled, inputs}: Books): Generator<Item> {
  const itemOf = (entry: ProviderEntry) => itemOfRow({name: 'provider-gross', value: entry.amount, entry}, inputs);
  for (const entries of byReference.values())
    for (const entry of entries) if (entry.isMain && entry.isTaken) yield itemOf(entry);
  for (const entry of strangers) yield itemOf(entry);
  for (const {entry} of settled.pairs) yield itemOf(entry);
}

function* itemsOfParts(books: Books, payouts: Payouts): Generator<Item> {
  for (const part of partsOfRows(books, payouts)) yield itemOfRow(part, books.inputs);
}

function itemOfRow({name, value, entry}: RowPart, inputs: Books['inputs']): Item {
  const {reference, currency} = entry.row;
  return {
    name,
    reference,
    till: tillOf(reference),
    date: dateOfEntry(entry, inputs),
    rows: placesIn(entry),
    currency,
    value,
  };
}

function* itemsOfPayouts({list}: Payouts): Generator<Item> {
  for (const {payout: reference, date, rows, currency, amount: value} of list)
    yield {name: 'payouts', reference, till: null, date, rows, currency, value};
}

function* itemsOfBank(bank: BankMatching): Generator<Item> {
  for (const entry of creditsOf(bank)) {
    const {currency, bookedOn: date} = entry.row;
    yield {
      name: 'bank-credits',
      reference: entrySubject(entry.row),
      till: null,
      date,
      rows: placesOf(entry),
      currency,
      value: entry.amount,
    };
  }
}

/** A line, or a finding of what agrees, with what it explains. */
type ExplainedLine = Explained & Pick<Finding, 'reference' | 'till' | 'since' | 'rows'>;

function* itemsOfLines(explained: readonly Iterable<ExplainedLine>[]): Generator<Item> {
  for (const lines of explained)
    for (const {effects = [], reference, till, since: date, rows} of lines)
      for (const {term: name, currency, value} of effects) yield {name, reference, till, date, rows, currency, value};
}

function ofBank(payouts: Payouts, bank: BankMatching, effects: TermSums): Equation[] {
  const files = provedIn([...payouts.merged.files, ...bank.merged.files]);
  return equations('c', [paidOutIn(payouts)], {name: 'bank-credits', sums: bank.credited}, {effects, files});
}
