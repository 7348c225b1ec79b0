import {marketOf} from '../core/market/markets.js';
import {languages, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {decimalText, type Money, parseAmount} from '../core/money/money.js';
import {customerLanguageOf, validateFreeText} from '../core/payment/order.js';
import {paymentAsJson} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import type {CashMovement} from '../core/shift/decide.js';
import {slipText} from '../core/slip/slip.js';
import {writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import type {Till} from '../till/till.js';
import {moneyFrom} from './counts.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {lineOptions, sellingFrom} from './item-lines.js';
import {exitOf, paymentLines} from './payment-lines.js';
import {referenceFrom, withTill} from './reading.js';
import {backFrom, refundIn, refundLine} from './refund-lines.js';
import {currencies} from './values.js';

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
const reasonOptions = {'--reason <text>': 'cashReason'} satisfies OptionSpecs;
const inOptions = {
  '--amount <amount>': 'cashAmount',
  '--currency <code>': {says: 'cashCurrency', offers: currencies},
  ...reasonOptions,
} satisfies OptionSpecs;
const outOptions = {...inOptions, '--anyway': 'cashAnyway'} satisfies OptionSpecs;
type ReasonOptions = OptionsOf<typeof outOptions>;

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
    in: commandOf({
      options: inOptions,
      examples: ['duka cash in --amount 500 --reason "small change"'],
      action: (session, options) => move(session, 'in', options),
    }),
    out: commandOf({
      options: outOptions,
      examples: ['duka cash out --amount 500 --reason "milk"'],
      action: (session, options) => move(session, 'out', options),
    }),
    drop: commandOf({
      options: outOptions,
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

/** Sells for cash. Under `--json` the payment with its `change`. Exits with needs-person if two attempts of one sale are paid. */
async function sell(session: Session, typed: OptionsOf<typeof saleOptions>): Promise<ExitCode> {
  const {amounts, country} = configOf(session);
  const {options, sells} = await sellingFrom(session, typed, marketOf(country).currency);
  const amount = amountFrom(session, options);
  const tendered =
    options.tendered === undefined ? {} : {tendered: parseAmount(options.tendered, amount.currency, amounts)};
  const sale = options.sale === undefined ? {} : {sale: referenceFrom(options.sale)};
  const ticket = options.ticket === undefined ? {} : {ticket: referenceFrom(options.ticket)};
  const description = (options.description ?? '').trim();
  validateFreeText(description);
  const customerLanguage = customerLanguageOf(options.customerLanguage);
  const {anyway: isSure} = typed;
  const asked = {amount, ...tendered, country, description, customerLanguage, ...sale, ...ticket, sells, isSure};
  return withTill(session, 'cash sale', async ({till}) => {
    const {reference, change} = await till.takeCash(asked);
    session.begun = reference;
    return writeSale(session, till, reference, change);
  });
}

async function writeSale(session: Session, till: Till, reference: string, change: Money): Promise<ExitCode> {
  const {language, face} = session;
  const payment = await till.payment(reference);
  const asJson = paymentAsJson(till.state, payment, {language, now: face.world.now()});
  if (session.isJson) writeJson(session, {...asJson, change: decimalText(change)});
  else {
    const text = messages(language).day.cashSaid.change({amount: displayMoney(change, language)});
    const large = slipText([{kind: 'blank'}, {kind: 'banner', text}, {kind: 'blank'}], 32);
    writeLines(session, [...paymentLines(session, till.state, payment), ...large.map(line => `  ${line}`.trimEnd())]);
  }
  return exitOf(till.state, payment);
}

/** Refunds in cash. Under `--json` `{reference, refund, payment}`, as in `duka refund`. */
async function giveBack(session: Session, typed: string, options: OptionsOf<typeof refundOptions>): Promise<ExitCode> {
  const {language, face} = session;
  const reason = reasonFrom(options);
  const reference = referenceFrom(typed);
  return withTill(session, 'cash refund', async ({till}) => {
    const {request} = await till.payment(reference);
    const back = backFrom(session, options, request.amount);
    const unheard = options.unheard === undefined ? {} : {unheard: options.unheard};
    const {refund: number} = await till.refundInCash(reference, {...back, ...unheard, reason});
    session.begun = reference;
    const payment = await till.payment(reference);
    if (session.isJson) {
      const asJson = paymentAsJson(till.state, payment, {language, now: face.world.now()});
      const refund = asJson.refunds.find(each => each.refund === number);
      writeJson(session, {reference, refund, payment: asJson});
    } else {
      const lines = paymentLines(session, till.state, payment).slice(0, 1);
      writeLines(session, [refundLine(refundIn(payment, number), language), ...lines]);
    }
    return exitCodes.done;
  });
}

async function move(session: Session, kind: CashMovement['kind'], options: ReasonOptions): Promise<ExitCode> {
  const amount = amountFrom(session, options);
  const reason = reasonFrom(options);
  return withTill(session, `cash ${kind}`, async ({till}) => {
    await till.moveCash({kind, amount, reason}, {isSure: options.anyway === true});
    const facts = {kind, amount: decimalText(amount), currency: amount.currency, reason};
    const sentence = messages(session.language).day.cashSaid.moved[kind]({
      amount: displayMoney(amount, session.language),
      reason,
    });
    if (session.isJson) writeJson(session, facts);
    else writeLines(session, [`✓ ${sentence}`]);
    return exitCodes.done;
  });
}

/**
 * Records that the drawer is opened and why, and opens it if the settings allow. Under `--json` `{reason, opened}`; `opened` says whether
 * the printer was told to open the drawer.
 */
async function openDrawer(session: Session, options: ReasonOptions): Promise<ExitCode> {
  const reason = reasonFrom(options);
  const opens = configOf(session).printer?.drawer === true;
  return withTill(session, 'cash drawer', async ({till}) => {
    await till.noteDrawer(reason);
    if (opens) await till.kickDrawer();
    const {drawer, drawerOpened} = messages(session.language).day.cashSaid;
    if (session.isJson) writeJson(session, {reason, opened: opens});
    else writeLines(session, [`✓ ${(opens ? drawerOpened : drawer)({reason})}`]);
    return exitCodes.done;
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
