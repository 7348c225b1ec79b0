import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {noRecords} from '../../src/core/reconcile/records/records.js';
import type {Mapping, SourceKind} from '../../src/core/reconcile/rows/row.js';
import {readGiven} from '../../src/till/reconcile-sources.js';
import {expectProblem, listed} from '../sources/support.js';

const folder = new URL('../fixtures/foreign-files', import.meta.url).pathname;

async function readAs(kind: SourceKind, name: string, mapping?: Partial<Mapping>) {
  const given = {kind, file: join(folder, name), original: null, ...(mapping && {mapping})};
  return listed(await readGiven(noRecords, given, () => undefined));
}

type Answer = {
  readonly kind: SourceKind;
  /** What a person has to say because the file does not, and the problem with which the till asks for it. */
  readonly said?: Partial<Mapping>;
  readonly asked?: string;
  /** The reference or the narration, the amount, and whatever else matters of each row. None for a file that is only asked about. */
  readonly rows?: readonly object[];
  readonly proof?: object;
};

const nothing = {by: 'nothing'};

/** Small files, each with a peculiarity that was seen in the files of wallets and banks, and the right answer. */
const answers: Readonly<Record<string, Answer>> = {
  'provider-opening-and-closing.csv': {
    kind: 'provider',
    rows: [
      {reference: 'QK2A', amount: '4500.00', at: '2026-11-02 09:14:03'},
      {reference: 'QK3B', amount: '750.00'},
    ],
    proof: {by: 'closing', count: 1},
  },
  'provider-total.csv': {
    kind: 'provider',
    rows: [
      {reference: 'QK2A', amount: '4500.00'},
      {reference: 'QK3B', amount: '750.00'},
    ],
    proof: {by: 'totals', count: 1},
  },
  'orange-sections.csv': {
    kind: 'provider',
    rows: [
      {reference: 'MP261102.0758.A00001', amount: '-3000', status: 'Echec', kind: 'payment'},
      {reference: 'MP261102.0810.A00002', amount: '3000', currency: 'XAF', kind: 'payment', at: '2026-11-02'},
      {reference: 'CI261102.1722.B00003', amount: '-25000', kind: 'adjustment'},
    ],
    proof: {by: 'closing', count: 1},
  },
  'wave-net-of-fee.csv': {
    kind: 'provider',
    rows: [
      {reference: 'AB0000000000011', amount: '7000.00', fee: '70', net: '6930', at: '2026-11-02 09:05:41'},
      {reference: 'AB0000000000011', amount: '-7000', fee: '0', kind: 'refund', at: '2026-11-02 13:40:02'},
    ],
    proof: nothing,
  },
  'wave-horodatage.csv': {
    kind: 'provider',
    rows: [
      {reference: 'AB0000000000011', serviceReference: 'T_2FD1', amount: '7000.00', kind: 'payment'},
      {reference: 'AB0000000000012', amount: '-5000.00', net: '-5050', kind: 'adjustment'},
    ],
    proof: {by: 'balances', count: 1},
  },
  'mtn-fee-beside-payer.csv': {
    kind: 'provider',
    rows: [
      {reference: 'AB0000000000021', amount: '4500', fee: '45', currency: 'XAF', status: 'Successful'},
      {reference: 'AB0000000000022', amount: '800', fee: null, currency: 'XAF', status: 'Failed'},
    ],
    proof: nothing,
  },
  'mtn-fees-of-both-sides.csv': {
    kind: 'provider',
    rows: [
      {reference: 'AB0000000000031', amount: '4500', fee: '45', currency: 'XAF', kind: 'payment'},
      {serviceReference: '21000000004', amount: '-2000', fee: '30', currency: 'XAF', kind: 'adjustment'},
    ],
    proof: nothing,
  },
  'moov-gaps.csv': {
    kind: 'provider',
    said: {columns: {balance: ''}},
    asked: 'file-balance-differs',
    rows: [
      {serviceReference: 'CK4', amount: '900', at: '2026-11-03 10:05:00', phone: '22901000004'},
      {serviceReference: 'CK3', amount: '2500'},
      {serviceReference: 'CK2', amount: '1000'},
      {serviceReference: 'CK1', amount: '1500'},
    ],
    proof: nothing,
  },
  'payout.csv': {kind: 'payout', rows: [{payout: 'ST-7', amount: '18200.00'}], proof: nothing},
  'bank-payee.csv': {
    kind: 'bank',
    rows: [
      {narration: 'Maji Safi Ltd', amount: '-2400.00', status: ''},
      {narration: 'Card settlement', amount: '18200.00', status: ''},
    ],
    proof: nothing,
  },
  'bank-negative-debit.csv': {
    kind: 'bank',
    said: {currency: 'KES'},
    asked: 'file-currency-missing',
    rows: [{amount: '-2400.00'}, {narration: 'Rent returned', amount: '2400.00'}, {amount: '850.00'}],
    proof: {by: 'balances', count: 2},
  },
  'bank-years-of-2019.csv': {kind: 'bank', asked: 'file-date-order-unclear'},
  'mt940-three-letters-and-blank.sta': {
    kind: 'bank',
    rows: [
      {amount: '-120.40', bookedOn: '2026-11-02'},
      {amount: '-79.60', bookedOn: '2026-11-02'},
    ],
    proof: {by: 'closing', count: 1},
  },
  'camt-value-date-only.xml': {
    kind: 'bank',
    rows: [{amount: '35.50', bookedOn: '2026-11-02'}],
    proof: {by: 'closing', count: 1},
  },
  'ofx-signs-against-types.ofx': {
    kind: 'bank',
    said: {columns: {direction: 'TRNTYPE'}},
    asked: 'file-direction-contradicted',
    rows: [{amount: '-240.00'}, {amount: '-15.00'}],
    proof: nothing,
  },
};

it.each(Object.entries(answers))('%s is read as it is meant', async (name, {kind, said, asked, rows, proof}) => {
  if (asked !== undefined) await expectProblem(readAs(kind, name), {code: asked});
  if (rows === undefined || proof === undefined) return;
  const read = await readAs(kind, name, said);
  expect(read.source.rows).toHaveLength(rows.length);
  expect(read.source.rows).toMatchObject(rows);
  expect(read.proof).toMatchObject(proof);
});

it('every file has its answer', () => expect(readdirSync(folder).toSorted()).toEqual(Object.keys(answers).toSorted()));
