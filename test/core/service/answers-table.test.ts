import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {answerOf, type Combination, calls, combinations, table} from './answers-combined.js';

const file = 'docs/answers.md';

it(`is the table of ${file}, which is to be replaced by this one where it is not`, {tags: ['slow']}, () => {
  const [, printedHere = ''] = readFileSync(file, 'utf8').split('## Every combination');
  const printed = printedHere.split('\n').filter(line => line.startsWith('| '));
  expect(`\n${printed.join('\n')}\n`, table()).toBe(`\n${table()}\n`);
});

/** Whether something in an answer says that it may stand, or that it is of another; written from the documents alone. */
const mayStand = ({code, envelope, echo, beside}: Combination) =>
  ['00', '09', '96', '77'].includes(code) ||
  envelope === 'yes' ||
  echo === "another's" ||
  !['nothing', 'Failed'].includes(beside);
const isTurnedDown = ({http}: Combination) => ['400', '401', '403', '404'].includes(http);

/** Where each good or bad end may be told; what is not here may never be proved. */
const allowed: Readonly<Record<string, (each: Combination, call: string) => boolean>> = {
  'not paid': (each, call) => {
    if (call.startsWith('record')) {
      const isGood = each.http === '200' || each.http === '201';
      const isFailed = each.beside === 'Failed' && ['none', '06'].includes(each.code);
      const isReversed = each.beside === 'Reversed' && ['none', '00', '06'].includes(each.code);
      return isGood && each.echo === 'ours' && each.envelope !== 'no' && (isFailed || isReversed);
    }
    const isSaid = each.code === '06' || each.beside === 'Failed' || each.envelope === 'no';
    return !mayStand(each) && (isTurnedDown(each) || (isSaid && each.http.startsWith('2') && each.echo === 'ours'));
  },
  paid: (each, call) =>
    call.startsWith('record of a c') &&
    (each.http === '200' || each.http === '201') &&
    each.echo === 'ours' &&
    each.envelope !== 'no' &&
    (each.code === 'none' || each.code === '00') &&
    !['Initialized', 'Failed', 'Reversed', 'Zamani', 'a member twice'].includes(each.beside),
  'wrong code': each => !mayStand(each) && (isTurnedDown(each) || (each.http.startsWith('2') && each.code === '06')),
  'key refused': each => !mayStand(each) && (each.http === '401' || each.http === '403'),
  'not enrolled': each =>
    !mayStand(each) && (isTurnedDown(each) || (each.http.startsWith('2') && each.envelope === 'no')),
  enrolled: each =>
    each.http.startsWith('2') &&
    each.envelope === 'yes' &&
    each.echo !== "another's" &&
    each.beside !== 'a member twice',
  'not given back': (each, call) => {
    if (call === 'refund' && isTurnedDown(each)) return !mayStand(each);
    const isDenied = ['00', '09', '96', '77'].includes(each.code) || each.beside === 'paid: true';
    if (each.echo === "another's" || isDenied || !each.http.startsWith('2')) return false;
    if (each.beside === 'Failed' || each.beside === 'Reversed') return each.echo === 'ours' && each.envelope !== 'no';
    return call === 'refund' && each.envelope === 'no' && !mayStand(each);
  },
  'given back': each =>
    each.http.startsWith('2') &&
    each.echo === 'ours' &&
    each.envelope !== 'no' &&
    (each.code === 'none' || each.code === '00') &&
    !['Initialized', 'Failed', 'Reversed', 'Zamani', 'a member twice'].includes(each.beside),
};

describe.each(Object.entries(calls))('every answer to: %s', (call, {body, proves}) => {
  it('proves no end but where the rules allow it', () => {
    const wrong: unknown[] = [];
    for (const each of combinations()) {
      const proved = proves(answerOf(body(each), each));
      if (proved !== undefined && allowed[proved]?.(each, call) !== true) wrong.push([proved, each]);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('and is found in the table by one end of each kind', () => {
    const ends = new Set([...combinations()].flatMap(each => proves(answerOf(body(each), each)) ?? []));
    expect(ends.size).toBeGreaterThan(0);
  });
});
