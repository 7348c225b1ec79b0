import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {cleanText} from '../../src/core/text/text.js';

import {typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {verdictSpan} from '../parts/verdict.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {banksFitting, currenciesFitting, isPicking} from './bank-logic.js';
import {type BankField, type BankScreen, bankFields} from './bank-screens.js';
import {markedIn, pickRows} from './pick.js';
import {answerTexts, bankFlag, bankText, closedText, currencyText} from './shown.js';

const labelWidth = 24;
const tallFrom = 16;

/** Who holds an account: currency, bank, account, holder. */
export function BankLookUp({screen, view}: ViewOf<BankScreen>): ReactNode {
  const {columns, height, language, styles} = view;
  const {title, lead} = messages(language).planScreen.bank;
  const space = height >= tallFrom ? [blank] : [];
  const head = [
    row(' ', span(title, styles.strong)),
    ...paragraph(lead, {width: columns - 1, most: 2, indent: 3, style: styles.quiet}),
    ...space,
    ...bankFields.flatMap(field => fieldRows(field, screen, view)),
    ...space,
  ];
  const room = height - head.length;
  const body = isPicking(screen) ? listRows(screen, view, room) : answerRows(screen, view);
  return <Rows rows={[...head, ...body].slice(0, height)} />;
}

function fieldRows(field: BankField, screen: BankScreen, view: View): readonly Row[] {
  const {lines, focus, wrong, bank} = screen;
  const {columns, language, styles} = view;
  const {fields, hints, accountMissing} = messages(language).planScreen.bank;
  const hint = field === 'account' ? accountMissing : hints[field];
  const isFocused = focus === field;
  const rows = typedField(lines[field], textOf(lines[field]), {
    label: fields[field],
    labelWidth,
    width: columns,
    isFocused,
    styles,
    placeholder: isFocused ? ` ${hint}` : '',
    note: field === 'bank' && bank !== undefined ? cleanText(bank.name, 30) : '',
    problem: wrong?.field === field ? problemText(wrong.problem, language) : undefined,
  });
  const closed = field === 'bank' ? closedText(screen, view) : '';
  if (closed === '') return rows;
  return [
    ...rows,
    ...paragraph(`! ${closed}`, {width: columns - 1, most: 2, indent: labelWidth + 3, style: styles['not-known']}),
  ];
}

/** The currencies or the banks that may be meant. */
function listRows(screen: BankScreen, view: View, room: number): readonly Row[] {
  const {columns, language, styles} = view;
  const {noCurrency, asking, noBanks, noMatch, again} = messages(language).planScreen.bank;
  const say = (text: string, style = styles.quiet) => paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
  const {list} = screen;
  const pick = (rows: readonly {text: string; isClosed: boolean}[]) =>
    pickRows(
      rows.map(({text, isClosed}) => ({text, style: isClosed ? styles.quiet : styles.plain})),
      {marked: markedIn(screen.index, rows.length), most: room, indent: 3, width: columns, styles},
    );
  if (screen.focus === 'currency') {
    const fits = currenciesFitting(screen);
    if (fits.length === 0) return say(noCurrency);
    return pick(fits.map(currency => ({text: currencyText(currency, view), isClosed: false})));
  }
  if (list === undefined || list.kind === 'asking') return list === undefined ? [] : say(asking);
  if (list.kind === 'failed') {
    return [
      ...say(`✗ ${problemText(list.problem, language)}`, styles.problem),
      ...say(again({key: keyText('continue', view)})),
    ];
  }
  const fits = banksFitting(screen);
  if (list.banks.length === 0) return say(noBanks({currency: screen.currency ?? ''}));
  if (fits.length === 0) return say(noMatch);
  return pick(fits.map(bank => ({text: bankText(bank, view), isClosed: bankFlag(bank, view) !== ''})));
}

/** Who holds the account: the name is the largest thing there is to know. */
function answerRows({answer}: BankScreen, view: View): readonly Row[] {
  const {columns, language, styles} = view;
  if (answer === undefined) return [];
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
  if (answer.kind === 'asking') return say(messages(language).planScreen.bank.askingHolder, styles.quiet);
  const {verdict, word, texts} = answerTexts(answer, view);
  return [
    row('   ', verdictSpan(verdict, word, styles)),
    ...texts.flatMap((text, at) => say(text, at === 0 ? styles.strong : styles.plain)),
  ];
}
