import {personText} from '../src/core/staff/name.js';
import {cleanText} from '../src/core/text/text.js';
import type {Till} from '../src/till/till.js';
import {takesNoKey} from './attention.js';
import {contextOf} from './kit/context.js';
import {narrate} from './kit/narrate.js';
import {clauses, fact, keysText, type Narration, standing, type Utterance, unsigned} from './kit/said.js';
import type {Context} from './kit/step.js';
import {createSpeaker, type Speaker, spokenScene} from './kit/transcript.js';
import {bannerOf, leaveText, noticeText} from './lines.js';
import {type Message, type Model, topOf} from './model.js';
import {hoursText} from './order/today.js';
import type {Program} from './program.js';
import type {ReducerContext} from './reducer-context.js';
import type {Scene} from './root.js';
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

/** Returns the scene of a till in sentences. The model, the keys and their effects are the same as with frames. */
export function plainScene(
  program: Program<Model, Message>,
  till: Till,
  {shop, keys}: ReducerContext,
): Scene & {readonly speaker: Speaker; readonly stop: () => void} {
  const speaker = createSpeaker(() => {
    const model = program.model();
    const here = tillScreens.keysOn(topOf(model), keys);
    return narrateTill(model, contextOf(model, {till, shop, keys: here}));
  });
  const stop = program.subscribe(() => speaker.changed());
  const onKey: Scene['onKey'] = (key, size) => program.dispatch({kind: 'key', key, size});
  return {speaker, stop, ...spokenScene('till', speaker, onKey, () => takesNoKey(program.model(), {till}))};
}
