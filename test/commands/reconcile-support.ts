import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {readSheets, Sums} from './book-readers.js';
import type {Ran, Shop} from './support.js';

export type Line = {
  readonly key: string;
  readonly code: string;
  readonly reason: string;
  readonly reference: string;
  readonly status: string;
  readonly delta: {readonly currency: string; readonly amount: string} | null;
  readonly ageDays: number;
  readonly accepted: object | null;
};

export const linesIn = ({json}: Ran): readonly Line[] => json.lines;
export const found = (ran: Ran) =>
  linesIn(ran)
    .map(({code, reference}) => `${code} ${reference}`)
    .sort();
/** The equations without the files that they are made of. */
export const equationsIn = ({json}: Ran): readonly object[] =>
  json.equations.map(({files: _, ...equation}: {readonly files: unknown}) => equation);
export const unexplained = ({json}: Ran) =>
  json.equations.map(({id, currency, unexplained: rest}: Record<string, string>) => `${id} ${currency} ${rest}`);

/** The sandbox’s books as the provider’s file; `edit` makes another file of it. */
export async function providerFile(
  {home, baseUrl}: Shop,
  name: string,
  edit = (text: string) => text,
): Promise<string> {
  const file = join(home, name);
  const answer = await fetch(`${baseUrl}/sandbox/transactions?format=csv`);
  writeFileSync(file, edit(await answer.text()));
  return file;
}

export const own = {DUKA_TILL: 'T7K'};

/** A file with these rows beneath its heading line. */
export function fileOf({home}: Shop, name: string, heading: string, rows: readonly string[]): string {
  const file = join(home, name);
  writeFileSync(file, `${[heading, ...rows].join('\n')}\n`);
  return file;
}

export const providerHeading = 'transaction_reference,amount,currency,status,fee,net,date,payout_id';

/** What the items of a workbook's equations add up to, and what its summary has for them, by section, item and currency. */
export function addedUp(workbook: Uint8Array) {
  const {Summary = [], Equations = []} = readSheets(workbook);
  const nameOf = ({section, item, currency}: (typeof Summary)[number]) => `${section} | ${item} | ${currency}`;
  const added = new Sums();
  for (const row of Equations) added.add(nameOf(row), String(row['amount']));
  const sections = new Set(Equations.map(({section}) => section));
  const stated = new Sums();
  for (const row of Summary)
    if (sections.has(row['section'] ?? '') && row['item'] !== 'unexplained' && row['amount'] !== undefined)
      stated.add(nameOf(row), String(row['amount']));
  return {added: added.entries(), stated: stated.entries(), items: Equations};
}
