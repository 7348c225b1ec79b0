import {clockText, dateText} from '../core/day/business-day.js';
import {date, instant} from '../core/day/schema.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {amountOf as moneyOf} from '../core/money/schema.js';
import {method} from '../core/payment/schema.js';
import {operatorOf} from '../core/payment/tender.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {type Attempt, badges} from '../core/sale/attempt.js';
import {parseSaleSearch, type SaleDays} from '../core/sale/finder.js';
import {amountOf, type SaleRow, standingText, waysOf} from '../core/sale/sale.js';
import {fields, flag, list, made, oneOf, orNull, text} from '../core/spec/spec.js';
import {personText} from '../core/staff/name.js';
import {answer, note, noteToPerson} from '../session/print.js';
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

const asked = {
  reference: text('of the payment'),
  date: made(date('its business day'), ({businessDate}: Pick<Attempt, 'businessDate'>) => businessDate),
  at: instant('when it was requested'),
};
type Tendered = Pick<Attempt, 'tender'>;
const paidBy = {
  method: made(method, ({tender}: Tendered) => tender.method),
  channel: made(text('the network, the brand of card or the kind of charge, in English'), ({tender}: Tendered) =>
    operatorOf(tender),
  ),
  payer: text('masked'),
  person: text('who took it'),
};
const saleSpec = fields({
  sale: text('the reference of its first payment, or of its ticket'),
  badge: oneOf(badges, 'the verdict about the sale'),
  ...asked,
  ...moneyOf('the price', amountOf),
  ...paidBy,
  ticket: made(orNull(text('the reference of its ticket'), 'it is no sale in parts'), ({ticket}: SaleRow) =>
    ticket === undefined ? null : ticket.reference,
  ),
  isPartPaid: made(flag('whether only a part of it is paid'), ({ticket}: SaleRow) => ticket?.isPartPaid ?? false),
  attempts: list(
    fields({
      ...asked,
      ...moneyOf('that was requested', ({amount}: Attempt) => amount),
      ...paidBy,
      badge: oneOf(badges, 'the verdict about this payment'),
    }),
    'its payments, the oldest first',
  ),
});

export const answers = {
  sales: fields({
    sales: list(saleSpec, 'the newest first, each with the payment that decides about it'),
    isAll: flag('false if older sales were left out because of `--limit`'),
    unread: list(text(), 'the segments of the journal that are damaged, whose sales are not found'),
  }),
};

/** Finds sales of any day while the till may be running. */
async function sales(session: Session, {search = '', limit, ...days}: Options): Promise<ExitCode> {
  const {language} = session;
  const most = wholeFrom({name: '--limit', value: limit ?? '100', language}, {from: 1, to: mostRows});
  const wanted = {search: parseSaleSearch(search), limit: most, ...daysFrom(session, days)};
  const {zone} = configOf(session);
  const found = await withReading(session, reading => findSales({...reading, zone}, wanted));
  // The ticket of a sale is its own, not that of the attempt that is shown.
  const sales = found.rows.map(row => ({...row.shown, ticket: undefined, ...row}));
  await answer(session, answers.sales, {...found, sales}, () => linesOf(session, found, search));
  const words = messages(language).sales;
  if (found.unread.length > 0)
    note(session, `! ${words.unread({count: found.unread.length, days: found.unread.join(', ')})}`);
  if (!found.isAll) noteToPerson(session, words.more);
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
