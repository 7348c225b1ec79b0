import {clockText, dateText} from '../core/day/business-day.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {decimalText} from '../core/money/money.js';
import {operatorOf} from '../core/payment/tender.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import type {Attempt} from '../core/sale/attempt.js';
import type {SaleDays} from '../core/sale/finder.js';
import {amountOf, type SaleRow, standingText, waysOf} from '../core/sale/sale.js';
import {parseSaleSearch} from '../core/sale/search.js';
import {personText} from '../core/staff/name.js';
import {note, writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {findSales, type SalesFound} from '../till/sales.js';
import {inColumns} from '../views/text.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withReading} from './reading.js';
import {dayFrom, inOrder, wholeFrom} from './values.js';

const options = {
  '--search <text>': 'salesSearch',
  '--day <day>': 'salesDay',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--limit <n>': 'salesLimit',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  options,
  examples: [
    'duka sales --day 2026-11-20',
    'duka sales --search "678 paid"',
    'duka sales --search 1250 --from 2026-11-01 --to 2026-11-15 --json',
  ],
  action: sales,
});

const mostRows = 1_000_000;

/** Finds sales of any day while the till may be running. Under `--json` `{sales, isAll, unread}`. */
async function sales(session: Session, {search = '', limit, ...days}: Options): Promise<ExitCode> {
  const {language} = session;
  const most = wholeFrom({name: '--limit', value: limit ?? '100', language}, {from: 1, to: mostRows});
  const wanted = {search: parseSaleSearch(search), limit: most, ...daysFrom(session, days)};
  const {zone} = configOf(session);
  const found = await withReading(session, reading => findSales({...reading, zone}, wanted));
  if (session.isJson) writeJson(session, asJson(found));
  else writeLines(session, linesOf(session, found, search));
  const words = messages(language).sales;
  if (found.unread.length > 0)
    note(session, `! ${words.unread({count: found.unread.length, days: found.unread.join(', ')})}`);
  if (!found.isAll && !session.isJson) note(session, words.more);
  return exitCodes.done;
}

/** The days to search. Throws `Problem` day-invalid, and days-reversed if the last day is before the first. */
function daysFrom(session: Session, {day, from, to}: Options): SaleDays {
  if (day !== undefined) return {from: dayFrom(session, day), to: dayFrom(session, day)};
  if (from !== undefined && to !== undefined) return inOrder({from: dayFrom(session, from), to: dayFrom(session, to)});
  return {
    ...(from === undefined ? {} : {from: dayFrom(session, from)}),
    ...(to === undefined ? {} : {to: dayFrom(session, to)}),
  };
}

/** The sales for scripts: the badge of each sale, and each of its payments. */
function asJson({rows, isAll, unread}: SalesFound) {
  return {
    sales: rows.map(({sale, badge, shown, attempts, ticket}) => ({
      sale,
      badge,
      ...attemptAsJson(shown),
      ...(ticket && {amount: decimalText(ticket.total)}),
      ticket: ticket?.reference ?? null,
      isPartPaid: ticket?.isPartPaid ?? false,
      attempts: attempts.map(attempt => ({...attemptAsJson(attempt), badge: attempt.badge})),
    })),
    isAll,
    unread,
  };
}

function attemptAsJson({reference, at, businessDate, amount, tender, payer, person}: Attempt) {
  return {
    reference,
    date: businessDate,
    at: Temporal.Instant.fromEpochMilliseconds(at).toString(),
    amount: decimalText(amount),
    currency: amount.currency,
    method: tender.method,
    channel: operatorOf(tender),
    payer,
    person,
  };
}

/** The sales of each day under a heading with its date. */
function linesOf(session: Session, {rows}: SalesFound, search: string): readonly string[] {
  const {language} = session;
  const words = messages(language).sales;
  if (rows.length === 0) return [search.trim() === '' ? words.empty : words.noMatch({text: search.trim()})];
  // The parts of a sale are listed below it.
  const listed = rows.flatMap(row => [{row, isPart: false}, ...partsOf(row).map(part => ({row: part, isPart: true}))]);
  const lines = inColumns(
    listed.map(({row, isPart}) => cellsOf(session, row, isPart)),
    {numbers: [2]},
  );
  let before = '';
  return listed.flatMap(({row, isPart}, at) => {
    const {businessDate} = (partsOf(row)[0] ?? row).attempts[0];
    const isNew = !isPart && before !== businessDate;
    if (isNew) before = businessDate;
    const heading = isNew ? [...(at === 0 ? [] : ['']), `${dateText(businessDate, language)} · ${businessDate}`] : [];
    return [...heading, `  ${lines[at] ?? ''}`];
  });
}

const partsOf = ({ticket}: SaleRow): readonly SaleRow[] => ticket?.parts ?? [];

function cellsOf(session: Session, row: SaleRow, isPart: boolean): readonly string[] {
  const {language} = session;
  const {shown, attempts, ticket} = row;
  const {at, payer, person, reference} = shown;
  const words = messages(language).sales;
  const count = attempts.length === 1 ? '' : words.attempts({count: attempts.length});
  return [
    clockText(at, configOf(session).zone),
    `${isPart ? '  ' : ''}${standingText(row, language)}`,
    displayMoney(amountOf(row), language),
    ticket === undefined ? payer : '',
    waysOf(row, language),
    personText(person, language),
    ticket?.reference ?? reference,
    ticket === undefined ? count : words.parts({count: ticket.parts.length}),
  ];
}
