import {stepSentence, verdictWord} from '../../src/core/books/selectors.js';
import {secondsText} from '../../src/core/day/business-day.js';
import {displayMoney} from '../../src/core/money/display.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {mayGiveCash, mayRefund} from '../../src/core/payment/refund.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, gap, type PaperBlock, paper, verdict} from '../../src/views/block.js';
import {scrollKey} from '../kit/list.js';
import {type Context, paymentOf, type Screen, type ScreenKey} from '../kit/screen.js';
import {otherDay, rawText, stepText, verdictText} from '../payment/said.js';
import {toRefund} from '../refund/lines.js';

type Evidence = {readonly reference: string; readonly offset: number};

/** Every step of a payment, with the service's own words in full. */
export const evidence: Screen<['evidence', {readonly reference: string}], Evidence> = {
  id: 'evidence',
  layout: 'tall',
  focused: ({reference}) => reference,
  open: ({reference}) => ({state: {reference, offset: 0}}),
  describe: (state, context) => {
    const payment = paymentOf(state, context);
    const {messages} = context;
    if (payment === undefined) return [fact('gone', messages.paymentScreen.notOpenHere)];
    const badge = badgeOf(payment);
    const about = `${displayMoney(payment.request.amount, context.language)}  ${displayPayer(payment.request, context.shop.country)}`;
    const head = verdict('verdict', badge, verdictWord(context.till.state, payment, context.language), [about], {
      said: verdictText(payment, context),
    });
    const title = `${messages.readingScreen.evidence.title}  ${payment.reference}`;
    return [paper(title, state.offset, [head, gap('below'), ...steps(payment, context), ...wire(payment, context)])];
  },
  keys: [
    scrollKey(),
    // For a payment whose goods were handed over before, a claim opens only this screen. Its money can still be given back.
    {...giving('card', mayRefund), id: 'refund'},
    {
      ...giving('drawer', payment => payment.request.method !== 'account' && mayGiveCash(payment)),
      id: 'refund-in-cash',
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** Returns what the key that gives the money back does. */
function giving(from: 'card' | 'drawer', may: (payment: Payment) => boolean): Omit<ScreenKey<Evidence>, 'id'> {
  return {
    when: (state, context) => {
      const payment = paymentOf(state, context);
      return payment !== undefined && may(payment) && context.till.writeFailure() === undefined;
    },
    press: (state, context) => {
      const payment = paymentOf(state, context);
      return payment === undefined ? {} : {go: toRefund(payment, from, context)};
    },
  };
}

function steps(payment: Payment, context: Context): PaperBlock['blocks'] {
  const {language, shop, messages} = context;
  return payment.steps.flatMap((step, at) => {
    const {person, facts, repeated = 0} = step;
    const often = repeated === 0 ? '' : ` ${messages.paymentScreen.repeated({count: repeated + 1})}`;
    const day = otherDay(step.at, context, payment.steps[at - 1]?.at);
    const {reason} = facts;
    const judged =
      reason === undefined || person === undefined
        ? undefined
        : messages.readingScreen.evidence.judged({person, reason: String(reason)});
    const said = judged ?? rawText(step, context);
    const raw = judged === undefined && /^HTTP /u.test(step.raw ?? '') ? (step.raw ?? '') : said;
    return [
      ...(day === undefined ? [] : [fact(`day ${at}`, day, {tone: 'quiet', said: ''})]),
      fact(`step ${at}`, `${stepSentence(step, language)}${often}`, {
        lead: secondsText(step.at, shop.zone),
        note: cleanText(raw, 400),
        most: 4,
        said: stepText(step, said, context),
      }),
    ];
  });
}

/** Returns the bytes that a sale and a question take on the connection; nothing before both are known, or for cash. */
function wire({request}: Payment, {till, messages}: Context): PaperBlock['blocks'] {
  if (request.method === 'cash') return [];
  const {perSale, perQuestion} = till.wire();
  if (perSale === undefined || perQuestion === undefined) return [];
  const bytes = (count: number) =>
    count < 1000 ? messages.frame.bytes.few({count}) : messages.frame.bytes.many({count: Math.round(count / 100) / 10});
  const text = messages.readingScreen.evidence.wire({sale: bytes(perSale), question: bytes(perQuestion)});
  return [gap('wire-above'), fact('wire', text)];
}
