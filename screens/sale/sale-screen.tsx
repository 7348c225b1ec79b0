import type {ReactNode} from 'react';
import {isWalletless, marketOf} from '../../src/core/market/markets.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';

import type {SaleScreen} from '../model.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, blanks, type Row, Rows, row, span} from '../parts/rows.js';
import {amountRows} from '../parts/verdict.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {hourRows} from './hours.js';
import {titleRow} from './last-outcome.js';
import {
  amountIn,
  customerName,
  marketIn,
  networkIn,
  type SaleField,
  type SaleForm,
  type TypedField,
} from './sale-form.js';
import {fieldLabel, shownAmount, shownWallet} from './shown.js';
import {partRows, todayRows} from './today.js';

const labelWidth = 12;
const bigHeight = 4;

/** The sale and, below it, the day: where a till is when nothing else is asked of it. */
export function Sale({screen: {form}, view}: ViewOf<SaleScreen>): ReactNode {
  const today = [...todayRows(view), ...partRows(view)];
  const fields = fieldRows(form, view);
  const title =
    form.sale === undefined ? view.words.saleScreen.title : view.words.saleScreen.nextAttempt({sale: form.sale});
  const room = view.height - today.length - fields.length - 1;
  const isSpacious = room >= 2;
  const big = room >= bigHeight + 2 ? bigAmount(form, view) : [];
  const head = [titleRow(title, view), ...(isSpacious ? [blank] : []), ...big];
  const free = view.height - head.length - fields.length - today.length;
  const between = free > 4 ? [blank] : [];
  const hours = hourRows(view, free - 1 - between.length);
  const day = hours.length === 0 ? today : [...today, ...between, ...hours];
  return <Rows rows={[...head, ...fields, ...blanks(free + today.length - day.length), ...day]} />;
}

/** The amount as it is read, while it is being typed. */
function bigAmount(form: SaleForm, {columns, styles}: View): readonly Row[] {
  const typed = amountIn(form);
  const {currency} = marketIn(form).market;
  const style = typed === undefined ? styles.quiet : styles.strong;
  return [...amountRows(typed ?? {currency, minor: 0}, {width: columns, isTall: true, style}), blank];
}

function fieldRows(form: SaleForm, view: View): readonly Row[] {
  const {words, language} = view;
  const {market, source} = marketIn(form);
  const reading = networkIn(form, view.till.networksAtHand(market));
  const notes = {
    chosen: words.saleScreen.chosen,
    prefix: words.saleScreen.fromPrefix,
    only: words.saleScreen.onlyOne,
    later: '',
    unknown: '',
  } as const;
  const typed = (field: TypedField, shown: string, extra: Extra = {}) =>
    typedField(form.lines[field], shown, options(field, form, view, extra));
  const {sale} = form;
  const currency = `${market.currency} `;
  const networkShown = reading.network?.name ?? (reading.source === 'later' ? words.saleScreen.networkLater : '—');
  const country = messages(language).country[marketOf(market.country).country];
  return [
    ...typedField(
      {before: currency + form.lines.amount.before, after: form.lines.amount.after},
      shownAmount(form),
      options('amount', form, view, {note: sale === undefined ? '' : words.saleScreen.sameAmount}),
    ),
    ...typed('wallet', shownWallet(form), {
      ...(isWalletless(market) ? {note: words.saleScreen.noWallet, placeholder: view.shop.phone ?? ''} : {}),
      isSelected: form.isWalletKept,
    }),
    ...chosenField(networkShown, options('network', form, view, {note: notes[reading.source]})),
    ...chosenField(
      country,
      options('country', form, view, {
        note: {chosen: words.saleScreen.chosen, number: words.saleScreen.fromNumber, kept: ''}[source],
      }),
    ),
    ...(form.isMoreOpen ? moreRows(form, view, typed) : chosenRow(form, view)),
  ];
}

function chosenRow(form: SaleForm, view: View): readonly Row[] {
  const {styles, words} = view;
  const mark = form.focus === 'more' ? ' ▸ ' : '   ';
  return [
    row(
      span(mark, styles.strong),
      span(words.saleScreen.fields.more.padEnd(labelWidth), styles.quiet),
      span(words.saleScreen.moreHint, styles.quiet),
    ),
  ];
}

function moreRows(
  form: SaleForm,
  view: View,
  typed: (field: TypedField, shown: string, extra?: Extra) => readonly Row[],
): readonly Row[] {
  const {shop, words} = view;
  const defaults: Readonly<Partial<Record<TypedField, string>>> = {
    firstName: customerName,
    lastName: shop.shop,
    email: shop.email ?? '',
    description: words.saleScreen.byItself,
  };
  return (['firstName', 'lastName', 'email', 'description'] as const).flatMap(field => {
    return typed(field, textOf(form.lines[field]), {placeholder: defaults[field] ?? ''});
  });
}

type Extra = Pick<FieldOptions, 'note' | 'placeholder' | 'isSelected'>;

function options(field: SaleField, form: SaleForm, view: View, extra: Extra): FieldOptions {
  const {columns, styles, words, language} = view;
  const problem = form.wrong?.field === field ? problemText(form.wrong.problem, language) : undefined;
  return {
    label: fieldLabel(field, form, words),
    labelWidth,
    width: columns,
    isFocused: form.focus === field,
    styles,
    problem,
    ...extra,
  };
}
