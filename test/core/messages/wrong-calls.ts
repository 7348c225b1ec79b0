import type {StoredEvent} from '../../../src/core/events/event.js';
import type {Messages} from '../../../src/core/messages/messages.js';
import {fill} from '../../../src/core/messages/messages.js';
import {stepOf} from '../../../src/core/payment/timeline.js';
import {Problem} from '../../../src/core/problem.js';

/** Each of these must stay a compile error: an unused `@ts-expect-error` is one itself. Nobody calls it. */
export function wrongCalls(said: Messages, isLong: boolean, event: StoredEvent): readonly unknown[] {
  return [
    // @ts-expect-error a blank is missing
    said.frame.leaveInFlight({count: 1, leave: 'q'}),
    // @ts-expect-error no facts at all
    said.receipt.copy(),
    // @ts-expect-error a fact that the sentence does not have
    said.receipt.copy({copy: 1, till: 'T7K'}),
    // @ts-expect-error a count is a number
    said.frame.recovered({count: '3'}),
    // @ts-expect-error no such sentence
    said.receipt.coppy,
    // @ts-expect-error the blanks of one of two sentences
    fill(isLong ? said.help.usage.missingArgument : said.help.usage.unknownCommand, {}),
    // @ts-expect-error a fact of the problem is missing
    new Problem('currency-of-another-country', {country: 'KE', expected: 'KES'}),
    // @ts-expect-error a fact that the sentence does not have
    new Problem('amount-missing', {amount: '1'}),
    // @ts-expect-error no such problem
    new Problem('amount-mising'),
    // @ts-expect-error the step of a refund says which it is
    stepOf(event, 'refund-sent-after-sync', {}),
    // @ts-expect-error one of two codes, with the facts of one
    new Problem(isLong ? 'amount-missing' : 'email-invalid', {email: 'a'}),
  ];
}
