import type {Verb} from './schema.js';

/**
 * The right that a command needs if the till has staff. These commands show sums of many payments, or what a drawer should hold. Any other
 * command shows single payments or no money at all, and needs no right to read.
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

/** A command that needs a right to read. */
export type LookingCommand = keyof typeof lookRights;

/** Returns the Markdown table of these commands for the page about rights. */
export function lookTable(): string {
  const rows = Object.entries(lookRights).map(([command, verb]) => `| \`duka ${command}\` | ${verb} |`);
  return `| command | right |\n|---|---|\n${rows.join('\n')}`;
}
