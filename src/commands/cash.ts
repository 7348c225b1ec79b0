import {marketOf} from '../core/market/markets.js';
import {messages} from '../core/messages/messages.js';
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
import {moneyFrom, severally} from './counts.js';
import type {Define} from './define.js';
import {examples} from './examples.js';
import {needsSubcommand} from './family.js';
import {type LineOptions, sellingFrom, withLineOptions} from './item-lines.js';
import {exitOf, paymentLines} from './payment-lines.js';
import {referenceFrom, withTill} from './reading.js';
import {type BackOptions, backFrom, refundIn, refundLine} from './refund-lines.js';

type SaleOptions = Readonly<
  Partial<Record<'amount' | 'currency' | 'tendered' | 'sale' | 'ticket' | 'description' | 'customerLanguage', string>>
> &
  LineOptions & {readonly anyway?: boolean};
type ReasonOptions = Readonly<Partial<Record<'amount' | 'currency' | 'reason' | 'unheard', string>>> & {
  readonly anyway?: boolean;
};

export const define: Define = (family, {act, help}) => {
  const {commands, options} = help;
  needsSubcommand(family.description(commands.cash), help);
  const sale = withLineOptions(family.command('sale').description(commands['cash sale']), options)
    .option('--amount <amount>', options.cashAmount)
    .option('--currency <code>', options.cashCurrency)
    .option('--tendered <amount>', options.tendered)
    .option('--sale <id>', options.sale)
    .option('--ticket <id>', options.ticket)
    .option('--anyway', options.saleAnyway)
    .option('--description <text>', options.description)
    .option('--customer-language <code>', options.customerLanguage)
    .action(act(sell));
  examples(sale, [
    'duka cash sale --amount 350 --tendered 500',
    'duka cash sale --item BR1x3 --item 5901234123457 --tendered 1000',
    'duka cash sale --same-as T7K0MZ4K8Q2RD',
    'duka cash sale --amount 200 --sale T7K0MZ4K8Q2RD --json',
  ]);
  const refund = family
    .command('refund')
    .description(commands['cash refund'])
    .argument('<reference>')
    .option('--amount <amount>', options.refundAmount)
    .option('--line <number>', options.refundLine, severally)
    .option('--reason <text>', options.cashRefundReason)
    .option('--unheard <reason>', options.refundUnheard)
    .action(act(giveBack));
  examples(refund, [
    'duka cash refund T7K0MZ4K8Q2RD --line 2x1 --reason "one came back"',
    'duka cash refund T7K0MZ4K8Q2RD --amount 50 --reason "one came back"',
  ]);
  for (const kind of ['in', 'out', 'drop'] as const) {
    const moved = family
      .command(kind)
      .description(commands[`cash ${kind}`])
      .option('--amount <amount>', options.cashAmount)
      .option('--currency <code>', options.cashCurrency)
      .option('--reason <text>', options.cashReason);
    if (kind !== 'in') moved.option('--anyway', options.cashAnyway);
    moved.action(act((session, typed: ReasonOptions) => move(session, kind, typed)));
    examples(moved, [`duka cash ${kind} --amount 500 --reason "${reasons[kind]}"`]);
  }
  const drawer = family
    .command('drawer')
    .description(commands['cash drawer'])
    .option('--reason <text>', options.cashReason);
  examples(drawer.action(act(openDrawer)), ['duka cash drawer --reason "change for a note"']);
  examples(family, [
    'duka cash sale --amount 350 --tendered 500',
    'duka cash drop --amount 5000 --reason "to the safe"',
  ]);
};

/** The reasons in the examples of the help. */
const reasons: Readonly<Record<CashMovement['kind'], string>> = {
  in: 'small change',
  out: 'milk',
  drop: 'to the safe',
};

/** Sells for cash. Under `--json` the payment with its `change`. Exits with needs-person if two attempts of one sale are paid. */
async function sell(session: Session, typed: SaleOptions): Promise<ExitCode> {
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
async function giveBack(session: Session, typed: string, options: ReasonOptions & BackOptions): Promise<ExitCode> {
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
