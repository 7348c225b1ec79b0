import * as z from 'zod';
import {type SourceKind, sourceKinds} from '../core/reconcile/rows/row.js';
import {examine, headText} from './bytes.js';
import {plainWords} from './headings.js';
import {layoutParts} from './layout-file.js';
import shipped from './shipped-layouts.json' with {type: 'json'};

const schema = z.strictObject({
  name: z.string(),
  kind: z.enum(sourceKinds),
  /** The headings that identify a file: all of them must be there, in any order, and others may be. */
  has: z.array(z.string()).min(5),
  ...layoutParts,
});

/** A built-in layout for the files of a known sender. */
export type ShippedLayout = z.infer<typeof schema>;

let read: readonly ShippedLayout[] | undefined;
const all = (): readonly ShippedLayout[] => (read ??= z.array(schema).parse(shipped));

/** The built-in layouts of every kind, for a list. */
export const shippedLayouts = all;

/** Returns the built-in layout for a table with these headings. If several fit, the one that requires the most headings is returned. */
export function shippedLayoutOf(kind: SourceKind, headings: readonly string[]): ShippedLayout | undefined {
  const there = new Set(headings.map(plainWords));
  return closest(kind, has => has.every(heading => there.has(heading)));
}

/**
 * Returns the built-in layout whose headings all occur at the beginning of a file. It is meant for a file whose headings were not found.
 */
export async function shippedLayoutIn(kind: SourceKind, file: string): Promise<ShippedLayout | undefined> {
  const examined = await examine(file, null, () => undefined);
  const words = ` ${plainWords(headText(examined, examined.encoding).text)} `;
  // If headings span several lines, their words are apart.
  return closest(kind, has => has.every(heading => heading.split(' ').every(word => words.includes(` ${word} `))));
}

function closest(kind: SourceKind, isThere: (has: readonly string[]) => boolean): ShippedLayout | undefined {
  return all()
    .filter(layout => layout.kind === kind && isThere(layout.has.map(plainWords)))
    .sort((a, b) => b.has.length - a.has.length)[0];
}
