import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {validateFreeText} from '../core/payment/order.js';
import {displayPayer} from '../core/payment/payer.js';
import type {Payment} from '../core/payment/payment.js';
import type {Refund} from '../core/payment/refund.js';
import {channelName} from '../core/payment/tender.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note} from '../session/print.js';
import {deadlineOf, type Session} from '../session/session.js';
import type {OpenTill} from '../till/open.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {follow} from './follow.js';
import {
  answerRefund,
  type BackOptions,
  backFrom,
  noteRefundLeft,
  refundAnswer,
  refundIn,
  refundProgress,
} from './payment-lines.js';
import {noteClock, referenceFrom, withTill} from './reading.js';
import {reportOf} from './taking.js';
import {secondsFrom} from './values.js';

const options = {
  '--amount <amount>': 'refundAmount',
  '--line <number>': {says: 'refundLine', isRepeatable: true},
  '--reason <text>': 'refundReason',
  '--unheard <reason>': 'refundUnheard',
  '--wait <seconds>': 'wait',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const answers = {refund: refundAnswer};

export const command = commandOf({
  arguments: ['<reference>'],
  options,
  examples: [
    'duka refund T7K0MZ4K8Q2RD',
    'duka refund T7K0MZ4K8Q2RD --line 2x1 --reason "one shirt came back"',
    'duka refund T7K0MZ4K8Q2RD --amount 10 --reason "one shirt came back" --json',
  ],
  action: refund,
});

async function refund(session: Session, typed: string, options: Options): Promise<ExitCode> {
  const {language} = session;
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: options.wait ?? '30', language}, 1));
  const reason = (options.reason ?? messages(language).command.refund.reason).trim();
  if (reason === '') throw new Problem('reason-missing');
  validateFreeText(reason);
  const reference = referenceFrom(typed);
  return withTill(session, 'refund', opened =>
    giveBack(session, opened, {...options, reference, reason, until}).catch((problem: unknown) =>
      reportUnclear(session, opened, {problem, reference, until}),
    ),
  );
}

type Asked = BackOptions & {
  readonly reference: string;
  readonly reason: string;
  readonly unheard?: string;
  readonly until: number;
};

/** The exit code of the command that made a refund. A failed refund gave nothing back and may be tried again. */
function exitOfRefund({status, failure}: Refund): ExitCode {
  if (status === 'done') return exitCodes.done;
  if (status !== 'failed') return exitCodes.notKnown;
  if (failure?.reason === 'credentials') return exitCodes.configuration;
  return failure?.reason === 'unreachable' ? exitCodes.unreachable : exitCodes.notPaid;
}

async function giveBack(session: Session, opened: OpenTill, {reference, reason, unheard, until, ...typed}: Asked) {
  const {till} = opened;
  const {face} = session;
  const {request} = await till.payment(reference);
  if (request.method === 'cash') {
    const {inCash} = messages(session.language).command.refund;
    throw new Problem('unknown-option', {detail: inCash({reference})}, {reference});
  }
  const back = backFrom(session, typed, request.amount);
  if (face.interrupted.aborted) return exitCodes.interrupted;
  const {refund: number, finished: sending} = await till.refund(reference, {
    ...back,
    ...(unheard === undefined ? {} : {unheard}),
    reason,
  });
  session.begun = reference;
  noteSending(session, await till.payment(reference), number);
  const onChange = refundProgress(session, number);
  const limits = {until, sending, onChange};
  const payment = await follow({face, till, reference, refund: number, ...limits});
  const ended = refundIn(payment, number);
  await answerRefund(session, till.state, payment, ended);
  noteClock(session, till);
  if (face.interrupted.aborted) note(session, messages(session.language).command.interrupted);
  noteRefundLeft(session, payment, ended);
  const exit = exitOfRefund(ended);
  return exit === exitCodes.notKnown && face.interrupted.aborted ? exitCodes.interrupted : exit;
}

function noteSending(session: Session, {reference, request, ...payment}: Payment, number: number): void {
  const amount = displayMoney(refundIn(payment, number).amount, session.language);
  const facts = {reference, amount, card: displayPayer(request), brand: channelName(request, session.language)};
  note(session, messages(session.language).command.refund.sending(facts));
}

/** Nothing was sent, because an earlier refund may have been made. Asks about that one, and says how it stands now. */
async function reportUnclear(
  session: Session,
  {till}: OpenTill,
  {problem, reference, until}: {readonly problem: unknown; readonly reference: string; readonly until: number},
): Promise<ExitCode> {
  if (!(problem instanceof Problem)) throw problem;
  if (problem.code !== 'refund-unclear' && problem.code !== 'refund-changed') throw problem;
  return reportOf(session, till, {problem, reference, until, facts: problem.facts});
}
