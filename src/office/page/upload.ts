import {createHash} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {mkdir, rm} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {Problem} from '../../core/problem.js';
import {cleanText} from '../../core/text/text.js';
import {heldFolder} from '../../sources/open/opener.js';
import {bodyOf} from '../server.js';

const longestForm = 16 * 1024;
const longestHead = 4096;

/** A file that came with a form: the field that it was in, and where it is, under a name without anything but letters, digits and ` ._-`. */
export type SentFile = {
  readonly field: string;
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
};
export type Upload = {readonly form: URLSearchParams; readonly files: readonly SentFile[]; readonly folder: string};

export const formIn = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams((await bodyOf(request, longestForm))?.toString());

/** Whether a form was sent in the form in which files come with it. */
export const isUpload = ({headers}: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data;') === true;

/**
 * Writes the files that come with a form into a folder, each as it comes, and returns them with the fields. Undefined if `isFrom` refuses the
 * fields that come before the first file, of which nothing is then written. Throws `Problem` upload-too-large, upload-too-many, upload-cut and
 * file-not-writable; nothing is left in the folder then.
 */
export async function receiveUpload(
  request: IncomingMessage,
  {megabytes, files: most}: {readonly megabytes: number; readonly files: number},
  isFrom: (form: URLSearchParams) => boolean,
): Promise<Upload | undefined> {
  const room = megabytes * 1024 * 1024 + longestForm;
  const tooLarge = () => new Problem('upload-too-large', {most: megabytes});
  if (Number(request.headers['content-length'] ?? 0) > room) throw tooLarge();
  let length = 0;
  async function* within() {
    // The connection stays open for the answer even if not all of the body is read.
    for await (const chunk of request.iterator({destroyOnReturn: false}) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > room) throw tooLarge();
      yield chunk;
    }
  }
  const form = new URLSearchParams();
  const files: SentFile[] = [];
  const folder = await heldFolder();
  try {
    for await (const {name, file, body} of partsIn(within(), request.headers['content-type'] ?? '')) {
      if (file === undefined) form.append(name, Buffer.concat(await Array.fromAsync(short(body))).toString());
      else if (!isFrom(form)) break;
      else if (files.length === most) throw new Problem('upload-too-many', {most});
      else if (file !== '')
        files.push(await saved(body, {field: name, given: file, folder: join(folder, `${files.length}`)}));
    }
    if (isFrom(form)) return {form, files, folder};
  } catch (error) {
    await rm(folder, {recursive: true});
    const {code} = error as NodeJS.ErrnoException;
    if (error instanceof Problem) throw error;
    throw code === 'ENOSPC' ? new Problem('file-not-writable', {file: folder, code}) : new Problem('upload-cut');
  }
  await rm(folder, {recursive: true});
  return undefined;
}

async function* short(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longestForm) throw new Error('a field that is too long');
    yield chunk;
  }
}

/** Windows opens a device by such a name, whatever follows its point. */
const device = /^(?=(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$))/iu;

/** Returns a name of a file of ours for one that somebody has sent: its last part, without what a system does not take in a name. */
export const fileNameOf = (given: string): string =>
  cleanText(given.replace(/^.*[\\/]/su, ''), 80)
    .replaceAll(/^\.|[^\p{L}\p{N} ._-]|[ .]+$/gu, '_')
    .replace(device, '_') || 'file';

async function saved(
  body: AsyncIterable<Buffer>,
  {field, given, folder}: {readonly field: string; readonly given: string; readonly folder: string},
): Promise<SentFile> {
  const name = fileNameOf(given);
  await mkdir(folder);
  const path = join(folder, name);
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    async function* () {
      for await (const chunk of body) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path, {mode: 0o600, flags: 'wx'}),
  );
  return {field, path, name, bytes, sha256: hash.digest('hex')};
}

type Part = {readonly name: string; readonly file: string | undefined; readonly body: AsyncIterable<Buffer>};

/** The parts of a form in their order, each with its bytes as they come. Throws if the form ends in the middle, or is none. */
async function* partsIn(chunks: AsyncIterable<Buffer>, type: string): AsyncGenerator<Part> {
  const [, quoted, plain = quoted ?? ''] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/.exec(type) ?? [];
  const mark = Buffer.from(`\r\n--${plain}`);
  const source = chunks[Symbol.asyncIterator]();
  let held = Buffer.from('\r\n');
  const more = async () => {
    const {done, value} = await source.next();
    if (done === true || plain === '') throw new Error('a form without an end');
    held = Buffer.concat([held, value]);
  };
  async function* upToMark(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark);
      const safe = at >= 0 ? at : Math.max(0, held.length - mark.length);
      const piece = held.subarray(0, safe);
      held = held.subarray(at >= 0 ? at + mark.length : safe);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await more();
    }
  }
  for await (const _ of upToMark()); // what comes before the first part means nothing
  for (;;) {
    while (held.length < 2) await more();
    if (held.toString('latin1', 0, 2) === '--') return;
    while (!held.includes('\r\n\r\n') && held.length < longestHead) await more();
    const end = held.indexOf('\r\n\r\n');
    const head = held.toString('utf8', 0, Math.max(0, end));
    held = held.subarray(end + 4);
    const of = (member: string) => new RegExp(`;\\s*${member}="([^"]*)"`, 'i').exec(head)?.[1];
    if (end < 0) throw new Error('a part without an end of its head');
    const body = upToMark();
    yield {name: of('name') ?? '', file: of('filename'), body};
    for await (const _ of body); // what nobody wanted
  }
}
