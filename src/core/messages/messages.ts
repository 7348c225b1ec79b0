import {askedLanguage} from './asked-language.js';
import {catalogues, groupMarks, type Messages} from './generated/catalogues.js';
import {customerSentences} from './generated/customer-sentences.js';

export {customerSentences, type Messages};

/** A folder of `messages` is a language. */
export type Language = keyof typeof catalogues;

export const languages = Object.keys(catalogues) as readonly Language[];

/** The language to speak before a shop's settings are read. */
export const languageAsked = (asked: string | undefined): Language => askedLanguage(asked, catalogues);

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(catalogues, text);

const loaded = new Map<Language, Messages>();

/** The mark between thousands in a language, which need not be loaded: a configuration says which one is. */
export const groupMarkOf = (language: Language): string => groupMarks[language];

/** Reads the messages of these languages; `messages` is synchronous after it. */
export async function loadMessages(...wanted: readonly Language[]): Promise<void> {
  await Promise.all(
    wanted.map(async language => {
      if (!loaded.has(language)) loaded.set(language, (await catalogues[language]()).catalogue);
    }),
  );
}

/** Those that a sentence can come from now. */
export const loadedLanguages = (): readonly Language[] => [...loaded.keys()];

/** Every sentence in a language, which was loaded: text, or a function of exactly its blanks. */
export function messages(language: Language): Messages {
  const found = loaded.get(language);
  if (found === undefined) throw new Error(`the messages of ${language} are not loaded`);
  return found;
}

export type Sentence = string | ((facts: never) => string);
/** The blanks of each of these sentences together. */
type Blanks<S> = (S extends (facts: infer F) => string ? (facts: F) => void : never) extends (facts: infer All) => void
  ? All
  : never;

/** One of several sentences with the blanks of all of them; one that has none is text. */
export const fill = <S extends Sentence>(sentence: S, facts: Blanks<S>): string =>
  typeof sentence === 'string' ? sentence : (sentence as (facts: Blanks<S>) => string)(facts);

/** A sentence with facts that were written down by code, so that their types are no longer known. */
export const fillFrom = (sentence: Sentence, facts: FactsOrLists): string =>
  typeof sentence === 'string' ? sentence : (sentence as (given: object) => string)(withoutLists(facts));
type FactsOrLists = Readonly<Record<string, string | number | readonly string[]>>;

/** Several things stand in a sentence one after the other. */
const withoutLists = (facts: FactsOrLists): object =>
  Object.values(facts).some(Array.isArray)
    ? Object.fromEntries(
        Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'object' ? fact.join(', ') : fact]),
      )
    : facts;
