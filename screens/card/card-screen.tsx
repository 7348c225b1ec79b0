import type {ReactNode} from 'react';
import {brandOf, securityCodeLength} from '../../src/core/card/card.js';
import {problemText} from '../../src/core/messages/problem-text.js';

import type {CardScreen} from '../model.js';
import {chosenField, type FieldOptions, masked, typedField} from '../parts/field.js';
import {blank, blanks, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {amountRows} from '../parts/verdict.js';
import {customerName} from '../sale/sale-form.js';
import {type Line, textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {type CardField, type CardSaleForm, cardAmountIn, cardFieldsOf, type TypedCardField} from './card-form.js';
import {beginningOf, leftNumber, typedNumber} from './masks.js';
import {nairaNote, pinWarning, shownCardAmount, shownExpiry} from './shown.js';

const labelWidth = 18;
const bigHeight = 4;

/** The sale by card. Of the card's number no more is ever shown than its last four digits. */
export function CardSale({screen: {form}, view}: ViewOf<CardScreen>): ReactNode {
  const {columns, height, styles, words} = view;
  const {sale} = words.cardScreen;
  const title = form.sale === undefined ? sale.title : sale.nextAttempt({sale: form.sale});
  const say = (text: string, style = styles.quiet) => paragraph(text, {width: columns - 1, most: 2, style, indent: 3});
  const notes = [
    ...pinWarning(form, view).flatMap(text => say(`! ${text}`, styles['not-known'])),
    ...nairaNote(view).flatMap(text => say(text)),
    ...say(sale.notKept),
  ];
  const fields = fieldsIn(height - 1, form, view);
  const room = height - fields.length - notes.length - 1;
  const big = room >= bigHeight + 3 ? bigAmount(form, view) : [];
  const head = [row(' ', span(title, styles.strong)), ...(room >= 2 ? [blank] : []), ...big];
  const free = height - head.length - fields.length - notes.length;
  const rows = [...head, ...fields, ...blanks(Math.min(free, 1)), ...notes];
  return <Rows rows={rows.slice(0, height)} />;
}

/** The fields; in a small window those before the one that has the focus make room for it. */
function fieldsIn(lines: number, form: CardSaleForm, view: View): readonly Row[] {
  const kept: readonly CardField[] = form.sale === undefined ? [] : ['amount'];
  const all = [...kept, ...cardFieldsOf(form, view)];
  const rows = all.map(field => fieldRows(field, form, view));
  const upTo = (last: number) => rows.slice(0, last + 1).flat().length;
  const over = Math.max(0, upTo(all.indexOf(form.focus)) - lines);
  const first = all.findIndex((_, at) => upTo(at - 1) >= over);
  return rows.slice(first).flat();
}

function bigAmount(form: CardSaleForm, {columns, language, styles}: View): readonly Row[] {
  const typed = cardAmountIn(form);
  const style = typed === undefined ? styles.quiet : styles.strong;
  const amount = typed ?? {currency: form.currency, minor: 0};
  return [...amountRows(amount, {language, width: columns, isTall: true, style}), blank];
}

function fieldRows(field: CardField, form: CardSaleForm, view: View): readonly Row[] {
  const {shop, words} = view;
  const {sale} = words.cardScreen;
  const {lines} = form;
  const typed = (of: TypedCardField, line: Line, shown: string, extra: Extra = {}) =>
    typedField(line, shown, options(of, form, view, extra));
  const secret = (of: 'securityCode' | 'pin', note: string) =>
    typed(of, masked(lines[of]), textOf(masked(lines[of])), {note});
  const plain = (of: TypedCardField, placeholder = '') => typed(of, lines[of], textOf(lines[of]), {placeholder});
  switch (field) {
    case 'amount': {
      const {before, after} = lines.amount;
      return typed(field, {before: `${form.currency} ${before}`, after}, shownCardAmount(form, view), {
        note: form.sale === undefined ? '' : words.saleScreen.sameAmount,
      });
    }
    case 'currency':
      return chosenField(form.currency, options(field, form, view));
    case 'number':
      return typed(field, typedNumber(lines.number), leftNumber(lines.number), {
        note: brandOf(beginningOf(lines.number)) ?? '',
      });
    case 'expiry':
      return typed(field, lines.expiry, shownExpiry(form), {note: sale.expiryHint});
    case 'securityCode':
      return secret(field, sale.codeHint({length: securityCodeLength(beginningOf(lines.number))}));
    case 'pin':
      return secret(field, sale.pinHint);
    case 'more':
      return form.isMoreOpen ? [] : moreRow(form, view);
    case 'firstName':
      return plain(field, customerName);
    case 'lastName':
      return plain(field, shop.shop);
    case 'email':
      return plain(field, shop.email ?? '');
    case 'phone':
      return plain(field, shop.phone ?? '');
    case 'description':
      return plain(field, words.saleScreen.byItself);
    case 'holder':
      return plain(field);
  }
}

function moreRow({focus}: CardSaleForm, {styles, words}: View): readonly Row[] {
  const {fields, moreHint} = words.cardScreen.sale;
  const mark = focus === 'more' ? ' ▸ ' : '   ';
  return [
    row(span(mark, styles.strong), span(fields.more.padEnd(labelWidth), styles.quiet), span(moreHint, styles.quiet)),
  ];
}

type Extra = Pick<FieldOptions, 'note' | 'placeholder'>;

function options(field: CardField, form: CardSaleForm, view: View, extra: Extra = {}): FieldOptions {
  const {columns, styles, words, language} = view;
  const problem = form.wrong?.field === field ? problemText(form.wrong.problem, language) : undefined;
  const label = words.cardScreen.sale.fields[field];
  return {label, labelWidth, width: columns, isFocused: form.focus === field, styles, problem, ...extra};
}
