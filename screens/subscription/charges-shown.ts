import type {SubscriptionCharge} from '../../src/core/endpoints/subscription-charges.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayNumber} from '../../src/core/money/display.js';
import {isPaid} from '../../src/core/subscription/charge-cycles.js';
import {statedText} from '../../src/core/subscription/json.js';
import {statedAmount} from '../../src/core/subscription/plan-text.js';
import {cleanText} from '../../src/core/text/text.js';

import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';

import {type ChargeWindow, shownLines} from './charge-window.js';
import {dayShort, valueText, whenText} from './shown.js';

const failed = /^(?:fail|declin|error|cancel|revers)/iu;
const undecided = /^(?:pending|processing|initiated)$/iu;

type Reader = Pick<Ear, 'language' | 'shop'>;

/** The cells of a charge, each as long as it is. */
export function chargeCells(charge: SubscriptionCharge, reader: Reader) {
  const {cycleNumber, attemptNumber, chargedAt, amount, currency} = charge;
  const {language} = reader;
  const {empty} = messages(language).subscriptionScreen.one;
  return {
    cycle: cycleNumber === null ? empty : `${cycleNumber}`,
    attempt: attemptNumber === null ? empty : `${attemptNumber}`,
    at: chargedAt === null ? empty : whenText(chargedAt, reader),
    amount: statedAmount(amount, currency, language),
    state: chargeState(charge, language),
    ...chargeNotes(charge, reader),
  };
}

/** Whether the money came; a word that the till does not know stays the service's. */
export function chargeState(charge: SubscriptionCharge, language: Language): string {
  const {states} = messages(language).subscriptionScreen.charges;
  if (isPaid(charge)) return states.paid;
  if (failed.test(charge.status)) return states.failed;
  return undecided.test(charge.status) ? states.open : `? ${cleanText(charge.status, 30)}`;
}

/** Why it failed, and when it is tried again; in short the day of the next try, or why there is none. */
function chargeNotes(charge: SubscriptionCharge, reader: Reader) {
  const {language} = reader;
  if (isPaid(charge)) return {note: '', shortNote: ''};
  const {retry, retryShort, noRetry} = messages(language).subscriptionScreen.charges;
  const {failureReason, respCode, nextRetryAt, isRetriable} = charge;
  const why = cleanText(failureReason ?? respCode ?? '', 60);
  const isLast = nextRetryAt === null;
  const none = isRetriable === false ? noRetry : '';
  const next = isLast ? none : retry({date: whenText(nextRetryAt, reader)});
  const nextShort = isLast ? none : retryShort({date: dayShort(nextRetryAt, reader)});
  return {note: [next, why].filter(text => text !== '').join(', '), shortNote: nextShort === '' ? why : nextShort};
}

/** Which lines are shown, of how many. */
export function rangeText(window: ChargeWindow, language: Language): string {
  const {range, rangeUpTo} = messages(language).subscriptionScreen.charges;
  const lines = shownLines(window);
  const [first = 0] = lines;
  if (lines.length === 0) return '';
  const {count, isExact} = window.total;
  const facts = {first: first + 1, last: first + lines.length, count: displayNumber(`${count}`, language)};
  return (isExact ? range : rangeUpTo)(facts);
}

/** Why a page is missing, or that it is being asked for. */
export function askingText({problem, asking}: ChargeWindow, ear: Ear): string {
  const {charges} = messages(ear.language).subscriptionScreen;
  if (problem !== undefined) {
    return charges.again({problem: problemText(problem, ear.language), key: keyText('refresh', ear)});
  }
  return asking === undefined ? '' : charges.asking;
}

/** Every member of the service's record of a charge. */
export function chargeFields(charge: SubscriptionCharge, reader: Reader): readonly (readonly [string, string])[] {
  const {fields} = messages(reader.language).subscriptionScreen.charges;
  const {amount, currency} = charge;
  const whole = {...charge, amount: amount === null ? null : statedText(amount, currency)};
  const names = Object.keys(fields) as readonly (keyof typeof fields)[];
  return names.map(name => [fields[name], valueText(whole[name], reader)]);
}
