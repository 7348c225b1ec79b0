import type {ProblemCode} from '../problem.js';
import type {Language} from './fill.js';
import {problemsEnglish} from './problems-en.js';
import {problemsFrench} from './problems-fr.js';

export type ProblemWords = Readonly<Record<ProblemCode, string>>;

/** What happened, what it means for the money, what to do now: one line each. */
export const problemWords: Readonly<Record<Language, ProblemWords>> = {en: problemsEnglish, fr: problemsFrench};
