import * as z from 'zod';
import {moneySchema as money, signedMoneySchema as signed} from '../money/schema.js';

const count = z.number().int().nonnegative();
const instant = z.number().int();

/** The money of one currency in the drawer: `pieces` by denomination where it was counted so. */
export const countSchema = z.lazy(() =>
  z.strictObject({...money.shape, pieces: z.array(z.strictObject({minor: count, count}))}),
);
/** What a person counted of one currency; `minor` is the sum. */
export type Count = z.infer<typeof countSchema>;

const tender = z.lazy(() =>
  z.strictObject({
    method: z.enum(['cash', 'mobile-money', 'card', 'subscription']),
    /** As `Tender` has it; words in reports up to version 0.1.0 (`withTenderIds`). */
    channel: z.string(),
    total: money,
    count,
    /** The sum of the fees that the service stated, as exact decimal text, and how many payments had none. */
    fee: z.string(),
    feesUnknown: count,
  }),
);

const line = z.lazy(() => z.strictObject({reference: z.string(), amount: signed, z: count.nullable()}));
const openLine = z.lazy(() =>
  z.strictObject({reference: z.string(), amount: money, status: z.string(), since: instant}),
);

const flow = {sales: count, refunds: count, paidIn: count, paidOut: count, drops: count};

/**
 * The drawer of one currency: the float as it was counted, and what has moved since. What had moved before is in the float,
 * and is `beforeFloat`; reports of the first version have added it to the others. What should be in it is told with what was counted, and to nobody before: whoever counts
 * counts blind.
 */
const drawer = z.lazy(() =>
  z.strictObject({
    currency: z.string(),
    float: count,
    ...flow,
    beforeFloat: z.strictObject(flow).optional(),
    expected: z.number().int().nullable(),
    counted: count.nullable(),
    difference: z.number().int().nullable(),
  }),
);

const firstCount = z.lazy(() => z.strictObject({currency: z.string(), counted: count, difference: z.number().int()}));

/**
 * An X or a Z: everything that the journal knows of a period, in minor units. `number` is the Z's, or of an X that of the
 * Z to come. Its takings are the payments that became paid after `fromSeq` up to `throughSeq`; those sold under an earlier
 * Z are also in `late`. What is still open is listed and never summed.
 */
export const reportSchema = z.lazy(() =>
  z.strictObject({
    kind: z.enum(['x', 'z']),
    number: z.number().int().positive(),
    till: z.string(),
    shop: z.string(),
    profile: z.enum(['sandbox', 'test', 'live']),
    zone: z.string(),
    businessDate: z.string(),
    openedAt: instant.nullable(),
    closedAt: instant,
    shift: z.number().int().positive().nullable(),
    people: z.array(z.string()),
    /** Every till that has a journal in the same home, as `live/K7Q`; absent from reports of the first version. */
    tills: z.array(z.string()).optional(),
    /** Keys by which the till began to sign in the period in place of another, and whether that one signed them. */
    newKeys: z.array(z.strictObject({publicKey: z.string(), isSigned: z.boolean()})).optional(),
    fromSeq: count,
    throughSeq: count,
    /** The hash of the journal's line `throughSeq`. */
    head: z.string(),
    tenders: z.array(tender),
    cashiers: z.array(z.strictObject({person: z.string(), total: money, count})),
    late: z.array(line),
    corrections: z.array(line),
    /** Below zero where the service took back a person’s word of an earlier period. */
    refunds: z.array(
      z.strictObject({
        method: z.enum(['card', 'cash']),
        total: signed,
        done: z.number().int(),
        requested: count,
        failed: count,
      }),
    ),
    inFlight: z.array(openLine),
    unknown: z.array(openLine),
    needsPerson: z.array(openLine),
    drawers: z.array(drawer),
    /** Of an X: drawers that have to be counted before their cash is told; none of it is in any sum of this report. */
    uncounted: z.array(z.strictObject({currency: z.string(), float: count, cashSales: count})).optional(),
    counts: z.strictObject({
      notPaid: count,
      notSent: count,
      setAside: count,
      judgements: count,
      receipts: count,
      copies: count,
      pendingSlips: count,
      drawerOpenings: count,
    }),
    perpetual: z.array(
      z.strictObject({currency: z.string(), sales: count, refunds: count, corrections: z.number().int()}),
    ),
    /** Why the drawer differs, by whom it was accepted; null where nothing had to be said. */
    difference: z.strictObject({note: z.string(), approver: z.string().nullable()}).nullable(),
    /** Where the drawer was counted again, after what should be in it had been told: how often, and what was counted first. */
    recount: z.strictObject({times: count, first: z.array(firstCount)}).optional(),
    /** Open payments that could not be asked about before the close. */
    notAsked: count,
  }),
);
export type Report = z.infer<typeof reportSchema>;
export type ReportLine = z.infer<typeof line>;
export type Drawer = z.infer<typeof drawer>;
export type FirstCount = z.infer<typeof firstCount>;
