import type {Define} from './define.js';
import {examples} from './examples.js';
import {needsSubcommand} from './family.js';
import {changeBy} from './subscription/change.js';
import {showCharges} from './subscription/charges.js';
import {createSubscription} from './subscription/create.js';
import {listSubscriptions} from './subscription/list.js';
import {lookFor} from './subscription/look.js';
import {showSubscription} from './subscription/show.js';

export const define: Define = (family, defining) => {
  needsSubcommand(family.description(defining.help.commands.subscription), defining.help);
  defineEnrolling(family, defining);
  defineReading(family, defining);
  defineChanges(family, defining);
  examples(family, [
    'duka subscription create --email amina@example.com --plan PLAN-XY99ZZ00 --card-stdin < <(read-card)',
    'duka subscription list',
    'duka subscription charges 14',
    'duka subscription cancel 14 --reason "moved away"',
  ]);
};

const defineEnrolling: Define = (family, {act, help: {commands, options}}) => {
  const create = family
    .command('create')
    .description(commands['subscription create'])
    .option('--email <address>', options.enrolEmail)
    .option('--plan <planCode>', options.enrolPlan)
    .option('--name <text>', options.enrolPlanName)
    .option('--description <text>', options.planDescription)
    .option('--amount <amount>', options.planAmount)
    .option('--currency <code>', options.cardCurrency)
    .option('--interval <interval>', options.interval)
    .option('--trial-days <days>', options.trialDays)
    .option('--billing-limit <times>', options.billingLimit)
    .requiredOption('--card-stdin', options.cardStdin)
    .option('--again <reason>', options.enrolAgain)
    .option('--wait <seconds>', options.wait)
    .action(act(createSubscription));
  examples(create, [
    'duka subscription create --email amina@example.com --plan PLAN-XY99ZZ00 --card-stdin < <(read-card)',
  ]);
  const look = family
    .command('look')
    .description(commands['subscription look'])
    .argument('[enrolment]')
    .option('--wait <seconds>', options.waitForStatus)
    .action(act(lookFor));
  examples(look, ['duka subscription look', 'duka subscription look T7K0MZ4K8Q2RD --wait 60 --json']);
};

const defineReading: Define = (family, {act, help: {commands, options}}) => {
  const list = family
    .command('list')
    .description(commands['subscription list'])
    .option('--status <state>', options.subscriptionStatus)
    .option('--search <text>', options.subscriptionSearch)
    .option('--charges', options.subscriptionCharges)
    .action(act(listSubscriptions));
  examples(list, [
    'duka subscription list',
    'duka subscription list --charges',
    'duka subscription list --status PAUSED',
  ]);
  const show = family
    .command('show')
    .description(commands['subscription show'])
    .argument('<id>')
    .option('--add', options.subscriptionAdd)
    .action(act(showSubscription));
  examples(show, ['duka subscription show 14', 'duka subscription show 14 --add --json']);
  const charges = family
    .command('charges')
    .description(commands['subscription charges'])
    .argument('<id>')
    .option('--page <number>', options.page)
    .option('--size <number>', options.pageSize)
    .action(act(showCharges));
  examples(charges, ['duka subscription charges 14', 'duka subscription charges 14 --page 2 --json']);
};

const defineChanges: Define = (family, {act, help: {commands, options}}) => {
  for (const change of ['pause', 'resume', 'cancel'] as const) {
    const command = family
      .command(change)
      .description(commands[`subscription ${change}`])
      .argument('<id>')
      .option('--reason <text>', options.changeReason);
    if (change === 'pause') command.option('--until <date>', options.pauseUntil);
    command.action(act(changeBy(change)));
    examples(command, [uses[change]]);
  }
};

const uses = {
  pause: 'duka subscription pause 14 --until 2026-08-01 --reason "travels"',
  resume: 'duka subscription resume 14',
  cancel: 'duka subscription cancel 14 --reason "moved away"',
} as const;
