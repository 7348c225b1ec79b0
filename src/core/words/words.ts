import {markets} from '../markets.js';
import type {Facts, Problem} from '../problem.js';
import {fill, type Language} from './fill.js';
import {problemWords} from './problems.js';

/** The sentence for a problem, in one line. */
export function problemText(problem: Problem, language: Language): string {
  return fill(problemWords[language][problem.code], withCountryNames(problem.facts, language));
}

/** People read names of countries; problems carry their codes. */
function withCountryNames(facts: Facts, language: Language): Facts {
  const named = Object.entries(facts).map(([name, value]) => {
    const market = name === 'country' || name === 'other' ? markets.find(({country}) => country === value) : undefined;
    return [name, market === undefined ? value : market.name[language]];
  });
  return Object.fromEntries(named);
}
