import * as z from 'zod';
import {type SourceKind, sourceKinds} from '../core/reconcile/row.js';
import {examine, headText} from './bytes.js';
import {plainWords} from './headings.js';
import {layoutParts} from './layout-file.js';
import shipped from './shipped-layouts.json' with {type: 'json'};

const schema = z.strictObject({
  name: z.string(),
  kind: z.enum(sourceKinds),
  /** The headings by which it is known: all of them, among others, in any order. */
  has: z.array(z.string()).min(5),
  ...layoutParts,
});

/** A layout of files that the till brings along, as their sender writes them. */
export type ShippedLayout = z.infer<typeof schema>;

let read: readonly ShippedLayout[] | undefined;
const all = (): readonly ShippedLayout[] => (read ??= z.array(schema).parse(shipped));

/** Those of every kind, for a list. */
export const shippedLayouts = all;

/** The layout of a table with these headings: the one that most of them tell. */
export function shippedLayoutOf(kind: SourceKind, headings: readonly string[]): ShippedLayout | undefined {
  const there = new Set(headings.map(plainWords));
  return closest(kind, has => has.every(heading => there.has(heading)));
}

/** The layout of which every heading stands at the beginning of a file, for one whose headings were not found. */
export async function shippedLayoutIn(kind: SourceKind, file: string): Promise<ShippedLayout | undefined> {
  const examined = await examine(file, null, () => undefined);
  const words = ` ${plainWords(headText(examined, examined.encoding).text)} `;
  // Headings over several lines stand apart word by word.
  return closest(kind, has => has.every(heading => heading.split(' ').every(word => words.includes(` ${word} `))));
}

function closest(kind: SourceKind, isThere: (has: readonly string[]) => boolean): ShippedLayout | undefined {
  return all()
    .filter(layout => layout.kind === kind && isThere(layout.has.map(plainWords)))
    .sort((a, b) => b.has.length - a.has.length)[0];
}
