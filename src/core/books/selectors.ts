import {acquirerAdvice} from '../card/acquirer.js';
import {ageText, dayText} from '../day/business-day.js';
import {usualLanguage} from '../market/markets.js';
import {failureCause} from '../messages/cause.js';
import {customerSentences, fill, isLanguage, type Language, messages} from '../messages/messages.js';
import {decimalOf, paddedDecimal} from '../money/decimal.js';
import {displayMoney, displayStated} from '../money/display.js';
import {decimalsOf, isCurrency} from '../money/money.js';
import {badgeOf} from '../payment/badge.js';
import {attentionOf} from '../payment/follow-up.js';
import {displayPayer, isByCard} from '../payment/payer.js';
import {
  awaitsOtp,
  type FailureReason,
  isOpen,
  isOtpUnclear,
  isUnheard,
  type Payment,
  verdictOf,
} from '../payment/payment.js';
import {attemptsOf, isPaidTwice, needingPerson, pendingPayments} from '../payment/payments.js';
import {isRefundedWhole, refundedOf} from '../payment/refund.js';
import {isPaidByResolution, resolvableIn} from '../payment/resolving.js';
import {isSold, type PaymentRequest} from '../payment/schema.js';
import {channelName} from '../payment/tender.js';
import type {TimelineStep} from '../payment/timeline.js';
import {lastRecord, type WaitingFor, waitingFor} from '../payment/waiting.js';
import {chargedFor, stillBilled} from '../subscription/standing.js';
import {cleanText} from '../text/text.js';
import {isInHand, isPaidAtOnce, isPartTakenBack, standingOfTicket, type Ticket} from '../ticket/ticket.js';
import type {State} from './state.js';

/** What the customer or the cashier must do next, for screens and for scripts. */
type Next =
  | {readonly kind: 'otp'; readonly length: number; readonly before?: string; readonly after?: string}
  | {readonly kind: 'redirect'; readonly url: string; readonly before?: string; readonly after?: string}
  | {readonly kind: 'challenge'}
  | {readonly kind: 'prompt'; readonly before?: string; readonly after?: string}
  | {readonly kind: 'none'};

/** What to do next; `none` if the payment has ended or there is nothing to do but wait. */
export function nextOf(payment: Payment): Next {
  const {details, status} = payment;
  if (status !== 'pending' || details === undefined) return {kind: 'none'};
  const instructions = {
    ...(details.before === undefined ? {} : {before: details.before}),
    ...(details.after === undefined ? {} : {after: details.after}),
  };
  if (isOtpUnclear(payment)) return {kind: 'none'};
  if (awaitsOtp(payment)) return {kind: 'otp', length: details.otpLength, ...instructions};
  if (details.mustRedirect && details.completionUrl !== undefined)
    return {kind: 'redirect', url: details.completionUrl, ...instructions};
  if (details.challenge !== undefined) return {kind: 'challenge'};
  if (isByCard(payment.request)) return {kind: 'none'};
  // Once a code is accepted, the instructions for getting it no longer apply.
  return details.requiresOtp ? {kind: 'prompt'} : {kind: 'prompt', ...instructions};
}

/** The language for the customer: the chosen one if Duka has it, else that of the country. */
export const customerLanguage = ({
  customerLanguage: chosen,
  country,
}: Pick<PaymentRequest, 'customerLanguage' | 'country'>): Language =>
  isLanguage(chosen) ? chosen : usualLanguage(country);

export function stepSentence({rule, facts}: TimelineStep, language: Language): string {
  const refund = facts['refund'] ?? ''; // only steps of refunds have it, and only their sentences name it
  return fill(messages(language).payment.rules[rule], {refund, why: contradictionIn({rule, facts}, language)});
}

function contradictionIn({rule, facts}: Pick<TimelineStep, 'rule' | 'facts'>, language: Language): string {
  if (rule !== 'record-contradictory') return '';
  const words: Readonly<Record<string, string>> = messages(language).payment.contradictions;
  return words[String(facts['why'])] ?? '';
}

/** A sentence about the state of a payment: the reason, the amounts, or what it is waiting for. `home` is the reader's country. */
export function explain(payment: Payment, language: Language, home?: string): string {
  const words = messages(language).payment;
  const {status, failure, record, resolution, request, feeBasis} = payment;
  switch (status) {
    case 'paid': {
      if (resolution !== undefined && isPaidByResolution(payment)) {
        return words.judgedPaid({person: resolution.person, reason: resolution.reason});
      }
      return feeBasis ? words.feeBasis({fee: record?.fee ?? '0'}) : '';
    }
    case 'failed':
      return failure === undefined
        ? ''
        : fill(words.failures[failure.reason], {text: failureText(payment, language)})
            .trim()
            .replace(/(?:\.|\s*:\s*)\.$/u, '.');
    case 'on-book':
      return '';
    case 'mispaid':
      return words.mispaid({paid: displayRecorded(payment, language), asked: displayMoney(request.amount, language)});
    case 'disputed':
      return disputeText(payment, language);
    default: {
      const newest = lastRecord(payment);
      return fill(words.waiting[waitingFor(payment)], {
        wallet: displayPayer(request, home),
        network: channelName(request, language),
        raw: record?.status ?? '',
        why: newest === undefined ? '' : contradictionIn(newest, language),
      });
    }
  }
}

/** Says which outcome came first and which came later, if no person decided in between. */
function disputeText({finals, resolution, failure, paidSeq}: Payment, language: Language): string {
  const {disputed, reversedLater, paidAgain, paidLater} = messages(language).payment;
  if (resolution !== undefined || finals.mispaid || !(finals.paid && finals.failed)) return disputed;
  const [isReversed, wasPaidFirst] = [failure?.reason === 'reversed', paidSeq !== undefined];
  if (finals.last !== 'paid') return isReversed ? reversedLater : disputed;
  if (isReversed === wasPaidFirst) return isReversed ? paidAgain : paidLater;
  return disputed;
}

/** The service's own words; for a card, also what the acquirer means by them and what can be done. */
function failureText({request, failure}: Payment, language: Language): string {
  const text = failure?.text ?? '';
  if (failure?.reason === 'unreachable') return failureCause(failure, language);
  if (!isByCard(request) || text === '' || failure?.reason === 'judged') return text;
  // Advice to pay in another way is wrong if the service may charge the subscription by itself.
  const advice = request.method === 'subscription' ? '' : acquirerAdvice(text, language);
  return advice === '' ? text : `${text}. ${advice}`;
}

/** The amount of the status record, in its own currency and with at least that currency's decimals. */
function displayRecorded({record, request}: Payment, language: Language): string {
  const currency = record?.currency ?? request.amount.currency;
  const amount = decimalOf(record?.amount);
  if (amount === undefined) return `${currency} ${record?.amount ?? '?'}`;
  return displayStated(currency, paddedDecimal(amount, isCurrency(currency) ? decimalsOf(currency) : 0), language);
}

type AtHand = Pick<State, 'tickets' | 'payments'>;

/**
 * Whether the goods may be handed over: only if the payment is paid and nothing of it was given back; for a part of a ticket, only once the
 * ticket is paid, and as long as no other part is taken back. A charge of a subscription has no goods.
 */
export function releasesGoods(state: AtHand, payment: Payment): boolean {
  const {method, paysOff} = payment.request;
  const isWhole = isSold(payment) && refundedOf(payment, 'made').minor === 0;
  const hasGoods = method !== 'subscription' && paysOff === undefined;
  return isWhole && hasGoods && unpaidTicket(state, payment) === undefined;
}

const ticketOf = ({tickets}: Pick<State, 'tickets'>, {request}: Payment): Ticket | undefined =>
  tickets.all.get(request.ticket ?? '');

/** The ticket that a payment is a part of, if the ticket is not paid, or not any more. */
export function unpaidTicket(state: AtHand, payment: Payment): Ticket | undefined {
  const ticket = ticketOf(state, payment);
  return ticket?.status === 'paid' && !isPartTakenBack(ticket, state.payments) ? undefined : ticket;
}

/** Whether a payment is paid but the ticket that it is a part of is not: the goods stay. */
export const isPartPaid = (state: AtHand, payment: Payment): boolean =>
  isInHand(payment) && unpaidTicket(state, payment) !== undefined;

/** The word for a payment's verdict, with others for a part paid before its ticket is, and for what only a person calls paid. */
export function verdictWord(state: AtHand, payment: Payment, language: Language): string {
  const {judgedPaidBy, partPaid, verdicts} = messages(language).payment;
  if (isPartPaid(state, payment)) return partPaid;
  const badge = badgeOf(payment);
  const person = cleanText(payment.resolution?.person ?? '', 30);
  return badge === 'judged-paid' ? judgedPaidBy({person: person.toLocaleUpperCase(language)}) : verdicts[badge];
}

/** How long after payment a customer may still be waiting for the goods, in milliseconds. */
const goodsGoneAfter = 60 * 60_000;
/** Whether the goods of a sale have gone. Both instants are in epoch milliseconds. */
export const areGoodsGone = (paidAt: number, now: number): boolean => now - paidAt > goodsGoneAfter;

/** Who reads about a payment, and when. `isPast`: the verdict was seen before, or the payment was opened from a list of sales. */
type Reader = {readonly language: Language; readonly now: number; readonly isPast?: boolean | undefined};

/** Whether a paid sale is over for its reader, so that nothing is handed over for it and nobody is thanked. */
export function isOver(state: AtHand, payment: Payment, {now, isPast = false}: Omit<Reader, 'language'>): boolean {
  const paidAt = ticketOf(state, payment)?.endedAt ?? payment.since;
  return isSold(payment) && (isPast || areGoodsGone(paidAt, now));
}

/** What to do with the goods. The goods of a sale that is over are not handed over again. */
export function releaseText(state: AtHand & Pick<State, 'registry'>, payment: Payment, reader: Reader): string {
  const {language} = reader;
  const {release, givenBack, partBack, takenBack, stillBilled: billed} = messages(language).payment;
  const id = stillBilled(state.registry, payment);
  if (id !== undefined) return billed({id});
  const verdict = verdictOf(payment);
  const isPaid = isSold(payment);
  if (isPaid && !isInHand(payment)) return givenBack;
  const back = refundedOf(payment, 'made');
  const charged = back.minor === 0 ? subscriptionText(state, payment, reader) : undefined;
  if (charged !== undefined) return charged;
  if (isPaid && back.minor > 0) return partBack({back: displayMoney(back, language)});
  if (verdict === 'paid' && payment.request.paysOff !== undefined) return release.paidOff;
  const ticket = ticketOf(state, payment);
  if (ticket?.status === 'paid' && verdict !== 'needs-person' && !(isPaid && isPaidAtOnce(ticket)))
    return wholeText(ticket, state, reader);
  if (isPaid && ticket !== undefined && !isPaidAtOnce(ticket)) return partText(ticket, state, language);
  if (verdict === 'not-paid') {
    const reason = payment.failure?.reason ?? 'judged';
    return reason === 'reversed' ? takenBack : release[failureRelease[reason]];
  }
  if (isOver(state, payment, reader)) return overText(payment, reader);
  if (verdict !== 'not-known' || payment.status === 'unknown' || isUnheard(payment)) return release[verdict];
  return payment.status === 'pending' ? release[pendingRelease[waitingFor(payment)] ?? 'not-known'] : release.sending;
}

function overText(payment: Payment, {language, now, isPast = false}: Reader): string {
  const {bookPast, gone, past} = messages(language).payment.release;
  const text = verdictOf(payment) === 'on-book' ? bookPast : isPast ? past : gone;
  return text({age: ageText(now - payment.since, language)});
}

/** What a paid charge of a subscription means; undefined for any other payment. There are no goods. */
function subscriptionText(
  {registry}: Pick<State, 'registry'>,
  payment: Payment,
  {language, now}: Reader,
): string | undefined {
  const charged = verdictOf(payment) === 'paid' ? chargedFor(registry, payment, now) : undefined;
  if (charged === undefined) return undefined;
  const {subscriptionPaid, subscriptionPaidNext} = messages(language).payment;
  const plan = cleanText(charged.plan, 60);
  return charged.next === undefined
    ? subscriptionPaid({plan})
    : subscriptionPaidNext({plan, next: dayText(charged.next, language)});
}

/** Returns what a ticket is called: an exchange, a sale that one payment paid, or a split sale. */
export function ticketKind(ticket: Ticket, language: Language): string {
  const {exchange, sale, parts} = messages(language).ticket.kinds;
  return ticket.exchange !== undefined ? exchange : isPaidAtOnce(ticket) ? sale : parts;
}

/** What a paid ticket means for its goods: they may go, whatever became of a single request, while all its money is in hand. */
export function wholeText(
  ticket: Ticket,
  {payments}: Pick<State, 'payments'>,
  {language, now, isPast = false}: Reader,
): string {
  const {givenBack, partBack, wholePaid, wholePast, wholeGone, wholeTakenBack} = messages(language).payment;
  if (isPartTakenBack(ticket, payments)) return wholeTakenBack;
  const {total, endedAt: paidAt = now} = ticket;
  const {paid} = standingOfTicket(ticket, payments);
  if (paid.minor === 0) return givenBack;
  if (paid.minor < total.minor)
    return partBack({back: displayMoney({...total, minor: total.minor - paid.minor}, language)});
  const facts = {total: displayMoney(total, language), age: ageText(now - paidAt, language)};
  if (isPast) return wholePast(facts);
  return areGoodsGone(paidAt, now) ? wholeGone(facts) : wholePaid(facts);
}

/** What a paid part means for the goods while its ticket is not paid. */
function partText(ticket: Ticket, {payments}: Pick<State, 'payments'>, language: Language): string {
  const {partLeft, partWaiting, partAbandoned} = messages(language).payment;
  const {left, waiting} = standingOfTicket(ticket, payments);
  if (ticket.status === 'abandoned') return partAbandoned;
  if (left.minor > 0) return partLeft({left: displayMoney(left, language)});
  return partWaiting({waiting: displayMoney(waiting, language)});
}

/** What to do after each kind of failure. If it is proven that nothing was sent, the sentence says so. */
const failureRelease = {
  declined: 'declined',
  field: 'field',
  credentials: 'credentials',
  record: 'record',
  unreachable: 'unreachable',
  'never-left': 'never-left',
  judged: 'not-paid',
} as const satisfies Readonly<Record<Exclude<FailureReason, 'reversed'>, string>>;

/** What the cashier waits for. A lost code or answer is missing here and counts as not known. */
const pendingRelease: Readonly<Partial<Record<WaitingFor, 'phone' | 'code' | 'page' | 'provider'>>> = {
  prompt: 'phone',
  record: 'provider',
  otp: 'code',
  'otp-again': 'code',
  'otp-still-wanted': 'code',
  redirect: 'page',
  challenge: 'page',
};

/** Whether all that is known about the money is that the service had it and gave it back. */
const isTakenBack = (payment: Payment): boolean =>
  verdictOf(payment) === 'not-paid' && payment.failure?.reason === 'reversed';

/** Whether another of these attempts of the sale is paid too and not refunded in full. */
export const isPaidBeside = ({reference}: Payment, attempts: readonly Payment[]): boolean =>
  attempts.some(each => each.reference !== reference && each.status === 'paid' && !isRefundedWhole(each));

/** Whether every refund was paid out of the drawer into the customer’s hand; failed refunds do not count. */
const isGivenInCash = ({refunds}: Payment): boolean =>
  refunds.every(({method, status}) => method === 'cash' || status === 'failed');

/** The sentence to say to the customer, in the customer's language. `attempts` are those of the payment's sale. */
export function sayTo(payment: Payment, attempts: readonly Payment[]): string {
  const say = customerSentences[customerLanguage(payment.request)];
  const verdict = verdictOf(payment);
  const isInCash = payment.request.method === 'cash';
  if (isTakenBack(payment)) return say.refunded;
  if (verdict === 'paid' && refundedOf(payment, 'done').minor > 0)
    return say[isGivenInCash(payment) ? 'refunded-in-cash' : 'refunded'];
  if (verdict !== 'needs-person' && isPaidBeside(payment, attempts))
    return verdict === 'paid' ? say['paid-twice'] : say['paid-already'];
  if (verdict === 'paid' && attempts.some(each => each.reference !== payment.reference && isOpen(each)))
    return say[isInCash ? 'paid-in-cash-while-open' : 'paid-while-open'];
  if (verdict === 'paid' && isInCash) return say['paid-in-cash'];
  return verdict === 'not-known' ? say[waitingFor(payment)] : say[verdict];
}

/** What needs a person's attention about a payment: its age, a fee within the amount, a second paid attempt, an unclear refund. */
export function attentionsOf(state: State, payment: Payment, now: number): readonly string[] {
  const age = attentionOf(payment, now);
  return [
    ...(age === undefined ? [] : [age]),
    ...(payment.feeBasis ? ['fee-basis'] : []),
    ...(payment.status === 'paid' && isPaidTwice(state, payment.sale) ? ['paid-twice'] : []),
    ...(payment.refunds.some(({status}) => status === 'unknown') ? ['refund-unclear'] : []),
  ];
}

/** What `duka pending` lists: the pending payments and the payments with a refund whose result is unknown, oldest first. */
export function withoutEnd(state: State): readonly Payment[] {
  const lost = needingPerson(state).filter(
    ({reference, refunds}) => !state.open.has(reference) && refunds.some(({status}) => status === 'unknown'),
  );
  return [...pendingPayments(state), ...lost].sort((a, b) => a.requestedAt - b.requestedAt);
}

/** The payments of a business day among the newest ones that are in memory, newest first. */
export function latestPayments({payments, recent}: State, day: string): readonly Payment[] {
  const today = recent.flatMap(reference => payments.get(reference) ?? []);
  return today.filter(({request}) => request.businessDate === day).reverse();
}

/** Among the newest payments that a person took here, the one that reached its present verdict last. */
export function lastOutcome({payments, recent}: State): Payment | undefined {
  let last: Payment | undefined;
  for (const reference of recent) {
    const payment = payments.get(reference);
    if (payment === undefined || payment.request.method === 'subscription' || isOpen(payment)) continue;
    if (last === undefined || payment.sinceSeq > last.sinceSeq) last = payment;
  }
  return last;
}

function digitsOf(request: PaymentRequest): string {
  if (request.method === 'cash') return '';
  if (request.method === 'mobile-money' || request.method === 'account') return request.phone;
  return request.card?.lastFour ?? '';
}

export const pendingEnding = (pending: readonly Payment[], digits: string): readonly Payment[] =>
  digits === '' ? pending : pending.filter(({request}) => digitsOf(request).endsWith(digits));

export const offersResolve = (payment: Payment, now: number): boolean => resolvableIn(payment, now) === 0;

export const otherAttempts = (state: State, payment: Payment): readonly Payment[] =>
  attemptsOf(state, payment.sale).filter(({reference}) => reference !== payment.reference);
