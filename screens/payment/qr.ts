import {displayMoney} from '../../src/core/money/display.js';
import {fact} from '../../src/views/block.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';
import {pageOf} from './challenges.js';
import {pageText} from './said.js';

type Qr = {readonly reference: string};

function pageIn({reference}: Qr, {till, challenges}: Context): string | undefined {
  const payment = till.state.payments.get(reference);
  return payment && pageOf(payment, challenges);
}

/** The page of a payment as a QR code in the whole window. If the window is too small, only its address is shown. */
export const qr: Screen<['qr', Qr], Qr> = {
  id: 'qr',
  layout: 'whole',
  focused: ({reference}) => reference,
  open: state => ({state}),
  describe: (state, context) => {
    const {messages, till, language} = context;
    const payment = till.state.payments.get(state.reference);
    const page = pageIn(state, context);
    if (payment === undefined || page === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    return [
      {
        kind: 'code',
        id: 'code',
        text: page,
        isSaid: true,
        beside: [
          {text: messages.paymentScreen.scan, tone: 'strong'},
          {text: displayMoney(payment.request.amount, language), tone: 'strong'},
          {text: `${keyText('back', context)} ${messages.key.does.back.short}`, tone: 'quiet'},
        ],
        tooBig: messages.paymentScreen.qrTooBig,
        instead: [{text: pageText(page, language), tone: 'strong'}],
      },
    ];
  },
  keys: [{id: 'back', press: () => ({go: 'back'})}],
  // When the page is no longer needed, the screen returns to its payment.
  follow: (state, context) => (pageIn(state, context) === undefined ? {go: 'back'} : {}),
};
