import * as z from 'zod';
import {jsonIn} from '../core/text/json.js';

/**
 * What the till's process reports to the process that will kill it, one line of JSON each. Each line is written before the next action, so
 * what was reported was done, and what was acknowledged was on the disk.
 */
const stages = [
  'deciding',
  'decided',
  'heard',
  'answered',
  'coding',
  'coded',
  'left',
  'refunding',
  'refunded',
] as const;

/** The stage of the present sale. `heard`: bytes came from the service and are not recorded yet. */
export type Stage = (typeof stages)[number];

const practiceMessage = z.discriminatedUnion('what', [
  z.strictObject({what: z.literal('opened')}),
  /** The till has asked about everything that was open. */
  z.strictObject({what: z.literal('found-out')}),
  z.strictObject({what: z.literal('stage'), stage: z.enum(stages), tag: z.string()}),
  /** A state that the till could have shown, with the last line of the journal at that time. */
  z.strictObject({
    what: z.literal('acknowledged'),
    reference: z.string(),
    status: z.string(),
    refunds: z.array(z.string()),
    seq: z.number(),
    head: z.string(),
  }),
  z.strictObject({what: z.literal('sold-out')}),
]);
export type PracticeMessage = z.infer<typeof practiceMessage>;
export type Acknowledged = Extract<PracticeMessage, {what: 'acknowledged'}>;

/** The message in a line; undefined for any other line. */
export function readPracticeMessage(line: string): PracticeMessage | undefined {
  return practiceMessage.safeParse(jsonIn(line)).data;
}

/** The arguments of the till's process. `ahead` is how many milliseconds its clock is ahead of this machine's. */
export const orderSchema = z.strictObject({seed: z.string(), round: z.number().int(), ahead: z.number()});
export type TillOrder = z.infer<typeof orderSchema>;

/** If this is its whole input, the till begins to sell; with any other input it closes. */
export const sellWord = 'sell';

/** How the folder's name begins. The till's process sells nowhere else. */
export const folderPrefix = 'selftest-';
