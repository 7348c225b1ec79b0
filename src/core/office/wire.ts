import * as z from 'zod';
import type {ListKind} from '../staff/signed-list.js';
import {type OfficeAnswer, requestRefusals} from './accept.js';
import {uploadFlaws} from './chain.js';
import type {SignedNote} from './checkpoint.js';

/** An answer as it is sent: the HTTP status, and the members of its JSON body. */
type WireAnswer = {readonly status: number; readonly body: Readonly<Record<string, unknown>>};

/** What a till is told besides the answer. None of it concerns a payment: an office never makes a till call the service. */
export type Beside = {
  readonly checkpoint?: SignedNote | undefined;
  /** How long to wait before the next question, in milliseconds. */
  readonly waitMs?: number | undefined;
  /** The newest versions of the lists that the office has for the till. */
  readonly lists?: ListVersions | undefined;
};
export type ListVersions = Readonly<Partial<Record<ListKind, number | undefined>>>;

export function wireAnswer(answer: OfficeAnswer, beside: Beside = {}): WireAnswer {
  switch (answer.kind) {
    case 'position': {
      const {position, branches, isKnown} = answer;
      return {status: 200, body: {...position, branches, known: isKnown, ...beside}};
    }
    case 'kept':
      return {status: 200, body: {...answer.position, ...beside}};
    case 'gap':
      return {status: 409, body: {...answer.position}};
    case 'forked':
      return {status: 409, body: {fork: {at: answer.at, branch: answer.branch}}};
    case 'flawed':
      return {status: answer.why === 'too-large' ? 413 : 422, body: {line: answer.line, why: answer.why}};
    case 'refused':
      return {status: 401, body: {why: answer.why}};
  }
}

/** Reads the form of an office's answer; undefined for a proxy’s page, an answer of another version, or a forgery. */
export function answerIn({
  status,
  body,
}: {
  readonly status: number;
  readonly body: unknown;
}): (Beside & {readonly answer: OfficeAnswer}) | undefined {
  const read = forms()
    .answers.find(form => form.statuses.includes(status))
    ?.form.safeParse(body);
  return read?.success === true ? read.data : undefined;
}

/** Reads a signed note that a till shows again; undefined for anything else. It does not check the signature. */
export const signedNoteIn = (value: unknown): SignedNote | undefined => forms().signedNote.safeParse(value).data;

type ReadAnswer = Beside & {readonly answer: OfficeAnswer};

let made: ReturnType<typeof makeForms> | undefined;
/** The forms, made when they are first needed: most tills have no office. */
function forms() {
  made ??= makeForms();
  return made;
}

function makeForms() {
  const line = z.int().min(1);
  const position = z.object({seq: z.int().min(0), head: z.string().regex(/^[0-9a-f]{64}$/)});
  const signedNote = z.object({note: z.string().max(512), signature: z.string().max(128)});
  const beside = z.object({
    checkpoint: signedNote.optional(),
    waitMs: z.int().min(0).optional(),
    lists: z.object({staff: line.optional(), items: line.optional()}).optional(),
  });
  const stands = z
    .object({...position.shape, ...beside.shape, branches: z.array(position), known: z.boolean()})
    .transform(
      ({seq, head, branches, known, ...rest}): ReadAnswer => ({
        answer: {kind: 'position', position: {seq, head}, branches, isKnown: known},
        ...rest,
      }),
    );
  const kept = z
    .object({...position.shape, ...beside.shape})
    .transform(({seq, head, ...rest}): ReadAnswer => ({answer: {kind: 'kept', position: {seq, head}}, ...rest}));
  const gap = position.transform(({seq, head}): ReadAnswer => ({answer: {kind: 'gap', position: {seq, head}}}));
  const forked = z
    .object({fork: z.object({at: line.nullable(), branch: position.nullable()})})
    .transform(({fork}): ReadAnswer => ({answer: {kind: 'forked', ...fork}}));
  const flawed = z
    .object({line: line.nullable(), why: z.enum(uploadFlaws)})
    .transform(({line: at, why}): ReadAnswer => ({answer: {kind: 'flawed', line: at, why}}));
  const refused = z
    .object({why: z.enum(requestRefusals)})
    .transform(({why}): ReadAnswer => ({answer: {kind: 'refused', why}}));
  const answers: readonly {readonly statuses: readonly number[]; readonly form: z.ZodType<ReadAnswer>}[] = [
    {statuses: [200], form: z.union([stands, kept])},
    {statuses: [409], form: z.union([forked, gap])},
    {statuses: [413, 422], form: flawed},
    {statuses: [401], form: refused},
  ];
  return {signedNote, answers};
}

/** The parts of a request that a till signs. `path` includes the query, as in the first line of the request. */
export type SignedParts = {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  /** The header `content-digest`. For a request without a body it is the digest of no bytes. */
  readonly contentDigest: string;
  readonly nonce: string;
  /** The id of the key that signs, which is the header `duka-key`. */
  readonly key: string;
};

/** Returns the text under a request's signature, of parts without a newline, so that it is unique. Throws a `RangeError` for others. */
export function requestText({method, path, contentDigest, nonce, key}: SignedParts): string {
  return lines('duka.request/1', [method, path, contentDigest, nonce, key]);
}

/** Returns the text that a till signs with its new key to prove that it has it. Throws a `RangeError` for a part with a newline. */
export function joinText({
  code,
  till,
  key,
}: {
  readonly code: string;
  readonly till: string;
  readonly key: string;
}): string {
  return lines('duka.join/1', [code, till, key]);
}

/** Returns the header `content-digest` for the SHA-256 of a body. */
export const contentDigest = (sha256: Uint8Array): string => `sha-256=:${sha256.toBase64()}:`;

/** Returns the id of a public key from the SHA-256 of its 32 bytes. It is short enough to be read aloud, and not secret. */
export const keyId = (sha256: Uint8Array): string => sha256.subarray(0, 8).toHex();

/** Throws a `RangeError` for a part with a newline: a reader of the text could not find the end of the part. */
function lines(first: string, rest: readonly string[]): string {
  if (rest.some(part => part.includes('\n'))) throw new RangeError(`a part of ${first} has a newline`);
  return `${[first, ...rest].join('\n')}\n`;
}
