import type {ReactNode} from 'react';
import {type Claim, claimVerdict} from '../../src/core/claim/claim.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {badgeOf, glyphs} from '../../src/core/payment/badge.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {fit, widthOf} from '../../src/core/text/width.js';

import {typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {verdictSpan} from '../parts/verdict.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {type ClaimField, type ClaimScreen, claimFields, claimIn} from './claim-form.js';
import {markedOf} from './claim-logic.js';
import {answerText, askText, coverageText, fitCells, isNothingYet} from './shown.js';

const labelWidth = 17;
const tallFrom = 16;

/** A customer's message: what it says, and what this till knows of it. */
export function ClaimCheck({screen, view}: ViewOf<ClaimScreen>): ReactNode {
  const {columns, height, language, styles} = view;
  const {title, lead} = messages(language).claim.screen;
  const space = height >= tallFrom ? [blank] : [];
  const claim = claimIn(screen, view);
  const head = [
    row(' ', span(title, styles.strong)),
    ...space,
    ...claimFields.flatMap(field => fieldRows(field, screen, view)),
    ...space,
  ];
  const say = (text: string, most: number, style = styles.quiet) =>
    paragraph(text, {width: columns - 1, most, indent: 3, style});
  const foot = claim === undefined ? [] : say(coverageText(screen, view), height >= tallFrom ? 2 : 1);
  const room = height - head.length - foot.length;
  const body = claim === undefined ? say(lead, 3) : answerRows(screen, claim, view, room);
  return <Rows rows={[...head, ...body, ...foot].slice(0, height)} />;
}

function fieldRows(field: ClaimField, {lines, focus, wrong}: ClaimScreen, view: View): readonly Row[] {
  const {columns, language, styles} = view;
  const {fields, hints} = messages(language).claim.screen;
  return typedField(lines[field], textOf(lines[field]), {
    label: fields[field],
    labelWidth,
    width: columns,
    isFocused: focus === field,
    styles,
    placeholder: focus === field ? ` ${hints[field]}` : hints[field],
    problem: wrong?.field === field ? problemText(wrong.problem, language) : undefined,
  });
}

/** The verdict and its sentences, and of the payments that fit as many as have room. */
function answerRows(screen: ClaimScreen, claim: Claim, view: View, room: number): readonly Row[] {
  const {columns, height, language, styles} = view;
  const verdict = claimVerdict[claim.kind];
  const {found, means} = answerText(claim, view);
  const ask = askText(screen, claim, view);
  // In a small window the payments themselves say that there are several.
  const isTight = height < tallFrom && claim.fits.length > 1;
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
  if (isNothingYet(screen, claim)) return say(messages(language).claim.screen.nothingYet);
  const said = [
    row('   ', verdictSpan(verdict, messages(language).claim.verdicts[claim.kind], styles)),
    ...(isTight ? [] : say(found)),
    ...say(means, styles.strong),
    ...(ask === '' ? [] : say(ask, styles['not-known'])),
  ];
  return [...said, ...fitRows(screen, claim, view, room - said.length)];
}

function fitRows(screen: ClaimScreen, claim: Claim, view: View, room: number): readonly Row[] {
  const marked = markedOf(screen, claim);
  const from = Math.max(0, Math.min(marked - room + 1, claim.fits.length - room));
  const shown = room < 1 ? [] : claim.fits.slice(from, from + room);
  const rows = shown.map(({payment}) => fitCells(payment, view));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(cells => widthOf(cells[column] ?? ''))));
  return shown.map(({payment}, at) => {
    const isMarked = screen.focus === 'answer' && from + at === marked;
    return fitRow(payment, {cells: rows[at] ?? [], widths, isMarked}, view);
  });
}

type Cells = {readonly cells: readonly string[]; readonly widths: readonly number[]; readonly isMarked: boolean};

function fitRow(payment: Payment, {cells, widths, isMarked}: Cells, {columns, styles}: View): Row {
  const badge = badgeOf(payment);
  const isNumber = (column: number) => column === 1;
  const [word = '', ...others] = cells.map((cell, column) => fit(cell, widths[column] ?? 0, isNumber(column)));
  const lead = ` ${isMarked ? '▸' : ' '} ${glyphs[badge]} ${word}`;
  const rest = `  ${others.join('  ')}`;
  return row(
    span(lead, styles[badge]),
    span(fit(rest, columns - widthOf(lead) - 1), isMarked ? styles.selected : styles.plain),
  );
}
