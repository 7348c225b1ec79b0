import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {addDecimals, type Decimal, zero} from '../../../src/core/money/decimal.js';
import {everyLine} from '../../../src/core/reconcile/result/reconcile.js';
import {settledEntries} from '../../../src/core/reconcile/result/settled-ledger.js';
import {plainAmount} from '../../../src/core/reconcile/rows/amount.js';
import type {Acceptance} from '../../../src/core/reconcile/rows/discrepancy.js';
import type {BankRow} from '../../../src/core/reconcile/rows/row.js';
import {
  type Part,
  partsIn,
  plainText,
  type RuleSaid,
  ruleOffers,
  ruleReader,
  ruleSaid,
  type ShopRule,
  sharesOf,
} from '../../../src/core/reconcile/rows/rules.js';
import {reconciliationText} from '../../../src/views/reconcile/reconciliation-text.js';
import {forAll} from '../../hostile/runs.js';
import {codeOf} from '../deciding.js';
import {
  bankFile,
  payment,
  payoutFile,
  providerFile,
  reconciled,
  referenceOf,
  row,
  termsOf,
  told,
  unexplained,
} from './samples.js';

const rule = (text: string, more: Partial<ShopRule> = {}): ShopRule => ({
  text,
  amount: null,
  tolerance: null,
  account: '631',
  who: 'Amina',
  when: '2026-11-20T10:00:00Z',
  ...more,
});
const against = (rows: readonly Partial<BankRow>[], rules: readonly ShopRule[], more: object = {}) =>
  reconciled({payoutFiles: [payoutFile([{}])], bankFiles: [bankFile(rows)], rules, ...more});
const payout = {entry: 'IN'};
const sms = {entry: 'S1', amount: '15.00', narration: 'Sms charge  nov 2026'};

describe('a rule', () => {
  it.each<[string, Partial<RuleSaid>, Partial<RuleSaid> | string]>([
    [
      'is in capitals and without accents',
      {text: ' Frais é sms ', account: ' 631 '},
      {text: 'FRAIS E SMS', account: '631'},
    ],
    ['has letters', {text: '12 34 *', account: '631'}, 'rule-invalid'],
    ['says an account or a tolerance', {}, 'rule-invalid'],
    ['may be a tolerance alone', {tolerance: '1 %'}, {tolerance: '1 %', account: null}],
    ['has an amount that is one', {amount: '-5', account: '631'}, 'rule-invalid'],
    ['has a tolerance that is one', {tolerance: '100 %'}, 'rule-invalid'],
    ['has one account as it is typed', {account: 'Research + Development'}, {account: 'Research + Development'}],
    [
      'has several accounts if they share out the whole',
      {account: ' Rent 80% (tax 16%) + Water '},
      {account: 'Rent 80% (tax 16%) + Water', split: true},
    ],
    ['may have tax in its only account', {account: 'Rent (TVA 19,25 %)'}, {split: true}],
    ['has a part that takes the rest', {account: 'Rent 80%'}, 'split-invalid'],
    ['has one such part', {account: 'Rent 80% + Water + Power'}, 'split-invalid'],
    ['leaves something for it', {account: 'Rent 80% + Water 20%'}, 'split-invalid'],
    ['has no more than the whole', {account: 'Rent 80% + Water 30% + Power'}, 'split-invalid'],
    ['has no empty part', {account: 'Rent 0% + Water'}, 'split-invalid'],
    ['has no part that nobody named', {account: '80% + Water'}, 'split-invalid'],
    ['has percentages that are some', {account: 'Rent 100%'}, 'split-invalid'],
    ['says in brackets what is tax', {account: 'Rent 80% tax 16% + Water'}, 'split-invalid'],
    ['takes a note as one account', {account: 'Fee of 2%', learned: 3}, {account: 'Fee of 2%', learned: 3}],
    ['has no number of a card', {text: 'CARD 4012000033330026', account: '631'}, 'text-has-card'],
  ])('%s', (_, more, expected) => {
    const said = {text: 'SMS CHARGE', amount: null, tolerance: null, account: null, ...more};
    if (typeof expected === 'string') expect(codeOf(() => ruleSaid(said))).toBe(expected);
    else {
      expect(ruleSaid(said)).toMatchObject(expected);
      expect(ruleSaid(said).split).toBe(expected.split);
    }
  });

  it.each([
    ['FEE', 'Monthly fee 11', true],
    ['FEE', 'COFFEE HOUSE', false],
    ['CHARGE * SMS', 'charge of NOV sms', true],
    ['A.B (C)', 'A.B (C)', true],
    ['A.B (C)', 'AXB (C)', false],
  ])('of “%s” is of “%s”: %s', (text, narration, isOf) => {
    const found = ruleReader([rule(text)], () => false).ofEntry(narration, {digits: 100n, scale: 2});
    expect(found !== undefined).toBe(isOf);
  });
});

it('a rule that only lets differences through says nothing of an entry that is of no payout', () =>
  expect(told(against([payout, sms], [rule('SMS CHARGE', {account: null, tolerance: '1 %'})]))).toEqual([
    'BANK_EXTRA credit-unexplained KES 15.00',
  ]));

it('the use of a rule is how many entries it covers, and what they come to', () => {
  const {rules} = against([payout, sms, {...sms, entry: 'S2', amount: '16.00'}], [rule('SMS CHARGE')]);
  expect(rules.map(({entries, amounts}) => [entries, ...amounts.map(plainAmount)])).toEqual([[2, '31.00']]);
});

describe('the parts of an entry', () => {
  const shares = (text: string, value: Decimal, currency = 'KES') =>
    sharesOf(partsIn(text) ?? [], {currency, value})
      .map(({account, net, tax}) =>
        [account, ...[net, tax].map(each => plainAmount({currency, value: each}))].join(' '),
      )
      .join(', ');

  it.each([
    ['Rent 80% (tax 16%) + Water', 'KES', 1000n, 'Rent 689.66 110.34, Water 200.00 0.00'],
    ['Rent 80% (tax 16%) + Water', 'KES', -1000n, 'Rent -689.66 -110.34, Water -200.00 0.00'],
    ['A 33.3333% + B + C 33.3333%', 'KES', 100n, 'A 33.33 0.00, B 33.34 0.00, C 33.33 0.00'],
    ['A 50 % + B (iva 19,25%)', 'XAF', 25n, 'A 12 0, B 11 2'],
  ] as const)('%s of %s %s are %s', (text, currency, digits, expected) => {
    expect(shares(text, {digits, scale: 0}, currency)).toBe(expected);
  });

  it('are the whole of it to the last minor unit, each with its sign, and what is typed is what is read', () => {
    const hundredths = (most: number) => fc.integer({min: 1, max: most}).map(each => (each / 100).toFixed(2));
    const some = fc.array(
      fc.record<Part>({
        account: fc.constantFrom('Rent', 'Expenses:Water', '614', 'Bank (KCB)'),
        percent: hundredths(1600),
        tax: fc.option(hundredths(9999)),
      }),
      {maxLength: 6},
    );
    const rest = fc.record<Part>({
      account: fc.constant('The rest'),
      percent: fc.constant(null),
      tax: fc.option(hundredths(9999)),
    });
    const parts = fc
      .tuple(some, rest, fc.nat())
      .map(([own, last, at]): readonly Part[] => own.toSpliced(at % (own.length + 1), 0, last));
    const written = ({account, percent, tax}: Part) =>
      [account, ...(percent === null ? [] : [`${percent}%`]), ...(tax === null ? [] : [`(tax ${tax}%)`])].join(' ');
    const currencies = fc.constantFrom('KES', 'XAF', 'TND');
    forAll(parts, fc.bigInt({min: -(10n ** 12n), max: 10n ** 12n}), currencies, (all, digits, currency) => {
      expect(partsIn(all.map(written).join(' + '))).toEqual(all);
      const value = addDecimals({digits, scale: currency === 'XAF' ? 0 : 2}, zero);
      const amounts = sharesOf(all, {currency, value}).flatMap(({net, tax}) => [net, tax]);
      expect(amounts.reduce(addDecimals, zero)).toEqual(value);
      for (const amount of amounts) expect(amount.digits * value.digits).toBeGreaterThanOrEqual(0n);
    });
  });
});

describe('entries of the bank', () => {
  it('that a rule is of ask nothing, and are told in the report, in JSON and in the equation', () => {
    const debit = {entry: 'S2', amount: '-4.00', narration: 'SMS CHARGE DEC'};
    expect(told(against([payout, sms, debit], []))).toEqual(['BANK_EXTRA credit-unexplained KES 15.00']);
    const result = against([payout, sms, debit], [rule('SMS CHARGE')]);
    expect(told(result)).toEqual(['BANK_EXTRA by-rule KES 15.00']);
    expect(result.totals.remaining).toBe(0);
    expect(termsOf(result, 'c')).toMatchObject({'by-rule': '11.00', 'bank-credits': '210.50'});
    const entries = settledEntries(result).filter(({term}) => term === 'by-rule');
    expect(
      entries.flatMap(({shares}) =>
        shares.map(({account, net}) => [account, plainAmount({currency: 'KES', value: net})]),
      ),
    ).toEqual([
      ['631', '15.00'],
      ['631', '-4.00'],
    ]);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
    expect(result.rules).toMatchObject([{text: 'SMS CHARGE', account: '631', who: 'Amina', entries: 2}]);
    expect([...everyLine(result)].filter(({reason}) => reason === 'by-rule')).toHaveLength(2);
    expect([...reconciliationText(result, {language: 'en', width: 80})].join(' ')).toContain(
      '“SMS CHARGE” to 631: 2 entries',
    );
  });

  it('go to one account by a rule that was made before accounts could be several, whatever its name', () => {
    const account = 'Rent 80% + Water';
    const accounts = (more: Partial<ShopRule>) =>
      settledEntries(against([payout, sms], [rule('SMS CHARGE', {account, ...more})])).flatMap(({shares}) =>
        shares.map(each => each.account),
      );
    expect(accounts({})).toEqual([account]);
    expect(accounts({split: true})).toEqual(['Rent', 'Water']);
    expect(accounts({account: 'Rent 80%', split: true})).toEqual(['Rent 80%']);
  });

  it('are those of its amount, within its tolerance', () => {
    const amounts = (amount: string, tolerance: string | null) =>
      against([payout, sms], [rule('SMS CHARGE', {amount, tolerance})]).totals.remaining;
    expect([amounts('15', null), amounts('16', null), amounts('16', '1'), amounts('15.10', '1 %')]).toEqual([
      0, 1, 0, 0,
    ]);
  });

  it('that are not of their payout’s amount are let through within a tolerance', () => {
    const short = [{...payout, amount: '198.00', narration: 'PO-1001 LESS MOMO FEE'}];
    const named = {payoutFiles: [payoutFile([{payout: 'PO-1001'}])]};
    expect(against(short, [rule('MOMO FEE', {tolerance: '0.5 %'})], named).totals.remaining).toBe(1);
    const result = against(short, [rule('MOMO FEE', {tolerance: '1 %'})], named);
    expect(told(result)).toEqual(['BANK_MISSING by-rule KES -1.50']);
    expect(termsOf(result, 'c')).toMatchObject({'by-rule': '-1.50'});
    expect([result.totals.remaining, unexplained(result)]).toEqual([0, ['c KES 0.00']]);
  });

  it('that name a payment of the till are of no rule', () => {
    const named = {...sms, narration: `SMS CHARGE ${referenceOf(1)}`};
    const rules = [rule('SMS CHARGE')];
    expect(against([payout, named], rules).totals.remaining).toBe(0);
    expect(against([payout, named], rules, {payments: [payment(1)]}).lines).toMatchObject([
      {reason: 'credit-unexplained'},
    ]);
  });

  it('are counted where the bank is alone, which is still compared with nothing', () => {
    const result = reconciled({bankFiles: [bankFile([sms, payout])], rules: [rule('SMS CHARGE')]});
    expect(told(result)).toEqual(['NOT_COMPARED bank-file-alone', 'BANK_EXTRA by-rule KES 15.00']);
    expect(result.rules).toMatchObject([{entries: 1}]);
  });
});

it('is offered for what was accepted three times, without what differs each time', () => {
  const rows = [1, 2, 3].map(number => ({...sms, entry: `S${number}`, narration: `Sms charge ${number}/2026 "; rm"`}));
  const acceptances = (count: number): Acceptance[] =>
    rows
      .slice(0, count)
      .map(({entry}) => ({
        key: `BANK_EXTRA:${entry}/2026-11-24:KES15.00`,
        who: 'Amina',
        note: 'ok',
        when: '2026-11-20T10:00:00Z',
      }));
  const offers = (count: number, rules: readonly ShopRule[] = []) =>
    against([payout, ...rows], rules, {accepted: acceptances(count)}).ruleOffers;
  expect(offers(2)).toEqual([]);
  expect(offers(3)).toEqual([{text: 'SMS CHARGE', count: 3, account: 'ok'}]);
  expect(offers(3, [rule('SMS CHARGE')])).toEqual([]);
});

it('is learned from what was accepted in reconciliations before, with the note that all of it has', () => {
  const accepted = (number: number, note: string, text?: string): Acceptance => ({
    key: `BANK_EXTRA:S${number}/2026-10-0${number}:KES15.00`,
    who: 'Amina',
    note,
    when: '',
    ...(text && {text}),
  });
  const [first, second] = [accepted(1, 'Bank charges', 'SMS CHARGE'), accepted(2, ' bank  charges', 'SMS CHARGE')];
  const offered = (last: Acceptance, rules: readonly ShopRule[] = []) =>
    ruleOffers({accepted: [first, second, last], rules});
  const like = accepted(3, 'Bank charges', 'SMS CHARGE');
  expect(offered(like)).toEqual([{text: 'SMS CHARGE', count: 3, account: 'Bank charges'}]);
  expect(offered(like, [rule('CHARGE')])).toEqual([]);
  expect(offered(accepted(3, 'to be asked', 'SMS CHARGE'))).toEqual([{text: 'SMS CHARGE', count: 3, account: null}]);
  expect(offered(accepted(3, 'Bank charges', 'LOAN'))).toEqual([]);
  const months = ['INTEREST OCT', 'INTEREST DECEMBRE', 'INTEREST MAY'].map((text, at) => accepted(at, 'Bank', text));
  expect(ruleOffers({accepted: months, rules: []})).toEqual([{text: 'INTEREST', count: 3, account: 'Bank'}]);
  expect(offered(accepted(3, 'Bank charges'))).toEqual([]);
});

it('changes nothing of a payment', {tags: ['slow']}, () => {
  const texts = fc.constantFrom('SMS CHARGE', 'TRF', 'P1', 'PROVIDER', 'DUKA', plainText(referenceOf(1)));
  const amounts = fc.constantFrom('199.50', '200.00', '15.00', '-15.00');
  const rows = fc.array(fc.record({entry: fc.uuid(), amount: amounts, narration: texts}), {maxLength: 6});
  const rules = fc.array(
    texts.map(text => rule(text, {tolerance: '5 %'})),
    {maxLength: 4},
  );
  forAll(rows, rules, (entries, said) => {
    const more = {payments: [payment(1), payment(2)], providerFiles: [providerFile([row(1), row(7)])]};
    const ofPayments = (ruled: readonly ShopRule[]) =>
      [...everyLine(against(entries, ruled, more))].filter(({reference}) => reference !== '');
    expect(ofPayments(said)).toEqual(ofPayments([]));
    expect(unexplained(against(entries, said, more))).toEqual(unexplained(against(entries, [], more)));
  });
});
