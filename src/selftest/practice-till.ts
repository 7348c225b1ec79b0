import {basename} from 'node:path';
import {type Card, type CardRules, requireCard} from '../core/card/card.js';
import type {Money} from '../core/money/money.js';
import {readCardOrder, readOrder, requireOrder} from '../core/payment/order.js';
import {isOfShop} from '../core/payment/payer.js';
import {isOpen, type Payment} from '../core/payment/payment.js';
import type {CardOrder, WalletOrder} from '../core/payment/schema.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import type {World} from '../core/world.js';
import {writeJson} from '../session/print.js';
import {configOf, type Session, within} from '../session/session.js';
import {type OpenTill, openTill} from '../till/open.js';
import type {CashSale} from '../till/payment.js';
import type {Till} from '../till/till.js';
import {type Chance, chanceFrom} from './chance.js';
import {folderPrefix, orderSchema, type PracticeMessage, type Stage, sellWord, type TillOrder} from './shop.js';

/** How many times faster than this machine's clock the till's pauses pass. */
const pace = 100;
const minute = 60_000;
/** How long a cashier waits for one customer before serving the next, in milliseconds of the till's faster clock. */
const patience = 0.25 * minute;
/** How far back payments are asked about again, as at the close of a shift, in milliseconds: longer than the time between two rounds. */
const recently = 4 * 60 * minute;
const mostSales = 14;
const mostQuestions = 5;

/** The process to be killed: a till that settles everything, then sells to order. Throws `Problem` unknown-option outside a self-test. */
export async function runPracticeTill(session: Session, text: string): Promise<ExitCode> {
  const order = orderFrom(session, text);
  const {face} = session;
  const world = hurried(face.world, order.ahead);
  const send = (message: PracticeMessage) => writeJson(session, message);
  const opened = await openTill({...session.surroundings(), world}, 'duka selftest');
  const {till} = opened;
  try {
    send({what: 'opened'});
    acknowledgeChanges(opened, send);
    till.watch();
    await findOut(opened, world);
    send({what: 'found-out'});
    const word = await face.readInput(sellWord.length, face.interrupted);
    if (new TextDecoder().decode(word) !== sellWord) return exitCodes.done;
    for (let number = 1; number <= mostSales && !face.interrupted.aborted; number += 1) {
      await sell({till, world, report: send, order, number, interrupted: face.interrupted});
    }
    send({what: 'sold-out'});
    await world.sleep(60 * minute, face.interrupted);
    return exitCodes.done;
  } finally {
    await till.close();
  }
}

function orderFrom(session: Session, text: string): TillOrder {
  const {profile, home} = configOf(session);
  const isOurs = profile === 'sandbox' && basename(home).startsWith(folderPrefix);
  const {data} = orderSchema.safeParse(isOurs ? jsonIn(text) : undefined);
  if (data === undefined) throw new Problem('unknown-option', {detail: '--practice-till'});
  return data;
}

/** The machine's world, moved forward and with shorter pauses. Real work, such as that of the disk, takes as long as it takes. */
const hurried = (real: World, ahead: number): World => ({
  now: () => real.now() + ahead,
  monotonic: () => real.monotonic() * pace,
  sleep: (milliseconds, signal) => real.sleep(milliseconds / pace, signal),
  random: real.random,
});

/** Reports the state of every payment when it changes, at the moment when a screen would learn of it: after it is on the disk. */
function acknowledgeChanges({till, journal}: OpenTill, send: (message: PracticeMessage) => void): void {
  const last = new Map<string, string>();
  const look = () => {
    const {seq, head} = journal.tail();
    for (const {reference, status, refunds} of till.state.payments.values()) {
      const known = {reference, status, refunds: refunds.map(refund => refund.status)};
      const print = JSON.stringify(known);
      if (last.get(reference) === print) continue;
      last.set(reference, print);
      send({what: 'acknowledged', ...known, seq, head});
    }
  };
  till.subscribe(look);
  look();
}

/** Lets the watcher ask about everything that is open, and asks about the payments of the last rounds, as at the close of a shift. */
async function findOut({till, journal}: OpenTill, world: World): Promise<void> {
  const isUnasked = (reference: string) => {
    const {inMs, asked} = till.outlook(reference);
    return inMs !== undefined && asked === 0;
  };
  await until(till, () => ![...till.state.open].some(isUnasked));
  for (const date of (await journal.segments()).slice(-2)) {
    for await (const event of journal.readSegment(date)) {
      if (event.type !== 'requested' || isOfShop(event.data)) continue;
      if (Date.parse(event.at) > world.now() - recently) await askUntilAnswered(till, event.data.reference);
    }
  }
}

async function askUntilAnswered(till: Till, reference: string): Promise<void> {
  for (let asked = 0; asked < mostQuestions; asked += 1) {
    await till.check(reference);
    const payment = await till.payment(reference);
    const isAnswered = !isOpen(payment) || payment.steps.at(-1)?.rule !== 'question-failed';
    if (isAnswered && payment.refunds.every(({isProven}) => isProven)) return;
  }
}

/** Resolves when the condition holds, or when `over` aborts. Checks the condition whenever the till changes. */
async function until(till: Pick<Till, 'subscribe'>, holds: () => boolean, over?: AbortSignal): Promise<void> {
  if (holds()) return;
  await new Promise<void>(resolve => {
    const unsubscribe = till.subscribe(() => holds() && done());
    const done = () => {
      unsubscribe();
      resolve();
    };
    over?.addEventListener('abort', done, {once: true});
  });
}

type Selling = {
  readonly till: Till;
  readonly world: World;
  readonly report: (message: PracticeMessage) => void;
  readonly order: TillOrder;
  readonly number: number;
  readonly interrupted: AbortSignal;
};

/** A sale in the practice shop; `tag` is its description, by which both books identify it. */
type Sale = {readonly tag: string} & (
  | {readonly kind: 'wallet'; readonly order: WalletOrder; readonly code?: string}
  | {readonly kind: 'card'; readonly order: CardOrder; readonly card: Card; readonly refund?: Money}
  | {readonly kind: 'cash'; readonly cash: CashSale; readonly refund?: Money}
);

/** How the practice service reacts to the last digits of a wallet, with the weight of each. */
const walletEndings = [
  ['678', 6], // paid
  ['101', 2], // declined
  ['102', 0.5], // never answered
  ['103', 1], // paid after ten minutes
  ['104', 1], // a smaller amount is paid
  ['105', 2], // processed, then the connection drops
  ['106', 0.5], // reset before anything is processed
  ['107', 1], // processed, then HTTP 500
  ['108', 0.5], // a proxy's 502
  ['109', 1], // the answer is cut off
  ['110', 1], // the answer takes 40 seconds
  ['111', 1], // three status queries are refused
  ['112', 0.3], // an unknown status
  ['113', 1], // paid, reversed a minute later
  ['114', 0.5], // names with escape sequences
  ['115', 1], // failed, completed a minute later
] as const;

const codeEndings = [
  ['678', 4],
  ['105', 1],
  ['109', 1],
  ['101', 1],
] as const;

/** The whole parts of card amounts to which the practice service reacts with a fault, as for wallets. */
const faultyAmounts = [105, 107, 109, 110, 106] as const;

/** The documented test card without a challenge, with expiry dates that determine the result of a charge. */
const testCard = {number: '4012000033330026', securityCode: '100', pin: '', holder: ''};

const expiries = [
  ['01/39', 8], // approved
  ['05/39', 1], // declined
  ['05/37', 1], // reported as a failure, then completed
] as const;

const customer = {email: 'shop@example.com', firstName: 'Practice', lastName: 'Customer'};

/** The sale for this tag; the same seed gives the same sale. `now` is only for the card's expiry. */
function saleOf(seed: string, tag: string, now: number): Sale {
  const chance = chanceFrom(`${seed} ${tag}`);
  const kind = chance.pick([
    ['wallet', 5],
    ['code', 1.5],
    ['card', 3.5],
    ['cash', 2],
  ]);
  if (kind === 'cash') return cashSale(chance, tag);
  if (kind === 'card') return cardSale(chance, tag, now);
  return walletSale(chance, tag, kind === 'code');
}

function walletSale(chance: Chance, tag: string, withCode: boolean): Sale {
  const digits = (count: number) => String(chance.between(0, 10 ** count - 1)).padStart(count, '0');
  const form = withCode
    ? {country: 'CI', network: 'MOMCIV', wallet: `22507${digits(5)}${chance.pick(codeEndings)}`}
    : {country: 'KE', network: 'SAFKEN', wallet: `25471${digits(4)}${chance.pick(walletEndings)}`};
  const amount = String(chance.between(20, 5000));
  const typed = {...customer, ...form, amount, currency: '', description: tag};
  const order = requireOrder(readOrder(typed, {returnUrl: undefined}));
  return {tag, kind: 'wallet', order, ...(withCode ? {code: '4567'} : {})};
}

function cardSale(chance: Chance, tag: string, now: number): Sale {
  const isFaulty = chance.share() < 0.25;
  const whole = isFaulty ? (faultyAmounts[chance.between(0, faultyAmounts.length - 1)] ?? 105) : chance.between(20, 99);
  const isLarge = chance.share() < 0.4;
  const amount = `${isLarge ? whole + 300 : whole}.${chance.between(10, 99)}`;
  const form = {...customer, amount, currency: 'USD', phone: '254712345678', description: tag};
  const order = requireOrder(readCardOrder(form, {currencies: ['USD'], takesPin: false, country: 'KE'}));
  const month = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toString().slice(0, 'YYYY-MM'.length);
  const rules: CardRules = {month, pin: 'none'};
  const card = requireCard({...testCard, expiry: chance.pick(expiries)}, rules);
  if (chance.share() < 0.3) return {tag, kind: 'card', order, card};
  const given = isLarge && chance.share() < 0.5 ? (faultyAmounts[chance.between(0, 2)] ?? 105) : chance.between(5, 15);
  return {tag, kind: 'card', order, card, refund: {currency: 'USD', minor: given * 100}};
}

function cashSale(chance: Chance, tag: string): Sale {
  const minor = chance.between(20, 5000) * 100;
  const amount = {currency: 'KES', minor} as const;
  const tendered = {...amount, minor: minor + chance.between(0, 500) * 100};
  const cash = {amount, tendered, country: 'KE', description: tag} as const;
  if (chance.share() < 0.7) return {tag, kind: 'cash', cash};
  return {tag, kind: 'cash', cash, refund: {...amount, minor: chance.between(10, 20) * 100}};
}

async function sell(selling: Selling): Promise<void> {
  const {till, world, report: tell, order, number} = selling;
  const sale = saleOf(order.seed, `${order.round}.${number}`, world.now());
  const stage = (reached: Stage) => tell({what: 'stage', stage: reached, tag: sale.tag});
  let {received} = till.traffic();
  const unsubscribe = till.subscribe(() => {
    if (till.traffic().received > received) stage('heard');
    ({received} = till.traffic());
  });
  try {
    stage('deciding');
    const {reference, finished} = await decide(till, sale);
    till.focus(reference);
    stage('decided');
    await within({world, interrupted: selling.interrupted}, patience, finished);
    stage('answered');
    if (sale.kind === 'wallet' && sale.code !== undefined)
      await enterCode(selling, {reference, code: sale.code, stage});
    await waitFor(selling, () => !isOpen(paymentAt(till, reference)));
    stage('left');
    if (sale.kind !== 'wallet' && sale.refund !== undefined && paymentAt(till, reference).status === 'paid') {
      await giveBack(selling, sale, {reference, stage});
    }
  } finally {
    unsubscribe();
  }
}

async function decide(till: Till, sale: Sale): Promise<{readonly reference: string; readonly finished: Promise<void>}> {
  const options = {again: 'practice'};
  if (sale.kind === 'wallet') return till.collect(sale.order, options);
  if (sale.kind === 'card') return till.charge(sale.order, sale.card, options);
  return {...(await till.takeCash(sale.cash)), finished: Promise.resolve()};
}

function paymentAt(till: Till, reference: string): Payment {
  const payment = till.state.payments.get(reference);
  if (payment === undefined) throw new Error(`${reference} is not at hand`);
  return payment;
}

type InHand = {readonly reference: string; readonly stage: (reached: Stage) => void};

async function enterCode(selling: Selling, {reference, code, stage}: InHand & {readonly code: string}): Promise<void> {
  if (paymentAt(selling.till, reference).details?.requiresOtp !== true) return;
  stage('coding');
  await selling.till.enterOtp(reference, code);
  stage('coded');
}

async function giveBack(
  selling: Selling,
  {kind, refund}: Extract<Sale, {refund?: unknown}>,
  {reference, stage}: InHand,
): Promise<void> {
  if (refund === undefined) return;
  const {till, world, interrupted} = selling;
  stage('refunding');
  if (kind === 'cash') await till.refundInCash(reference, {amount: refund, reason: 'practice'});
  else {
    const {finished} = await till.refund(reference, {amount: refund, reason: 'practice'});
    await within({world, interrupted}, patience, finished);
    await waitFor(selling, () => paymentAt(till, reference).refunds.every(({isProven}) => isProven));
  }
  stage('refunded');
}

async function waitFor({till, world, interrupted}: Selling, holds: () => boolean): Promise<void> {
  const over = new AbortController();
  await within({world, interrupted}, patience, until(till, holds, over.signal)).finally(() => over.abort());
}
