import fc from 'fast-check';
import {expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import {forAllAsync, patience, runs} from '../hostile/runs.js';
import {bankRows, read} from './support.js';

/** What happened on an account: what each entry moved in hundredths, or would have moved had it not failed. */
type Entry = {readonly minor: number; readonly hasFailed: boolean; readonly daysLater: number};
/** How a file tells which way money went. */
type Signs = 'signed' | 'pair' | 'negative pair' | 'words' | 'none';
type Status = 'none' | 'known' | 'code';
type How = {
  readonly order: 'oldest' | 'newest';
  readonly signs: Signs;
  readonly status: Status;
  readonly headings: number;
  readonly hasBalance: boolean;
  readonly opening: 'none' | 'row' | 'among the amounts' | 'above';
  readonly hasClosing: boolean;
  readonly hasTotal: boolean;
  readonly mark: '.' | ',';
  readonly thousands: string;
  readonly dates: 'iso' | 'slashes' | 'dots';
  readonly separator: ';' | '\t' | '|';
  readonly turn: number;
};
type Field = (typeof fields)[number];
type Table = {readonly columns: readonly Field[]; readonly above: readonly string[]; readonly rows: readonly Row[]};
type Row = {readonly cells: Readonly<Partial<Record<Field, string>>>; readonly entry: Entry | undefined};

const fields = ['date', 'text', 'amount', 'credit', 'debit', 'way', 'status', 'balance'] as const;
const languages = [
  ['Date', 'Narration', 'Amount', 'Credit', 'Debit', 'Dr/Cr', 'Status', 'Balance'],
  ['Date', 'Libellé', 'Montant', 'Crédit', 'Débit', 'Sens', 'Statut', 'Solde'],
  ['Fecha', 'Concepto', 'Importe', 'Abono', 'Cargo', 'Sentido', 'Estado', 'Saldo'],
  ['Tarehe', 'Maelezo', 'Kiasi', 'Zilizoingia', 'Zilizotoka', 'Mwelekeo', 'Hali', 'Salio'],
  ['Qa', 'Qb', 'Qc', 'Qd', 'Qe', 'Qf', 'Qg', 'Qh'],
  Array<string>(8).fill('Champ'),
].map(names => Object.fromEntries(fields.map((field, at) => [field, names[at]])) as Readonly<Record<Field, string>>);

const how: fc.Arbitrary<How> = fc.record({
  order: fc.constantFrom<How['order']>('oldest', 'newest'),
  signs: fc.constantFrom<Signs>('signed', 'pair', 'negative pair', 'words', 'none'),
  status: fc.constantFrom<Status>('none', 'none', 'known', 'code'),
  /** Behind the last there are none. */
  headings: fc.nat({max: languages.length}),
  hasBalance: fc.boolean(),
  opening: fc.constantFrom<How['opening']>('none', 'row', 'among the amounts', 'above'),
  hasClosing: fc.boolean(),
  hasTotal: fc.boolean(),
  mark: fc.constantFrom<How['mark']>('.', ','),
  thousands: fc.constantFrom('', ' '),
  dates: fc.constantFrom<How['dates']>('iso', 'slashes', 'dots'),
  separator: fc.constantFrom<How['separator']>(';', '\t', '|'),
  turn: fc.nat({max: 7}),
});
const entry = fc.record({
  minor: fc.oneof(fc.integer({min: 1, max: 999_999}), fc.integer({min: -999_999, max: -1})),
  hasFailed: fc.boolean(),
  daysLater: fc.nat({max: 3}),
});
const entries = (least: number) => fc.array(entry, {minLength: least, maxLength: 14});
const first = 5_000_000;

function figure(minor: number, {mark, thousands}: How): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${minor < 0 ? '-' : ''}${whole}${mark}${digits.slice(-2)}`;
}

function dated(day: number, {dates}: How): string {
  const [year = '', month = '', date = ''] = new Date(Date.UTC(2026, 9, 20 + day))
    .toISOString()
    .slice(0, 10)
    .split('-');
  if (dates === 'iso') return `${year}-${month}-${date}`;
  return [date, month, year].join(dates === 'slashes' ? '/' : '.');
}

function amountCells(minor: number, style: How): Row['cells'] {
  const {signs} = style;
  if (signs === 'signed') return {amount: figure(minor, style)};
  if (signs === 'words') return {amount: figure(Math.abs(minor), style), way: minor < 0 ? 'DR' : 'CR'};
  if (signs === 'none') return {amount: figure(Math.abs(minor), style)};
  if (minor > 0) return {credit: figure(minor, style), debit: ''};
  return {credit: '', debit: figure(signs === 'pair' ? -minor : minor, style)};
}

const statusWords = {none: ['', ''], known: ['Completed', 'Failed'], code: ['T9', 'X4']} as const;

/** The table as it is meant, its balances running over the entries that moved money. */
function tableOf(given: readonly Entry[], style: How): Table {
  const {signs, status, hasBalance, opening, hasClosing, hasTotal, order} = style;
  const isPair = signs === 'pair' || signs === 'negative pair';
  const columns: Field[] = [
    'date',
    'text',
    ...(isPair ? (['credit', 'debit'] as const) : (['amount'] as const)),
    ...(signs === 'words' ? (['way'] as const) : []),
    ...(status === 'none' ? [] : (['status'] as const)),
    ...(hasBalance ? (['balance'] as const) : []),
  ];
  let balance = first;
  let day = 0;
  const rows = given.map((each, at): Row => {
    const hasFailed = each.hasFailed && status !== 'none';
    if (!hasFailed) balance += each.minor;
    day += each.daysLater;
    const word = statusWords[status][hasFailed ? 1 : 0];
    const cells = {date: dated(day, style), text: `entry number ${at}`, ...amountCells(each.minor, style)};
    return {cells: {...cells, status: word, balance: figure(balance, style)}, entry: {...each, hasFailed}};
  });
  const stated = (text: string, minor: number, isAmong: boolean): Row => {
    const among = isAmong ? (isPair ? {credit: figure(minor, style)} : {amount: figure(minor, style)}) : {};
    const cells = hasBalance
      ? {...among, balance: figure(minor, style)}
      : {[isPair ? 'credit' : 'amount']: figure(minor, style)};
    return {cells: {text, ...cells}, entry: undefined};
  };
  const opened =
    opening === 'row' || opening === 'among the amounts' ? [stated('Opening balance', first, opening !== 'row')] : [];
  const closed = hasClosing ? [stated('Closing balance', balance, false)] : [];
  const all = [...opened, ...rows, ...closed];
  const sum = given.reduce((total, {minor}) => total + minor, 0);
  const total: Row[] =
    hasTotal && !isPair ? [{cells: {text: 'Total', amount: figure(sum, style)}, entry: undefined}] : [];
  return {
    columns: [...columns.slice(style.turn % columns.length), ...columns.slice(0, style.turn % columns.length)],
    above: opening === 'above' ? [['Opening balance', figure(first, style), ''].join(style.separator)] : [],
    rows: [...(order === 'oldest' ? all : all.toReversed()), ...(signs === 'signed' ? total : [])],
  };
}

function textOf({columns, above, rows}: Table, {headings, separator}: How): string {
  const names = languages[headings];
  const lines = rows.map(({cells}) => columns.map(field => cells[field] ?? '').join(separator));
  const named = names === undefined ? [] : [columns.map(field => names[field]).join(separator)];
  return [...above, ...named, ...lines, ''].join('\n');
}

/** What a reader takes for money that moved, but in words that say it failed or that nobody knows, in the order of the file; a problem where it asks or refuses. */
async function taken(text: string): Promise<readonly string[] | Problem> {
  try {
    const rows = await bankRows(text, {mapping: {currency: 'KES'}});
    return rows
      .filter(({status}) => status !== 'Failed' && status !== 'X4')
      .map(({amount, bookedOn}) => `${bookedOn} ${Number(amount).toFixed(2)}`);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const iso = (cell: string) => (/^\d{4}/.test(cell) ? cell : cell.split(/[./]/).toReversed().join('-'));
const meant = ({rows}: Table) =>
  rows.flatMap(({cells, entry: each}) =>
    each === undefined || each.hasFailed ? [] : [`${iso(cells.date ?? '')} ${(each.minor / 100).toFixed(2)}`],
  );

/** Codes that nobody knows say nothing in a file without balances, nor of the oldest row, which stands beside one alone. */
const isKnowable = ([given, {status, hasBalance}]: readonly [readonly Entry[], How]) =>
  status !== 'code' || (hasBalance && given[0]?.hasFailed === false);

it('a statement in any layout is read exactly as it is meant, or asked about, or refused', {
  tags: ['thorough'],
  timeout: patience,
}, async () => {
  const outcomes = {read: 0, refused: 0};
  await forAllAsync(runs(80, 20_000), fc.tuple(entries(1), how).filter(isKnowable), async ([given, style]) => {
    const table = tableOf(given, style);
    const read = await taken(textOf(table, style));
    if (read instanceof Problem) {
      expect(read.code).toMatch(/^file-/);
      outcomes.refused += 1;
      return;
    }
    expect(read).toEqual(meant(table));
    outcomes.read += 1;
  });
  expect(outcomes.read).toBeGreaterThan(outcomes.refused / 2);
});

/** Without a debit nothing says that the amounts have signs, and of rows that moved nothing balances say nothing. */
const isProvable = (given: readonly Entry[]) =>
  given.some(({minor}) => minor < 0) && given.slice(1).some(({hasFailed}) => !hasFailed);

it('a statement with balances and headings that are known is always read, and proved', {
  tags: ['thorough'],
  timeout: patience,
}, async () => {
  const known = how.filter(
    ({hasBalance, headings, signs, status, dates}) =>
      hasBalance && headings < 2 && signs !== 'none' && status !== 'code' && dates === 'iso',
  );
  await forAllAsync(runs(40, 5000), entries(3).filter(isProvable), known, async (given, style) => {
    const table = tableOf(given, style);
    expect((await read('bank', textOf(table, style), {mapping: {currency: 'KES'}})).proof.by).toBe('balances');
    expect(await taken(textOf(table, style))).toEqual(meant(table));
  });
});

const without = (table: Table, field: Field): Table => ({
  ...table,
  columns: table.columns.filter(each => each !== field),
});
const changed = (text: string) => text.replace(/[1-8](?=\D*$)/, digit => String(Number(digit) + 1));

/** What may befall a file, of which its balances must tell. */
const mutations: Readonly<Record<string, (table: Table, at: number) => Table>> = {
  'the column of the direction is lost': table => without(table, 'way'),
  'the column of the status is lost': table => without(table, 'status'),
  'a row in the middle is lost': ({rows, ...rest}, at) => ({
    ...rest,
    rows: rows.filter((row, index) => index !== 1 + (at % (rows.length - 2)) || row.entry?.hasFailed === true),
  }),
  'two rows change places': ({rows, ...rest}, at) => {
    const index = at % (rows.length - 1);
    return {...rest, rows: rows.toSpliced(index, 2, ...rows.slice(index, index + 2).toReversed())};
  },
  'a balance is another': ({rows, ...rest}, at) => ({
    ...rest,
    rows: rows.map((row, index) =>
      index === 1 + (at % (rows.length - 2))
        ? {...row, cells: {...row.cells, balance: changed(row.cells.balance ?? '')}}
        : row,
    ),
  }),
};

it.each(Object.entries(mutations))(
  'balances tell where %s',
  {tags: ['thorough'], timeout: patience},
  async (_, mutate) => {
    const proved = how.filter(
      ({hasBalance, headings, dates}) => hasBalance && headings !== 4 && headings !== 5 && dates === 'iso',
    );
    await forAllAsync(
      runs(40, 5000),
      entries(4).filter(([oldest]) => oldest?.hasFailed === false),
      proved,
      fc.nat(),
      async (given, style, at) => {
        const plain = {...style, opening: 'none', hasClosing: false, hasTotal: false} as const;
        const table = tableOf(given, plain);
        const read = await taken(textOf(mutate(table, at), plain));
        if (!(read instanceof Problem)) expect(read).toEqual(meant(table));
      },
    );
  },
);

it('damaged in any place it is read or refused, and nothing else', {
  tags: ['thorough'],
  timeout: patience,
}, async () => {
  const damage = fc.array(
    fc.tuple(fc.nat(), fc.constantFrom('', ';', '\t', '"', '\n', '-', ',', '.', '9', 'x', '#', '\u0663')),
    {minLength: 1, maxLength: 5},
  );
  const kinds = fc.constantFrom('bank', 'provider', 'payout');
  await forAllAsync(runs(50, 20_000), entries(1), how, damage, kinds, async (given, style, places, kind) => {
    const letters = [...textOf(tableOf(given, style), style)];
    for (const [at, letter] of places) letters.splice(at % letters.length, 1, letter);
    const outcome = await read(kind, letters.join(''), {mapping: {currency: 'KES'}}).catch((error: unknown) => error);
    if (outcome instanceof Problem) expect(outcome.code).toMatch(/^file-/);
    else expect(outcome).toHaveProperty('proof.by');
  });
});

/** A provider's row as it is meant: its amount in hundredths, and the words that stand beside it. */
type Sale = {readonly minor: number; readonly details: string; readonly mode: string};
type Sum = 'opening' | 'total' | 'closing';
const saleFields = ['date', 'reference', 'details', 'mode', 'status'] as const;
type SaleField = (typeof saleFields)[number];
type Sums = {
  readonly kinds: readonly Sum[];
  readonly label: SaleField;
  readonly status: string;
  readonly language: number;
  readonly beside: string;
  readonly columns: readonly (SaleField | 'amount')[];
};

const sumWords: readonly Readonly<Record<Sum, string>>[] = [
  {opening: 'Opening balance', total: 'Total', closing: 'Closing balance'},
  {opening: 'Solde initial', total: 'Totaux', closing: 'Solde final'},
  {opening: 'Saldo inicial', total: 'Total geral', closing: 'Saldo final'},
  {opening: 'Saldo anterior', total: 'Total general', closing: 'Saldo final'},
  {opening: 'Salio la mwanzo', total: 'Jumla', closing: 'Salio la mwisho'},
  {opening: 'Anfangssaldo', total: 'Summe', closing: 'Endsaldo'},
  {opening: 'Beginsaldo', total: 'Totaal', closing: 'Eindsaldo'},
  {opening: 'رصيد افتتاحي', total: 'المجموع', closing: 'رصيد ختامي'},
];
const words = [
  '',
  'Sale',
  'TOTAL ENERGIES 12',
  'Balance of the order',
  'Solde de chaussures',
  'Normal',
  'Report 7',
  '1',
];
const sale = fc.record({
  minor: fc.integer({min: 1, max: 999_999}),
  details: fc.constantFrom(...words),
  mode: fc.constantFrom(...words),
});
const sums: fc.Arbitrary<Sums> = fc.record({
  kinds: fc.subarray<Sum>(['opening', 'total', 'closing']),
  label: fc.constantFrom(...saleFields),
  status: fc.constantFrom('', 'Successful'),
  language: fc.nat({max: sumWords.length - 1}),
  beside: fc.constantFrom('', 'Normal', 'Wallet 1', 'Succès', '2 payments'),
  columns: fc.shuffledSubarray([...saleFields, 'amount'] as const, {minLength: 6}),
});

function saleFile(sales: readonly Sale[], {kinds, label, language, beside, status, columns}: Sums): string {
  const plain = (minor: number) => (minor / 100).toFixed(2);
  const all = sales.reduce((sum, {minor}) => sum + minor, 0);
  const figures = {opening: first, total: all, closing: first + all};
  const rows = sales.map(({minor, details, mode}, at) => ({
    date: `2026-11-${String(10 + at).padStart(2, '0')}`,
    reference: `REF${at}`,
    details,
    mode,
    status: 'Successful',
    amount: plain(minor),
  }));
  const sumRow = (kind: Sum) => ({
    date: '',
    reference: beside,
    details: beside,
    mode: beside,
    status,
    amount: plain(figures[kind]),
    [label]: sumWords[language]?.[kind] ?? '',
  });
  const has = (kind: Sum) => (kinds.includes(kind) ? [sumRow(kind)] : []);
  const lines = [...has('opening'), ...rows, ...has('total'), ...has('closing')];
  const names = {
    date: 'Date',
    reference: 'Reference',
    details: 'Remarks',
    mode: 'Mode',
    status: 'Status',
    amount: 'Amount',
  };
  return [columns.map(field => names[field]), ...lines.map(line => columns.map(field => line[field])), '']
    .map(cells => (typeof cells === 'string' ? cells : cells.join(';')))
    .join('\n');
}

it('a provider’s file with balances and totals in any column is read row by row, or asked about', {
  tags: ['thorough'],
  timeout: patience,
}, async () => {
  const outcomes = {read: 0, refused: 0};
  await forAllAsync(runs(80, 20_000), fc.array(sale, {minLength: 2, maxLength: 8}), sums, async (sales, layout) => {
    const outcome = await read('provider', saleFile(sales, layout), {mapping: {currency: 'KES'}}).catch(
      (error: unknown) => error,
    );
    if (outcome instanceof Problem) {
      expect(outcome.code).toMatch(/^file-/);
      outcomes.refused += 1;
      return;
    }
    const {source} = outcome as {source: {rows: readonly {reference: string; amount: string}[]}};
    expect(source.rows.map(({reference, amount}) => `${reference} ${amount}`)).toEqual(
      sales.map(({minor}, at) => `REF${at} ${(minor / 100).toFixed(2)}`),
    );
    outcomes.read += 1;
  });
  expect(outcomes.read).toBeGreaterThan(outcomes.refused);
});
