import {personText} from '../src/core/staff/person-text.js';
import {cleanText} from '../src/core/text/text.js';
import {fact, type Narration, standing, type Utterance} from './kit/fact.js';
import {narrate} from './kit/narrate.js';
import {clauses, keysText, unsigned} from './kit/said.js';
import type {Context} from './kit/step.js';
import {bannerOf, leaveText, noticeText} from './lines.js';
import {type Model, topOf} from './model.js';
import {hoursText} from './order/today.js';
import {keyText} from './terminal/bindings.js';
import {tillScreens} from './till-screens.js';
import {offersOf} from './update.js';

/** Returns what the till narrates at the moment: the facts of the till itself, those of the shown screen, and what is asked for. */
export function narrateTill(model: Model, context: Context): Narration {
  const {language} = context;
  const offers = offersOf(model, context);
  const keys = keysText(offers, context);
  const {facts, prompt} = model.isLeaving
    ? {facts: [standing(clauses(leaveText(context), language))], prompt: keys}
    : narrate(tillScreens.describedOn(topOf(model), context), context, keys);
  const link = context.till.link().state === 'up' ? [fact(context.messages.narration.online)] : [];
  return {facts: [...tillFacts(model, context), ...facts, ...link], prompt, language};
}

function tillFacts(model: Model, context: Context): readonly Utterance[] {
  const {keys, language, shop, till, messages} = context;
  const banner = bannerOf(context);
  const facts = {
    shop: cleanText(shop.shop, 60),
    till: till.settings.till,
    person: cleanText(personText(shop.person, language), 30),
    profile: [
      messages.frame.profiles[shop.profile],
      ...(shop.unusualHost === undefined ? [] : [shop.unusualHost]),
    ].join(', '),
    help: keyText('help', {language, keys}),
  };
  return [
    fact(messages.narration.opening(facts), 'opening'),
    ...(banner === undefined ? [] : [fact(clauses(banner.text, language), banner.kind)]),
    ...(model.notice === undefined ? [] : [fact(clauses(unsigned(noticeText(model.notice, context)), language))]),
    ...(model.takings.turned === 0 ? [] : [fact(hoursText(context), `hours ${model.takings.turned}`)]),
  ];
}
