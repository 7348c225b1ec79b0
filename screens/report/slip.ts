import {customerLanguage} from '../../src/core/books/selectors.js';
import {loadedLanguages} from '../../src/core/messages/messages.js';
import {type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {isPaidTwice} from '../../src/core/payment/payments.js';
import {receiptParts} from '../../src/core/present/receipt.js';
import {Problem} from '../../src/core/problem.js';
import type {SlipPart} from '../../src/core/slip/slip.js';
import {fact, paper} from '../../src/views/block.js';
import {type Context, type Screen, type Task, task} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import {goTo} from '../places.js';
import {mailBlocks} from './mail.js';
import {paper as onPaper, printing, saving, slipBlocks} from './printing.js';

type Made = {readonly payment: Payment; readonly parts: readonly SlipPart[]};
type Slip = {
  readonly reference: string;
  readonly offset: number;
  /** The payment as it was when its slip was requested. */
  readonly asked: Payment | undefined;
  readonly made: Made | undefined;
  readonly isPrinting: boolean;
};

const width = 42;

const mayLeave = ({isPrinting, reference}: Slip, {till}: Context): boolean =>
  !isPrinting && till.state.payments.has(reference) && till.writeFailure() === undefined;

const save = (format: 'pdf' | 'png') =>
  saving<Slip>({format, width}, ({reference}, till, rendering) => till.issueReceipt(reference, rendering));

/** The slip of a payment as it is printed, in the customer's language. */
export const slip: Screen<['slip', {readonly reference: string}], Slip> = {
  id: 'slip',
  layout: 'tall',
  focused: ({reference}) => reference,
  open: ({reference}) => ({state: {reference, offset: 0, asked: undefined, made: undefined, isPrinting: false}}),
  describe: (state, context) => {
    const {till, messages} = context;
    const payment = till.state.payments.get(state.reference);
    if (payment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    return [
      paper(messages.readingScreen.slip.title, state.offset, slipBlocks(partsOf(state, payment, context), width)),
      ...mailBlocks(state.reference, context),
      ...(state.isPrinting ? [fact('printing', messages.shiftScreen.close.printing)] : []),
    ];
  },
  keys: [
    scrollKey(),
    {id: 'print', when: mayLeave, press: printing(({reference}, till) => till.issueReceipt(reference, onPaper))},
    {id: 'save-pdf', when: mayLeave, press: save('pdf')},
    {id: 'save-png', when: mayLeave, press: save('png')},
    {
      id: 'mail-slip',
      when: ({reference}, {till}) => {
        const payment = till.state.payments.get(reference);
        return payment !== undefined && verdictOf(payment) === 'paid';
      },
      press: ({reference}, {till}) =>
        till.settings.mail === undefined
          ? {notice: {kind: 'problem', problem: new Problem('mail-missing')}}
          : {go: goTo('mail', {reference})},
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
  // Requests the slip again when the payment has changed. Making its signature takes a while.
  follow: (state, {till}) => {
    const payment = till.state.payments.get(state.reference);
    if (payment === undefined || payment === state.asked) return {};
    return {state: {...state, asked: payment}, asks: making(state.reference)};
  },
};

const making = (reference: string): Task<Slip> =>
  task({
    kind: 'make',
    run: async till => {
      const payment = await till.payment(reference);
      return {payment, parts: await till.receiptOf(payment, width)};
    },
    done: (state, made) => ({state: {...state, made}}),
  });

/**
 * Returns the slip of a payment as it is printed. While its signature is being made, the code is missing. If the customer's language has
 * not been loaded since the till started, nothing is shown yet.
 */
function partsOf({made}: Slip, payment: Payment, {shop, till}: Context): readonly SlipPart[] {
  if (made?.payment === payment) return made.parts;
  const {zone, profile} = shop;
  const language = customerLanguage(payment.request);
  if (!loadedLanguages().includes(language)) return [];
  const {person} = payment;
  const about = {
    shop: shop.shop,
    till: till.settings.till,
    zone,
    width,
    profile,
    person,
    language,
    about: till.settings.receipt,
  } as const;
  return receiptParts(payment, about, {copy: 0, isTwice: isPaidTwice(till.state, payment.sale)});
}
