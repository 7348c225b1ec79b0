import type {Journal} from '../../store/journal.js';
import type {State} from '../core/books/state.js';
import {findingsAtStart, type Opener, startOf, startRules} from '../core/technical/technical.js';
import {takeNotes} from './notes.js';
import type {TillKey} from './signing.js';

type Parts = {
  readonly journal: Journal;
  readonly state: Pick<State, 'technical' | 'lastAt'>;
  readonly folder: string;
  readonly key: TillKey;
  readonly person: string;
  readonly now: number;
  readonly version: string;
  readonly by: Opener;
  readonly command: string;
  /** The digest of the settings; undefined if they were changed from outside. */
  readonly settings: string | undefined;
};

/** Why a till is closed. */
export type Why = 'left' | 'signal' | 'failure';

/** Records the rest of a start: `begin` once the first frame is shown, and `end` when the till closes. */
export type Started = {readonly begin: () => Promise<void>; readonly end: (why: Why) => Promise<void>};

/**
 * Records what a start finds out about the till, and the notes that other processes left. The start itself is recorded as the rule of its
 * opener says (`startRules`); in a journal without lines, together with the first line of the till's own.
 */
export async function noteStart(parts: Parts): Promise<Started> {
  const {journal, state, folder, key, person, now, version, by, command, settings} = parts;
  if (journal.readOnly) return {begin: async () => undefined, end: async () => undefined};
  const {seq: lines} = journal.tail();
  const facts = {by, command, version, settings, now, lastAt: state.lastAt, tornBytes: journal.opening.tornBytes};
  const {start, isEndTold} = startRules[by];
  journal.precede([{...startOf(state.technical, facts), person}]);
  const findings = findingsAtStart(facts).map(each => ({...each, person}));
  if (findings.length > 0) await journal.append(findings);
  await takeNotes(folder, journal, key);
  let hasBegun = false;
  return {
    begin: async () => {
      if (start !== 'at-once' || lines === 0) return;
      hasBegun = true;
      await journal.append([]);
    },
    end: async why => {
      if (!isEndTold || !hasBegun) return;
      await takeNotes(folder, journal, key);
      await journal.append([{type: 'stopped', person, data: {why}}]);
    },
  };
}
