import type {PaymentRequest} from '../../src/core/journal/event.js';
import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import type {Context, SpokenContext} from '../kit/step.js';
import {type BindingId, footerParts} from '../terminal/bindings.js';
import {type Line, textOf} from '../terminal/line.js';

/** A line being typed; a bar where the cursor stands, unless it stands at the end. */
export const typedText = ({before, after}: Line): string => (after === '' ? before : `${before}▏${after}`);

/** What is asked for, and what is typed of it so far. */
export const asked = (question: string, line: Line): string => `${question} ${typedText(line)}`;

/** A thing and its value, and why it is so. A single letter is the name of a key, which stays as it is pressed. */
export function is(label: string, value: string, {language}: Pick<Context, 'language'>, note = ''): string {
  const {is: plain, isBecause} = messages(language).narration;
  const name = label.length === 1 ? label : label.charAt(0).toUpperCase() + label.slice(1);
  return (note === '' ? plain : isBecause)({label: name, value, note});
}

/** A text without the sign before it, which is read out by its name, if at all. */
export const unsigned = (text: string): string => text.replace(/^[✓✗!?–] /u, '');

export const isEmpty = (line: Line): boolean => textOf(line).trim() === '';

/** Whose money it is: dots are no number to an ear. */
export function payerText(request: PaymentRequest, {language, shop}: Pick<Context, 'language' | 'shop'>): string {
  if (request.method !== 'card') return displayPayer(request, shop.country);
  return messages(language).cardScreen.sale.endingIn({lastFour: request.card.lastFour});
}

const unsaidKeys: readonly BindingId[] = ['scroll'];
const wide = 1000;

/** The keys of the moment as what is asked for; nothing where there are none. */
export function keysText(offers: readonly BindingId[], context: SpokenContext): string {
  if (offers.length === 0) return '';
  const {key, keys} = context.messages.narration;
  const said = offers.filter(id => !unsaidKeys.includes(id));
  return keys({
    keys: footerParts(said, context, wide)
      .map(part => key(part))
      .join(', '),
  });
}

/** Sentences of ours as the clauses of one. Not for names, which may have a full stop in them. */
export const clauses = (text: string, language: Language): string =>
  text.replaceAll(/\. (?=\p{Lu})/gu, messages(language).narration.pause);

/** Several texts as one sentence: a pause where each of them would end, but for a question. */
export function oneSentence(texts: readonly string[], language: Language): string {
  const said = texts.map(text => text.trim()).filter(text => text !== '');
  return said.map((text, at) => (at === said.length - 1 ? text : paused(text, language))).join('');
}

const paused = (text: string, language: Language): string =>
  /[?!…:;]$/u.test(text) ? `${text} ` : text.replace(/\.$/u, '') + messages(language).narration.pause;
