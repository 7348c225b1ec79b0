import {type Card, wipeCard} from '../../core/card/card.js';
import {businessDate} from '../../core/day/business-day.js';
import type {Plan} from '../../core/endpoints/subscription/plans.js';
import {fill, messages} from '../../core/messages/messages.js';
import {checkEmail} from '../../core/payment/order.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {jsonOf} from '../../core/spec/check.js';
import {list} from '../../core/spec/spec.js';
import {type Enrolment, isEnrolmentOpen} from '../../core/subscription/enrolment.js';
import {enrolmentSpec, toldSubscription} from '../../core/subscription/json.js';
import {draftPlan, requirePlan} from '../../core/subscription/plan-order.js';
import {chargeText} from '../../core/subscription/plan-text.js';
import {openEnrolments} from '../../core/subscription/registry.js';
import {answer, note, reportProblem, writeToPerson} from '../../session/print.js';
import {configOf, deadlineOf, type Session, within} from '../../session/session.js';
import type {OpenTill} from '../../till/open.js';
import type {Till} from '../../till/till.js';
import {readCardInput} from '../card-input.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {leaving} from '../follow.js';
import {referenceFrom, withReading, withTill} from '../reading.js';
import {refuseValue, secondsFrom} from '../values.js';
import {endOfEnrolment, enrolledAnswer, enrolmentHead, noteResolving} from './enrolment.js';
import {planOptions, shortLines, subscriptionAnswer} from './shown.js';

const options = {
  '--email <address>': 'enrolEmail',
  '--plan <planCode>': 'enrolPlan',
  '--name <text>': 'enrolPlanName',
  ...planOptions,
  '--card-stdin': {says: 'cardStdin', isRequired: true},
  '--again <reason>': 'enrolAgain',
  '--wait <seconds>': 'wait',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const createCommand = commandOf({
  options,
  examples: ['duka subscription create --email amina@example.com --plan PLAN-XY99ZZ00 --card-stdin < <(read-card)'],
  action: createSubscription,
});

type Enrolling = {
  readonly email: string;
  readonly plan: string | Plan;
  readonly card: Card;
  readonly until: number;
  readonly again?: string;
};

/** Enrols a card on a plan. `--email` is an option of every command, where it replaces the shop's setting; here it names the customer. */
async function createSubscription(session: Session, options: Options): Promise<ExitCode> {
  const {wait = '30', again} = options;
  const {language, flags, face} = session;
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: wait, language}, 1));
  const {cards, zone} = configOf(session);
  if (!cards.areTyped) throw new Problem('cards-not-typed');
  const email = checkEmail(flags.email ?? '');
  const plan = planFrom(session, options);
  const month = businessDate(face.world.now(), zone, '00:00').slice(0, 'YYYY-MM'.length);
  const card = await readCardInput(session, until, {month, pin: 'none'});
  if (card === undefined) return exitCodes.interrupted;
  const because = again === undefined ? {} : {again};
  const enrolling = {email, plan, card, until, ...because};
  return withTill(session, 'subscription create', opened =>
    enrolCard(session, opened, enrolling).catch((problem: unknown) => reportStanding(session, opened, problem)),
  ).finally(() => wipeCard(card));
}

/** The plan that was named, or a new one. Throws `Problem` unknown-option if both are given, plan-name-missing if neither is. */
function planFrom(session: Session, {plan, name = '', ...form}: Options): string | Plan {
  if (plan !== undefined && name !== '')
    return refuseValue({name: '--plan', value: plan, language: session.language}, '--name');
  if (plan !== undefined) return plan.trim();
  const {currencies} = configOf(session).cards;
  const {description = '', amount = '', interval = '', trialDays = '', billingLimit = ''} = form;
  const currency = form.currency ?? currencies[0] ?? '';
  return draftPlan(requirePlan({name, description, amount, currency, interval, trialDays, billingLimit}, {currencies}));
}

async function enrolCard(session: Session, opened: OpenTill, enrolling: Enrolling): Promise<ExitCode> {
  const {till} = opened;
  const {face} = session;
  const {email: customerEmail, card, until} = enrolling;
  const plan = await currentPlan(session, till, enrolling);
  if (plan === undefined || face.interrupted.aborted) return exitCodes.interrupted;
  const order = {customerEmail, plan, country: configOf(session).country};
  const options = enrolling.again === undefined ? {} : {again: enrolling.again};
  const {enrolment, finished} = await till.enrol(order, card, options).catch((problem: unknown) => {
    if (problem instanceof Problem && problem.code === 'enrolment-unclear') noteEarlier(session, problem);
    throw problem;
  });
  session.begun = enrolment;
  noteEnrolling(session, plan, till.state.registry.enrolments.get(enrolment));
  await within(face, Math.max(until - face.world.monotonic(), leaving), finished);
  return endOfEnrolment(session, opened, enrolment, until);
}

/** The plan as the service has it now, so that nobody is charged a price that this till only remembers. */
async function currentPlan(session: Session, till: Till, {plan, until}: Enrolling): Promise<Plan | undefined> {
  if (typeof plan !== 'string') return plan;
  const {face} = session;
  const read = await within(face, until - face.world.monotonic(), till.readPlan(plan));
  if (face.interrupted.aborted) return undefined;
  if (read === undefined) throw new Problem('service-unreachable', {code: 'ETIMEDOUT'});
  if (read.problem !== undefined) throw read.problem;
  return read.plan;
}

/** Says what is about to happen with the customer's money. */
function noteEnrolling(session: Session, plan: Plan, enrolment: Enrolment | undefined): void {
  if (enrolment === undefined) return;
  const {language, face} = session;
  const words = messages(language).subscription;
  const {reference, customerEmail: email, card, trialPeriodDays: days} = enrolment;
  const {brand, lastFour} = card;
  const facts = {
    enrolment: reference,
    email,
    card: `···· ${lastFour}`,
    brand,
    plan: plan.name,
    code: plan.planCode || '…',
  };
  note(session, words.enrolling(facts));
  const end = face.world.now() + days * 24 * 60 * 60_000;
  note(session, chargeText(plan, businessDate(end, configOf(session).zone, '00:00'), language));
}

export const answers = {
  'subscription create': enrolledAnswer,
  'subscription look': list(enrolmentSpec(), 'whose result is not known'),
  'subscription look <enrolment>': enrolledAnswer,
};

/** Reports that nothing was sent, because the customer already has a subscription. Says how that stands, so that a script need not ask. */
function reportStanding(session: Session, {till}: OpenTill, problem: unknown): ExitCode {
  const {registry} = till.state;
  if (!(problem instanceof Problem) || problem.code !== 'customer-enrolled') throw problem;
  const earlier = Number(problem.facts['subscription']);
  const known = registry.subscriptions.get(earlier);
  if (known === undefined) throw problem;
  writeToPerson(session, shortLines(session, registry, known));
  const subscription = jsonOf(subscriptionAnswer, toldSubscription(registry, known, session.face.world.now()));
  return reportProblem(session, problem, {earlier, subscription});
}

function noteEarlier(session: Session, {facts}: Problem): void {
  const reference = String(facts['enrolment']);
  const {toLook} = messages(session.language).subscription;
  note(session, toLook({command: `duka subscription look ${reference}`}));
  noteResolving(session, reference);
}

const lookOptions = {'--wait <seconds>': 'waitForStatus'} satisfies OptionSpecs;

export const lookCommand = commandOf({
  arguments: ['[enrolment]'],
  options: lookOptions,
  examples: ['duka subscription look', 'duka subscription look T7K0MZ4K8Q2RD --wait 60 --json'],
  action: lookFor,
});

/** Longer than the service layer waits for any answer, in milliseconds. */
const patience = 120_000;

/** Looks for one enrolment in the service's list, or lists those whose result is not known. */
async function lookFor(
  session: Session,
  typed: string | undefined,
  {wait = '0'}: OptionsOf<typeof lookOptions>,
): Promise<ExitCode> {
  const {language} = session;
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: wait, language}, 0));
  if (typed === undefined) return listUnclear(session);
  return look(session, referenceFrom(typed), until);
}

async function look(session: Session, reference: string, until: number): Promise<ExitCode> {
  const {face, language} = session;
  return withTill(session, 'subscription look', async opened => {
    const {till} = opened;
    const enrolment = till.state.registry.enrolments.get(reference);
    if (enrolment === undefined) throw new Problem('enrolment-unknown', {enrolment: reference});
    if (isEnrolmentOpen(enrolment)) {
      const looked = await within(face, patience, till.lookForEnrolment(reference));
      const {looked: words} = messages(language).subscription;
      if (looked !== undefined && looked !== 'found')
        note(session, `! ${fill(words[looked], {email: enrolment.customerEmail})}`);
    }
    if (till.state.payments.has(reference)) await within(face, patience, till.check(reference));
    const exit = await endOfEnrolment(session, opened, reference, until);
    return exit === exitCodes.notKnown && till.link().refusedKey ? exitCodes.configuration : exit;
  });
}

async function listUnclear(session: Session): Promise<ExitCode> {
  const {language} = session;
  return withReading(session, async ({state}) => {
    const open = openEnrolments(state.registry);
    const {noneUnclear} = messages(language).subscription;
    return answer(session, answers['subscription look'], open, () =>
      open.length === 0 ? [noneUnclear] : open.map(each => enrolmentHead(each, language)),
    );
  });
}
