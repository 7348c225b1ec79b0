import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';

import {typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {changeFields} from './change-logic.js';
import {changeHint, changeProblem, willText} from './change-shown.js';
import type {ChangeScreen} from './screens.js';
import {customerInFull, planName} from './shown.js';
import {stateText} from './states.js';

const labelWidth = 12;

/** A change of a subscription: what will happen stands there from the first key to the last question. */
export function Change({screen, view}: ViewOf<ChangeScreen>): ReactNode {
  const {id, change, asked, isSending} = screen;
  const {columns, height, language, styles} = view;
  const {titles, sending} = messages(language).subscriptionScreen.change;
  const known = view.till.state.registry.subscriptions.get(id);
  const space = height >= 16 ? [blank] : [];
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 4, indent: 4, style});
  const about =
    known === undefined ? [] : [customerInFull(known, view), planName(known, view), stateText(known, language)];
  const rows: readonly Row[] = [
    row(' ', span(titles[change]({id}), styles.strong)),
    ...space,
    ...say(about.join(' · '), styles.strong),
    ...space,
    ...say(willText(screen, view), asked === undefined ? styles.plain : styles['not-known']),
    ...space,
    ...changeFields(screen).flatMap(field => fieldRows(field, screen, view)),
    ...(isSending ? [...space, ...say(sending, styles.quiet)] : []),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function fieldRows(field: 'until' | 'reason', screen: ChangeScreen, view: View): readonly Row[] {
  const {lines, focus, wrong, asked, isSending} = screen;
  const isFocused = focus === field && asked === undefined && !isSending;
  const hint = changeHint(field, screen, view);
  return typedField(lines[field], textOf(lines[field]), {
    label: messages(view.language).subscriptionScreen.change.fields[field],
    labelWidth,
    width: view.columns,
    isFocused,
    styles: view.styles,
    placeholder: asked === undefined ? ` ${hint}` : hint,
    problem: wrong?.field === field ? changeProblem(screen, view) : undefined,
  });
}
