import {Box} from 'ink';
import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {planAsked} from '../../src/core/subscription/enrolment.js';
import {priceText} from '../../src/core/subscription/plan-text.js';
import {planOfKnown} from '../../src/core/subscription/standing.js';
import {cleanText} from '../../src/core/text/text.js';

import {typedField} from '../parts/field.js';
import {type Column, Ledger} from '../parts/ledger.js';
import {pageOf} from '../parts/list-page.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {type ListRow, listRows, markedRow} from './list-rows.js';
import type {SubscriptionsScreen} from './screens.js';
import {customerInFull, customerText, driftShort, nextShort, planName, sourceText} from './shown.js';
import {stateText, styleOfState} from './states.js';

/** All subscriptions that the till knows of: whose, on what, how they stand, what comes next and what is odd. */
export function Subscriptions({screen, view}: ViewOf<SubscriptionsScreen>): ReactNode {
  const {styles, language, words} = view;
  const said = messages(language).subscriptionScreen;
  const rows = listRows(view.till.state, screen);
  const index = markedRow(screen, rows);
  const head = headRows(screen, rows.length, view);
  const height = Math.max(1, view.height - head.length - 3);
  const from = pageOf(index, height);
  const facts = {first: from + 1, last: Math.min(rows.length, from + height), count: rows.length};
  const isAll = screen.filter === 'all' && textOf(screen.search) === '';
  return (
    <Box flexDirection="column">
      <Rows rows={head} />
      {rows.length === 0 ? (
        <Rows rows={paragraph(isAll ? said.none : said.noneSuch, {width: view.columns - 1, most: 2, indent: 3})} />
      ) : (
        <Ledger
          columns={columnsFor(view, rows[index])}
          rows={rows.slice(from, from + height)}
          selected={index - from}
          height={height}
          styleOf={each => styleOf(each, view)}
          titleStyle={styles.quiet}
          selectedStyle={styles.selected}
        />
      )}
      <Rows
        rows={[
          row('   ', span(markedText(rows[index], view), styles.strong)),
          row('   ', span(rows.length > height ? words.pendingScreen.range(facts) : '', styles.quiet)),
        ]}
      />
    </Box>
  );
}

function headRows(screen: SubscriptionsScreen, count: number, view: View): readonly Row[] {
  const {columns, language, styles, till} = view;
  const {title, filters, search, searchFound} = messages(language).subscriptionScreen;
  const text = textOf(screen.search);
  const all = till.state.registry.subscriptions.size;
  const isSearch = screen.typing === 'search' || text !== '';
  const found = isSearch ? `   ${searchFound({count})}` : '';
  return [
    row(
      span(` ${title}  ${all}`, styles.strong),
      span(screen.filter === 'all' ? '' : `     ${filters[screen.filter]}`, styles['not-known']),
    ),
    ...paragraph(sourceText(screen.hearing, view), {width: columns - 1, most: 2, indent: 3, style: styles.quiet}),
    ...(screen.typing === 'id' ? idRows(screen, view) : []),
    ...(isSearch
      ? [
          row(
            '   ',
            span(`${search} `, styles.quiet),
            span(`${text}${screen.typing === 'search' ? '▌' : ''}`, styles.strong),
            span(found, styles.quiet),
          ),
        ]
      : [blank]),
  ];
}

function idRows({id, problem, isAdding}: SubscriptionsScreen, {columns, language, styles}: View): readonly Row[] {
  const words = messages(language).subscriptionScreen;
  return typedField(id, textOf(id), {
    label: words.id,
    labelWidth: 18,
    width: columns,
    isFocused: !isAdding,
    styles,
    placeholder: ` ${words.idHint}`,
    note: isAdding ? words.adding : '',
    problem: problem && problemText(problem, language),
  });
}

/** The marked one in full, where a column had to cut it. */
function markedText(marked: ListRow | undefined, view: View): string {
  if (marked === undefined) return '';
  if (marked.kind === 'enrolment') {
    return `${cleanText(marked.enrolment.customerEmail, 80)} · ${cleanText(planAsked(marked.enrolment), 60)}`;
  }
  const {known} = marked;
  const plan = planOfKnown(view.till.state.registry, known);
  const price = plan === undefined ? [] : [priceText(plan, view.language)];
  return [customerInFull(known, view), planName(known, view), ...price].join(' · ');
}

function styleOf(each: ListRow, {styles}: View) {
  return each.kind === 'enrolment' ? styles['not-known'] : styleOfState(each.known, styles);
}

const widths = {mark: 2, number: 7, state: 10, next: 9, drift: 16} as const;

function columnsFor(view: View, marked: ListRow | undefined): readonly Column<ListRow>[] {
  const {columns, language} = view;
  const {columns: titles, unclearEnrolment, notKnown} = messages(language).subscriptionScreen;
  const isWide = columns >= 76;
  const planWidth = isWide ? Math.max(11, Math.floor((columns - 69) / 2) + 5) : 0;
  const fixed = [...Object.values(widths), ...(isWide ? [planWidth] : [])];
  const rest = columns - fixed.reduce((sum, width) => sum + width + 1, 0) - 2;
  const of =
    (text: (known: Extract<ListRow, {kind: 'subscription'}>['known']) => string, other = '') =>
    (each: ListRow): string =>
      each.kind === 'subscription' ? text(each.known) : other;
  const plan: Column<ListRow> = {
    title: titles.plan,
    width: planWidth,
    text: each =>
      each.kind === 'subscription' ? planName(each.known, view) : cleanText(planAsked(each.enrolment), 60),
  };
  return [
    {title: '', width: widths.mark, text: each => ` ${each.key === marked?.key ? '▸' : ' '}`},
    {
      title: titles.number,
      width: widths.number,
      right: true,
      text: of(({subscription}) => `${subscription.id}`, notKnown),
    },
    {
      title: titles.customer,
      width: rest,
      text: each =>
        each.kind === 'subscription' ? customerText(each.known, view) : cleanText(each.enrolment.customerEmail, 80),
    },
    ...(isWide ? [plan] : []),
    {title: titles.state, width: widths.state, text: of(known => stateText(known, language), notKnown)},
    {title: titles.next, width: widths.next, right: true, text: of(known => nextShort(known, view))},
    {title: titles.drift, width: widths.drift, text: of(known => driftShort(known, view), unclearEnrolment)},
  ];
}
