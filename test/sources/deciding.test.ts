import fc from 'fast-check';
import {expect, it} from 'vitest';
import {Problem} from '../../src/core/problem.js';
import type {SourceKind} from '../../src/core/reconcile/rows/row.js';
import {forAllAsync, runs} from '../hostile/runs.js';
import {read} from './support.js';

/** A row as it was meant: what it brought or took, and in which word it stands. */
type Meant = {readonly minor: number; readonly word: string};
/** How a file tells which way the money of a row went. */
type Direction = 'signs' | 'column' | 'both';
type Layout = {
  readonly kind: SourceKind;
  readonly direction: Direction;
  readonly directionHeading: string;
  readonly says: readonly [credit: string, debit: string];
  readonly statusHeading: string | null;
  /** Which column comes first. */
  readonly turn: number;
  readonly separator: ',' | ';' | '\t';
};
/** Something in the file that is not like its rows. */
type Odd = 'none' | 'balance' | 'total' | 'no-direction' | 'other-direction' | 'no-status' | 'other-status';

const directionHeadings = [
  'Dr/Cr',
  'Sens',
  'D/C',
  'Direction',
  'Type',
  'Transaction Type',
  'Mouvement',
  'Remark',
  'X1',
];
const statusHeadings = [
  ...['Status', 'Statut', 'Résultat', 'Txn Status', 'Order Status', 'TRANSFER_STATUS', 'Statut transaction'],
  ...['Etat du paiement', 'gateway_response', 'Outcome', 'paymentState', 'Remark', 'Note', 'X2'],
];
const statusWords = ['Completed', 'Failed', 'Expired', 'Reversed', 'Pending', 'Échoué', 'Declined', 'En attente'];

const minor = fc.integer({min: 1, max: 999_999});
const meant = (kind: SourceKind): fc.Arbitrary<Meant> =>
  fc.record({
    minor:
      kind === 'bank'
        ? fc.oneof(
            minor,
            minor.map(value => -value),
          )
        : minor,
    word: fc.constantFrom(...statusWords),
  });
const layout: fc.Arbitrary<Layout> = fc.record({
  kind: fc.constantFrom<SourceKind>('provider', 'payout', 'bank'),
  direction: fc.constantFrom<Direction>('signs', 'column', 'both'),
  directionHeading: fc.constantFrom(...directionHeadings),
  says: fc.constantFrom<readonly [string, string]>(['CR', 'DR'], ['C', 'D'], ['Credit', 'Debit'], ['Crédit', 'Débit']),
  statusHeading: fc.option(fc.constantFrom(...statusHeadings)),
  turn: fc.nat({max: 6}),
  separator: fc.constantFrom<Layout['separator']>(',', ';', '\t'),
});
const odds: Odd[] = ['none', 'balance', 'total', 'no-direction', 'other-direction', 'no-status', 'other-status'];
type File = {how: Layout; rows: readonly Meant[]; odd: Odd; at: number};
/** Under a heading that says nothing, what no row says either nobody can know: one row of a file is as it is meant. */
const isKnowable = ({rows, odd, how}: File) =>
  odd === 'none' ||
  rows.length > 1 ||
  !['Type', 'Transaction Type', 'Mouvement', 'X1', 'X2', 'Remark', 'Note'].some(
    heading => heading === how.directionHeading || heading === how.statusHeading,
  );
const file: fc.Arbitrary<File> = layout
  .chain(how =>
    fc.record({
      how: fc.constant(how),
      rows: fc.array(meant(how.kind), {minLength: 1, maxLength: 9}),
      odd: fc.constantFrom(...odds),
      at: fc.nat({max: 8}),
    }),
  )
  .filter(made => isKnowable(made));

const plain = (amount: number) => (amount / 100).toFixed(2);
const own = {provider: 'Reference', payout: 'Payout ID', bank: 'Booking Date'};

/** The text of the file, and each row as a reader must take it: null where it has to refuse or to ask. */
function written({how, rows, odd, at}: File) {
  const {kind, direction, directionHeading, says, statusHeading, turn, separator} = how;
  const hasDirection = kind === 'bank' && direction !== 'signs';
  const columns = [
    own[kind],
    'Amount',
    'Currency',
    ...(kind === 'bank' ? ['Narration'] : []),
    ...(hasDirection ? [directionHeading] : []),
    ...(statusHeading === null || statusHeading === directionHeading ? [] : [statusHeading]),
  ];
  const hasStatus = columns.includes(statusHeading ?? '') && statusHeading !== directionHeading;
  const cellsOf = ({minor: amount, word}: Meant, index: number) => {
    const isOdd = index === at % rows.length;
    const way = says[amount < 0 ? 1 : 0];
    const said = isOdd && odd === 'no-direction' ? '' : isOdd && odd === 'other-direction' ? 'Transfer' : way;
    const stands = isOdd && odd === 'no-status' ? '' : isOdd && odd === 'other-status' ? 'Parked' : word;
    return [
      kind === 'bank' ? '2026-11-20' : `R${index}`,
      plain(direction === 'column' ? Math.abs(amount) : amount),
      'KES',
      ...(kind === 'bank' ? ['Transfer from a customer'] : []),
      ...(hasDirection ? [said] : []),
      ...(hasStatus ? [stands] : []),
    ];
  };
  const table = rows.map(cellsOf);
  const blanks = columns.map(() => '');
  if (odd === 'balance' && kind === 'bank')
    table.unshift(['2026-11-01', '0.00', 'KES', 'Opening balance', ...blanks.slice(4)]);
  if (odd === 'total')
    table.push(['Total', plain(rows.reduce((sum, {minor: each}) => sum + each, 0)), ...blanks.slice(2)]);
  const turned = <T>(cells: readonly T[]) => [
    ...cells.slice(turn % cells.length),
    ...cells.slice(0, turn % cells.length),
  ];
  const text = [columns, ...table].map(cells => `${turned(cells).join(separator)}\n`).join('');
  const expected = table.slice(odd === 'balance' && kind === 'bank' ? 1 : 0).flatMap((cells, index) => {
    const [row] = rows.slice(index, index + 1);
    return row === undefined ? [] : [{amount: plain(row.minor), status: hasStatus ? (cells.at(-1) ?? '') : ''}];
  });
  return {text, expected, hasDirection, hasStatus};
}

const asked = ['file-direction-unclear', 'file-status-unclear', 'file-row-invalid'];

it('reads every file with a direction or a status as it is meant, or asks, or refuses: never anything else', {
  tags: ['thorough'],
}, async () => {
  const outcomes = {read: 0, refused: 0};
  await forAllAsync(runs(200, 10_000), file, async made => {
    const {text, expected} = written(made);
    try {
      const {source} = await read(made.how.kind, text);
      expect(source.rows.map(({amount, status}) => ({amount, status}))).toEqual(expected);
      outcomes.read += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      expect(asked).toContain(error.code);
      outcomes.refused += 1;
    }
  });
  // Neither is the rule kept by refusing everything.
  expect(outcomes.read).toBeGreaterThan(100);
  expect(outcomes.refused).toBeGreaterThan(30);
});

it('reads every file whose columns are called as they usually are, whatever balance or total stands in it', {
  tags: ['thorough'],
}, async () => {
  const usual = file.filter(
    ({how, odd, rows}) =>
      ['Dr/Cr', 'Sens', 'D/C', 'Type'].includes(how.directionHeading) &&
      ['Status', 'Statut', 'Txn Status', 'TRANSFER_STATUS', null].includes(how.statusHeading) &&
      ['none', 'balance', 'total'].includes(odd) &&
      (how.kind !== 'bank' || how.direction !== 'signs' || rows.some(({minor: each}) => each < 0)),
  );
  await forAllAsync(runs(100, 10_000), usual, async made => {
    const {text, expected} = written(made);
    const {source} = await read(made.how.kind, text);
    expect(source.rows.map(({amount, status}) => ({amount, status}))).toEqual(expected);
  });
});
