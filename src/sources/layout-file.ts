import * as z from 'zod';
import {formats} from '../core/events/formats.js';
import {Problem} from '../core/problem.js';
import {type LearnedLayout, mayBeGiven} from '../core/reconcile/records/layouts.js';
import {dateOrders, type SourceKind, sourceKinds} from '../core/reconcile/rows/row.js';
import {hideCardNumbers} from '../core/text/card-numbers.js';
import {jsonIn} from '../core/text/json.js';
import {cleanText} from '../core/text/text.js';
import {examine, headText} from './bytes.js';
import {fieldsOf, plainWords} from './headings.js';
import shipped from './shipped-layouts.json' with {type: 'json'};
import {longestHeading} from './table-place.js';

const longestName = 120;
/** More layouts than any till learns. A person sees each of them before it is taken over. */
const mostLayouts = 400;

const cleanedText = (longest: number) => z.string().transform(text => hideCardNumbers(cleanText(text, longest)));

const layoutParts = {
  columns: z.record(z.string(), cleanedText(longestHeading)),
  decimalMark: z.enum(['.', ',']).nullable().default(null),
  dateOrder: z.enum(dateOrders).nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null),
};

const layoutSchema = z
  .strictObject({
    kind: z.enum(sourceKinds),
    name: cleanedText(longestName),
    headingPrint: z.string().regex(/^[0-9a-f]{64}$/),
    ...layoutParts,
    said: z.array(z.enum(['direction', 'status'])).exactOptional(),
    dateShape: cleanedText(40).exactOptional(),
  })
  .refine(({kind, columns}) => hasKnownFields(kind, columns), {path: ['columns']});

const fileSchema = z.strictObject({
  format: z.literal(formats.layouts),
  layouts: z.array(layoutSchema).max(mostLayouts),
});

const hasKnownFields = (kind: SourceKind, columns: Readonly<Record<string, string>>): boolean =>
  Object.keys(columns).every(field => fieldsOf(kind).some(each => each === field));

/** Returns the text of a file that takes layouts to another till. Layouts that name an account are left out. */
export function layoutsText(layouts: readonly LearnedLayout[]): string {
  const given = layouts
    .filter(mayBeGiven)
    .map(({kind, name, headingPrint, mapping}) => ({kind, name, headingPrint, ...mapping}));
  return `${JSON.stringify({format: formats.layouts, layouts: given}, undefined, 2)}\n`;
}

/** Returns a file's layouts with cleaned texts. Throws `layouts-not-understood` with the place that this version cannot read. */
export function layoutsIn(text: string, file: string): readonly LearnedLayout[] {
  const json = jsonIn(text);
  if (json === undefined) throw new Problem('layouts-not-understood', {file, place: 'JSON'});
  const {success, data, error} = fileSchema.safeParse(json);
  if (!success) {
    const place = error.issues[0]?.path.map(String).join('.') || 'format';
    throw new Problem('layouts-not-understood', {file, place: cleanText(place, 80)});
  }
  return data.layouts.map(({kind, name, headingPrint, ...mapping}) => ({kind, name, headingPrint, mapping}));
}

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

/** Returns the built-in layout whose headings all occur at the start of a file, for one whose headings were not found. */
export async function shippedLayoutIn(kind: SourceKind, file: string): Promise<ShippedLayout | undefined> {
  const examined = await examine(file, null, () => undefined);
  const words = ` ${plainWords(headText(examined, examined.encoding).text)} `;
  // If headings span several lines, their words are apart.
  return closest(kind, has => has.every(heading => heading.split(' ').every(word => words.includes(` ${word} `))));
}

const closest = (kind: SourceKind, isThere: (has: readonly string[]) => boolean): ShippedLayout | undefined =>
  all()
    .filter(layout => layout.kind === kind && isThere(layout.has.map(plainWords)))
    .sort((a, b) => b.has.length - a.has.length)[0];
