import {keyAt} from '../core/journal/key-history.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney, displayStated} from '../core/money/display.js';
import {decimalText} from '../core/money/money.js';
import {badgeOf, glyphs} from '../core/payment/badge.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {isRefundedWhole, refundedOf} from '../core/payment/refund.js';
import {isPaidByResolution} from '../core/payment/resolving.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';
import type {SignedReceipt} from '../print/signature.js';
import {writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Reading} from '../till/opened-journal.js';

import {lineOf} from './event-lines.js';
import {readPayment, withReading} from './reading.js';
import {refundLine} from './refund-lines.js';
import {refuseValue} from './values.js';

/** What this till's journal says about the payment of a slip. */
type Word = 'paid' | 'given-back' | 'not-paid' | 'differs' | 'unknown';

/**
 * Checks a slip by its code, offline. The exit code is 0 if the slip is genuine and the journal does not contradict it. Under `--json`
 * `{genuine, agrees, journal, line, status, badge, refunded, copies, judgedBy, claim}`. `journal` is `paid`, `given-back` (in full),
 * `not-paid`, `differs` or `unknown`. `line` says whether the journal still has the line that the slip names, and is null if that cannot be
 * known. If the journal has the payment, `refunded` is what was given back, `copies` how many slips were issued after the first, and
 * `judgedBy` who recorded it as paid, if not the service.
 */
export async function verifySlip(
  session: Session,
  {qr = '', key}: {readonly qr?: string; readonly key?: string},
): Promise<ExitCode> {
  const {readReceipt} = await import('../print/signature.js');
  const read = (by: string) => readReceipt(qr.trim(), by);
  const claimed = read('')?.claim;
  if (claimed === undefined) throw noCode(session);
  const given = keyFrom(session, key, claimed.profile);
  return withReading(session, async reading => {
    const keys = keysFor(reading, {typed: key, given, line: claimed.journal?.seq});
    const isGenuine = keys.some(each => read(each)?.isGenuine === true);
    const payment = await readPayment(reading, claimed.reference).catch(unknown);
    const word = wordOf(payment, claimed);
    const isSameLine = isOurs(session, claimed) ? await hasLine(reading, claimed.journal) : null;
    const agrees =
      isGenuine && isSameLine !== false && (word === 'paid' || word === 'unknown') && !isOdd(session, claimed, word);
    if (session.isJson) writeJson(session, asJson(claimed, {isGenuine, agrees, word, payment, isSameLine}));
    else writeLines(session, lines(session, claimed, {isGenuine, word, payment, isSameLine}));
    return agrees ? exitCodes.done : exitCodes.needsPerson;
  });
}

/** The key that checks the slips of this home. Throws `Problem` unknown-option, setting-missing. */
export function keyFrom(session: Session, typed: string | undefined, profile: SignedReceipt['profile']): string {
  const key = typed === undefined ? undefined : typedKey(session, typed);
  const known = key ?? session.surroundings().settings.read().signingKeys?.[profile];
  if (known === undefined) throw new Problem('setting-missing', {name: '--key'});
  return known;
}

/** A public key as it was typed. Throws `Problem` unknown-option. */
export function typedKey({language}: Session, typed: string): string {
  const key = typed.trim();
  return /^[\w-]{43}$/.test(key) ? key : refuseValue({name: '--key', value: typed, language}, 'base64url, 43');
}

/**
 * The keys that may have signed a slip: the key that was typed, otherwise the key that was in use at the journal line that the slip names.
 * A slip that names no line may be signed with any key that the till had.
 */
export function keysFor(
  {state: {keys}}: Pick<Reading, 'state'>,
  {typed, given, line}: {readonly typed: string | undefined; readonly given: string; readonly line: number | undefined},
): readonly string[] {
  if (typed !== undefined || keys.length === 0) return [given];
  if (line === undefined) return [given, ...keys.map(({publicKey}) => publicKey)];
  return [keyAt(keys, line)?.publicKey ?? given];
}

/** The problem for a text that is not the code of a slip. */
export function noCode({language}: Session): Problem {
  return new Problem('unknown-option', {detail: messages(language).command.claim.noCode});
}

/** That the journal does not have the payment is an answer here; a damaged journal is not. */
function unknown(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'payment-unknown') throw error;
}

function wordOf(payment: Payment | undefined, {amount, currency, businessDate}: SignedReceipt): Word {
  if (payment === undefined) return 'unknown';
  const {request} = payment;
  const isSame =
    decimalText(request.amount) === amount &&
    request.amount.currency === currency &&
    request.businessDate === businessDate;
  if (!isSame) return 'differs';
  if (verdictOf(payment) !== 'paid') return 'not-paid';
  return isRefundedWhole(payment) ? 'given-back' : 'paid';
}

/**
 * Whether a slip is suspect: for practice while real money is taken, from this very till although its journal does not know the payment, or
 * for money that was requested from another service than the one this till uses.
 */
function isOdd(session: Session, claim: SignedReceipt, word: Word): boolean {
  const isElsewhere = claim.service !== undefined && claim.service !== configOf(session).unusualHost;
  return isElsewhere || isPractice(session, claim) || (word === 'unknown' && isOurs(session, claim));
}

function isPractice(session: Session, {profile}: SignedReceipt): boolean {
  return profile !== 'live' && configOf(session).profile === 'live';
}

function isOurs(session: Session, {till, profile}: SignedReceipt): boolean {
  const config = configOf(session);
  return till === config.till && profile === config.profile;
}

type Found = {
  readonly isGenuine: boolean;
  readonly word: Word;
  readonly payment: Payment | undefined;
  readonly isSameLine: boolean | null;
};

/** Whether the journal has the line that a slip names; null for slips of version 0.1.0, which name none. */
async function hasLine(reading: Reading, place: SignedReceipt['journal']): Promise<boolean | null> {
  if (place === undefined) return null;
  return (await lineOf(reading, place.seq))?.hash.startsWith(place.head) === true;
}

function asJson(
  claim: SignedReceipt,
  {isGenuine, agrees, word, payment, isSameLine}: Found & {readonly agrees: boolean},
) {
  const paidAt = Temporal.Instant.fromEpochMilliseconds(claim.paidAt).toString();
  return {
    genuine: isGenuine,
    agrees,
    journal: word,
    line: isSameLine,
    status: payment?.status ?? null,
    badge: payment === undefined ? null : badgeOf(payment),
    refunded: payment === undefined ? null : decimalText(refundedOf(payment, 'done')),
    copies: payment === undefined ? null : copiesOf(payment),
    judgedBy: resolverOf(payment),
    claim: {...claim, paidAt},
  };
}

function lines(
  session: Session,
  claim: SignedReceipt,
  {isGenuine, word, payment, isSameLine}: Found,
): readonly string[] {
  const {language} = session;
  const words = messages(language).command.claim;
  const {till, reference, businessDate, profile, currency} = claim;
  const amount = displayStated(currency, claim.amount, language);
  return [
    isGenuine ? `✓ ${words.genuine({till})}` : `✗ ${words.forged}`,
    `  ${words.says({amount, businessDate, reference, till, profile})}`,
    ...(isPractice(session, claim) ? [`✗ ${words.practice({profile})}`] : []),
    ...(claim.service === undefined ? [] : [`! ${words.elsewhere({service: cleanText(claim.service, 260)})}`]),
    journalLine(session, claim, word, payment),
    ...lineText(session, claim, isSameLine),
    ...historyLines(session, payment),
    ...(payment?.refunds ?? []).map(refund => `  ${refundLine(refund, language)}`),
  ];
}

function journalLine(session: Session, claim: SignedReceipt, word: Word, payment: Payment | undefined): string {
  const {language} = session;
  const words = messages(language).command.claim;
  const {reference} = claim;
  if (payment === undefined)
    return isOurs(session, claim) ? `✗ ${words.unknownOurs({reference})}` : `? ${words.unknownHere({reference})}`;
  if (word === 'paid') return `✓ ${words.agrees({reference})}`;
  if (word === 'given-back') return `${glyphs['given-back']} ${words.givenBack({reference})}`;
  const {amount, businessDate} = payment.request;
  const verdict = messages(language).payment.verdicts[badgeOf(payment)];
  return word === 'differs'
    ? `✗ ${words.differs({reference, amount: displayMoney(amount, language), businessDate})}`
    : `✗ ${words.notPaid({reference, verdict})}`;
}

/** The number of slips after the first one. Each of them has a genuine code. */
const copiesOf = ({receipts}: Payment): number => Math.max(0, receipts - 1);

/** The person who recorded the payment as paid, if it was not the service. */
const resolverOf = (payment: Payment | undefined): string | null =>
  payment !== undefined && isPaidByResolution(payment) ? (payment.resolution?.person ?? null) : null;

/** What a shop has to know before it accepts a genuine slip for goods. */
function historyLines({language}: Session, payment: Payment | undefined): readonly string[] {
  if (payment === undefined) return [];
  const {judged, copies} = messages(language).command.claim;
  const [person, count] = [resolverOf(payment), copiesOf(payment)];
  return [...(person === null ? [] : [`! ${judged({person})}`]), ...(count === 0 ? [] : [`! ${copies({count})}`])];
}

function lineText({language}: Session, {journal}: SignedReceipt, isSameLine: boolean | null): readonly string[] {
  const {sameLine, otherLine} = messages(language).command.claim;
  if (journal === undefined || isSameLine === null) return [];
  return [isSameLine ? `✓ ${sameLine({line: journal.seq})}` : `✗ ${otherLine({line: journal.seq})}`];
}
