import type {Plan} from '../../core/endpoints/subscription/plans.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {list} from '../../core/spec/spec.js';
import {planAnswer} from '../../core/subscription/json.js';
import {requirePlan} from '../../core/subscription/plan-order.js';
import {priceText} from '../../core/subscription/plan-text.js';
import type {Registry} from '../../core/subscription/registry.js';
import {cleanText} from '../../core/text/text.js';
import {answer, note} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Refreshed} from '../../till/subscription/plans.js';
import {inColumns} from '../../views/text.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withTill, withTillOrReading} from '../reading.js';
import {noted, noteMemory, planOptions} from './shown.js';

const createOptions = {'--name <name>': 'planName', ...planOptions} satisfies OptionSpecs;

export const command: CommandSpec = {
  examples: [
    'duka plan create --name "Gym" --amount 12.50 --currency USD --interval MONTHLY',
    'duka plan list',
    'duka plan show PLAN-XY99ZZ00',
  ],
  commands: {
    create: commandOf({
      options: createOptions,
      examples: [
        'duka plan create --name "Gym" --amount 12.50 --currency USD --interval MONTHLY',
        'duka plan create --name "Box" --amount 9 --currency USD --interval WEEKLY --trial-days 7 --json',
      ],
      action: createPlan,
    }),
    show: commandOf({
      arguments: ['<planCode>'],
      examples: ['duka plan show PLAN-XY99ZZ00', 'duka plan show PLAN-XY99ZZ00 --json'],
      action: showPlan,
    }),
    list: commandOf({examples: ['duka plan list', 'duka plan list --json'], action: listPlans}),
  },
};

async function createPlan(session: Session, options: OptionsOf<typeof createOptions>): Promise<ExitCode> {
  const {language} = session;
  const {currencies} = configOf(session).cards;
  const {name = '', description = '', amount = '', interval = '', trialDays = '', billingLimit = ''} = options;
  const currency = options.currency ?? currencies[0] ?? '';
  const order = requirePlan({name, description, amount, currency, interval, trialDays, billingLimit}, {currencies});
  return withTill(session, 'plan create', async ({till}) => {
    const plan = await till.createPlan(order);
    await writePlan(session, plan);
    const {made, code} = messages(language).subscription.plan;
    note(session, `✓ ${made}`);
    const command = `duka subscription create --email … --plan ${plan.planCode} --card-stdin`;
    note(session, code({command}));
    return exitCodes.done;
  });
}

async function showPlan(session: Session, typed: string): Promise<ExitCode> {
  const planCode = typed.trim();
  return withTillOrReading(session, 'plan show', {
    ask: async ({till}) => {
      const {plan, problem} = await till.readPlan(planCode);
      if (problem !== undefined) noteMemory(session, {isListed: false, problem});
      return writePlan(session, plan);
    },
    read: async ({state}) => {
      const plan = state.registry.plans.get(planCode);
      if (plan === undefined) throw new Problem('plan-not-seen', {plan: planCode});
      return writePlan(session, plan);
    },
  });
}

export const answers = {
  'plan create': planAnswer,
  'plan show': planAnswer,
  'plan list': list(planAnswer, 'that the till knows, by name'),
};

/** The cells of a plan in a list. Its code is last, so that it can be copied. */
function planCells(plan: Plan, language: Language): readonly string[] {
  return [plan.name, priceText(plan, language), termsText(plan, language), plan.status, plan.planCode];
}

/** A plan in full. Its code is on a line of its own, so that it can be copied. */
function planLines(plan: Plan, language: Language): readonly string[] {
  const {description, planCode} = plan;
  const head = [plan.name, priceText(plan, language), termsText(plan, language), plan.status].map(text =>
    cleanText(text, 80),
  );
  return [
    head.filter(text => text !== '').join('   '),
    ...(description === '' ? [] : [`  ${cleanText(description, 200)}`]),
    cleanText(planCode, 80),
  ];
}

function termsText({trialPeriodDays: days, billingLimit}: Plan, language: Language): string {
  const {trial, limit} = messages(language).subscription;
  const terms = [
    ...(days > 0 ? [trial({days})] : []),
    ...(billingLimit === null ? [] : [limit({cycles: billingLimit})]),
  ];
  return terms.join(', ');
}

const writePlan = (session: Session, plan: Plan): Promise<ExitCode> =>
  answer(session, planAnswer, plan, () => planLines(plan, session.language));

async function listPlans(session: Session): Promise<ExitCode> {
  return withTillOrReading(session, 'plan list', {
    ask: async ({till}) => writePlans(session, till.state.registry, await till.refreshPlans()),
    read: async ({state}) => writePlans(session, state.registry, noted),
  });
}

function writePlans(session: Session, {plans}: Registry, refreshed: Refreshed): Promise<ExitCode> {
  const {language} = session;
  noteMemory(session, refreshed);
  const known = [...plans.values()].sort((a, b) => a.name.localeCompare(b.name));
  return answer(session, answers['plan list'], known, () =>
    known.length === 0
      ? [messages(language).subscription.plan.none]
      : inColumns(known.map(plan => planCells(plan, language))),
  );
}
