import {createHash} from 'node:crypto';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import * as z from 'zod';
import {sourcePath} from '../../store/source-files.js';
import {Problem} from '../core/problem.js';
import type {Inputs} from '../core/reconcile/inputs.js';
import {everyLine, type Reconciliation, reconcile} from '../core/reconcile/reconcile.js';
import {lineJson, reconciliationJson} from '../core/reconcile/reconciliation-json.js';
import type {Import} from '../core/reconcile/records.js';
import {type Mapping, type SourceFile, sourceKinds} from '../core/reconcile/row.js';
import {readSource} from '../sources/source.js';
import type {TillContext} from './context.js';
import {type ReconcileOptions, readInputs} from './reconcile.js';
import type {AnyRow} from './reconcile-sources.js';
import {readZ} from './shift.js';
import {signedZ} from './slips.js';

/**
 * A sealed reconciliation is a text of lines, each JSON: what it is, what was compared but for the rows of files, a copy of
 * each file with how it was read, and the result. Signatures follow, each over the hash of all those lines.
 */
const format = 'duka.sealed-reconciliation/1';
const mostBytes = 512_000_000;

type Sealing = Pick<TillContext, 'settings' | 'state' | 'journal' | 'world' | 'sign'>;

/**
 * Seals the reconciliation of days from what the till keeps: its journal and the files that were imported. The same journal
 * and files give the same bytes but for the signature's. Throws `Problem` as `readReconciliation` does, and file-changed.
 */
export async function sealReconciliation(
  context: Sealing,
  options: Pick<ReconcileOptions, 'days' | 'asOf' | 'journals'>,
  version: string,
): Promise<string> {
  const {till, folder} = context.settings;
  const {providerFiles, payoutFiles, bankFiles, ...inputs} = await readInputs(context, options);
  const files = [...providerFiles, ...payoutFiles, ...bankFiles];
  const result = reconcile({...inputs, providerFiles, payoutFiles, bankFiles});
  const {days, asOf} = inputs;
  const zs = context.state.ledger.zs.filter(({businessDate: date}) => days.from <= date && date <= days.to);
  const signedZs: string[] = [];
  for (const {number} of zs) signedZs.push(await signedZ(context, await readZ(context, number)));
  const lines = [JSON.stringify({format, version, till, days, asOf, zs: signedZs}), JSON.stringify(inputs)];
  for (const file of files) lines.push(JSON.stringify(await sealedFile(folder, file, importOf(context, file))));
  lines.push(wholeJson(result));
  const content = lines.map(line => `${line}\n`).join('');
  return `${content}${await signatureLine(context, content)}`;
}

const importOf = ({state}: Sealing, {kind, sha256}: SourceFile<AnyRow>): Import => {
  const found = state.reconciled.imports.find(each => each.kind === kind && each.sha256 === sha256);
  if (found === undefined) throw new Error('a kept source that was not imported');
  return found;
};

async function sealedFile(
  folder: string,
  {kind, name, sha256, interval, replaces}: SourceFile<AnyRow>,
  {mapping, openedFrom, copySha256, unproved}: Import,
) {
  const content = await readFile(sourcePath(folder, sha256));
  if (hashOf(content) !== (copySha256 ?? sha256)) throw new Problem('file-changed', {file: name});
  const packed = await promisify(gzip)(content);
  return {
    kind,
    name,
    sha256,
    copySha256: hashOf(content),
    openedFrom,
    replaces,
    interval,
    mapping,
    unproved,
    gzip: packed.toString('base64'),
  };
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function signatureLine({sign, settings}: Pick<Sealing, 'sign' | 'settings'>, content: string): Promise<string> {
  const {till} = settings;
  return `${JSON.stringify({signature: await sign({kind: 'seal', content: {till, sha256: hashOf(content)}})})}\n`;
}

/** Signs a sealed reconciliation as well, after it was checked. Throws `Problem` as `checkSealed` does. */
export async function countersign(context: Pick<Sealing, 'sign' | 'settings'>, text: string): Promise<string> {
  return `${text}${await signatureLine(context, partsOf(text, 'file').content)}`;
}

const hash64 = z.string().regex(/^[0-9a-f]{64}$/);
const fileSchema = z.object({
  kind: z.enum(sourceKinds),
  name: z.string(),
  sha256: hash64,
  copySha256: hash64,
  interval: z.object({from: z.string(), to: z.string()}).nullable(),
  replaces: z.array(z.string()).optional(),
  mapping: z.record(z.string(), z.unknown()).nullable(),
  unproved: z.literal(true).optional(),
  gzip: z.string(),
});
type SealedFile = z.infer<typeof fileSchema>;
const headSchema = z.object({
  format: z.literal(format),
  version: z.string(),
  till: z.string(),
  zs: z.array(z.string()),
});

/** What a check of a sealed reconciliation found. `difference` names the first place where it comes out otherwise. */
export type SealCheck = {
  readonly till: string;
  readonly version: string;
  readonly files: readonly {readonly name: string; readonly rows: number; readonly proof: string}[];
  readonly remaining: number;
  readonly difference: string | null;
  /** The texts of the signatures, in their order, and the hash that they have to be of. */
  readonly signatures: readonly string[];
  readonly sha256: string;
};

/**
 * Makes a sealed reconciliation again from what is in it: reads its files anew, compares, and holds the result against the
 * one that was sealed, byte by byte. Throws the `Problem` `file-damaged` for what is no sealed reconciliation.
 */
export async function checkSealed(text: string, file: string): Promise<SealCheck> {
  const {head, inputs, files, result, signatures, content} = partsOf(text, file);
  const folder = await mkdtemp(join(tmpdir(), 'duka-sealed-'));
  try {
    const read: {readonly source: SourceFile<AnyRow>; readonly proof: string}[] = [];
    const told = () => ({
      till: head.till,
      version: head.version,
      files: read.map(({source, proof}) => ({name: source.name, rows: source.rows.length, proof})),
      remaining: Number(JSON.parse(result).totals?.remaining ?? 0),
      signatures,
      sha256: hashOf(content),
    });
    for (const [at, each] of files.entries()) {
      const found = await readSealed(each, join(folder, String(at)));
      if (found === undefined) return {...told(), difference: each.name};
      read.push(found);
    }
    const of = <Row>(kind: SealedFile['kind']) =>
      read.map(({source}) => source).filter(source => source.kind === kind) as unknown as SourceFile<Row>[];
    const now = resultOf({
      ...inputs,
      providerFiles: of('provider'),
      payoutFiles: of('payout'),
      bankFiles: of('bank'),
    });
    if (now === undefined) throw new Problem('file-damaged', {file});
    return {
      ...told(),
      difference: now === result ? null : firstDifference(JSON.parse(result), JSON.parse(now), 'result'),
    };
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

const wholeJson = (result: Reconciliation): string =>
  JSON.stringify(reconciliationJson(result, Array.from(everyLine(result), lineJson)));

/** The result of what somebody wrote into a file; nothing where nothing can be made of it. */
function resultOf(inputs: Inputs): string | undefined {
  try {
    const result = reconcile(inputs);
    return wholeJson(result);
  } catch {
    return undefined;
  }
}

/** The file as it is read today; nothing where its copy is not the one that it says it is. */
async function readSealed(
  {kind, name, sha256, copySha256, replaces, interval, mapping, unproved, gzip: packed}: SealedFile,
  path: string,
) {
  const content = await promisify<Buffer, {maxOutputLength: number}, Buffer>(gunzip)(Buffer.from(packed, 'base64'), {
    maxOutputLength: mostBytes,
  }).catch(() => undefined);
  if (content === undefined || hashOf(content) !== copySha256) return undefined;
  await writeFile(path, content, {mode: 0o600});
  const {source, proof} = await readSource(kind, path, {
    ...(mapping === null ? {} : {mapping: {said: [], ...(mapping as Mapping)}}),
    ...(interval === null ? {} : {interval}),
    isUnproved: unproved,
  });
  return {source: {...source, sha256, name, ...(replaces && {replaces})} as SourceFile<AnyRow>, proof: proof.by};
}

type Parts = {
  readonly head: z.infer<typeof headSchema>;
  readonly inputs: Omit<Inputs, 'providerFiles' | 'payoutFiles' | 'bankFiles'>;
  readonly files: readonly SealedFile[];
  readonly result: string;
  readonly signatures: readonly string[];
  readonly content: string;
};

function partsOf(text: string, file: string): Parts {
  try {
    const lines = text.split('\n').slice(0, -1);
    const isSignature = (line: string) => line.startsWith('{"signature":');
    const signed = lines.filter(line => !isSignature(line));
    const [head = '', inputs = '', ...rest] = signed;
    return {
      head: headSchema.parse(JSON.parse(head)),
      inputs: JSON.parse(inputs) as Parts['inputs'],
      files: rest.slice(0, -1).map(line => fileSchema.parse(JSON.parse(line))),
      result: rest.at(-1) ?? '',
      signatures: lines.filter(isSignature).map(line => String(JSON.parse(line).signature)),
      content: signed.map(line => `${line}\n`).join(''),
    };
  } catch {
    throw new Problem('file-damaged', {file});
  }
}

/** The way to the first member in which two values differ. */
function firstDifference(a: unknown, b: unknown, at: string): string {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return at;
  const [ofA, ofB] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const name = Object.keys({...ofA, ...ofB}).find(each => JSON.stringify(ofA[each]) !== JSON.stringify(ofB[each]));
  return name === undefined ? at : firstDifference(ofA[name], ofB[name], `${at}.${name}`);
}
