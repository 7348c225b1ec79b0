import {appendFile} from 'node:fs/promises';
import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {Journal} from '../../store/journal.js';
import type {JournalKey} from '../../store/key.js';
import type {State} from '../core/books/state.js';
import {isNewEvent, type NewEvent} from '../core/events/event.js';
import {isValid} from '../core/spec/check.js';
import {object, optional, text} from '../core/spec/spec.js';
import {unnamed} from '../core/staff/name.js';
import {findingsAtStart, type Opener, startOf, startRules} from '../core/technical/technical.js';
import {jsonIn} from '../core/text/json.js';
import type {TillKey} from './signing.js';

/** What a process leaves for a journal in which it may not write, because it is open elsewhere or damaged. */
export type Note = Extract<NewEvent, {type: 'exported' | 'journal-refused'}>;

const isNote = (value: unknown): value is Note =>
  isNewEvent(value) && (value.type === 'exported' || value.type === 'journal-refused');

/** The till's key; undefined for a process that cannot read it. */
type Key = Pick<JournalKey, 'seal'> | undefined;

const notesPath = (folder: string) => join(folder, 'notes.jsonl');
/** The notes that are being recorded. */
const takenPath = (folder: string) => join(folder, 'notes-taken.jsonl');
/** A file that another program filled is not taken into the journal line by line. */
const mostNotes = 1000;

/** Leaves a note for the till, sealed with its key to prove the person. The same damage is noted once. Rejects with the system's error. */
export async function leaveNote(folder: string, note: Note, key: Key): Promise<void> {
  const isSame = ({type, data}: Note) =>
    type === 'journal-refused' && note.type === type && sameDamage(data, note.data);
  if (note.type === 'journal-refused' && (await waitingNotes(folder, key)).some(isSame)) return;
  const seal = key === undefined ? {} : {seal: key.seal(sealedText(note))};
  await appendFile(notesPath(folder), `${JSON.stringify({...note, ...seal})}\n`, {mode: 0o600});
}

/** The text that a note's seal is of. It is no text that the key seals for another purpose. */
const sealedText = ({type, person, data}: Note) => `note\n${JSON.stringify({type, person, data})}`;

type Damage = Extract<Note, {type: 'journal-refused'}>['data'];

const sameDamage = (one: Damage, other: Damage): boolean =>
  one.segment === other.segment && one.line === other.line && one.why === other.why;

/**
 * The notes that wait to be recorded, oldest first. Lines that are no notes are ignored. Anybody who can write the file could have added a
 * line in the name of another person, so a note without the seal of the till's key is nobody's, and only says whose it claims to be.
 */
export async function waitingNotes(folder: string, key: Key): Promise<readonly Note[]> {
  return [...(await notesIn(takenPath(folder), key)), ...(await notesIn(notesPath(folder), key))];
}

async function notesIn(path: string, key: Key): Promise<readonly Note[]> {
  const text = await nodeDisk.readText(path).catch(() => null);
  const lines = text === null ? [] : text.split('\n').filter(line => line !== '');
  return lines.flatMap(line => noteIn(line, key) ?? []).slice(-mostNotes);
}

const isSealedLine = isValid(object({seal: optional(text(), 'the till had no key')}));

function noteIn(line: string, key: Key): Note | undefined {
  const told = jsonIn(line);
  const {seal, ...note} = isSealedLine(told) ? told : {};
  if (!isNote(note)) return undefined;
  if (key !== undefined && seal === key.seal(sealedText(note))) return note;
  const unproved = {...note, person: unnamed, data: {...note.data, unproved: note.person}};
  return isNote(unproved) ? unproved : undefined;
}

/** Records the waiting notes; later ones wait. A crash between the journal and the file doubles a note, and never loses it. */
export async function takeNotes(folder: string, journal: Pick<Journal, 'append'>, key: Key): Promise<void> {
  await record(takenPath(folder), journal, key); // left by a crash, and not to be overwritten
  if ((await notesIn(notesPath(folder), key)).length === 0) return;
  await nodeDisk.rename(notesPath(folder), takenPath(folder));
  await record(takenPath(folder), journal, key);
}

async function record(path: string, journal: Pick<Journal, 'append'>, key: Key): Promise<void> {
  const notes = await notesIn(path, key);
  if (notes.length === 0) return;
  await journal.append(notes);
  await nodeDisk.remove(path);
}

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
