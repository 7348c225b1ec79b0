import creditCardType from 'credit-card-type';
import {cleanText} from '../text/text.js';
import type {CardMark} from './card.js';

/** The brand of a card as the books name it: `visa`, `american-express`; `card` where no brand is known. */
export function brandOfCard({brand}: Pick<CardMark, 'brand'>): string {
  return brand.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}

/** A brand as people call it; one that is not known, as the books name it. */
export function brandName(id: string): string {
  if (id === 'card') return 'Card';
  // The type says that every id has a brand, which holds for its own alone.
  const known: {readonly niceType: string} | undefined = creditCardType.getTypeInfo(id);
  return known?.niceType ?? cleanText(id, 64);
}
