import {basename} from 'node:path';
import {momentText} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {type LearnedLayout, layoutLike, learnedLayouts, takenOver} from '../../core/reconcile/records/layouts.js';
import {type Import, importNamed} from '../../core/reconcile/records/records.js';
import {cleanText} from '../../core/text/text.js';
import {wrap} from '../../core/text/width.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {readLayouts, writeLayouts} from '../../till/layouts.js';
import {shippedLayouts} from '../../till/reconcile.js';
import {layoutTexts} from '../../views/reconcile/layout-text.js';
import {periodText} from '../../views/reconcile/reconciliation-text.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {withReading, withTill} from '../reading.js';

/** How many digits of a hash are shown, to distinguish files with the same name: more than `duka reconcile withdraw` needs. */
const hashShown = 8;

/** Lists the files that were read into this till, the latest last. Under `--json` an array of them. */
export async function listFiles(session: Session): Promise<ExitCode> {
  const {language, isJson} = session;
  const {zone} = configOf(session);
  return withReading(session, async ({state: {reconciled}}) => {
    const {imports} = reconciled;
    const words = messages(language).reconcileCommand;
    if (isJson) writeJson(session, imports.map(asJson));
    else if (imports.length === 0) writeLines(session, [words.noFiles]);
    else {
      const fileLine = ({kind, name, sha256, rows, at, person, ...days}: Import) => {
        const period = periodText(days, messages(language).reconcile);
        const file = words.file({kind: words.kinds[kind], name, rows, period});
        return [
          file,
          `${words.imported} ${momentText(at, zone)}`,
          cleanText(person, 200),
          sha256.slice(0, hashShown),
        ].join(' · ');
      };
      writeLines(session, imports.map(fileLine));
    }
    return exitCodes.done;
  });
}

function asJson({kind, name, sha256, openedFrom, rows, interval, told, mapping, at, person}: Import) {
  return {
    kind,
    file: name,
    sha256,
    openedFrom: openedFrom ?? null,
    rows,
    interval,
    told: told ?? null,
    mapping,
    readAt: new Date(at).toISOString(),
    person,
  };
}

/**
 * Removes a file that was read by mistake, by its name or the beginning of its SHA-256. Under `--json` `{file, sha256, kind}`. Throws
 * `Problem` file-not-imported, file-ambiguous if several match, and the journal's.
 */
export async function withdraw(session: Session, typed: string): Promise<ExitCode> {
  return withTill(session, 'reconcile withdraw', async ({till}) => {
    const {kind, name, sha256} = importNamed(till.state.reconciled, typed.trim());
    await till.withdrawSource({kind, sha256});
    note(session, `✓ ${messages(session.language).reconcileCommand.withdrawn({file: name})}`);
    if (session.isJson) writeJson(session, {file: name, sha256, kind});
    return exitCodes.done;
  });
}

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
