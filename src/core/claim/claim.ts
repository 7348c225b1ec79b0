import {ageText, businessDate, clockText, dateText} from '../day/business-day.js';
import {interpretCharge} from '../endpoints/charge.js';
import {interpretCollection} from '../endpoints/collect.js';
import {interpretStatus} from '../endpoints/status.js';
import type {StoredEvent} from '../events/event.js';
import {serviceCurrencies} from '../market/market.js';
import {type Language, messages} from '../messages/messages.js';
import {decimalFrom, decimalOf, equalDecimals} from '../money/decimal.js';
import {displayMoney} from '../money/display.js';
import {type Currency, type Money, parseAmount} from '../money/money.js';
import {isResolvedAlone, wasNotSubmitted} from '../payment/follow-up.js';
import {isByHand, isOfShop, providerReferenceOf, receivedOf, recordAskedOf} from '../payment/payer.js';
import {isReceived, type Payment, type Verdict, verdictOf} from '../payment/payment.js';
import type {PaymentRequest} from '../payment/schema.js';
import {Problem} from '../problem.js';
import type {UnaskedRow} from '../reconcile/result/decide.js';
import {asString, isObject} from '../service/body.js';
import {cleanText, plainReference} from '../text/text.js';
import type {PaymentMessage} from './message.js';

/** What a customer's message says, as far as a person typed it. Every fact that is given has to fit. */
export type ClaimFacts = {
  /** The payment's reference, that of the sale, or one that the service gave. */
  readonly code?: string;
  /** The network's name of the payment, known only if the service told it. One that belongs to a payment here means that payment. */
  readonly networkCode?: string;
  /** The last digits of the wallet or the card; the whole number is also accepted. */
  readonly tail?: string;
  /** Either a code or last digits, for a person who does not know which of the two it is. */
  readonly codeOrTail?: string;
  /** The amount in one currency, or in each currency in which it can be read. */
  readonly amounts?: readonly Money[];
  /** When the money was requested, in epoch milliseconds, within `timeTolerance`. */
  readonly at?: number;
};

/** What a message claims, as facts that have to fit. */
export const factsOf = ({code, amounts, at, payer}: PaymentMessage): ClaimFacts => ({
  networkCode: code,
  amounts,
  ...(at === undefined ? {} : {at}),
  ...(payer === undefined ? {} : {tail: payer}),
});

/** A payment of the journal, and the references in the service's answers about it, in the form of `plainCode`. */
export type Claimed = {readonly payment: Payment; readonly names: readonly string[]};

/** Why a paid payment no longer pays for goods. */
type Used = 'receipt' | 'earlier' | 'given-back' | 'paid-twice';

/**
 * What the till says about a message. Only `paid` lets goods go: exactly one payment fits, and it has not been used yet. `fits` are newest
 * first; for `never-asked` they are the payments that fit except for one fact, and prove nothing.
 */
export type Claim = {readonly fits: readonly Claimed[]} & (
  | {readonly kind: 'used'; readonly used: Used}
  /** The provider's file has the payment, and no till requested it. */
  | {readonly kind: 'unasked'; readonly row: UnaskedRow}
  | {readonly kind: 'paid' | 'not-paid' | 'not-known' | 'needs-person' | 'several' | 'vague' | 'never-asked'}
);

const minute = 60_000;
/** How far the time in a message may differ from that of a payment, in milliseconds. */
export const timeTolerance = 15 * minute;
/** In milliseconds. If a sale was paid longer ago than this, its goods are taken to be gone, whether or not a receipt was printed. */
export const freshFor = 5 * minute;
/** Fewer last digits than this identify nobody. */
export const shortestTail = 3;
export const claimDays = 3;
const mostAlike = 5;
const mostAsked = 5;

/** Judges a message by the journal's payments and by `unasked` rows of the provider's files. Never picks one of several payments. */
export function checkClaim(
  facts: ClaimFacts,
  candidates: readonly Claimed[],
  now: number,
  unasked: readonly UnaskedRow[] = [],
): Claim {
  const fits = matching(facts, candidates);
  const [only, ...others] = fits;
  if (only === undefined) {
    const row = rowOf(facts, unasked);
    return row === undefined ? {kind: 'never-asked', fits: alike(facts, candidates)} : {kind: 'unasked', row, fits: []};
  }
  // Anyone at the counter can read an amount off another customer's receipt.
  if (!namesPayer(facts) && !isNamed(facts, fits)) return {kind: 'vague', fits};
  if (others.length > 0) return {kind: 'several', fits};
  const {payment} = only;
  const verdict = verdictOf(payment);
  if (verdict !== 'paid') return {kind: verdict === 'on-book' ? 'not-paid' : verdict, fits};
  const attempts = candidates.map(each => each.payment).filter(({sale}) => sale === payment.sale);
  const used = usedHow(payment, attempts, now);
  return used === undefined ? {kind: 'paid', fits} : {kind: 'used', used, fits};
}

/** The only row that has the code and an amount of the message; undefined if there is none or there are several. */
function rowOf(
  {code, networkCode, codeOrTail, amounts}: ClaimFacts,
  unasked: readonly UnaskedRow[],
): UnaskedRow | undefined {
  const said = plainReference(code ?? networkCode ?? codeOrTail ?? '');
  const rows = unasked.filter(
    row =>
      plainReference(row.code) === said &&
      (amounts === undefined ||
        amounts.some(({currency, minor}) => currency === row.amount.currency && minor === row.amount.minor)),
  );
  return rows.length === 1 ? rows[0] : undefined;
}

export const saysNothing = (facts: ClaimFacts): boolean => Object.keys(facts).length === 0;

const namesPayer = ({code, tail, codeOrTail}: ClaimFacts) => (code ?? tail ?? codeOrTail) !== undefined;

function usedHow(payment: Payment, attempts: readonly Payment[], now: number): Used | undefined {
  if (payment.refunds.some(({status}) => status !== 'failed')) return 'given-back';
  if (attempts.some(({receipts}) => receipts > 0)) return 'receipt';
  const others = attempts.filter(({reference}) => reference !== payment.reference);
  if (others.some(({status}) => status === 'paid')) return 'paid-twice';
  return Math.abs(now - payment.since) > freshFor ? 'earlier' : undefined;
}

function matching(facts: ClaimFacts, candidates: readonly Claimed[]): readonly Claimed[] {
  if (saysNothing(facts)) return [];
  const wanted = wantedOf(facts);
  const {amounts} = wanted;
  const byCode = {code: undefined, tail: undefined, either: undefined, at: undefined, amounts};
  const isByName = isNamed(facts, candidates);
  // For money that came unasked, the payer is not known, and it was paid before its sale was made.
  return meant(facts, candidates)
    .filter(each => fitsAll(isByName && isReceived(each.payment.request) ? byCode : wanted, each))
    .sort((a, b) => b.payment.seq - a.payment.seq);
}

/** The payments that the network's own code names; all candidates if it names none. */
function meant({networkCode}: ClaimFacts, candidates: readonly Claimed[]): readonly Claimed[] {
  if (networkCode === undefined) return candidates;
  const named = namedBy(networkCode, candidates);
  return named.length === 0 ? candidates : named;
}

const isNamed = ({networkCode}: ClaimFacts, candidates: readonly Claimed[]): boolean =>
  networkCode !== undefined && namedBy(networkCode, candidates).length > 0;

function namedBy(networkCode: string, candidates: readonly Claimed[]): readonly Claimed[] {
  const code = plainCode(networkCode);
  return candidates.filter(({payment, names}) => hasCode(payment, names, code));
}

/** The facts in the form in which they are compared, calculated once for thousands of payments. */
type Wanted = {
  readonly code: string | undefined;
  readonly tail: string | undefined;
  readonly either: {readonly code: string; readonly tail: string} | undefined;
  readonly amounts: ClaimFacts['amounts'];
  readonly at: number | undefined;
};

const wantedOf = ({code, tail, codeOrTail, amounts, at}: ClaimFacts): Wanted => ({
  code: code === undefined ? undefined : plainCode(code),
  tail: tail === undefined ? undefined : tailOf(tail),
  either: codeOrTail === undefined ? undefined : {code: plainCode(codeOrTail), tail: tailOf(codeOrTail)},
  amounts,
  at,
});

/** The payments that fit without one fact: the amount, the time, or everything that identifies the payer or the payment. */
function alike(facts: ClaimFacts, candidates: readonly Claimed[]): readonly Claimed[] {
  const {amounts, at, ...payer} = facts;
  const sum = amounts === undefined ? {} : {amounts};
  const time = at === undefined ? {} : {at};
  const names = namesPayer(facts) || isNamed(facts, candidates);
  const lesser: readonly ClaimFacts[] = [
    ...(amounts === undefined || !names ? [] : [{...payer, ...time}]),
    ...(at === undefined || !names ? [] : [{...payer, ...sum}]),
    ...(amounts === undefined || at === undefined ? [] : [{...sum, ...time}]),
  ];
  const found = new Set(lesser.flatMap(each => matching(each, candidates)));
  return [...found].sort((a, b) => b.payment.seq - a.payment.seq).slice(0, mostAlike);
}

function fitsAll({code, tail, either, amounts, at}: Wanted, {payment, names}: Claimed): boolean {
  const isOfCode = code !== undefined && hasCode(payment, names, code);
  const isEither = either !== undefined && (hasCode(payment, names, either.code) || endsIn(payment, either.tail));
  // Nobody gets a message about cash or about what is on the book, so only its own reference finds it.
  if (isOfShop(payment.request) && !isOfCode && !isEither) return false;
  return (
    (code === undefined || isOfCode) &&
    (tail === undefined || endsIn(payment, tail)) &&
    (either === undefined || isEither) &&
    (amounts === undefined || amounts.some(amount => isOf(payment, amount))) &&
    (at === undefined || Math.abs(payment.requestedAt - at) <= timeTolerance)
  );
}

/** A code in the form in which it is compared: people type blanks, dashes and small letters. */
export const plainCode = (text: string): string => text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();

function hasCode({reference, sale, request}: Payment, names: readonly string[], code: string): boolean {
  if (reference === code || sale === code || names.includes(code)) return true;
  const own = receivedOf(request)?.providerReference ?? providerReferenceOf(request);
  return plainReference(own) === plainReference(code);
}

const notDigits = /[^\d\s+.()\p{Pd}]/u;

/** The last digits typed, without zeros that only the national or the international form has; empty if there is anything else. */
function tailOf(typed: string): string {
  if (notDigits.test(typed)) return '';
  const digits = typed.replaceAll(/\D/g, '');
  return digits.length < 9 ? digits : digits.replace(/^0+/, '');
}

const endsIn = ({request}: Payment, tail: string): boolean =>
  tail.length >= shortestTail && digitsOf(request).endsWith(tail);

function digitsOf(request: PaymentRequest): string {
  if (request.method === 'card') return request.card.lastFour;
  return request.method === 'mobile-money' ? request.phone : '';
}

/** Whether the amount is exactly what was requested, or exactly what the service's record says was paid. */
function isOf({request, record}: Payment, amount: Money): boolean {
  const {currency, minor} = request.amount;
  if (currency === amount.currency && minor === amount.minor) return true;
  const recorded = decimalOf(record?.amount);
  return (
    recorded !== undefined &&
    (record?.currency ?? currency) === amount.currency &&
    equalDecimals(recorded, decimalFrom(amount))
  );
}

/** The payments to ask about: those that may still be paid, and the one for which goods would go. At most the newest few. */
export function worthAsking({kind, fits}: Claim): readonly Payment[] {
  if (kind === 'never-asked') return [];
  const open = fits
    .map(({payment}) => payment)
    .filter(
      payment =>
        !isOfShop(payment.request) && (kind === 'paid' || verdictOf(payment) !== 'paid' || isResolvedAlone(payment)),
    );
  return open.filter(payment => payment.status !== 'requested' && !wasNotSubmitted(payment)).slice(0, mostAsked);
}

/** The verdict for each kind of claim; only `paid` is good news. */
export const claimVerdict: Readonly<Record<Claim['kind'], Verdict>> = {
  paid: 'paid',
  'not-paid': 'not-paid',
  'not-known': 'not-known',
  'needs-person': 'needs-person',
  used: 'needs-person',
  several: 'needs-person',
  vague: 'needs-person',
  'never-asked': 'not-paid',
  unasked: 'needs-person',
};

/** The language and zone of the reader, and the present instant in epoch milliseconds. */
type ClaimReader = {readonly language: Language; readonly zone: string; readonly now: number};

/** An instant for people: `"14:02"` on the present day, `"Fri 20 Nov 14:02"` on any other. */
export function momentText(epochMs: number, {language, zone, now}: ClaimReader): string {
  const date = businessDate(epochMs, zone, '00:00');
  const time = clockText(epochMs, zone);
  return date === businessDate(now, zone, '00:00') ? time : `${dateText(date, language)} ${time}`;
}

/** The parts of a message in one line: `M-Pesa · SKL4XY9QRT · KES 1,250.00 · 14:02 · CORNER SHOP`. */
export const messageText = ({network, code, amounts, at, name}: PaymentMessage, reader: ClaimReader): string =>
  [
    network,
    code,
    displayMoney(amounts[0], reader.language),
    ...(at === undefined ? [] : [momentText(at, reader)]),
    ...(name === undefined ? [] : [name]),
  ].join(' · ');

/** What was found, and what it means for the goods and for the person who has them. */
export function claimText(claim: Claim, reader: ClaimReader): {readonly found: string; readonly means: string} {
  const words = messages(reader.language).claim;
  return {found: foundText(claim, reader), means: words.means[claim.kind]};
}

function foundText(claim: Claim, reader: ClaimReader): string {
  const {language, now} = reader;
  const {found, used, several, vague, neverAsked, alike: close} = messages(language).claim;
  const {kind, fits} = claim;
  if (kind === 'unasked')
    return found.unasked({amount: displayMoney(claim.row.amount, language), code: claim.row.code});
  if (kind === 'several') return several({count: fits.length});
  if (kind === 'vague') return vague;
  const [first] = fits;
  if (kind === 'never-asked' || first === undefined) return first === undefined ? neverAsked : `${neverAsked} ${close}`;
  const {sale, since, request, requestedAt} = first.payment;
  const facts = {
    sale,
    amount: displayMoney(request.amount, language),
    asked: momentText(requestedAt, reader),
    paid: momentText(since, reader),
    age: ageText(now - since, language),
  };
  if (kind === 'paid' && isByHand(request)) return found.byHand(facts);
  if (kind === 'paid' && isReceived(request)) return found.received(facts);
  return (kind === 'used' ? used[claim.used] : found[kind])(facts);
}

const nameOfReference = /^(?:\w*reference|rrn|session_?id|\w*transaction_?id|receipt(?:_?(?:no|number))?)$/i;

/** The references by which the service names a payment in an answer about it, in the form of `plainCode`; `[]` for any other answer. */
export function referencesIn(payment: Payment, event: StoredEvent): readonly string[] {
  if (event.type !== 'answered' && event.type !== 'status-answered') return [];
  const {answer} = event.data;
  if (answer.kind !== 'answered' || !isAbout(payment, event) || !isObject(answer.body)) return [];
  const {data} = answer.body;
  const members = [...Object.entries(answer.body), ...(isObject(data) ? Object.entries(data) : [])];
  const values = members.flatMap(([name, value]) => (nameOfReference.test(name) ? (asString(value) ?? []) : []));
  const codes = new Set(values.map(plainCode));
  return [...codes].filter(code => code !== payment.reference && code.length > shortestTail);
}

function isAbout(payment: Payment, event: StoredEvent & {type: 'answered' | 'status-answered'}): boolean {
  const {answer} = event.data;
  const {request} = payment;
  if (event.type === 'status-answered') {
    const outcome = interpretStatus(answer, recordAskedOf(payment));
    return 'record' in outcome && !(outcome.kind === 'contradictory' && outcome.why === 'no-reference');
  }
  const reference = providerReferenceOf(request);
  return (request.method === 'card' ? interpretCharge : interpretCollection)(answer, reference).kind === 'accepted';
}

/** The typed digits of a wallet or card. Throws `Problem` claim-too-short for too few digits and for text that is no number. */
export function checkTail(typed: string): string {
  const tail = tailOf(typed);
  if (tail.length < shortestTail) throw tooShort(typed);
  return tail;
}

const wordForm = /^\p{L}{3,}[.,:;!]?$/u;
/** No code contains this many words, even if it is typed in groups. */
const fewestWords = 3;

/**
 * A typed code, or digits. Throws `Problem` claim-too-short; and claim-message-unread for words that look like a message: taken for a code,
 * they would fit nothing, and the till would call a message false that it has not read.
 */
export function checkCode(typed: string): string {
  const words = typed.split(/\s/u).filter(word => wordForm.test(word));
  if (words.length >= fewestWords) throw new Problem('claim-message-unread');
  const code = plainCode(cleanText(typed, 200));
  if (code.length < shortestTail) throw tooShort(typed);
  return code;
}

const tooShort = (typed: string) => new Problem('claim-too-short', {value: cleanText(typed, 40), count: shortestTail});

/**
 * The amount in the given currency or, without one, in the shop's own and in every currency of the service in which it can be read, since a
 * message need not name one. Throws what `parseAmount` throws; if no currency fits, that is the `Problem` for the shop's usual currency.
 */
export function claimedAmounts(typed: string, currency: Currency | undefined, usual: Currency): readonly Money[] {
  if (currency !== undefined) return [parseAmount(typed, currency)];
  const amounts = [...new Set([usual, ...serviceCurrencies])].flatMap(each => {
    try {
      return [parseAmount(typed, each)];
    } catch (error) {
      if (error instanceof Problem) return [];
      throw error;
    }
  });
  return amounts.length > 0 ? amounts : [parseAmount(typed, usual)];
}

const timeForm = /^(?:(?<date>\d{4}-\d\d-\d\d)[T ])?(?<hour>[01]?\d|2[0-3])[:.h]?(?<minutes>[0-5]\d)$/u;

/** A time in the shop's zone as an instant: the latest, unless dated (`2026-11-19 14:02`). Throws `Problem` claim-time-invalid. */
export function claimedTime(typed: string, {zone, now}: {readonly zone: string; readonly now: number}): number {
  const {date, hour, minutes} = timeForm.exec(typed.trim())?.groups ?? {};
  if (hour === undefined) throw new Problem('claim-time-invalid', {time: cleanText(typed, 40)});
  const today = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toZonedDateTimeISO(zone);
  const time = {hour: Number(hour), minute: Number(minutes)};
  try {
    const day = date === undefined ? today.toPlainDate() : Temporal.PlainDate.from(date);
    const at = day.toZonedDateTime({timeZone: zone, plainTime: Temporal.PlainTime.from(time)});
    const isYesterday = date === undefined && at.epochMilliseconds > now + timeTolerance;
    return (isYesterday ? at.subtract({days: 1}) : at).epochMilliseconds;
  } catch {
    throw new Problem('claim-time-invalid', {time: cleanText(typed, 40)});
  }
}
