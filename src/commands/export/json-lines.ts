import * as z from 'zod';
import {cleanText} from '../../core/text/text.js';
import {jsonText} from '../../session/print.js';
import type {Book} from './book.js';
import {type LineColumn, lineColumns, lineKinds} from './lines.js';

/** Changed whenever a member is taken away or means something else. */
export const exportSchemaName = 'duka.export/1';

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The first line: what the export is of, the hash of the journal's last line, and how many lines follow. */
export const exportHeaderSchema = z.lazy(() =>
  z.strictObject({
    schema: z.literal(exportSchemaName),
    shop: z.string(),
    till: z.string(),
    profile: z.enum(['sandbox', 'test', 'live']),
    from: day,
    to: day,
    zone: z.string(),
    head: sha256,
    lines: z.number().int().nonnegative(),
  }),
);

const text = z.string().nullable();
const figure = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .nullable();
const number = z.number().int().nullable();
const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  .nullable();

/** Every other line: the columns of the CSV by their names; figures are exact decimal texts in major units. */
export const exportLineSchema = z.lazy(() =>
  z.strictObject({
    kind: z.enum(lineKinds),
    business_date: day,
    z_no: number,
    till: z.string(),
    cashier: text,
    seq: number,
    reference: text,
    sale: text,
    provider_ref: text,
    tender: z.enum(['cash', 'mobile-money', 'card', 'subscription']).nullable(),
    operator: text,
    country: text,
    currency: z.string().regex(/^[A-Z]{3}$/),
    gross: figure,
    fee: figure,
    net: figure,
    status: text,
    status_source: z.enum(['drawer', 'person', 'till', 'service']).nullable(),
    created: instant,
    final: instant,
    payer_masked: text,
    reason: text,
  } satisfies Record<LineColumn, z.ZodType>),
);

/** The book as JSON Lines. */
export function jsonLines({about, lines}: Book): string {
  const header = {schema: exportSchemaName, ...about, lines: lines.rows.length};
  const rows = lines.rows.map(row =>
    Object.fromEntries(
      lineColumns.map(column => [column, typeof row[column] === 'string' ? cleanText(row[column]) : row[column]]),
    ),
  );
  return [header, ...rows].map(line => `${jsonText(line)}\n`).join('');
}
