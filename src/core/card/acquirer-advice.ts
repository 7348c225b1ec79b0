import {type Language, messages} from '../messages/messages.js';
import {acquirerCode} from './acquirer.js';

/** Says what a refusal of a card means and what can be done about it; empty for unlisted words. */
export function acquirerAdvice(text: string, language: Language): string {
  const code = acquirerCode(text);
  return code === 'UNKNOWN' ? '' : messages(language).acquirer[code];
}
