import {Box} from 'ink';
import type {ReactNode} from 'react';
import {ageText} from '../../src/core/day/business-day.js';
import {pendingPayments, pendingSums} from '../../src/core/journal/questions.js';
import {moneyColumn} from '../../src/core/money/column.js';
import {displayMoney, sumByCurrency} from '../../src/core/money/money.js';
import {attentionOf} from '../../src/core/payment/follow-up.js';
import {maskPayer} from '../../src/core/payment/payer.js';
import {isOpen, type Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';

import type {TrayScreen} from '../model.js';
import {waitBar} from '../parts/bars.js';
import type {Column} from '../parts/ledger.js';
import {LedgerPage} from '../parts/ledger-page.js';
import {type Row, Rows, row, span} from '../parts/rows.js';
import {textOf} from '../terminal/line.js';
import type {Style} from '../terminal/styles.js';
import type {View, ViewOf} from '../view.js';
import {lastAnswer, nextText} from './answers.js';
import {markedIndex, trayRows} from './tray-logic.js';

/** Everything that wants an eye, oldest first, with what is known of it and when it is asked about next. */
export function Tray({screen, view}: ViewOf<TrayScreen>): ReactNode {
  const search = textOf(screen.search);
  const rows = trayRows(view.till.state, search);
  const index = markedIndex(screen, rows);
  const {words, styles} = view;
  const {pendingScreen: tray} = words;
  const isAll = search === '';
  const open = isAll ? pendingPayments(view.till.state) : rows.filter(isOpen);
  const sums = isAll ? pendingSums(view.till.state) : sumByCurrency(open.map(({request}) => request.amount));
  const mine = rows.length - open.length;
  const title = row(
    span(` ${tray.title}  ${open.length}`, styles.strong),
    span(`     ${sums.map(displayMoney).join('   ')}`, styles.quiet),
    ...(mine === 0
      ? []
      : [span(`     ! ${mine} ${words.saleScreen.counts['needs-person']({count: mine})}`, styles['needs-person'])]),
  );
  const empty = search === '' ? tray.empty : tray.noMatch({digits: search});
  return (
    <Box flexDirection="column">
      <Rows rows={[title, searchRow(screen, view)]} />
      <LedgerPage
        view={view}
        columns={columnsFor(view, rows[index])}
        rows={rows}
        index={index}
        empty={empty}
        styleOf={payment => styleOf(payment, view)}
      />
    </Box>
  );
}

/** Plain while nothing is odd; a payment that only a person can settle stands out. */
function styleOf(payment: Payment, {now, styles}: View): Style {
  if (!isOpen(payment)) return styles['needs-person'];
  return attentionOf(payment, now) === undefined ? styles.plain : styles['not-known'];
}

function searchRow({isSearching, search}: TrayScreen, {words, styles}: View): Row {
  return isSearching
    ? row('   ', span(`${words.pendingScreen.search} `, styles.quiet), span(`${textOf(search)}▌`, styles.strong))
    : row(' ');
}

const widths = {mark: 3, bar: 6, age: 7, amount: 16, wallet: 8, network: 12, next: 8} as const;

function columnsFor(view: View, marked: Payment | undefined): readonly Column<Payment>[] {
  const {columns, now, language, words} = view;
  const isWide = columns >= 76;
  const isRoomy = columns >= 90;
  const waited = (payment: Payment, width: number) => (isOpen(payment) ? waitBar(payment, now, width) : '!');
  const bar = isRoomy ? [{title: '', width: widths.bar, text: (payment: Payment) => waited(payment, widths.bar)}] : [];
  const network = isWide
    ? [
        {
          title: words.pendingScreen.columns.network,
          width: widths.network,
          text: (each: Payment) => channelName(each.request, language),
        },
      ]
    : [];
  const fixed = [
    widths.mark,
    widths.age,
    widths.amount,
    widths.wallet,
    widths.next,
    ...[...bar, ...network].map(({width}) => width),
  ];
  const used = fixed.reduce((sum, width) => sum + width + 1, 1);
  const mark = (payment: Payment) => ` ${payment === marked ? '▸' : ' '}${isRoomy ? ' ' : waited(payment, 1)}`;
  return [
    {title: '', width: widths.mark, text: mark},
    ...bar,
    {
      title: words.pendingScreen.columns.age,
      width: widths.age,
      right: true,
      text: ({requestedAt}) => ageText(now - requestedAt, language),
    },
    {
      title: words.pendingScreen.columns.amount,
      width: widths.amount,
      right: true,
      text: ({request}) => moneyColumn(request.amount, widths.amount),
    },
    {title: words.pendingScreen.columns.wallet, width: widths.wallet, text: ({request}) => maskPayer(request)},
    ...network,
    {title: words.pendingScreen.columns.answer, width: columns - used, text: payment => lastAnswer(payment, view)},
    {
      title: words.pendingScreen.columns.next,
      width: widths.next,
      right: true,
      text: payment => nextText(payment, view),
    },
  ];
}
