import {describe, expect, it} from 'vitest';
import {everyLine} from '../../../src/core/reconcile/result/reconcile.js';
import {reasonTexts} from '../../../src/views/reconcile/entry.js';
import {bankFile, inputs, lineOf, payoutFile, reconciled, termsOf, told, unexplained} from './samples.js';

const {settings} = inputs();

describe('the bank', () => {
  const banked = (payouts: Parameters<typeof payoutFile>[0], credits: Parameters<typeof bankFile>[0], more = {}) =>
    reconciled({
      payoutFiles: [payoutFile(payouts, more)],
      bankFiles: [bankFile(credits)],
      asOf: Date.parse('2026-12-10T00:00:00Z'),
    });
  const later = {bookedOn: '2026-12-05', amount: '-10', narration: 'RENT'};

  it('has a payout whose id it names, in whatever writing', () => {
    const result = banked(
      [{payout: 'PSTK_12'}, {payout: 'PSTK_123', amount: '9'}],
      [
        {narration: 'trf/pstk-12/duka', bookedOn: '2026-12-01'},
        {narration: 'PSTK_123', amount: '9'},
      ],
    );
    expect(told(result)).toEqual([]);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('may take a payout back: by its id, or by the bank’s own mark of a reversal', () => {
    const credit = {narration: 'P1'};
    const back = (narration: string, amount = '-199.5') => ({narration, amount, bookedOn: '2026-11-25'});
    for (const narration of ['RETURNED P1', 'RVSL']) {
      const result = banked([{}], [credit, back(narration), later]);
      expect(told(result)).toEqual(['BANK_MISSING bank-took-back KES -199.50']);
      expect(termsOf(result, 'c')).toEqual({payouts: '199.50', 'bank-differences': '-199.50'});
      expect(unexplained(result)).toEqual(['c KES 0.00']);
    }
    for (const other of [back('RENT'), back('SAID RVSL'), back('FEE P1', '-2.00'), {...back('P1'), currency: 'USD'}]) {
      expect(told(banked([{}], [credit, other, later])), other.narration).toEqual([]);
    }
  });

  it.each<readonly [what: string, moved: readonly string[], found: readonly string[], text: string]>([
    ['and pay it again', ['+1000', '-1000', '+1000'], [], 'returned on 2026-11-25, paid again on 2026-11-26'],
    ['twice, and pay it again', ['+1000', '-1000', '+1000', '-1000', '+1000'], [], ''],
    ['and pay it again in parts', ['+1000', '-1000', '+400', '+600'], [], ''],
    ['that came in parts, and pay it again', ['+400', '+600', '-1000', '+1000'], [], ''],
    ['and pay a part of it again', ['+1000', '-1000', '+400'], ['BANK_MISSING bank-again-differs KES -600.00'], ''],
    ['and pay more of it again', ['+1000', '-1000', '+1100'], ['BANK_EXTRA bank-again-differs KES 100.00'], ''],
    ['and not pay it again', ['+1000', '-1000'], ['BANK_MISSING bank-took-back KES -1000.00'], ''],
    ['twice', ['+1000', '-1000', '+1000', '-1000'], ['BANK_MISSING bank-took-back KES -1000.00'], ''],
  ])('may take a payout back %s, which is one line', (_, moved, found, text) => {
    const entries = moved.map((amount, at) => ({
      amount: amount.replace('+', ''),
      narration: amount.startsWith('-') ? 'RETURNED SETTLEMENT PO-1' : 'SETTLEMENT PO-1',
      bookedOn: `2026-11-${24 + at}`,
      entry: `E${at}`,
    }));
    for (const credits of [entries, entries.toReversed()]) {
      const result = banked([{payout: 'PO-1', amount: '1000.00'}], [...credits, later]);
      expect(told(result)).toEqual(found);
      expect(unexplained(result)).toEqual(['c KES 0.00']);
      const lines = [...everyLine(result)].filter(({facts}) => facts['payout'] === 'PO-1');
      expect(lines).toHaveLength(1);
      expect(lines[0]?.rows).toHaveLength(entries.length + 1);
      expect(lines.map(line => reasonTexts(line, 'en').why).join('')).toContain(text);
    }
  });

  it.each<
    readonly [what: string, moved: readonly (readonly [amount: string, names: string])[], found: readonly string[]]
  >([
    [
      'and pay them again',
      [
        ['-1500', 'PO-1 PO-2'],
        ['1500', 'PO-1 PO-2'],
      ],
      [],
    ],
    [
      'and pay each of them again',
      [
        ['-1500', 'PO-1 PO-2'],
        ['1000', 'PO-1'],
        ['500', 'PO-2'],
      ],
      [],
    ],
    [
      'each by itself',
      [
        ['-1000', 'PO-1'],
        ['-500', 'PO-2'],
        ['1500', 'PO-1 PO-2'],
      ],
      [],
    ],
    [
      'and pay one of them again',
      [
        ['-1500', 'PO-1 PO-2'],
        ['1000', 'PO-1'],
      ],
      ['BANK_MISSING bank-again-differs KES -500.00'],
    ],
    ['for good', [['-1500', 'PO-1 PO-2']], ['BANK_MISSING bank-took-back KES -1500.00']],
  ])('may take payouts of one credit back %s, which is one line', (_, moved, found) => {
    const both = [
      {payout: 'PO-1', amount: '1000.00'},
      {payout: 'PO-2', amount: '500.00'},
    ];
    const entries = ([['1500', 'PO-1 PO-2'], ...moved] as const).map(([amount, narration], at) => ({
      amount,
      narration,
      bookedOn: `2026-11-${24 + at}`,
      entry: `E${at}`,
    }));
    const result = banked(both, [...entries, later]);
    expect(told(result)).toEqual(found);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
    const [line, ...others] = [...everyLine(result)];
    expect(line).toMatchObject({facts: {payout: 'PO-1 + PO-2'}});
    expect(line?.rows).toHaveLength(entries.length + 2);
    expect(others).toEqual([]);
  });

  it('takes back one of two payouts of one amount only where it names it', () => {
    const both = [
      {payout: 'PO-1', amount: '1000.00'},
      {payout: 'PO-2', amount: '1000.00'},
    ];
    const came = ['PO-1', 'PO-2'].map(narration => ({narration, amount: '1000.00'}));
    const back = (narration: string) =>
      banked(both, [...came, {narration, amount: '-1000.00', bookedOn: '2026-11-25'}, later]);
    expect(told(back('RETURNED PO-2'))).toEqual(['BANK_MISSING bank-took-back KES -1000.00']);
    expect(lineOf(back('RETURNED PO-2'), 'BANK_MISSING').facts['payout']).toBe('PO-2');
    expect(told(back('RVSL'))).toEqual([]);
  });

  const transfer = (bookedOn: string) => ({narration: 'TRANSFER', bookedOn, entry: 'E7'});

  it('may have a payout in the only credit that fits it, which a person has to say', () => {
    for (const date of ['2026-11-23', '2026-11-26']) {
      const result = banked([{}], [transfer(date)]);
      expect(told(result)).toEqual(['BANK_MISSING bank-fits KES 0.00']);
      const line = lineOf(result, 'BANK_MISSING');
      expect(line).toMatchObject({status: 'suggested', key: `BANK_MISSING:P1/E7/${date}`, severity: 'medium'});
      expect(line.rows.map(({kind}) => kind)).toEqual(['payout', 'bank']);
      expect(result.totals.remaining).toBe(1);
      expect(termsOf(result, 'c')).toEqual({
        payouts: '199.50',
        'bank-missing': '-199.50',
        'bank-extra': '199.50',
        'bank-credits': '199.50',
      });
      expect(unexplained(result)).toEqual(['c KES 0.00']);
    }
  });

  describe('of several payouts, or a payout in several entries', () => {
    const two = [
      {payout: 'PO-1', amount: '120.00'},
      {payout: 'PO-2', amount: '80.00'},
    ];
    const paidOut = (parts: readonly {readonly amount: string; readonly narration?: string}[]) =>
      parts.map(({amount, narration = 'TRANSFER'}, at) => ({amount, narration, entry: `E${at}`}));

    it('agrees where it names them and comes to exactly their sum', () => {
      const result = banked(two, [...paidOut([{amount: '200.00', narration: 'TRF PO-2 PO-1'}]), later]);
      expect(told(result)).toEqual([]);
      expect(termsOf(result, 'c')).toEqual({payouts: '200.00', 'bank-credits': '200.00'});
    });

    it('agrees where several entries name it and come to exactly its sum', () => {
      const parts = paidOut([
        {amount: '150.00', narration: 'PO-1 PART 1'},
        {amount: '50.00', narration: 'PO-1 PART 2'},
      ]);
      expect(told(banked([{payout: 'PO-1', amount: '200.00'}], [...parts, later]))).toEqual([]);
    });

    it.each([
      ['one entry lacks something', [['199.00', 'PO-1 PO-2']], 'BANK_MISSING bank-differs KES -1.00'],
      [
        'one of several entries is missing',
        [
          ['60.00', 'PO-1'],
          ['60.00', 'PO-1 PO-2'],
        ],
        'BANK_MISSING bank-differs KES -80.00',
      ],
      [
        'they came twice',
        [
          ['200.00', 'PO-1 PO-2'],
          ['200.00', 'PO-1 PO-2'],
        ],
        'BANK_EXTRA credit-named-again KES 200.00',
      ],
      [
        'one of them came twice',
        [
          ['120.00', 'PO-1'],
          ['200.00', 'PO-1 PO-2'],
        ],
        'BANK_EXTRA credit-named-again KES 120.00',
      ],
      [
        'something came beside each of them',
        [
          ['120.00', 'PO-1'],
          ['80.00', 'PO-2'],
          ['1.00', 'PO-1 PO-2'],
        ],
        'BANK_EXTRA credit-named-again KES 1.00',
      ],
    ] as const)('differs by one line where %s', (_, moved, line) => {
      const entries = paidOut(moved.map(([amount, narration]) => ({amount, narration})));
      const result = banked(two, [...entries, later]);
      expect(told(result)).toEqual([line]);
      expect([...result.lines].map(({facts}) => facts['payout'])).toEqual(['PO-1 + PO-2']);
      expect(unexplained(result)).toEqual(['c KES 0.00']);
    });

    it('leaves what a rule covers out of the parts of a payout', () => {
      const moved = paidOut([
        {amount: '150.00', narration: 'PO-1'},
        {amount: '10.00', narration: 'INTEREST ON PO-1'},
      ]);
      const rules = [{text: 'INTEREST ON', amount: null, tolerance: null, account: '771', who: 'Amina', when: ''}];
      const given = {
        payoutFiles: [payoutFile([{payout: 'PO-1', amount: '200.00'}])],
        bankFiles: [bankFile(moved)],
        rules,
      };
      expect(told(reconciled(given))).toEqual(['BANK_MISSING bank-differs KES -50.00', 'BANK_EXTRA by-rule KES 10.00']);
    });

    it.each([
      ['one entry', two, paidOut([{amount: '200.00'}]), 'bank-fits-several', 'PO-1/PO-2/E0/2026-11-24'],
      [
        'several entries',
        [{payout: 'PO-1', amount: '200.00'}],
        paidOut([{amount: '150.00'}, {amount: '50.00'}]),
        'bank-fits-parts',
        'PO-1/E0/2026-11-24/E1/2026-11-24',
      ],
    ] as const)(
      'may be so by the amounts alone, which a person has to say: %s',
      (_, payouts, entries, reason, subject) => {
        const result = banked(payouts, entries);
        expect(told(result)).toEqual([`BANK_MISSING ${reason}`]);
        const line = lineOf(result, 'BANK_MISSING');
        expect(line).toMatchObject({status: 'suggested', key: `BANK_MISSING:${subject}`, severity: 'medium'});
        expect(line.rows).toHaveLength(payouts.length + entries.length);
        expect(reasonTexts(line, 'en').why).toMatch(/PO-1.*TRANSFER/);
        expect(termsOf(result, 'c')).toMatchObject({'bank-missing': '-200.00', 'bank-extra': '200.00'});
        expect(unexplained(result)).toEqual(['c KES 0.00']);
        const accepted = [{key: line.key, who: 'Amina', note: 'the bank says so', when: '2026-11-25T09:00:00.000Z'}];
        const after = reconciled({
          payoutFiles: [payoutFile(payouts)],
          bankFiles: [bankFile(entries)],
          asOf: Date.parse('2026-12-10T00:00:00Z'),
          accepted,
        });
        expect(lineOf(after, 'BANK_MISSING')).toMatchObject({status: 'accepted'});
        expect(after.totals.remaining).toBe(0);
        expect(termsOf(after, 'c')).toEqual({payouts: '200.00', 'bank-credits': '200.00'});
      },
    );

    const one = [{payout: 'PO-1', amount: '200.00'}];
    const whole = paidOut([{amount: '200.00'}]);
    const parts = paidOut([{amount: '150.00'}, {amount: '50.00'}]);
    it.each([
      ['is claimed by no two', two, [...whole, ...whole]],
      ['is not of an entry that comes too late', two, whole.map(each => ({...each, bookedOn: '2026-11-27'}))],
      [
        'is not of entries of which one comes too late',
        one,
        parts.map((each, at) => ({...each, ...(at === 1 && {bookedOn: '2026-11-27'})})),
      ],
      [
        'is not of entries of which one is of another currency',
        one,
        parts.map((each, at) => ({...each, ...(at === 1 && {currency: 'USD'})})),
      ],
    ])('%s', (_, payouts, entries) =>
      expect(told(banked(payouts, [...entries, later])).filter(each => each.includes('fits'))).toEqual([]),
    );

    it.each([
      [298, 1],
      [299, 0],
    ])('is looked for among 300 payouts and no more: two and %i others', (others, found) => {
      const before = Array.from({length: others}, (_, at) => ({payout: `OLD-${at}`, amount: '7.00', at: '2026-10-01'}));
      expect(told(banked([...two, ...before], [...whole, later])).filter(each => each.includes('fits'))).toHaveLength(
        found,
      );
    });
  });

  it('has a payout by its name among more entries than are held', () => {
    const others = Array.from({length: 301}, (_, at) => ({narration: 'TRANSFER', amount: '3.00', entry: `S${at}`}));
    const result = banked([{payout: 'PO-1', at: null}], [...others, {narration: 'PO-1', amount: '199.00'}]);
    expect(told(result).filter(each => !each.startsWith('BANK_EXTRA'))).toEqual([
      'BANK_MISSING bank-differs KES -0.50',
    ]);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('is compared with nothing where no payouts are there, however many entries it has', () => {
    const rules = [{text: 'SMS CHARGE', amount: null, tolerance: null, account: '631', who: 'Amina', when: ''}];
    const entries = Array.from({length: 302}, (_, at) => ({narration: at === 0 ? 'SMS CHARGE' : 'TRANSFER'}));
    const result = reconciled({bankFiles: [bankFile(entries)], rules});
    expect(told(result).sort()).toEqual(['BANK_EXTRA by-rule KES 199.50', 'NOT_COMPARED bank-file-alone']);
  });

  it.each(['2026-11-20', '2026-11-22', '2026-11-27'])('has no payout of 2026-11-23 in a credit of %s', date =>
    expect(told(banked([{}], [transfer(date), later]))).toEqual([
      'BANK_MISSING not-in-bank KES -199.50',
      'BANK_EXTRA credit-unexplained KES 199.50',
    ]),
  );

  it('has the payout that a person accepted, and no other entry with it', () => {
    const acceptance = {
      key: 'BANK_MISSING:P1/E7/2026-11-24',
      who: 'Amina',
      note: 'told by the bank',
      when: '2026-12-01',
    };
    const accepted = (entry: string, tolerance = {}, amount = '199.50') =>
      reconciled({
        payoutFiles: [payoutFile([{}])],
        bankFiles: [bankFile([{...transfer('2026-11-24'), entry, amount}])],
        accepted: [acceptance],
        settings: {...settings, bankTolerance: tolerance},
      });
    const result = accepted('E7');
    expect(result.totals.remaining).toBe(0);
    expect(lineOf(result, 'BANK_MISSING').status).toBe('accepted');
    expect(termsOf(result, 'c')).toEqual({payouts: '199.50', 'bank-credits': '199.50'});
    expect(accepted('E8').totals.remaining).toBe(1);
    expect(termsOf(accepted('E8'), 'c')).toMatchObject({'bank-missing': '-199.50', 'bank-extra': '199.50'});
    expect(lineOf(accepted(''), 'BANK_MISSING').key).toBe('BANK_MISSING:P1/2026-11-24');
    const other = accepted('E7', {KES: '1'}, '199.00');
    expect([...other.lines].filter(({status}) => status === 'suggested')).toHaveLength(1);
    expect(unexplained(other)).toEqual(['c KES 0.00']);
  });

  it.each(['Expired', 'Failed', 'Reversed', 'Pending'])('has no money in an entry that says %s', status => {
    const done = {narration: 'P1', status: 'Completed'};
    expect(told(banked([{}], [done, {narration: 'SALE', amount: '7', status}]))).toEqual([]);
    expect(
      told(
        banked(
          [{}],
          [
            {...done, status},
            {...later, status: 'Completed'},
          ],
        ),
      ),
    ).toEqual(['BANK_MISSING not-in-bank KES -199.50']);
  });

  it('says of which entries and payouts it does not know how they stand, and counts none of them', () => {
    const result = banked([{}, {payout: 'P2', status: 'Parked'}], [{narration: 'P1', status: 'Parked'}, later]);
    expect(told(result).sort()).toEqual([
      'BANK_MISSING not-in-bank KES -199.50',
      'UNKNOWN_STATUS word-unknown',
      'UNKNOWN_STATUS word-unknown',
      'UNKNOWN_STATUS word-unknown',
    ]);
    expect(termsOf(result, 'c')).toEqual({payouts: '199.50', 'bank-missing': '-199.50'});
    const explained = {...settings, statusWords: {parked: 'paid' as const, '': 'paid' as const}};
    const files = {payoutFiles: [payoutFile([{}])], bankFiles: [bankFile([{narration: 'P1', status: 'Parked'}])]};
    expect(told(reconciled({...files, settings: explained}))).toEqual([]);
    const proved = bankFile([{narration: 'P1', status: 'Parked'}], {paidWords: ['Parked']});
    expect(told(reconciled({...files, bankFiles: [proved]}))).toEqual([]);
  });

  it('is debited where a provider takes back more than it pays', () => {
    const result = banked(
      [{amount: '-20.00'}],
      [
        {amount: '-20.00', narration: 'P1'},
        {amount: '-5', narration: 'RENT'},
      ],
    );
    expect(told(result)).toEqual([]);
    expect(termsOf(result, 'c')).toEqual({payouts: '-20.00', 'bank-credits': '-20.00'});
  });

  it('is not asked for a payout of nothing', () => expect(told(banked([{amount: '0.00'}], []))).toEqual([]));

  it('does not take a number in a narration for a payout of another amount', () => {
    const result = banked([{payout: '24', at: null}], [{narration: 'RENT 24 NOV', amount: '12'}, later]);
    expect(told(result)).toEqual(['BANK_MISSING not-in-bank KES -199.50', 'BANK_EXTRA credit-unexplained KES 12.00']);
  });

  it('takes none of two that fit', () => {
    const result = banked([{}], [{narration: 'A'}, {narration: 'B'}, later]);
    expect(told(result)).toEqual([
      'BANK_MISSING bank-ambiguous KES -199.50',
      'BANK_EXTRA credit-unexplained KES 199.50',
      'BANK_EXTRA credit-unexplained KES 199.50',
    ]);
    expect(lineOf(result, 'BANK_MISSING').facts['fitting']).toBe(2);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('has another amount than the payout that it names', () => {
    const narration = 'TRF PO-1 DUKA';
    const paid = [{payout: 'PO-1'}];
    expect(told(banked(paid, [{amount: '199.00', narration}]))).toEqual(['BANK_MISSING bank-differs KES -0.50']);
    expect(told(banked(paid, [{amount: '200.00', narration}]))).toEqual(['BANK_EXTRA bank-differs KES 0.50']);
    const tolerant = {...settings, bankTolerance: {KES: '1'}};
    const result = reconciled({
      payoutFiles: [payoutFile(paid)],
      bankFiles: [bankFile([{amount: '199.00', narration}])],
      settings: tolerant,
    });
    expect(result.totals.remaining).toBe(0);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it('may not have it yet, or still has an earlier one', () => {
    const result = banked([{at: '2026-11-24'}], [{narration: 'OLD', amount: '77', bookedOn: '2026-11-20'}], {
      interval: {from: '2026-11-21', to: '2026-11-30'},
    });
    expect(told(result).sort()).toEqual([
      'TIMING credit-of-earlier-payout KES 77.00',
      'TIMING payout-in-transit KES -199.50',
    ]);
    expect(unexplained(result)).toEqual(['c KES 0.00']);
  });

  it.each([
    ['2026-11-20', 'TIMING credit-of-earlier-payout KES 77.00'],
    ['2026-11-21', 'BANK_EXTRA credit-unexplained KES 77.00'],
  ])('has a credit of %s by the first day of the payout files', (bookedOn, line) => {
    const days = {interval: {from: '2026-11-21', to: '2026-11-30'}};
    expect(told(banked([{at: '2026-11-24'}], [{narration: 'OLD', amount: '77', bookedOn}], days))).toContain(line);
  });

  it('has the first of two credits that name a payout, in whatever order its file has them', () => {
    const twice = ['E2', 'E1'].map(entry => ({entry, narration: 'TRF P1'}));
    for (const credits of [twice, twice.toReversed()])
      expect([...banked([{}], credits).lines].map(({key}) => key)).toEqual(['BANK_EXTRA:E2/2026-11-24:KES199.50']);
  });

  it.each([
    ['2026-11-22', false],
    ['2026-11-23', true],
    ['2026-11-26', true],
    ['2026-11-27', false],
  ])('may have a payout of the 23rd in a credit of %s: %s', (date, may) =>
    expect(told(banked([{}], [transfer(date)])).includes('BANK_MISSING bank-fits KES 0.00')).toBe(may),
  );

  it.each([
    ['2026-11-25', 'TIMING payout-in-transit KES -199.50'],
    ['2026-11-26', 'BANK_MISSING not-in-bank KES -199.50'],
  ])('is waited for until its files cover three days after the payout, here %s', (bookedOn, line) =>
    expect(told(banked([{at: '2026-11-23'}], [{bookedOn, amount: '-10', narration: 'RENT'}]))).toEqual([line]),
  );

  it.each(['0', 'f'])('has no earlier one for certain if a payout file states no days, here file %s', start => {
    const dated = payoutFile([{at: '2026-11-24'}], {interval: {from: '2026-11-21', to: '2026-11-30'}});
    const result = reconciled({
      payoutFiles: [dated, payoutFile([{payout: 'P2', amount: '0'}], {sha256: start.repeat(64)})],
      bankFiles: [bankFile([{narration: 'OLD', amount: '77', bookedOn: '2026-11-20'}])],
    });
    expect(told(result)).toContain('BANK_EXTRA credit-unexplained KES 77.00');
  });
});
