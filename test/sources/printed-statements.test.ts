// @module-tag slow

import {writeFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {contentsOf} from '../../src/sources/open/contents.js';
import {readSource} from '../../src/sources/source.js';
import {type Printed, pdfOf} from './containers.js';
import {listed, pathOf, problemWith} from './support.js';

type Column = {readonly title: string; readonly x: number; readonly right?: boolean; readonly letters?: number};
/** A statement as its sender prints it: what stands above the table, its columns, and how its rows are set. */
type Form = {
  readonly above: readonly (readonly string[])[];
  readonly columns: readonly Column[];
  readonly row: (entry: Entry) => readonly string[];
  readonly first?: readonly string[];
  readonly last?: (closing: string) => readonly string[];
  readonly isNewestFirst?: boolean;
  readonly isCentred?: boolean;
  readonly currency: string | undefined;
};
type Entry = {
  readonly day: number;
  readonly units: number;
  readonly balance: number;
  readonly text: string;
  readonly id: string;
};

const money = (units: number) =>
  `${units < 0 ? '-' : ''}${(Math.abs(units) / 100).toFixed(2).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')}`;
const date = (day: number, mark: string) => [String(day).padStart(2, '0'), '11', '2026'].join(mark);
const paidIn = ({units}: Entry, none = '') => (units > 0 ? money(units) : none);
const paidOut = ({units}: Entry, none = '') => (units < 0 ? money(-units) : none);

const opening = 25_000_000;
const entries = (() => {
  let balance = opening;
  return Array.from({length: 60}, (_, at): Entry => {
    const units = at % 3 === 0 ? -(45_075 + at * 300) : 100_025 + at * 1300;
    balance += units;
    const text =
      units < 0 ? `CHARGE ${at}` : `MPS 2547${11_000_000 + at} PAYBILL COLLECTION OF SHOP ${at} PO${at}X VIA CHANNEL`;
    return {day: 1 + Math.floor(at / 3), units, balance, text, id: `FT26${3000 + at}XY`};
  });
})();
const opened = money(opening);
/** The same amount with a decimal comma, and this mark between thousands. */
const withComma = (text: string, thousands: string) =>
  text.replaceAll(/[.,]/g, mark => (mark === '.' ? ',' : thousands));

const forms: Readonly<Record<string, Form>> = {
  'M-Pesa': {
    above: [
      ['M-PESA STATEMENT'],
      ['Customer Name:', 'A Shop'],
      ['Statement Period:', '01 Nov 2026 - 20 Nov 2026'],
      ['TRANSACTION TYPE', 'PAID IN', 'PAID OUT'],
      ['SEND MONEY:', '0.00', '1,120.00'],
      ['LIPA NA M-PESA (PAYBILL):', '0.00', '900.00'],
      ['DETAILED STATEMENT'],
    ],
    columns: [
      {title: 'Receipt No.', x: 30},
      {title: 'Completion Time', x: 95},
      {title: 'Details', x: 190, letters: 28},
      {title: 'Transaction\nStatus', x: 325},
      {title: 'Paid In', x: 430, right: true},
      {title: 'Withdrawn', x: 490, right: true},
      {title: 'Balance', x: 560, right: true},
    ],
    row: entry => [
      entry.id,
      `2026-11-${String(entry.day).padStart(2, '0')} 10:00:00`,
      entry.text,
      'Completed',
      paidIn(entry),
      entry.units < 0 ? money(entry.units) : '',
      money(entry.balance),
    ],
    isNewestFirst: true,
    currency: 'KES',
  },
  Equity: {
    above: [['EQUITY BANK'], ['Account Number:', '0123456789012'], ['Currency:', 'KES'], ['Opening Balance:', opened]],
    columns: [
      {title: 'Transaction\nDate', x: 40},
      {title: 'Value\nDate', x: 110},
      {title: 'Particulars', x: 180, letters: 30},
      {title: 'Money Out', x: 400, right: true},
      {title: 'Money In', x: 470, right: true},
      {title: 'Balance', x: 550, right: true},
    ],
    row: entry => [
      date(entry.day, '-'),
      date(entry.day, '-'),
      entry.text,
      paidOut(entry),
      paidIn(entry),
      money(entry.balance),
    ],
    currency: undefined,
  },
  KCB: {
    above: [['KCB BANK'], ['Account Number', '1104567890'], ['Account Currency', 'Kenya Shilling (KES)']],
    columns: [
      {title: 'Transaction\nDate', x: 30},
      {title: 'Value Date', x: 85},
      {title: 'Transaction Details', x: 140, letters: 30},
      {title: 'Money Out', x: 350, right: true},
      {title: 'Money In', x: 410, right: true},
      {title: 'Ledger\nBalance', x: 475, right: true},
      {title: 'Bank Reference\nNumber', x: 500},
    ],
    row: entry => [
      date(entry.day, '.'),
      date(entry.day, '.'),
      entry.text,
      entry.units < 0 ? money(entry.units) : '',
      paidIn(entry),
      money(entry.balance),
      entry.id,
    ],
    first: ['', '', 'BALANCE AT PERIOD START', '', '', opened],
    last: closing => ['', '', 'BALANCE AT PERIOD END', '', '', closing],
    currency: undefined,
  },
  GTBank: {
    above: [
      ['CUSTOMER STATEMENT'],
      ['Account No', '0123456789', 'Currency', 'NGN'],
      ['Opening Balance', opened, 'Branch', 'IKEJA'],
    ],
    columns: [
      {title: 'Trans. Date', x: 30},
      {title: 'Reference', x: 85},
      {title: 'Value. Date', x: 150},
      {title: 'Debits', x: 255, right: true},
      {title: 'Credits', x: 315, right: true},
      {title: 'Balance', x: 380, right: true},
      {title: 'Originating\nBranch', x: 395},
      {title: 'Remarks', x: 460, letters: 26},
    ],
    row: entry => [
      date(entry.day, '-').replace('-11-', '-Nov-'),
      `'${entry.id}`,
      date(entry.day, '-').replace('-11-', '-Nov-'),
      paidOut(entry),
      paidIn(entry),
      money(entry.balance),
      'E- CHANNELS',
      entry.text,
    ],
    currency: 'NGN',
  },
  Zenith: {
    above: [['ZENITH BANK PLC'], ['Account Number:', '1012345678'], ['Currency:', 'NGN']],
    columns: [
      {title: 'DATE POSTED', x: 30},
      {title: 'VALUE DATE', x: 100},
      {title: 'DESCRIPTION', x: 170, letters: 30},
      {title: 'DEBIT', x: 390, right: true},
      {title: 'CREDIT', x: 460, right: true},
      {title: 'BALANCE', x: 550, right: true},
    ],
    row: entry => [
      date(entry.day, '/'),
      date(entry.day, '/'),
      entry.text,
      paidOut(entry, '0.00'),
      paidIn(entry, '0.00'),
      money(entry.balance),
    ],
    first: ['01/11/2026', '', 'Opening Balance', '', '', opened],
    isCentred: true,
    currency: undefined,
  },
  'a French bank': {
    above: [['RELEVE DE COMPTE'], ['Du 01/11/2026 au 30/11/2026'], ['Monnaie du compte : EUR']],
    columns: [
      {title: 'Date', x: 30},
      {title: 'Nature des opérations', x: 80, letters: 30},
      {title: 'Valeur', x: 260},
      {title: 'Débit (€)', x: 370, right: true},
      {title: 'Crédit (€)', x: 440, right: true},
      {title: 'Solde (€)', x: 540, right: true},
    ],
    row: entry => [
      date(entry.day, '.').slice(0, 5),
      entry.text,
      date(entry.day, '.').slice(0, 5),
      withComma(paidOut(entry), ' '),
      withComma(paidIn(entry), ' '),
      withComma(money(entry.balance), ' '),
    ],
    first: ['', 'SOLDE CREDITEUR AU 31.10.2026', '', '', '', withComma(opened, ' ')],
    last: closing => ['', 'SOLDE CREDITEUR AU 30.11.2026', '', '', '', withComma(closing, ' ')],
    currency: undefined,
  },
  'a Dutch bank': {
    above: [['Rekeningafschrift'], ['Periode', '01-11-2026 t/m 30-11-2026'], ['Valuta:', 'EUR']],
    columns: [
      {title: 'Boekdatum', x: 30},
      {title: 'Rentedatum', x: 95},
      {title: 'Naam / Omschrijving', x: 160, letters: 30},
      {title: 'Bedrag af', x: 370, right: true},
      {title: 'Bedrag bij', x: 440, right: true},
      {title: 'Saldo', x: 540, right: true},
    ],
    row: entry => [
      date(entry.day, '-'),
      date(entry.day, '-'),
      entry.text,
      withComma(paidOut(entry), '.'),
      withComma(paidIn(entry), '.'),
      `${withComma(money(entry.balance), '.')} +`,
    ],
    first: ['', '', 'Vorig saldo', '', '', `${withComma(opened, '.')} +`],
    last: closing => ['', '', 'Nieuw saldo', '', '', `${withComma(closing, '.')} +`],
    currency: undefined,
  },
};

const leading = 10;
const between = 4;

/** A text in lines of so many letters. */
function wrapped(text: string, letters = 60): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '' || line.length + 1 + word.length <= letters) lines.splice(-1, 1, `${line} ${word}`.trim());
    else lines.push(word);
  }
  return lines;
}

/** The pages of a statement, with headings on each, the number of the page, and what the bank says at its foot. */
function pagesOf(form: Form, listedEntries: readonly Entry[]): readonly (readonly Printed[])[] {
  const {above, columns, row, first, last, isNewestFirst = false, isCentred = false} = form;
  const pages: Printed[][] = [];
  let page: Printed[] = [];
  let y = 0;
  const put = (cells: readonly (readonly string[])[], isMiddle: boolean) => {
    const most = Math.max(...cells.map(lines => lines.length));
    for (const [at, lines] of cells.entries()) {
      const top = y + (isMiddle ? ((most - lines.length) * leading) / 2 : 0);
      const {x = 0, right = false} = columns[at] ?? {};
      for (const [below, text] of lines.entries())
        if (text !== '') page.push({text, x, y: top + below * leading, right});
    }
    y += most * leading + between;
  };
  const begin = (top: number) => {
    y = top;
    put(
      columns.map(({title}) => title.split('\n')),
      false,
    );
  };
  const end = () => {
    page.push({text: 'Tell the bank within 30 days of what is wrong here.', x: 40, y: 800});
    page.push({text: `Page ${pages.length + 1} of `, x: 500, y: 800});
    pages.push(page);
    page = [];
  };
  for (const [at, cells] of above.entries())
    for (const [column, text] of cells.entries()) page.push({text, x: 40 + column * 110, y: 40 + at * 13});
  begin(60 + above.length * 13);
  const rows = [
    ...(first === undefined ? [] : [first]),
    ...(isNewestFirst ? listedEntries.toReversed() : listedEntries).map(row),
    ...(last === undefined ? [] : [last(money(entries.at(-1)?.balance ?? 0))]),
  ];
  for (const cells of rows) {
    const lines = cells.map((text, at) => wrapped(text, columns[at]?.letters));
    if (y + Math.max(...lines.map(each => each.length)) * leading > 770) {
      end();
      begin(50);
    }
    put(lines, isCentred);
  }
  end();
  return pages.map(each =>
    each.map(piece => (piece.text.endsWith(' of ') ? {...piece, text: `${piece.text}${pages.length}`} : piece)),
  );
}

async function readPrinted(form: Form, some: readonly Entry[] = entries, pages?: number) {
  const pdf = await pdfOf(pagesOf(form, some).slice(0, pages));
  const inside = await contentsOf(pdf, {file: 'sent.pdf', mostBytes: 10_000_000});
  await writeFile(pathOf('text'), inside.content);
  const original = {name: 'sent.pdf', sha256: '', opened: inside.opened};
  const mapping = form.currency === undefined ? {} : {currency: form.currency};
  return listed(await readSource('bank', pathOf('text'), {original, mapping: {...mapping, dateOrder: 'day-first'}}));
}

describe.each(Object.entries(forms))('a printed statement of %s', (_, form) => {
  it.each([
    ['its rows set at the top', {...form, isCentred: false}],
    ['its rows centred', {...form, isCentred: true}],
  ])('is read and proved, with %s and texts of several lines', async (__, printed) => {
    const {source, proof} = await readPrinted(printed);
    const rows = printed.isNewestFirst === true ? source.rows.toReversed() : source.rows;
    expect(rows.map(({amount, bookedOn, narration}) => [Number(amount), bookedOn, narration])).toEqual(
      entries.map(({units, day, text}) => [units / 100, `2026-11-${String(day).padStart(2, '0')}`, text]),
    );
    expect(proof.by).toBe('balances');
  });

  it('is read where it is one page', async () => {
    const {source} = await readPrinted(
      form,
      entries.slice(0, 5).concat(form.last === undefined ? [] : entries.slice(5)),
    );
    expect(source.rows.length).toBeGreaterThanOrEqual(5);
  });

  it.each([1, 20, 58])('without its row %i is refused at that place', async at => {
    expect(await problemWith(readPrinted(form, entries.toSpliced(at, 1)))).toMatchObject({
      code: 'file-balance-differs',
      line: expect.any(Number),
    });
  });
});

it.each([1, 2])('a printed statement of which %i pages are there is refused', async count => {
  const form = forms['Zenith'] as Form;
  expect(pagesOf(form, entries)).toHaveLength(3);
  expect(await problemWith(readPrinted(form, entries, count))).toMatchObject({
    code: 'file-part-missing',
    part: count === 1 ? 'Page 2, 3 of 3' : 'Page 3 of 3',
  });
});
