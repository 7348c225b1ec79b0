import {expect, it} from 'vitest';
import {reasonTexts} from '../../../src/views/reconcile/entry.js';
import {bankFile, reconciled} from './samples.js';

const page = (number: number, isLast = false, statement = '7') => ({account: 'KE12', statement, number, isLast});

it.each([
  ['one file with all', [[page(1), page(2, true)]], []],
  ['a file for each', [[page(1)], [page(2, true)]], []],
  ['the first without the last', [[page(1)]], ['2']],
  ['the last alone', [[page(3, true)]], ['1, 2']],
  ['a gap', [[page(1)], [page(3, true)]], ['2']],
  ['one of another statement', [[page(1)], [page(2, true, '8')]], ['2', '1']],
  ['as many as are named', [[page(11, true)]], ['1, 2, 3, 4, 5, 6, 7, 8, 9, 10']],
  ['a number that nobody has', [[page(99_999, true)]], ['1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …']],
  ['files without pages', [[]], []],
] as const)('names the pages that are in no file: %s', (_, files, missing) => {
  const bankFiles = files.map((pages, at) =>
    bankFile([{}], {name: `page${at}.xml`, sha256: `${at}`.repeat(64), pages}),
  );
  const found = [...reconciled({bankFiles}).lines].filter(({reason}) => reason === 'page-missing');
  expect(found.map(({facts}) => facts['pages']).sort()).toEqual([...missing].sort());
});

it('says of which account and statement they are', () => {
  const {lines} = reconciled({bankFiles: [bankFile([{}], {pages: [page(1)]})]});
  const line = [...lines].find(({reason}) => reason === 'page-missing');
  expect(line).toMatchObject({key: 'NOT_COMPARED:page/KE12/7', severity: 'medium', status: 'exception'});
  expect(line === undefined ? '' : reasonTexts(line, 'en').why).toBe(
    'Page 2 of statement 7 of account KE12 is missing: bank.csv is incomplete.',
  );
});

it('proves files together that are all pages of one statement, and says so where they do not lead to its balance', () => {
  const figures = (opening: string | null, moved: string, closing: string | null, currency = 'KES') => ({
    currency,
    opening,
    moved,
    closing,
  });
  const nothing = {by: 'nothing', lookAt: [2]} as const;
  const told = (...of: readonly (ReturnType<typeof page> & {figures?: ReturnType<typeof figures>})[]) => {
    const bankFiles = of.map((each, at) =>
      bankFile([{}], {name: `page${at}.xml`, sha256: `${at}`.repeat(64), pages: [each], proof: nothing}),
    );
    const {coverage, lines} = reconciled({bankFiles});
    const found = [...lines].filter(({reason}) => reason.startsWith('page'));
    return {proofs: coverage.bank.map(({proof}) => proof?.by), found};
  };
  const first = {...page(1), figures: figures('100', '10', null)};
  const last = {...page(3, true), figures: figures(null, '-30', '100.00')};
  const middle = (moved: string, currency?: string) => ({...page(2), figures: figures(null, moved, null, currency)});
  expect(told(last, first, middle('20.00'))).toEqual({proofs: ['closing', 'closing', 'closing'], found: []});
  expect(told(first, middle('21'), last)).toMatchObject({
    proofs: ['nothing', 'nothing', 'nothing'],
    found: [{reason: 'pages-differ', severity: 'high', facts: {reached: 'KES 101.00', balance: 'KES 100.00'}}],
  });
  // Without its page, figure or currency each of these would come to its balance.
  const closes = {...page(3, true), figures: figures(null, '-10', '100.00')};
  const even = middle('0');
  for (const pages of [
    [first, closes],
    [first, page(2), closes],
    [first, middle('0', 'USD'), closes],
    [first, {...page(1), figures: figures('100', '0', null)}, even, closes],
    [first, even, {...closes, isLast: false}],
    [{...page(1), figures: figures(null, '10', null)}, even, closes],
    [first, even, {...page(3, true), figures: figures(null, '-10', null)}],
  ])
    expect(told(...pages).proofs).not.toContain('closing');
  expect(told(first, even, closes).proofs).toEqual(['closing', 'closing', 'closing']);
  const inOne = bankFile([{}], {pages: [first, middle('21'), last], proof: nothing});
  expect([...reconciled({bankFiles: [inOne]}).lines].filter(({reason}) => reason === 'pages-differ')).toEqual([]);
});
