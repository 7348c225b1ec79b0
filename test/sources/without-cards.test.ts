import {writeFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {withoutCards} from '../../src/sources/without-cards.js';
import {digitRuns} from '../card-leaks.js';
import {bankRows, encoded, pathOf, problemWith, providerRows, read, writtenIn} from './support.js';

const card = '4012000033330026';
const spelled = ['4012000033330026', '4012 0000 3333 0026', '4012-0000-3333-0026', '４０１２００００３３３３００２６'];
const leaks = (text: string) =>
  digitRuns(card, 6).filter(run => text.normalize('NFKC').replaceAll(/[\s-]/gu, '').includes(run));

/** The whole copy without the numbers of cards; null where the file has none. */
async function cleanCopy(...given: Parameters<typeof withoutCards>): Promise<Buffer | null> {
  const pieces = await withoutCards(...given);
  return pieces === null ? null : Buffer.concat(await Array.fromAsync(pieces));
}

describe('the rows of a file', () => {
  it.each(spelled)('have the last four digits of a card alone: %s', async number => {
    const rows = await providerRows(
      `reference,amount,currency,status,phone,date,payout_id,${number}\n${number},5.00,KES,Failed ${number},${number},2026-11-20,P ${number},x\n`,
    );
    expect(rows).toMatchObject([
      {reference: '[card …0026]', amount: '5.00', status: 'Failed [card …0026]', phone: '0026'},
    ]);
    expect(leaks(JSON.stringify(rows))).toEqual([]);
    const entries = await bankRows(
      `date,amount,currency,narration,reference\n2026-11-20,-5.00,KES,POS ${number} SHOP,${number}\n`,
    );
    expect(entries).toMatchObject([{entry: '[card …0026]', narration: 'POS [card …0026] SHOP'}]);
  });

  it.each([
    ['reference,amount,currency\nR1,4012000033330026x,KES\n', 'file-row-invalid'],
    ['reference,amount,currency,date\nR1,1.00,"KES 4012000033330026",\n', 'file-row-invalid'],
    ['4012000033330026,Amount,Currency\nR1,1.00,KES\n', 'file-column-missing'],
  ])('say nothing of it where they cannot be read: %j', async (text, code) => {
    const problem = await problemWith(read('provider', text));
    expect(problem.code).toBe(code);
    expect(leaks(JSON.stringify(problem))).toEqual([]);
  });
});

describe('the copy of a file', () => {
  const table = (separator: string) =>
    ['Note', 'reference', 'amount', 'currency'].join(separator) +
    `\r\n"paid by\r\n""4012 0000 3333 0026""${separator} thanks"${separator}R1${separator}5.00${separator}KES` +
    `\r\n\r\nCafé 4012-0000-3333-0026${separator}R2${separator}12,50${separator}KES\r\n`;

  it.each(writtenIn)('is the file without its card numbers, as it was written: %s', async written => {
    const bytes = encoded(table(';'), written);
    const {mapping} = await read('provider', bytes, {mapping: {decimalMark: ','}}).catch(() => ({mapping: null}));
    await writeFile(pathOf('file.csv'), bytes);
    const encoding = written === 'bom' ? 'utf-8' : written;
    const how = mapping ?? {
      encoding,
      separator: ';' as const,
      decimalMark: null,
      dateOrder: null,
      columns: {},
      currency: null,
    };
    const copy = await cleanCopy(pathOf('file.csv'), how);
    const clean = table(';')
      .replace('"paid by\r\n""4012 0000 3333 0026""; thanks"', '"paid by\r\n""[card …0026]""; thanks"')
      .replace('4012-0000-3333-0026', '[card …0026]');
    expect(copy).toEqual(encoded(clean, written));
  });

  it('is none of its own where the file has no card number, whatever numbers it has beside each other', async () => {
    await writeFile(pathOf('plain.csv'), 'a,b,c,d\n4012,0000,3333,0026\n20261120,100509,1250.00,254712345678\n');
    expect(await cleanCopy(pathOf('plain.csv'), null)).toBeNull();
  });

  it('of a statement has no card number in its elements either, whatever they are written in', async () => {
    const xml = (number: string) =>
      `<?xml version="1.0"?><Document xmlns="urn:x"><Ustrd>POS ${number} &amp; Co</Ustrd><Id a="${number}"/></Document>`;
    const coded = Array.from(card, digit => `&#x3${digit};`).join('');
    for (const number of [...spelled, coded]) {
      await writeFile(pathOf('file.xml'), xml(number));
      const copy = await cleanCopy(pathOf('file.xml'), null);
      expect(copy?.toString()).toBe(xml('[card …0026]'));
    }
  });

  it.each([
    ['MT940', (number: string) => `:20:S\n:25:1\n:60F:C261119KES0,\n:86:POS ${number} SHOP\n`],
    ['OFX', (number: string) => `OFXHEADER:100\n<OFX><NAME>POS ${number}<MEMO>SHOP\n`],
    ['QIF', (number: string) => `!Type:Bank\nPPOS ${number} SHOP\n^\n`],
    ['BAI2', (number: string) => `16,195,30000,Z,${number},,POS ${number}\n`],
  ])('of a statement in %s has none either', async (_, text) => {
    for (const number of spelled) {
      await writeFile(pathOf('file.txt'), text(number));
      const copy = await cleanCopy(pathOf('file.txt'), null);
      expect(copy?.toString()).toBe(text('[card …0026]'));
    }
  });

  it('of a large file is made in pieces, wherever one ends', {tags: ['slow']}, async () => {
    const line = (number: string, at: number) => `R${at};5,00;KES;"paid by ${number}\nin shop ${at % 7}"\n`;
    const all = (number: string) => Array.from({length: 12_000}, (_, at) => line(number, at)).join('');
    await writeFile(pathOf('large.csv'), all('4012 0000 3333 0026'));
    const how = {
      encoding: 'utf-8',
      separator: ';',
      decimalMark: null,
      dateOrder: null,
      columns: {},
      currency: null,
    } as const;
    const copy = await cleanCopy(pathOf('large.csv'), how);
    expect(copy?.toString() === all('[card …0026]')).toBe(true);
  });
});
