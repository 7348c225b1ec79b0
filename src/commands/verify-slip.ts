import {keyAt, profile} from '../core/journal/schema.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney, displayStated} from '../core/money/display.js';
import {decimalText} from '../core/money/money.js';
import {amount, amountText} from '../core/money/schema.js';
import {badgeOf, badges, glyphs} from '../core/payment/badge.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {isRefundedWhole, refundedOf} from '../core/payment/refund.js';
import {isPaidByResolution} from '../core/payment/resolving.js';
import {reference} from '../core/payment/schema.js';
import {type ExitCode, exitCodes, Problem, unless} from '../core/problem.js';
import {
  count,
  fields,
  flag,
  type Given,
  made,
  oneOf,
  optional,
  orNull,
  type Spec,
  text,
  written,
} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import type {SignedReceipt} from '../print/signature.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {openReading, type Reading} from '../till/opened-journal.js';
import {refundLine} from '../views/payment/refund.js';
import {lineOf} from './event-lines.js';
import {readPayment, withReading} from './reading.js';
import {refuseValue} from './values.js';

/** What this till's journal says about the payment of a slip. */
const words = ['paid', 'given-back', 'not-paid', 'differs', 'unknown'] as const;
type Word = (typeof words)[number];

type Found = {
  readonly isGenuine: boolean;
  readonly agrees: boolean;
  readonly word: Word;
  readonly payment: Payment | undefined;
  readonly isSameLine: boolean | null;
};

/** The number of slips after the first one. Each of them has a genuine code. */
const copiesOf = ({receipts}: Payment): number => Math.max(0, receipts - 1);

/** The person who recorded the payment as paid, if it was not the service. */
const resolverOf = (payment: Payment | undefined): string | null =>
  payment !== undefined && isPaidByResolution(payment) ? (payment.resolution?.person ?? null) : null;

const ofPayment = <S extends Spec>(spec: S, get: (payment: Payment) => Given<S>) =>
  made(orNull(spec, 'the journal has no such payment'), ({payment}: Found) =>
    payment === undefined ? null : get(payment),
  );

export const slipAnswer = fields({
  genuine: made(flag('whether the slip was signed by the key'), ({isGenuine}: Found) => isGenuine),
  agrees: flag('whether it is genuine and nothing contradicts it'),
  journal: made(oneOf(words, 'what the journal says of the payment; `given-back` is in full'), ({word}: Found) => word),
  line: made(
    orNull(flag('whether the journal still has the line that the slip names'), 'that cannot be known'),
    ({isSameLine}: Found) => isSameLine,
  ),
  status: ofPayment(text('of the payment'), ({status}) => status),
  badge: ofPayment(oneOf(badges, 'of the payment'), badgeOf),
  refunded: ofPayment(amount('what was given back'), payment => refundedOf(payment, 'done')),
  copies: ofPayment(count('how many slips were made after the first'), copiesOf),
  judgedBy: made(
    orNull(text('who recorded the payment as paid'), 'the service did, or it is not paid'),
    ({payment}: Found) => resolverOf(payment),
  ),
  claim: fields(
    {
      till: text('that signed it'),
      reference: reference('of the payment'),
      amount: amountText('that was paid'),
      currency: text('of the amount'),
      paidAt: written(text('the instant when it was paid'), (at: number) =>
        Temporal.Instant.fromEpochMilliseconds(at).toString(),
      ),
      businessDate: text('of the payment'),
      profile,
      journal: optional(
        fields({seq: count('its number'), head: text('how its hash begins')}, 'the last line when the slip was made'),
        'the slip names none',
      ),
      service: optional(text('the host that was asked'), 'the service’s own'),
    },
    'what the slip says, which anybody can write',
  ),
});

/** Checks a slip by its code, offline. The exit code is 0 if the slip is genuine and the journal does not contradict it. */
export async function verifySlip(
  session: Session,
  {qr = '', key}: {readonly qr?: string; readonly key?: string},
): Promise<ExitCode> {
  const {readReceipt} = await import('../print/signature.js');
  const read = (by: string) => readReceipt(qr.trim(), by);
  const claimed = read('')?.claim;
  if (claimed === undefined) throw noCode(session);
  return withReading(session, async reading => {
    const keys = keysFor(session, reading, {typed: key, line: claimed.journal?.seq});
    const isGenuine = keys.some(each => read(each)?.isGenuine === true);
    const payment = await readPayment(reading, claimed.reference).catch(unless('payment-unknown'));
    const word = wordOf(payment, claimed);
    const isSameLine = isOurs(session, claimed) ? await hasLine(reading, claimed.journal) : null;
    const agrees =
      isGenuine && isSameLine !== false && (word === 'paid' || word === 'unknown') && !isOdd(session, claimed, word);
    const found = {isGenuine, agrees, word, payment, isSameLine};
    await answer(session, slipAnswer, {...found, claim: claimed}, () => lines(session, claimed, found));
    return agrees ? exitCodes.done : exitCodes.needsPerson;
  });
}

/** A public key as it was typed. Throws `Problem` unknown-option. */
export function typedKey({language}: Session, typed: string): string {
  const key = typed.trim();
  return /^[\w-]{43}$/.test(key) ? key : refuseValue({name: '--key', value: typed, language}, 'base64url, 43');
}

/**
 * The keys that prove a signature: the one that was typed, or those that the till's journal names, for a slip that names a line the one of that
 * line. Those in the settings, which anybody can write, prove nothing. Throws `Problem` unknown-option; setting-missing if there is none.
 */
export function keysFor(
  session: Session,
  {state: {keys}}: Pick<Reading, 'state'>,
  {typed, line}: {readonly typed: string | undefined; readonly line?: number | undefined},
): readonly string[] {
  if (typed !== undefined) return [typedKey(session, typed)];
  if (keys.length === 0) throw new Problem('setting-missing', {name: '--key'});
  const ofLine = line === undefined ? undefined : keyAt(keys, line);
  return (ofLine === undefined ? keys : [ofLine]).map(({publicKey}) => publicKey);
}

/** Every key that the journal of a till of this home names; none if it is not here, or cannot be read. */
export async function keysNamed(session: Session, till: string): Promise<readonly string[]> {
  const surroundings = session.surroundings();
  try {
    const reading = await openReading({...surroundings, config: {...surroundings.config, till, makesTill: false}});
    await reading.journal.close();
    return keysFor(session, reading, {typed: undefined});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [];
  }
}

/** The problem for a text that is not the code of a slip. */
export const noCode = ({language}: Session): Problem =>
  new Problem('unknown-option', {detail: messages(language).command.claim.noCode});

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

/** A slip for practice beside real money, of this till without its payment, or for money from another service. */
function isOdd(session: Session, claim: SignedReceipt, word: Word): boolean {
  const isElsewhere = claim.service !== undefined && claim.service !== configOf(session).unusualHost;
  return isElsewhere || isPractice(session, claim) || (word === 'unknown' && isOurs(session, claim));
}

const isPractice = (session: Session, {profile}: SignedReceipt): boolean =>
  profile !== 'live' && configOf(session).profile === 'live';

function isOurs(session: Session, {till, profile}: SignedReceipt): boolean {
  const config = configOf(session);
  return till === config.till && profile === config.profile;
}

/** Whether the journal has the line that a slip names; null for short codes, which name none. */
async function hasLine(reading: Reading, place: SignedReceipt['journal']): Promise<boolean | null> {
  if (place === undefined) return null;
  return (await lineOf(reading, place.seq))?.hash.startsWith(place.head) === true;
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
