import type {Card} from '../../../src/core/card/card.js';
import {Secret} from '../../../src/core/text/secret.js';

/** A card as a test writes it down. */
export type PlainCard = {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: string;
  readonly pin?: string;
  readonly holder?: string;
};

/** A card of its own, that may be wiped. */
export function cardOf({number, securityCode, pin, ...more}: PlainCard): Card {
  const secrets = {number: Secret.of(number), securityCode: Secret.of(securityCode)};
  return {...more, ...secrets, ...(pin === undefined ? {} : {pin: Secret.of(pin)})};
}

export function plainOf({number, securityCode, pin, ...more}: Card): PlainCard {
  const texts = {number: number.slice(0), securityCode: securityCode.slice(0)};
  return {...more, ...texts, ...(pin === undefined ? {} : {pin: pin.slice(0)})};
}
