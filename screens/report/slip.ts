import {customerLanguage} from '../../src/core/books/selectors.js';
import {type Mail, mailOf} from '../../src/core/mail/mail.js';
import {loadedLanguages} from '../../src/core/messages/messages.js';
import {checkEmail} from '../../src/core/payment/order.js';
import {type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {isPaidTwice} from '../../src/core/payment/payments.js';
import {problemOf} from '../../src/core/payment/said.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {receiptParts} from '../../src/core/present/receipt.js';
import {Problem} from '../../src/core/problem.js';
import type {SlipPart} from '../../src/core/slip/slip.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, fact, gap, paper, title} from '../../src/views/block.js';
import {typedIn} from '../kit/form.js';
import {scrollKey} from '../kit/list.js';
import {type Questioned, questionForm, unasked} from '../kit/question.js';
import {type Context, type Screen, type Task, task} from '../kit/screen.js';
import {goTo} from '../model.js';
import {lineOf, textRules} from '../terminal/line.js';
import {doingBlocks, paper as onPaper, type Printing, printing, saving, slipBlocks} from './printing.js';

type Slip = Printing & {
  readonly reference: string;
  readonly offset: number;
  /** The payment as it was when its slip was requested. */
  readonly asked: Payment | undefined;
  readonly made: {readonly payment: Payment; readonly parts: readonly SlipPart[]} | undefined;
};

const width = 42;

const mayLeave = ({doing, reference}: Slip, {till}: Context): boolean =>
  doing === undefined && till.state.payments.has(reference) && till.writeFailure() === undefined;

const save = (format: 'pdf' | 'png') =>
  saving<Slip>({format, width}, ({reference}, till, rendering) => till.issueReceipt(reference, rendering));

/** The slip of a payment as it is printed, in the customer's language. */
export const slip: Screen<['slip', {readonly reference: string}], Slip> = {
  id: 'slip',
  layout: 'tall',
  focused: ({reference}) => reference,
  open: ({reference}) => ({state: {reference, offset: 0, asked: undefined, made: undefined, doing: undefined}}),
  describe: (state, context) => {
    const {till, messages} = context;
    const payment = till.state.payments.get(state.reference);
    if (payment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    return [
      paper(messages.readingScreen.slip.title, state.offset, slipBlocks(partsOf(state, payment, context), width)),
      ...mailBlocks(state.reference, context),
      ...doingBlocks(state, context),
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

/** Returns a payment's slip as printed: without its code while it is being signed, and nothing while its language is not loaded. */
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

type MailForm = Questioned<'to'> & {readonly reference: string};

/** Returns the last receipt of this payment that this address has received, or may have received. */
function sentBefore({reference, ...state}: MailForm, {till}: Context): Mail | undefined {
  const last = mailOf(till.state.mails, reference);
  const mayHave = last?.status === 'accepted' || last?.status === 'unknown';
  return mayHave && last.to === typedIn({...state}, 'to').trim() ? last : undefined;
}

const question = questionForm<MailForm>({
  fields: (state, {messages}) => [
    {
      id: 'to',
      label: messages.mail.address,
      rules: textRules,
      isTypedOver: true,
      check: () => problemOf(() => checkEmail(typedIn(state, 'to'))),
    },
  ],
  yes: 'send-mail',
  asks: (state, context) => {
    const receipt = {to: typedIn(state, 'to').trim(), isAgain: sentBefore(state, context) !== undefined};
    return {kind: 'write', run: till => till.queueMail(state.reference, receipt)};
  },
  texts: (state, context) => {
    const {mail: messages} = context.messages;
    const to = cleanText(typedIn(state, 'to').trim(), 60);
    const before = sentBefore(state, context);
    return {
      question:
        before === undefined
          ? messages.question({to})
          : messages.againQuestion({to, state: messages.states[before.status]}),
      means: messages.means,
      writing: messages.writing,
    };
  },
});

/** Sends the receipt of a payment by e-mail. If the customer's address is known, the question is asked at once. */
export const mail: Screen<['mail', {readonly reference: string}], MailForm> = {
  ...question,
  id: 'mail',
  focused: ({reference}) => reference,
  open: ({reference}, {till, shop}) => {
    const to = till.mailAddressOf(reference, shop.email ?? '');
    const filled = to === '' ? {lines: {}, kept: undefined} : {lines: {to: lineOf(to)}, kept: 'to' as const};
    return {state: {...unasked, ...filled, focus: 'to', reference, isAsked: to !== ''}};
  },
  describe: (state, context) => [
    title(context.messages.mail.title),
    gap('above'),
    ...question.blocks(state, context),
    ...mailBlocks(state.reference, context),
  ],
};

/** Returns the status of the newest receipt of a payment that was sent by e-mail, and why it waits. */
export function mailBlocks(reference: string, {till, shop, messages}: Context) {
  const last = mailOf(till.state.mails, reference);
  if (last === undefined) return [];
  const text = messages.mail.standing({to: cleanText(last.to, 60), state: messages.mail.states[last.status]});
  const said = last.status === 'accepted' || last.text === '' ? text : `${text} · ${last.text}`;
  const trouble = last.status === 'waiting' ? till.mailTrouble() : undefined;
  const isOdd = last.status === 'refused' || last.status === 'unknown';
  return compact([
    fact('mail', said, {tone: isOdd ? 'needs-person' : 'quiet', most: 2}),
    trouble && fact('mail-trouble', problemText(trouble, shop.language), {tone: 'needs-person', most: 3}),
  ]);
}
