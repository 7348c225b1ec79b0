import {lastOutcome, latestPayments, verdictWord} from '../../src/core/books/selectors.js';
import {type Basket, totalOf} from '../../src/core/item/basket.js';
import {countryName, isWalletless, marketOf} from '../../src/core/market/markets.js';
import {displayWallet, normaliseWallet} from '../../src/core/market/wallet.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {maskSource} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {Problem} from '../../src/core/problem.js';
import {hasTicketsToEnd, isUnpaidWhole} from '../../src/core/ticket/ticket.js';
import {atBottom, type Block, bigAmount, compact, fact, gap, type Piece, title} from '../../src/views/block.js';
import {dropBasket} from '../basket/line.js';
import {isFilled} from '../basket/parked.js';
import {type CardSale, newCardForm, nextCardForm, partCardForm, typedCardForm} from '../card/card-form.js';
import {amountTyped, sumShown} from '../kit/amount.js';
import {fieldBlocks, formKeys, typedIn} from '../kit/form.js';
import {isEmpty, oneSentence} from '../kit/said.js';
import {
  type Context,
  type Form,
  type FormField,
  type Pressed,
  type Screen,
  type ScreenKey,
  type Step,
  todayOf,
} from '../kit/screen.js';
import {type Go, goTo, type ReducerContext} from '../model.js';
import {amountLine} from '../order/masks.js';
import {
  amountIn,
  customerName,
  fieldsOf,
  firstWrong,
  isCashFirst,
  isMore,
  isTyped,
  languageField,
  lastPayment,
  marketIn,
  networkIn,
  newForm,
  readForm,
  type SaleForm,
  sameWalletForm,
  type TypedSaleField,
  withCountry,
  withNetwork,
} from '../order/sale-form.js';
import {saleTitle, standingBlocks} from '../order/standing.js';
import {canTurnTakings, hoursChart, partOfDay, todayTally, turnedTakings} from '../order/today.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine, numberRules, sumRules, textRules} from '../terminal/line.js';
import {hearOnSale, isCodeOf, itemTyped, scannedIn, takesQuick} from './quick.js';
import {takesTip} from './tip.js';

const isOfDigits = ({focus}: SaleForm) => focus === 'amount' || focus === 'wallet';
const takesLetters = (state: SaleForm) => !isTyped(state.focus) || isOfDigits(state);

function form(state: SaleForm, context: Context): Form<SaleForm> {
  const {shop, messages} = context;
  const {market, source} = marketIn(state);
  const {fields, chosen, fromNumber, byItself, moreHint} = messages.saleScreen;
  const check = (id: TypedSaleField) => () => readForm(state, context).problems[id];
  const more = (id: TypedSaleField, fallback: string): FormField<SaleForm> => ({
    id,
    label: fields[id],
    rules: textRules,
    fallback,
    check: check(id),
  });
  const isAbroad = source === 'chosen' || (source === 'number' && market.country !== state.country);
  return [
    {
      id: 'amount',
      label: fields.amount,
      rules: sumRules,
      unit: market.currency,
      shown: sumShown(typedIn(state, 'amount'), market.currency, context),
      guard: amountLine,
      isLocked: (state.sale ?? state.basket) !== undefined,
      isPassed: (state.sale ?? state.basket) !== undefined,
      note: amountNote(state, context),
      warning: currencyWarning(state, context),
      check: check('amount'),
    },
    ...walletFields(state, context),
    {
      id: 'country',
      label: fields.country,
      turn: by => withCountry(state, by, shop),
      value: countryName(market.country, context.language),
      note: {chosen, number: fromNumber, kept: ''}[source],
      importance: isAbroad ? 'news' : 'detail',
    },
    ...(state.isMoreOpen
      ? [
          more('firstName', customerName),
          more('lastName', shop.shop),
          more('email', shop.email ?? ''),
          more('description', byItself),
          languageField(state, market.country, context),
        ]
      : [{id: 'more', label: fields.more, value: moreHint, importance: 'detail' as const}]),
  ];
}

/** Returns the fields for a wallet and its network; none where no wallet can pay. */
function walletFields(state: SaleForm, context: Context): Form<SaleForm> {
  if (isCashFirst(state)) return [];
  const {shop, till, messages} = context;
  const {market} = marketIn(state);
  const networks = till.networksAtHand(market);
  const {network, source} = networkIn(state, networks);
  const {fields, chosen, fromPrefix, onlyOne, networkLater, noWallet, phone} = messages.saleScreen;
  return [
    {
      id: 'wallet',
      // In a market without wallets the number is that of a telephone.
      label: isWalletless(market) ? phone : fields.wallet,
      rules: numberRules,
      shown: shownWallet(state, context),
      check: () => readForm(state, context).problems.wallet,
      ...(isWalletless(market) ? {note: noWallet, fallback: shop.phone ?? ''} : {}),
      edited: (now, isTypedOver) => (isTypedOver ? {...now, network: newForm(context).network} : now),
    },
    {
      id: 'network',
      label: fields.network,
      turn: by => withNetwork(state, by, networks),
      value: network?.name ?? (source === 'later' ? networkLater : '—'),
      note: {chosen, prefix: fromPrefix, only: onlyOne, later: '', unknown: ''}[source],
      importance: network !== undefined && typedIn(state, 'wallet').trim() !== '' ? 'news' : 'detail',
    },
  ];
}

/** Returns a wallet as the till understands it, or as typed if it cannot be read. */
function shownWallet(form: SaleForm, {shop}: Context): string {
  const text = typedIn(form, 'wallet');
  try {
    return displayWallet(normaliseWallet(text, marketIn(form).market), shop.country);
  } catch {
    return text;
  }
}

/** Returns the warning that the wallet or the country has changed the currency of the amount. */
function currencyWarning(state: SaleForm, {shop, messages}: Context): string {
  const [{currency}, {currency: usual}] = [marketIn(state).market, marketOf(shop.country)];
  const isMeant =
    currency === usual || typedIn(state, 'amount').trim() === '' || (state.sale ?? state.ticket) !== undefined;
  return isMeant ? '' : messages.saleScreen.otherCurrency({currency, usual});
}

function amountNote(state: SaleForm, context: Context): string {
  const {basketScreen, saleScreen} = context.messages;
  const {sale: of, basket} = state;
  if (of !== undefined) return saleScreen.sameAmount;
  if (basket !== undefined)
    return basketScreen.amountNote({count: basket.lines.length, key: keyText('basket', context)});
  return isCashFirst(state) ? saleScreen.cashFirst({key: keyText('continue', context)}) : '';
}

function nameOf(its: SaleForm, context: Context): string {
  const {
    messages,
    till: {state},
  } = context;
  const ticket = state.tickets.all.get(its.ticket ?? '');
  const isWhole = ticket !== undefined && isUnpaidWhole(ticket, state.payments);
  const {again, nextPart} = messages.ticketScreen;
  return saleTitle(its, {...messages.saleScreen, part: isWhole ? () => again : nextPart}, context);
}

/** Returns the outcome of the last payment, shown until the next one has ended. */
function lastEnded(context: Context): {readonly note: readonly Piece[]; readonly said: string} {
  const {language, messages, till} = context;
  const last = lastOutcome(till.state);
  if (last === undefined) return {note: [], said: ''};
  const verdict = verdictWord(till.state, last, language);
  const amount = displayMoney(last.request.amount, language);
  const payer = maskSource(last.request);
  const key = keyText('last-outcome', context);
  return {
    note: compact([
      {text: verdict, tone: 'plain', badge: badgeOf(last)},
      {text: amount, tone: 'strong'},
      payer !== '' && {text: payer, tone: 'plain'},
      {text: key, tone: 'strong'},
    ]),
    said: messages.narration.last({verdict, about: compact([amount, payer]).join(', '), key}),
  };
}

/** Goes from the amount to the wallet, from the wallet to the confirmation, or to the first field that is wrong. */
function proceed(state: SaleForm, context: Context, {chunk, scanned}: Pressed): Step<SaleForm> {
  if (context.till.writeFailure() !== undefined) return {};
  const scan = scanned && scannedIn(state, context, scanned);
  if (scan !== undefined) return {state: scan.sale, go: goTo('basket', scan)};
  const {order, problems} = readForm(state, context);
  const isAmount = state.focus === 'amount';
  const isOpening = state.focus === 'more' && !state.isMoreOpen;
  const item = isAmount && state.wrong?.problem.code !== 'amount-is-code' ? itemTyped(state, context) : undefined;
  if (item !== undefined) return {state: {...state, wrong: {field: 'amount', problem: isCodeOf(item)}}};
  if (isCashFirst(state) && !isOpening && problems.amount === undefined)
    return {state: {...state, wrong: undefined}, go: goTo('cash', state)};
  if (isAmount && problems.amount === undefined && typedIn(state, 'wallet').trim() === '')
    return {state: {...state, focus: 'wallet', wrong: undefined}};
  if (isOpening) return {state: opened(state)};
  if (order !== undefined) {
    const {sale: of, ticket, paysOff, basket} = state;
    const confirm = {method: 'mobile-money', order, sale: of, ticket, paysOff, basket, chunk} as const;
    return {state: {...state, wrong: undefined}, go: goTo('confirm', confirm)};
  }
  const wrong =
    isAmount && problems.amount !== undefined ? {field: state.focus, problem: problems.amount} : firstWrong(problems);
  if (wrong === undefined) return {};
  const isMoreOpen = state.isMoreOpen || isMore(wrong.field);
  // A problem of a field that cannot be edited is shown there and fixed elsewhere. For example, the amount of a basket changes by its lines
  // or by a split.
  const focus = fieldsOf({...state, isMoreOpen}).includes(wrong.field) ? wrong.field : state.focus;
  return {state: {...state, isMoreOpen, focus, wrong}};
}

const opened = (state: SaleForm): SaleForm => ({...state, isMoreOpen: true, focus: 'firstName'});
function folded(state: SaleForm): SaleForm {
  const basic = fieldsOf({...state, isMoreOpen: false});
  return {...state, isMoreOpen: false, focus: basic.includes(state.focus) ? state.focus : 'more'};
}

function isBlank({
  basket,
  lines,
  focus,
  isCountryChosen,
  isMoreOpen,
  language,
  network,
  paysOff,
  sale,
  ticket,
  wrong,
}: SaleForm): boolean {
  const isChosen = isCountryChosen || network !== '' || language !== undefined;
  const isUntouched =
    !isChosen && !isMoreOpen && (sale ?? ticket ?? paysOff ?? basket) === undefined && wrong === undefined;
  return isUntouched && focus === 'amount' && Object.values(lines).every(line => line.before + line.after === '');
}

/** Whether the latest sales can be marked: there are any, and the form has nothing that a key could change or that would be lost. */
function isForLatest(state: SaleForm, context: Context): boolean {
  const network = state.network === newForm(context).network ? '' : state.network;
  return isBlank({...state, network}) && latestPayments(context.till.state, todayOf(context)).length > 0;
}

/** Drops the sale. With a basket this takes a second press, since one wrong key would lose all its lines. */
function dropped(state: SaleForm, context: Context): Step<SaleForm> {
  const {basket, wrong} = state;
  if (basket === undefined || wrong?.problem.code === 'basket-drop') {
    const step = to(state, newForm(context));
    return basket === undefined ? step : {...step, asks: [...[step.asks ?? []].flat(), dropBasket(basket)]};
  }
  const problem = new Problem('basket-drop', {lines: basket.lines.length, key: keyText('drop-sale', context)});
  return {state: {...state, wrong: {field: 'amount', problem}}};
}

/** Returns a form for a basket, or undefined if cards are not taken in its currency. */
function basketCardForm(basket: Basket, {shop}: Pick<ReducerContext, 'shop'>): CardSale | undefined {
  const form = newCardForm({shop}, basket.currency);
  return form && {...form, lines: {amount: amountTyped(totalOf(basket), shop.language)}, focus: 'number', basket};
}

/** Returns the same sale as a card form, if cards are taken in its currency. */
function cardFormFor(state: SaleForm, context: Context): CardSale | undefined {
  const {sale, ticket, paysOff, basket} = state;
  if (basket !== undefined) return basketCardForm(basket, context);
  if (sale !== undefined) return nextCardForm(sale, context);
  const amount = typedIn(state, 'amount');
  return (ticket ?? paysOff) === undefined
    ? typedCardForm(amount, marketIn(state).market.currency, context)
    : partCardForm(state, amount, context);
}

/** Returns the step to another state. If it changes the country, the networks of the new country are requested. */
function to(before: SaleForm, state: SaleForm): Step<SaleForm> {
  const {market} = marketIn(state);
  if (market.country === marketIn(before).market.country) return {state};
  // If no list arrives, the built-in table of networks applies.
  return {state, asks: {kind: 'networks', run: till => till.networks(market), refused: () => ({})}};
}

type SaleKey = ScreenKey<SaleForm>;
const letter = (id: SaleKey['id'], press: SaleKey['press'], when: SaleKey['when'] = () => true): SaleKey => ({
  id,
  press,
  when: (state, context) => takesLetters(state) && when(state, context),
});

/** Returns a key that leads to the payment that ended last, if there is one. */
const ofLast = (id: SaleKey['id'], to: (last: Payment) => Go): SaleKey =>
  letter(
    id,
    (_, {till}) => {
      const last = lastOutcome(till.state);
      return last === undefined ? {} : {go: to(last)};
    },
    (_, {till}) => lastOutcome(till.state) !== undefined,
  );

/** Whether this is neither another attempt of a sale nor a part of a ticket. */
const isOfItself = ({sale: of, ticket, paysOff}: SaleForm) => (of ?? ticket ?? paysOff) === undefined;

/** Returns the key for the basket. In a shop with a price list it is at a place where it is seen, because the shop sells from the list. */
const toBasket = (hasList: boolean): SaleKey =>
  letter(
    'basket',
    state => ({go: goTo('basket', {sale: state})}),
    (state, {till}) => (till.state.items !== null) === hasList && isOfItself(state),
  );

function parkedFact(context: Context): readonly Block[] {
  const {length: count} = context.till.parkedBaskets();
  const text = context.messages.basketScreen.parkedCount({count, key: keyText('parked', context)});
  return count === 0 ? [] : [fact('parked', text, {tone: 'not-known', importance: 'standing'})];
}

/** The sale with the day below it: the first screen of a till. */
export const sale: Screen<['sale', SaleForm | undefined], SaleForm> = {
  id: 'sale',
  layout: 'beside',
  open: (given, context) => ({state: given ?? newForm(context)}),
  form,
  describe: (state, context) => {
    const money = amountIn(state, context);
    const {currency} = marketIn(state).market;
    const name = nameOf(state, context);
    const isBlank = Object.values(state.lines).every(isEmpty);
    const importance = isBlank || state.sale !== undefined ? 'standing' : 'detail';
    const {note, said} = lastEnded(context);
    return [
      title(name, {importance, note, said: oneSentence([`${name}.`, said], context.language)}),
      gap('above'),
      bigAmount(money ?? {currency, minor: 0}, money !== undefined),
      ...fieldBlocks(form(state, context), state, context),
      ...standingBlocks(state.ticket, context),
      atBottom,
      ...parkedFact(context),
      {...todayTally(context), ageless: 'today', importance},
      ...partOfDay(context),
      ...hoursChart(context),
    ];
  },
  takesCodes: true,
  hears: hearOnSale,
  keys: [
    {id: 'continue', press: proceed},
    ...formKeys(form).map(
      (key): SaleKey => ({...key, press: (state, ...more) => to(state, key.press(state, ...more).state ?? state)}),
    ),
    {id: 'latest', when: isForLatest, press: () => ({go: goTo('latest')})},
    toBasket(true),
    letter('parked', state => ({go: goTo('parked', {sale: state})}), isOfItself),
    letter('tip', state => ({go: goTo('tip', state)}), takesTip),
    letter('quick', state => ({go: goTo('quick', state)}), takesQuick),
    letter('by-cash', state => ({go: goTo('cash', state)})),
    letter(
      'by-card',
      (state, context) => {
        const card = cardFormFor(state, context);
        return card === undefined ? {} : {go: goTo('card', {...card, language: state.language ?? card.language})};
      },
      (state, context) => cardFormFor(state, context) !== undefined,
    ),
    letter(
      'park',
      ({basket, ...typed}) => (isFilled(basket) ? {go: goTo('park', {sale: {...typed, basket}})} : {}),
      ({basket}) => isFilled(basket),
    ),
    letter(
      'basket-discount',
      ({basket, ...typed}) => (isFilled(basket) ? {go: goTo('basket-discount', {sale: {...typed, basket}})} : {}),
      ({basket}) => isFilled(basket),
    ),
    letter(
      'on-book',
      (state, context) => ({go: goTo('accounts', amountIn(state, context) === undefined ? undefined : state)}),
      ({paysOff}) => paysOff === undefined,
    ),
    letter(
      'same-wallet',
      (state, context) => {
        const last = lastPayment(context.till.state);
        if (last === undefined) return {};
        const again = sameWalletForm(last, context);
        return to(state, {
          ...again,
          basket: state.basket,
          lines: {...again.lines, amount: state.lines.amount ?? emptyLine},
        });
      },
      (state, {till}) => isOfItself(state) && lastPayment(till.state) !== undefined,
    ),
    {id: 'drop-sale', when: state => !isBlank(state), press: dropped},
    letter(
      'split',
      state => ({go: goTo('split', state)}),
      (state, context) => isOfItself(state) && amountIn(state, context) !== undefined,
    ),
    letter(
      'ticket',
      ({ticket: reference}) => (reference === undefined ? {} : {go: goTo('ticket', {reference})}),
      ({ticket: reference}) => reference !== undefined,
    ),
    letter(
      'tickets',
      () => ({go: goTo('tickets')}),
      (_, {till}) => hasTicketsToEnd(till.state),
    ),
    letter('pending', () => ({go: goTo('pending')})),
    letter('day', () => ({go: goTo('day')})),
    letter('shift', () => ({go: goTo('shift')})),
    letter('more', state => ({state: state.isMoreOpen ? folded(state) : opened(state)})),
    letter('leave', () => ({go: 'leave'})),
    ofLast('last-outcome', ({reference}) => goTo('payment', {reference, isOnSale: true})),
    ofLast('last-slip', ({reference}) => goTo('slip', {reference})),
    letter(
      'hours',
      (_, context) => ({keeps: {takings: turnedTakings(context)}}),
      (_, context) => canTurnTakings(context),
    ),
    letter('sales', () => ({go: goTo('sales')})),
    letter('claim', () => ({go: goTo('claim')})),
    letter('subscriptions', () => ({go: goTo('subscriptions')})),
    letter('bank', () => ({go: goTo('bank')})),
    letter('items', () => ({go: goTo('items')})),
    toBasket(false),
  ],
};
