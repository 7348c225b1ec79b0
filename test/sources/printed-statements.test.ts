// @module-tag slow

import {writeFile} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import {contentsOf} from '../../src/sources/open/contents.js';
import {readSource} from '../../src/sources/source.js';
import {type Printed, pdfOf} from './containers.js';
import {expectProblem, listed, pathOf} from './support.js';

/** A statement as its sender prints it: what stands above the table, its columns, and how its rows are set. */
type Form = {
  readonly above: readonly (readonly string[])[];
  /** Where its columns begin, or end where figures stand below each other. */
  readonly left: Readonly<Record<string, number>>;
  readonly right: Readonly<Record<string, number>>;
  /** The column whose texts are broken into lines of so many letters. */
  readonly long: readonly [title: string, letters: number];
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
    left: {'Receipt No.': 30, 'Completion Time': 95, Details: 190, 'Transaction\nStatus': 325},
    right: {'Paid In': 430, Withdrawn: 490, Balance: 560},
    long: ['Details', 28],
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
    left: {'Transaction\nDate': 40, 'Value\nDate': 110, Particulars: 180},
    right: {'Money Out': 400, 'Money In': 470, Balance: 550},
    long: ['Particulars', 30],
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
    left: {'Transaction\nDate': 30, 'Value Date': 85, 'Transaction Details': 140, 'Bank Reference\nNumber': 500},
    right: {'Money Out': 350, 'Money In': 410, 'Ledger\nBalance': 475},
    long: ['Transaction Details', 30],
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
    left: {'Trans. Date': 30, Reference: 85, 'Value. Date': 150, 'Originating\nBranch': 395, Remarks: 460},
    right: {Debits: 255, Credits: 315, Balance: 380},
    long: ['Remarks', 26],
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
    left: {'DATE POSTED': 30, 'VALUE DATE': 100, DESCRIPTION: 170},
    right: {DEBIT: 390, CREDIT: 460, BALANCE: 550},
    long: ['DESCRIPTION', 30],
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
    left: {Date: 30, 'Nature des opérations': 80, Valeur: 260},
    right: {'Débit (€)': 370, 'Crédit (€)': 440, 'Solde (€)': 540},
    long: ['Nature des opérations', 30],
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
    left: {Boekdatum: 30, Rentedatum: 95, 'Naam / Omschrijving': 160},
    right: {'Bedrag af': 370, 'Bedrag bij': 440, Saldo: 540},
    long: ['Naam / Omschrijving', 30],
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

/** The columns of a statement, in the order in which they stand. */
const columnsOf = ({left, right, long: [broken, most]}: Form) =>
  [...Object.entries(left), ...Object.entries(right)]
    .map(([title, x]) => ({title, x, right: title in right, letters: title === broken ? most : undefined}))
    .sort((a, b) => a.x - b.x);

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
  const columns = columnsOf(form);
  const {above, row, first, last, isNewestFirst = false, isCentred = false} = form;
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
    await expectProblem(readPrinted(form, entries.toSpliced(at, 1)), {
      code: 'file-balance-differs',
      line: expect.any(Number),
    });
  });
});

it.each([1, 2])('a printed statement of which %i pages are there is refused', async count => {
  const form = forms['Zenith'] as Form;
  expect(pagesOf(form, entries)).toHaveLength(3);
  await expectProblem(readPrinted(form, entries, count), {
    code: 'file-part-missing',
    part: count === 1 ? 'Page 2, 3 of 3' : 'Page 3 of 3',
  });
});
