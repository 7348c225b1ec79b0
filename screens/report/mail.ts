import {type Mail, mailOf} from '../../src/core/mail/mail.js';
import {checkEmail} from '../../src/core/payment/order.js';
import {problemOf} from '../../src/core/payment/said.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, fact, gap, title} from '../../src/views/block.js';
import {typedIn} from '../kit/form.js';
import {type Questioned, questionForm, unasked} from '../kit/question.js';
import type {Context, Screen} from '../kit/screen.js';
import {lineOf, textRules} from '../terminal/line.js';

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
