import {journalVersion} from './event.js';

/** What this version writes for other programs and later versions: the number of the journal's lines, and how each file names its form. */
export const formats = {
  journal: journalVersion,
  archive: 'duka.archive/1',
  backup: 'duka.backup/1',
  officeBackup: 'duka.office-backup/1',
  reconciliation: 'duka.sealed-reconciliation/1',
  layouts: 'duka.layouts/1',
  proof: 'duka.proof/1',
} as const;

/** What `duka --version --json` prints. `commit` is null where nobody knows it. */
export const buildText = (version: string, commit: string | null): string =>
  `${JSON.stringify({version, commit, node: process.versions.node, formats})}\n`;
