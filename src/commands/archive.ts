import {type DaySpan, spanOf} from '../core/present/span.js';
import type {ExitCode} from '../core/problem.js';
import type {Session} from '../session/session.js';
import {verifyArchive} from './archive/verify.js';
import {writeArchive} from './archive/write.js';
import {dayFrom, inOrder} from './day-from.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {outFile, refuseValue} from './values.js';

const options = {
  '--year <year>': 'archiveYear',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--out <folder>': 'archiveOut',
  '--customer-keys': 'archiveKeys',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  options,
  examples: ['duka archive --year 2026', 'duka archive --from 2026-10-01 --to 2026-10-31 --out october-2026'],
  action: archive,
  commands: {
    verify: commandOf({
      arguments: ['<folder>'],
      options: {'--key <key>': 'key'},
      examples: ['duka archive verify duka-2026 --key KEY'],
      action: verifyArchive,
    }),
  },
});

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
