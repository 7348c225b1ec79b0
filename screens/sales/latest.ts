import {latestPayments} from '../../src/core/books/selectors.js';
import {attemptsOf} from '../../src/core/payment/payments.js';
import {type Attempt, attemptOf} from '../../src/core/sale/attempt.js';
import {byTicket, type SaleRow, saleOf} from '../../src/core/sale/sale.js';
import {gap, title} from '../../src/views/block.js';
import {remembered} from '../kit/form.js';
import {type MarkedRow, markedList, unmarked} from '../kit/list.js';
import {type Context, type Screen, todayOf} from '../kit/screen.js';
import {openSale, saleList} from './sales.js';

const latestSales = remembered<readonly SaleRow[]>();

/** Returns today's latest sales, the newest first, from what is in memory. */
const salesIn = (context: Context): readonly SaleRow[] => {
  const {state} = context.till;
  const date = todayOf(context);
  return latestSales(state, [date], () => {
    const begun = new Set(latestPayments(state, date).map(({sale}) => sale));
    const rows = [...begun].map(sale => saleOf(attemptsOf(state, sale).map(attemptOf) as [Attempt, ...Attempt[]]));
    const newest = rows.sort((a, b) => b.attempts[0].seq - a.attempts[0].seq);
    return byTicket(newest, state, day => day === date);
  });
};

const rows = markedList<MarkedRow, SaleRow>(
  (_, context) => salesIn(context),
  ({sale}) => sale,
);

/** The columns of all sales that are shown of these: time, amount, state and payer. */
const shown = [1, 5] as const;

/** Today's latest sales, which a window with panels shows beside the sale, in the rows of the list of all sales. */
export const latest: Screen<'latest', MarkedRow> = {
  id: 'latest',
  layout: 'beside',
  open: () => ({state: unmarked}),
  describe: (state, context) => {
    const {columns, row, ...list} = saleList(context);
    return [
      title(context.messages.sales.title),
      gap('above'),
      rows.block(state, context, {
        ...list,
        columns: columns.slice(...shown),
        row: sale => ({...row(sale), cells: row(sale).cells.slice(...shown)}),
        empty: context.messages.sales.empty,
      }),
    ];
  },
  keys: [
    {id: 'open-sale', when: rows.isFilled, press: rows.withMarked(openSale)},
    rows.selectKey,
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
