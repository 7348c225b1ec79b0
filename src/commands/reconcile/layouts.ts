import {readFile, stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {type Messages, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {
  type LayoutMapping,
  type LearnedLayout,
  layoutAs,
  layoutLike,
  learnedLayouts,
  mayBeGiven,
} from '../../core/reconcile/layouts.js';
import {cleanText} from '../../core/text/text.js';
import {wrap} from '../../core/text/width.js';
import {writeSlip} from '../../print/deliver.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {layoutsIn, layoutsText, shippedLayouts} from '../../till/reconcile.js';
import {withReading, withTill} from '../reading.js';

const width = 80;
const shownName = 120;
/** Each of the layouts of a full file is far shorter than this. */
const mostBytes = 4_000_000;

/** How files of each form are read, as this till has learned it, then the senders whose files it knows. Under `--json` `{learned, shipped}`. */
export async function listLayouts(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state: {reconciled}}) => {
    const words = messages(session.language).reconcileCommand;
    const learned = learnedLayouts(reconciled);
    const shipped = shippedLayouts();
    if (session.isJson) {
      writeJson(session, {learned, shipped: shipped.map(({name, kind}) => ({name, kind}))});
      return exitCodes.done;
    }
    writeLines(session, [
      ...(learned.length === 0 ? [words.layouts.none] : learned.flatMap(layout => linesOf(layout, words))),
      words.layouts.shipped,
      ...shipped.map(({kind, name}) => `    ${words.kinds[kind]} · ${name}`),
    ]);
    return exitCodes.done;
  });
}

/** Writes what this till has learned into a new file, but for layouts that name an account. Throws `Problem` as `writeSlip` does. */
export async function exportLayouts(session: Session, file: string): Promise<ExitCode> {
  return withReading(session, async ({state: {reconciled}}) => {
    const learned = learnedLayouts(reconciled).filter(mayBeGiven);
    await writeSlip(file, layoutsText(learned), {replaces: false});
    const {exported} = messages(session.language).reconcileCommand.layouts;
    note(session, `✓ ${exported({count: learned.length, file: cleanText(file, shownName)})}`);
    if (session.isJson) writeJson(session, {file, layouts: learned.length});
    return exitCodes.done;
  });
}

type Import = {readonly replace?: boolean};

/**
 * Takes over what another till has learned: shows what is new and what would be read otherwise, and asks before anything that
 * is known here is replaced, unless `--replace` says it. Under `--json` `{added, replaced, same}`. Throws `Problem`
 * file-not-readable, file-too-large, layouts-not-understood, layouts-differ, and the journal's.
 */
export async function importLayouts(session: Session, file: string, {replace = false}: Import): Promise<ExitCode> {
  const layouts = layoutsIn(await textOf(file), cleanText(basename(file), shownName));
  const {isJson, language, face} = session;
  const words = messages(language).reconcileCommand;
  return withTill(session, 'reconcile layouts import', async ({till}) => {
    const known = learnedLayouts(till.state.reconciled);
    const of = (as: ReturnType<typeof layoutAs>) => layouts.filter(layout => layoutAs(known, layout) === as);
    const [added, replaced, same] = [of('new'), of('other'), of('the same')];
    if (!isJson)
      writeLines(session, [
        ...added.flatMap(layout => linesOf(layout, words, '+ ')),
        ...replaced.flatMap(layout => [
          ...linesOf(layoutLike(known, layout) ?? layout, words, '- '),
          ...linesOf(layout, words, '+ '),
        ]),
      ]);
    if (replaced.length > 0 && !replace) {
      const answer = await face.askLine(`${words.layouts.ask({count: replaced.length})} `, face.interrupted);
      if (answer?.trim().toLowerCase() !== words.layouts.yes)
        throw new Problem('layouts-differ', {file: cleanText(basename(file), shownName), count: replaced.length});
    }
    await till.keepLayouts([...added, ...replaced]);
    const counts = {added: added.length, replaced: replaced.length, same: same.length};
    note(session, `✓ ${words.layouts.imported(counts)}`);
    if (isJson) writeJson(session, counts);
    return exitCodes.done;
  });
}

function linesOf(
  {kind, name, mapping}: LearnedLayout,
  words: Messages['reconcileCommand'],
  sign = '',
): readonly string[] {
  const heading = wrap(`${sign}${words.kinds[kind]} · ${cleanText(name, shownName)}`, width);
  return [...heading, ...toldOf(mapping, words).flatMap(text => wrap(text, width - 4).map(piece => `    ${piece}`))];
}

function toldOf({columns, decimalMark, dateOrder, currency}: LayoutMapping, words: Messages['reconcileCommand']) {
  const named = Object.entries(columns).map(([field, heading]) => `${field}=${heading}`);
  return [
    ...(named.length === 0 ? [] : [words.columns({columns: named.join(', ')})]),
    words.layouts.written({
      mark: decimalMark === null ? words.notShown : words.sign({sign: decimalMark}),
      order: dateOrder === null ? words.notShown : words.orders[dateOrder],
    }),
    ...(currency === null ? [] : [words.inCurrency({currency})]),
  ];
}

async function textOf(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > mostBytes)
      throw new Problem('layouts-not-understood', {file: cleanText(basename(file), shownName), place: 'format'});
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Problem) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Problem('file-not-readable', {file: basename(file), code});
  }
}
