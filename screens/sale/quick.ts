import {codedIn, itemOfAmount} from '../../src/core/item/code.js';
import type {Item} from '../../src/core/item/schema.js';
import {marketOf} from '../../src/core/market/markets.js';
import {displayMoney} from '../../src/core/money/display.js';
import {jsonAmount} from '../../src/core/money/money.js';
import {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, gap, title} from '../../src/views/block.js';
import {sumIn} from '../kit/amount.js';
import {typedIn} from '../kit/form.js';
import type {Context, Pressed, Screen} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import {isUnusual} from '../order/masks.js';
import {marketIn, type SaleForm} from '../order/sale-form.js';
import {keyedTexts, keyText} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import {emptyLine, lineOf, numberRules} from '../terminal/line.js';

/** Returns the shop's quick amounts, at most as many as there are keys. */
const amountsOf = ({shop, keys}: Context) => shop.amounts.quick.slice(0, keys['pick-amount'].length);

/** Whether a quick amount can be picked: nothing has been typed, and the sale is in the shop's currency. */
export function takesQuick(form: SaleForm, context: Context): boolean {
  const {market} = marketIn(form);
  const isOpen = form.sale === undefined && form.focus === 'amount' && typedIn(form, 'amount').trim() === '';
  return isOpen && market.currency === marketOf(context.shop.country).currency && amountsOf(context).length > 0;
}

/** The screen with the shop's own amounts, each on a key. */
export const quick: Screen<['quick', SaleForm], {readonly form: SaleForm; readonly count: number}> = {
  id: 'quick',
  layout: 'beside',
  open: (form, context) => ({state: {form, count: amountsOf(context).length}}),
  describe: (_, context) => {
    const {language, messages} = context;
    const texts = amountsOf(context).map(amount => displayMoney(amount, language));
    const options = keyedTexts('pick-amount', texts, context);
    const lead = messages.saleScreen.quickLead({keys: keyText('pick-amount', context)});
    return [
      title(messages.saleScreen.quick),
      gap('above'),
      {kind: 'options', id: 'amounts', options},
      gap('below'),
      fact('lead', lead, {tone: 'quiet'}),
    ];
  },
  keys: [
    {
      id: 'pick-amount',
      count: ({count}) => count,
      press: ({form}, context, {place}) => {
        const amount = amountsOf(context)[place];
        if (amount === undefined) return {};
        const lines = {...form.lines, amount: lineOf(jsonAmount(amount))};
        const focus = typedIn(form, 'wallet').trim() === '' ? 'wallet' : form.focus;
        return {go: goBackTo('sale', {...form, lines, focus, wrong: undefined})};
      },
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** This many digits that arrived at once are a code, even if no item has it. A person would type such an amount more slowly. */
const surely = 8;

const isOfNumber = (text: string): boolean => [...text].every(letter => numberRules.accepts.test(letter));

/** Whether a code may be meant: the field with the focus takes digits, and the sale is neither another attempt nor a part of a ticket. */
const mayHear = ({focus, sale, ticket}: SaleForm): boolean =>
  (focus === 'amount' || focus === 'wallet') && (sale ?? ticket) === undefined;

const isItem = (code: string, {till}: Context): boolean => {
  const list = till.itemsAtHand();
  return list !== undefined && codedIn(list, code) !== undefined;
};

/** Whether these digits as an amount would be more than this shop sells for. */
function isFarTooMuch(digits: string, state: SaleForm, context: Context): boolean {
  const sum = sumIn(digits, marketIn(state).market.currency, context);
  return sum !== undefined && isUnusual(state, sum, context);
}

/** Returns the item whose code a person has typed as an amount, if any: it may have been scanned slowly. */
export function itemTyped(state: SaleForm, {till}: Context): Item | undefined {
  const list = till.itemsAtHand();
  return list === undefined || !mayHear(state) ? undefined : itemOfAmount(list, typedIn(state, 'amount'));
}

/** Returns the question whether a code is meant. The next Enter takes it as the amount. */
export const isCodeOf = ({code, name}: Item): Problem =>
  new Problem('amount-is-code', {typed: code, item: cleanText(name, 60)});

/** Hears a key on the sale. `isTaken`: everything that arrived at once is the code of an item, so none of its characters is a key. */
export function hearOnSale(
  state: SaleForm,
  key: Key,
  context: Context,
): {readonly state: SaleForm; readonly isTaken: boolean} | undefined {
  if (key.kind !== 'text' || key.burst === undefined || isOfNumber(key.text) || !mayHear(state)) return undefined;
  return {state, isTaken: key.burst.length >= 4 && isItem(key.burst, context)};
}

/** Returns the code that a scanner has typed, with the sale as it was before the code. Returns undefined if the code may be an amount. */
export function scannedIn(
  state: SaleForm,
  context: Context,
  {code, before}: NonNullable<Pressed['scanned']>,
): {readonly scanned: string; readonly sale: SaleForm} | undefined {
  const isLikeCode =
    state.focus === 'amount' && /^\d+$/.test(code) && (code.length >= surely || isFarTooMuch(code, state, context));
  if (!mayHear(state) || !(isLikeCode || isItem(code, context))) return undefined;
  const sale = (before as SaleForm | undefined) ?? {...state, lines: {...state.lines, [state.focus]: emptyLine}};
  return {scanned: code, sale: {...sale, wrong: undefined}};
}
