import {type Claim, type Claimed, type ClaimFacts, judgeClaim, saysNothing} from '../../src/core/claim/claim.js';
import {checkCode, claimedAmounts, claimedTime} from '../../src/core/claim/input.js';
import type {State} from '../../src/core/journal/state.js';
import {marketOf} from '../../src/core/market/markets.js';
import {checkWords} from '../../src/core/payment/order.js';
import {Problem} from '../../src/core/problem.js';
import type {ClaimReading} from '../../src/till/claim.js';
import type {Desk} from '../desk.js';
import {emptyLine, type Line, textOf} from '../terminal/line.js';

export const claimFields = ['who', 'amount', 'time'] as const;
export type ClaimField = (typeof claimFields)[number];

/** A customer's message being checked: what it says, and beside it what the till says. */
export type ClaimScreen = {
  readonly kind: 'claim';
  readonly lines: Readonly<Record<ClaimField, Line>>;
  /** On the answer letters are commands, and Enter opens what fits. */
  readonly focus: ClaimField | 'answer';
  /** The place of the marked one of several that fit. */
  readonly index: number;
  readonly wrong: {readonly field: ClaimField; readonly problem: Problem} | undefined;
  /** What was read of older days. */
  readonly read: ClaimReading | undefined;
  readonly isReading: boolean;
  /** Why older days could not be read. */
  readonly unread: Problem | undefined;
};

export const claimScreen = (): ClaimScreen => ({
  kind: 'claim',
  lines: {who: emptyLine, amount: emptyLine, time: emptyLine},
  focus: 'who',
  index: 0,
  wrong: undefined,
  read: undefined,
  isReading: false,
  unread: undefined,
});

type Where = {readonly shop: Desk['shop']; readonly till: Pick<Desk['till'], 'state' | 'now'>};
type FactsReading = {readonly facts: ClaimFacts} | {readonly wrong: NonNullable<ClaimScreen['wrong']>};

/** What the fields say, or the first that is wrong. Nothing that was typed is ever left out of the question. */
export function readFacts({lines}: Pick<ClaimScreen, 'lines'>, {shop, till}: Where): FactsReading {
  const [who, amount, time] = claimFields.map(field => textOf(lines[field]).trim()) as [string, string, string];
  let field: ClaimField = 'who';
  try {
    checkWords(who);
    const code = who === '' ? {} : {codeOrTail: checkCode(who)};
    field = 'amount';
    const {currency} = marketOf(shop.country);
    const sum = amount === '' ? {} : {amounts: claimedAmounts(amount, undefined, currency)};
    field = 'time';
    const at = time === '' ? {} : {at: claimedTime(time, {zone: shop.zone, now: till.now()})};
    return {facts: {...code, ...sum, ...at}};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {wrong: {field, problem: error}};
  }
}

/** What the till says so far; undefined while nothing is typed, or something that cannot be read. */
export function claimIn(screen: ClaimScreen, where: Where): Claim | undefined {
  const reading = readFacts(screen, where);
  if ('wrong' in reading || saysNothing(reading.facts)) return undefined;
  const {till} = where;
  return judgeClaim(reading.facts, candidatesIn(till.state, screen.read), till.now());
}

type Found = {readonly version: number; readonly read: ClaimReading | undefined; readonly claimed: readonly Claimed[]};
const found = new WeakMap<State, Found>();

/** What is at hand and what was read, put together anew when one of the two has changed. */
function candidatesIn(state: State, read: ClaimReading | undefined): readonly Claimed[] {
  const last = found.get(state);
  if (last?.version === state.version && last.read === read) return last.claimed;
  const older = new Map((read?.claimed ?? []).map(each => [each.payment.reference, each]));
  const atHand = [...state.payments.values()].map(payment => ({
    payment,
    names: older.get(payment.reference)?.names ?? [],
  }));
  const claimed = [...[...older.values()].filter(({payment}) => !state.payments.has(payment.reference)), ...atHand];
  found.set(state, {version: state.version, read, claimed});
  return claimed;
}
