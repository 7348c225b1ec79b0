import {isValid} from '../spec/check.js';
import {
  count,
  flag,
  form,
  list,
  object,
  oneOf,
  optional,
  orNull,
  positive,
  type Specified,
  textUpTo,
} from '../spec/spec.js';
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

const hash = form('64 hexadecimal digits', /^[0-9a-f]{64}$/);
const position = object({seq: count(), head: hash});
const signedNote = object({note: textUpTo(512), signature: textUpTo(128)});
const version = optional(positive(), 'the office has none for the till');
const kept = {
  seq: count(),
  head: hash,
  checkpoint: optional(signedNote, 'it has none'),
  waitMs: optional(count(), 'the till decides'),
  lists: optional(object({staff: version, items: version}), 'it has none'),
};
const isPosition = isValid(position);
const isKept = isValid(object(kept));
const isStanding = isValid(object({...kept, branches: list(position), known: flag()}));
const isFork = isValid(object({fork: object({at: orNull(positive(), ''), branch: orNull(position, '')})}));
const isFlaw = isValid(object({line: orNull(positive(), ''), why: oneOf(uploadFlaws)}));
const isRefusal = isValid(object({why: oneOf(requestRefusals)}));
const isSignedNote = isValid(signedNote);

/** Without members of a later version. */
const positionOf = ({seq, head}: Specified<typeof position>) => ({seq, head});
const noteOf = ({note, signature}: SignedNote): SignedNote => ({note, signature});
const besideOf = ({checkpoint, waitMs, lists}: Beside): Beside => ({
  ...(checkpoint && {checkpoint: noteOf(checkpoint)}),
  ...(waitMs !== undefined && {waitMs}),
  ...(lists && {lists: {staff: lists.staff, items: lists.items}}),
});

/** Reads the form of an office's answer; undefined for a proxy’s page, an answer of another version, or a forgery. */
export function answerIn({
  status,
  body,
}: {
  readonly status: number;
  readonly body: unknown;
}): (Beside & {readonly answer: OfficeAnswer}) | undefined {
  switch (status) {
    case 200: {
      if (!isKept(body)) return undefined;
      const answer = isStanding(body)
        ? {
            kind: 'position' as const,
            position: positionOf(body),
            branches: body.branches.map(positionOf),
            isKnown: body.known,
          }
        : {kind: 'kept' as const, position: positionOf(body)};
      return {answer, ...besideOf(body)};
    }
    case 409:
      if (isFork(body))
        return {answer: {kind: 'forked', at: body.fork.at, branch: body.fork.branch && positionOf(body.fork.branch)}};
      return isPosition(body) ? {answer: {kind: 'gap', position: positionOf(body)}} : undefined;
    case 413:
    case 422:
      return isFlaw(body) ? {answer: {kind: 'flawed', line: body.line, why: body.why}} : undefined;
    case 401:
      return isRefusal(body) ? {answer: {kind: 'refused', why: body.why}} : undefined;
    default:
      return undefined;
  }
}

/** Reads a signed note that a till shows again; undefined for anything else. It does not check the signature. */
export const signedNoteIn = (value: unknown): SignedNote | undefined =>
  isSignedNote(value) ? noteOf(value) : undefined;

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
export const requestText = ({method, path, contentDigest, nonce, key}: SignedParts): string =>
  lines('duka.request/1', [method, path, contentDigest, nonce, key]);

/** Returns the text that a till signs with its new key to prove that it has it. Throws a `RangeError` for a part with a newline. */
export const joinText = (by: {readonly code: string; readonly till: string; readonly key: string}): string =>
  lines('duka.join/1', [by.code, by.till, by.key]);

/** Returns the header `content-digest` for the SHA-256 of a body. */
export const contentDigest = (sha256: Uint8Array): string => `sha-256=:${sha256.toBase64()}:`;

/** Returns the id of a public key from the SHA-256 of its 32 bytes. It is short enough to be read aloud, and not secret. */
export const keyId = (sha256: Uint8Array): string => sha256.subarray(0, 8).toHex();

/** Throws a `RangeError` for a part with a newline: a reader of the text could not find the end of the part. */
function lines(first: string, rest: readonly string[]): string {
  if (rest.some(part => part.includes('\n'))) throw new RangeError(`a part of ${first} has a newline`);
  return `${[first, ...rest].join('\n')}\n`;
}
