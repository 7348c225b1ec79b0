import {basename} from 'node:path';
import {isOfShop} from '../core/payment/payer.js';
import {isOpen, type Payment} from '../core/payment/payment.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';
import type {World} from '../core/world.js';
import {writeJson} from '../session/print.js';
import {configOf, type Session, within} from '../session/session.js';
import {type OpenTill, openTill} from '../till/open.js';
import type {Till} from '../till/till.js';
import {type Sale, saleOf} from './sales.js';
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
