import type {CommandSpec} from './define.js';
import {chargesCommand} from './subscription/charges.js';
import {createCommand, lookCommand} from './subscription/create.js';
import {changeCommand, changeOptions, listCommand, pauseOptions, showCommand} from './subscription/list.js';

export const command: CommandSpec = {
  examples: [
    'duka subscription create --email amina@example.com --plan PLAN-XY99ZZ00 --card-stdin < <(read-card)',
    'duka subscription list',
    'duka subscription charges 14',
    'duka subscription cancel 14 --reason "moved away"',
  ],
  commands: {
    create: createCommand,
    look: lookCommand,
    list: listCommand,
    show: showCommand,
    charges: chargesCommand,
    pause: changeCommand('pause', pauseOptions, 'duka subscription pause 14 --until 2026-08-01 --reason "travels"'),
    resume: changeCommand('resume', changeOptions, 'duka subscription resume 14'),
    cancel: changeCommand('cancel', changeOptions, 'duka subscription cancel 14 --reason "moved away"'),
  },
};
