import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {Plan} from '../../src/core/endpoints/plans.js';
import {messages} from '../../src/core/messages/messages.js';
import {decimalOf} from '../../src/core/money/decimal.js';
import {statedText} from '../../src/core/subscription/json.js';
import {statedAmount} from '../../src/core/subscription/plan-text.js';
import {rhythmText} from '../../src/core/subscription/rhythm.js';
import {cleanText} from '../../src/core/text/text.js';

import {type Column, Ledger} from '../parts/ledger.js';
import {pageOf} from '../parts/list-page.js';
import {paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import type {View, ViewOf} from '../view.js';
import {markedPlan, plansHeight} from './plans-logic.js';
import type {PlansScreen} from './plans-screens.js';
import {heardText, planState, plansIn} from './shown.js';

/** The plans that this till has seen, and where the list comes from. */
export function Plans({screen, view}: ViewOf<PlansScreen>): ReactNode {
  const {language, styles} = view;
  const {list} = messages(language).planScreen;
  const plans = plansIn(view.till.state.registry);
  const index = markedPlan(
    screen,
    plans.map(({planCode}) => planCode),
  );
  const height = plansHeight(view.height);
  const from = pageOf(index, height);
  const head = [row(span(` ${list.title}  ${plans.length}`, styles.strong)), ...heardRows(screen, view)];
  const to = Math.min(plans.length, from + height);
  const shown = plans.slice(from, to);
  const place = plans.length > height ? `${from + 1}–${to} / ${plans.length}` : '';
  if (plans.length === 0) {
    const none = screen.heard === 'asking' ? [] : [row('   ', list.none({key: keyText('new-plan', view)}))];
    return <Rows rows={[...head, ...none]} />;
  }
  return (
    <Box flexDirection="column">
      <Rows rows={head} />
      <Ledger
        columns={columnsFor(view, plans[index], shown)}
        rows={shown}
        selected={index - from}
        height={height}
        styleOf={() => styles.plain}
        titleStyle={styles.quiet}
        selectedStyle={styles.selected}
      />
      <Rows rows={[row('   ', span(place, styles.quiet))]} />
    </Box>
  );
}

function heardRows({heard}: PlansScreen, view: View): readonly Row[] {
  const {columns, styles} = view;
  const isOld = heard !== 'asking' && !heard.isListed;
  const text = heardText(heard, view);
  return paragraph(text, {width: columns - 1, most: 2, indent: 1, style: isOld ? styles['not-known'] : styles.quiet});
}

const widths = {mark: 2, amount: 14, every: 16, trial: 5, state: 8, code: 14} as const;
const widestAmount = 24;
const wide = 76;

/** The name gives way, never the amount. */
function columnsFor(view: View, marked: Plan | undefined, shown: readonly Plan[]): readonly Column<Plan>[] {
  const {columns, language} = view;
  const {columns: titles, days} = messages(language).planScreen.list;
  const isWide = columns >= wide;
  const more: readonly Column<Plan>[] = isWide
    ? [
        {
          title: titles.trial,
          width: widths.trial,
          right: true,
          text: ({trialPeriodDays}) => (trialPeriodDays > 0 ? days({days: trialPeriodDays}) : '–'),
        },
        {title: titles.state, width: widths.state, text: plan => planState(plan, language)},
      ]
    : [];
  const every = isWide ? widths.every : widths.every - 4;
  const amount = Math.min(
    widestAmount,
    Math.max(widths.amount, ...shown.map(plan => amountCell(plan, language).length)),
  );
  const fixed = [widths.mark, amount, every, widths.code, ...more.map(({width}) => width)];
  const used = fixed.reduce((sum, width) => sum + width + 1, 2);
  return [
    {title: '', width: widths.mark, text: plan => (plan === marked ? ' ▸' : '')},
    {title: titles.name, width: columns - used, text: ({name}) => cleanText(name, 80)},
    {title: titles.amount, width: amount, right: true, text: plan => amountCell(plan, language)},
    {title: titles.every, width: every, text: plan => cleanText(rhythmText(plan, language), 60)},
    ...more,
    {title: titles.code, width: widths.code, text: ({planCode}) => cleanText(planCode, 60)},
  ];
}

/** With room for two decimals, so that the marks stand below one another. */
function amountCell(plan: Plan, language: View['language']): string {
  const text = statedAmount(plan.amount, plan.currency, language);
  return decimalOf(plan.amount) === undefined || statedText(plan.amount, plan.currency).includes('.')
    ? text
    : `${text}   `;
}
