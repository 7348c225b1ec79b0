import fc from 'fast-check';
import {expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import type {SourceKind} from '../../src/core/reconcile/rows/row.js';
import {forAllAsync, runs} from '../hostile/runs.js';
import {encoded, providerRows, read, type Written, writtenIn} from './support.js';

/** A row as it was meant, before anybody wrote it down. */
type Meant = {
  readonly reference: string;
  readonly minor: number;
  readonly currency: string;
  readonly status: string;
  readonly fee: number | null;
  readonly note: string;
};
type Dialect = {
  readonly separator: string;
  readonly mark: '.' | ',';
  readonly thousands: string;
  readonly encoding: Written;
  readonly newline: string;
  readonly quotes: 'all' | 'needed';
  readonly lastEnds: boolean;
};

/** Letters that every encoding has, with all that must be quoted. */
const text = fc
  .array(fc.constantFrom(...'abcXYZ0189éèçàùÉ€œ ,;|"\'-_/.\t\n'), {maxLength: 12})
  .map(letters => letters.join(''));
const visible = text.map(word => `r${word.replaceAll(/[\t\n]/g, '')}z`);
const minor = fc.oneof(fc.integer({min: -99_999, max: 99_999}), fc.integer({min: -1e12, max: 1e12}));
const meant: fc.Arbitrary<Meant> = fc.record({
  reference: visible,
  minor,
  currency: fc.constantFrom('KES', 'USD', 'ZAR'),
  status: fc.constantFrom('Completed', 'Échoué', ''),
  fee: fc.option(fc.nat({max: 100_000})),
  // A letter alone would be a direction that contradicts the sign.
  note: fc.oneof(
    fc.constant(''),
    text.map(word => `n${word}`),
  ),
});
const dialect: fc.Arbitrary<Dialect> = fc
  .record({
    separator: fc.constantFrom(',', ';', '\t', '|'),
    mark: fc.constantFrom<'.' | ','>('.', ','),
    thousands: fc.constantFrom('', ' ', '\u00A0', 'other'),
    encoding: fc.constantFrom(...writtenIn),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    quotes: fc.constantFrom<Dialect['quotes']>('all', 'needed'),
    lastEnds: fc.boolean(),
  })
  .map(({mark, thousands, ...rest}) => ({
    ...rest,
    mark,
    thousands: thousands === 'other' ? (mark === '.' ? ',' : '.') : thousands,
  }));

function amountText(amount: number, {mark, thousands}: Dialect): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${amount < 0 ? '-' : ''}${whole}${mark}${digits.slice(-2)}`;
}

function written(rows: readonly Meant[], how: Dialect): Buffer {
  const cell = (value: string) =>
    how.quotes === 'all' || value.includes(how.separator) || /["\r\n]/.test(value)
      ? `"${value.replaceAll('"', '""').replaceAll('\n', how.newline)}"`
      : value;
  const table = [
    ['Référence', 'Montant', 'Libellé', 'Devise', 'Statut', 'Frais'],
    ...rows.map(({reference, minor: amount, note, currency, status, fee}) => [
      reference,
      amountText(amount, how),
      note,
      currency,
      status,
      fee === null ? '' : amountText(fee, how),
    ]),
  ];
  const lines = table.map(line => line.map(cell).join(how.separator)).join(how.newline);
  return encoded(how.lastEnds ? lines + how.newline : lines, how.encoding);
}

const plain = (amount: number) => (amount / 100).toFixed(2);
const expected = (rows: readonly Meant[]) =>
  rows.map(({reference, minor: amount, currency, status, fee}) => ({
    reference,
    amount: plain(amount),
    currency,
    status,
    fee: fee === null ? null : plain(fee),
    kind: amount < 0 && status !== 'Échoué' ? 'adjustment' : 'payment',
  }));
const taken = async (bytes: Uint8Array) =>
  (await providerRows(bytes)).map(({reference, amount, currency, status, fee, kind}) => ({
    reference,
    amount,
    currency,
    status,
    fee,
    kind,
  }));

async function attempt(bytes: Uint8Array) {
  try {
    return await taken(bytes);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

it('reads the same rows from every dialect', {tags: ['thorough']}, () =>
  forAllAsync(runs(120, 5000), fc.array(meant, {minLength: 1, maxLength: 8}), dialect, async (rows, how) => {
    const bytes = written(rows, {...how, lastEnds: true});
    expect(await taken(bytes)).toEqual(expected(rows));
  }),
);

it(
  'takes a file that was cut as a whole, not at all, or up to a row where that cannot be known',
  {tags: ['thorough']},
  () =>
    forAllAsync(
      runs(120, 5000),
      fc.array(meant, {minLength: 1, maxLength: 5}),
      dialect,
      fc.integer({min: 0, max: 10_000}).map(part => part / 10_000),
      async (rows, how, part) => {
        const whole = written(rows, how);
        const cut = whole.subarray(0, Math.round(whole.length * part));
        const read = await attempt(cut);
        if (read instanceof Problem) return;
        expect(read).toEqual(expected(rows).slice(0, read.length));
        const mayEnd = [rows.length, ...rows.keys()].some(count => {
          const prefix = written(rows.slice(0, count), {...how, lastEnds: true});
          return cut.equals(prefix.subarray(0, cut.length)) && prefix.length - cut.length <= 4 && count === read.length;
        });
        expect(mayEnd).toBe(true);
      },
    ),
);

const kinds: readonly SourceKind[] = ['provider', 'payout', 'bank'];
const statement = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="KES">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

it('meets damaged bytes with a problem or with rows, never otherwise', {tags: ['thorough']}, async () => {
  const table = fc.tuple(fc.array(meant, {maxLength: 4}), dialect).map(([rows, how]) => written(rows, how));
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat({max: 255}), fc.constantFrom('change', 'insert', 'remove')), {
    minLength: 1,
    maxLength: 6,
  });
  const start = fc.oneof(
    table,
    fc.constant(Buffer.from(statement)),
    fc.uint8Array({maxLength: 200}).map(bytes => Buffer.from(bytes)),
  );
  await forAllAsync(runs(120, 5000), start, damage, fc.constantFrom(...kinds), async (bytes, changes, kind) => {
    const damaged = [...bytes];
    for (const [where, byte, what] of changes)
      damaged.splice(where % (damaged.length + 1), what === 'insert' ? 0 : 1, ...(what === 'remove' ? [] : [byte]));
    const outcome = await read(kind, Uint8Array.from(damaged), {mapping: {dateOrder: 'day-first'}}).catch(
      (error: unknown) => error,
    );
    if (outcome instanceof Problem) expect(outcome.code).toMatch(/^file-/);
    else expect(outcome).toHaveProperty('source.rows');
  });
});
