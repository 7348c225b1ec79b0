import {
  type Account,
  type AccountEntry,
  accountEntryKinds,
  type CustomerAccounts,
  findAccounts,
} from '../core/account/account.js';
import {accountMembers} from '../core/account/schema.js';
import {instant} from '../core/day/schema.js';
import {marketOf} from '../core/market/markets.js';
import {languages, messages} from '../core/messages/messages.js';
import {parseAmount} from '../core/money/money.js';
import {amount} from '../core/money/schema.js';
import {reference} from '../core/payment/schema.js';
import {ageInDays, owedOn, owedText} from '../core/present/statement.js';
import {type ExitCode, Problem} from '../core/problem.js';
import {count, fields, list, made, named, oneOf, orNull, text} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import {answer} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {accountsRead, statementSlip} from '../till/account.js';
import {saleAnswer, saleFrom, writeSale} from './cash.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {lineOptions} from './item-lines.js';
import {answerPayment, exitOf, paymentAnswer} from './payment-lines.js';
import {withReading, withTill} from './reading.js';
import {deliveredSpecs, deliverSlip, slipOptions, slipPlan} from './slip.js';
import {accountNumber} from './taking.js';
import {moneyFrom} from './values.js';

const setOptions = {
  '--account <number>': 'changedAccount',
  '--name <text>': 'accountName',
  '--phone <number>': 'accountPhone',
  '--limit <amount>': 'accountLimit',
} satisfies OptionSpecs;
const sellOptions = {
  ...lineOptions,
  '--amount <amount>': 'ticketAmount',
  '--sale <id>': 'sale',
  '--ticket <id>': 'ticket',
  '--anyway': 'accountAnyway',
  '--description <text>': 'description',
  '--customer-language <code>': {says: 'customerLanguage', offers: languages},
} satisfies OptionSpecs;
const payOptions = {
  '--amount <amount>': 'cashAmount',
  '--tendered <amount>': 'tendered',
  '--anyway': 'saleAnyway',
} satisfies OptionSpecs;

type Told = {readonly account: Account; readonly now: number};
const of = (account: Account, minor: number) => ({...account.limit, minor});
const accountSpec = {
  account: made(accountMembers.account, ({account}: Told) => account.account),
  name: made(accountMembers.name, ({account}: Told) => account.name),
  phone: made(accountMembers.phone, ({account}: Told) => account.phone),
  currency: made(text('of all amounts'), ({account}: Told) => account.limit.currency),
  owed: made(amount('what the customer owes; below zero if too much was paid'), ({account}: Told) => owedOn(account)),
  limit: made(amount('the most that the customer may owe without an approval'), ({account}: Told) => account.limit),
  days: made(
    orNull(count('for how many days something is owed'), 'nothing is'),
    ({account, now}: Told) => ageInDays(account, now) ?? null,
  ),
};
const accountAnswer = named('account', fields(accountSpec, 'A customer who may buy on the book.'))();

export const answers = {
  'account list': list(accountAnswer, 'by name'),
  'account set': accountAnswer,
  'account show': fields({
    ...accountSpec,
    before: made(amount('what was owed before the first entry'), ({account}: Told) => of(account, account.earlier)),
    entries: made(
      list(
        fields({
          at: instant('when'),
          reference: reference('of the payment'),
          kind: oneOf(accountEntryKinds, 'sold on the book, returned of that, or paid of what is owed'),
          amount: amount('what it adds to what is owed'),
        }),
        'the newest, oldest first',
      ),
      ({account}: Told) =>
        account.entries.map(({minor, ...entry}: AccountEntry) => ({...entry, amount: of(account, minor)})),
    ),
    ...deliveredSpecs,
  }),
  'account sell': paymentAnswer,
  'account pay': saleAnswer,
};

export const command: CommandSpec = {
  examples: [
    'duka account set --name "Njeri W." --phone 0712345678 --limit 2000',
    'duka account sell Njeri --amount 350',
  ],
  commands: {
    list: commandOf({examples: ['duka account list --json'], action: listAccounts}),
    set: commandOf({
      options: setOptions,
      examples: [
        'duka account set --name "Njeri W." --phone 0712345678 --limit 2000',
        'duka account set --account 1 --limit 3000',
      ],
      action: set,
    }),
    show: commandOf({
      arguments: ['<customer>'],
      options: slipOptions,
      examples: ['duka account show Njeri', 'duka account show 1 --print'],
      action: show,
    }),
    sell: commandOf({
      arguments: ['<customer>'],
      options: sellOptions,
      examples: ['duka account sell Njeri --amount 350', 'duka account sell 1 --item BR1x3 --anyway'],
      action: sell,
    }),
    pay: commandOf({
      arguments: ['<customer>'],
      options: payOptions,
      examples: ['duka account pay Njeri', 'duka account pay 1 --amount 200 --tendered 500'],
      action: pay,
    }),
  },
};

/** The one customer whom a text names. Throws `Problem` account-unknown. */
function customerIn(accounts: CustomerAccounts, typed: string): Account {
  const [only, ...others] = findAccounts(accounts, typed);
  if (only === undefined || others.length > 0) throw new Problem('account-unknown', {account: cleanText(typed, 60)});
  return only;
}

function rowOf(session: Session, account: Account): string {
  const owed = owedText(account, session.language, session.face.world.now());
  return `#${account.account}  ${cleanText(account.name, 60)}  ${account.phone}  ${owed}`;
}

function listAccounts(session: Session): Promise<ExitCode> {
  return withReading(session, async reading => {
    const all = findAccounts(await accountsRead(session.surroundings(), reading), '');
    const now = session.face.world.now();
    return answer(
      session,
      answers['account list'],
      all.map(account => ({account, now})),
      () => (all.length === 0 ? [messages(session.language).account.nobody] : all.map(each => rowOf(session, each))),
    );
  });
}

/** Opens an account, or changes one that is named. */
function set(session: Session, typed: OptionsOf<typeof setOptions>): Promise<ExitCode> {
  const {amounts, country} = configOf(session);
  const {name, phone} = typed;
  return withTill(session, 'account set', async ({till}) => {
    await till.shareAccounts();
    const number = typed.account === undefined ? undefined : accountNumber(typed.account);
    const {currency} = till.state.accounts[number ?? 0]?.limit ?? marketOf(country);
    const limit = typed.limit === undefined ? undefined : parseAmount(typed.limit, currency, amounts);
    const account = await till.setAccount({account: number, name, phone, limit});
    const told = {account, now: till.now()};
    return answer(session, answers['account set'], told, () => [`✓ ${rowOf(session, account)}`]);
  });
}

/** Shows, prints or saves the statement of an account. */
function show(session: Session, typed: string, options: OptionsOf<typeof slipOptions>): Promise<ExitCode> {
  const plan = slipPlan(session, options);
  return withReading(session, async reading => {
    const account = customerIn(await accountsRead(session.surroundings(), reading), typed);
    const {till = '', ...config} = configOf(session);
    const {world} = session.face;
    const settings = {...config, till, language: session.language};
    const delivered = await deliverSlip(session, await statementSlip(account, {settings, world}), plan);
    const told = {account, now: world.now(), ...delivered};
    return answer(session, answers['account show'], told, delivered.show);
  });
}

async function sell(session: Session, customer: string, typed: OptionsOf<typeof sellOptions>): Promise<ExitCode> {
  const sold = await saleFrom(session, typed);
  return withTill(session, 'account sell', async ({till}) => {
    await till.shareAccounts();
    const {account} = customerIn(till.accounts(), customer);
    const made = await till.takeOnBook({...sold, account});
    session.begun = made;
    const payment = await till.payment(made);
    await answerPayment(session, till.state, payment);
    return exitOf(till.state, payment);
  });
}

/** Takes cash for what a customer owes: all of it, or the amount. */
function pay(session: Session, customer: string, typed: OptionsOf<typeof payOptions>): Promise<ExitCode> {
  const {amounts, country} = configOf(session);
  return withTill(session, 'account pay', async ({till}) => {
    await till.shareAccounts();
    const account = customerIn(till.accounts(), customer);
    const owed = owedOn(account);
    const {currency} = owed;
    const sum = typed.amount === undefined ? owed : moneyFrom(typed.amount, currency, amounts);
    if (sum.minor <= 0) throw new Problem('amount-not-positive');
    const tendered = typed.tendered === undefined ? {} : {tendered: parseAmount(typed.tendered, currency, amounts)};
    const words = messages(session.language).account;
    const description = words.paysOff({account: account.account});
    const facts = {country, description, paysOff: account.account, isSure: typed.anyway};
    const taken = await till.takeCash({amount: sum, ...tendered, ...facts});
    session.begun = taken.reference;
    return writeSale(session, till, taken.reference, taken.change);
  });
}
