import {type Language, messages} from '../../src/core/messages/messages.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import type {PaymentRequest} from '../../src/core/payment/schema.js';
import {type BindingId, footerParts} from '../terminal/bindings.js';
import {type Line, textOf} from '../terminal/line.js';
import type {Context, SpokenContext} from './screen.js';

/**
 * A fact to narrate. It is narrated when its `key` is new. If its numbers only grow older, the key does not contain them.
 *
 * - `news` is narrated once. All news of a moment is one sentence.
 * - `standing` is narrated again when a key is pressed and there is no news.
 * - `detail` is narrated only then.
 * - `line` belongs to a text that a person has asked for, and is a separate line.
 */
export type Utterance = {
  readonly key: string;
  readonly text: string;
  readonly kind: 'news' | 'standing' | 'detail' | 'line';
};

/** What a screen narrates at a moment, and what it asks for. */
export type ScreenNarration = {readonly facts: readonly Utterance[]; readonly prompt: string};

/** The same, with the language in which it becomes one sentence. */
export type Narration = ScreenNarration & {readonly language: Language};

export const fact = (text: string, key = text): Utterance => ({key, text, kind: 'news'});
export const standing = (text: string, key = text): Utterance => ({key, text, kind: 'standing'});
export const detail = (text: string, key = text): Utterance => ({key, text, kind: 'detail'});
export const line = (text: string, key = text): Utterance => ({key, text, kind: 'line'});

/** Returns a text without its leading sign, which a screen reader would read by its name or not at all. */
export const unsigned = (text: string): string => text.replace(/^[✓✗!?–] /u, '');

export const isEmpty = (line: Line): boolean => textOf(line).trim() === '';

/** Returns who pays. The dots of a card number are not a number to a listener, so the sentence for its last four digits is used. */
export function payerText(request: PaymentRequest, {language, shop}: Pick<Context, 'language' | 'shop'>): string {
  if (request.method !== 'card') return displayPayer(request, shop.country);
  return messages(language).cardScreen.sale.endingIn({lastFour: request.card.lastFour});
}

const unsaidKeys: readonly BindingId[] = ['scroll'];
const wide = 1000;

/** Returns the available keys as what is asked for; empty if there are none. */
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

/** Returns sentences of the till as the clauses of one sentence. Not for names, which may contain a full stop. */
export const clauses = (text: string, language: Language): string =>
  text.replaceAll(/\. (?=\p{Lu})/gu, messages(language).narration.pause);

/** Returns several texts as one sentence: each full stop but the last becomes a pause. Questions keep their mark. */
export function oneSentence(texts: readonly string[], language: Language): string {
  const said = texts.map(text => text.trim()).filter(text => text !== '');
  return said.map((text, at) => (at === said.length - 1 ? text : paused(text, language))).join('');
}

const paused = (text: string, language: Language): string =>
  /[?!…:;]$/u.test(text) ? `${text} ` : text.replace(/\.$/u, '') + messages(language).narration.pause;
