import {createHash} from 'node:crypto';
import {createReadStream, createWriteStream} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {createGunzip} from 'node:zlib';
import * as z from 'zod';
import {formats} from '../core/events/formats.js';
import {method} from '../core/payment/schema.js';
import {acceptanceSpec, matchSpec} from '../core/reconcile/rows/discrepancy.js';
import {carriedSpec, type Inputs} from '../core/reconcile/rows/inputs.js';
import {localPayment} from '../core/reconcile/rows/local.js';
import {mappingSpec, sourceKinds} from '../core/reconcile/rows/row.js';
import {ruleSpec} from '../core/reconcile/rows/rules.js';
import {isValid} from '../core/spec/check.js';
import type {Spec} from '../core/spec/spec.js';

/** What a sealed reconciliation holds of its inputs: everything except the rows, which are read again from the copies of the files. */
type SealedInputs = Omit<Inputs, 'providerFiles' | 'payoutFiles' | 'bankFiles' | 'settled'>;

const text = z.string();
const count = z.int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const days = z.object({from: z.iso.date(), to: z.iso.date()});
const profile = z.enum(['sandbox', 'test', 'live']);
const amounts = z.record(text, text);

/** What the journal also records, and so has a specification. */
const recorded = <T>(spec: Spec<T>) => z.custom<T>(isValid(spec));

const settings = z.object({
  providerZone: text.nullable(),
  feeTolerance: amounts,
  bankTolerance: amounts,
  tariffs: z.array(
    z.object({method: recorded(method), currency: text, basisPoints: z.number().nonnegative(), fixed: text}),
  ),
  settlementDays: count,
  holidays: z.array(text),
  clockToleranceSeconds: z.number().nonnegative(),
  timeToleranceMinutes: z.number().nonnegative(),
  statusWords: z.record(text, z.enum(['paid', 'failed', 'reversed', 'open', 'unknown'])),
});

/** The lines of a sealed reconciliation, which anybody may have written. Members that this version does not know do not count. */
export const sealedLines = {
  head: z.object({
    format: z.literal(formats.reconciliation),
    version: text,
    till: text,
    office: text.optional(),
    zs: z.array(text),
  }),
  inputs: z.object({
    days,
    asOf: z.number(),
    zone: text,
    profile,
    payments: z.array(recorded(localPayment)),
    tills: z.object({loaded: z.array(text), missing: z.array(text)}),
    live: z.object({asked: count, unanswered: z.array(text)}).nullable(),
    chains: z.array(z.object({till: text, state: z.enum(['whole', 'gap', 'broken']), seq: count.nullable()})),
    accepted: z.array(recorded(acceptanceSpec)),
    matches: z.array(recorded(matchSpec)),
    rules: z.array(recorded(ruleSpec)).exactOptional(),
    carried: z.array(recorded(carriedSpec)),
    settings,
  }) satisfies z.ZodType<SealedInputs>,
  file: z.object({
    kind: z.enum(sourceKinds),
    name: text,
    sha256: hash,
    copySha256: hash,
    interval: days.nullable(),
    replaces: z.array(text).exactOptional(),
    mapping: recorded(mappingSpec).nullable(),
    unproved: z.literal(true).exactOptional(),
  }),
  signature: z.object({signature: text}),
};

/** The parts of a sealed reconciliation. Those that may be long are in files of a folder. */
type SealedParts = {
  readonly head: string;
  readonly inputs: string;
  /** The facts of each file line without the copy, and the path of the copy, still compressed. */
  readonly files: readonly {readonly facts: string; readonly packed: string}[];
  readonly result: string;
  readonly signatures: readonly string[];
  /** The SHA-256 of all lines except the signatures. */
  readonly sha256: string;
};

const copyBegins = ',"gzip":"';
const copyEnds = '"}';
const [fileBegins, signatureBegins] = ['{"kind":', '{"signature":'];
const longestBeginning = Math.max(fileBegins.length, signatureBegins.length);
/** More than a head, a signature or the facts of a file ever have, in characters. */
const mostHeld = 4_000_000;

/** Reads a sealed reconciliation piece by piece; long parts are written into `folder`. Throws for another form. */
export async function takeApart(path: string, folder: string): Promise<SealedParts> {
  const held: string[] = [];
  const files: {facts: string; packed: string}[] = [];
  const signatures: string[] = [];
  const hash = createHash('sha256');
  let result: string | null = null;
  for await (const line of linesOf(path)) {
    const {beginning, rest} = line;
    const hashed = beginning.startsWith(signatureBegins) ? undefined : hash;
    hashed?.update(beginning);
    if (hashed === undefined) signatures.push(beginning + (await whole(rest, hashed)));
    else if (held.length < 2)
      held.push(beginning + (await whole(rest, hashed, held.length === 0 ? mostHeld : Infinity)));
    else if (result !== null) throw new Error('a line behind the result');
    else if (beginning.startsWith(fileBegins))
      files.push(await fileLine(beginning, rest, {hash, to: join(folder, `${files.length}.gz`)}));
    else {
      result = join(folder, 'result');
      await writtenTo(result, async handle => {
        await handle.write(beginning);
        for await (const piece of rest) {
          hash.update(piece);
          await handle.write(piece);
        }
      });
    }
    hashed?.update('\n');
  }
  if (result === null) throw new Error('no result');
  const [head = '', inputs = ''] = held;
  return {head, inputs, files, result, signatures, sha256: hash.digest('hex')};
}

type Line = {readonly beginning: string; readonly rest: AsyncIterable<string>};

/** Yields each line as it is read. The rest of a line must be read before the next line. Throws if the last line has no end. */
async function* linesOf(path: string): AsyncGenerator<Line> {
  const pieces = createReadStream(path, {encoding: 'utf8', highWaterMark: 1_048_576})[Symbol.asyncIterator]();
  let text = '';
  const more = async (): Promise<boolean> => {
    const {done, value} = await pieces.next();
    if (done !== true) text += String(value);
    return done !== true;
  };
  for (;;) {
    while (text.length < longestBeginning && !text.includes('\n') && (await more()));
    if (text === '') return;
    const cut = Math.min(longestBeginning, text.includes('\n') ? text.indexOf('\n') : Infinity);
    const beginning = text.slice(0, cut);
    text = text.slice(cut);
    yield {
      beginning,
      rest: (async function* () {
        for (;;) {
          const end = text.indexOf('\n');
          const piece = end === -1 ? text : text.slice(0, end);
          text = end === -1 ? '' : text.slice(end + 1);
          if (piece !== '') yield piece;
          if (end !== -1) return;
          if (!(await more())) throw new Error('a line without an end');
        }
      })(),
    };
  }
}

async function whole(
  pieces: AsyncIterable<string>,
  hash: ReturnType<typeof createHash> | undefined,
  most = mostHeld,
): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    hash?.update(piece);
    text += piece;
    if (text.length > most) throw new Error('a line that is too long');
  }
  return text;
}

async function fileLine(
  beginning: string,
  rest: AsyncIterable<string>,
  {hash, to}: {readonly hash: ReturnType<typeof createHash>; readonly to: string},
) {
  let facts = beginning;
  let copy: string | undefined;
  await writtenTo(to, async handle => {
    for await (const piece of rest) {
      hash.update(piece);
      if (copy === undefined) {
        facts += piece;
        const at = facts.indexOf(copyBegins);
        if (at === -1 && facts.length > mostHeld) throw new Error('a file without a copy');
        if (at === -1) continue;
        copy = facts.slice(at + copyBegins.length);
        facts = `${facts.slice(0, at)}}`;
      } else copy += piece;
      // Keeps back what may be the end of the line, and writes complete groups of four characters.
      const usable = Math.max(0, copy.length - copyEnds.length);
      const groups = usable - (usable % 4);
      await handle.write(Buffer.from(copy.slice(0, groups), 'base64'));
      copy = copy.slice(groups);
    }
    if (copy?.endsWith(copyEnds) !== true) throw new Error('a copy without an end');
    await handle.write(Buffer.from(copy.slice(0, -copyEnds.length), 'base64'));
  });
  return {facts, packed: to};
}

async function writtenTo(path: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await write(handle);
  } finally {
    await handle.close();
  }
}

/** Decompresses a copy and returns the SHA-256 of its bytes, in hexadecimal; undefined if it is damaged or has more than `most` bytes. */
export async function unpacked(packed: string, path: string, most: number): Promise<string | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(packed),
      createGunzip(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > most) throw new RangeError('more than a till reads');
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, {mode: 0o600, flags: 'wx'}),
    );
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

/** Whether a file consists of exactly these texts, one after the other. */
export async function holds(path: string, texts: Iterable<string>): Promise<boolean> {
  const handle = await open(path);
  try {
    let at = 0;
    for (const text of texts) {
      const wanted = Buffer.from(text);
      const found = Buffer.alloc(wanted.length);
      const {bytesRead} = await handle.read(found, 0, wanted.length, at);
      if (bytesRead !== wanted.length || !found.equals(wanted)) return false;
      at += wanted.length;
    }
    return at === (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
