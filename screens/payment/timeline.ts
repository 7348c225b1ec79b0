import {secondsText} from '../../src/core/day/business-day.js';
import {stepSentence} from '../../src/core/journal/selectors.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {type FactBlock, fact} from '../kit/block.js';
import type {Context} from '../kit/step.js';
import {causeOf, otherDay, withRepeats} from '../parts/timeline.js';
import {stepText} from './said.js';

/** What the sentence about the verdict says already. */
const unlisted: readonly Payment['steps'][number]['rule'][] = ['intent-on-disk', 'sent-after-sync'];

/** The newest steps of a payment, oldest of them first; those before the newest where there is room. */
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
