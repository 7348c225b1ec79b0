import {attentionsOf, stepSentence, withoutEnd} from '../core/books/selectors.js';
import type {State} from '../core/books/state.js';
import {timerText} from '../core/day/business-day.js';
import {instant} from '../core/day/schema.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {statusText} from '../core/payment/badge.js';
import {maskSource} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import {needingPerson} from '../core/payment/payments.js';
import {channelName} from '../core/payment/tender.js';
import {paymentMembers} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {jsonOf} from '../core/spec/check.js';
import {elseNull, fields, list, text} from '../core/spec/spec.js';
import {answer, jsonText, note, writeToPerson} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {OpenTill} from '../till/open.js';
import {inColumns} from '../views/text.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {paymentTable} from './export/payments.js';
import {writeTable} from './export/table.js';
import {paymentAnswer, paymentLines, toldPayment} from './payment-lines.js';
import {withReading, withTillOrReading} from './reading.js';

const options = {'--watch': 'watch', '--csv': 'csv'} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  options,
  examples: ['duka pending', 'duka pending --json', 'duka pending --watch --json', 'duka pending --csv'],
  action: pending,
});

async function pending(session: Session, options: Options): Promise<ExitCode> {
  const list = async ({state}: {readonly state: State}) => {
    if (options.csv === true) writeTrayTable(session, state);
    else await writeTray(session, state);
    return exitCodes.done;
  };
  if (options.watch !== true) return withReading(session, list);
  return withTillOrReading(session, 'pending --watch', {ask: opened => watch(session, opened), read: list});
}

/** Writes the table of `journal export --lists payments`. */
function writeTrayTable(session: Session, state: State): void {
  const {till = '', zone} = configOf(session);
  writeTable(session, paymentTable(withoutEnd(state), {till, zone, ledger: state.ledger}));
}

async function writeTray(session: Session, state: State): Promise<void> {
  const pending = withoutEnd(state);
  const {language} = session;
  const told = pending.map(payment => toldPending(session, state, payment));
  await answer(session, answers.pending, told, () =>
    pending.length === 0 ? [messages(language).command.none] : table(session, state, pending),
  );
  const isListed = (payment: Payment) => pending.some(({reference}) => reference === payment.reference);
  for (const payment of needingPerson(state)) {
    if (isListed(payment)) continue;
    const {reference} = payment;
    note(session, `! ${messages(language).command.needPerson({reference, command: `duka why ${reference}`})}`);
  }
  for (const payment of state.payments.values()) noteRefunds(session, payment);
}

/** Notes the refunds that are being made. A refund that may have been lost needs a person and is shown as such elsewhere. */
function noteRefunds(session: Session, {reference, refunds}: Payment): void {
  const {open} = messages(session.language).command.refund;
  for (const {number, status} of refunds) {
    if (status !== 'sent' && status !== 'pending') continue;
    note(session, `? ${open({refund: number, reference, command: `duka status ${reference}`})}`);
  }
}

const pendingSpec = fields({
  ...paymentMembers,
  lastAnswer: elseNull(
    fields(
      {
        at: instant('when it came'),
        rule: text('by which it was read'),
        raw: elseNull(text('the answer as it came'), 'it was not kept'),
      },
      'of the service',
    ),
    'none came',
  ),
});
export const answers = {pending: list(pendingSpec, 'oldest first'), 'pending --watch': pendingSpec};

const toldPending = (session: Session, state: State, payment: Payment) => ({
  ...toldPayment(session, state, payment),
  lastAnswer: lastAnswer(payment),
});

function lastAnswer({steps}: Payment) {
  return steps.findLast(({rule}) => /^(?:answer|otp|record|question)-/.test(rule) && rule !== 'otp-sent-after-sync');
}

/** One line per payment, oldest first; no sentence is cut. The service's own words are only in `duka evidence` and under `--json`. */
function table(session: Session, state: State, pending: readonly Payment[]): readonly string[] {
  const rows = pending.map(payment => cells(session, state, payment));
  return inColumns(rows, {longest: Number.POSITIVE_INFINITY, numbers: [1, 2]});
}

function cells({language, face}: Session, state: State, payment: Payment): readonly string[] {
  const {attention} = messages(language).payment;
  const {request, requestedAt, reference} = payment;
  const now = face.world.now();
  const last = lastAnswer(payment);
  const said = last === undefined ? statusText(payment, language) : stepSentence(last, language);
  const wants = attentionsOf(state, payment, now);
  const words = wants.flatMap(name => (name in attention ? attention[name as keyof typeof attention] : []));
  return [
    wants.length > 0 ? '!' : '?',
    timerText(now - requestedAt, language),
    displayMoney(request.amount, language),
    maskSource(request),
    channelName(request, language),
    reference,
    [said, ...words].join('; '),
  ];
}

/** Asks about every open payment until none is left, and reports each change of one of them. */
async function watch(session: Session, {till}: OpenTill): Promise<ExitCode> {
  const {face} = session;
  const shown = new Map<string, string>();
  let wake = new AbortController();
  const unsubscribe = till.subscribe(() => wake.abort());
  till.watch();
  try {
    for (;;) {
      wake = new AbortController();
      const writeFailure = till.writeFailure();
      if (writeFailure !== undefined) throw writeFailure;
      for (const payment of watched(till.state, shown)) await showChange(session, till.state, payment, shown);
      if (till.state.open.size === 0) break;
      if (face.interrupted.aborted) return exitCodes.interrupted;
      await face.world.sleep(longestPause, AbortSignal.any([wake.signal, face.interrupted]));
    }
  } finally {
    unsubscribe();
  }
  writeToPerson(session, [messages(session.language).command.none]);
  return exitCodes.done;
}

/** The longest pause in milliseconds. As payments grow older, what needs attention changes even without an answer. */
const longestPause = 30_000;

function watched(state: State, shown: ReadonlyMap<string, string>): readonly Payment[] {
  const pending = withoutEnd(state);
  const ended = [...shown.keys()].flatMap(reference =>
    state.open.has(reference) ? [] : (state.payments.get(reference) ?? []),
  );
  return [...pending.filter(({reference}) => state.open.has(reference)), ...ended];
}

async function showChange(session: Session, state: State, payment: Payment, shown: Map<string, string>): Promise<void> {
  const told = toldPending(session, state, payment);
  const print = jsonText([jsonOf(paymentAnswer, told), told.lastAnswer?.rule, told.lastAnswer?.raw]);
  if (shown.get(payment.reference) === print) return;
  shown.set(payment.reference, print);
  await answer(session, pendingSpec, told, () => endedLine(session, state, payment));
}

function endedLine(session: Session, state: State, payment: Payment): readonly string[] {
  if (state.open.has(payment.reference)) return table(session, state, [payment]);
  return paymentLines(session, state, payment).slice(0, 1);
}
