import fc from 'fast-check';
import {expect, it, test} from 'vitest';
import {type Burst, burstAfter, codeOf} from '../../../src/core/item/code.js';
import {forAll} from '../../hostile/runs.js';

/** Hears each text after so many milliseconds, each as a chunk of its own. */
function heard(...typed: readonly (readonly [text: string, after: number])[]) {
  let now = 0;
  let burst: Burst | undefined;
  for (const [at, [text, after]] of typed.entries()) {
    now += after;
    burst = burstAfter(burst, {text, chunk: at}, now);
  }
  return {burst, codeAfter: (ms: number, prefix = '') => codeOf(burst, {chunk: -1, now: now + ms, prefix})};
}
const scanned = (code: string, ms = 4) => heard(...[...code].map(each => [each, ms] as const));

test.each([0, 1, 30, 100, 400])('a code whose Enter comes %i ms later was scanned', ms =>
  expect(scanned('5901234123457').codeAfter(ms)).toBe('5901234123457'),
);

it('was scanned though one of its characters came late', () => {
  const late = heard(
    ...[...'59012341'].map(each => [each, 3] as const),
    ['2', 90],
    ...[...'3457'].map(each => [each, 3] as const),
  );
  expect(late.codeAfter(30)).toBe('5901234123457');
});

it('was scanned wherever a slow line has cut it in two', () => {
  const code = fc.stringMatching(/^\d{8,13}$/);
  forAll(code, fc.integer({min: 1, max: 12}), fc.integer({min: 0, max: 300}), (text, at, pause) => {
    const cut = heard([text.slice(0, at), 5], [text.slice(at) || text, pause]);
    expect(cut.codeAfter(30)).toBe(at < text.length ? text : text + text);
  });
});

test.each([
  ['digits of a person', heard(['1', 0], ['2', 120], ['5', 110], ['0', 130]).codeAfter(90)],
  ['two keys touched at once before others', heard(['1', 0], ['2', 4], ['5', 110], ['0', 130]).codeAfter(90)],
  ['three characters', scanned('123').codeAfter(1)],
  ['a code that has stood for a second', scanned('5901234123457').codeAfter(1000)],
  ['a long text that has stood for a second', scanned('the first was cancelled by mail..', 1).codeAfter(999)],
  ['nothing', codeOf(undefined, {chunk: 1, now: 0, prefix: ''})],
])('%s are no code', (_, code) => expect(code).toBeUndefined());

it('takes what arrives together for one code however long a busy machine takes over it', () => {
  const burst = burstAfter(burstAfter(undefined, {text: '9999', chunk: 1}, 0), {text: '9999', chunk: 1}, 500);
  expect(burst.text).toBe('99999999');
  expect(codeOf(burst, {chunk: 1, now: 900, prefix: ''})).toBe('99999999');
  expect(codeOf(burst, {chunk: 2, now: 900, prefix: ''})).toBeUndefined();
  expect(burstAfter(burst, {text: '5', chunk: 2}, 900).text).toBe('5');
});

it('leaves out the prefix that the scanner types, after which a code may be short', () => {
  expect(scanned('~7').codeAfter(1, '~')).toBe('7');
  expect(scanned('~5901234123457').codeAfter(1, '~')).toBe('5901234123457');
  expect(scanned('5901234123457').codeAfter(1, '~')).toBe('5901234123457');
  expect(scanned('~').codeAfter(1, '~')).toBeUndefined();
});
