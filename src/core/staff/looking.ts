import type {Verb} from './schema.js';

/**
 * The right that a command takes which tells sums of many payments, or what a drawer should hold, where the till has staff. A
 * command that is not here tells of single payments, or of no money at all, and takes no right to read.
 */
export const lookRights = {
  day: 'totals',
  'shift show --z': 'totals',
  'closing show': 'totals',
  'staff report': 'totals',
  'journal events': 'totals',
  'journal show NUMBER': 'totals',
  'journal review': 'export',
  'journal export': 'export',
  archive: 'export',
  'backup create': 'export',
  reconcile: 'reconcile',
} as const satisfies Readonly<Record<string, Verb>>;

/** A command that takes a right to look. */
export type LookingCommand = keyof typeof lookRights;

/** The table of these commands for the page of rights. */
export function lookTable(): string {
  const rows = Object.entries(lookRights).map(([command, verb]) => `| \`duka ${command}\` | ${verb} |`);
  return `| command | right |\n|---|---|\n${rows.join('\n')}`;
}
