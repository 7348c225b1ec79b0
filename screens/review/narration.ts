import {messages} from '../../src/core/messages/messages.js';
import {narrate} from '../kit/narrate.js';
import {fact, line, type Narration} from '../plain/fact.js';
import {asked} from '../plain/said.js';
import {type BindingId, footerParts} from '../terminal/bindings.js';
import {bannerTexts} from './banners.js';
import {describeReview} from './describe.js';
import type {ReviewContext, ReviewModel} from './model.js';
import {offersOf} from './review-logic.js';
import {noticeText} from './texts.js';

const wide = 1000;
const unsaidKeys: readonly BindingId[] = ['scroll'];

/** All that the review has to say at this moment. */
export function narrateReview(model: ReviewModel, reducerContext: ReviewContext): Narration {
  const {language, keys, review} = reducerContext;
  const {review: words, narration, frame, jump} = messages(language);
  const {till, profile} = review.origin();
  const opening = `${words.title} ${till} ${till === '' ? '' : frame.profiles[profile]}. ${words.confinedWhole}.`;
  const banners = bannerTexts(model, reducerContext).map(({kind, text}) => fact(text, kind === 'as-of' ? text : kind));
  const notice = noticeText(model, language);
  const offered = offersOf(model, reducerContext).filter(id => !unsaidKeys.includes(id));
  const parts = footerParts(offered, {language, keys}, wide).map(part => narration.key(part));
  const {facts, prompt} = narrate(
    describeReview(model, reducerContext),
    reducerContext,
    narration.keys({keys: parts.join(', ')}),
  );
  return {
    facts: [
      fact(opening, 'opening'),
      ...banners,
      ...(notice === '' ? [] : [fact(notice)]),
      ...(model.asking?.isNone === true ? [fact(jump.none)] : []),
      ...facts,
      ...(model.top.kind === 'help' ? [line(narration.again)] : []),
    ],
    prompt:
      model.asking === undefined
        ? prompt
        : asked(narration.ask({label: words.asking[model.asking.what]}), model.asking.line),
    language,
  };
}
