/** Above this, the sum of two such numbers could be rounded. */
const largest = 2 ** 50;

/** Returns a plain amount as a whole number of thousandths, or `undefined` if it is finer than that, or too large to be exact. */
export function thousandths(plain: string): number | undefined {
  const at = plain.indexOf('.');
  if (at !== -1 && plain.length - at > 4 && /[1-9]/.test(plain.slice(at + 4))) return undefined;
  const whole = Math.round(Number(plain) * 1000);
  return Math.abs(whole) < largest ? whole + 0 : undefined;
}

/** Returns thousandths as plain decimal text, with two decimals, or three if needed. */
export function plainOf(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(4, '0');
  const fraction = digits.slice(-3).replace(/0$/, '');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -3)}.${fraction}`;
}
