import {instant} from '../core/day/schema.js';
import {messages} from '../core/messages/messages.js';
import {amountIn} from '../core/money/schema.js';
import {method} from '../core/payment/schema.js';
import {type ExitCode, exitCodes, Problem, unless} from '../core/problem.js';
import {closingName, nextToClose} from '../core/shift/closing.js';
import {type BooksClosing, closingMembers} from '../core/shift/closing-schema.js';
import {turnoversOf} from '../core/shift/sold.js';
import {count, elseNull, fields, flag, list, made, named, text, whole} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import {answer, noteToPerson} from '../session/print.js';
import type {Session} from '../session/session.js';
import {type Reading, tillFolder} from '../till/opened-journal.js';
import {checkClosings, closingLine, signedTotals} from '../till/shift.js';
import {storedKey} from '../till/signing.js';
import {closingSlip} from '../till/slips.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withLook, withPerson, withReading} from './reading.js';
import {accountsMember, ofTotal, perpetualSpec, proofIn, soldIn, ticketsSpec} from './shift/report-answer.js';
import {deliveredSpecs, deliverSlip, reportOptions, type SlipOptions, slipPlan} from './slip.js';
import {keysFor} from './verify-slip.js';
import {totalSpec, zClaim} from './z-check.js';

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

const {kind, of: span, number, previous, till: ofTill, shop, profile, zone, throughSeq, head} = closingMembers;
const {zs, firstZ, lastZ, counts, closedAt} = closingMembers;
const howMany = count('how many');

/** The close of a month or of a year, and the text of its QR code. */
const closingAnswer = named(
  'monthly or yearly closing',
  fields(
    {
      name: made(text('such as `M-2026-10`'), closingName),
      kind,
      of: span,
      number,
      previous,
      till: ofTill,
      shop,
      profile,
      zone,
      throughSeq,
      head,
      zs,
      firstZ,
      lastZ,
      counts,
      closedAt: instant(closedAt.about),
      takings: made(
        list(
          fields({
            method,
            channel: text('an id: of the network or the brand, `cash`, `enrolment`, `renewal` or `received`'),
            count: howMany,
            feesUnknown: count('payments whose fee is not known'),
            ...ofTotal('what came in'),
            fees: made(
              text('the fees that the service stated, in major units'),
              (tender: {readonly fee: string}) => tender.fee,
            ),
          }),
          'by method and channel',
        ),
        ({tenders}: BooksClosing) => tenders,
      ),
      totals: made(list(totalSpec, 'by currency'), signedTotals),
      cashiers: list(fields({person: text('who'), count: howMany, ...ofTotal('what they took')}), 'takings by person'),
      refunds: list(
        fields({
          method: text('how it was given back'),
          done: whole('how many were given back'),
          requested: count('how many were asked for'),
          failed: count('how many failed'),
          ...ofTotal('what was given back'),
        }),
        'by method',
      ),
      corrections: list(fields({count: howMany, ...ofTotal('their sum')}), closingMembers.corrections.about),
      tickets: made(
        list(ticketsSpec, 'what parts of tickets came to, by currency'),
        ({tickets}: BooksClosing) => tickets ?? [],
      ),
      accounts: accountsMember,
      ...soldIn((closing: BooksClosing) => ({sold: closing, turnovers: turnoversOf(closing)})),
      drawers: list(
        fields({
          currency: text('of the difference'),
          counted: count('how often the drawer was counted for a Z'),
          differing: count('how often it differed'),
          difference: amountIn('the sum of the differences'),
        }),
        'by currency',
      ),
      perpetual: list(perpetualSpec, closingMembers.perpetual.about),
      proof: elseNull(text('of the QR code'), 'it has none'),
    },
    'What the Zs of a month or of a year add up to.',
  ),
)();

const nameSpec = text('of the closing');
export const answers = {
  'closing month': closingAnswer,
  'closing year': closingAnswer,
  'closing show': closingAnswer,
  'closing show --out': fields({name: nameSpec, ...deliveredSpecs}),
  'closing list': fields({
    closings: list(
      fields({name: made(nameSpec, closingName), kind, of: span, number, line: text('the hash of its line')}),
      'oldest first',
    ),
    nextMonth: elseNull(text('the month that is closed next'), 'none can be'),
    nextYear: elseNull(text('the year that is closed next'), 'none can be'),
  }),
  'closing check': fields({
    ok: flag('whether all is well'),
    closings: list(
      fields({
        name: nameSpec,
        addsUp: flag('whether it is what its Zs add up to'),
        follows: flag('whether it names the closing before it'),
      }),
      'oldest first',
    ),
  }),
  'closing check --code': fields({
    ok: flag('whether both are so'),
    name: nameSpec,
    signature: flag('whether the key of the till signed the code'),
    agrees: flag('whether the journal has the closing as the code says'),
    claim: fields({...zClaim, of: span}, 'what the code says'),
  }),
};

function close(type: 'close-month' | 'close-year') {
  return (session: Session, of: string | undefined): Promise<ExitCode> =>
    withPerson(session, 'closing', async ({till, journal}, person) => {
      const closing = await till.closeBooks({type, person, of: of === undefined ? undefined : cleanText(of, 20)});
      const name = closingName(closing);
      noteToPerson(session, messages(session.language).closing.made({name}));
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
  if (!isAsked)
    return answer(session, closingAnswer, {...closing, proof: proofIn(slip.parts)}, async () =>
      (await deliverSlip(session, slip, plan)).show(),
    );
  const delivered = await deliverSlip(session, slip, plan);
  return answer(session, answers['closing show --out'], {name, ...delivered}, delivered.show);
}

async function showClosing(session: Session, name: string, options: SlipOptions): Promise<ExitCode> {
  return withLook(session, 'closing show', reading =>
    write(session, reading, cleanText(name, 20).toUpperCase(), options),
  );
}

async function listClosings(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state}) => {
    const {closings} = state.ledger.books;
    const month = nextToClose(state.ledger.books, 'month');
    const said = messages(session.language).closing;
    const next = {nextMonth: month, nextYear: nextToClose(state.ledger.books, 'year')};
    return answer(session, answers['closing list'], {closings, ...next}, [
      ...(closings.length === 0 ? [said.list.none] : []),
      ...closings.map(closing => `${String(closing.number).padStart(4)}  ${closingName(closing)}  ${closing.date}`),
      ...(month === undefined ? [] : [said.list.next({month})]),
    ]);
  });
}

/** Checks all closings, or the code of one. The exit code is 4 if a closing does not add up, or a code does not agree with the journal. */
async function checkAll(session: Session, {code, key}: OptionsOf<typeof checkOptions>): Promise<ExitCode> {
  const said = messages(session.language).closing;
  if (code !== undefined) return checkCode(session, {code, key});
  return withReading(session, async reading => {
    const closings = await checkClosings(reading);
    const isOk = closings.every(({addsUp, follows}) => addsUp && follows);
    await answer(session, answers['closing check'], {ok: isOk, closings}, [
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
  return withReading(session, async reading => {
    const name = closingName({kind: claim.of.length === 4 ? 'year' : 'month', of: claim.of});
    const keys = keysFor(session, reading, {typed: key, line: claim.lastSeq});
    const isSigned = keys.some(each => read(each)?.isGenuine === true);
    const line = await closingLine(reading, name).catch(unless('closing-unknown'));
    const closing = line?.data.closing;
    const agrees =
      closing !== undefined &&
      closing.till === claim.till &&
      closing.number === claim.number &&
      line?.hash.startsWith(claim.line ?? '?') === true &&
      JSON.stringify(signedTotals(closing)) === JSON.stringify(claim.totals);
    const isOk = isSigned && agrees;
    const found = {ok: isOk, name, signature: isSigned, agrees, claim};
    await answer(session, answers['closing check --code'], found, [isOk ? said.genuine({name}) : said.forged({name})]);
    return isOk ? exitCodes.done : exitCodes.needsPerson;
  });
}
