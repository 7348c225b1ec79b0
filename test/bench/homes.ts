import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Homes} from './bench.js';
import {till, writeJournal} from './journals.js';

const segments = 200;
const pendingToday = 31;
/** Twenty-five sales a day. */
export const eventsOfSmall = 20_000;

/** Where the till of a home keeps its journal. */
export const tillFolder = (home: string) => join(home, 'sandbox', till);

/** The homes of a shop on its first day, and of two that have sold for two hundred. */
export async function fillHomes(folder: string, isQuick: boolean): Promise<Homes> {
  const [empty, small, full] = [join(folder, 'empty'), join(folder, 'small'), join(folder, 'full')];
  await mkdir(tillFolder(empty), {recursive: true});
  const size = {segments, pendingToday, now: Date.now(), hours: 8};
  await writeJournal(tillFolder(small), {...size, events: eventsOfSmall});
  const filled = await writeJournal(tillFolder(full), {...size, events: isQuick ? eventsOfSmall : 1_000_000});
  return {empty, small, full, ...filled};
}
