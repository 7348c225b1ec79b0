import {readFile, stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {Problem} from '../core/problem.js';
import {type LearnedLayout, learnedLayouts, mayBeGiven} from '../core/reconcile/records/layouts.js';
import {cleanText} from '../core/text/text.js';
import {writeSlip} from '../print/deliver.js';
import {layoutsIn, layoutsText} from '../sources/layout-file.js';
import type {TillContext} from './context.js';

const longestName = 120;
/** A file with the largest number of layouts is far shorter than this. */
const mostBytes = 4_000_000;

/** Writes the learned layouts that name no account. Returns their number. Throws `Problem` file-exists and file-not-writable. */
export async function writeLayouts({state}: Pick<TillContext, 'state'>, file: string): Promise<number> {
  const given = learnedLayouts(state.reconciled).filter(mayBeGiven);
  await writeSlip(file, layoutsText(given), {replaces: false});
  return given.length;
}

/** Returns the layouts in a file of another till. Throws `Problem` file-not-readable and layouts-not-understood. */
export async function readLayouts(file: string): Promise<readonly LearnedLayout[]> {
  const name = cleanText(basename(file), longestName);
  try {
    if ((await stat(file)).size > mostBytes) throw new Problem('layouts-not-understood', {file: name, place: 'format'});
    return layoutsIn(await readFile(file, 'utf8'), name);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Problem('file-not-readable', {file: basename(file), code});
  }
}
