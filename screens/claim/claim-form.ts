import type {State} from '../../src/core/books/state.js';
import {
  type Claim,
  type Claimed,
  type ClaimFacts,
  checkClaim,
  factsOf,
  saysNothing,
  shortestTail,
} from '../../src/core/claim/claim.js';
import {checkCode, checkTail, claimedAmounts, claimedTime} from '../../src/core/claim/input.js';
import {longestMessage, type PaymentMessage, readMessage} from '../../src/core/claim/message.js';
import {marketOf} from '../../src/core/market/markets.js';
import {checkNoCard, validateFreeText} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import type {Problem} from '../../src/core/problem.js';
import {unaskedRows} from '../../src/core/reconcile/result/decide.js';
import type {ClaimReading} from '../../src/till/claim.js';
import {type Filled, type Form, firstWrong, remembered, typedIn} from '../kit/form.js';
import type {Context} from '../kit/step.js';
import {amountLine, wordsLine} from '../order/masks.js';
import {codeRules, type emptyLine, type LineRules, numberRules, textRules} from '../terminal/line.js';

const fields = ['who', 'tail', 'amount', 'time'] as const;
type ClaimField = (typeof fields)[number];

/**
 * A customer's message being checked. While the answer has the focus, letters are commands, and Enter opens the payment that fits. While
 * several payments fit, the focus is on the digits that distinguish them.
 */
export type ClaimCheck = Filled<ClaimField | 'answer'> & {
  readonly read: ClaimReading | undefined;
  readonly isReading: boolean;
  readonly unread: Problem | undefined;
};

/** The rules of the field for a code, into which a whole message can be pasted. */
const messageRules: LineRules = {...textRules, longest: longestMessage};
/** The rules of the field for a time of day, optionally with a date before it. */
const timeRules: LineRules = {accepts: /^[0-9:. -]$/, longest: 16};

export function form(state: ClaimCheck, context: Context): Form<ClaimCheck> {
  const messages = context.messages.claim.screen;
  const guard = (_: unknown, line: typeof emptyLine) => wordsLine(line);
  const own = {
    who: {rules: messageRules, guard: (_: unknown, line: typeof emptyLine) => wordsLine(line, checkNoCard)},
    tail: {rules: codeRules},
    amount: {rules: numberRules, guard: amountLine},
    time: {rules: timeRules, guard},
  };
  return fieldsIn(state, context).map(id => ({
    id,
    label: messages.fields[id],
    hint: messages.hints[id],
    check: () => problemOf(() => (id === 'tail' ? checkedTail(state) : said(state, id, context))),
    edited: now => ({...now, unread: undefined}),
    ...own[id],
  }));
}

/**
 * Returns the fields. A message already contains the amount and the time. The digits are asked for if more is needed to identify the
 * payment.
 */
function fieldsIn(state: ClaimCheck, context: Context): readonly ClaimField[] {
  if (messageIn(state, context) !== undefined) return ['who', 'tail'];
  const isNarrowed = state.focus === 'tail' || typedIn(state, 'tail') !== '';
  return isNarrowed ? fields : ['who', 'amount', 'time'];
}

/** Returns the network's message that was pasted or typed, or undefined if it is not one. */
export const messageIn = (state: ClaimCheck, {shop}: Context): PaymentMessage | undefined =>
  readMessage(typedIn(state, 'who'), shop.zone);

function checkedTail(state: ClaimCheck): void {
  const typed = typedIn(state, 'tail');
  if (typed !== '') checkTail(typed);
}

/** Returns the facts of one field. Throws a `Problem` if it cannot be read. */
function said(state: ClaimCheck, field: ClaimField, context: Context): ClaimFacts {
  const {shop, till} = context;
  const text = typedIn(state, field).trim();
  if (text === '') return {};
  // Digits that are too few to identify a payment are ignored: more are being typed.
  if (field === 'tail') return text.length < shortestTail ? {} : {tail: text};
  if (field === 'amount') return {amounts: claimedAmounts(text, undefined, marketOf(shop.country).currency)};
  if (field === 'time') return {at: claimedTime(text, {zone: shop.zone, now: till.now()})};
  const message = messageIn(state, context);
  if (message !== undefined) return factsOf(message);
  validateFreeText(text);
  return {codeOrTail: checkCode(text)};
}

/**
 * Returns the facts of all fields, or undefined if one of them cannot be read, because the question must not ignore anything that was
 * typed.
 */
export function factsIn(state: ClaimCheck, context: Context): ClaimFacts | undefined {
  const shown = fieldsIn(state, context);
  const required = form(state, context).filter(({id}) => id !== 'tail');
  if (firstWrong(required, state) !== undefined) return undefined;
  return Object.assign({}, ...shown.map(field => said(state, field, context))) as ClaimFacts;
}

/** Returns the till's answer so far, or undefined while nothing is typed or something that cannot be read. */
export function claimIn(state: ClaimCheck, context: Context): Claim | undefined {
  const facts = factsIn(state, context);
  if (facts === undefined || saysNothing(facts)) return undefined;
  const {till} = context;
  return checkClaim(facts, candidatesIn(till.state, state.read), till.now(), unaskedRows(till.state));
}

const candidates = remembered<readonly Claimed[]>();

/** Returns the payments in the state and those that were read from older days. */
const candidatesIn = (state: State, read: ClaimReading | undefined): readonly Claimed[] =>
  candidates(state, [read], () => {
    const older = new Map((read?.claimed ?? []).map(each => [each.payment.reference, each]));
    const atHand = [...state.payments.values()].map(payment => ({
      payment,
      names: older.get(payment.reference)?.names ?? [],
    }));
    return [...[...older.values()].filter(({payment}) => !state.payments.has(payment.reference)), ...atHand];
  });
