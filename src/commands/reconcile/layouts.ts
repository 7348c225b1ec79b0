import {basename} from 'node:path';
import {type Language, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {type LearnedLayout, layoutLike, learnedLayouts, takenOver} from '../../core/reconcile/records/layouts.js';
import {cleanText} from '../../core/text/text.js';
import {wrap} from '../../core/text/width.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {readLayouts, writeLayouts} from '../../till/layouts.js';
import {shippedLayouts} from '../../till/reconcile.js';
import {layoutTexts} from '../../views/reconcile/layout-text.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {withReading, withTill} from '../reading.js';

const width = 80;
const shownName = 120;

/**
 * Lists how this till has learned to read files of each form, then the senders whose files it knows from the start. Under `--json`
 * `{learned, shipped}`.
 */
export async function listLayouts(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state: {reconciled}}) => {
    const {language} = session;
    const words = messages(language).reconcileCommand;
    const learned = learnedLayouts(reconciled);
    const shipped = shippedLayouts();
    if (session.isJson) {
      writeJson(session, {learned, shipped: shipped.map(({name, kind}) => ({name, kind}))});
      return exitCodes.done;
    }
    writeLines(session, [
      ...(learned.length === 0 ? [words.layouts.none] : learned.flatMap(layout => linesOf(layout, language))),
      words.layouts.shipped,
      ...shipped.map(({kind, name}) => `    ${words.kinds[kind]} · ${name}`),
    ]);
    return exitCodes.done;
  });
}

/** Writes what this till has learned into a new file. Under `--json` `{file, layouts}`. Throws `Problem` as `writeLayouts` does. */
export async function exportLayouts(session: Session, file: string): Promise<ExitCode> {
  return withReading(session, async ({state}) => {
    const count = await writeLayouts({state}, file);
    const {exported} = messages(session.language).reconcileCommand.layouts;
    note(session, `✓ ${exported({count, file: cleanText(file, shownName)})}`);
    if (session.isJson) writeJson(session, {file, layouts: count});
    return exitCodes.done;
  });
}

export const importOptions = {'--replace': 'replaceLayouts'} satisfies OptionSpecs;

/**
 * Imports what another till has learned. It shows what is new and what would be read differently, and asks before it replaces anything that
 * is known here, unless `--replace` is given. Under `--json` `{added, replaced, same}`. Throws `Problem` file-not-readable, file-too-large,
 * layouts-not-understood, layouts-differ, and the journal's.
 */
export async function importLayouts(
  session: Session,
  file: string,
  {replace = false}: OptionsOf<typeof importOptions>,
): Promise<ExitCode> {
  const layouts = await readLayouts(file);
  const {isJson, language, face} = session;
  const words = messages(language).reconcileCommand;
  return withTill(session, 'reconcile layouts import', async ({till}) => {
    const known = learnedLayouts(till.state.reconciled);
    const {added, replaced, same} = takenOver(known, layouts);
    if (!isJson)
      writeLines(session, [
        ...added.flatMap(layout => linesOf(layout, language, '+ ')),
        ...replaced.flatMap(layout => [
          ...linesOf(layoutLike(known, layout) ?? layout, language, '- '),
          ...linesOf(layout, language, '+ '),
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

function linesOf({kind, name, mapping}: LearnedLayout, language: Language, sign = ''): readonly string[] {
  const words = messages(language).reconcileCommand;
  const heading = wrap(`${sign}${words.kinds[kind]} · ${cleanText(name, shownName)}`, width);
  return [
    ...heading,
    ...layoutTexts(mapping, language).flatMap(text => wrap(text, width - 4).map(piece => `    ${piece}`)),
  ];
}
