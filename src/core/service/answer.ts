import * as z from 'zod';

/** JSON as it came, with control characters taken out of its texts. */
export type Json = null | boolean | number | string | readonly Json[] | {readonly [name: string]: Json};

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
);

/**
 * What came of one request, as a fact without interpretation; this is what the journal keeps.
 *
 * - `not-sent`: provably no byte of the request reached the service: the socket was still connecting.
 * - `no-answer`: bytes may have left and no whole answer came back.
 * - `answered`: a whole HTTP answer. `body` is its JSON; `text` the first 200 characters where it is not JSON. `doubled`: an
 *   object in it had one member twice with different values, of which `body` has one.
 *
 * `code` is the operating system's or the HTTP parser's word (`ECONNREFUSED`), `phase` the one that timed out.
 * `serverTime` is the `Date` header in epoch milliseconds, for the clock skew; `bytes` the traffic both ways.
 */
export const answerSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({kind: z.literal('not-sent'), code: z.string(), phase: z.string().optional()}),
    z.strictObject({kind: z.literal('no-answer'), code: z.string(), phase: z.string().optional()}),
    z.strictObject({
      kind: z.literal('answered'),
      http: z.number().int(),
      body: json.optional(),
      text: z.string().optional(),
      doubled: z.literal(true).optional(),
      retryAfterSeconds: z.number().optional(),
      serverTime: z.number().optional(),
      bytes: z.number().int().optional(),
    }),
  ]),
);
export type Answer = z.infer<typeof answerSchema>;
