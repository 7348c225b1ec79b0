import {askedLanguage} from './asked-language.js';
import {catalogues, groupMarks, type Messages} from './generated/catalogues.js';
import {customerSentences} from './generated/customer-sentences.js';

export {customerSentences, type Messages};

/** The name of a folder of `messages`. */
export type Language = keyof typeof catalogues;

export const languages = Object.keys(catalogues) as readonly Language[];

export const languageAsked = (asked: string | undefined): Language => askedLanguage(asked, catalogues);

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(catalogues, text);

const loaded = new Map<Language, Messages>();

/** Returns the mark between thousands in a language. The language need not be loaded. */
export const groupMarkOf = (language: Language): string => groupMarks[language];

/** Loads the messages of these languages. After that `messages` returns them synchronously. */
export async function loadMessages(...wanted: readonly Language[]): Promise<void> {
  await Promise.all(
    wanted.map(async language => {
      if (!loaded.has(language)) loaded.set(language, (await catalogues[language]()).catalogue);
    }),
  );
}

/** Returns the language that was loaded first: the one to speak before a shop's configuration is known. Throws an `Error` if there is none. */
export function firstLoaded(): Language {
  const [first] = loaded.keys();
  if (first === undefined) throw new Error('no messages are loaded');
  return first;
}

export const loadedLanguages = (): readonly Language[] => [...loaded.keys()];

/** Returns all sentences of a language: texts, or functions that take exactly their blanks. Throws an `Error` if it is not loaded. */
export function messages(language: Language): Messages {
  const found = loaded.get(language);
  if (found === undefined) throw new Error(`the messages of ${language} are not loaded`);
  return found;
}

export type Sentence = string | ((facts: never) => string);
/** The blanks of all these sentences together. */
type Blanks<S> = (S extends (facts: infer F) => string ? (facts: F) => void : never) extends (facts: infer All) => void
  ? All
  : never;

/** Fills one of several sentences with the blanks of all of them. A sentence without blanks is returned as it is. */
export const fill = <S extends Sentence>(sentence: S, facts: Blanks<S>): string =>
  typeof sentence === 'string' ? sentence : (sentence as (facts: Blanks<S>) => string)(facts);

/** Fills a sentence with facts whose types are not known, because the sentence was selected by a code. */
export const fillFrom = (sentence: Sentence, facts: FactsOrLists): string =>
  typeof sentence === 'string' ? sentence : (sentence as (given: object) => string)(withoutLists(facts));
type FactsOrLists = Readonly<Record<string, string | number | readonly string[]>>;

/** A list becomes one text with commas. */
const withoutLists = (facts: FactsOrLists): object =>
  Object.values(facts).some(Array.isArray)
    ? Object.fromEntries(
        Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'object' ? fact.join(', ') : fact]),
      )
    : facts;

/** Returns a list as part of a sentence: `"A"`, `"A and B"`, `"A, B et C"`. */
export function listText(items: readonly string[], language: Language): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')}${messages(language).intl.and}${last}`;
}
