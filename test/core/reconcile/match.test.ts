import {describe, expect, it} from 'vitest';
import {everyLine} from '../../../src/core/reconcile/result/reconcile.js';
import type {ConfirmedMatch} from '../../../src/core/reconcile/rows/discrepancy.js';
import {reasonTexts} from '../../../src/views/reconcile/entry.js';
import {
  day,
  inputs,
  lineOf,
  open,
  payment,
  providerFile,
  reconciled,
  referenceOf,
  refund,
  row,
  termsOf,
  told,
  unexplained,
} from './samples.js';

const against = (payments: Parameters<typeof inputs>[0], ...rows: ReturnType<typeof row>[]) =>
  reconciled({...payments, providerFiles: [providerFile(rows)]});

describe('a payment and the row of its reference', () => {
  it('agree when amount, currency and status do', () => {
    const result = against({payments: [payment(1)]}, row(1, {amount: '200', currency: 'KES', status: 'completed'}));
    expect(told(result)).toEqual([]);
    expect([...everyLine(result)]).toMatchObject([
      {code: 'OK', status: 'matched', severity: 'info', reference: referenceOf(1)},
    ]);
    expect(result.totals.remaining).toBe(0);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it.each([
    ['250.00', 'AMOUNT_OVER amount-differs KES 50.00'],
    ['199.99', 'AMOUNT_UNDER amount-differs KES -0.01'],
    ['199.999', 'AMOUNT_UNDER amount-differs KES -0.001'],
    ['199.50', 'AMOUNT_UNDER amount-by-fee KES -0.50'],
  ])('differ by the exact amount: %s', (amount, line) => {
    const result = against({payments: [payment(1)]}, row(1, {amount}));
    expect(told(result)).toEqual([line]);
    expect(lineOf(result, line.split(' ')[0] as 'AMOUNT_OVER')).toMatchObject({severity: 'high', owner: 'manager'});
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('is never converted', () => {
    const result = against({payments: [payment(1)]}, row(1, {amount: '1.55', currency: 'USD'}));
    expect(told(result)).toEqual(['CURRENCY_MISMATCH other-currency']);
    expect(termsOf(result, 'a', 'KES')).toEqual({'journal-paid': '200.00', 'currency-differences': '-200.00'});
    expect(termsOf(result, 'a', 'USD')).toEqual({'currency-differences': '1.55', 'provider-gross': '1.55'});
  });

  it.each([
    ['Failed', 'STATUS_LOCAL_PAID failed-there KES -200.00'],
    ['Reversed', 'STATUS_LOCAL_PAID reversed-there KES -200.00'],
    ['Initialized', 'STATUS_LOCAL_PAID open-there KES -200.00'],
    ['Pending', 'STATUS_LOCAL_PAID open-there KES -200.00'],
    ['PROCESSING', 'STATUS_LOCAL_PAID open-there KES -200.00'],
    ['Initiated', 'STATUS_LOCAL_PAID open-there KES -200.00'],
    ['Pending review', 'UNKNOWN_STATUS word-unknown KES -200.00'],
    ['Sett1ed', 'UNKNOWN_STATUS word-unknown KES -200.00'],
  ])('is paid here and %s there', (status, line) => {
    const result = against({payments: [payment(1)]}, row(1, {status}));
    expect(told(result)).toEqual([line]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
    const [code] = line.split(' ');
    expect(result.lines.at(0)?.severity).toBe(code === 'STATUS_LOCAL_PAID' ? 'critical' : 'medium');
    expect(result.lines.at(0)?.facts['status']).toBe(status);
  });

  it.each([
    'Terminé',
    'Concluído',
    'Imekamilika',
    'Completada',
    'Erfolgreich',
    'Geslaagd',
    'مكتملة',
    'Transaction Success',
  ])('is paid where the file says %s', status => {
    expect(told(against({payments: [payment(1)]}, row(1, {status})))).toEqual([]);
  });

  it.each([
    ['Fallida', 'failed-there'],
    ['Fehlgeschlagen', 'failed-there'],
    ['Verlopen', 'failed-there'],
    ['مرفوضة', 'failed-there'],
    ['Devuelto', 'reversed-there'],
    ['Pendiente', 'open-there'],
    ['In Bearbeitung', 'open-there'],
    ['قيد الانتظار', 'open-there'],
  ])('is told in other languages: %s', (status, reason) => {
    expect(told(against({payments: [payment(1)]}, row(1, {status})))).toEqual([
      `STATUS_LOCAL_PAID ${reason} KES -200.00`,
    ]);
  });

  it('reads a word by what the balances of its file prove, if the owner has no other rule for it', () => {
    const {settings} = inputs();
    const proved = providerFile([row(1, {status: 'Sett1ed'})], {paidWords: ['Sett1ed']});
    const files = {payments: [payment(1)], providerFiles: [proved]};
    expect(told(reconciled(files))).toEqual([]);
    const mapped = {...settings, statusWords: {sett1ed: 'failed' as const}};
    expect(told(reconciled({...files, settings: mapped}))).toEqual(['STATUS_LOCAL_PAID failed-there KES -200.00']);
  });

  it('reads a word by the rule of the owner where no table has it', () => {
    const {settings} = inputs();
    const mapped = {...settings, statusWords: {sett1ed: 'paid' as const}};
    expect(told(against({payments: [payment(1)], settings: mapped}, row(1, {status: 'Sett1ed'})))).toEqual([]);
  });

  it.each([
    ['Refunded', []],
    ['Reversed', ['STATUS_LOCAL_PAID reversed-there KES -200.00']],
  ])('is refunded in part here, and %s there', (status, lines) =>
    expect(told(against({payments: [payment(1, {refunds: [refund(1)]})]}, row(1, {status})))).toEqual(lines),
  );

  it.each([
    ['pending', 'STATUS_LOCAL_OPEN open-here KES 200.00', 'medium'],
    ['unknown', 'STATUS_LOCAL_OPEN open-here KES 200.00', 'medium'],
    ['failed', 'STATUS_LOCAL_OPEN failed-here KES 200.00', 'high'],
    ['disputed', 'STATUS_LOCAL_OPEN person-here KES 200.00', 'high'],
    ['mispaid', 'STATUS_LOCAL_OPEN person-here KES 200.00', 'high'],
  ] as const)('is %s here and paid there', (status, line, severity) => {
    const result = against({payments: [payment(1, {...open, status})]}, row(1));
    expect(told(result)).toEqual([line]);
    expect(result.lines.at(0)?.severity).toBe(severity);
    expect(termsOf(result, 'a')).toEqual({'open-here': '200.00', 'provider-gross': '200.00'});
  });

  it.each(['disputed', 'mispaid'] as const)('is %s here and failed there', status => {
    const result = against({payments: [payment(1, {...open, status})]}, row(1, {status: 'Failed'}));
    expect(told(result)).toEqual(['STATUS_LOCAL_PAID failed-there KES -200.00']);
  });

  it('was paid with another amount, which the journal counts for nothing', () => {
    const result = against({payments: [payment(1, {...open, status: 'mispaid'})]}, row(1, {amount: '150'}));
    expect(told(result)).toEqual(['AMOUNT_UNDER amount-differs KES -50.00']);
    expect(termsOf(result, 'a')).toEqual({'open-here': '150.00', 'provider-gross': '150.00'});
  });

  it.each([
    ['pending', 'Initialized', ['EXPIRED_UNPAID still-open']],
    ['pending', 'Failed', ['EXPIRED_UNPAID ended-there']],
    ['failed', 'Failed', []],
  ] as const)('are both unpaid: %s here, %s there', (status, word, lines) => {
    const result = against({payments: [payment(1, {...open, status})]}, row(1, {status: word}));
    expect(told(result)).toEqual(lines);
    expect(result.totals.remaining).toBe(0);
  });
});

describe('a payment without a row', () => {
  it('is missing at the provider when it is paid', () => {
    const result = against({payments: [payment(1), payment(2)]}, row(2));
    expect(told(result)).toEqual(['MISSING_AT_PROVIDER absent-but-answered KES -200.00']);
    expect(lineOf(result, 'MISSING_AT_PROVIDER').severity).toBe('high');
    expect(termsOf(result, 'a')).toEqual({
      'journal-paid': '400.00',
      'missing-at-provider': '-200.00',
      'provider-gross': '200.00',
    });
  });

  it('is for information when it is only open, and nothing at all when it failed', () => {
    const payments = [payment(1, open), payment(2, {...open, status: 'failed'}), payment(3)];
    const result = against({payments}, row(3));
    expect(told(result)).toEqual(['MISSING_AT_PROVIDER open-absent']);
    expect(lineOf(result, 'MISSING_AT_PROVIDER')).toMatchObject({severity: 'info', status: 'carried'});
    expect(result.totals.remaining).toBe(0);
  });

  it('waits for another file where the file does not cover the day', () => {
    const excluding = providerFile([], {interval: {from: '2026-11-19', to: '2026-11-19'}});
    const waiting = reconciled({payments: [payment(1)], providerFiles: [excluding]});
    expect(told(waiting)).toEqual(['TIMING later-than-files KES -200.00']);
    expect(lineOf(waiting, 'TIMING').status).toBe('carried');
    expect(unexplained(waiting)).toEqual(['a KES 0.00']);
    const covering = providerFile([], {interval: {from: '2026-11-19', to: '2026-11-20'}});
    const missing = reconciled({payments: [payment(1)], providerFiles: [covering]});
    expect(told(missing)).toEqual(['MISSING_AT_PROVIDER absent-but-answered KES -200.00']);
  });

  it('is looked for once it has waited more than three days', () => {
    const excluding = providerFile([], {interval: {from: '2026-11-19', to: '2026-11-19'}});
    const at = (asOf: string) =>
      lineOf(reconciled({payments: [payment(1)], providerFiles: [excluding], asOf: Date.parse(asOf)}), 'TIMING');
    expect(at('2026-11-23T20:59:59Z')).toMatchObject({age: 3, status: 'carried'});
    expect(at('2026-11-23T21:00:00Z')).toMatchObject({age: 4, status: 'exception'}); // midnight in Nairobi
  });

  it('is found in the file of the next day', () => {
    const own = providerFile([row(2)], {interval: {from: '2026-11-20', to: '2026-11-20'}});
    const next = providerFile([row(1), row(9, {reference: referenceOf(9)})], {
      name: 'next.csv',
      sha256: 'aa',
      interval: {from: '2026-11-21', to: '2026-11-21'},
    });
    const result = reconciled({payments: [payment(1), payment(2)], providerFiles: [own, next]});
    expect(told(result)).toEqual(['TIMING in-another-window']);
    expect(lineOf(result, 'TIMING')).toMatchObject({status: 'matched', rows: [{file: 'next.csv', line: 2}]});
    expect(termsOf(result, 'a')).toEqual({
      'journal-paid': '400.00',
      'in-another-window': '-200.00',
      'provider-gross': '200.00',
    });
  });

  it('counts where only one of the files that have its row is of the days', () => {
    const [own, next] = ['2026-11-20', '2026-11-21'].map(date =>
      providerFile([row(1)], {name: `${date}.csv`, sha256: date, interval: {from: date, to: date}}),
    );
    const result = reconciled({payments: [payment(1)], providerFiles: [own, next].flatMap(each => each ?? [])});
    expect(told(result)).toEqual([]);
    expect(termsOf(result, 'a')).toEqual({'journal-paid': '200.00', 'provider-gross': '200.00'});
  });

  it('was sold the day before and is in this file', () => {
    const result = against({payments: [payment(1, {businessDate: '2026-11-19'})]}, row(1));
    expect(told(result)).toEqual([]);
    expect(termsOf(result, 'a')).toEqual({'sold-on-other-days': '200.00', 'provider-gross': '200.00'});
  });
});

describe('a row without a payment', () => {
  it.each([
    [referenceOf(5, 'T8M'), 'till-not-loaded', 'T8M'],
    [referenceOf(5, 'T7K'), 'till-loaded', 'T7K'],
    [referenceOf(5, 'Q'), 'till-unknown', 'Q'],
    ['INV-2041', 'reference-foreign', null],
    ['', 'reference-missing', null],
  ])('keeps why: %s %s', (reference, reason, till) => {
    const result = against({payments: [payment(1)]}, row(1), row(2, {reference}));
    expect(told(result)).toEqual([`MISSING_LOCALLY ${reason} KES 200.00`]);
    expect(lineOf(result, 'MISSING_LOCALLY')).toMatchObject({till, severity: 'high', rows: [{line: 3}]});
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('weighs little where the provider has no money of it', () => {
    const result = against({}, row(2, {reference: 'INV-1', status: 'Failed'}));
    expect(told(result)).toEqual(['MISSING_LOCALLY reference-foreign']);
    expect(lineOf(result, 'MISSING_LOCALLY').severity).toBe('low');
  });

  it('is one of several of its reference: the one that fits is kept', () => {
    const result = against({payments: [payment(1)]}, row(1, {amount: '150', line: 2}), row(1, {line: 3}));
    expect(told(result)).toEqual(['DUPLICATE_SAME_REF listed-again KES 150.00']);
    expect(lineOf(result, 'DUPLICATE_SAME_REF').rows).toEqual([{kind: 'provider', file: 'provider.csv', line: 2}]);
    expect(termsOf(result, 'a')).toEqual({'journal-paid': '200.00', duplicates: '150.00', 'provider-gross': '350.00'});
  });

  it('is not listed twice where a spreadsheet cut the digits that tell it from another', () => {
    const cut = (amount: string, line: number) =>
      row(2, {reference: '1.23457E+10', amount, line, at: `2026-11-20 10:0${line}`});
    const result = against({}, cut('100.00', 2), cut('200.00', 3), cut('200.00', 4));
    expect(told(result).sort()).toEqual([
      'MISSING_LOCALLY reference-foreign KES 100.00',
      ...Array(2).fill('MISSING_LOCALLY reference-foreign KES 200.00'),
    ]);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('is listed twice without a status, which is not quoted', () => {
    const result = against({payments: [payment(1)]}, row(1, {status: '', line: 2}), row(1, {status: '', line: 3}));
    expect(reasonTexts(lineOf(result, 'DUPLICATE_SAME_REF'), 'en').why).toBe(
      'The provider has more than one row of this reference.',
    );
  });

  it('is listed twice in the same words, and each further one has a key of its own', () => {
    const result = against({payments: [payment(1)]}, row(1, {line: 2}), row(1, {line: 3}), row(1, {line: 4}));
    expect(told(result)).toEqual(Array(2).fill('DUPLICATE_SAME_REF listed-again KES 200.00'));
    expect(new Set([...everyLine(result)].map(({key}) => key)).size).toBe(3);
  });
});

describe('without a file', () => {
  const judged = {record: {status: 'Initialized'}, fee: null};
  it.each([
    ['agrees with its own record', {}, []],
    ['agrees with its own record, though it was not found once', {answer: {seq: 9, rule: 'question-not-found'}}, []],
    [
      'was paid, whatever a person said of it',
      {...open, status: 'disputed', record: {status: 'Completed'}},
      ['STATUS_LOCAL_OPEN person-here KES 200.00'],
    ],
    [
      'was paid, and failed here',
      {...open, status: 'failed', record: {status: 'Completed'}},
      ['STATUS_LOCAL_OPEN failed-here KES 200.00'],
    ],
    [
      'was answered with the amount after all',
      {status: 'mispaid', record: {status: 'Completed', amount: '200', currency: 'KES'}},
      ['STATUS_LOCAL_OPEN person-decides'],
    ],
    ['is paid on a person’s word while the service waits', judged, ['STATUS_LOCAL_PAID open-there KES -200.00']],
    [
      'is paid on a person’s word and not known to the service',
      {record: null, fee: null, answer: {seq: 9, rule: 'question-not-found'}},
      ['MISSING_AT_PROVIDER not-found KES -200.00'],
    ],
    [
      'was paid and then reversed',
      {status: 'disputed', record: {status: 'Reversed'}},
      ['STATUS_LOCAL_PAID reversed-there KES -200.00'],
    ],
    [
      'was answered with another amount',
      {status: 'mispaid', record: {status: 'Completed', amount: '150', currency: 'KES'}},
      ['AMOUNT_UNDER amount-differs KES -50.00'],
    ],
    [
      'was answered in another currency',
      {status: 'mispaid', record: {status: 'Completed', amount: '200', currency: 'USD'}},
      ['CURRENCY_MISMATCH other-currency'],
    ],
    ['is in a word that nobody knows', {...open, record: {status: 'Parked'}}, ['UNKNOWN_STATUS word-unknown']],
    ['was never paid', {...open, record: {status: 'Initialized'}}, ['EXPIRED_UNPAID still-open']],
    ['was never reached', {...open, answer: {seq: 9, rule: 'question-not-found'}}, ['MISSING_AT_PROVIDER not-found']],
  ] as const)('a payment %s', (_, more, lines) => {
    const result = reconciled({payments: [payment(1, more)], live: {asked: 1, unanswered: []}});
    expect(told(result)).toEqual(lines);
    expect(unexplained(result).filter(text => !text.endsWith(' 0.00'))).toEqual([]);
  });
});

describe('a row that names no payment', () => {
  const unnamed = row(1, {reference: '', serviceReference: 'QKX12ABC'});
  const files = [providerFile([unnamed])];
  const key = 'MISSING_LOCALLY:QKX12ABC:KES200.00';
  const by = (reference: string, more: Partial<ConfirmedMatch> = {}) => ({
    matches: [{key, reference, who: 'Amina', when: `${day}T18:00:00Z`, ...more}],
  });

  it('is of the payment that a person names, and is told as such', () => {
    const result = reconciled({payments: [payment(1)], providerFiles: files, ...by(referenceOf(1))});
    expect(result.lines).toEqual([]);
    expect([...everyLine(result)]).toMatchObject([
      {code: 'OK', reason: 'agrees-by-person', facts: {who: 'Amina'}, reference: referenceOf(1), status: 'matched'},
    ]);
    expect(result.equations.every(({unexplained}) => unexplained.digits === 0n)).toBe(true);
  });

  it.each([
    ['another amount', {payments: [payment(1, {amount: {currency: 'KES', minor: 20_001}})], providerFiles: files}],
    [
      'another currency',
      {payments: [payment(1, {amount: {currency: 'TZS', minor: 20_000}}), payment(3)], providerFiles: files},
    ],
    ['a row of its own', {payments: [payment(1)], providerFiles: [providerFile([row(1), unnamed])]}],
    ['no place in this journal', {payments: [], providerFiles: files}],
  ] as const)('stays without one where the payment has %s', (_, given) => {
    const result = reconciled({...given, ...by(referenceOf(1))});
    expect([...result.lines].map(line => line.key)).toContain(key);
  });

  it('is one row: the second of the same waits for a word of its own', () => {
    const twice = [providerFile([unnamed, {...unnamed, line: 9}])];
    const result = reconciled({payments: [payment(1), payment(2)], providerFiles: twice, ...by(referenceOf(1))});
    expect([...result.lines].map(({code}) => code)).toEqual(['MISSING_AT_PROVIDER', 'DUPLICATE_SAME_REF']);
  });
});

it.each(['mispaid', 'disputed'] as const)('a payment that is %s and in no file waits for a person', status => {
  const result = against({payments: [payment(1, {status, wasPaid: false})]}, row(2, {reference: 'OTHER'}));
  expect(told(result)).toContain('MISSING_AT_PROVIDER person-decides');
});

describe('a payment that came unasked', () => {
  const came = (number: number, more: Parameters<typeof payment>[1] = {}) =>
    payment(number, {providerReference: 'QKX12ABC', fee: null, record: null, answer: null, payer: null, ...more});
  const rows = {
    reference: row(9, {reference: 'QKX12ABC', fee: null}),
    serviceReference: row(9, {reference: '', serviceReference: 'QKX12ABC', fee: null}),
  };

  it.each(['reference', 'serviceReference'] as const)(
    'is its row, which has its name as %s, in whatever journal it is and whoever received it',
    field => {
      const result = against({payments: [came(1)]}, rows[field]);
      expect(told(result)).toEqual([]);
      expect([...everyLine(result)]).toMatchObject([{code: 'OK', reason: 'agrees', reference: referenceOf(1)}]);
      expect(unexplained(result)).toEqual(['a KES 0.00']);
    },
  );

  it.each(['reference', 'serviceReference'] as const)('is told of if two tills received its row (%s)', field => {
    const both = [came(1), came(2, {till: 'T8M'})];
    const result = against({payments: both}, rows[field]);
    expect(told(result)).toEqual(['MISSING_AT_PROVIDER paid-absent KES -200.00']);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it.each(['failed', 'disputed'] as const)('is not its row any more once it is %s', status => {
    const result = against({payments: [came(1, {status, wasPaid: false})]}, rows.serviceReference);
    expect(told(result)).toContain('MISSING_LOCALLY reference-missing KES 200.00');
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('is one row, and not a second one that spells its name in another way', () => {
    const again = row(8, {reference: '', serviceReference: 'qkx-12abc', fee: null});
    const result = against({payments: [came(1)]}, rows.serviceReference, again);
    expect(told(result)).toEqual(['MISSING_LOCALLY reference-missing KES 200.00']);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });

  it('is not a row of another amount', () => {
    const result = against({payments: [came(1)]}, {...rows.serviceReference, amount: '150.00'});
    expect(told(result).map(line => line.split(' ')[0])).toEqual(['MISSING_AT_PROVIDER', 'MISSING_LOCALLY']);
    expect(unexplained(result)).toEqual(['a KES 0.00']);
  });
});
