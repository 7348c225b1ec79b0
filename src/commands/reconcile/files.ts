import {basename} from 'node:path';
import {momentText} from '../../core/day/business-day.js';
import {instantText} from '../../core/day/schema.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {type ExitCode, Problem} from '../../core/problem.js';
import {type LearnedLayout, layoutLike, learnedLayouts, takenOver} from '../../core/reconcile/records/layouts.js';
import {type Import, importNamed} from '../../core/reconcile/records/records.js';
import {mapping, openedFrom, spanOfDays} from '../../core/reconcile/records/schema.js';
import {sourceKinds} from '../../core/reconcile/rows/row.js';
import {count, elseNull, fields, list, made, oneOf, orNull, text, whole} from '../../core/spec/spec.js';
import {cleanText} from '../../core/text/text.js';
import {wrap} from '../../core/text/width.js';
import {answer, note, writeToPerson} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {readLayouts, writeLayouts} from '../../till/layouts.js';
import {shippedLayouts} from '../../till/reconcile.js';
import {layoutTexts} from '../../views/reconcile/file-text.js';
import {periodText} from '../../views/reconcile/reconciliation-text.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {withReading, withTill} from '../reading.js';

/** How many digits of a hash are shown, to distinguish files with the same name: more than `duka reconcile withdraw` needs. */
const hashShown = 8;

const kind = oneOf(sourceKinds, 'whose file it is');
const layouts = count('how many it has');
const layoutSpec = fields({
  kind: oneOf(sourceKinds, 'whose files have it'),
  name: text('the file from which it was learned'),
  headingPrint: text('of the headings, by which it is found'),
  mapping,
  at: whole('when it was learned, in milliseconds since the epoch'),
});

export const answers = {
  'reconcile files': list(
    fields({
      kind,
      file: made(text('its name without its folder'), ({name}: Import) => name),
      sha256: text('of its bytes'),
      openedFrom: elseNull(openedFrom, 'it was read as it is'),
      rows: count('rows that were read'),
      interval: orNull(spanOfDays('the days that it covers'), 'neither it nor a person says so'),
      told: elseNull(spanOfDays('the first and the last day of its rows'), 'it says its days, or its rows do not'),
      mapping: orNull(mapping, 'it needs none'),
      readAt: made(instantText('when it was read'), ({at}: Import) => new Date(at).toISOString()),
      person: text('who read it'),
    }),
    'the latest last',
  ),
  'reconcile withdraw': fields({
    file: made(text('its name without its folder'), ({name}: {readonly name: string}) => name),
    sha256: text('of its bytes'),
    kind,
  }),
  'reconcile layouts list': fields({
    learned: list(layoutSpec, 'what this till has learned'),
    shipped: list(fields({name: text('of the sender'), kind}), 'what it knows from the start'),
  }),
  'reconcile layouts export': fields({file: text('that was written'), layouts}),
  'reconcile layouts import': fields({
    added: count('new layouts'),
    replaced: count('layouts that were another'),
    same: count('layouts that were known'),
  }),
};

export async function listFiles(session: Session): Promise<ExitCode> {
  const {language} = session;
  const {zone} = configOf(session);
  return withReading(session, async ({state: {reconciled}}) => {
    const {imports} = reconciled;
    const words = messages(language).reconcileCommand;
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
    return answer(session, answers['reconcile files'], imports, () =>
      imports.length === 0 ? [words.noFiles] : imports.map(fileLine),
    );
  });
}

/** Removes a file by its name or the beginning of its SHA-256. Throws `Problem` file-not-imported, file-ambiguous, and the journal's. */
export const withdraw = async (session: Session, typed: string): Promise<ExitCode> =>
  withTill(session, 'reconcile withdraw', async ({till}) => {
    const {kind, name, sha256} = importNamed(till.state.reconciled, typed.trim());
    await till.decide({type: 'withdraw', kind, sha256});
    note(session, `✓ ${messages(session.language).reconcileCommand.withdrawn({file: name})}`);
    return answer(session, answers['reconcile withdraw'], {kind, name, sha256}, []);
  });

const width = 80;
const shownName = 120;

/** Lists how this till has learned to read files of each form, then the senders whose files it knows from the start. */
export async function listLayouts(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state: {reconciled}}) => {
    const {language} = session;
    const words = messages(language).reconcileCommand;
    const learned = learnedLayouts(reconciled);
    const shipped = shippedLayouts();
    return answer(session, answers['reconcile layouts list'], {learned, shipped}, () => [
      ...(learned.length === 0 ? [words.layouts.none] : learned.flatMap(layout => linesOf(layout, language))),
      words.layouts.shipped,
      ...shipped.map(({kind, name}) => `    ${words.kinds[kind]} · ${name}`),
    ]);
  });
}

/** Writes what this till has learned into a new file. Throws `Problem` as `writeLayouts` does. */
export const exportLayouts = async (session: Session, file: string): Promise<ExitCode> =>
  withReading(session, async ({state}) => {
    const count = await writeLayouts({state}, file);
    const {exported} = messages(session.language).reconcileCommand.layouts;
    note(session, `✓ ${exported({count, file: cleanText(file, shownName)})}`);
    return answer(session, answers['reconcile layouts export'], {file, layouts: count}, []);
  });

export const importOptions = {'--replace': 'replaceLayouts'} satisfies OptionSpecs;

/**
 * Imports what another till has learned. It shows what is new and what would be read differently, and asks before it replaces anything that
 * is known here, unless `--replace` is given. Throws `Problem` file-not-readable, file-too-large, layouts-not-understood, layouts-differ, and
 * the journal's.
 */
export async function importLayouts(
  session: Session,
  file: string,
  {replace = false}: OptionsOf<typeof importOptions>,
): Promise<ExitCode> {
  const layouts = await readLayouts(file);
  const {language, face} = session;
  const words = messages(language).reconcileCommand;
  return withTill(session, 'reconcile layouts import', async ({till}) => {
    const known = learnedLayouts(till.state.reconciled);
    const {added, replaced, same} = takenOver(known, layouts);
    writeToPerson(session, [
      ...added.flatMap(layout => linesOf(layout, language, '+ ')),
      ...replaced.flatMap(layout => [
        ...linesOf(layoutLike(known, layout) ?? layout, language, '- '),
        ...linesOf(layout, language, '+ '),
      ]),
    ]);
    if (replaced.length > 0 && !replace) {
      const typed = await face.askLine(`${words.layouts.ask({count: replaced.length})} `, face.interrupted);
      if (typed?.trim().toLowerCase() !== words.layouts.yes)
        throw new Problem('layouts-differ', {file: cleanText(basename(file), shownName), count: replaced.length});
    }
    await till.decide({type: 'keep-layouts', layouts: [...added, ...replaced]});
    const counts = {added: added.length, replaced: replaced.length, same: same.length};
    note(session, `✓ ${words.layouts.imported(counts)}`);
    return answer(session, answers['reconcile layouts import'], counts, []);
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
