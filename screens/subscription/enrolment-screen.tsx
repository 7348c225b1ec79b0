import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';

import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {enrolmentFields, openEnrolment} from './enrolment-logic.js';
import {aboutEnrolment, enrolmentProblem, lookedText} from './enrolment-shown.js';
import type {EnrolmentField, EnrolmentScreen} from './screens.js';

const labelWidth = 26;

/** An enrolment that nobody knows the end of: look for it, or let a named person say. */
export function UnclearEnrolment({screen, view}: ViewOf<EnrolmentScreen>): ReactNode {
  const {columns, height, language, styles} = view;
  const said = messages(language).subscriptionScreen.enrolment;
  const enrolment = openEnrolment(screen, view);
  if (enrolment === undefined) return <Rows rows={[row(' ', said.settled)]} />;
  const space = height >= 16 ? [blank] : [];
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
  const rows: readonly Row[] = [
    row(' ', span(said.title, styles.strong)),
    ...say(aboutEnrolment(enrolment, view), styles.strong),
    ...space,
    ...say(said.lead),
    ...say(lookedText(screen, enrolment, view), styles['not-known']),
    ...space,
    ...enrolmentFields(screen).flatMap(field => fieldRows(field, screen, view)),
    ...space,
    ...say(said.note, styles.quiet),
  ];
  return <Rows rows={rows.slice(0, height)} />;
}

function fieldRows(field: EnrolmentField, screen: EnrolmentScreen, view: View): readonly Row[] {
  const {as, lines, focus, wrong} = screen;
  const {fields, answers, numberHint} = messages(view.language).subscriptionScreen.enrolment;
  const choose = view.words.resolveScreen.choose({key: keyText('choose', view)});
  const options: FieldOptions = {
    label: fields[field],
    labelWidth,
    width: view.columns,
    isFocused: focus === field,
    styles: view.styles,
    note: field === 'as' && as === undefined ? choose : '',
    placeholder: field === 'subscription' ? ` ${numberHint}` : '',
    problem: wrong?.field === field ? enrolmentProblem(screen, view) : undefined,
  };
  if (field === 'as') return chosenField(as === undefined ? '…' : answers[as], options);
  return typedField(lines[field], textOf(lines[field]), options);
}
