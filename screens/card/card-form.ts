import {
  brandOf,
  type Card,
  type CardRules,
  markOf,
  readCard,
  securityCodeLength,
  wipeCard,
} from '../../src/core/card/card.js';
import {businessDate} from '../../src/core/day/business-day.js';
import {marketOf} from '../../src/core/market/markets.js';
import {isLanguage} from '../../src/core/messages/messages.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {chargedCurrencies, lacksNaira, readCardOrder} from '../../src/core/payment/order.js';
import {attemptsOf} from '../../src/core/payment/payments.js';
import {type CardOrder, owedOf} from '../../src/core/payment/schema.js';
import {Problem} from '../../src/core/problem.js';
import {bigAmount, compact, fact, gap, notice, title} from '../../src/views/block.js';
import {amountTyped, sumIn, sumShown} from '../kit/amount.js';
import {beside, emptyForm, type Filled, fieldBlocks, formKeys, rulesOf, typedIn} from '../kit/form.js';
import type {Context, Form, FormField, Pressed, Screen, Step, TypedField} from '../kit/screen.js';
import {goTo, type ReducerContext} from '../model.js';
import {amountLine, beginningOf, betweenGroups, lastFourIn, leftNumber, typedNumber} from '../order/masks.js';
import {customerName, languageField, type OfSale, partProblem, type SaleForm, typedOrder} from '../order/sale-form.js';
import {saleTitle, standingBlocks} from '../order/standing.js';
import {
  codeRules,
  editSecret,
  emptyLine,
  expiryRules,
  type Line,
  lineOf,
  numberRules,
  secretLine,
  sumRules,
  textOf,
  textRules,
} from '../terminal/line.js';

const cardFields = ['number', 'expiry', 'securityCode', 'pin', 'holder'] as const;
const moreFields = ['holder', 'firstName', 'lastName', 'email', 'phone', 'description'] as const;
type TypedCardField = 'amount' | 'number' | 'expiry' | 'securityCode' | 'pin' | (typeof moreFields)[number];
type CardFormField = TypedCardField | 'currency' | 'language' | 'more';

/** A card on its way from form to till. Nothing that prints objects shows it, and it is given out once: to `till.charge`, or back. */
export class SealedCard {
  #card: Card | undefined;

  constructor(card: Card) {
    this.#card = card;
  }

  get isThere(): boolean {
    return this.#card !== undefined;
  }

  wipe(): void {
    if (this.#card !== undefined) wipeCard(this.#card);
    this.#card = undefined;
  }

  /** Returns the card and removes it from here. Throws an `Error` if it was given out before, which is a bug. */
  unseal(): Card {
    const card = this.#card;
    this.#card = undefined;
    if (card === undefined) throw new Error('card-unsealed-twice');
    return card;
  }
}

/** A card sale being typed. The typed card is nowhere else, and is dropped when the screen is left. */
export type CardSale = Filled<CardFormField> &
  OfSale & {
    readonly currency: Currency;
    readonly isMoreOpen: boolean;
    /** The card while the question about it is shown. It comes back afterwards, unless it was given to the till. */
    readonly asked: SealedCard | undefined;
  };

/** Returns an empty form in this currency, or in the first one if none is wanted; undefined if the shop takes no cards in it. */
export function newCardForm({shop}: Pick<ReducerContext, 'shop'>, wanted?: Currency): CardSale | undefined {
  const currencies = shop.cards.areTyped ? chargedCurrencies(shop.cards) : [];
  const currency = wanted === undefined ? currencies[0] : currencies.find(each => each === wanted);
  if (currency === undefined) return undefined;
  const ofNothing = {sale: undefined, ticket: undefined, paysOff: undefined, basket: undefined, language: undefined};
  return {...emptyForm('amount'), currency, isMoreOpen: false, ...ofNothing, asked: undefined};
}

/** Returns a card form for a typed sale. The amount is kept if cards are taken in its currency; otherwise the form says so. */
export function typedCardForm(
  typed: string,
  currency: Currency,
  {shop}: Pick<ReducerContext, 'shop'>,
): CardSale | undefined {
  const form = newCardForm({shop});
  if (form === undefined) return undefined;
  const same = newCardForm({shop}, currency);
  const currencies = chargedCurrencies(shop.cards);
  const problem = new Problem('card-currency-not-taken', {currency, currencies: currencies.join(', ')});
  if (same === undefined) return {...form, wrong: {field: currencies.length > 1 ? 'currency' : 'amount', problem}};
  const carried = {...same, lines: {amount: lineOf(typed)}};
  return cardAmountIn(carried, {shop}) === undefined ? carried : {...carried, focus: 'number'};
}

/** Returns a form for another attempt of a sale, or undefined if cards are not taken in its currency. */
export function nextCardForm(sale: string, {shop, till}: ReducerContext): CardSale | undefined {
  const attempts = attemptsOf(till.state, sale);
  const request = attempts[0]?.request;
  const {ticket, paysOff} = request ?? {};
  const amount = request && owedOf(request);
  const form = amount && newCardForm({shop}, amount.currency);
  if (amount === undefined || form === undefined) return undefined;
  const spoken = attempts.at(-1)?.request.customerLanguage;
  const language = isLanguage(spoken) ? spoken : undefined;
  const lines = {amount: amountTyped(amount, shop.language)};
  return {...form, lines, focus: 'number', language, sale, ticket, paysOff};
}

/** Returns a form for a part of a ticket or of what a customer owes, or undefined if cards are not taken in its currency. */
export function partCardForm(
  {ticket, paysOff, language}: SaleForm,
  typed: string,
  {shop, till}: ReducerContext,
): CardSale | undefined {
  const {tickets, accounts} = till.state;
  const {currency} = tickets.all.get(ticket ?? '')?.total ?? accounts[paysOff ?? 0]?.limit ?? {};
  const form = currency && newCardForm({shop}, currency);
  return form && {...form, lines: {amount: lineOf(typed)}, kept: 'amount', language, ticket, paysOff};
}

type TypedCard = {readonly lines: Readonly<Partial<Record<(typeof cardFields)[number], Line>>>};

/** Returns the form with empty fields for the card. The secrets of the given form are not wiped here. */
export function withoutCard<S extends TypedCard>(form: S): S {
  const emptied = Object.fromEntries(cardFields.map(field => [field, emptyLine]));
  return {...form, lines: {...form.lines, ...emptied}};
}

/** Returns the form with its card again, for a person who comes back from the question. */
export function withCard<S extends TypedCard>(form: S, card: Card): S {
  const {number, expiryMonth, expiryYear, securityCode, pin, holder = ''} = card;
  const lines = {
    number: secretLine(number),
    securityCode: secretLine(securityCode),
    pin: pin ? secretLine(pin) : emptyLine,
    expiry: lineOf(`${expiryMonth}/${expiryYear}`),
    holder: lineOf(holder),
  };
  return {...form, lines: {...form.lines, ...lines}};
}

/** Returns the typed card, or the problem of each wrong field. The caller must wipe the card. */
export const readTypedCard = ({lines}: TypedCard, pin: CardRules['pin'], {shop, till}: Rules) =>
  readCard(
    {
      number: lines.number?.secret ?? '',
      expiry: textOf(lines.expiry ?? emptyLine),
      securityCode: lines.securityCode?.secret ?? '',
      pin: (pin === 'asked' ? lines.pin?.secret : undefined) ?? '',
      holder: textOf(lines.holder ?? emptyLine),
    },
    {month: businessDate(till.now(), shop.zone, '00:00').slice(0, 'YYYY-MM'.length), pin},
  );

const cardAmountIn = (form: CardSale, reducerContext: Pick<ReducerContext, 'shop'>): Money | undefined =>
  sumIn(typedIn(form, 'amount'), form.currency, reducerContext);

type Rules = Pick<ReducerContext, 'shop' | 'till'>;
type CardProblems = Readonly<Partial<Record<CardFormField, Problem>>>;
type CardSaleReading = {
  readonly order: CardOrder | undefined;
  readonly card: Card | undefined;
  readonly problems: CardProblems;
};

/** Returns the order and the card of the form, or the problem of each wrong field. The caller must wipe the card. */
function readCardForm(form: CardSale, {shop, till}: Rules): CardSaleReading {
  const phone = typedIn(form, 'phone').trim() || (shop.phone ?? '');
  const {order, problems} = readCardOrder(
    {...typedOrder(form, {shop}), currency: form.currency, phone},
    {
      currencies: shop.cards.currencies,
      takesPin: shop.cards.takesPin,
      country: marketOf(shop.country).country,
      ...shop.amounts,
    },
  );
  const wrong = partProblem(form, cardAmountIn(form, {shop}), {till});
  const read = readTypedCard(form, pinRule(form), {shop, till});
  const others = {...problems, ...read.problems};
  if (wrong !== undefined) return {order: undefined, card: read.card, problems: {...others, amount: wrong}};
  return {order, card: read.card, problems: others};
}

function problemsIn(form: CardSale, rules: Rules): CardProblems {
  const {card, problems} = readCardForm(form, rules);
  if (card !== undefined) wipeCard(card);
  return problems;
}

type CardMessages = Context['messages']['cardScreen']['sale'];

/** Returns the parts of a field for a secret: it is drawn as dots, and narrated as a count. */
export const secretField = (isFocused: boolean, line: Line, {digits, hidden}: CardMessages) => {
  const count = textOf(line).length;
  return {
    rules: codeRules,
    edit: (before: Line, change: (before: Line) => Line) => editSecret(before, change, betweenGroups),
    spoken: isFocused ? digits({count}) : count === 0 ? '' : hidden({count}),
  };
};

/** Returns the parts of the field for a card number. Only the last four digits are ever shown, and only once the field has been left. */
export function numberField(isFocused: boolean, line: Line, messages: CardMessages) {
  const brand = brandOf(beginningOf(line)) ?? '';
  const count = messages.digits({count: textOf(line).length});
  const lastFour = isFocused ? '' : lastFourIn(line);
  const shown = lastFour === '' ? count : messages.endingIn({lastFour});
  const isLeftEmpty = !isFocused && textOf(line) === '';
  return {
    ...secretField(isFocused, line, messages),
    rules: numberRules,
    typing: typedNumber(line),
    shown: leftNumber(line),
    note: brand,
    spoken: isLeftEmpty ? '' : [brand, shown].filter(part => part !== '').join(', '),
  };
}

const anyExpiry = /^ *\d{0,2} *\/? *(?:20\d{0,2}|\d{0,2}) *$/u;

/** Takes no more digits than an expiry has: a person who types on without looking would show the code and the PIN here. */
const expiryLine: NonNullable<TypedField<CardSale>['guard']> = ({line}, changed) =>
  anyExpiry.test(textOf(changed))
    ? {line: changed, problem: undefined}
    : {line, problem: new Problem('card-expiry-invalid')};

export const expiryField = (line: Line, {expiryHint}: CardMessages) => ({
  rules: expiryRules,
  guard: expiryLine,
  shown: shownExpiry(line),
  hint: expiryHint,
});

function cardForm(form: CardSale, context: Context): Form<CardSale> {
  const {shop, messages} = context;
  const {sale} = messages.cardScreen;
  const {lines, currency, focus} = form;
  const isNew = form.sale === undefined;
  const currencies = chargedCurrencies(shop.cards);
  const named = <F extends Exclude<CardFormField, 'language'>>(id: F) => ({
    id,
    label: sale.fields[id],
    check: () => problemsIn(form, context)[id],
  });
  const lineIn = (field: TypedCardField) => lines[field] ?? emptyLine;
  const code = (id: 'securityCode' | 'pin', note: string): FormField<CardSale> => ({
    ...named(id),
    ...secretField(focus === id, lineIn(id), sale),
    note: focus === id || textOf(lineIn(id)) === '' ? note : '',
  });
  const more = (id: (typeof moreFields)[number], fallback = ''): FormField<CardSale> => ({
    ...named(id),
    rules: id === 'phone' ? numberRules : textRules,
    fallback,
  });
  const turn = (by: 1 | -1): CardSale => ({...form, currency: beside(currencies, currency, by)});
  return compact([
    {
      ...named('amount'),
      rules: sumRules,
      unit: currency,
      shown: sumShown(typedIn(form, 'amount'), currency, context),
      guard: amountLine,
      isLocked: !isNew,
      isPassed: !isNew,
      note: isNew ? '' : messages.saleScreen.sameAmount,
    },
    isNew &&
      form.ticket === undefined &&
      currencies.length > 1 && {...named('currency'), value: currency, turn, importance: 'detail' as const},
    {...named('number'), ...numberField(focus === 'number', lineIn('number'), sale)},
    {...named('expiry'), ...expiryField(lineIn('expiry'), sale)},
    code('securityCode', sale.codeHint({length: securityCodeLength(beginningOf(lineIn('number')))})),
    pinRule(form) === 'asked' && code('pin', sale.pinHint),
    ...(form.isMoreOpen
      ? [
          more('holder'),
          more('firstName', customerName),
          more('lastName', shop.shop),
          more('email', shop.email ?? ''),
          more('phone', shop.phone ?? ''),
          more('description', messages.saleScreen.byItself),
          languageField(form, marketOf(shop.country).country, context),
        ]
      : [{id: 'more', label: sale.fields.more, value: sale.moreHint, importance: 'detail' as const}]),
  ]);
}

type InCurrency = {readonly currency: Currency};

/** Returns the expiry as it is on the card, if it can be read so. */
const shownExpiry = (line: Line): string => textOf(line).replace(/^(\d\d)[ /]?(?:20)?(\d\d)$/u, '$1/$2');

/** Returns why naira are not offered, in a shop that lacks them. */
const nairaNote = ({shop, messages}: Context): readonly string[] =>
  lacksNaira(shop.cards) ? [messages.cardScreen.sale.noNaira] : [];

const pinRule = ({currency}: InCurrency): CardRules['pin'] => (currency === 'NGN' ? 'asked' : 'none');

/** Returns the warning about PINs while one may be typed, except in the sandbox. */
export function pinWarning(form: InCurrency, {shop, messages}: Pick<Context, 'shop' | 'messages'>): readonly string[] {
  const isAsked = pinRule(form) === 'asked' && shop.profile !== 'sandbox';
  return isAsked ? [messages.cardScreen.sale.pinWarning] : [];
}

/** Handles Enter: goes to the next field that is needed or the first that is wrong, or to the question when the form is complete. */
function proceed(state: CardSale, context: Context, {chunk}: Pressed): Step<CardSale> {
  if (context.till.writeFailure() !== undefined) return {};
  if (state.focus === 'more') return {state: opened(state)};
  const {order, card, problems} = readCardForm(state, context);
  if (order !== undefined && card !== undefined) {
    const asked = new SealedCard(card);
    const charged = {method: 'card', order, mark: markOf(card), hasPin: card.pin !== undefined, card: asked} as const;
    return {
      state: {...withoutCard(state), wrong: undefined, asked},
      go: goTo('confirm', {
        ...charged,
        sale: state.sale,
        ticket: state.ticket,
        paysOff: state.paysOff,
        basket: state.basket,
        chunk,
      }),
    };
  }
  if (card !== undefined) wipeCard(card);
  const fields = cardForm(opened(state), context).filter(({isPassed}) => isPassed !== true);
  const first = fields.find(({id}) => problems[id as CardFormField] !== undefined)?.id as CardFormField | undefined;
  const field = problems[state.focus] === undefined ? first : state.focus;
  const problem = field && problems[field];
  if (field === undefined || problem === undefined) return {};
  const isHidden = !state.isMoreOpen && isOfMore(field);
  const isNext = field !== state.focus && field !== 'currency' && typedIn(state, field).trim() === '';
  const wrong = isNext && !isHidden ? undefined : {field, problem};
  return {state: {...state, isMoreOpen: state.isMoreOpen || isHidden, focus: field, wrong}};
}

const isOfMore = (field: CardFormField): boolean => field === 'language' || moreFields.some(each => each === field);
const opened = (state: CardSale): CardSale => ({...state, isMoreOpen: true, focus: 'holder'});
const folded = (state: CardSale): CardSale => ({
  ...state,
  isMoreOpen: false,
  focus: isOfMore(state.focus) ? 'more' : state.focus,
});

/** A card sale. It is opened with a form in a currency in which cards are taken. */
export const card: Screen<['card', CardSale], CardSale> = {
  id: 'card',
  layout: 'beside',
  open: given => ({state: given}),
  form: cardForm,
  describe: (state, context) => {
    const {sale} = context.messages.cardScreen;
    const amount = cardAmountIn(state, context);
    return [
      title(saleTitle(state, sale, context)),
      gap('above'),
      bigAmount(amount ?? {currency: state.currency, minor: 0}, amount !== undefined),
      ...fieldBlocks(cardForm(state, context), state, context),
      gap('below'),
      ...standingBlocks(state.ticket, context),
      ...pinWarning(state, context).map(text => notice('pin-warning', text, {tone: 'not-known', glyph: '!'})),
      ...nairaNote(context).map(text => fact('no-naira', text, {tone: 'quiet', most: 2})),
      fact('not-kept', sale.notKept, {tone: 'quiet', most: 2, isOptional: true}),
    ];
  },
  keys: [
    {id: 'continue', press: proceed},
    ...formKeys(cardForm),
    {id: 'drop-card', press: () => ({go: 'back'})},
    {
      id: 'more',
      when: (state, context) => rulesOf(cardForm(state, context), state) !== textRules,
      press: state => ({state: state.isMoreOpen ? folded(state) : opened(state)}),
    },
  ],
  /** The question about the card is over. The card is still sealed here, or it was given to the till. */
  follow: ({asked, ...form}) => {
    if (asked === undefined) return {};
    const state = {...form, asked: undefined};
    return {state: asked.isThere ? withCard(state, asked.unseal()) : state};
  },
  secrets: ({lines, asked}) => [...Object.values(lines).flatMap(({secret}) => secret ?? []), ...(asked ? [asked] : [])],
};
