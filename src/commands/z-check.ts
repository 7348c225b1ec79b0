import type {StoredEvent} from '../core/event.js';
import {decimalText, groupThousands} from '../core/money.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {takingsOf, zName} from '../core/report.js';
import type {Report} from '../core/report-schema.js';
import {commandWords} from '../core/words/commands.js';
import {fill} from '../core/words/fill.js';
import type {ZClaim, ZTotal} from '../print/signature.js';
import type {Reading} from '../till/open.js';
import {readZ as readReport} from '../till/shift.js';
import {keyFrom, noCode} from './claim-slip.js';
import {writeJson, writeLines} from './print.js';
import {withReading} from './reading.js';
import {configOf, type Session} from './session.js';

type Options = {readonly z: string; readonly key: string | undefined};

/** What was compared; `chain` is missing, since a broken one is a problem of its own. */
type Checks = Readonly<Record<'signature' | 'exists' | 'head' | 'totals', boolean>>;

/**
 * Compares the code of a Z with the journal, however long ago it was made: signature, number, the line that it was made
 * after, totals, and the whole chain. The exit code is 4 where any differs. Under `--json` `{ok, z, till, lastSeq, checks,
 * claim}`. Throws `Problem` journal-damaged, which names the line.
 */
export async function verifyZ(session: Session, {z, key}: Options): Promise<ExitCode> {
  const {readZ} = await import('../print/signature.js');
  const read = (by: string) => readZ(z.trim(), by);
  const claimed = read('')?.claim;
  if (claimed === undefined) throw noCode(session);
  const isSigned = read(keyFrom(session, key, configOf(session).profile))?.isGenuine === true;
  return withReading(session, async reading => {
    const {events} = await reading.journal.verify();
    const report = await readReport(reading, claimed.number).catch(unknown);
    const checks = {
      signature: isSigned,
      exists: report?.throughSeq === claimed.lastSeq && report.till === claimed.till,
      head: (await headOf(reading, claimed.lastSeq))?.startsWith(claimed.chainHead) === true,
      totals: report !== undefined && totalsText(totalsOf(report)) === totalsText(claimed.totals),
    };
    const isOk = Object.values(checks).every(Boolean);
    if (session.isJson)
      writeJson(session, {ok: isOk, z: claimed.number, checks: {...checks, chain: true}, claim: claimed});
    else writeLines(session, lines(session, claimed, {checks, report, events}));
    return isOk ? exitCodes.done : exitCodes.needsPerson;
  });
}

function unknown(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'report-unknown') throw error;
}

/** The hash of the journal's line of this number; zeros before the first. */
async function headOf({journal}: Reading, seq: number): Promise<string | undefined> {
  if (seq === 0) return '0'.repeat(64);
  return (await lineOf({journal}, seq))?.hash;
}

/** The event of a number: the newest segments are the likeliest. */
export async function lineOf({journal}: Pick<Reading, 'journal'>, seq: number): Promise<StoredEvent | undefined> {
  for (const day of [...(await journal.segments())].reverse()) {
    for await (const event of journal.readSegment(day)) {
      if (event.seq === seq) return event;
      if (event.seq > seq) break;
    }
  }
  return undefined;
}

function totalsOf(report: Report): readonly ZTotal[] {
  return takingsOf(report).map(({count, ...total}) => ({currency: total.currency, amount: decimalText(total), count}));
}

/** As a person reads it: `KES 18 400.00 (14), USD 20.00 (1)`. */
function totalsText(totals: readonly ZTotal[]): string {
  const texts = totals.map(({currency, amount, count}) => `${currency} ${groupThousands(amount)} (${count})`);
  return texts.length === 0 ? '-' : texts.join(', ');
}

function lines(
  {language}: Session,
  {number, till, lastSeq, totals}: ZClaim,
  {checks, report, events}: {readonly checks: Checks; readonly report: Report | undefined; readonly events: number},
): readonly string[] {
  const words = commandWords[language].zCheck;
  const facts = {z: zName(number), till, line: lastSeq};
  const told = {
    signature: facts,
    exists: facts,
    head: facts,
    totals: {...facts, totals: totalsText(report === undefined ? [] : totalsOf(report))},
  };
  return [
    fill(words.says, {...facts, totals: totalsText(totals)}),
    ...(['signature', 'exists', 'head', 'totals'] as const).map(name =>
      checks[name] ? `✓ ${fill(words[name].ok, told[name])}` : `✗ ${fill(words[name].bad, told[name])}`,
    ),
    `✓ ${fill(words.chain, {events})}`,
  ];
}
