import {stepSentence, verdictWord} from '../../src/core/books/selectors.js';
import {secondsText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';
import {cleanText} from '../../src/core/text/text.js';
import {type FactBlock, fact} from '../../src/views/block.js';
import {payerText} from '../kit/said.js';
import type {Context} from '../kit/step.js';
import {causeOf, otherDay, withRepeats} from './timeline.js';

/** Returns the state of a payment as one sentence that begins with the verdict. */
export function verdictText(payment: Payment, context: Context): string {
  const {language} = context;
  const {payment: sentence, paymentInCash} = messages(language).narration;
  return (payment.request.method === 'cash' ? paymentInCash : sentence)({
    verdict: verdictWord(context.till.state, payment, language),
    amount: displayMoney(payment.request.amount, language),
    wallet: payerText(payment.request, context),
    network: channelName(payment.request, language),
    reference: payment.reference,
  });
}

/** Returns the sentence for a step with its time. `words` is a quotation beside it, or `''` for none. */
export function stepText(
  told: Payment['steps'][number],
  words: string,
  context: Pick<Context, 'language' | 'now' | 'shop'>,
): string {
  const {language, shop} = context;
  const {at} = told;
  const day = otherDay(at, context);
  const {step, stepWith} = messages(language).narration;
  const time = `${day === undefined ? '' : `${day} `}${secondsText(at, shop.zone)}`;
  const facts = {time, text: stepSentence(told, language), raw: words};
  return (words === '' ? step : stepWith)(facts);
}

/** Returns the full address, because a person may have to read it out. */
export function pageText(url: string, language: Context['language']): string {
  return `${messages(language).narration.page({url: ''}).trim()} ${cleanText(url, 500)}`;
}

/** The rules of steps that the sentence about the verdict covers already. */
const unlisted: readonly Payment['steps'][number]['rule'][] = ['intent-on-disk', 'sent-after-sync'];

/** Returns the newest steps of a payment, the oldest of them first. All but the newest are shown only if there is room. */
export function newestSteps(
  {steps}: Pick<Payment, 'steps'>,
  context: Pick<Context, 'language' | 'now' | 'shop' | 'messages'>,
  most: number,
): readonly FactBlock[] {
  const {language, shop, messages} = context;
  const shown = withRepeats(steps).slice(-most);
  return shown.map((step, at) => {
    const isNews = at === shown.length - 1 && !unlisted.includes(step.rule);
    const {repeated = 0} = step;
    const day = otherDay(step.at, context);
    const time = secondsText(step.at, shop.zone);
    const often = repeated === 0 ? '' : ` ${messages.paymentScreen.repeated({count: repeated + 1})}`;
    const cause = causeOf(step, context);
    return fact(`step ${step.seq}`, stepSentence(step, language) + often, {
      lead: day === undefined ? time : `${day} ${time}`,
      note: cause,
      most: 1,
      importance: isNews ? 'news' : 'detail',
      ageless: '',
      said: stepText(step, cause, context) + often,
      isOptional: at < shown.length - 1,
      isRoomy: true,
    });
  });
}
