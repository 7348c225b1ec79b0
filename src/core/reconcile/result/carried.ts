import {entrySubject} from '../bank/bank.js';
import {amountOf, numberIn} from '../rows/amount.js';
import {type Books, isCovered, isInDays, isUnended} from '../rows/books.js';
import {codeTable, type DiscrepancyCode, type ReconciliationLine} from '../rows/discrepancy.js';
import {clearsWithin, firstSeenByKey, readKey} from '../rows/finish.js';
import {type Carried, daysBetween} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';

/** What became of differences that an earlier reconciliation left open and that these inputs do not show again. */
type Aftermath = {
  readonly cleared: readonly Carried[];
  /** Lines for those about which these inputs say nothing: they stay open. */
  readonly lines: readonly ReconciliationLine[];
};

/** What became of differences left open. `agreeing`: on both sides and in no line; `waiting`: what only the lines have. */
export function aftermathOf(
  books: Books,
  lines: Iterable<ReconciliationLine>,
  {
    agreeing,
    waiting,
  }: {readonly agreeing: readonly {readonly reference: string}[]; readonly waiting: readonly {readonly key: string}[]},
): Aftermath {
  if (books.inputs.carried.length === 0) return {cleared: [], lines: []};
  const wanted = firstSeenByKey(books.inputs);
  const known = new Set(waiting.map(({key}) => key));
  const agreed = new Set(agreeing.map(({reference}) => reference));
  for (const line of lines) {
    if (wanted.has(line.key)) known.add(line.key);
    if (line.status === 'matched' && line.code === 'TIMING') agreed.add(line.reference);
  }
  const byReference = new Map([...books.payments.values()].map(payment => [payment.reference, payment]));
  const cleared: Carried[] = [];
  const open: ReconciliationLine[] = [];
  const covered = coveredBy(books.inputs);
  const texts = new Map(books.inputs.carried.map(({key, text}) => [key, text]));
  for (const [key, firstSeen] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const parts = readKey(key);
    if (known.has(key) || parts === null) continue;
    const [reference = ''] = parts.subject.split('/');
    const left = {...parts, key, firstSeen, reference, payment: byReference.get(reference), text: texts.get(key)};
    if (isOver(books, left, {isAgreed: agreed.has(reference), covered})) cleared.push({key, firstSeen});
    else open.push(remainsOpen(books, left));
  }
  return {cleared, lines: open};
}

/** A difference that was left open, by what its key says, and the payment that it is about. */
type Left = Carried &
  NonNullable<ReturnType<typeof readKey>> & {readonly reference: string; readonly payment: LocalPayment | undefined};

/** Whether it concerns a journal or a clock about which these inputs say something. */
function isCoveredByTill({chains, tills}: Books['inputs'], code: DiscrepancyCode, subject: string): boolean {
  if (code === 'SEQUENCE_GAP' || code === 'CHAIN_BROKEN')
    return chains.some(({till}) => subject.startsWith(`${till}/`));
  return (code === 'CLOCK_SKEW' || code === 'TIME_DIFFERS') && tills.loaded.includes(subject);
}

/** The subjects of open differences that the files name. The files are read once for all of them. */
type Covered = {readonly payouts: ReadonlySet<string>; readonly entries: ReadonlySet<string>};

function coveredBy({carried, payoutFiles, bankFiles}: Books['inputs']): Covered {
  const subjects = carried.flatMap(({key}) => readKey(key)?.subject ?? []);
  const wanted = new Set(subjects.flatMap(beginnings));
  const named = (texts: Iterable<string>) => Iterator.from(texts).filter(each => wanted.has(each));
  return {
    payouts: new Set(payoutFiles.flatMap(({rows}) => [...named(Iterator.from(rows).map(({payout}) => payout))])),
    entries: new Set(bankFiles.flatMap(({rows}) => [...named(Iterator.from(rows).map(entrySubject))])),
  };
}

/** A subject, and the part of it before each of its slashes. */
const beginnings = (subject: string): readonly string[] =>
  Array.from(subject.matchAll(/\/|$/gu), ({index}) => subject.slice(0, index));

/** Whether these inputs would show the difference if it still existed. */
function isOver(
  books: Books,
  {code, subject, payment}: Left,
  {isAgreed: agreed, covered: told}: {readonly isAgreed: boolean; readonly covered: Covered},
): boolean {
  const {inputs} = books;
  if (isCoveredByTill(inputs, code, subject)) return true;
  // It concerned what could not be compared then; the present inputs give a new finding if it still applies.
  if (code === 'NOT_COMPARED') return true;
  const hasPayouts = inputs.payoutFiles.length > 0;
  const isOfPayout = beginnings(subject).some(each => told.payouts.has(each));
  if (code === 'UNSETTLED') return hasPayouts && agreed;
  if (code === 'PAYOUT_MISMATCH') return isOfPayout && books.provider.files.length > 0;
  if (code === 'BANK_MISSING') return isOfPayout && inputs.bankFiles.length > 0;
  if (code === 'TIMING' && isOfPayout) return inputs.bankFiles.length > 0;
  const isOfBank = told.entries.has(subject);
  if (code === 'BANK_EXTRA') return isOfBank && hasPayouts;
  if (code === 'UNKNOWN_STATUS' && (isOfPayout || isOfBank)) return true;
  if (payment === undefined) return false;
  if (agreed) return true;
  if (code === 'STATUS_LOCAL_OPEN' && payment.status === 'paid') return true;
  if ((code === 'EXPIRED_UNPAID' || code === 'MISSING_AT_PROVIDER') && payment.status === 'failed') return true;
  return isInDays(inputs, payment.businessDate) && isCovered(books, payment.businessDate);
}

function remainsOpen({inputs, asOfDate}: Books, left: Left): ReconciliationLine {
  const {key, code, delta, subject, firstSeen, reference, payment, text} = left;
  const acceptance = inputs.accepted.find(each => each.key === key) ?? null;
  const age = daysBetween(firstSeen, asOfDate);
  const waits = code === 'TIMING' && age > clearsWithin ? 'exception' : 'carried';
  return {
    key,
    code,
    reason: 'not-in-these-sources',
    facts: {subject, ...(text && {narration: text})},
    ...codeTable[code],
    ...(isLight(code, delta, payment) ? {severity: code === 'MISSING_LOCALLY' ? 'low' : 'info'} : {}),
    status: acceptance === null ? waits : 'accepted',
    // Fees summed up over many payments belong to no single payment.
    reference: payment?.reference ?? (code === 'FEE_MISMATCH' && reference === 'fees' ? '' : reference),
    till: payment?.till ?? null,
    rows: [],
    local: payment === undefined ? null : amountOf(payment.amount),
    provider: null,
    delta: delta === null ? null : {currency: delta.slice(0, 3), value: numberIn(delta.slice(3))},
    since: firstSeen,
    age,
    firstSeen,
    acceptance,
    effects: [],
  };
}

/** A difference without money: a row that was not paid, or a payment without a final outcome. The key shows that. */
function isLight(code: DiscrepancyCode, delta: string | null, payment: LocalPayment | undefined): boolean {
  if (delta !== null) return false;
  return code === 'MISSING_LOCALLY' || (code === 'MISSING_AT_PROVIDER' && payment !== undefined && isUnended(payment));
}
