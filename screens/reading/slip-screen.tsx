import type {ReactNode} from 'react';
import {customerLanguage} from '../../src/core/questions.js';
import {receiptText} from '../../src/core/receipt.js';
import type {ReadingScreen} from '../model.js';
import {Rows, row, span} from '../parts/rows.js';
import type {ViewOf} from '../view.js';
import {Sheet} from './sheet.js';

export const slipWidth = 42;

/** The slip as it prints, in the customer's language. */
export function SlipText({screen, view}: ViewOf<ReadingScreen>): ReactNode {
  const {columns, shop, styles, till, words} = view;
  const payment = till.state.payments.get(screen.reference);
  if (payment === undefined) return <Rows rows={[row(' ', words.payment.notOpenHere)]} />;
  const lines = receiptText(payment, {
    shop: shop.shop,
    till: till.settings.till,
    zone: shop.zone,
    width: slipWidth,
    profile: shop.profile,
    person: payment.person,
    language: customerLanguage(payment.request.country),
  });
  const margin = ' '.repeat(Math.max(0, Math.floor((columns - slipWidth) / 2) - 2));
  const rows = lines.map(line => row(margin, span('│ ', styles.quiet), line, span(' │', styles.quiet)));
  return <Sheet title={words.slip.title} lines={rows} offset={screen.offset} view={view} />;
}
