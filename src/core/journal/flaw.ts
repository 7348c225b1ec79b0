import {causeText} from '../messages/cause.js';
import {type Language, type Messages, messages} from '../messages/messages.js';

/** Why a line cannot be believed, as the journal's reader calls it. */
export type Flaw = Exclude<keyof Messages['journalFlaw'], 'other'>;

/** Why a line is not believed, in words; the operating system's own word where it is that. */
export function flawText(why: string, language: Language): string {
  const {other, ...flaws} = messages(language).journalFlaw;
  const known: Readonly<Record<string, string>> = flaws;
  return known[why] ?? other({code: causeText(why, language)});
}
