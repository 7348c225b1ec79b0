import {type Account, findAccounts} from '../../src/core/account/account.js';
import {ticketOf} from '../../src/core/item/basket.js';
import {marketOf} from '../../src/core/market/markets.js';
import {displayWallet} from '../../src/core/market/wallet.js';
import {displayMoney} from '../../src/core/money/display.js';
import {type Money, parseAmount} from '../../src/core/money/money.js';
import {problemOf} from '../../src/core/payment/said.js';
import {ageInDays, owedOn, owedText, statementParts} from '../../src/core/present/statement.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Till} from '../../src/till/till.js';
import {type Block, compact, fact, gap, notice, paper, title} from '../../src/views/block.js';
import {amountTyped} from '../kit/amount.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList, scrollKey} from '../kit/list.js';
import {unlessWriting, writingForm} from '../kit/question.js';
import {type Context, type Form, type Screen, task} from '../kit/screen.js';
import {goBackTo, goTo} from '../model.js';
import {amountIn, newForm, type SaleForm} from '../order/sale-form.js';
import {doingBlocks, type Printing, printing, saving, slipBlocks} from '../report/printing.js';
import {keyText} from '../terminal/bindings.js';
import {lineOf, numberRules, sumRules, textRules} from '../terminal/line.js';

/** `sale`: what is put on the book of the customer who is chosen; undefined to look at the customers. */
type Listed = Filled<'find'> & {readonly index: number; readonly sale: SaleForm | undefined};

const rows = markedList<Listed, Account>(
  (state, {till}) => findAccounts(till.accounts(), typedIn(state, 'find')),
  ({account}) => String(account),
);

const findForm = (_: Listed, {messages}: Context): Form<Listed> => [
  {id: 'find', label: messages.accountScreen.find, rules: textRules, edited: state => ({...state, index: 0})},
];

const shown = (money: Money, {language}: Context) => displayMoney(money, language);
const saleOf = ({sale}: Pick<Listed, 'sale'>, context: Context): Money | undefined => sale && amountIn(sale, context);

const customerText = ({name, phone}: Account, {shop}: Context): string =>
  `${cleanText(name, 60)} · ${displayWallet(phone, shop.country)}`;

/** The customers who may buy on the book, with what they owe and for how long. */
export const accounts: Screen<['accounts', SaleForm | undefined], Listed> = {
  id: 'accounts',
  layout: 'tall',
  open: sale => ({
    state: {...emptyForm('find'), index: 0, sale},
    asks: task({
      kind: 'share-accounts',
      run: till => till.shareAccounts(),
      done: () => ({}),
      refused: (_, problem) => ({notice: {kind: 'problem', problem}}),
    }),
  }),
  form: findForm,
  describe: (state, context) => {
    const {accountScreen, account: words} = context.messages;
    const amount = saleOf(state, context);
    return [
      title(amount === undefined ? accountScreen.title : accountScreen.sellTo({amount: shown(amount, context)})),
      ...fieldBlocks(findForm(state, context), state, context),
      rows.block(state, context, {
        columns: [
          {title: accountScreen.customer, grows: true, width: 20},
          {title: accountScreen.owed, align: 'right'},
          {title: accountScreen.limit, align: 'right', givesWay: true},
          {title: accountScreen.age, align: 'right', givesWay: true},
        ],
        row: account => {
          const days = ageInDays(account, context.now);
          const sums = [owedOn(account), account.limit].map(each => shown(each, context));
          return {
            cells: [customerText(account, context), ...sums, days === undefined ? '' : words.days({count: days})],
          };
        },
        narrated: (account, place) => {
          const text = `${customerText(account, context)}, ${owedText(account, context.language, context.now)}`;
          return context.messages.narration.listed({...place, text});
        },
        empty: accountScreen.nobody({key: keyText('new-account', context)}),
      }),
    ];
  },
  keys: [
    {
      id: 'open-account',
      when: rows.isFilled,
      press: rows.withMarked(({account}, {sale}) => ({
        go: sale === undefined ? goTo('account', {account}) : goTo('on-book', {account, sale}),
      })),
    },
    rows.selectKey,
    {id: 'new-account', press: () => ({go: goTo('account-form', {account: undefined})})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

type OnBook = {
  readonly account: number;
  readonly sale: SaleForm;
  readonly isSure: boolean;
  readonly isWriting: boolean;
};

const accountIn = ({account}: {readonly account: number}, {till}: Pick<Context, 'till'>): Account | undefined =>
  till.accounts()[account];

/** What the customer owes afterwards, if that is more than the limit. */
function aboveLimit(state: OnBook, context: Context): Money | undefined {
  const account = accountIn(state, context);
  const amount = saleOf(state, context);
  if (account === undefined || amount === undefined) return undefined;
  const owed = {...amount, minor: account.balance + amount.minor};
  return owed.minor > account.limit.minor ? owed : undefined;
}

const putting = ({account, sale, isSure}: OnBook, amount: Money, country: string) => {
  const {sale: of, ticket, basket, language: customerLanguage} = sale;
  const sells = basket && ticketOf(basket);
  return task<OnBook, string>({
    kind: 'take',
    run: till =>
      till.takeOnBook({
        account,
        amount,
        country: marketOf(country).country,
        description: '',
        customerLanguage,
        sale: of,
        ticket,
        sells,
        isSure,
      }),
    done: (_, reference) => ({go: ['home', goTo('payment', {reference, isOnSale: true})]}),
    refused: (state, problem) => ({state: {...state, isWriting: false}, notice: {kind: 'problem', problem}}),
  });
};

/** The one question before something is put on the book of a customer. */
export const onBook: Screen<['on-book', Pick<OnBook, 'account' | 'sale'>], OnBook> = {
  id: 'on-book',
  layout: 'beside',
  open: given => ({state: {...given, isSure: false, isWriting: false}}),
  describe: (state, context) => {
    const {accountScreen, ticketScreen} = context.messages;
    if (state.isWriting) return [fact('writing', ticketScreen.saving, {tone: 'not-known'})];
    const [account, amount] = [accountIn(state, context), saleOf(state, context)];
    if (account === undefined || amount === undefined) return [];
    const above = aboveLimit(state, context);
    const [owed, limit] = [owedOn(account), account.limit];
    const then = {...owed, minor: owed.minor + amount.minor};
    const key = keyText('put-on-book', context);
    const facts = {owed: shown(then, context), limit: shown(limit, context), key};
    return compact([
      title(accountScreen.sellTo({amount: shown(amount, context)})),
      gap('above'),
      {kind: 'amount', id: 'amount', said: '', money: amount, tone: 'strong', beside: []},
      fact('customer', cleanText(account.name, 60), {lead: accountScreen.customer, tone: 'strong'}),
      fact('owed', shown(owed, context), {lead: accountScreen.owed, isOptional: true}),
      fact('then', shown(then, context), {lead: accountScreen.then, tone: 'strong'}),
      fact('limit', shown(limit, context), {lead: accountScreen.limit, isOptional: true}),
      gap('below'),
      state.isSure &&
        above !== undefined &&
        notice('above', accountScreen.above(facts), {tone: 'needs-person', glyph: '!', importance: 'standing'}),
      fact('means', accountScreen.means, {tone: 'quiet', most: 2, isOptional: true}),
    ]);
  },
  keys: [
    {
      id: 'put-on-book' as const,
      press: (state: OnBook, context: Context) => {
        const amount = saleOf(state, context);
        if (amount === undefined) return {};
        if (!state.isSure && aboveLimit(state, context) !== undefined) return {state: {...state, isSure: true}};
        return {state: {...state, isWriting: true}, asks: putting(state, amount, context.shop.country)};
      },
    },
    {id: 'back' as const, press: () => ({go: 'back' as const})},
  ].map(unlessWriting<OnBook>),
};

type One = Printing & {readonly account: number; readonly offset: number};
const issue = ({account: number}: One, till: Till) => till.statementOf(number);

/** The statement of a customer's account, narrow enough for the smallest window. */
export const account: Screen<['account', {readonly account: number}], One> = {
  id: 'account',
  layout: 'tall',
  open: given => ({state: {...given, offset: 0, doing: undefined}}),
  describe: (state, context): readonly Block[] => {
    const {language, now, till} = context;
    const its = accountIn(state, context);
    if (its === undefined) return [];
    const parts = statementParts(its, {...till.settings, language}, now);
    return [paper(cleanText(its.name, 60), state.offset, slipBlocks(parts, 32)), ...doingBlocks(state, context)];
  },
  keys: [
    scrollKey(),
    {
      id: 'pay-account',
      when: (state, context) => (accountIn(state, context)?.balance ?? 0) > 0,
      press: (state, context) => {
        const its = accountIn(state, context);
        return its === undefined ? {} : {go: goBackTo('sale', payingForm(its, context))};
      },
    },
    {id: 'change-account', press: ({account: number}) => ({go: goTo('account-form', {account: number})})},
    {id: 'print', press: printing(issue)},
    {id: 'save-pdf', press: saving<One>({format: 'pdf', width: 42}, issue)},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** Returns a form for what a customer owes. The amount is all of it, and typing replaces it. */
const payingForm = (its: Account, context: Context): SaleForm => {
  const form = newForm(context);
  const amount = amountTyped(owedOn(its), context.shop.language);
  return {...form, paysOff: its.account, kept: 'amount', lines: {...form.lines, amount}};
};

type Set = Filled<'name' | 'phone' | 'limit'> & {readonly account: number | undefined; readonly isWriting: boolean};

function fields(state: Set, context: Context): Form<Set> {
  const {accountScreen, account: words} = context.messages;
  const {currency} = limitOf(state, context);
  return [
    {id: 'name', label: accountScreen.customer, rules: textRules},
    {id: 'phone', label: words.phone, rules: numberRules},
    {
      id: 'limit',
      label: accountScreen.limit,
      rules: sumRules,
      unit: currency,
      check: () => problemOf(() => parseAmount(typedIn(state, 'limit'), currency, context.shop.amounts)),
    },
  ];
}

const limitOf = ({account: number}: Pick<Set, 'account'>, {shop, till}: Pick<Context, 'shop' | 'till'>): Money =>
  till.accounts()[number ?? 0]?.limit ?? {currency: marketOf(shop.country).currency, minor: 0};

const setting = writingForm<Set>({
  fields,
  yes: 'write-down',
  write: (state, context) => {
    const limit = parseAmount(typedIn(state, 'limit'), limitOf(state, context).currency, context.shop.amounts);
    const said = {account: state.account, name: typedIn(state, 'name'), phone: typedIn(state, 'phone'), limit};
    return {
      state: {...state, isWriting: true},
      asks: task({
        kind: 'set-account',
        run: till => till.setAccount(said),
        done: () => ({go: 'back'}),
        refused: (now, problem) => {
          const field = problem.code.startsWith('phone') || problem.code === 'account-known' ? 'phone' : 'name';
          return {state: {...now, isWriting: false, focus: field, wrong: {field, problem}}};
        },
      }),
    };
  },
});

/** Lets a customer buy on the book, or changes the name, the number or the limit. */
export const accountForm: Screen<['account-form', Pick<Set, 'account'>], Set> = {
  ...setting,
  id: 'account-form',
  layout: 'beside',
  open: ({account: number}, context) => {
    const before = context.till.accounts()[number ?? 0];
    const lines =
      before === undefined
        ? {}
        : {
            name: lineOf(before.name),
            phone: lineOf(before.phone),
            limit: amountTyped(before.limit, context.shop.language),
          };
    const kept = before === undefined ? undefined : 'limit';
    return {state: {...emptyForm(kept ?? 'name'), lines, kept, account: number, isWriting: false}};
  },
  describe: (state, context) => {
    const {accountScreen, ticketScreen} = context.messages;
    return [
      title(state.account === undefined ? accountScreen.add : accountScreen.change),
      gap('above'),
      ...fieldBlocks(fields(state, context), state, context),
      gap('below'),
      fact('lead', state.isWriting ? ticketScreen.saving : accountScreen.lead, {tone: 'quiet', most: 2}),
    ];
  },
};
