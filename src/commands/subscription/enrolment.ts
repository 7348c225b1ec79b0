import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import {type Payment, verdictOf} from '../../core/payment/payment.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {type Enrolment, isEnrolmentOpen, planAsked, refusalText} from '../../core/subscription/enrolment.js';
import {enrolmentAsJson, subscriptionAsJson} from '../../core/subscription/json.js';
import type {KnownSubscription} from '../../core/subscription/registry.js';
import {hasBegun, stillBilled} from '../../core/subscription/standing.js';
import {cleanText} from '../../core/text/text.js';
import {note, reportProblem, writeJson, writeLines} from '../../session/print.js';
import {type Session, within} from '../../session/session.js';
import type {OpenTill} from '../../till/open.js';
import type {Till} from '../../till/till.js';
import {follow} from '../follow.js';
import {paymentJson, paymentLines} from '../payment-lines.js';
import {serveChallenge} from '../serve-challenge.js';
import {exitOfTaking} from '../taking.js';
import {headOf, nextLine} from './shown.js';

/** An enrolment in one line: its status, the customer, the plan, the amount, the card and its reference. `isBegun`: see `hasBegun`. */
export function enrolmentHead(enrolment: Enrolment, language: Language, isBegun = true): string {
  const {status, customerEmail, amount, card, reference} = enrolment;
  const isWaiting = status === 'made' && !isBegun;
  const glyph = isEnrolmentOpen(enrolment) || isWaiting ? '?' : status === 'made' ? '✓' : '✗';
  const state = `${glyph} ${messages(language).subscription.states[isWaiting ? 'waiting' : status]}`;
  return [
    state,
    customerEmail,
    planAsked(enrolment),
    displayMoney(amount, language),
    `···· ${card.lastFour}`,
    reference,
  ]
    .map(text => cleanText(text, 80))
    .join('   ');
}

/** The same, and why it was not made. */
export function enrolmentLines(enrolment: Enrolment, language: Language, isBegun = true): readonly string[] {
  const why = refusalText(enrolment, language);
  return [enrolmentHead(enrolment, language, isBegun), ...(why === '' ? [] : [`  ${why}`])];
}

/** Says what to do about an enrolment whose result is not known. It must never be sent again. */
function noteUnclear(session: Session, {reference, customerEmail: email, proof}: Enrolment): void {
  const words = messages(session.language).subscription;
  note(session, `! ${(proof?.kind === 'duplicate' ? words.unclearDuplicate : words.unclear)({email})}`);
  note(session, words.toLook({command: `duka subscription look ${reference}`}));
  noteResolving(session, reference);
}

/** Says how a named person can record the result of an enrolment. */
export function noteResolving(session: Session, reference: string): void {
  const command = `duka resolve ${reference} --as paid|not-paid --person … --reason …`;
  note(session, messages(session.language).subscription.toJudge({command}));
}

/** How long reading more about what is already known may delay the result, in milliseconds. */
const patience = 5000;

/**
 * Reports how an enrolment ended, and watches the payment that it made until `until`. Under `--json` the enrolment with its `subscription`,
 * its `payment` if it made one, and `next`, as in a payment.
 */
export async function endOfEnrolment(
  session: Session,
  opened: OpenTill,
  reference: string,
  until: number,
): Promise<ExitCode> {
  const {till} = opened;
  const enrolment = till.state.registry.enrolments.get(reference);
  if (enrolment === undefined) throw new Problem('enrolment-unknown', {enrolment: reference});
  if (isEnrolmentOpen(enrolment)) return endUnclear(session, enrolment);
  if (enrolment.status === 'not-made') return endNotMade(session, till, enrolment);
  if (!till.state.payments.has(reference)) return endWithoutPayment(session, till, enrolment);
  const {face} = session;
  const {onChange, page} = serveChallenge(session, till);
  const payment = await follow({face, till, reference, until, onChange});
  const served = await page();
  await refresh(session, till, enrolment);
  write(session, till, enrolment, {payment, served});
  const mayStillCharge = stillBilled(till.state.registry, payment) !== undefined;
  noteNotPaid(session, enrolment, {payment, mayStillCharge});
  const exit = exitOfTaking(session, opened, payment);
  // What the service may still charge by itself must not be collected in another way, as a payment that was not paid could be.
  return mayStillCharge ? exitCodes.notKnown : exit;
}

function endUnclear(session: Session, enrolment: Enrolment): ExitCode {
  const {face, isJson, language} = session;
  if (isJson) writeJson(session, {...enrolmentAsJson(enrolment), subscription: null, next: {kind: 'none'}});
  else writeLines(session, enrolmentLines(enrolment, language));
  if (face.interrupted.aborted) note(session, messages(language).command.interrupted);
  noteUnclear(session, enrolment);
  return face.interrupted.aborted ? exitCodes.interrupted : exitCodes.notKnown;
}

function endNotMade(session: Session, till: Till, enrolment: Enrolment): ExitCode {
  session.begun = undefined; // nothing was charged, so a failure from here on must not say otherwise
  const {refusedKey} = till.link();
  const {kind, text} = enrolment.proof ?? {kind: 'never-left', text: ''};
  const asJson = enrolmentAsJson(enrolment);
  if (kind === 'not-sent') return reportProblem(session, new Problem('service-unreachable', {code: text}), asJson);
  if (kind === 'refused' && refusedKey) return reportProblem(session, new Problem('key-refused'), asJson);
  if (session.isJson) writeJson(session, {...asJson, subscription: null, next: {kind: 'none'}});
  else writeLines(session, enrolmentLines(enrolment, session.language));
  return exitCodes.notPaid;
}

/** During a trial nothing is charged. Otherwise the service gave no reference, and nobody can ask about the money. */
async function endWithoutPayment(session: Session, till: Till, enrolment: Enrolment): Promise<ExitCode> {
  await refresh(session, till, enrolment);
  write(session, till, enrolment);
  const {trialPeriodDays, subscription, resolved, amount} = enrolment;
  const isFree = trialPeriodDays > 0 || amount.minor === 0;
  const {registry} = till.state;
  if (hasBegun(registry, enrolment) && (isFree || resolved?.by === 'person')) return exitCodes.done;
  const command = `duka subscription charges ${subscription ?? '…'}`;
  note(session, `! ${messages(session.language).subscription.noReference({command})}`);
  return exitCodes.notKnown;
}

/**
 * The first charge may have changed the subscription's state, and says whether it is tried again. If the service does not answer, what is
 * known so far remains.
 */
async function refresh({face}: Session, till: Till, enrolment: Enrolment): Promise<void> {
  const {subscription} = enrolment;
  if (subscription === null) return;
  const reading = till.readSubscription(subscription).then(async () => {
    if (!hasBegun(till.state.registry, enrolment)) await till.learnCharges(subscription);
  });
  await within(face, patience, reading).catch((error: unknown) => {
    if (!(error instanceof Problem) || till.writeFailure() !== undefined) throw error;
  });
}

type Charged = {readonly payment: Payment; readonly served: string | undefined};

function write(session: Session, {state}: Till, enrolment: Enrolment, charged?: Charged): void {
  const {registry} = state;
  const known = knownOf(enrolment, registry.subscriptions);
  if (session.isJson) {
    const now = session.face.world.now();
    const payment = charged && paymentJson(session, state, charged.payment, charged.served);
    const subscription = known === undefined ? null : subscriptionAsJson(registry, known, now);
    const next = payment?.next ?? {kind: 'none'};
    const mayStillCharge = charged !== undefined && stillBilled(registry, charged.payment) !== undefined;
    writeJson(session, {...enrolmentAsJson(enrolment), subscription, mayStillCharge, ...(payment && {payment}), next});
    return;
  }
  writeLines(session, [
    ...enrolmentLines(enrolment, session.language, hasBegun(registry, enrolment)),
    ...(known === undefined
      ? []
      : [`  ${headOf(session, registry, known)}`, `  ${nextLine(session, registry, known)}`]),
    ...(charged === undefined ? [] : paymentLines(session, state, charged.payment)),
  ]);
}

function knownOf({subscription}: Enrolment, subscriptions: ReadonlyMap<number, KnownSubscription>) {
  return subscription === null ? undefined : subscriptions.get(subscription);
}

type NotPaid = {readonly payment: Payment; readonly mayStillCharge: boolean};

function noteNotPaid(session: Session, {subscription}: Enrolment, {payment, mayStillCharge}: NotPaid): void {
  if (subscription === null || verdictOf(payment) !== 'not-paid') return;
  const command = `duka subscription cancel ${subscription} --reason …`;
  const {notPaid, givenUp} = messages(session.language).subscription;
  note(session, `! ${(mayStillCharge ? notPaid : givenUp)({command})}`);
}
