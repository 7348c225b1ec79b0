import type {Change} from '../../core/endpoints/subscription/change-subscription.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {serviceTimeFrom} from '../../core/service/clock.js';
import {list} from '../../core/spec/spec.js';
import {toldSubscription} from '../../core/subscription/json.js';
import {deviationSentences, priceText} from '../../core/subscription/plan-text.js';
import {
  findSubscriptions,
  isOver,
  type KnownSubscription,
  openEnrolments,
  type Registry,
} from '../../core/subscription/registry.js';
import {
  deviationsOfKnown,
  isOfOtherMode,
  planOfKnown,
  unclearChangeOf,
  wholeSubscription,
} from '../../core/subscription/standing.js';
import {cleanText} from '../../core/text/text.js';
import {fit, widthOf} from '../../core/text/width.js';
import {answer, jsonText, note, noteToScript} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Refreshed} from '../../till/subscription/plans.js';
import type {Till} from '../../till/till.js';
import {inColumns} from '../../views/text.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withTill, withTillOrReading} from '../reading.js';
import {refuseValue} from '../values.js';
import {enrolmentHead} from './enrolment.js';
import {
  headOf,
  idFrom,
  learn,
  nextLine,
  noted,
  noteMemory,
  shortLines,
  subscriptionAnswer,
  subscriptionCells,
  timeText,
} from './shown.js';

const options = {
  '--status <state>': 'subscriptionStatus',
  '--search <text>': 'subscriptionSearch',
  '--charges': 'subscriptionCharges',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const answers = {
  'subscription list': list(subscriptionAnswer, 'that the till knows'),
  'subscription show': subscriptionAnswer,
  'subscription pause': subscriptionAnswer,
  'subscription resume': subscriptionAnswer,
  'subscription cancel': subscriptionAnswer,
};

export const listCommand = commandOf({
  options,
  examples: ['duka subscription list', 'duka subscription list --charges', 'duka subscription list --status PAUSED'],
  action: listSubscriptions,
});

/** Lists subscriptions, after the enrolments whose result is not known. Under `--json` these are notes beside the list. */
async function listSubscriptions(session: Session, options: Options): Promise<ExitCode> {
  return withTillOrReading(session, 'subscription list', {
    ask: async ({till}) => {
      const refreshed = await till.refreshSubscriptions();
      if (options.charges === true && refreshed.problem === undefined) await learnAll(session, till);
      return writeList(session, till.state.registry, refreshed, options);
    },
    read: async ({state}) => writeList(session, state.registry, noted, options),
  });
}

async function learnAll(session: Session, till: Till): Promise<void> {
  const own = [...till.state.registry.subscriptions.values()].filter(known => known.isOwn && isWanted(known));
  for (const {subscription} of own) {
    if (session.face.interrupted.aborted || !(await learn(session, till, subscription.id))) return;
  }
}

/** Whether to read the charges: an ended subscription is not charged any more, but the till may not know its last charges yet. */
const isWanted = ({subscription, chargesAt, seenAt}: KnownSubscription) =>
  !isOver(subscription) || chargesAt === null || chargesAt < seenAt;

function writeList(
  session: Session,
  registry: Registry,
  refreshed: Refreshed,
  {status = '', search = ''}: Options,
): Promise<ExitCode> {
  const words = messages(session.language).subscription;
  noteMemory(session, refreshed);
  const wanted = status.trim().toUpperCase();
  const found = findSubscriptions(registry, search).filter(
    ({subscription}) => wanted === '' || subscription.status?.toUpperCase() === wanted,
  );
  const unclear = openEnrolments(registry).map(enrolment => enrolmentHead(enrolment, session.language));
  for (const line of unclear) noteToScript(session, line);
  const none = registry.subscriptions.size === 0 ? words.none : words.noneSuch;
  const now = session.face.world.now();
  const told = found.map(known => toldSubscription(registry, known, now));
  return answer(session, answers['subscription list'], told, () => {
    const rows = found.map(known => subscriptionCells(session, registry, known));
    return [...unclear, ...(rows.length === 0 ? [none] : inColumns(rows))];
  });
}

const showOptions = {'--add': 'subscriptionAdd'} satisfies OptionSpecs;

export const showCommand = commandOf({
  arguments: ['<id>'],
  options: showOptions,
  examples: ['duka subscription show 14', 'duka subscription show 14 --add --json'],
  action: showSubscription,
});

/** Shows a subscription as the service has it, or as the till last saw it. `add` makes one from elsewhere this till's own. */
async function showSubscription(
  session: Session,
  typed: string,
  {add: adds = false}: OptionsOf<typeof showOptions>,
): Promise<ExitCode> {
  const id = idFrom(typed);
  return withTillOrReading(session, 'subscription show', {
    ask: async ({till}) => {
      const {known, problem} = await till.readSubscription(id, {adds});
      if (problem === undefined) await lookFurther(session, till, known);
      else noteMemory(session, {isListed: false, problem});
      const {registry} = till.state;
      await writeWhole(session, registry, registry.subscriptions.get(id) ?? known);
      if (adds && problem === undefined) note(session, `✓ ${messages(session.language).subscription.added}`);
      return exitCodes.done;
    },
    read: async ({state: {registry}}) => {
      const known = registry.subscriptions.get(id);
      if (known === undefined) throw new Problem('subscription-not-seen', {id});
      return writeWhole(session, registry, known);
    },
  });
}

/** Reads its charges, and its plan, which an answer about a subscription need not have. */
async function lookFurther(session: Session, till: Till, {planCode, subscription: {id}}: KnownSubscription) {
  if (planCode !== null && !till.state.registry.plans.has(planCode)) {
    await till.readPlan(planCode).catch((problem: unknown) => {
      if (!(problem instanceof Problem) || till.writeFailure() !== undefined) throw problem;
    });
  }
  await learn(session, till, id);
}

/** Prints a subscription in one line, and its next charge on another. */
const writeSubscription = (session: Session, registry: Registry, known: KnownSubscription): Promise<ExitCode> =>
  answer(session, subscriptionAnswer, toldSubscription(registry, known, session.face.world.now()), () =>
    shortLines(session, registry, known),
  );

/** A subscription with every member of the service's record, its plan, and a sentence for each deviation from it. */
function wholeLines(session: Session, registry: Registry, known: KnownSubscription): readonly string[] {
  const {language, face} = session;
  const words = messages(language).subscription;
  const whole = wholeSubscription(known);
  const names = Object.keys(words.fields) as (keyof typeof words.fields)[];
  const plan = planOfKnown(registry, known);
  const command = `duka plan show ${known.planCode ?? '…'}`;
  const rows: (readonly [string, string])[] = [
    [
      words.planField,
      plan ? `${plan.name}, ${priceText(plan, language)}, ${plan.planCode}` : words.plan.unknown({command}),
    ],
    ...names.map(name => [words.fields[name], valueText(session, whole[name])] as const),
  ];
  const width = Math.max(...rows.map(([label]) => widthOf(label)));
  return [
    headOf(session, registry, known),
    ...rows.map(([label, value]) => `  ${fit(label, width)}  ${cleanText(value, 200)}`.trimEnd()),
    nextLine(session, registry, known),
    ...deviationSentences(deviationsOfKnown(registry, known, face.world.now()), language, configOf(session).zone),
  ];
}

function valueText(session: Session, value: unknown): string {
  if (value === null || value === '') return '–';
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? '✓' : '✗') : jsonText(value);
  return timeText(session, value);
}

/** Notes whose the record is, that it belongs to another environment, or that the result of a change is not known. */
function noteStanding(session: Session, known: KnownSubscription): void {
  const words = messages(session.language).subscription;
  const {id, connectionMode} = wholeSubscription(known);
  const {profile} = configOf(session);
  if (isOfOtherMode(known, profile)) note(session, `! ${words.otherMode({mode: connectionMode ?? '?', profile})}`);
  const unclear = unclearChangeOf(known);
  if (unclear !== null) note(session, `! ${words.unclearChange[unclear]}`);
  note(session, known.isOwn ? words.own : words.elsewhere({command: `duka subscription show ${id} --add`}));
}

async function writeWhole(session: Session, registry: Registry, known: KnownSubscription): Promise<ExitCode> {
  const told = toldSubscription(registry, known, session.face.world.now());
  await answer(session, subscriptionAnswer, told, () => wholeLines(session, registry, known));
  noteStanding(session, known);
  return exitCodes.done;
}

export const changeOptions = {'--reason <text>': 'changeReason'} satisfies OptionSpecs;
export const pauseOptions = {...changeOptions, '--until <date>': 'pauseUntil'} satisfies OptionSpecs;

export const changeCommand = (change: Change, options: typeof changeOptions, example: string) =>
  commandOf({
    arguments: ['<id>'],
    options,
    examples: [example],
    action: (session, typed, given) => changeBy(session, change, typed, given),
  });

/** Changes a subscription, and prints it as it is afterwards. None of the changes moves money. */
async function changeBy(
  session: Session,
  change: Change,
  typed: string,
  {reason = '', until}: OptionsOf<typeof pauseOptions>,
): Promise<ExitCode> {
  const id = idFrom(typed);
  const resumeAt = until === undefined ? undefined : timeFrom(session, until);
  return withTill(session, `subscription ${change}`, async ({till}) => {
    const known = await till.changeSubscription(id, {change, reason, ...(resumeAt === undefined ? {} : {resumeAt})});
    await writeSubscription(session, till.state.registry, known);
    const {done} = messages(session.language).subscription;
    const said = resumeAt === undefined ? done[change] : done.pauseUntil({date: timeText(session, resumeAt)});
    note(session, `✓ ${said}`);
    return exitCodes.done;
  });
}

/** A day, or a day and a time, by the shop's clock, in the form in which the service writes times. */
function timeFrom(session: Session, typed: string): string {
  const named = {name: '--until', value: typed, language: session.language};
  return serviceTimeFrom(typed, configOf(session).zone) ?? refuseValue(named, '2026-08-01 | 2026-08-01T09:00');
}
