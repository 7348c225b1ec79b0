import * as z from 'zod';
import {exportSchemaName} from '../../src/commands/export/json-lines.js';
import {type LineColumn, lineKinds, type ofLineColumns} from '../../src/commands/export/lines.js';

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The first line: what the export covers, the hash of the journal's last line, and how many lines follow. */
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

const soldLineSchema = z.lazy(() =>
  z.strictObject({
    line: z.number().int().positive(),
    kind: z.enum(['item', 'text', 'tip', 'sum']),
    code: text,
    name: z.string(),
    group: text,
    unit: text,
    quantity: figure,
    unit_price: figure,
    list_price: figure,
    discount: figure,
    reason: text,
    tax_rate: figure,
    tax_included: z.enum(['true', 'false']).nullable(),
    net: figure,
    tax: figure,
    amount: figure,
  } satisfies Record<(typeof ofLineColumns)[number], z.ZodType>),
);

/** Every other line: the columns of the CSV by their names. Amounts are exact decimal texts in major units. */
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
    tender: z.enum(['cash', 'mobile-money', 'card', 'subscription', 'account']).nullable(),
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
    rounding: figure,
    account: number,
    /** For a payment that completed a ticket, what was sold; for a refund, the lines that it names, negative. */
    sold: z.array(soldLineSchema).nullable(),
  } satisfies Record<LineColumn | 'sold', z.ZodType>),
);
