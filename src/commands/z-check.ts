import {fill, type Language, messages} from '../core/messages/messages.js';
import {displayStated} from '../core/money/display.js';
import {decimalText} from '../core/money/money.js';
import {amountText} from '../core/money/schema.js';
import {type ExitCode, exitCodes, unless} from '../core/problem.js';
import {takingsOf, zName} from '../core/shift/report.js';
import type {Report} from '../core/shift/report-schema.js';
import {count, fields, flag, list, positive, text} from '../core/spec/spec.js';
import type {SignedZ, ZTotal} from '../print/signature.js';
import {answer, note} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {Reading} from '../till/opened-journal.js';
import {differingZs, zLine} from '../till/shift.js';
import {lineOf} from './event-lines.js';
import {withReading} from './reading.js';
import {keysFor, noCode} from './verify-slip.js';

export const totalSpec = fields({
  currency: text('of the amount'),
  amount: amountText('what was taken'),
  count: count('how many payments'),
});

export const zClaim = {
  till: text('which made it'),
  number: positive('its number'),
  lastSeq: count('the last line of the journal before it'),
  chainHead: text('the hash of that line, 32 digits'),
  totals: list(totalSpec, 'by currency'),
  line: text('the hash of its own line, 32 digits'),
};

export const answers = {
  'journal verify --z': fields({
    ok: flag('whether all agrees'),
    z: positive('the number of the Z'),
    checks: fields(
      {
        signature: flag('whether the key of the till signed the code'),
        exists: flag('whether the journal has this Z'),
        head: flag('whether it has the line before it'),
        totals: flag('whether the takings are the same'),
        line: flag('whether the line of the Z is the same'),
        chain: flag('whether the chain holds'),
        remade: flag('whether it is what its lines come to'),
      },
      'what was compared',
    ),
    claim: fields(zClaim, 'what the code says'),
  }),
};

type Options = {readonly z: string; readonly key: string | undefined};

const compared = ['signature', 'exists', 'head', 'totals', 'line'] as const;
/** The result of each comparison. There is none for the chain, since a broken chain is a problem of its own. */
type Checks = Readonly<Record<(typeof compared)[number], boolean>>;

/**
 * Compares the code of a Z with the journal, however old it is: the signature, the number, the line after which it was made, the totals,
 * its own line with every word in it, and the whole chain. The exit code is 4 if any of them differs. Throws `Problem` journal-damaged, which names the line.
 */
export async function verifyZ(session: Session, {z, key}: Options): Promise<ExitCode> {
  const {readZ} = await import('../print/signature.js');
  const read = (by: string) => readZ(z.trim(), by);
  const claimed = read('')?.claim;
  if (claimed === undefined) throw noCode(session);
  return withReading(session, async reading => {
    const keys = keysFor(session, reading, {typed: key, line: claimed.lastSeq});
    const isSigned = keys.some(each => read(each)?.isGenuine === true);
    const {events, zs} = await differingZs(reading);
    const remade = zs.every(({number}) => number !== claimed.number);
    const line = await zLine(reading, claimed.number).catch(unless('report-unknown'));
    const report = line?.data.report;
    const checks = {
      signature: isSigned,
      exists: report?.throughSeq === claimed.lastSeq && report.till === claimed.till,
      head: (await headOf(reading, claimed.lastSeq))?.startsWith(claimed.chainHead) === true,
      totals: report !== undefined && JSON.stringify(totalsOf(report)) === JSON.stringify(claimed.totals),
      line: line?.hash.startsWith(claimed.line) === true,
    };
    const isOk = remade && Object.values(checks).every(Boolean);
    const found = {ok: isOk, z: claimed.number, checks: {...checks, chain: true, remade}, claim: claimed};
    await answer(session, answers['journal verify --z'], found, () =>
      lines(session, claimed, {checks, report, events}),
    );
    const {zDiffers} = messages(session.language).command;
    for (const {number, seq, differs} of zs)
      if (number === claimed.number)
        note(session, `! ${zDiffers({z: zName(number), line: seq, what: differs.join(', ')})}`);
    return isOk ? exitCodes.done : exitCodes.needsPerson;
  });
}

/** The hash of the journal's line with this number; zeros for line 0, before the first. */
async function headOf({journal}: Reading, seq: number): Promise<string | undefined> {
  if (seq === 0) return '0'.repeat(64);
  return (await lineOf({journal}, seq))?.hash;
}

const totalsOf = (report: Report): readonly ZTotal[] =>
  takingsOf(report).map(({count, ...total}) => ({currency: total.currency, amount: decimalText(total), count}));

/** The totals for a person: `KES 18,400.00 (14), USD 20.00 (1)`. */
function totalsText(totals: readonly ZTotal[], language: Language): string {
  const texts = totals.map(({currency, amount, count}) => `${displayStated(currency, amount, language)} (${count})`);
  return texts.length === 0 ? '-' : texts.join(', ');
}

function lines(
  {language}: Session,
  {number, till, lastSeq, totals}: SignedZ,
  {checks, report, events}: {readonly checks: Checks; readonly report: Report | undefined; readonly events: number},
): readonly string[] {
  const words = messages(language).command.zCheck;
  const facts = {z: zName(number), till, line: lastSeq};
  const texts = {...facts, totals: totalsText(report === undefined ? [] : totalsOf(report), language)};
  return [
    words.says({...facts, totals: totalsText(totals, language)}),
    ...compared.map(name => (checks[name] ? `✓ ${fill(words[name].ok, texts)}` : `✗ ${fill(words[name].bad, texts)}`)),
    `✓ ${words.chain({events})}`,
  ];
}
