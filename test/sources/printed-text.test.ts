import {writeFile} from 'node:fs/promises';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {containerOf} from '../../src/sources/open/container.js';
import {contentsOf} from '../../src/sources/open/contents.js';
import {readSource} from '../../src/sources/source.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {expectProblem, listed, pathOf, problemWith} from './support.js';

async function readText(text: string | Buffer, mapping = {}) {
  const {opened, content} = await contentsOf(Buffer.from(text), {file: 'sent', mostBytes: 1_000_000});
  await writeFile(pathOf('text'), content);
  const original = {name: 'sent', sha256: '', opened};
  return listed(await readSource('bank', pathOf('text'), {original, mapping: {currency: 'KES', ...mapping}}));
}

const statement = `
                       CORNER BANK LTD
Account: 0012345678          Statement of November 2026

Date        Reference   Narration                    Withdrawn      Deposit       Balance
-----------------------------------------------------------------------------------------
                        Balance b/f                                              1,000.00
20/11/2026  FT1         PAYOUT OF A PROVIDER                       1,250.00      2,250.00
                        to Corner Shop
21/11/2026  FT2         RENT OF A SHOP AT THE MARKET    20.00                    2,230.00
22/11/2026  FT3         Café                                           5.00      2,235.00
                                                                             Page 1 of 2
\f                       CORNER BANK LTD
Account: 0012345678          Statement of November 2026

Date        Reference   Narration                    Withdrawn      Deposit       Balance
-----------------------------------------------------------------------------------------
                        Balance b/f                                              2,235.00
23/11/2026  FT4         FEE                              1.50                    2,233.50
                        Balance c/f                                              2,233.50
                                                                             Page 2 of 2
`;

const french = `
                                   RELEVE DE COMPTE
 BANQUE EXEMPLE                                         Relevé n° 11
 Monnaie du compte : KES                                Du 1er décembre 2025 au 31 janvier 2026

 Date        Nature des opérations                      Valeur          Débit            Crédit
 SOLDE CREDITEUR AU 30.11.2025                                                           12 345,67
 02.12       VIR SEPA RECU /DE PAYCO                    02.12                             1 250,00
             /MOTIF PO-1
 29.12       PRLV SEPA EDF                              29.12              85,30
 05.01       COMMISSIONS TENUE DE COMPTE                05.01              12,00
 TOTAL DES OPERATIONS                                                      97,30          1 250,00
 SOLDE CREDITEUR AU 31.01.2026                                                           13 498,37
`;

describe('days without a year', () => {
  it('are those of the period that the statement names', async () => {
    const {source, proof} = await readText(french);
    expect(source.rows.map(({amount, bookedOn}) => [bookedOn, amount])).toEqual([
      ['2025-12-02', '1250.00'],
      ['2025-12-29', '-85.30'],
      ['2026-01-05', '-12.00'],
    ]);
    expect(source.rows[0]?.narration).toBe('VIR SEPA RECU /DE PAYCO /MOTIF PO-1');
    expect(proof).toEqual({by: 'totals', count: 2});
  });

  it('are those between the only two days that it names', async () => {
    const {source} = await readText(french.replace(/Du 1er.*/, ''));
    expect(source.rows.map(({bookedOn}) => bookedOn)).toEqual(['2025-12-02', '2025-12-29', '2026-01-05']);
  });

  it.each([
    ['it names no period', french.replace(/Du 1er.*/, '').replace('31.01.2026', 'DU MOIS')],
    ['one of them is outside of it', french.replace('05.01 ', '05.02 ')],
    ['the period is longer than a year', french.replace('décembre 2025', 'décembre 2023')],
  ])('are never guessed: %s', async (_, text) =>
    expect((await problemWith(readText(text))).code).toMatch(/^file-(?:heading-missing|row-invalid|column-missing)$/),
  );
});

describe('a statement whose columns are made by spaces', () => {
  it('is read by the places of its columns', async () => {
    const {source, proof, original} = await readText(statement);
    expect(original?.opened).toMatchObject([{kind: 'text'}]);
    expect(source.rows.map(({amount}) => amount)).toEqual(['1250.00', '-20.00', '5.00', '-1.50']);
    expect(source.rows[0]).toMatchObject({line: 8, narration: 'PAYOUT OF A PROVIDER to Corner Shop', entry: 'FT1'});
    expect(source.rows[1]).toMatchObject({line: 10, narration: 'RENT OF A SHOP AT THE MARKET'});
    expect(proof).toEqual({by: 'balances', count: 4});
  });

  it('is read in the encodings of older programs too', async () => {
    expect((await readText(Buffer.from(statement, 'latin1'))).source.rows[2]).toMatchObject({narration: 'Café'});
    const [page = '', other = ''] = statement.split('\f').map(each => each.replace('FEE', 'Dépôt'));
    const mixed = await readText(Buffer.concat([Buffer.from(`${page}\f`), Buffer.from(other, 'latin1')]));
    expect(mixed.source.rows.map(({narration}) => narration).slice(2)).toEqual(['Café', 'Dépôt']);
    expect(mixed.detection).toMatchObject({twoEncodings: true});
  });

  it('is refused where a row was cut out, or its last', async () => {
    const without = statement.replace(/^21\/11.*\n/mu, '');
    expect((await problemWith(readText(without))).code).toBe('file-balance-differs');
    const cut = statement.slice(0, statement.indexOf('2,235.00') + 3);
    expect((await problemWith(readText(cut))).code).toBe('file-cut-off');
  });

  it('is read without headings by the places of its columns', async () => {
    const bare = statement.replaceAll(/^(?:Date .*|-+)\n/gmu, '');
    await expectProblem(readText(bare), {code: 'file-heading-missing'});
    const columns = {bookedOn: '#1', narration: '#3', credit: '#5', debit: '#4', balance: '#6'};
    const {source, proof, detection} = await readText(bare, {columns});
    expect(source.rows.map(({amount}) => amount)).toEqual(['1250.00', '-20.00', '5.00', '-1.50']);
    expect(source.rows[0]).toMatchObject({line: 6, narration: 'PAYOUT OF A PROVIDER to Corner Shop'});
    expect(proof).toEqual({by: 'balances', count: 4});
    expect(detection).toMatchObject({headingLine: 0, sums: 6});
  });

  it.each([
    ['CSV', 'Date,Details,Amount\n2026-11-20,POS  SHOP   NAIROBI,1.00\n2026-11-21,A  B   C,2.00\n'],
    ['padded CSV', 'Date      ; Details   ; Amount\n2026-11-20; Sale      ;   1.00\n2026-11-21; Sale      ;   2.00\n'],
    ['tabs', 'Date\tDetails\tAmount\n2026-11-20\tA   B   C\t1.00\n2026-11-21\tA   B   C\t2.00\n'],
    [
      'MT940',
      ':20:A\n:25:1\n:28C:1\n:60F:C261120KES1,\n:61:261120C1,NMSC\n:86:20/11/2026   A    1.00\n:62F:C261120KES2,\n',
    ],
  ])('is not %s', (_, text) => expect(containerOf(Buffer.from(text))).toBeNull());

  it('gives what was printed, in any widths, or is refused', {tags: ['slow'], timeout: patience}, () => {
    const entry = fc.record({
      minor: fc.integer({min: -9_999_999, max: 9_999_999}).filter(each => each !== 0),
      words: fc.array(fc.constantFrom('SALE', 'of', 'Jane', '7', 'till A', 'PO1001'), {minLength: 1, maxLength: 6}),
    });
    const setting = fc.record({
      gap: fc.integer({min: 1, max: 5}),
      isSpread: fc.boolean(),
      hasHeadings: fc.boolean(),
      rows: fc.array(entry, {minLength: 3, maxLength: 30}),
    });
    const money = (minor: number) => (minor / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
    return forAllAsync(runs(40), setting, async ({gap, isSpread, hasHeadings, rows}) => {
      let balance = 0;
      const cells = rows.map(({minor, words}) => {
        balance += minor;
        return ['20/11/2026', words.join(' '), money(minor), money(balance)];
      });
      const table = hasHeadings ? [['Date', 'Narration', 'Amount', 'Balance'], ...cells] : cells;
      const widths = [0, 1, 2, 3].map(column => Math.max(...table.map(row => row[column]?.length ?? 0)));
      const lines = table.map(row =>
        row
          .map((cell, column) => (column > 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
          .join(' '.repeat(gap)),
      );
      const text = `${lines.join(isSpread ? '\n\n' : '\n')}\n`;
      if (containerOf(Buffer.from(text)) !== 'text') return;
      const found = await readText(text).catch((error: unknown) => error);
      if (found instanceof Problem) return;
      expect((found as Awaited<ReturnType<typeof readText>>).source.rows.map(({amount}) => amount)).toEqual(
        rows.map(({minor}) => (minor / 100).toFixed(2)),
      );
    });
  });
});
