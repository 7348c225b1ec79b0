import {businessDateOf, type DecisionContext, type OpenShift, type PendingEvent} from '../../journal/decision.js';
import type {DataOf} from '../../journal/envelope.js';
import {mintReference} from '../../journal/reference.js';
import {equalDecimals, sumDecimals} from '../../money/decimal.js';
import {isCurrency, type Money, parseAmount} from '../../money/money.js';
import {standingOf} from '../../payment/earlier.js';
import {isByHand} from '../../payment/payer.js';
import {isReceived, type Payment} from '../../payment/payment.js';
import {personSaid, reasonSaid} from '../../payment/said.js';
import type {PaymentEvent} from '../../payment/schema.js';
import {Problem} from '../../problem.js';
import {checkAskedAfterRestore, type Restored} from '../../restore/restored.js';
import {isOfSeveral} from '../matching/days-covered.js';
import {type BooksBeside, recordsMade} from '../records/known-records.js';
import {type LearnedLayout, layoutAs, learnedLayouts} from '../records/layouts.js';
import {carriedTo, type Import, paymentsOf, type ReconciliationRecords, rowsOf} from '../records/records.js';
import type {ReconcileEvent, reconcileEvents} from '../records/schema.js';
import {amountOf, type DecimalAmount, numberIn, plainAmount} from '../rows/amount.js';
import {isOwnReference} from '../rows/books.js';
import type {ReconciliationLine} from '../rows/discrepancy.js';
import {isRemaining, readKey} from '../rows/finish.js';
import {type Carried, dayNumber} from '../rows/inputs.js';
import {tailOf} from '../rows/local.js';
import {entryText, plainText, type RuleSaid, ruleSaid} from '../rows/rules.js';
import type {Reconciliation} from './reconcile.js';

/** What a decision about a difference depends on. */
type State = BooksBeside & OpenShift & {readonly restored: Restored; readonly lastReference: string | undefined};

/** At most this many differences are carried: the file of another shop must not fill the journal. */
export const mostCarried = 5000;

/** A named person's statement that a difference may stay. */
export type AcceptedBy = {readonly person: string; readonly note: string};

/** `text` is that of an entry of the bank, as rules see it. */
export type AcceptedLine = Pick<ReconciliationLine, 'key' | 'code' | 'reference'> & {
  readonly text?: string | undefined;
};

export type MatchedPayment = {readonly reference: string; readonly amount: Money};

/** Decisions about what reconciliations left open. */
export type RecordsCommand =
  /** A file was read and interpreted in this way. */
  | {readonly type: 'import'; readonly source: DataOf<typeof reconcileEvents, 'source-imported'>}
  /** `by` is the file that replaces it. */
  | ({readonly type: 'withdraw'; readonly by?: string | undefined} & Pick<Import, 'kind' | 'sha256'>)
  /** The layouts of files are taken over from another till. */
  | {readonly type: 'keep-layouts'; readonly layouts: readonly LearnedLayout[]}
  /** Accepts exactly these differences, each by itself; one with another amount is a different one. */
  | {readonly type: 'accept'; readonly lines: readonly AcceptedLine[]; readonly said: AcceptedBy}
  /** The acceptance of this difference counts no more, nor does that of any other that was accepted with it. */
  | {readonly type: 'unaccept'; readonly key: string; readonly person: string}
  /** Rows that name no payment belong to these payments: one row, or one payment. A row is identified by the key of its line. */
  | {
      readonly type: 'match';
      readonly keys: readonly string[];
      readonly payments: readonly MatchedPayment[];
      readonly person: string;
    }
  | {readonly type: 'unmatch'; readonly key: string}
  /** What a named person says about entries of the bank. */
  | {readonly type: 'add-rule'; readonly rule: RuleSaid; readonly person: string}
  | {readonly type: 'remove-rule'; readonly text: string; readonly person: string}
  /** What a reconciliation left open is carried to later days. */
  | {readonly type: 'carry'; readonly result: Reconciliation};

export type ReconcileCommand =
  | RecordsCommand
  /** A payment is made of a row's money. `again`: why, although another payment may have it. `beside`: the home's other tills. */
  | {
      readonly type: 'receive';
      readonly key: string;
      readonly person: string;
      readonly again?: string | undefined;
      readonly beside?: readonly BooksBeside[] | undefined;
    };

type CommandOf<Type extends ReconcileCommand['type']> = Extract<ReconcileCommand, {readonly type: Type}>;
type Decided = readonly PendingEvent<PaymentEvent | ReconcileEvent>[];

/**
 * Decides what is kept of files and reconciliations; decides nothing if it is kept already. Throws `Problem`:
 * - withdraw: file-not-imported;
 * - accept: person-missing, reason-missing, text-has-card, text-too-long;
 * - unaccept: person-missing, difference-unknown;
 * - match: person-missing, difference-unknown, match-amount, match-several;
 * - unmatch: difference-unknown, received-already;
 * - receive: see `receive`;
 * - add-rule: person-missing, rule-invalid, split-invalid, text-has-card;
 * - remove-rule: person-missing, rule-unknown.
 *
 * The name of a person may also throw text-has-card and text-too-long.
 */
export const decideReconcile = (state: State, command: ReconcileCommand, given: DecisionContext): Decided =>
  command.type === 'receive' ? receive(state, command, given) : decideRecords(state.reconciled, command);

/** Like `decideReconcile`, for a head office too, which sells nothing. */
export function decideRecords(reconciled: ReconciliationRecords, command: RecordsCommand): Decided {
  switch (command.type) {
    case 'import': {
      const {source} = command;
      const known = importOf(reconciled, source);
      const isUnchanged = known !== undefined && contentOf(known) === contentOf(source);
      return isUnchanged ? [] : [{type: 'source-imported', data: source}];
    }
    case 'withdraw': {
      const {kind, sha256, by} = command;
      for (const each of by === undefined ? [sha256] : [sha256, by])
        if (importOf(reconciled, {kind, sha256: each}) === undefined || sha256 === by)
          throw new Problem('file-not-imported', {file: each.slice(0, 12)});
      const {name = ''} = importOf(reconciled, command) ?? {};
      return [{type: 'source-withdrawn', data: {kind, sha256, name, ...(by && {by})}}];
    }
    case 'keep-layouts': {
      const known = learnedLayouts(reconciled);
      return command.layouts
        .filter(layout => layoutAs(known, layout) !== 'the same')
        .map(({kind, name, headingPrint, mapping}) => ({
          type: 'layout-kept',
          data: {kind, name, headingPrint, mapping},
        }));
    }
    case 'accept': {
      const {said} = command;
      const [person, note] = [personSaid(said.person), reasonSaid(said.note)];
      const lines = [...new Map(command.lines.map(line => [line.key, line])).values()];
      const [first] = lines;
      const together = first !== undefined && lines.length > 1 && {together: {first: first.key, count: lines.length}};
      return lines.map(({key, code, reference, text}) => ({
        type: 'discrepancy-accepted',
        person,
        data: {key, code, reference, note, ...(text && {text}), ...together},
      }));
    }
    case 'unaccept':
      return unaccept(reconciled, command);
    case 'match':
      return decideMatch(reconciled, command);
    case 'unmatch':
      return unmatch(reconciled, command.key);
    case 'add-rule':
      return addRule(reconciled, command);
    case 'remove-rule': {
      const person = personSaid(command.person);
      const text = plainText(command.text);
      if (!reconciled.rules.some(each => each.text === text)) throw new Problem('rule-unknown', {text});
      return [{type: 'rule-removed', person, data: {text}}];
    }
    case 'carry': {
      const {days, asOf} = command.result;
      const open = leftOpen(command.result, carriedTo(reconciled, days.from));
      const before = reconciled.left.find(({to}) => to === days.to);
      const isUnchanged = JSON.stringify(before?.lines) === JSON.stringify(open);
      return isUnchanged ? [] : [{type: 'reconciled', data: {...days, asOf, open}}];
    }
  }
}

function addRule({rules}: ReconciliationRecords, command: CommandOf<'add-rule'>): Decided {
  const person = personSaid(command.person);
  const {text, ...said} = ruleSaid(command.rule);
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
  const known = rules.find(each => each.text === text);
  const isUnchanged =
    known !== undefined &&
    (['amount', 'tolerance', 'account', 'split'] as const).every(name => known[name] === said[name]);
  return isUnchanged ? [] : [{type: 'rule-added', person, data: {text, ...given}}];
}

function decideMatch(
  {matches}: ReconciliationRecords,
  {keys: given, payments, person: said}: CommandOf<'match'>,
): Decided {
  const person = personSaid(said);
  const keys = [...new Set(given)];
  const byReference = new Map(payments.map(({reference, amount}) => [reference, amountOf(amount)]));
  const [references, amounts] = [[...byReference.keys()], [...byReference.values()]];
  const [key = '', ...otherKeys] = keys;
  const [reference = '', ...otherReferences] = references;
  if (otherKeys.length > 0 && otherReferences.length > 0) throw new Problem('match-several');
  const there = keys.map(amountInKey);
  const [currency = ''] = amounts.map(each => each.currency);
  const isOneCurrency = [...there, ...amounts].every(each => each.currency === currency);
  const asked = sumDecimals(amounts.map(({value}) => value));
  if (!isOneCurrency || !equalDecimals(sumDecimals(there.map(({value}) => value)), asked))
    throw new Problem('match-amount', {
      key: keys.join(' + '),
      reference: references.join(' + '),
      amount: `${currency} ${plainAmount({currency, value: asked})}`,
    });
  const match = {
    key,
    reference,
    ...(otherKeys.length === 0 ? {} : {keys: otherKeys}),
    ...(otherReferences.length === 0 ? {} : {references: otherReferences}),
  };
  const isKnown = matches.some(each => sameTexts(rowsOf(each), keys) && sameTexts(paymentsOf(each), references));
  return isKnown ? [] : [{type: 'match-confirmed', person, data: match}];
}

function unaccept({accepted}: ReconciliationRecords, {key, person: said}: CommandOf<'unaccept'>): Decided {
  const person = personSaid(said);
  const one = accepted.find(each => each.key === key);
  if (one === undefined) throw new Problem('difference-unknown', {key});
  const {together} = one;
  return accepted
    .filter(each => each === one || (together !== undefined && each.together?.first === together.first))
    .map(each => ({type: 'acceptance-withdrawn', person, data: {key: each.key, ...(together && {together})}}));
}

function unmatch({matches, made}: ReconciliationRecords, key: string): Decided {
  const match = matches.find(each => rowsOf(each).includes(key));
  if (match === undefined) throw new Problem('difference-unknown', {key});
  if (made.some(each => 'row' in each && each.row === match.key))
    throw new Problem('received-already', undefined, {key: match.key});
  return [{type: 'match-withdrawn', data: {key: match.key}}];
}

/**
 * Returns a function for the reference of a payment whose money a row may be, although nobody has matched them: one that the reconciliation
 * found, or one of these tills that may still be paid, has the same sum, and whose wallet is not known to be another.
 */
function likelyPayments(books: readonly BooksBeside[]): (line: Carried) => string | undefined {
  const found = new Map(
    books.flatMap(({reconciled}) => reconciled.left.flatMap(({lines}) => lines.map(line => [line.key, line]))),
  );
  const open = books.flatMap(({payments}) => [...payments.values()].filter(mayBePaid));
  return line => found.get(line.key)?.candidate ?? open.find(payment => isItsMoney(payment, line))?.reference;
}

/** Whether money for it may come, though no record says that it is there. Such a payment is always in memory (`isUnfinishedSale`). */
function mayBePaid(payment: Payment): boolean {
  const {request, finals} = payment;
  if (request.method !== 'mobile-money' || (isReceived(request) && !isByHand(request))) return false;
  const standing = standingOf(payment);
  const isByWord = standing === 'resolved-not-paid' || (standing === 'paid' && finals.last === undefined);
  return standing === 'open' || standing === 'needs-person' || isByWord;
}

/** Of a row without a wallet, only those near its day are looked at. */
function isItsMoney({request}: Payment, {key, on, firstSeen}: Carried): boolean {
  const {subject = '', delta = null} = readKey(key) ?? {};
  const {currency, value} = amountOf(request.amount);
  if (delta?.slice(0, 3) !== currency || !equalDecimals(numberIn(delta.slice(3)), value)) return false;
  const payer = subject.startsWith('row/') ? tailOf(subject.split('/')[2] ?? '') : '';
  const wallet = request.method === 'mobile-money' ? tailOf(request.wallet) : '';
  if (payer !== '' && wallet !== '') return payer === wallet;
  return Math.abs(dayNumber(on ?? firstSeen) - dayNumber(request.businessDate)) <= 1;
}

/**
 * Makes a paid payment of a row of the provider's file: money that came in and that no payment of the till has. The file is the evidence; a
 * customer's message is not. Throws `Problem` person-missing, till-closing, restore-unheard, clock-impossible, difference-unknown (no
 * reconciliation has left such a row), and for a row of which no payment can be made:
 *
 * | the row | refused as |
 * |---|---|
 * | is another difference, such as rows in a currency of no till, or names no money that came in | receive-not-paid |
 * | names a payment of a Duka till | receive-of-till |
 * | was received before in any till of the home, however it is spelt, or is matched with a payment | received-already |
 * | is of days of which not all such payments are known any longer | receive-too-old |
 * | cannot be told from another one | receive-not-sole |
 * | may be the money of a payment of the home, and no reason is given | receive-may-be-of |
 *
 * A reason may also throw what `reasonSaid` throws.
 */
function receive(
  state: State,
  {key, person: said, again: reason, beside = []}: CommandOf<'receive'>,
  given: DecisionContext,
): Decided {
  const person = personSaid(said);
  if (given.isClosing) throw new Problem('till-closing');
  checkAskedAfterRestore(state);
  const {reconciled, lastReference: last} = state;
  const line = reconciled.left.flatMap(({lines}) => lines).findLast(each => each.key === key);
  const row = readKey(key);
  if (line === undefined || row === null) throw new Problem('difference-unknown', {key});
  const [currency, amount] = [row.delta?.slice(0, 3) ?? '', row.delta?.slice(3) ?? ''];
  const isMoney = row.code === 'MISSING_LOCALLY' && isCurrency(currency) && !amount.startsWith('-');
  if (!isMoney) throw new Problem('receive-not-paid', undefined, {key});
  if (isOwnReference(row.subject)) throw new Problem('receive-of-till', {reference: row.subject});
  const made = recordsMade([state, ...beside]);
  const on = line.on ?? line.firstSeen;
  if (made.hasRow(key)) throw new Problem('received-already', undefined, {key});
  if (made.mayBeForgotten(on)) throw new Problem('receive-too-old', {day: on}, {key});
  if (isNumbered(key)) throw new Problem('receive-not-sole', undefined, {key});
  const because = reason === undefined ? undefined : reasonSaid(reason);
  const earlier = likelyPayments([state, ...beside])(line);
  if (earlier !== undefined && because === undefined)
    throw new Problem('receive-may-be-of', {reference: earlier}, {key});
  const again = earlier === undefined || because === undefined ? null : {reason: because, earlier};
  const settings = given.settings;
  const reference = mintReference({till: settings.till, nowMs: given.now, last, random: given.chance(8)});
  const today = businessDateOf(state, given);
  const data = {
    method: 'mobile-money' as const,
    reference,
    sale: reference,
    description: `Sale ${reference}`,
    again,
    country: settings.country,
    businessDate: on < today ? on : today,
    amount: parseAmount(amount, currency),
    phone: '',
    email: '',
    firstName: '',
    lastName: '',
    network: '',
    bankCode: '',
    wallet: null,
    returnUrl: null,
    received: {row: key, providerReference: row.subject.startsWith('row/') ? '' : row.subject},
  };
  return [{type: 'requested', person, data}];
}

/**
 * Returns for a line of which a payment may be made, since money came in, its row names no payment of a Duka till and is no payment already,
 * the payment whose money it may be; null if there is none, and undefined for any other line.
 */
export function unaskedIn(state: BooksBeside): (line: ReconciliationLine) => string | null | undefined {
  let earlier: ReturnType<typeof earlierIn> | undefined;
  return ({key, code, delta, reason, acceptance, since}) => {
    const isUnasked = code === 'MISSING_LOCALLY' && (reason === 'reference-missing' || reason === 'reference-foreign');
    if (!isUnasked || delta === null || acceptance !== null) return;
    earlier ??= earlierIn(state);
    return earlier({key, firstSeen: since, on: since});
  };
}

/** Returns whether a payment may be made of a line without a reason: it is not likely to be the money of one. */
export function receivableIn(state: BooksBeside): (line: ReconciliationLine) => boolean {
  const earlier = unaskedIn(state);
  return line => line.status !== 'suggested' && earlier(line) === null;
}

/** Money that came in under a code of the provider, of which a sale can be made. */
export type UnaskedRow = {readonly key: string; readonly code: string; readonly amount: Money};

/** The rows left by the last reconciliations of which a sale can be made by their code. */
export function unaskedRows(state: BooksBeside): readonly UnaskedRow[] {
  const {reconciled} = state;
  const earlier = earlierIn(state);
  const lines = new Map(reconciled.left.flatMap(each => each.lines.map(line => [line.key, line])));
  const accepted = new Set(reconciled.accepted.map(({key}) => key));
  return [...lines].flatMap(([key, line]) => {
    const {code, subject = '', delta} = readKey(key) ?? {};
    const currency = delta?.slice(0, 3) ?? '';
    const isOpen = code === 'MISSING_LOCALLY' && !accepted.has(key) && !isNumbered(key) && earlier(line) === null;
    const isNamed = subject !== '' && !subject.startsWith('row/') && !isOwnReference(subject);
    if (!isOpen || !isNamed || !isCurrency(currency) || delta?.charAt(3) === '-') return [];
    return [{key, code: subject, amount: parseAmount(delta?.slice(3) ?? '', currency)}];
  });
}

/** The payment whose money a row may be, null if there is none; undefined if the row is a payment of this till already, or may be one. */
function earlierIn(state: BooksBeside): (line: Carried) => string | null | undefined {
  const made = recordsMade([state]);
  const paymentOf = likelyPayments([state]);
  return line =>
    made.hasRow(line.key) || made.mayBeForgotten(line.on ?? line.firstSeen) ? undefined : (paymentOf(line) ?? null);
}

const isNumbered = (key: string): boolean => /#\d+$/u.test(key);

const sameTexts = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every(each => b.includes(each));

function amountInKey(key: string): DecimalAmount {
  const row = readKey(key);
  if (row?.code !== 'MISSING_LOCALLY' || row.delta === null) throw new Problem('difference-unknown', {key});
  return {currency: row.delta.slice(0, 3), value: numberIn(row.delta.slice(3))};
}

const importOf = (
  {imports}: ReconciliationRecords,
  {kind, sha256}: Pick<Import, 'kind' | 'sha256'>,
): Import | undefined => imports.find(each => each.kind === kind && each.sha256 === sha256);

/** What matters of an import apart from its name, independent of the order of its members. */
function contentOf({kind, sha256, rows, interval, headingPrint, mapping}: Omit<Import, 'at' | 'person' | 'name'>) {
  const flat = Object.entries(mapping ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const sorted = flat.map(([name, value]) => [
    name,
    typeof value === 'object' ? Object.entries(value ?? {}).sort() : value,
  ]);
  return JSON.stringify([kind, sha256, rows, interval?.from, interval?.to, headingPrint, mapping === null, sorted]);
}

/** The lines that later days look at again: those that remain, and those that wait. `before` were carried to these days. */
export function leftOpen(
  {lines, days, causes, suggestions, groups, waiting}: Reconciliation,
  before: readonly Carried[] = [],
) {
  const candidates = new Map([
    ...suggestions.map(({key, candidates: [first]}) => [key, first?.reference] as const),
    ...groups.flatMap(({keys, references: [first]}) => keys.map(key => [key, first] as const)),
  ]);
  const carried = new Map(before.map(each => [each.key, each]));
  const {causeAt} = causes();
  const ofLines = Iterator.from(lines)
    .map((line, place) => ({line, place}))
    .filter(({line}) => !isOfSeveral(line) && (isRemaining(line) || line.status === 'carried'))
    .take(mostCarried)
    .map(({line, place}) => {
      const {key, firstSeen, code, since: on, reason} = line;
      const text = entryText(line);
      const cause = causeAt(place)?.id;
      const candidate = reason === 'not-in-these-sources' ? carried.get(key)?.candidate : candidates.get(key);
      return {
        key,
        firstSeen: firstSeen ?? days.to,
        ...(text && {text}),
        ...(cause && {cause}),
        ...(code === 'MISSING_LOCALLY' && {on, ...(candidate && {candidate})}),
      };
    })
    .toArray();
  const accepted = new Set(
    Iterator.from(waiting.length === 0 ? [] : lines)
      .filter(line => isOfSeveral(line) && line.status === 'accepted')
      .map(({key}) => key),
  );
  const waits = waiting.filter(({line}) => !accepted.has(line)).map(({key, firstSeen}) => ({key, firstSeen}));
  return [...ofLines, ...waits].slice(0, mostCarried);
}
