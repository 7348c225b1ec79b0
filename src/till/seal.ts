import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {mkdtemp, readFile, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {pipeline} from 'node:stream';
import {createGzip} from 'node:zlib';
import {sourcePath} from '../../store/source-files.js';
import {formats} from '../core/events/formats.js';
import {Problem} from '../core/problem.js';
import type {Import} from '../core/reconcile/records/records.js';
import {everyLine, type Reconciliation, reconcile} from '../core/reconcile/result/reconcile.js';
import type {Inputs} from '../core/reconcile/rows/inputs.js';
import type {SourceFile} from '../core/reconcile/rows/row.js';
import {lineJson, reconciliationJson} from '../core/reconcile/shown/reconciliation-json.js';
import {jsonIn} from '../core/text/json.js';
import {inParts} from '../core/text/text.js';
import {readSeal} from '../print/signature.js';
import {readSource} from '../sources/source.js';
import type {TillContext} from './context.js';
import {type Comparing, type Read, type ReconcileOptions, readInputs, withInputs} from './reconcile.js';
import {type AnyRow, copyRead, type SourceCopy} from './reconcile-sources.js';
import {holds, sealedLines, takeApart, unpacked} from './sealed-file.js';
import {readZ} from './shift.js';
import {signedZ} from './slips.js';

/*
 * A sealed reconciliation is a text of lines, each of them JSON: the head, the inputs except for the rows of files, a copy of each file
 * with how it was read, and the result. Signatures follow, each over the hash of all those lines.
 */

/** The most bytes of a copy, as of every text that is read. */
const mostBytes = 750_000_000;

type Sealing = Pick<TillContext, 'settings' | 'state' | 'journal' | 'world' | 'sign'>;

/** What is sealed: a reconciliation of these inputs, with a copy of each file, signed by whoever vouches for it. */
type Unsealed = {
  readonly head: {readonly version: string; readonly till: string; readonly office?: string};
  readonly zs: readonly string[];
  readonly inputs: Inputs;
  readonly copyOf: (file: SourceFile<AnyRow>) => SourceCopy | Promise<SourceCopy>;
  readonly sign: (sha256: string) => Promise<string> | string;
};

/** The text comes in pieces, because a copy or the result may be longer than the longest string. Throws `Problem` file-changed. */
async function* sealed({head, zs, inputs, copyOf, sign}: Unsealed): AsyncGenerator<string> {
  const {providerFiles, payoutFiles, bankFiles, ...others} = inputs;
  const {days, asOf} = inputs;
  async function* pieces() {
    yield `${JSON.stringify({format: formats.reconciliation, ...head, days, asOf, zs})}\n`;
    yield `${JSON.stringify(others)}\n`;
    for (const file of [...providerFiles, ...payoutFiles, ...bankFiles]) yield* fileLine(file, await copyOf(file));
    yield* inParts(resultTexts(reconcile(inputs)), partLength);
    yield '\n';
  }
  const hash = createHash('sha256');
  for await (const piece of pieces()) {
    hash.update(piece);
    yield piece;
  }
  yield signatureLine(await sign(hash.digest('hex')));
}

/**
 * Seals the reconciliation of days from what the till keeps: its journal and the imported files. The same journal and files give the same
 * bytes, except for the signature. Throws `Problem` as `readInputs` does; while the pieces are read, throws file-changed.
 */
export async function sealReconciliation(
  context: Sealing,
  options: Pick<ReconcileOptions, 'days' | 'asOf' | 'journals'>,
  version: string,
): Promise<AsyncIterable<string>> {
  const {till, folder} = context.settings;
  const inputs = await readInputs(context, options);
  const {from, to} = inputs.days;
  const zs: string[] = [];
  for (const {number, businessDate} of context.state.ledger.zs)
    if (from <= businessDate && businessDate <= to) zs.push(await signedZ(context, await readZ(context, number)));
  const copyOf = (file: SourceFile<AnyRow>): SourceCopy => {
    const {copySha256 = file.sha256, ...understood} = importOf(context, file);
    return {...understood, copySha256, bytes: createReadStream(sourcePath(folder, file.sha256))};
  };
  return sealed({head: {version, till}, zs, inputs, copyOf, sign: sha256 => signedBy(context, sha256)});
}

/** Seals the reconciliation of the books of others with the given files, in the name of their office, while `write` takes the pieces. */
export const sealBooks = (
  comparing: Comparing,
  options: ReconcileOptions,
  by: Pick<Unsealed, 'head' | 'sign'>,
  write: (pieces: AsyncIterable<string>) => Promise<void>,
): Promise<void> =>
  withInputs(comparing, {...options, isWhole: true}, (inputs, read) => {
    const copyOf = async (file: SourceFile<AnyRow>) =>
      copyRead(read.find(({source}) => source.source === file) as Read);
    return write(sealed({...by, zs: [], inputs, copyOf}));
  });

const importOf = ({state}: Sealing, {kind, sha256}: SourceFile<AnyRow>): Import => {
  const found = state.reconciled.imports.find(each => each.kind === kind && each.sha256 === sha256);
  if (found === undefined) throw new Error('a kept source that was not imported');
  return found;
};

async function* fileLine(
  {kind, name, sha256, interval, replaces}: SourceFile<AnyRow>,
  {bytes, copySha256, openedFrom, mapping, unproved}: SourceCopy,
): AsyncGenerator<string> {
  const line = {kind, name, sha256, copySha256, openedFrom, replaces, interval, mapping, unproved};
  yield `${JSON.stringify(line).slice(0, -1)},"gzip":"`;
  const hash = createHash('sha256');
  const packing = pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createGzip(),
    () => undefined, // errors are thrown where the pieces are read
  );
  let rest = Buffer.alloc(0);
  for await (const chunk of packing) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const groups = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, groups);
    rest = bytes.subarray(groups);
  }
  if (hash.digest('hex') !== copySha256) throw new Problem('file-changed', {file: name});
  yield `${rest.toString('base64')}"}\n`;
}

const signedBy = ({sign, settings}: Pick<Sealing, 'sign' | 'settings'>, sha256: string): Promise<string> =>
  sign({kind: 'seal', content: {till: settings.till, sha256}});
const signatureLine = (signature: string): string => `${JSON.stringify({signature})}\n`;

/** Adds a signature to a sealed reconciliation that was checked and has this hash. */
export async function countersign(
  context: Pick<Sealing, 'sign' | 'settings'>,
  path: string,
  {sha256}: Pick<SealCheck, 'sha256'>,
): Promise<AsyncIterable<string>> {
  async function* pieces() {
    yield* createReadStream(path, {encoding: 'utf8'}) as AsyncIterable<string>;
    yield signatureLine(await signedBy(context, sha256));
  }
  return pieces();
}

/**
 * The result of checking a sealed reconciliation. `remaining` is counted in the repeated result; null if a file was not the one that was
 * sealed, so that there is none. `difference` names the first place where the result differs; null if nothing does.
 */
export type SealCheck = {
  readonly till: string;
  /** The public key of the office that has sealed it; null if a till has. */
  readonly office: string | null;
  readonly version: string;
  readonly files: readonly {readonly name: string; readonly rows: number; readonly proof: string}[];
  readonly remaining: number | null;
  readonly difference: string | null;
  /** The texts of the signatures, in their order, and the hash that they must be of. */
  readonly signatures: readonly string[];
  readonly sha256: string;
};

/** Repeats a sealed reconciliation from its own files and compares byte by byte. Throws `Problem` file-damaged for none. */
export async function checkSealed(path: string): Promise<SealCheck> {
  const file = basename(path);
  const folder = await mkdtemp(join(tmpdir(), 'duka-sealed-'));
  try {
    const {head, inputs, files, result, signatures, sha256} = await partsOf(path, folder).catch(error => {
      // The operating system has its own name for what is wrong.
      throw error instanceof Error && 'code' in error ? error : new Problem('file-damaged', {file});
    });
    const read: {readonly source: SourceFile<AnyRow>; readonly proof: string}[] = [];
    const sealFacts = () => ({
      till: head.till,
      office: head.office ?? null,
      version: head.version,
      files: read.map(({source, proof}) => ({name: source.name, rows: source.rows.length, proof})),
      signatures,
      sha256,
    });
    for (const [at, each] of files.entries()) {
      const found = await readSealed(each, join(folder, String(at)));
      if (found === undefined) return {...sealFacts(), remaining: null, difference: each.name};
      read.push(found);
    }
    const of = <Row>(kind: SealedFile['kind']) =>
      read.map(({source}) => source).filter(source => source.kind === kind) as unknown as SourceFile<Row>[];
    const now = resultOf({...inputs, providerFiles: of('provider'), payoutFiles: of('payout'), bankFiles: of('bank')});
    if (now === undefined) throw new Problem('file-damaged', {file});
    const isSame = await holds(result, inParts(resultTexts(now), partLength));
    const {remaining} = now.totals;
    return {...sealFacts(), remaining, difference: isSame ? null : await differenceOf(result, now)};
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

function* resultTexts(result: Reconciliation): Generator<string> {
  const members = Object.entries(reconciliationJson(result, [])).filter(([, value]) => value !== undefined);
  for (const [at, [name, value]] of members.entries()) {
    yield `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    if (name !== 'lines') yield JSON.stringify(value);
    else {
      let mark = '[';
      for (const line of everyLine(result)) {
        yield `${mark}${JSON.stringify(lineJson(line))}`;
        mark = ',';
      }
      yield mark === '[' ? '[]' : ']';
    }
  }
  yield '}';
}

const partLength = 1_048_576;

/** For larger results, the check says only that they differ, not where. */
const mostCompared = 200_000_000;

async function differenceOf(path: string, now: Reconciliation): Promise<string> {
  const {size} = await stat(path);
  if (size > mostCompared || now.lines.length > mostCompared / 1000) return 'result';
  const texts = Array.from(resultTexts(now)).join('');
  return firstDifference(jsonIn(await readFile(path, 'utf8')), jsonIn(texts), 'result');
}

/** The result of inputs that anybody may have written into a file; undefined if none can be made of them. */
function resultOf(inputs: Inputs): Reconciliation | undefined {
  try {
    return reconcile(inputs);
  } catch {
    return undefined;
  }
}

/** The file as it is read today, of the days that it was sealed with; undefined if its copy is not the one that it claims to be. */
async function readSealed(
  {kind, name, sha256, copySha256, replaces, interval, mapping, unproved, packed}: SealedFile,
  path: string,
) {
  if ((await unpacked(packed, path, mostBytes)) !== copySha256) return undefined;
  const {source, proof} = await readSource(kind, path, {
    ...(mapping === null ? {} : {mapping: {said: [], ...mapping}}),
    ...(interval === null ? {} : {interval}),
    isUnproved: unproved,
  });
  return {
    source: {...source, sha256, name, interval, ...(replaces && {replaces})} as SourceFile<AnyRow>,
    proof: proof.by,
  };
}

/** Throws if the file is no sealed reconciliation. */
async function partsOf(path: string, folder: string) {
  const {inputs, files, result, sha256, ...taken} = await takeApart(path, folder);
  const head = sealedLines.head.parse(jsonIn(taken.head));
  const signatures = taken.signatures.map(line => sealedLines.signature.parse(jsonIn(line)).signature);
  const sealer = readSeal(signatures[0] ?? '', '')?.claim;
  if (sealer?.till !== head.till || sealer.office !== head.office) throw new Error('not signed by whom it names');
  return {
    head,
    inputs: sealedLines.inputs.parse(jsonIn(inputs)),
    files: files.map(({facts, packed}) => ({...sealedLines.file.parse(jsonIn(facts)), packed})),
    result,
    signatures,
    sha256,
  };
}

type SealedFile = Awaited<ReturnType<typeof partsOf>>['files'][number];

/** The path to the first member in which two values differ. */
function firstDifference(a: unknown, b: unknown, at: string): string {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return at;
  const [ofA, ofB] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const name = Object.keys({...ofA, ...ofB}).find(each => JSON.stringify(ofA[each]) !== JSON.stringify(ofB[each]));
  return name === undefined ? at : firstDifference(ofA[name], ofB[name], `${at}.${name}`);
}
