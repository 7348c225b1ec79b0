import {marketOf} from '../core/market/markets.js';
import {languages, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {cashStepOf, type Money, parseAmount, toStep} from '../core/money/money.js';
import {amount, amountOf} from '../core/money/schema.js';
import {customerLanguageOf, validateFreeText} from '../core/payment/order.js';
import {reference as paymentReference} from '../core/payment/schema.js';
import {paymentMembers} from '../core/present/payment-json.js';
import {type ExitCode, Problem} from '../core/problem.js';
import type {CashMovement} from '../core/shift/decide.js';
import {slipText} from '../core/slip/slip.js';
import {count, fields, flag, made, oneOf, text} from '../core/spec/spec.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {CashSale} from '../till/payment.js';
import type {Exchanged} from '../till/refund.js';
import type {Till} from '../till/till.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {lineOptions, linesFrom, sellingFrom} from './item-lines.js';
import {
  answerPayment,
  answerRefund,
  backFrom,
  exitOf,
  paymentAnswer,
  paymentLines,
  refundAnswer,
  refundIn,
  toldPayment,
} from './payment-lines.js';
import {referenceFrom, withPerson, withTill} from './reading.js';
import {currencies, moneyFrom} from './values.js';

const saleOptions = {
  ...lineOptions,
  '--amount <amount>': 'cashAmount',
  '--currency <code>': {says: 'cashCurrency', offers: currencies},
  '--tendered <amount>': 'tendered',
  '--sale <id>': 'sale',
  '--ticket <id>': 'ticket',
  '--anyway': 'saleAnyway',
  '--description <text>': 'description',
  '--customer-language <code>': {says: 'customerLanguage', offers: languages},
} satisfies OptionSpecs;
const refundOptions = {
  '--amount <amount>': 'refundAmount',
  '--line <number>': {says: 'refundLine', isRepeatable: true},
  '--reason <text>': 'cashRefundReason',
  '--unheard <reason>': 'refundUnheard',
} satisfies OptionSpecs;
const exchangeOptions = {
  ...lineOptions,
  '--return <number>': {says: 'returnLine', isRepeatable: true},
  '--reason <text>': 'cashRefundReason',
  '--unheard <reason>': 'refundUnheard',
  '--anyway': 'saleAnyway',
} satisfies OptionSpecs;
const correctOptions = {'--code <text>': 'correctCode', '--reason <text>': 'correctReason'} satisfies OptionSpecs;
const reasonOptions = {'--reason <text>': 'cashReason'} satisfies OptionSpecs;
const movedOptions = {
  '--amount <amount>': 'cashAmount',
  '--currency <code>': {says: 'cashCurrency', offers: currencies},
  ...reasonOptions,
  '--anyway': 'cashAnyway',
} satisfies OptionSpecs;
type ReasonOptions = OptionsOf<typeof movedOptions>;

const movedSpec = fields({
  kind: oneOf(['in', 'out', 'drop'], 'put in, taken out, or dropped into the safe'),
  ...amountOf('that was moved', ({amount: of}: {readonly amount: Money}) => of),
  reason: text('why'),
});

export const saleAnswer = fields({...paymentMembers, change: amount('that goes back to the customer')});

export const answers = {
  'cash sale': saleAnswer,
  'cash refund': refundAnswer,
  'cash correct': paymentAnswer,
  'cash exchange': fields({
    ticket: paymentReference('of what goes out, as a split sale'),
    refund: count('the number of the refund of what comes back'),
    currency: made(text('of all amounts'), ({back}: Exchanged) => back.currency),
    back: amount('what comes back is worth'),
    sold: amount('what goes out costs'),
    toPay: amount('the difference that is left to pay on the split sale'),
    toGive: amount('the difference to give from the drawer'),
  }),
  'cash in': movedSpec,
  'cash out': movedSpec,
  'cash drop': movedSpec,
  'cash drawer': fields({reason: text('why'), opened: flag('whether the printer was told to open it')}),
};

export const command: CommandSpec = {
  examples: ['duka cash sale --amount 350 --tendered 500', 'duka cash drop --amount 5000 --reason "to the safe"'],
  commands: {
    sale: commandOf({
      options: saleOptions,
      examples: [
        'duka cash sale --amount 350 --tendered 500',
        'duka cash sale --item BR1x3 --item 5901234123457 --tendered 1000',
        'duka cash sale --same-as T7K0MZ4K8Q2RD',
        'duka cash sale --amount 200 --sale T7K0MZ4K8Q2RD --json',
      ],
      action: sell,
    }),
    refund: commandOf({
      arguments: ['<reference>'],
      options: refundOptions,
      examples: [
        'duka cash refund T7K0MZ4K8Q2RD --line 2x1 --reason "one came back"',
        'duka cash refund T7K0MZ4K8Q2RD --amount 50 --reason "one came back"',
      ],
      action: giveBack,
    }),
    exchange: commandOf({
      arguments: ['<reference>'],
      options: exchangeOptions,
      examples: ['duka cash exchange T7K0MZ4K8Q2RD --return 2x1 --item BR1 --reason "another size"'],
      action: swap,
    }),
    correct: commandOf({
      arguments: ['<reference>'],
      options: correctOptions,
      examples: ['duka cash correct T7K0MZ4K8Q2RD --code TKL81FBQX4 --reason "paid by M-Pesa" --person Amina'],
      action: correct,
    }),
    in: commandOf({
      options: movedOptions,
      examples: ['duka cash in --amount 500 --reason "small change"'],
      action: (session, options) => move(session, 'in', options),
    }),
    out: commandOf({
      options: movedOptions,
      examples: ['duka cash out --amount 500 --reason "milk"'],
      action: (session, options) => move(session, 'out', options),
    }),
    drop: commandOf({
      options: movedOptions,
      examples: ['duka cash drop --amount 500 --reason "to the safe"'],
      action: (session, options) => move(session, 'drop', options),
    }),
    drawer: commandOf({
      options: reasonOptions,
      examples: ['duka cash drawer --reason "change for a note"'],
      action: openDrawer,
    }),
  },
};

/** What is sold in cash or on the book, as the options of a command say. */
export async function saleFrom(session: Session, typed: OptionsOf<typeof saleOptions>): Promise<CashSale> {
  const {amounts, country} = configOf(session);
  const {options, sells} = await sellingFrom(session, typed, marketOf(country).currency);
  const {tendered, sale, ticket} = options;
  const amount = amountFrom(session, options);
  const description = (options.description ?? '').trim();
  validateFreeText(description);
  return {
    amount,
    country,
    description,
    sells,
    isSure: typed.anyway,
    customerLanguage: customerLanguageOf(options.customerLanguage),
    ...(tendered === undefined ? {} : {tendered: parseAmount(tendered, amount.currency, amounts)}),
    ...(sale === undefined ? {} : {sale: referenceFrom(sale)}),
    ...(ticket === undefined ? {} : {ticket: referenceFrom(ticket)}),
  };
}

/** Sells for cash.  Exits with needs-person if two attempts of one sale are paid. */
async function sell(session: Session, typed: OptionsOf<typeof saleOptions>): Promise<ExitCode> {
  const asked = await saleFrom(session, typed);
  return withTill(session, 'cash sale', async ({till}) => {
    const {reference, change} = await till.takeCash(asked);
    session.begun = reference;
    return writeSale(session, till, reference, change);
  });
}

/** Shows a payment in cash, with the change in large type. */
export async function writeSale(session: Session, till: Till, reference: string, change: Money): Promise<ExitCode> {
  const {language} = session;
  const payment = await till.payment(reference);
  await answer(session, saleAnswer, {...toldPayment(session, till.state, payment), change}, () => {
    const sentence = messages(language).day.cashSaid.change({amount: displayMoney(change, language)});
    const large = slipText([{kind: 'blank'}, {kind: 'banner', text: sentence}, {kind: 'blank'}], 32);
    return [...paymentLines(session, till.state, payment), ...large.map(line => `  ${line}`.trimEnd())];
  });
  return exitOf(till.state, payment);
}

async function giveBack(session: Session, typed: string, options: OptionsOf<typeof refundOptions>): Promise<ExitCode> {
  const reason = reasonFrom(options);
  const reference = referenceFrom(typed);
  return withTill(session, 'cash refund', async ({till}) => {
    const {request} = await till.payment(reference);
    const back = backFrom(session, options, request.amount);
    const unheard = options.unheard === undefined ? {} : {unheard: options.unheard};
    const {refund: number} = await till.refundInCash(reference, {...back, ...unheard, reason});
    session.begun = reference;
    const payment = await till.payment(reference);
    return answerRefund(session, till.state, payment, refundIn(payment, number));
  });
}

async function move(session: Session, kind: CashMovement['kind'], options: ReasonOptions): Promise<ExitCode> {
  const typed = amountFrom(session, options);
  const amount = toStep(typed, cashStepOf(typed.currency, configOf(session)));
  const reason = reasonFrom(options);
  return withTill(session, `cash ${kind}`, async ({till}) => {
    await till.moveCash({kind, amount, reason}, {isSure: options.anyway === true});
    const sentence = messages(session.language).day.cashSaid.moved[kind]({
      amount: displayMoney(amount, session.language),
      reason,
    });
    return answer(session, movedSpec, {kind, amount, reason}, [`✓ ${sentence}`]);
  });
}

/** Records that the drawer is opened and why, and opens it if the settings allow. */
async function openDrawer(session: Session, options: ReasonOptions): Promise<ExitCode> {
  const reason = reasonFrom(options);
  const opens = configOf(session).printer?.drawer === true;
  return withTill(session, 'cash drawer', async ({till}) => {
    await till.noteDrawer(reason);
    if (opens) await till.kickDrawer();
    const {drawer, drawerOpened} = messages(session.language).day.cashSaid;
    return answer(session, answers['cash drawer'], {reason, opened: opens}, [
      `✓ ${(opens ? drawerOpened : drawer)({reason})}`,
    ]);
  });
}

/** The amount in the currency that was named, otherwise in that of the shop's country. */
function amountFrom(session: Session, {amount, currency}: Pick<ReasonOptions, 'amount' | 'currency'>): Money {
  const {amounts, country} = configOf(session);
  return moneyFrom(amount, currency ?? marketOf(country).currency, amounts);
}

function reasonFrom({reason = ''}: ReasonOptions): string {
  if (reason.trim() === '') throw new Problem('reason-missing');
  validateFreeText(reason.trim());
  return reason.trim();
}

/** Records a sale in cash as money on the shop's own number, or what was so recorded as cash. */
async function correct(
  session: Session,
  typed: string,
  {code = '', reason = ''}: OptionsOf<typeof correctOptions>,
): Promise<ExitCode> {
  const reference = referenceFrom(typed);
  return withPerson(session, 'cash correct', async ({till}, person) => {
    await till.correctTender(reference, {code, person, reason});
    return answerPayment(session, till.state, await till.payment(reference));
  });
}

/** Takes goods of an earlier sale back and sells others for them. */
async function swap(session: Session, typed: string, options: OptionsOf<typeof exchangeOptions>): Promise<ExitCode> {
  const reference = referenceFrom(typed);
  const {return: line = [], reason = '', unheard, anyway: isSure} = options;
  const {lines, total, parked} = await linesFrom(session, options, marketOf(configOf(session).country).currency);
  if (line.length === 0 || lines.length === 0) throw new Problem('exchange-incomplete');
  return withTill(session, 'cash exchange', async ({till}) => {
    const {request} = await till.payment(reference);
    const {lines: back} = backFrom(session, {line}, request.amount);
    const sells = {lines, total, parked, description: '', isSure};
    const exchanged = await till.exchange(reference, {lines: back, reason, unheard, sells});
    const words = messages(session.language).ticket;
    const {toPay, toGive} = exchanged;
    const show = (money: Money) => displayMoney(money, session.language);
    const said =
      toPay.minor > 0
        ? words.exchangePay({amount: show(toPay), ticket: exchanged.ticket})
        : words.exchangeGive({amount: show(toGive), ticket: exchanged.ticket});
    return answer(session, answers['cash exchange'], exchanged, [said]);
  });
}
