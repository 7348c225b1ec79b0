import {figureOf} from '../../src/core/money/display.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {beginPayment, evolve} from '../../src/core/payment/payment.js';
import {type Issue, receiptParts, type Slip} from '../../src/core/present/receipt.js';
import {type SlipPart, slipText} from '../../src/core/slip/slip.js';
import {accepted, event, record, reference, request} from '../core/payment/payment-samples.js';

export const slip: Slip = {
  shop: 'Corner Shop',
  till: 'T7K',
  zone: 'Africa/Nairobi',
  width: 48,
  profile: 'live',
  person: 'Amina',
  language: 'en',
};

const begun = beginPayment(event(1, 'requested', request) as Parameters<typeof beginPayment>[0]);
const sent = evolve(begun, event(2, 'sent', {reference}));
const taken = evolve(sent, event(3, 'answered', {reference, answer: accepted()}));
const told = (name: string, code: string): Payment =>
  evolve(taken, event(4, 'status-answered', {reference, question: 'status', answer: record(name, code), repeated: 0}));

export const paid = told('Completed', '00');
export const pending = taken;
export const failed = told('Failed', '06');

/** Two rows whose amounts have decimals and one that has none. */
export const report: readonly SlipPart[] = [
  {kind: 'columns', label: 'M-Pesa', count: 14, amount: figureOf({currency: 'KES', minor: 1_840_000}, 'en')},
  {kind: 'columns', label: 'Refunds', count: 2, amount: figureOf({currency: 'KES', minor: -5050}, 'en')},
  {kind: 'columns', label: 'Orange', count: null, amount: figureOf({currency: 'XOF', minor: 5000}, 'en')},
];

export function partsOf(payment: Payment, more: Partial<Slip> & Partial<Issue> = {}): readonly SlipPart[] {
  const {copy = 0, signedCode: proof, ...changed} = more;
  return receiptParts(payment, {...slip, ...changed}, {copy, signedCode: proof});
}

/** The original slip of a payment in lines of exactly its width. */
export const receiptText = (payment: Payment, on: Slip): string[] =>
  slipText(receiptParts(payment, on, {copy: 0}), on.width);
