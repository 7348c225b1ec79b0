import {markets} from '../market/markets.js';
import type {Facts, Problem, ProblemCode} from '../problem.js';
import {fill, type Language} from './fill.js';
import {flawText} from './flaws.js';
import {problemWords} from './problems.js';
import {causeText} from './system.js';

/** The sentence for a problem, in one line. */
export function problemText(problem: Problem, language: Language): string {
  const facts = withCountryNames(problem.facts, language);
  const text = problemWords[language][problem.code];
  return fill(withHeadings(text, facts), withCauses(problem.code, facts, language));
}

/** A sentence that tells what a file calls its columns is left out where it has no headings. */
export const withHeadings = (text: string, {headings}: Facts): string =>
  headings === '' ? text.replace(/ [^.]+\{headings\}\./u, '') : text;

/** People read what a machine's word means; `--json` keeps the word. */
function withCauses(code: ProblemCode, facts: Facts, language: Language): Facts {
  if (code === 'journal-damaged') return {...facts, why: flawText(String(facts['why']), language)};
  const name = causeIn[code];
  const cause = name === undefined ? undefined : facts[name];
  return name === undefined || typeof cause !== 'string' ? facts : {...facts, [name]: causeText(cause, language)};
}

/** The blank of each sentence that a machine's word may come in. */
const causeIn: Readonly<Partial<Record<ProblemCode, string>>> = {
  'file-not-readable': 'code',
  'file-not-writable': 'code',
  'copy-not-kept': 'code',
  'port-unusable': 'code',
  'practice-port-unusable': 'code',
  'folder-unusable': 'code',
  'printer-unreachable': 'code',
  'service-unreachable': 'code',
  'settings-damaged': 'name',
  'plan-unclear': 'text',
  'subscription-unclear': 'text',
  'on-paid-failed': 'cause',
  'journal-not-writable': 'cause',
  'journal-poisoned': 'cause',
};

/** People read names of countries; problems carry their codes. */
function withCountryNames(facts: Facts, language: Language): Facts {
  const named = Object.entries(facts).map(([name, value]) => {
    const market = name === 'country' || name === 'other' ? markets.find(({country}) => country === value) : undefined;
    return [name, market === undefined ? value : market.name[language]];
  });
  return Object.fromEntries(named);
}
