import {isConfined} from '../runtime/guard.js';
import type {CommandSpec, CommandTable} from './define.js';

/** The table of commands. A module is loaded when its command is used, so that the start takes equally long however many there are. */
export const commandModules = {
  collect: () => import('./collect.js'),
  charge: () => import('./charge.js'),
  otp: () => import('./otp.js'),
  status: () => import('./status.js'),
  pending: () => import('./pending.js'),
  sales: () => import('./sales.js'),
  display: () => import('./display.js'),
  refund: () => import('./refund.js'),
  resolve: () => import('./resolve.js'),
  receipt: () => import('./receipt.js'),
  cash: () => import('./cash.js'),
  account: () => import('./account.js'),
  ticket: () => import('./ticket.js'),
  items: () => import('./items.js'),
  shift: () => import('./shift.js'),
  staff: () => import('./staff.js'),
  closing: () => import('./closing.js'),
  day: () => import('./day.js'),
  reconcile: () => import('./reconcile.js'),
  claim: () => import('./claim.js'),
  why: () => import('./why.js'),
  mail: () => import('./mail.js'),
  office: () => import('./office.js'),
  backup: () => import('./backup.js'),
  join: () => import('./office/join.js'),
  leave: () => import('./office/leave.js'),
  ship: () => import('./office/ship.js'),
  archive: () => import('./archive.js'),
  retention: () => import('./retention.js'),
  evidence: () => import('./evidence.js'),
  journal: () => (isConfined() ? import('./review.js') : import('./journal.js')),
  plan: () => import('./subscription/plan.js'),
  subscription: () => import('./subscription.js'),
  bank: () => import('./bank.js'),
  sandbox: () => import('./sandbox.js'),
  settings: () => import('./settings.js'),
  doctor: () => import('./doctor.js'),
  update: () => import('./update.js'),
  demo: () => import('./demo.js'),
  selftest: () => import('./selftest.js'),
  completion: () => import('./completion.js'),
} as const satisfies Readonly<Record<string, () => Promise<{readonly command: CommandSpec}>>>;

type TopCommand = keyof typeof commandModules;
export const commandNames = Object.keys(commandModules) as readonly TopCommand[];

/** Whether there is a command with this name; false for names that every object inherits. */
export const isCommand = (name: string | undefined): name is TopCommand =>
  name !== undefined && Object.hasOwn(commandModules, name);

/** The table with every module loaded, for reading. To run a command line, only the module of the command that is used is loaded. */
export async function wholeTable(): Promise<CommandTable> {
  const modules = Object.entries(commandModules);
  return Object.fromEntries(await Promise.all(modules.map(async ([name, load]) => [name, (await load()).command])));
}
