import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {cleanText} from '../../src/core/text/text.js';
import {fit} from '../../src/core/text/width.js';

import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import type {View, ViewOf} from '../view.js';
import type {PlanScreen} from './plans-screens.js';
import {planFields} from './shown.js';

const labelWidth = 16;
const tallFrom = 17;

/** One plan with every field; its code stands alone on its line, to be copied. */
export function PlanSheet({screen, view}: ViewOf<PlanScreen>): ReactNode {
  const {columns, height, language, styles} = view;
  const words = messages(language).planScreen.plan;
  const plan = view.till.state.registry.plans.get(screen.planCode);
  const space = height >= tallFrom ? [blank] : [];
  const say = (text: string, style = styles.quiet) => paragraph(text, {width: columns - 1, most: 2, indent: 3, style});
  if (plan === undefined) {
    const text = screen.isAsking ? words.asking : words.unknown({plan: screen.planCode});
    return <Rows rows={[row(' ', span(words.title, styles.strong)), ...say(text), ...problemRows(screen, view)]} />;
  }
  const {made} = messages(language).subscription.plan;
  const rows: readonly Row[] = [
    row(' ', span(`${words.title}  ${cleanText(plan.name, 60)}`, styles.strong)),
    ...(screen.isNew ? say(`✓ ${made}`, styles.paid) : []),
    ...(screen.isAsking ? say(words.asking) : []),
    ...problemRows(screen, view),
    row('   ', span(words.code, styles.quiet)),
    row(span(fit(cleanText(plan.planCode, 80), columns - 1).trimEnd(), styles.strong)),
    ...space,
    // The title has its name already, which matters where rows are few.
    ...planFields(plan, view)
      .slice(height >= tallFrom ? 0 : 1)
      .flatMap(([label, value]) =>
        paragraph(value, {
          width: columns - 1,
          most: 2,
          indent: labelWidth + 3,
          lead: span(`   ${label}`, styles.quiet),
        }),
      ),
    ...space,
    ...say(words.toCopy),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

/** Why it is shown as the till remembers it. */
function problemRows({problem}: PlanScreen, {columns, language, styles}: View): readonly Row[] {
  if (problem === undefined) return [];
  const text = `${messages(language).planScreen.plan.remembered} ${problemText(problem, language)}`;
  return paragraph(text, {width: columns - 1, most: 2, indent: 3, style: styles['not-known']});
}
