import {customerLanguage} from '../core/books/selectors.js';
import {loadMessages, messages} from '../core/messages/messages.js';
import {verdictOf} from '../core/payment/payment.js';
import {isPaidTwice} from '../core/payment/payments.js';
import {receiptParts} from '../core/present/receipt.js';
import {type ExitCode, Problem} from '../core/problem.js';
import {count, fields, flag, orNull, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Reading} from '../till/opened-journal.js';
import {ticketOnSlip} from '../till/past-ticket.js';
import type {Till} from '../till/till.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {mailReceipt} from './mail.js';
import {readPayment, referenceFrom, withTill, withTillOrReading} from './reading.js';
import {asPreview, deliveredSpecs, deliverSlip, type SlipPlan, slipOptions, slipPlan} from './slip.js';

const options = {
  ...slipOptions,
  '--copy': 'copy',
  '--to <address>': 'receiptTo',
  '--resend': 'receiptAgain',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const command = commandOf({
  arguments: ['<reference>'],
  options,
  examples: [
    'duka receipt T7K0MZ4K8Q2RD',
    'duka receipt T7K0MZ4K8Q2RD --print --copy',
    'duka receipt T7K0MZ4K8Q2RD --format html --out receipt.html',
    'duka receipt T7K0MZ4K8Q2RD --to wanjiru@example.com',
  ],
  action: receipt,
});

export const answers = {
  receipt: fields({
    reference: text('of the payment'),
    isReceipt: flag('whether the payment is paid'),
    isPreview: flag('whether the till did not number it, since it is open elsewhere'),
    copy: orNull(count('the number of the copy; 0 is the original'), 'it is not numbered'),
    ...deliveredSpecs,
  }),
};

/** Issues the slip, numbered, signed and recorded; by e-mail with `--to`. If another process has the till, it is a preview. */
async function receipt(
  session: Session,
  typed: string,
  {copy = false, to, resend: isAgain = false, ...options}: Options,
): Promise<ExitCode> {
  if (to !== undefined)
    return withTill(session, 'receipt', ({till}) => mailReceipt(session, till, referenceFrom(typed), {to, isAgain}));
  const plan = slipPlan(session, options);
  const reference = referenceFrom(typed);
  return withTillOrReading(session, 'receipt', {
    ask: ({till}) => issue(session, till, {reference, plan, isCopy: copy}),
    read: reading => preview(session, reading, {reference, plan}),
    needsService: false,
  });
}

type Wanted = {readonly reference: string; readonly plan: SlipPlan; readonly isCopy: boolean};

async function issue(session: Session, till: Till, {reference, plan, isCopy}: Wanted): Promise<ExitCode> {
  const payment = await till.payment(reference);
  if (isCopy && payment.receipts === 0) {
    const detail = messages(session.language).command.slip.noOriginal({reference});
    throw new Problem('unknown-option', {detail}, {reference});
  }
  const slip = await till.issueReceipt(reference, plan.rendering);
  const delivered = await deliverSlip(session, slip, plan);
  const isReceipt = verdictOf(payment) === 'paid';
  const issued = {reference, isReceipt, isPreview: false, copy: slip.copy};
  return answer(session, answers.receipt, {...issued, ...delivered}, delivered.show);
}

async function preview(session: Session, reading: Reading, {reference, plan}: Omit<Wanted, 'isCopy'>) {
  const payment = await readPayment(reading, reference);
  const {shop, zone, profile, till = ''} = configOf(session);
  const {person, request} = payment;
  const {width} = plan.rendering;
  const isTwice = isPaidTwice(reading.state, payment.sale);
  const ticket = await ticketOnSlip(reading, payment);
  const language = customerLanguage(request);
  await loadMessages(language);
  const slip = {shop, till, zone, width, profile, person, language};
  const delivered = await deliverSlip(
    session,
    asPreview(session, receiptParts(payment, slip, {copy: 0, isTwice, ticket}), reference),
    plan,
  );
  const isReceipt = verdictOf(payment) === 'paid';
  const shown = {reference, isReceipt, isPreview: true, copy: null};
  return answer(session, answers.receipt, {...shown, ...delivered}, delivered.show);
}
