import fc from 'fast-check';
import {expect, it} from 'vitest';
import {interpretStatus} from '../../../src/core/endpoints/status.js';
import {currencies, decimalsOf, decimalText} from '../../../src/core/money/money.js';
import type {Answer, Json} from '../../../src/core/service/answer.js';
import {forAll} from '../../hostile/runs.js';

const reference = 'DK17VH3QX0A9BC2';
const record = (amount: Json, more: Readonly<Record<string, Json>> = {}): Answer => ({
  kind: 'answered',
  http: 200,
  body: {transaction_reference: reference, transaction_status: 'Completed', transaction_amount: amount, ...more},
});
const money = fc.record({currency: fc.constantFrom(...currencies), minor: fc.integer({min: 1, max: 10 ** 12})});

/** Ways in which the same amount is written. */
const written: readonly ((plain: string) => Json)[] = [
  plain => plain,
  plain => Number(plain),
  plain => ` ${plain} `,
  plain => `000${plain}`,
  plain => (plain.includes('.') ? `${plain}000` : `${plain}.000`),
  plain => `${plain}e0`,
  plain => `${plain.replace('.', '')}E-${plain.split('.')[1]?.length ?? 0}`,
];

it('the amount that was asked for is paid, however it is written, and any other is not, however close', () =>
  forAll(money, fc.constantFrom(...written), fc.integer({min: 1, max: 9}), (asked, write, digit) => {
    const plain = decimalText(asked);
    const {currency} = asked;
    const kindOf = (amount: Json) => interpretStatus(record(amount, {currency}), {reference, asked}).kind;
    expect(kindOf(write(plain))).toBe('paid');
    const finer = `${plain.includes('.') ? plain : `${plain}.`}${'0'.repeat(3)}${digit}`;
    const nearby = decimalText({...asked, minor: asked.minor + digit});
    for (const other of [finer, nearby, `${plain}e2`, `${plain}e-1`]) expect(kindOf(other)).toBe('mispaid');
    for (const none of [`-${plain}`, 0]) expect(kindOf(none)).toBe('contradictory');
    for (const none of [`${plain},`, `${plain} ${currency}`, '', null, [plain], true])
      expect(kindOf(none)).toBe('pending');
  }));

it('what the fee was taken from or put upon is paid, to the last digit of what the service computed', () =>
  forAll(money, fc.integer({min: 2, max: 10 ** 6}), fc.boolean(), (asked, wanted, isAbove) => {
    const thousandths = Math.min(wanted, asked.minor * 100); // the tenth that a fee may be

    const scale = 10n ** BigInt(decimalsOf(asked.currency) + 3);
    const unit = BigInt(asked.minor) * 1000n;
    const gross = isAbove ? unit + BigInt(thousandths) : unit - BigInt(thousandths);
    const text = (value: bigint) => {
      const digits = String(value < 0n ? -value : value).padStart(String(scale).length, '0');
      const cut = digits.length - String(scale).length + 1;
      return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
    };
    const fee = {transaction_fee: text(BigInt(thousandths)), currency: asked.currency};
    expect(interpretStatus(record(text(gross), fee), {reference, asked})).toMatchObject({kind: 'paid', feeBasis: true});
    const off = text(gross + 1n);
    expect(interpretStatus(record(off, fee), {reference, asked}).kind).toBe('mispaid');
  }));
