import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import {type Payment, verdictOf} from '../../core/payment/payment.js';
import {nextSpec, nextTold, paymentSpec, type ToldPayment} from '../../core/present/payment-json.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {jsonOf} from '../../core/spec/check.js';
import {elseNull, fields, flag, type Given, made, optional, type Spec} from '../../core/spec/spec.js';
import {type Enrolment, isEnrolmentOpen, planAsked, refusalText} from '../../core/subscription/enrolment.js';
import {enrolmentMembers, enrolmentSpec, subscriptionSpec, toldSubscription} from '../../core/subscription/json.js';
import {hasBegun, stillBilled} from '../../core/subscription/standing.js';
import {cleanText} from '../../core/text/text.js';
import {answer, note, reportProblem} from '../../session/print.js';
import {type Session, within} from '../../session/session.js';
import type {OpenTill} from '../../till/open.js';
import type {Till} from '../../till/till.js';
import {follow, serveChallenge} from '../follow.js';
import {paymentLines, toldPayment} from '../payment-lines.js';
import {exitOfTaking} from '../taking.js';
import {oneOf} from '../values.js';
import {headOf, idFrom, nextLine} from './shown.js';

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
function enrolmentLines(enrolment: Enrolment, language: Language, isBegun = true): readonly string[] {
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

/** Reports how an enrolment ended, and watches the payment that it made until `until`. */
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
  await write(session, till, enrolment, toldPayment(session, till.state, payment, served));
  const mayStillCharge = stillBilled(till.state.registry, payment) !== undefined;
  noteNotPaid(session, enrolment, {payment, mayStillCharge});
  const exit = exitOfTaking(session, opened, payment);
  // What the service may still charge by itself must not be collected in another way, as a payment that was not paid could be.
  return mayStillCharge ? exitCodes.notKnown : exit;
}

const nothingNext = {subscription: null, next: {kind: 'none'}} as const;

async function endUnclear(session: Session, enrolment: Enrolment): Promise<ExitCode> {
  const {face, language} = session;
  await answer(session, enrolledAnswer, {...enrolment, told: nothingNext}, () => enrolmentLines(enrolment, language));
  if (face.interrupted.aborted) note(session, messages(language).command.interrupted);
  noteUnclear(session, enrolment);
  return face.interrupted.aborted ? exitCodes.interrupted : exitCodes.notKnown;
}

async function endNotMade(session: Session, till: Till, enrolment: Enrolment): Promise<ExitCode> {
  session.begun = undefined; // nothing was charged, so a failure from here on must not say otherwise
  const {refusedKey} = till.link();
  const {kind, text} = enrolment.proof ?? {kind: 'never-left', text: ''};
  const asJson = jsonOf(enrolmentSpec(), enrolment);
  if (kind === 'not-sent') return reportProblem(session, new Problem('service-unreachable', {code: text}), asJson);
  if (kind === 'refused' && refusedKey) return reportProblem(session, new Problem('key-refused'), asJson);
  const lines = () => enrolmentLines(enrolment, session.language);
  await answer(session, enrolledAnswer, {...enrolment, told: nothingNext}, lines);
  return exitCodes.notPaid;
}

/** During a trial nothing is charged. Otherwise the service gave no reference, and nobody can ask about the money. */
async function endWithoutPayment(session: Session, till: Till, enrolment: Enrolment): Promise<ExitCode> {
  await refresh(session, till, enrolment);
  await write(session, till, enrolment);
  const {trialPeriodDays, subscription, resolved, amount} = enrolment;
  const isFree = trialPeriodDays > 0 || amount.minor === 0;
  const {registry} = till.state;
  if (hasBegun(registry, enrolment) && (isFree || resolved?.by === 'person')) return exitCodes.done;
  const command = `duka subscription charges ${subscription ?? '…'}`;
  note(session, `! ${messages(session.language).subscription.noReference({command})}`);
  return exitCodes.notKnown;
}

/** The first charge may have changed the subscription. If the service does not answer, what is known remains. */
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

/** An enrolment with its subscription and the payment that it made, and what to do next. */
const told = <S extends Spec>(spec: S, get: (whole: Told) => Given<S>) =>
  made(spec, (whole: {readonly told: Told}) => get(whole.told));
export const enrolledAnswer = fields({
  ...enrolmentMembers,
  subscription: told(elseNull(subscriptionSpec(), 'not made, or not known'), ({subscription}) => subscription),
  mayStillCharge: told(
    optional(flag('whether the service may still charge what was not paid'), 'it was not made, or that is not known'),
    ({mayStillCharge}) => mayStillCharge,
  ),
  payment: told(optional(paymentSpec(), 'it made none'), ({payment}) => payment),
  next: told(nextSpec, ({next}) => next),
});
type Told = {
  readonly subscription: ReturnType<typeof toldSubscription> | null;
  readonly mayStillCharge?: boolean;
  readonly payment?: ToldPayment | undefined;
  readonly next: ReturnType<typeof nextTold>;
};

async function write(session: Session, {state}: Till, enrolment: Enrolment, payment?: ToldPayment): Promise<void> {
  const {registry} = state;
  const known = enrolment.subscription === null ? undefined : registry.subscriptions.get(enrolment.subscription);
  const told = {
    subscription: known === undefined ? null : toldSubscription(registry, known, session.face.world.now()),
    mayStillCharge: payment !== undefined && stillBilled(registry, payment.payment) !== undefined,
    payment,
    next: payment === undefined ? nothingNext.next : nextTold(payment),
  };
  await answer(session, enrolledAnswer, {...enrolment, told}, () => [
    ...enrolmentLines(enrolment, session.language, hasBegun(registry, enrolment)),
    ...(known === undefined
      ? []
      : [`  ${headOf(session, registry, known)}`, `  ${nextLine(session, registry, known)}`]),
    ...(payment === undefined ? [] : paymentLines(session, state, payment.payment)),
  ]);
}

type NotPaid = {readonly payment: Payment; readonly mayStillCharge: boolean};

function noteNotPaid(session: Session, {subscription}: Enrolment, {payment, mayStillCharge}: NotPaid): void {
  if (subscription === null || verdictOf(payment) !== 'not-paid') return;
  const command = `duka subscription cancel ${subscription} --reason …`;
  const {notPaid, givenUp} = messages(session.language).subscription;
  note(session, `! ${(mayStillCharge ? notPaid : givenUp)({command})}`);
}

/** How long a last question to the service may delay the decision, in milliseconds: the service itself may be down. */
const lastLook = 10_000;

type Word = {readonly person: string; readonly as?: string; readonly reason?: string; readonly subscription?: string};

/** Records a named person's statement about an enrolment, after a last look at the service's list, which overrides it. */
export async function resolveEnrolment(
  session: Session,
  till: Till,
  {reference}: Enrolment,
  word: Word,
): Promise<ExitCode> {
  const {face, language} = session;
  const as =
    oneOf({name: '--as', value: word.as ?? '', language}, ['paid', 'not-paid']) === 'paid' ? 'made' : 'not-made';
  const {person, reason = ''} = word;
  const subscription = as === 'made' && word.subscription !== undefined ? idFrom(word.subscription) : undefined;
  const words = messages(language).subscription;
  await within(face, lastLook, till.lookForEnrolment(reference));
  if (face.interrupted.aborted) return exitCodes.interrupted;
  if (!isOpen(till, reference)) {
    await writeEnrolment(session, till, reference);
    note(session, words.foundAtLast);
    return exitCodes.done;
  }
  if (subscription !== undefined) await readBefore(session, till, subscription);
  await till.resolveEnrolment(reference, {as, person, reason, ...(subscription === undefined ? {} : {subscription})});
  if (till.state.payments.has(reference)) await within(face, lastLook, till.check(reference));
  await writeEnrolment(session, till, reference);
  note(session, words.judged({enrolment: reference, state: words.states[as], person}));
  if (as === 'made' && subscription === undefined) note(session, `! ${words.judgedWithoutNumber}`);
  return exitCodes.done;
}

/** The service's record of the subscription has the reference of its first charge. A subscription that does not exist is refused. */
async function readBefore({face}: Session, till: Till, id: number): Promise<void> {
  await within(face, lastLook, till.readSubscription(id)).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code === 'subscription-unknown' || till.writeFailure() !== undefined)
      throw error;
  });
}

export const answers = {'subscription resolve': enrolmentSpec()};

async function writeEnrolment(session: Session, till: Till, reference: string): Promise<void> {
  const enrolment = till.state.registry.enrolments.get(reference);
  if (enrolment === undefined) return;
  await answer(session, answers['subscription resolve'], enrolment, () => enrolmentLines(enrolment, session.language));
}

function isOpen(till: Till, reference: string): boolean {
  const enrolment = till.state.registry.enrolments.get(reference);
  return enrolment !== undefined && isEnrolmentOpen(enrolment);
}
