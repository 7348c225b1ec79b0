import {createHash, createPublicKey, type KeyObject, verify} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {fields, flag, orNull, text} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import {answer} from '../session/print.js';
import type {Session} from '../session/session.js';
import {commandOf} from './define.js';
import {refuseValue} from './values.js';

const examples = [
  'duka update check https://example.com/duka/1.1.0 --key RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3',
  'duka update check /media/stick --key RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3',
];

export const command = {
  examples,
  commands: {
    check: commandOf({
      arguments: ['<where>'],
      offers: 'folders',
      options: {'--key <key>': {says: 'updateKey', isRequired: true}},
      examples,
      action: check,
    }),
  },
};

export const answers = {
  'update check': fields({
    installed: text('the version of this program'),
    offered: text('the version whose sums are signed there'),
    newer: flag('whether the version there is newer than this one'),
    file: orNull(text('of that version, for this system'), 'it has none for it'),
    signed: text('what was signed with the sums: the version and its commit'),
  }),
};

/**
 * Compares this program with the version in a folder or at an address. Only the list of sums and its signature are read, and nothing is
 * installed. Throws `Problem` update-not-found, update-not-signed where the sums are not those that the key signed, and unknown-option for a
 * key that is none.
 */
async function check(session: Session, where: string, {key: typed}: {readonly key: string}): Promise<ExitCode> {
  const key = keyOf(typed) ?? refuseValue({name: '--key', value: typed, language: session.language}, 'RW…');
  const [sums, signature] = await Promise.all(['SHA256SUMS', 'SHA256SUMS.minisig'].map(name => readAt(where, name)));
  const signed = signedBy(key, sums, signature?.toString().replaceAll('\r\n', '\n') ?? '');
  const files = [...(sums?.toString() ?? '').matchAll(/^[0-9a-f]{64} {2}(\S+)$/gm)].map(([, name = '']) => name);
  const [, offered] = /^duka-(\d+\.\d+\.\d+)\.tgz$/m.exec(files.join('\n')) ?? [];
  if (signed === undefined || offered === undefined) throw new Problem('update-not-signed', {where: said(where)});
  const {version: installed} = session.face;
  const isNewer = installed.localeCompare(offered, 'en', {numeric: true}) < 0;
  const system = {darwin: 'macos', win32: 'windows'}[String(process.platform)] ?? process.platform;
  const file = files.find(name => name.endsWith(`-${system}-${process.arch}.tar.gz`)) ?? null;
  const found = {installed, offered, newer: isNewer, file, signed};
  await answer(session, answers['update check'], found, () => {
    const words = messages(session.language).command.update;
    const facts = {installed, offered, signed, file: file ?? `duka-${offered}.tgz`};
    return isNewer ? [words.newer(facts), words.next(facts)] : [words.same(facts)];
  });
  return exitCodes.done;
}

const said = (where: string) => cleanText(where, 200);

async function readAt(where: string, name: string): Promise<Buffer> {
  try {
    if (!/^https?:/i.test(where)) return await readFile(join(where, name));
    const response = await fetch(`${where.replace(/\/*$/, '')}/${name}`, {signal: AbortSignal.timeout(30_000)});
    if (!response.ok) throw new Error(String(response.status));
    return Buffer.from(await response.arrayBuffer());
  } catch {
    throw new Problem('update-not-found', {where: said(where), file: name});
  }
}

type Key = {readonly id: string; readonly key: KeyObject};

/** A public key as minisign writes it: two letters, eight bytes that name it, and the key. */
function keyOf(typed: string): Key | undefined {
  const bytes = Buffer.from(typed, 'base64');
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed') return undefined;
  const key = {kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url', 10)};
  return {id: bytes.toString('hex', 2, 10), key: createPublicKey({key, format: 'jwk'})};
}

/** The comment that was signed with the content, if this key signed both, in the format of minisign (of the content's BLAKE2b). */
function signedBy({id, key}: Key, content: Buffer | undefined, signature: string): string | undefined {
  const [, first = '', comment = '', second = ''] =
    /^untrusted comment: .*\n(\S+)\ntrusted comment: (.*)\n(\S+)\n?$/.exec(signature) ?? [];
  const bytes = Buffer.from(first, 'base64');
  if (content === undefined || bytes.length !== 74 || bytes.toString('latin1', 0, 2) !== 'ED') return undefined;
  const proof = bytes.subarray(10);
  const sum = createHash('blake2b512').update(content).digest();
  const isSigned =
    bytes.toString('hex', 2, 10) === id &&
    verify(null, sum, key, proof) &&
    verify(null, Buffer.concat([proof, Buffer.from(comment)]), key, Buffer.from(second, 'base64'));
  return isSigned ? cleanText(comment, 200) : undefined;
}
