import * as z from 'zod';

/**
 * What the till's process tells the one that is going to kill it, a line of JSON each. A line is written before the next
 * thing is done, so what was told was done, and what was acknowledged was on the disk.
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

/** Where the sale in front stands: `heard` when bytes came from the service, before they are written down. */
export type Stage = (typeof stages)[number];

const practiceMessage = z.discriminatedUnion('what', [
  z.strictObject({what: z.literal('opened')}),
  /** Everything that was open has been asked about. */
  z.strictObject({what: z.literal('found-out')}),
  z.strictObject({what: z.literal('stage'), stage: z.enum(stages), tag: z.string()}),
  /** A state that a face could have shown, with the last line of the journal at that time. */
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

/** Undefined for a line that is none of ours. */
export function readPracticeMessage(line: string): PracticeMessage | undefined {
  try {
    return practiceMessage.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** What the till's process is begun with. `ahead` is how many milliseconds its clock is ahead of this machine's. */
export const orderSchema = z.strictObject({seed: z.string(), round: z.number().int(), ahead: z.number()});
export type TillOrder = z.infer<typeof orderSchema>;

/** The word at the end of whose input the till begins to sell; at any other it closes. */
export const sellWord = 'sell';

/** The folder's name begins with it; nowhere else does the till's process sell. */
export const folderPrefix = 'selftest-';
