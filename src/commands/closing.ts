import {messages} from '../core/messages/messages.js';
import {decimalText, isCurrency} from '../core/money/money.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {closingName, nextToClose} from '../core/shift/closing.js';
import type {BooksClosing} from '../core/shift/closing-schema.js';
import {turnoversOf} from '../core/shift/sold.js';
import {cleanText} from '../core/text/text.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {checkClosings, closingLine, totalsOfClosing} from '../till/closing.js';
import {type Reading, tillFolder} from '../till/opened-journal.js';

import {storedKey} from '../till/signing.js';
import {closingSlip} from '../till/slips.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withLook, withPerson, withReading} from './reading.js';
import {instantOf, soldAsJson, ticketsAsJson} from './shift/report-json.js';
import {proofIn} from './shift/write-report.js';
import {deliverSlip} from './slip/deliver.js';
import {reportOptions, type SlipOptions, slipPlan} from './slip/plan.js';
import {keyFrom, keysFor} from './verify-slip.js';

const checkOptions = {'--code <text>': 'closingCode', '--key <key>': 'key'} satisfies OptionSpecs;

export const command: CommandSpec = {
  examples: ['duka closing month --person Amina', 'duka closing list'],
  commands: {
    month: commandOf({
      arguments: ['[month]'],
      examples: ['duka closing month --person Amina', 'duka closing month 2026-10'],
      action: close('close-month'),
    }),
    year: commandOf({
      arguments: ['[year]'],
      examples: ['duka closing year 2026 --person Amina'],
      action: close('close-year'),
    }),
    list: commandOf({examples: ['duka closing list', 'duka closing list --json'], action: listClosings}),
    show: commandOf({
      arguments: ['<closing>'],
      options: reportOptions,
      examples: ['duka closing show M-2026-10', 'duka closing show Y-2026 --print'],
      action: showClosing,
    }),
    check: commandOf({
      options: checkOptions,
      examples: ['duka closing check', 'duka closing check --code "$SCANNED" --json'],
      action: checkAll,
    }),
  },
};

function close(type: 'close-month' | 'close-year') {
  return (session: Session, of: string | undefined): Promise<ExitCode> =>
    withPerson(session, 'closing', async ({till, journal}, person) => {
      const closing = await till.closeBooks({type, person, of: of === undefined ? undefined : cleanText(of, 20)});
      const name = closingName(closing);
      if (!session.isJson) note(session, messages(session.language).closing.made({name}));
      return write(session, {journal, state: till.state}, name, {});
    });
}

/** Writes a closing to standard output as it was made, and on request on paper or into a file. Under `--json` its facts. */
async function write(
  session: Session,
  books: Pick<Reading, 'journal' | 'state'>,
  name: string,
  options: SlipOptions,
): Promise<ExitCode> {
  const plan = slipPlan(session, options);
  const line = await closingLine(books, name);
  const {closing} = line.data;
  const {config} = session.surroundings();
  const key = await storedKey(tillFolder(config, closing.till));
  const slip = await closingSlip({...books, settings: session, sign: key?.sign}, name);
  const isAsked = plan.prints || plan.out !== undefined || plan.rendering.format !== 'text';
  if (session.isJson && !isAsked) writeJson(session, closingAsJson(closing, proofIn(slip.parts)));
  else {
    const delivered = await deliverSlip(session, slip, plan);
    if (session.isJson) writeJson(session, {name, ...delivered});
  }
  return exitCodes.done;
}

async function showClosing(session: Session, name: string, options: SlipOptions): Promise<ExitCode> {
  return withLook(session, 'closing show', reading =>
    write(session, reading, cleanText(name, 20).toUpperCase(), options),
  );
}

/** Lists the closings. Under `--json` `{closings: [{name, kind, of, number, line}], nextMonth, nextYear}`. */
async function listClosings(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state}) => {
    const {closings} = state.ledger.books;
    const month = nextToClose(state.ledger.books, 'month');
    const said = messages(session.language).closing;
    if (session.isJson)
      writeJson(session, {
        closings: closings.map(({kind, of, number, line}) => ({name: closingName({kind, of}), kind, of, number, line})),
        nextMonth: month ?? null,
        nextYear: nextToClose(state.ledger.books, 'year') ?? null,
      });
    else
      writeLines(session, [
        ...(closings.length === 0 ? [said.list.none] : []),
        ...closings.map(closing => `${String(closing.number).padStart(4)}  ${closingName(closing)}  ${closing.date}`),
        ...(month === undefined ? [] : [said.list.next({month})]),
      ]);
    return exitCodes.done;
  });
}

/** Checks all closings, or the code of one. The exit code is 4 if a closing does not add up, or a code does not agree with the journal. */
async function checkAll(session: Session, {code, key}: OptionsOf<typeof checkOptions>): Promise<ExitCode> {
  const said = messages(session.language).closing;
  if (code !== undefined) return checkCode(session, {code, key});
  return withReading(session, async reading => {
    const closings = await checkClosings(reading);
    const isOk = closings.every(({addsUp, follows}) => addsUp && follows);
    if (session.isJson) writeJson(session, {ok: isOk, closings});
    else
      writeLines(session, [
        ...closings.flatMap(({name, addsUp, follows}) => [
          ...(addsUp ? [] : [said.differs({name})]),
          ...(follows ? [] : [said.unchained({name})]),
        ]),
        ...(isOk ? [said.checked({count: closings.length})] : []),
      ]);
    return isOk ? exitCodes.done : exitCodes.needsPerson;
  });
}

async function checkCode(
  session: Session,
  {code, key}: {readonly code: string; readonly key: string | undefined},
): Promise<ExitCode> {
  const said = messages(session.language).closing;
  const {readClosing} = await import('../print/signature.js');
  const read = (by: string) => readClosing(code.trim(), by);
  const claim = read('')?.claim;
  if (claim === undefined) throw new Problem('unknown-option', {detail: said.noCode});
  const {config} = session.surroundings();
  const given = keyFrom(session, key, config.profile);
  return withReading(session, async reading => {
    const name = closingName({kind: claim.of.length === 4 ? 'year' : 'month', of: claim.of});
    const keys = keysFor(reading, {typed: key, given, line: claim.lastSeq});
    const isSigned = keys.some(each => read(each)?.isGenuine === true);
    const line = await closingLine(reading, name).catch(unknown);
    const closing = line?.data.closing;
    const agrees =
      closing !== undefined &&
      closing.till === claim.till &&
      closing.number === claim.number &&
      line?.hash.startsWith(claim.line ?? '?') === true &&
      JSON.stringify(totalsOfClosing(closing)) === JSON.stringify(claim.totals);
    const isOk = isSigned && agrees;
    if (session.isJson) writeJson(session, {ok: isOk, name, signature: isSigned, agrees, claim});
    else writeLines(session, [isOk ? said.genuine({name}) : said.forged({name})]);
    return isOk ? exitCodes.done : exitCodes.needsPerson;
  });
}

function unknown(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'closing-unknown') throw error;
}

/** A closing for scripts: names are stable, money is decimal text, instants are UTC. */
function closingAsJson(closing: BooksClosing, proof: string | undefined) {
  const {tenders, cashiers, refunds, corrections, tickets, drawers, perpetual, closedAt, ...rest} = closing;
  const text = (currency: string, minor: number) => (isCurrency(currency) ? decimalText({currency, minor}) : '');
  const money = ({currency, minor}: {readonly currency: string; readonly minor: number}) => ({
    amount: text(currency, minor),
    currency,
  });
  return {
    name: closingName(closing),
    ...rest,
    closedAt: instantOf(closedAt),
    takings: tenders.map(({total, fee, ...tender}) => ({...tender, ...money(total), fees: fee})),
    totals: totalsOfClosing(closing),
    cashiers: cashiers.map(({total, ...each}) => ({...each, ...money(total)})),
    refunds: refunds.map(({total, ...each}) => ({...each, ...money(total)})),
    corrections: corrections.map(({total, ...each}) => ({...each, ...money(total)})),
    tickets: (tickets ?? []).map(ticketsAsJson),
    ...soldAsJson(closing, turnoversOf(closing)),
    drawers: drawers.map(({difference, ...each}) => ({...each, difference: text(each.currency, difference)})),
    perpetual: perpetual.map(({currency, sales, refunds: back, corrections: corrected}) => ({
      currency,
      sales: text(currency, sales),
      refunds: text(currency, back),
      corrections: text(currency, corrected),
      net: text(currency, sales - back + corrected),
    })),
    proof: proof ?? null,
  };
}
