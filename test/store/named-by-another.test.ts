// @module-tag slow

import {expect, it} from 'vitest';
import type {StoredEvent} from '../../src/core/events/event.js';
import {beginPayment} from '../../src/core/payment/payment.js';
import {PaymentIndex} from '../../store/search.js';
import {event, request} from '../core/payment/payment-samples.js';

const referenceOf = (number: number) => `T7K${String(number).padStart(12, '0')}`;

it.each([
  ['its sale', {sale: referenceOf(3)}],
  ['its description', {description: referenceOf(3)}],
  ['why it was asked again', {again: {reason: 'again', earlier: referenceOf(3)}}],
])('a payment is found by its own reference, though a later one names it in %s', (_, naming) => {
  const index = new PaymentIndex();
  const add = (number: number, more: object) => {
    const reference = referenceOf(number);
    const data = {...request, reference, sale: reference, ...more};
    return index.add(beginPayment(event(number + 1, 'requested', data) as StoredEvent & {type: 'requested'}));
  };
  // More than a block of rows lies between them: the newest block is looked through first.
  for (let number = 0; number < 5000; number += 1) add(number, number === 4990 ? naming : {});
  expect(index.numberOf(referenceOf(3))).toBe(3);
  expect(index.numberOf(referenceOf(4990))).toBe(4990);
  expect(index.numberOf(referenceOf(5000))).toBeUndefined();
});
