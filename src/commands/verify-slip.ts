import {keyAt} from '../core/journal/key-history.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney, displayStated} from '../core/money/display.js';
import {decimalText} from '../core/money/money.js';
import {badgeOf, glyphs} from '../core/payment/badge.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {isPaidByResolution} from '../core/payment/resolving.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {isRefundedWhole, refundedOf} from '../core/refund/refund.js';
import {cleanText} from '../core/text/text.js';

import type {SignedReceipt} from '../print/signature.js';
import {writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Reading} from '../till/open.js';
import {lineOf} from './journal-lines.js';
import {readPayment, withReading} from './reading.js';
import {refundLine} from './refund-lines.js';
import {refuseValue} from './values.js';

/** What this till's journal says of a claim: nothing, the same, or something else. */
type Word = 'paid' | 'given-back' | 'not-paid' | 'differs' | 'unknown';

/**
 * Proves a slip by its code, offline. The exit code is 0 for one that is genuine and that the journal does not contradict.
 * Under `--json` `{genuine, agrees, journal, line, status, badge, refunded, copies, judgedBy, claim}`, where `journal` is `paid`,
 * `given-back` (the whole of it), `not-paid`, `differs` or `unknown`, and `line` whether the journal still has the line that the slip
 * names, null where nobody can tell. Of a payment that the journal has, `refunded` is what was given back of it, `copies` how many
 * slips left the till after the first, and `judgedBy` who judged it paid, if not the service.
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

/** The key by which a slip of this home is proved. Throws `Problem` unknown-option, setting-missing. */
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
 * The keys by which a slip may be genuine: the one that was typed; else that of its time, by the line of the journal that it
 * names. A slip that names none may be of any key that the till had.
 */
export function keysFor(
  {state: {keys}}: Pick<Reading, 'state'>,
  {typed, given, line}: {readonly typed: string | undefined; readonly given: string; readonly line: number | undefined},
): readonly string[] {
  if (typed !== undefined || keys.length === 0) return [given];
  if (line === undefined) return [given, ...keys.map(({publicKey}) => publicKey)];
  return [keyAt(keys, line)?.publicKey ?? given];
}

/** What is said of a text that is no slip's code. */
export function noCode({language}: Session): Problem {
  return new Problem('unknown-option', {detail: messages(language).command.claim.noCode});
}

/** A payment that the journal does not have is an answer here; a damaged journal is not. */
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
 * A slip for practice where real money is taken, one of this very till of which its journal knows nothing, or one of money that
 * was asked for at another place than where this till asks.
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

/** Slips after the first one: each of them has a genuine code. */
const copiesOf = ({receipts}: Payment): number => Math.max(0, receipts - 1);

/** Whose word it is that the payment is paid, where it is not the service's. */
const resolverOf = (payment: Payment | undefined): string | null =>
  payment !== undefined && isPaidByResolution(payment) ? (payment.resolution?.person ?? null) : null;

/** What a shop must know before it takes a genuine slip for goods. */
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
