import {expect, it} from 'vitest';
import {burstAfter, isScanned} from '../../screens/sale/scan.js';

const text = (typed: string, chunk: number) => ({kind: 'text', text: typed, chunk}) as const;

it('what arrives together is a scan however long a busy machine takes over it, and what arrives by and by is typed', () => {
  const burst = burstAfter(burstAfter(undefined, text('9999', 1), 0), text('9999', 1), 500);
  expect(burst?.text).toBe('99999999');
  expect(isScanned(burst, 900, 1)).toBe(true);
  expect(isScanned(burst, 900, 2)).toBe(false);
  expect(burstAfter(burst, text('5', 2), 900)?.text).toBe('5');
});
