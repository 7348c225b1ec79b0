import {marketOf} from '../core/markets.js';
import {displayMoney} from '../core/money.js';
import {type Order, type OrderForm, requireOrder} from '../core/order.js';
import {type Payment, verdictOf} from '../core/payment.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {networkName, paymentAsJson} from '../core/questions.js';
import {displayWallet} from '../core/wallet.js';
import {commandWords} from '../core/words/commands.js';
import {fill} from '../core/words/fill.js';
import {problemText} from '../core/words/words.js';
import type {OpenTill} from '../till/open.js';
import {noteClock} from './clock-note.js';
import {enterCode} from './enter-code.js';
import {examples} from './examples.js';
import {type Following, follow, lettingItLeave} from './follow.js';
import {exitOfAsking, needsCode, noteWhatIsLeft, progressOf, writePayment} from './payment-lines.js';
import {note, reportProblem} from './print.js';
import {referenceFrom, withTill} from './reading.js';
import {configOf, type Define, deadlineOf, type Session} from './session.js';
import {secondsFrom} from './values.js';
import {within} from './within.js';

type Options = Readonly<
  Partial<
    Record<
      | 'country'
      | 'network'
      | 'phone'
      | 'amount'
      | 'currency'
      | 'otp'
      | 'sale'
      | 'again'
      | 'firstName'
      | 'lastName'
      | 'description'
      | 'customerEmail'
      | 'wait',
      string
    >
  >
>;

export const define: Define = (command, {act, help: {options, commands}}) => {
  command
    .description(commands.collect)
    .option('--country <code>', options.country)
    .option('--network <code>', options.network)
    .option('--phone <number>', options.phone)
    .option('--amount <amount>', options.amount)
    .option('--currency <code>', options.currency)
    .option('--otp <code>', options.otp)
    .option('--sale <id>', options.sale)
    .option('--again <reason>', options.again)
    .option('--first-name <name>', options.firstName)
    .option('--last-name <name>', options.lastName)
    .option('--description <text>', options.description)
    .option('--customer-email <address>', options.customerEmail)
    .option('--wait <seconds>', options.wait)
    .action(act(collect));
  examples(command, [
    'duka collect --country KE --network SAFKEN --phone 254712345678 --amount 200',
    'duka collect --country CI --network MOMCIV --phone 2250712345678 --amount 5000 --otp 4567 --json',
    'duka collect --phone 0712345678 --amount 200 --sale T7K0MZ4K8Q2RD --again "wrong number before"',
  ]);
};

async function collect(session: Session, options: Options): Promise<ExitCode> {
  const {language} = session;
  const until = deadlineOf(session, secondsFrom({name: '--wait', value: options.wait ?? '30', language}, 1));
  if (options.again?.trim() === '') throw new Problem('reason-missing');
  const otp = options.otp?.replaceAll(/[\s-]/g, '');
  if (otp !== undefined && !/^\d{4,8}$/.test(otp)) throw new Problem('code-wrong-length', {digits: '4-8'});
  const form = formOf(session, options);
  return withTill(session, 'collect', async opened => {
    const order = await orderOf(session, opened, form, until);
    for (const warning of order.warnings) {
      note(session, `! ${problemText(new Problem(warning, {country: order.market.country}), language)}`);
    }
    if (session.face.interrupted.aborted) return exitCodes.interrupted;
    return take(session, opened, order, {...options, otp, until}).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'earlier-payment')
        return reportEarlier(session, opened, error, until);
      throw error;
    });
  });
}

type Taking = Pick<Options, 'sale' | 'again'> & {readonly otp: string | undefined; readonly until: number};

async function take(
  session: Session,
  opened: OpenTill,
  order: Order,
  {otp, until, ...options}: Taking,
): Promise<ExitCode> {
  const {till} = opened;
  const {language, face} = session;
  const {reference, finished} = await till.take(order, {
    ...(options.sale === undefined ? {} : {sale: referenceFrom(options.sale)}),
    ...(options.again === undefined ? {} : {again: options.again.trim()}),
  });
  session.begun = reference;
  noteSending(session, till.state.payments.get(reference));
  const following = {face, till, reference, until: lettingItLeave(face, until), onChange: progressOf(session)};
  let payment = await follow({...following, sending: finished});
  if (otp !== undefined && needsCode(payment)) payment = await enterGivenCode(session, following, otp);
  writePayment(session, till.state, payment);
  noteClock(session, till);
  if (verdictOf(payment) !== 'not-known') return exitOfAsking(till.state, payment);
  if (face.interrupted.aborted) note(session, commandWords[language].interrupted);
  noteWhatIsLeft(session, payment);
  return face.interrupted.aborted ? exitCodes.interrupted : exitCodes.notKnown;
}

/** The money was asked for, so a code that the service does not want is said and no more: the payment goes on waiting. */
async function enterGivenCode(session: Session, following: Following, code: string): Promise<Payment> {
  try {
    return await enterCode(following, code);
  } catch (error) {
    const isAboutTheCode =
      error instanceof Problem && (error.code === 'code-wrong-length' || error.code === 'code-not-asked');
    if (!isAboutTheCode) throw error;
    note(session, `✗ ${problemText(error, session.language)}`);
    return following.till.payment(following.reference);
  }
}

function noteSending(session: Session, payment: Payment | undefined): void {
  if (payment === undefined) return;
  const {request, reference} = payment;
  const facts = {
    reference,
    wallet: displayWallet(request.phone),
    network: networkName(payment),
    amount: displayMoney(request.amount),
  };
  note(session, fill(commandWords[session.language].sending, facts));
}

function formOf(session: Session, options: Options): OrderForm {
  const config = configOf(session);
  const email = options.customerEmail ?? config.email;
  if (email === undefined) throw new Problem('setting-missing', {name: 'DUKA_EMAIL'});
  return {
    amount: options.amount ?? '',
    currency: (options.currency ?? '').trim().toUpperCase(),
    country: options.country ?? config.country,
    network: (options.network ?? '').trim(),
    wallet: options.phone ?? '',
    email,
    firstName: options.firstName?.trim() || 'Customer',
    lastName: options.lastName?.trim() || config.shop,
    description: options.description ?? '',
  };
}

/** The order, by the table of networks; a code that is not in it may be on the service's list. Throws `Problem`. */
async function orderOf({face}: Session, {till, returnUrl}: OpenTill, form: OrderForm, until: number): Promise<Order> {
  try {
    return requireOrder(form, {returnUrl});
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'network-unknown') throw error;
    const left = until - face.world.monotonic();
    const offered = await within(face, left, till.networks(marketOf(form.country)));
    return requireOrder(form, {returnUrl, offered});
  }
}

/** Nothing was sent. Says how the earlier payment stands now, so that a script need not ask for it. */
async function reportEarlier(session: Session, {till}: OpenTill, problem: Problem, until: number): Promise<ExitCode> {
  const {face, language} = session;
  const earlier = String(problem.facts['reference']);
  await within(face, until - face.world.monotonic(), till.check(earlier)).catch(() => undefined);
  const payment = await till.payment(earlier);
  if (!session.isJson) writePayment(session, till.state, payment);
  const asJson = paymentAsJson(till.state, payment, {language, now: face.world.now()});
  return reportProblem(session, problem, {earlier, payment: asJson});
}
