import type {CommandSpec} from './define.js';
import {changeCommand, changeOptions, pauseOptions} from './subscription/change.js';
import {chargesCommand} from './subscription/charges.js';
import {createCommand} from './subscription/create.js';
import {listCommand} from './subscription/list.js';
import {lookCommand} from './subscription/look.js';
import {showCommand} from './subscription/show.js';

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
