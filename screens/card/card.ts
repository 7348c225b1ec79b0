import {markOf, wipeCard} from '../../src/core/card/card.js';
import {bigAmount, fact, gap, notice, title} from '../../src/views/block.js';
import {fieldBlocks, formKeys, rulesOf, typedIn} from '../kit/form.js';
import type {Context, Pressed, Screen, Step} from '../kit/screen.js';
import {saleTitle, standingBlocks} from '../order/standing.js';
import {goTo} from '../places.js';
import {textRules} from '../terminal/line.js';
import {
  type CardFormField,
  type CardSale,
  cardAmountIn,
  cardForm,
  moreFields,
  nairaNote,
  pinWarning,
  readCardForm,
  SealedCard,
  withCard,
  withoutCard,
} from './card-form.js';

type CardStep = Step<CardSale>;

/** Handles Enter: goes to the next field that is needed or the first that is wrong, or to the question when the form is complete. */
function proceed(state: CardSale, context: Context, {chunk}: Pressed): CardStep {
  if (context.till.writeFailure() !== undefined) return {};
  if (state.focus === 'more') return {state: opened(state)};
  const {order, card, problems} = readCardForm(state, context);
  if (order !== undefined && card !== undefined) {
    const asked = new SealedCard(card);
    const charged = {method: 'card', order, mark: markOf(card), hasPin: card.pin !== undefined, card: asked} as const;
    return {
      state: {...withoutCard(state), wrong: undefined, asked},
      go: goTo('confirm', {
        ...{...charged, sale: state.sale, ticket: state.ticket, paysOff: state.paysOff},
        ...{basket: state.basket, chunk},
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
