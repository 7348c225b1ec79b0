import {describe, expect, it} from 'vitest';
import {
  type AcquirerCode,
  acquirerAdvice,
  acquirerCode,
  acquirerCodes,
  cardRefusal,
} from '../../../src/core/card/acquirer.js';
import {brandName, brandOfCard} from '../../../src/core/card/card.js';
import {cardMark} from '../../../src/core/card/schema.js';
import {messages} from '../../../src/core/messages/messages.js';
import {isValid} from '../../../src/core/spec/check.js';

describe('a code of the acquirers', () => {
  it.each(acquirerCodes)('%s is itself', code => expect(acquirerCode(code)).toBe(code));

  it.each<[string, AcquirerCode]>([
    ['APPROVED_AUTO', 'APPROVED'],
    ['APPROVED_PENDING_SETTLEMENT', 'APPROVED'],
    ['SUBMITTED', 'PENDING'],
    ['ABORTED', 'CANCELLED'],
    ['ACQUIRER_SYSTEM_ERROR', 'SYSTEM_ERROR'],
    ['SERVER_FAILED', 'SYSTEM_ERROR'],
    ['NO_BALANCE', 'UNKNOWN'],
    ['BALANCE_AVAILABLE', 'UNKNOWN'],
    ['BALANCE_UNKNOWN', 'UNKNOWN'],
    ['expired_card', 'EXPIRED_CARD'],
  ])('%s is %s', (text, code) => expect(acquirerCode(text)).toBe(code));
});

describe('a sentence of the service', () => {
  it.each<[string, AcquirerCode]>([
    [
      "Value 'T7K0MZ4K8Q2RDWX' is invalid. There is already an authentication outcome associated with the supplied transaction ID",
      'DUPLICATE',
    ],
    ["Value 'T7K0MZ4K8Q2RDWX' is invalid. Transaction reference already exists", 'DUPLICATE'],
    ["Value 'T7K0MZ4K8Q2RDWX' is invalid. This reference has been used", 'DUPLICATE'],
    ["Value 'T7K0MZ4K8Q2RDWX' is invalid. It must be unique", 'DUPLICATE'],
    ['transaction_reference is required to be unique', 'DUPLICATE'],
    ["Value '401200xxxxxx1111' is invalid. Unable to determine card payment.", 'INVALID_CARD'],
    ["Value '[card …1111]' is invalid. Unable to determine card payment.", 'INVALID_CARD'],
    ["Value 'x' is invalid. phone_number can only be numbers.", 'INVALID_FIELD'],
    ['email_address is required', 'INVALID_FIELD'],
    ['Expired card', 'EXPIRED_CARD'],
    ['The card has expired', 'EXPIRED_CARD'],
    ['Insufficient funds', 'INSUFFICIENT_FUNDS'],
    ['Not sufficient funds', 'INSUFFICIENT_FUNDS'],
    ['Invalid CVV', 'INVALID_CSC'],
    ['Incorrect PIN', 'INVALID_CSC'],
    ['Transaction declined by issuer', 'DECLINED'],
    ['Declined, do not contact: DECLINED_DO_NOT_CONTACT', 'DECLINED_DO_NOT_CONTACT'],
    ['3DS authentication failed', 'AUTHENTICATION_FAILED'],
    ['Transaction timed out', 'TIMED_OUT'],
    ['Gateway timeout', 'TIMED_OUT'],
    ['Declined: acquirer system error', 'SYSTEM_ERROR'],
    ['The merchant is not approved for cards', 'UNKNOWN'],
    ['NOT_APPROVED', 'UNKNOWN'],
    ['Invalid credentials.', 'UNKNOWN'],
    ['Transaction Failed', 'UNKNOWN'],
    ['', 'UNKNOWN'],
  ])('“%s” is %s', (text, code) => expect(acquirerCode(text)).toBe(code));
});

it('the list of refusal codes is frozen', () =>
  expect(acquirerCodes.filter(code => cardRefusal(code) === code).sort()).toEqual([
    'AUTHENTICATION_FAILED',
    'DECLINED',
    'DECLINED_DO_NOT_CONTACT',
    'DO_NOT_PROCEED',
    'EXPIRED_CARD',
    'INSUFFICIENT_FUNDS',
    'INVALID_CARD',
    'INVALID_CSC',
    'INVALID_FIELD',
  ]));

it.each(acquirerCodes)('%s has advice, unless nobody knows what it means', code =>
  expect(acquirerAdvice(code, 'en')).toBe(code === 'UNKNOWN' ? '' : messages('en').acquirer[code]),
);

it.each([
  ['Expired card', 'EXPIRED_CARD'],
  [' DECLINED. ', 'DECLINED'],
  ['DECLINED!', 'DECLINED'],
  ['DECLINED..', undefined],
  ['.DECLINED', undefined],
  ['DECLINED, then sent again', undefined],
  ['', undefined],
] as const)('“%s” is the refusal %s', (text, code) => expect(cardRefusal(text)).toBe(code));

it.each([
  ['Visa', 'visa', 'Visa'],
  ['American Express', 'american-express', 'American Express'],
  ['Diners Club', 'diners-club', 'Diners Club'],
  ['Card', 'card', 'Card'],
  ['Afri & Go!', 'afri-go-', 'afri-go-'],
])('the brand %s is %s in the books and %s for people', (brand, id, name) =>
  expect([brandOfCard({brand}), brandName(id)]).toEqual([id, name]),
);

it.each([
  [{brand: 'Visa', lastFour: '1019'}, true],
  [{brand: 'x'.repeat(40), lastFour: '1019'}, true],
  [{brand: 'x'.repeat(41), lastFour: '1019'}, false],
  [{brand: ['Visa'], lastFour: '1019'}, false],
  [{brand: 'Visa', lastFour: '10191'}, false],
])('all that is written of a card is %j: %s', (mark, expected) => expect(isValid(cardMark())(mark)).toBe(expected));
