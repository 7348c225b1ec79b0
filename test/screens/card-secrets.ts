import {inspect} from 'node:util';
import {expect} from 'vitest';
import {cardLeaks} from '../card-leaks.js';
import type {ShopScreens} from './open.js';

/** The service's documented test cards: the first two ask the customer's bank. */
export const cards = {
  challenged: '4508750015741019',
  challengedToo: '5123450000000008',
  visa: '4012000033330026',
  mastercard: '5111111111111118',
} as const;

export type Typed = {
  readonly amount: string;
  readonly number?: string;
  readonly expiry?: string;
  readonly code?: string;
  readonly pin?: string;
};

export const pin = '739148';

/** Types a card sale as a cashier does, up to the question. */
export async function askCard(shop: ShopScreens, typed: Typed): Promise<void> {
  await shop.type('c');
  await shop.sees(/New sale by card|Nouvelle vente par carte/);
  await shop.type(typed.amount);
  await shop.press('enter');
  await typeCard(shop, typed);
  await shop.sees(/Charge this card|Débiter cette carte/);
}

/** Types the card alone, from its number on. */
export async function typeCard(
  shop: ShopScreens,
  {number = cards.mastercard, expiry = '01/39', code = '100', pin: secret = pin}: Omit<Typed, 'amount'>,
): Promise<void> {
  for (const text of [number, expiry, code, secret]) {
    await shop.type(text);
    await shop.press('enter');
  }
}

/** Times of the steady clock, whose fractions have digits of a card by chance now and then. */
const steadyTimes = /\b\d+\.\d{3,}\b/g;

/** What `text` gives away of a card: digits of its number but for the last four, and its PIN. */
export function leaksIn(text: string, number: string, secret = pin): readonly string[] {
  return cardLeaks(text, [number], [secret]);
}

/** Nothing that was ever drawn or said shows more of the card than its last four digits; nor does the model. */
export function keepsSecret(shop: ShopScreens, number: string, secret = pin): void {
  const frames = shop.frames();
  expect(frames.length).toBeGreaterThan(5);
  const lastFour = number.slice(-4);
  for (const frame of frames) {
    expect(leaksIn(frame, number, secret), frame).toEqual([]);
    const [, field = ''] = /(?:Card number|Numéro de carte) +([•▌\d ]*)/.exec(frame) ?? [];
    expect(['', lastFour], frame).toContain(field.replaceAll(/\D/g, ''));
  }
  expect(frames.some(frame => frame.includes(lastFour))).toBe(true);
  const model = inspect(shop.program.model(), {depth: 30, showHidden: true}).replaceAll(steadyTimes, '');
  expect(leaksIn(model, number, secret)).toEqual([]);
  expect(model).not.toMatch(/'100'|'0?1\/?39'/);
}
