import {secondsText} from '../../src/core/day/business-day.js';
import {stepSentence} from '../../src/core/journal/selectors.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {type Fact, fact} from '../kit/block.js';
import type {Context} from '../kit/step.js';
import {heardOnce, otherDay, rawText} from '../parts/timeline.js';
import {stepText} from '../plain/tell-payment.js';

/** The newest steps of a payment, oldest of them first; those before the two newest where there is room. */
export function newestSteps({steps}: Payment, context: Context, most: number): readonly Fact[] {
  const {language, shop, words} = context;
  const shown = heardOnce(steps).slice(-most);
  return shown.map((step, at) => {
    const {repeated = 0} = step;
    const day = otherDay(step.at, context);
    const time = secondsText(step.at, shop.zone);
    const often = repeated === 0 ? '' : ` ${words.paymentScreen.repeated({count: repeated + 1})}`;
    const raw = rawText(step, context);
    return fact(`step ${step.seq}`, stepSentence(step, language) + often, {
      lead: day === undefined ? time : `${day} ${time}`,
      note: raw,
      most: 1,
      said: stepText(step, context) + often,
      isOptional: at < shown.length - 2,
    });
  });
}
