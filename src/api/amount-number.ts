/** The amount as the number that JSON writes with the same digits. Throws when there is none: a bug of ours. */
export function amountNumber(text: string): number {
  const amount = Number(text);
  if (String(amount) !== text) throw new RangeError(`"${text}" is not the shortest text of an amount`);
  return amount;
}

/** An amount as it may come back in a text: `200` and `200.00`. */
export function spellingsOf(amount: string): readonly string[] {
  return [amount, Number(amount).toFixed(2)];
}
