import {describe, expect, it} from 'vitest';
import {zipOf} from '../sources/containers.js';
import {amountsIn, encoded, expectProblem, readInside, readSent} from '../sources/support.js';

describe('the text that was inside', () => {
  it('of JSON Lines is read in pieces, with the names of all of its lines', async () => {
    const row = (at: number, more = '') =>
      `{"when":{"booked":"2026-11-${10 + (at % 12)}"},"amount":${at % 2 === 0 ? '' : '-'}${at + 1}.50,"currency":"KES"${more}}`;
    const lines = Array.from({length: 3000}, (_, at) => row(at));
    const text = [...lines, '', row(0, ',"details":"Sale “A”"'), ''].join('\n');
    const {source, original} = await readSent(`\uFEFF${text}`, {mapping: {columns: {bookedOn: 'when.booked'}}});
    expect(original?.opened).toEqual([{kind: 'json', part: '', others: []}]);
    expect(source.rows).toHaveLength(3001);
    expect(source.rows.at(1)).toMatchObject({line: 2, amount: '-2.50', bookedOn: '2026-11-11'});
    expect(source.rows.at(-1)).toMatchObject({line: 3002, amount: '1.50', narration: 'Sale “A”'});
    const zipped = await readInside(zipOf({'a.jsonl': text}), {mapping: {columns: {bookedOn: 'when.booked'}}});
    expect(zipped.source.rows.map(({line}) => line)).toEqual(source.rows.map(({line}) => line));
    for (const [cut, code] of [
      [`${text}{"when"`, 'file-damaged'],
      [`${text}[1]`, 'file-nothing-inside'],
      [`${text}{${Array.from({length: 2001}, (_, at) => `"n${at}":1`).join()}}`, 'file-damaged'],
    ] as const)
      await expectProblem(readSent(cut), {code});
  });

  it('of JSON Lines has its letters in any encoding, and in two of them', async () => {
    const line = (date: number, words: string) =>
      `{"date":"2026-11-${date}","Libellé":"${words}","amount":-5,"currency":"KES"}\n`;
    const old = encoded(line(20, 'Café José') + line(21, 'Thé'), 'windows-1252');
    const narrations = async (content: Uint8Array) => {
      const {source, detection} = await readSent(content);
      return [...source.rows.map(({narration}) => narration), detection.twoEncodings];
    };
    expect(await narrations(old)).toEqual(['Café José', 'Thé', undefined]);
    expect(await narrations(Buffer.concat([old, Buffer.from(line(22, 'Crème'))]))).toEqual([
      ...['Café José', 'Thé', 'Crème'],
      true,
    ]);
  });

  describe('of JSON', () => {
    const data = [20, 21, 22].map(date => ({date: `2026-11-${date}`, amount: -12.5, currency: 'KES'}));
    const answer = (said: object, rows: object = {data}) => JSON.stringify({status: 'success', ...said, ...rows});

    it.each<[object, object?]>([
      [{total: 500}],
      [{total: 3, count: 500}],
      [{meta: {total: 500, page: 1}}],
      [{pagination: {totalCount: 4}}],
      [{recordsTotal: 2}],
      [{totalElements: 12, last: true}],
      [{}, {result: {total_records: 9, transactions: data}}],
      [{totalDebits: 40}],
    ])('is held to how many rows it says it has: %j', async (said, rows) => {
      const refused = {code: 'file-total-differs', line: 1, readWith: '--unproved'};
      await expectProblem(readInside(answer(said, rows)), refused);
      const {source, proof} = await readInside(answer(said, rows), {isUnproved: true});
      expect([source.rows.length, proof]).toMatchObject([3, {by: 'nothing', differs: [{line: 1}]}]);
    });

    it.each<[object]>([
      [{opening_balance: 100, closing_balance: 500}],
      [{openingBalance: {amount: '100.00', currency: 'KES'}, closingBalance: {amount: '500.00', currency: 'KES'}}],
    ])('is held to its balances: %j', async said => {
      await expectProblem(readInside(answer(said)), {code: 'file-balance-differs', line: 1});
      const right = JSON.parse(JSON.stringify(said).replace(/500(?:\.00)?/u, '62.5')) as object;
      expect((await readInside(answer(right))).proof).toEqual({by: 'closing', count: 1});
    });

    it.each<[object, string]>([
      [{has_more: true}, '"has_more": true'],
      [{page_info: {has_next_page: true, end_cursor: 'x'}}, '"has_next_page": true'],
      [{meta: {pagination: {current_page: 1, total_pages: 3}}}, '"total_pages": 3'],
      [{last_page: 2}, '"last_page": 2'],
      [{links: [{rel: 'self'}, {rel: 'next', href: '/p?2'}]}, '"next": /p?2'],
      [{links: {next: 'https://x/?page=2'}}, '"next": https://x/?page=2'],
      [{_links: {next: {href: '/p?2'}}}, '"next": /p?2'],
      [{next_page: 2, total: 3}, '"next_page": 2'],
      [{'@odata.nextLink': 'https://x'}, '"@odata.nextLink": https://x'],
      [{totalElements: 3, last: false}, '"last": false'],
      [{limit: 3, offset: 0}, '"limit": 3'],
      [{meta: {per_page: 3}, count: 3}, '"per_page": 3'],
      [{limit: 50, offset: 100, has_more: false}, '"offset": 100'],
      [{page: 2, next: null}, '"page": 2'],
      [{note: 'Only the first 3 rows are shown'}, 'Only the first 3 rows are shown'],
      [{hasMore: 1, next: null}, '"hasMore": 1'],
      [{has_more: 'True'}, '"has_more": True'],
    ])('is refused where it says that others follow: %j', async (said, text) => {
      const refused = {code: 'file-goes-on', text, readWith: '--unproved'};
      await expectProblem(readInside(answer(said)), refused);
    });

    it.each<[object, string]>([
      [{}, 'nothing'],
      [{has_more: false, next: null, next_page: '', page: 1, pages: 1, limit: 50, per_page: 50}, 'nothing'],
      [{meta: {total: 3, count: 3, last_page: 1}}, 'totals'],
      [{total: 3, total_pages: 2}, 'totals'],
      [{total: -37.5}, 'totals'],
      [{limit: 3, offset: 0, has_more: false}, 'nothing'],
      [{limit: 3, next: null}, 'nothing'],
      [{limit: 50, offset: 0, note: 'In thousands of ways', currency: 'KES'}, 'nothing'],
      [{limit: 3, offset: 0, recordsTotal: 3}, 'totals'],
      [{has_more: false, next_cursor: 'for what is new later'}, 'nothing'],
      [{links: ['self', 'last'].map(rel => ({rel, href: `/${rel}`})), last: true}, 'nothing'],
      [{next: 'None', has_more: 'False'}, 'nothing'],
      [{count: 4, pending: data.slice(2)}, 'nothing'],
      [{account: {count: 7}, data: [...data]}, 'nothing'],
    ])('is read where what it says holds: %j', async (said, by) => {
      const {source, proof} = await readInside(answer(said));
      expect(source.rows.map(({line, amount}) => [line, amount])).toEqual([1, 2, 3].map(line => [line, '-12.5']));
      expect(proof.by).toBe(by);
    });

    it('is held to its currency, and to whole amounts', async () => {
      const plain = data.map(({currency: _, ...row}) => row);
      const inside = answer({currency: 'USD'}, {data: plain});
      const ofAccount = answer({account: {currency: 'USD', count: 7}}, {data: plain});
      for (const content of [inside, ofAccount])
        expect((await readInside(content)).source.rows[0]).toMatchObject({currency: 'USD'});
      const refused = {code: 'file-currency-differs', own: 'USD', currency: 'KES'};
      await expectProblem(readInside(inside, {mapping: {currency: 'KES'}}), refused);
      await expectProblem(readInside(answer({unit: 'thousands'})), {code: 'file-in-multiples'});
    });

    it.each([
      ['a document', answer({total: 3}).replace('"amount":-12.5', '"amount":-12.5,"amount" :-99')],
      ['a line', `${JSON.stringify(data[0])}\n${JSON.stringify(data[1]).replace('}', ',"amount":1}')}\n`],
    ])(
      'is damaged where a name stands in an object of %s twice',
      async (_, content) => await expectProblem(readInside(content), {code: 'file-damaged'}),
    );

    it('may have what looks like a name in a text', async () => {
      const said = 'say "x": 1, \\"';
      const {source} = await readInside(JSON.stringify([{...data[0], details: said, 'a": "': 1}]));
      expect(source.rows[0]).toMatchObject({narration: said});
    });

    it('of several lists has the longest that is booked, and offers the others', async () => {
      const content = answer({}, {transactions: {pending: [...data, ...data], booked: data, old: data.slice(1)}});
      const {source, original} = await readInside(content);
      expect(source.rows).toHaveLength(3);
      const others = ['transactions.old', 'transactions.pending'];
      expect(original?.opened).toEqual([{kind: 'json', part: 'transactions.booked', others}]);
      expect(await amountsIn(content, {part: 'transactions.old'})).toHaveLength(2);
    });
  });
});
