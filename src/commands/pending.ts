import {attentionsOf, stepSentence, withoutEnd} from '../core/books/selectors.js';
import type {State} from '../core/books/state.js';
import {timerText} from '../core/day/business-day.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {statusText} from '../core/payment/badge.js';
import {maskSource} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import {needingPerson} from '../core/payment/payments.js';
import {channelName} from '../core/payment/tender.js';
import {paymentAsJson} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {jsonText, note, writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {OpenTill} from '../till/open.js';
import {inColumns} from '../views/text.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {paymentTable} from './export/payments.js';
import {writeTable} from './export/table.js';
import {paymentLines} from './payment-lines.js';
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
    else writeTray(session, state);
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

function writeTray(session: Session, state: State): void {
  const pending = withoutEnd(state);
  const {language, isJson} = session;
  if (isJson)
    writeJson(
      session,
      pending.map(payment => asJson(session, state, payment)),
    );
  else writeLines(session, pending.length === 0 ? [messages(language).command.none] : table(session, state, pending));
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

/** A payment with its last answer: `at`, the rule that fired, and the service's own words. */
function asJson({language, face}: Session, state: State, payment: Payment) {
  const answer = lastAnswer(payment);
  const at = answer === undefined ? '' : Temporal.Instant.fromEpochMilliseconds(answer.at).toString();
  const last = answer === undefined ? null : {at, rule: answer.rule, raw: answer.raw ?? null};
  return {...paymentAsJson(state, payment, {language, now: face.world.now()}), lastAnswer: last};
}

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
  const answer = lastAnswer(payment);
  const said = answer === undefined ? statusText(payment, language) : stepSentence(answer, language);
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
      for (const payment of watched(till.state, shown)) showChange(session, till.state, payment, shown);
      if (till.state.open.size === 0) break;
      if (face.interrupted.aborted) return exitCodes.interrupted;
      await face.world.sleep(longestPause, AbortSignal.any([wake.signal, face.interrupted]));
    }
  } finally {
    unsubscribe();
  }
  if (!session.isJson) writeLines(session, [messages(session.language).command.none]);
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

function showChange(session: Session, state: State, payment: Payment, shown: Map<string, string>): void {
  const {lastAnswer: last, ...stands} = asJson(session, state, payment);
  const print = jsonText({...stands, rule: last?.rule, raw: last?.raw});
  if (shown.get(payment.reference) === print) return;
  shown.set(payment.reference, print);
  if (session.isJson) writeJson(session, {...stands, lastAnswer: last});
  else writeLines(session, endedLine(session, state, payment));
}

function endedLine(session: Session, state: State, payment: Payment): readonly string[] {
  if (state.open.has(payment.reference)) return table(session, state, [payment]);
  return paymentLines(session, state, payment).slice(0, 1);
}
