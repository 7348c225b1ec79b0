import {type DaySpan, spanOf} from '../core/present/span.js';
import type {ExitCode} from '../core/problem.js';
import type {Session} from '../session/session.js';
import {verifyArchive} from './archive/verify.js';
import {writeArchive} from './archive/write.js';
import {dayFrom, inOrder} from './day-from.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {outFile, refuseValue} from './values.js';

type Options = Readonly<Partial<Record<'year' | 'from' | 'to' | 'out', string>>> & {readonly customerKeys?: boolean};

export const define: Define = (family, {act, help: {commands, options}}) => {
  family
    .description(commands.archive)
    .option('--year <year>', options.archiveYear)
    .option('--from <day>', options.fromDay)
    .option('--to <day>', options.toDay)
    .option('--out <folder>', options.archiveOut)
    .option('--customer-keys', options.archiveKeys)
    .action(act(archive));
  examples(family, ['duka archive --year 2026', 'duka archive --from 2026-10-01 --to 2026-10-31 --out october-2026']);
  const verifying = family
    .command('verify')
    .description(commands['archive verify'])
    .argument('<folder>')
    .option('--key <key>', options.key)
    .action(act(verifyArchive));
  examples(verifying, ['duka archive verify duka-2026 --key KEY']);
};

async function archive(session: Session, options: Options): Promise<ExitCode> {
  const span = spanIn(session, options);
  const out = outFile(options.out) ?? `duka-${options.year ?? `${span.from}-${span.to}`}`;
  return writeArchive(session, span, {out, hasCustomerKeys: options.customerKeys === true});
}

/** The days of the archive: one year, or from a first day to a last. Throws `Problem` unknown-option, day-invalid, days-reversed. */
function spanIn(session: Session, {year, from, to}: Options): DaySpan {
  const {language} = session;
  if (year !== undefined)
    return /^\d{4}$/.test(year.trim())
      ? spanOf(year.trim())
      : refuseValue({name: '--year', value: year, language}, '2026');
  if (from === undefined) return refuseValue({name: '--year', value: '', language}, '2026');
  return inOrder({from: dayFrom(session, from), to: dayFrom(session, to)});
}
