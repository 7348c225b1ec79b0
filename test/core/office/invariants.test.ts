import {existsSync, globSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {mutants} from '../../mutants/mutants.js';
import {checkers} from '../../simulation/findings.js';
import {type Mutation, mutations} from '../../simulation/mutations.js';

const page = readFileSync('docs/office.md', 'utf8');
const [, section = ''] = page.split('## What always holds');
const invariants = [...section.matchAll(/^\| I(\d+) \| .* \| (.*) \|$/gm)].map(([, number = '', by = '']) => ({
  number: Number(number),
  shownBy: [...by.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
}));
const known: Readonly<Record<string, Mutation>> = mutations;

it('each invariant of an office is held by a check that some mistake is found by, or by a test; one is of what it does not do', () => {
  expect(invariants.map(({number}) => number)).toEqual(Array.from({length: 13}, (_, at) => at + 1));
  const reported = globSync('test/simulation/office/*.ts').map(file => readFileSync(file, 'utf8'));
  for (const {number, shownBy} of invariants) {
    expect({number, isHeld: shownBy.length > 0}).toEqual({number, isHeld: number !== 10});
    for (const name of shownBy.filter(each => !existsSync(each))) {
      expect(checkers).toContain(name);
      expect(reported.some(text => text.includes(`report('${name}'`))).toBe(true);
      const finders = Object.values(known).filter(([at]) => at.isOfOffice && at.caughtBy.some(by => by === name));
      expect({name, finders}).not.toEqual({name, finders: []});
    }
  }
});

it('each mistake that an office may be built with is put in somewhere', () => {
  const rows = [...section.matchAll(/^\| [^|`]+ \| (\*.*) \|$/gm)].map(([, cell = '']) => cell);
  expect(rows).toHaveLength(8);
  for (const cell of rows) {
    const names = [...cell.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect([name, known[name] ?? mutants[name]]).not.toEqual([name, undefined]);
  }
});
