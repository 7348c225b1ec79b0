import {appendFile} from 'node:fs/promises';
import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {Journal} from '../../store/journal.js';
import {parsed} from '../../store/line.js';
import {isNewEvent, type NewEvent} from '../core/journal/event.js';

/**
 * What a process leaves for the journal if it may not write in it, because it reads beside an open till or because the journal is damaged.
 */
export type Note = Extract<NewEvent, {type: 'exported' | 'journal-refused'}>;

const isNote = (value: unknown): value is Note =>
  isNewEvent(value) && (value.type === 'exported' || value.type === 'journal-refused');

const notesPath = (folder: string) => join(folder, 'notes.jsonl');
/** The notes that are being recorded. */
const takenPath = (folder: string) => join(folder, 'notes-taken.jsonl');
/** A file that another program filled is not taken into the journal line by line. */
const mostNotes = 1000;

/**
 * Leaves a line that the till records when it next writes. The same damage is noted only once. Rejects with the operating system's error.
 */
export async function leaveNote(folder: string, note: Note): Promise<void> {
  const isSame = ({type, data}: Note) =>
    type === 'journal-refused' && note.type === type && sameDamage(data, note.data);
  if (note.type === 'journal-refused' && (await waitingNotes(folder)).some(isSame)) return;
  await appendFile(notesPath(folder), `${JSON.stringify(note)}\n`, {mode: 0o600});
}

type Damage = Extract<Note, {type: 'journal-refused'}>['data'];

const sameDamage = (one: Damage, other: Damage): boolean =>
  one.segment === other.segment && one.line === other.line && one.why === other.why;

/** The notes that wait to be recorded, oldest first. Lines that are no notes are ignored. */
export async function waitingNotes(folder: string): Promise<readonly Note[]> {
  return [...(await notesIn(takenPath(folder))), ...(await notesIn(notesPath(folder)))];
}

async function notesIn(path: string): Promise<readonly Note[]> {
  const text = await nodeDisk.readText(path).catch(() => null);
  const lines = text === null ? [] : text.split('\n').filter(line => line !== '');
  return lines.map(parsed).filter(isNote).slice(-mostNotes);
}

/**
 * Records the waiting notes. What another process notes meanwhile waits for the next time. After a crash between the journal and the file, a
 * note is recorded twice, and never lost.
 */
export async function takeNotes(folder: string, journal: Pick<Journal, 'append'>): Promise<void> {
  await record(takenPath(folder), journal); // left by a crash, and not to be overwritten
  if ((await notesIn(notesPath(folder))).length === 0) return;
  await nodeDisk.rename(notesPath(folder), takenPath(folder));
  await record(takenPath(folder), journal);
}

async function record(path: string, journal: Pick<Journal, 'append'>): Promise<void> {
  const notes = await notesIn(path);
  if (notes.length === 0) return;
  await journal.append(notes);
  await nodeDisk.remove(path);
}
