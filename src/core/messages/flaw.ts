import {causeText} from './cause.js';
import {type Language, type Messages, messages} from './messages.js';

/** Why a line is not trusted, by the name that the journal's reader uses. */
export type Flaw = Exclude<keyof Messages['journalFlaw'], 'other'>;

/** Says why a line is not trusted. If the reason is an error code of the operating system, the text is about that code. */
export function flawText(why: string, language: Language): string {
  const {other, ...flaws} = messages(language).journalFlaw;
  const known: Readonly<Record<string, string>> = flaws;
  return known[why] ?? other({code: causeText(why, language)});
}
