import creditCardType from 'credit-card-type';
import {cleanText} from '../text/text.js';
import type {CardMark} from './card.js';

/** Returns the brand of a card as the books name it: `visa`, `american-express`; `card` if the brand is not known. */
export function brandOfCard({brand}: Pick<CardMark, 'brand'>): string {
  return brand.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}

/** Returns the name of a brand for people. An unknown brand has the name that the books use. */
export function brandName(id: string): string {
  if (id === 'card') return 'Card';
  // The type of the library says that every id has a brand, but that is true only of the library's own ids.
  const known: {readonly niceType: string} | undefined = creditCardType.getTypeInfo(id);
  return known?.niceType ?? cleanText(id, 64);
}
