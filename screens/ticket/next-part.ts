import type {Money} from '../../src/core/money/money.js';
import type {Ticket} from '../../src/core/ticket/ticket.js';
import {partCardForm} from '../card/card-form.js';
import {typedIn} from '../kit/form.js';
import {type Go, goAlone, goTo} from '../kit/places.js';
import type {ReducerContext} from '../reducer-context.js';
import {marketIn, partForm} from '../sale/sale-form.js';

/** To the next part of a ticket: by wallet, or where nobody has one in its currency by card, and else in cash. */
export function toNextPart(ticket: Ticket, left: Money, reducerContext: ReducerContext): readonly Go[] {
  const form = partForm(ticket, left, reducerContext);
  const sale = goAlone('sale', form);
  if (marketIn(form).market.currency === left.currency) return [sale];
  const card = partCardForm(form, typedIn(form, 'amount'), reducerContext);
  return [sale, card === undefined ? goTo('cash', form) : goTo('card', card)];
}
