import * as z from 'zod';
import {formats} from '../core/events/formats.js';
import {currencies} from '../core/money/money.js';
import {paymentStatuses} from '../core/payment/payment.js';
import {refundMethods, refundStatuses} from '../core/payment/refund.js';
import type {Inputs} from '../core/reconcile/rows/inputs.js';
import {dateOrders, sourceKinds} from '../core/reconcile/rows/row.js';

/** What a sealed reconciliation holds of its inputs: everything except the rows, which are read again from the copies of the files. */
type SealedInputs = Omit<Inputs, 'providerFiles' | 'payoutFiles' | 'bankFiles' | 'settled'>;

const text = z.string();
const count = z.int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const days = z.object({from: z.iso.date(), to: z.iso.date()});
const profile = z.enum(['sandbox', 'test', 'live']);
const money = z.object({currency: z.enum(currencies), minor: z.int()});
const amounts = z.record(text, text);

const refund = z.object({
  number: count,
  method: z.enum(refundMethods),
  amount: money,
  status: z.enum(refundStatuses),
  businessDate: text,
  serviceReference: text.nullable(),
});

const payment = z.object({
  reference: text,
  providerReference: text,
  till: text,
  method: z.enum(['mobile-money', 'card', 'cash', 'subscription', 'account']),
  status: z.enum(paymentStatuses),
  amount: money,
  requestedAt: z.number(),
  businessDate: text,
  z: count.nullable(),
  isLate: z.boolean(),
  wasPaid: z.boolean(),
  fee: text.nullable(),
  record: z.object({status: text, amount: text.exactOptional(), currency: text.exactOptional()}).nullable(),
  payer: text.nullable(),
  digits: text,
  refunds: z.array(refund),
  answer: z.object({seq: count, rule: text}).nullable(),
  skewSeconds: z.number().nullable(),
  profile: profile.nullable(),
});

const said = {who: text, when: text};
const settings = z.object({
  providerZone: text.nullable(),
  feeTolerance: amounts,
  bankTolerance: amounts,
  tariffs: z.array(
    z.object({
      method: payment.shape.method,
      currency: text,
      basisPoints: z.number().nonnegative(),
      fixed: text,
    }),
  ),
  settlementDays: count,
  holidays: z.array(text),
  clockToleranceSeconds: z.number().nonnegative(),
  timeToleranceMinutes: z.number().nonnegative(),
  statusWords: z.record(text, z.enum(['paid', 'failed', 'reversed', 'open', 'unknown'])),
});

/**
 * The lines of a sealed reconciliation. Anybody may have written them, so that nothing in them is believed to be what its name says before
 * it has this form. Members that this version does not know are dropped.
 */
export const sealedLines = {
  head: z.object({format: z.literal(formats.reconciliation), version: text, till: text, zs: z.array(text)}),
  inputs: z.object({
    days,
    asOf: z.number(),
    zone: text,
    profile,
    payments: z.array(payment),
    tills: z.object({loaded: z.array(text), missing: z.array(text)}),
    live: z.object({asked: count, unanswered: z.array(text)}).nullable(),
    chains: z.array(z.object({till: text, state: z.enum(['whole', 'gap', 'broken']), seq: count.nullable()})),
    accepted: z.array(z.object({key: text, ...said, note: text, text: text.exactOptional()})),
    matches: z.array(
      z.object({
        key: text,
        reference: text,
        keys: z.array(text).exactOptional(),
        references: z.array(text).exactOptional(),
        ...said,
      }),
    ),
    rules: z
      .array(
        z.object({
          text,
          amount: text.nullable(),
          tolerance: text.nullable(),
          account: text.nullable(),
          split: z.literal(true).exactOptional(),
          ...said,
          learned: count.exactOptional(),
        }),
      )
      .exactOptional(),
    carried: z.array(z.object({key: text, firstSeen: text, text: text.exactOptional(), on: text.exactOptional()})),
    settings,
  }) satisfies z.ZodType<SealedInputs>,
  file: z.object({
    kind: z.enum(sourceKinds),
    name: text,
    sha256: hash,
    copySha256: hash,
    interval: days.nullable(),
    replaces: z.array(text).exactOptional(),
    mapping: z
      .object({
        encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
        separator: z.enum([',', ';', '\t', '|']),
        decimalMark: z.enum(['.', ',']).nullable(),
        dateOrder: z.enum(dateOrders).nullable(),
        columns: z.record(text, text),
        currency: text.nullable(),
        said: z.array(z.enum(['direction', 'status'])).exactOptional(),
        dateShape: text.exactOptional(),
      })
      .nullable(),
    unproved: z.literal(true).exactOptional(),
  }),
  signature: z.object({signature: text}),
};
