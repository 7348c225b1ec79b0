import {expect, it} from 'vitest';
import type {ChargeMark} from '../../../src/core/subscription/deviations.js';
import {cyclesOf} from '../../../src/core/subscription/deviations.js';
import {on, paid} from './deviation-samples.js';

const read = (...charges: readonly ChargeMark[]) =>
  cyclesOf(charges).map(({number, attempts, state, firstAt, lastAt}) => [
    ...[number, attempts.map(each => each.transactionReference), state],
    ...[firstAt, lastAt].map(time => time?.toString()),
  ]);
const again = (more: Partial<ChargeMark> = {}) => paid(1, {attemptNumber: 2, transactionReference: 'AGAIN', ...more});

it.each<[string, readonly ChargeMark[], readonly unknown[]]>([
  ['in order, wherever they are listed', [paid(2), paid(1)], [paid(1), paid(2)].map(whole)],
  ['without a charge that has none', [paid(1, {cycleNumber: null}), paid(0), paid(-1)], []],
  [
    'paid by any attempt',
    [paid(1), again({status: 'FAILED', chargedAt: on(7, 2)})],
    [[1, ['SUB-1', 'AGAIN'], 'paid', on(7), on(7, 2)]],
  ],
  [
    'from the attempts whose time is known',
    [again({chargedAt: null}), paid(1)],
    [[1, ['SUB-1', 'AGAIN'], 'paid', on(7), on(7)]],
  ],
  ['with a charge that is listed twice once', [paid(1, {status: 'FAILED'}), paid(1)], [whole(paid(1))]],
  [
    'with attempts that no reference names, by their number and time',
    [null, on(7, 2), on(7, 3)].map(chargedAt => paid(1, {attemptNumber: null, transactionReference: null, chargedAt})),
    [[1, [null, null, null], 'paid', on(7, 2), on(7, 3)]],
  ],
  [
    'with attempts of one number by their time, one without a time first',
    [
      paid(1, {chargedAt: on(7, 3), transactionReference: 'C'}),
      paid(1, {chargedAt: null, transactionReference: 'A'}),
      paid(1, {chargedAt: on(7, 2), transactionReference: 'B'}),
    ],
    [[1, ['A', 'B', 'C'], 'paid', on(7, 2), on(7, 3)]],
  ],
])('cycles are told %s', (_, charges, cycles) => expect(read(...charges)).toEqual(cycles));

function whole({cycleNumber, transactionReference, chargedAt}: ChargeMark) {
  return [cycleNumber, [transactionReference], 'paid', chargedAt, chargedAt];
}
