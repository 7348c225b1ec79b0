import type {Language} from './fill.js';

type CompletionWords = {
  /** The first line of a script, as a comment. */
  readonly heading: string;
};

/** What a completion script says about itself; what it offers is described by the words of help. */
export const completionWords: Readonly<Record<Language, CompletionWords>> = {
  en: {heading: 'Completes duka in {shell}. Made by “duka completion {shell}”; to use it: {use}'},
  fr: {heading: 'Complète duka dans {shell}. Fait par « duka completion {shell} » ; pour s’en servir : {use}'},
};
