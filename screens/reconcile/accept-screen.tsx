import type {ReactNode} from 'react';
import {problemText} from '../../src/core/messages/problem-text.js';
import {namedAmount} from '../../src/core/reconcile/amount.js';
import {reasonTexts} from '../../src/core/reconcile/reason-texts.js';

import {typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import type {AcceptField, AcceptScreen} from './reconcile-screens.js';
import {acceptQuestion, resultWordsOf, wordsOf} from './shown.js';

const labelWidth = 21;

/** A person's word that a difference may stay, and the one question before it is written down. */
export function AcceptDifference({screen, view}: ViewOf<AcceptScreen>): ReactNode {
  const {columns, height, styles} = view;
  const {line, asked, isWriting} = screen;
  const {title, lead, means, writing} = wordsOf(view).accept;
  const {codes} = resultWordsOf(view);
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
  const amount = line.delta === null ? '' : `  ${namedAmount(line.delta, view.language)}`;
  const rows: readonly Row[] = [
    row(' ', span(title, styles.strong)),
    blank,
    row('   ', span(`${[codes[line.code], line.reference].join('  ')}${amount}`, styles.strong)),
    ...say(reasonTexts(line, view.language).why, styles.quiet),
    blank,
    ...say(lead),
    blank,
    ...(asked === undefined
      ? (['person', 'note'] as const).flatMap(field => fieldRows(field, screen, view))
      : [
          ...say(acceptQuestion(screen, view), styles.strong),
          ...say(isWriting ? writing : means, styles['not-known']),
        ]),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function fieldRows(field: AcceptField, {lines, focus, wrong}: AcceptScreen, view: View): readonly Row[] {
  const {columns, language, styles} = view;
  return typedField(lines[field], textOf(lines[field]), {
    label: wordsOf(view).accept.fields[field],
    labelWidth,
    width: columns,
    isFocused: focus === field,
    styles,
    problem: wrong?.field === field ? problemText(wrong.problem, language) : undefined,
  });
}
