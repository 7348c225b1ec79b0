import {customerLanguage} from '../../src/core/journal/selectors.js';
import {isPaidTwice} from '../../src/core/journal/state.js';
import {loadedLanguages} from '../../src/core/messages/messages.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {Problem} from '../../src/core/problem.js';
import {receiptParts} from '../../src/core/slip/receipt.js';
import type {SlipPart} from '../../src/core/slip/slip.js';
import type {Till} from '../../src/till/till.js';
import {fact, paper} from '../kit/block.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {movedOffset} from '../parts/offset.js';
import {paper as onPaper, print, printedNotice, slipBlocks} from './printing.js';

type Made = {readonly payment: Payment; readonly parts: readonly SlipPart[]};
type Slip = {
  readonly reference: string;
  readonly offset: number;
  /** The payment as it was when its slip was asked for. */
  readonly asked: Payment | undefined;
  readonly made: Made | undefined;
  readonly isPrinting: boolean;
};

declare module '../kit/places.js' {
  interface Places {
    slip: {readonly reference: string};
  }
}

type SlipAsks = {readonly kind: 'make' | 'print'; readonly reference: string};
type SlipAnswer = ({readonly kind: 'made'} & Made) | ({readonly kind: 'printed'} & Awaited<ReturnType<typeof print>>);
const width = 42;

/** The slip of a payment as it prints, in the customer's language. */
export const slip: Screen<'slip', Slip, SlipAsks, SlipAnswer> = {
  id: 'slip',
  layout: 'tall',
  front: ({reference}) => reference,
  open: ({reference}) => ({
    state: {reference, offset: 0, asked: undefined, made: undefined, isPrinting: false},
  }),
  describe: (state, context) => {
    const {till, words} = context;
    const payment = till.state.payments.get(state.reference);
    if (payment === undefined) return [fact('gone', words.paymentScreen.notOpenHere)];
    return [
      paper(words.readingScreen.slip.title, state.offset, slipBlocks(partsOf(state, payment, context), width)),
      ...(state.isPrinting ? [fact('printing', words.shiftScreen.close.printing)] : []),
    ];
  },
  keys: [
    {
      id: 'scroll',
      press: (state, _, {place, page}) => ({state: {...state, offset: movedOffset(state.offset, {place, page})}}),
    },
    {
      id: 'print',
      when: ({isPrinting, reference}, {till}) =>
        !isPrinting && till.state.payments.has(reference) && till.writeFailure() === undefined,
      // Without a printer nothing is written down as printed.
      press: (state, {till}) =>
        till.settings.printer === undefined
          ? {notice: {kind: 'problem', problem: new Problem('printer-missing')}}
          : {state: {...state, isPrinting: true}, asks: {kind: 'print', reference: state.reference}},
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
  // The slip of the payment as it stands now: a signature is a while in the making.
  follow: (state, {till}) => {
    const payment = till.state.payments.get(state.reference);
    if (payment === undefined || payment === state.asked) return {};
    return {state: {...state, asked: payment}, asks: {kind: 'make', reference: state.reference}};
  },
  run,
  reduce: (state, answer) =>
    answer.kind === 'made'
      ? {state: {...state, made: answer}}
      : {state: {...state, isPrinting: false}, notice: printedNotice(answer)},
  refused: (state, problem, _, asks) => ({
    ...(asks.kind === 'print' ? {state: {...state, isPrinting: false}} : {}),
    notice: {kind: 'problem', problem},
  }),
  late: answer => (answer.kind === 'printed' ? printedNotice(answer) : undefined),
  beginnings: [['v', 'p']],
};

async function run({kind, reference}: SlipAsks, till: Till, answer: (answer: SlipAnswer) => void): Promise<void> {
  if (kind === 'print') return answer({kind: 'printed', ...(await print(till, till.issueReceipt(reference, onPaper)))});
  const payment = await till.payment(reference);
  answer({kind: 'made', payment, parts: await till.receiptOf(payment, width)});
}

/**
 * A payment's slip as it prints; while its signature is in the making, without the code, and of a customer whose language
 * was not spoken since the till started nothing yet.
 */
function partsOf({made}: Slip, payment: Payment, {shop, till}: Context): readonly SlipPart[] {
  if (made?.payment === payment) return made.parts;
  const {zone, profile} = shop;
  const language = customerLanguage(payment.request);
  if (!loadedLanguages().includes(language)) return [];
  const {person} = payment;
  const about = {shop: shop.shop, till: till.settings.till, zone, width, profile, person, language} as const;
  return receiptParts(payment, about, {copy: 0, isTwice: isPaidTwice(till.state, payment.sale)});
}
