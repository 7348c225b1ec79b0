import type {Payment} from '../../src/core/payment/payment.js';
import {nextCardForm} from '../card/card-form.js';
import {type Go, goAlone, goTo} from '../kit/places.js';
import type {ReducerContext} from '../reducer-context.js';
import {nextAttemptForm} from './sale-form.js';

/** The screens for the next attempt of a payment's sale, by what it was asked for last. */
export function nextAttempt(payment: Payment, reducerContext: ReducerContext): readonly Go[] {
  const sale = goAlone('sale', nextAttemptForm(payment, reducerContext));
  const card = payment.request.method === 'card' ? nextCardForm(payment.sale, reducerContext) : undefined;
  return card === undefined ? [sale] : [sale, goTo('card', card)];
}
