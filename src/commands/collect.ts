import {marketOf, markets} from '../core/market/markets.js';
import {isUnusual} from '../core/market/wallet.js';
import {messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {formOf as formOfRequest, type OrderForm, readOrder, requireOrder} from '../core/payment/order.js';
import {displayPayer, maskSource} from '../core/payment/payer.js';
import {awaitsOtp, type Payment} from '../core/payment/payment.js';
import type {WalletOrder} from '../core/payment/schema.js';
import {channelName} from '../core/payment/tender.js';
import {problemText} from '../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note} from '../session/print.js';
import {configOf, deadlineOf, type Session, within} from '../session/session.js';
import type {OpenTill} from '../till/open.js';
import type {AttemptOptions} from '../till/payment.js';
import {commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {type Following, follow} from './follow.js';
import {lineOptions, type SoldBefore, sellingFrom} from './item-lines.js';
import {type CodeRead, enterCode, noteCodeOnLine, readCode, withoutGaps} from './otp.js';
import {progressOf} from './payment-lines.js';
import {withTill} from './reading.js';
import {
  customerOf,
  endOfTaking,
  noteEarlier,
  noteMissing,
  reportEarlier,
  takeOptions,
  takingAnswer,
  takingOptions,
} from './taking.js';
import {currencies, networks, secondsFrom} from './values.js';

/** What shells offer for a country, a network and a currency. */
const countries = markets.map(({country}) => country);

const options = {
  ...lineOptions,
  '--country <code>': {says: 'country', offers: countries},
  '--network <code>': {says: 'network', offers: networks},
  '--phone <number>': 'phone',
  '--amount <amount>': 'amount',
  '--currency <code>': {says: 'currency', offers: currencies},
  '--otp <code>': 'otp',
  '--otp-stdin': 'otpStdin',
  ...takingOptions,
  '--again <reason>': 'again',
  '--wait <seconds>': 'wait',
} satisfies OptionSpecs;
type Options = OptionsOf<typeof options>;

export const answers = {collect: takingAnswer};

export const command = commandOf({
  options,
  examples: [
    'duka collect --country KE --network SAFKEN --phone 254712345678 --amount 200',
    'duka collect --country CI --network MOMCIV --phone 2250712345678 --amount 5000 --otp-stdin --json < <(read-code)',
    'duka collect --phone 0712345678 --item BR1x3 --line "50 Bag"',
    'duka collect --phone 0712345678 --amount 200 --sale T7K0MZ4K8Q2RD --again "wrong number before"',
    'duka collect --same-as T7K0MZ4K8Q2RD',
  ],
  action: collect,
});

async function collect(session: Session, typed: Options): Promise<ExitCode> {
  const {language} = session;
  const deadline = deadlineOf(session, secondsFrom({name: '--wait', value: typed.wait ?? '30', language}, 1));
  const {currency} = marketOf(typed.country ?? configOf(session).country);
  const {options: selling, sells, before} = await sellingFrom(session, typed, currency);
  const options = {...sameWallet(typed, before), ...selling};
  const taking = {...takeOptions(options), sells};
  const {code: otp, until} = await codeFrom(session, options, deadline);
  if (session.face.interrupted.aborted) return exitCodes.interrupted;
  if (otp !== undefined && !/^\d{4,8}$/.test(otp)) throw new Problem('code-wrong-length', {digits: '4-8'});
  if (options.otp !== undefined) noteCodeOnLine(session);
  const form = formOf(session, options);
  return withTill(session, 'collect', async opened => {
    const order = await orderOf(session, opened, form, until);
    if (order.wallet !== null && isUnusual(order.wallet, marketOf(order.country)))
      note(session, `! ${problemText(new Problem('wallet-unusual', {country: order.country}), language)}`);
    if (session.face.interrupted.aborted) return exitCodes.interrupted;
    return take(session, opened, {order, taking, otp, until}).catch((problem: unknown) =>
      reportEarlier(session, opened, {problem, until}),
    );
  });
}

/** The wallet of the sale that is sold again, unless the options name another. */
function sameWallet({phone, country, network}: Options, before: SoldBefore | undefined): Options {
  const request = before?.payment?.request;
  if ((phone ?? country ?? network) !== undefined || request?.method !== 'mobile-money' || request.wallet === null)
    return {};
  const {wallet, customerLanguage, ...its} = formOfRequest(request);
  return {
    country: its.country,
    network: its.network,
    phone: wallet,
    ...(customerLanguage !== undefined && {customerLanguage}),
  };
}

/** The code of a customer who already has one; undefined if the options announce none. */
async function codeFrom(
  session: Session,
  {otp, otpStdin}: Options,
  until: number,
): Promise<Partial<CodeRead> & Pick<CodeRead, 'until'>> {
  if (otp !== undefined) return {code: withoutGaps(otp), until};
  return otpStdin === true ? readCode(session, until) : {until};
}

type Collecting = {
  readonly order: WalletOrder;
  readonly taking: AttemptOptions;
  readonly otp: string | undefined;
  readonly until: number;
};

async function take(session: Session, opened: OpenTill, {order, taking, otp, until}: Collecting): Promise<ExitCode> {
  const {till} = opened;
  const {face} = session;
  const missing = noteMissing(session, till.state);
  const {reference, noted, finished} = await till.collect(order, taking);
  session.begun = reference;
  noteEarlier(session, noted);
  noteSending(session, till.state.payments.get(reference));
  const following = {face, till, reference, until, onChange: progressOf(session)};
  let payment = await follow({...following, sending: finished});
  if (otp !== undefined && awaitsOtp(payment)) payment = await enterGivenCode(session, following, otp);
  return endOfTaking(session, opened, payment, {noted, missing});
}

/** The money has already been requested. So a code that the service does not accept is only reported, and the payment goes on waiting. */
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
    wallet: displayPayer(request, configOf(session).country),
    network: channelName(request, session.language),
    amount: displayMoney(request.amount, session.language),
  };
  const {sending, sendingOnPage} = messages(session.language).command;
  note(session, (maskSource(request) === '' ? sendingOnPage : sending)(facts));
}

function formOf(session: Session, options: Options): OrderForm {
  return {
    ...customerOf(session, options),
    amount: options.amount ?? '',
    currency: (options.currency ?? '').trim().toUpperCase(),
    country: options.country ?? configOf(session).country,
    network: (options.network ?? '').trim(),
    wallet: options.phone ?? '',
  };
}

/** The order. If its network is not in the table, it may be on the service's list. Throws `Problem`. */
async function orderOf(
  session: Session,
  {till, returnUrl}: OpenTill,
  form: OrderForm,
  until: number,
): Promise<WalletOrder> {
  const {face} = session;
  const {amounts, phone} = configOf(session);
  const rules = {...amounts, returnUrl, phone};
  try {
    return requireOrder(readOrder(form, rules));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'network-unknown') throw error;
    const left = until - face.world.monotonic();
    const offered = await within(face, left, till.networks(marketOf(form.country)));
    return requireOrder(readOrder(form, {...rules, offered}));
  }
}
