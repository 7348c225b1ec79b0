import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Homes} from './bench.js';
import {till, writeJournal} from './journals.js';

const segments = 200;
const pendingToday = 31;

/** Where the till of a home keeps its journal. */
export const tillFolder = (home: string) => join(home, 'sandbox', till);

/** The homes of a shop on its first day, and of one that has sold for two hundred. */
export async function fillHomes(folder: string, isQuick: boolean): Promise<Homes> {
  const [empty, full] = [join(folder, 'empty'), join(folder, 'full')];
  await mkdir(tillFolder(empty), {recursive: true});
  const size = {events: isQuick ? 20_000 : 1_000_000, segments, pendingToday, now: Date.now()};
  const filled = await writeJournal(tillFolder(full), size);
  return {empty, full, ...filled};
}
