import type {State} from '../core/books/state.js';
import {instant} from '../core/day/schema.js';
import {languages, messages} from '../core/messages/messages.js';
import type {Money} from '../core/money/money.js';
import {amountOf} from '../core/money/schema.js';
import {earlierNote} from '../core/payment/earlier.js';
import {type Payment, verdictOf} from '../core/payment/payment.js';
import {reference} from '../core/payment/schema.js';
import {paymentMembers} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {missingText} from '../core/restore/restored.js';
import {jsonOf} from '../core/spec/check.js';
import {choice, fields, list, oneOf, text} from '../core/spec/spec.js';
import {cleanText, plainBlanks} from '../core/text/text.js';
import {answer, note, reportProblem, writeToPerson} from '../session/print.js';
import {configOf, type Session, within} from '../session/session.js';
import type {OpenTill} from '../till/open.js';
import type {AttemptOptions} from '../till/payment.js';
import type {OptionSpecs, OptionsOf} from './define.js';
import {exitOf, noteWhatIsLeft, paymentAnswer, paymentLines, toldPayment} from './payment-lines.js';
import {noteClock, referenceFrom} from './reading.js';

/** The options of every command that asks for money, however the customer pays. */
export const takingOptions = {
  '--sale <id>': 'sale',
  '--ticket <id>': 'ticket',
  '--account <number>': 'paysAccount',
  '--again <reason>': 'again',
  '--anyway': 'saleAnyway',
  '--first-name <name>': 'firstName',
  '--last-name <name>': 'lastName',
  '--description <text>': 'description',
  '--customer-email <address>': 'customerEmail',
  '--customer-language <code>': {says: 'customerLanguage', offers: languages},
} satisfies OptionSpecs;
type TakingOptions = OptionsOf<typeof takingOptions>;

/** The number of an account, as it was typed. Throws `Problem` account-unknown. */
export function accountNumber(typed: string): number {
  const number = Number(typed.trim().replace(/^#/u, ''));
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Problem('account-unknown', {account: cleanText(typed, 20)});
  return number;
}

/** The options of an attempt. Throws `Problem` reason-missing, account-unknown. */
export function takeOptions({sale, ticket, account, again, anyway}: TakingOptions): AttemptOptions {
  if (again?.trim() === '') throw new Problem('reason-missing');
  return {
    ...(sale === undefined ? {} : {sale: referenceFrom(sale)}),
    ...(ticket === undefined ? {} : {ticket: referenceFrom(ticket)}),
    ...(account === undefined ? {} : {paysOff: accountNumber(account)}),
    ...(again === undefined ? {} : {again: again.trim()}),
    ...(anyway === true ? {isSure: true} : {}),
  };
}

/** Who pays and for what, with defaults from the settings for what the options leave out. Throws `Problem` setting-missing. */
export function customerOf(session: Session, options: TakingOptions) {
  const config = configOf(session);
  const email = options.customerEmail ?? config.email;
  if (email === undefined) throw new Problem('setting-missing', {name: 'DUKA_EMAIL'});
  return {
    email,
    firstName: options.firstName?.trim() || 'Customer',
    lastName: options.lastName?.trim() || config.shop,
    description: options.description ?? '',
    customerLanguage: options.customerLanguage,
  };
}

type Ending = {
  readonly noted: Payment | undefined;
  readonly missing: string | undefined;
  readonly served?: string | undefined;
};

/** Reports a payment that was just requested, and what to do if its result is not known yet. `noted` is as in `Taken`, and `missing` is from `noteMissing`. */
export async function endOfTaking(
  session: Session,
  opened: OpenTill,
  payment: Payment,
  {noted, missing, served}: Ending,
): Promise<ExitCode> {
  const {state} = opened.till;
  const warnings = [
    ...(missing === undefined ? [] : [{code: 'restored' as const, message: plainBlanks(missing)}]),
    ...(noted === undefined ? [] : [earlierWarning(session, noted)]),
  ];
  const told = {...toldPayment(session, state, payment, served), warnings};
  await answer(session, takingAnswer, told, () => paymentLines(session, state, payment));
  return exitOfTaking(session, opened, payment);
}

/** Returns the warning before the first request after a restore, and notes it; undefined before all others. */
export function noteMissing(session: Session, state: State): string | undefined {
  const text = missingText(state, {language: session.language, zone: configOf(session).zone});
  if (text !== undefined) note(session, `! ${text}`);
  return text;
}

/** Notes that the same wallet or card was used for a payment a short while ago. */
export function noteEarlier(session: Session, noted: Payment | undefined): void {
  if (noted !== undefined)
    note(session, `! ${earlierNote(noted, {language: session.language, zone: configOf(session).zone})}`);
}

const message = text('in the language of the reader');
const warningSpec = choice('code', {
  restored: fields({code: oneOf(['restored']), message}, 'payments may be missing, since a backup was restored'),
  'earlier-payment': fields(
    {
      code: oneOf(['earlier-payment']),
      message,
      reference: reference('of the earlier payment'),
      status: text('of the earlier payment'),
      ...amountOf('of the earlier payment', ({amount}: {readonly amount: Money}) => amount),
      at: instant('since when it has this status'),
    },
    'the same wallet or card paid a short while ago',
  ),
});
export const takingAnswer = fields({
  ...paymentMembers,
  warnings: list(warningSpec, 'nothing that keeps the payment from being made'),
});

const earlierWarning = (session: Session, noted: Payment) => ({
  code: 'earlier-payment' as const,
  reference: noted.reference,
  status: noted.status,
  at: noted.since,
  message: plainBlanks(earlierNote(noted, {language: session.language, zone: configOf(session).zone})),
  amount: noted.request.amount,
});

/** The exit code of the command that requested the payment. If it was not paid, the reason matters to a caller that may try again. */
function exitOfAsking(state: State, payment: Payment): ExitCode {
  const reason = payment.status === 'failed' ? payment.failure?.reason : undefined;
  if (reason === 'credentials') return exitCodes.configuration;
  if (reason === 'unreachable') return exitCodes.unreachable;
  return exitOf(state, payment);
}

/** The exit code after a payment was requested and printed. Says what to do if its result is not known yet. */
export function exitOfTaking(session: Session, {till}: OpenTill, payment: Payment): ExitCode {
  const {face, language} = session;
  noteClock(session, till);
  if (verdictOf(payment) !== 'not-known') return exitOfAsking(till.state, payment);
  if (face.interrupted.aborted) note(session, messages(language).command.interrupted);
  noteWhatIsLeft(session, payment);
  return face.interrupted.aborted ? exitCodes.interrupted : exitCodes.notKnown;
}

/** Reports that an earlier payment is in the way, and how it stands now for a script, and rethrows any other problem. */
export async function reportEarlier(
  session: Session,
  {till}: OpenTill,
  {problem, until}: {readonly problem: unknown; readonly until: number},
): Promise<ExitCode> {
  if (!(problem instanceof Problem) || problem.code !== 'earlier-payment') throw problem;
  const earlier = String(problem.facts['reference']);
  return reportOf(session, till, {problem, reference: earlier, until, facts: {earlier}});
}

/** Reports a problem because of which nothing was sent, after asking once more about the payment that it concerns. */
export async function reportOf(
  session: Session,
  till: OpenTill['till'],
  {problem, reference: of, until, facts}: {problem: Problem; reference: string; until: number; facts: object},
): Promise<ExitCode> {
  const {face} = session;
  await within(face, until - face.world.monotonic(), till.check(of)).catch(() => undefined);
  const payment = await till.payment(of);
  writeToPerson(session, paymentLines(session, till.state, payment));
  return reportProblem(session, problem, {
    ...facts,
    payment: jsonOf(paymentAnswer, toldPayment(session, till.state, payment)),
  });
}
