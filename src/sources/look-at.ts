type Shown = {readonly line: number; readonly amount: string};

/** Lines of up to three rows that show best whether a file was read right: the largest, one that took money, the last. */
export function linesToLookAt(rows: readonly Shown[]): readonly number[] {
  let [largest] = rows;
  for (const row of rows) if (sizeOf(row) > sizeOf(largest)) largest = row;
  const taken = rows.find(({amount}) => amount.startsWith('-'));
  const lines = [largest, taken ?? rows[0], rows.at(-1)].flatMap(row => row?.line ?? []);
  return [...new Set(lines)].sort((a, b) => a - b);
}

const sizeOf = (row: Shown | undefined): number => Math.abs(Number(row?.amount ?? 0));
