import {displayMoney, sumByCurrency} from '../../core/money.js';
import {type Payment, type Verdict, verdictOf} from '../../core/payment.js';
import type {State} from '../../core/state.js';
import {fit, widthOf} from '../../core/width.js';
import {demoWords} from '../../core/words/demo.js';
import {fill, type Language} from '../../core/words/fill.js';
import {paymentLines} from '../payment-lines.js';

const order: readonly Verdict[] = ['paid', 'not-paid', 'not-known', 'needs-person'];

/** What was paid in each currency, and how many payments came to which verdict. */
export function sumLines(payments: readonly Payment[], language: Language): readonly string[] {
  const {counts} = demoWords[language];
  const currencies = [...new Set(payments.map(({request}) => request.amount.currency))].sort();
  const rows = currencies.map(currency => {
    const own = payments.filter(({request}) => request.amount.currency === currency);
    const paid = own.filter(payment => verdictOf(payment) === 'paid').map(({request}) => request.amount);
    const [sum = {currency, minor: 0}] = sumByCurrency(paid);
    const told = order.flatMap(verdict => {
      const count = own.filter(payment => verdictOf(payment) === verdict).length;
      return count === 0 ? [] : [fill(counts[verdict], {count})];
    });
    return {sum: displayMoney(sum), told: told.join(', ')};
  });
  const width = Math.max(...rows.map(({sum}) => widthOf(sum)));
  return rows.map(({sum, told}) => `  ${fit(sum, width)}   ${told}`);
}

/** Each payment's verdict, why, and what it means for the goods. */
export function verdictLines(state: State, payments: readonly Payment[], language: Language): readonly string[] {
  return payments.flatMap(payment =>
    paymentLines(state, payment, language)
      .slice(0, -1)
      .map(line => `  ${line}`),
  );
}
