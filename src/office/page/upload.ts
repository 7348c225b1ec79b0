import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Problem} from '../../core/problem.js';
import {cleanText} from '../../core/text/text.js';
import {bodyOf} from '../server.js';
import type {SentFile} from './pages.js';

const longestForm = 16 * 1024;

/** The fields of a form. */
export async function formIn(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams((await bodyOf(request, longestForm))?.toString());
}

/** Whether a form was sent in the form in which a file comes with it. */
export const isUpload = ({headers}: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data;') === true;

/**
 * Does something with the fields of a form and the file that came with it, which is removed afterwards. Throws `Problem` upload-too-large and
 * upload-cut.
 */
export async function withUpload<T>(
  request: IncomingMessage,
  megabytes: number,
  work: (form: URLSearchParams, file: SentFile | undefined) => Promise<T>,
): Promise<T> {
  const cut = () => {
    throw new Problem('upload-cut');
  };
  const body = await bodyOf(request, megabytes * 1024 * 1024 + longestForm).catch(cut);
  if (body === undefined) throw new Problem('upload-too-large', {most: megabytes});
  const type = request.headers['content-type'] ?? '';
  const sent = await new Response(new Uint8Array(body), {headers: {'content-type': type}}).formData().catch(cut);
  const fields = [...sent].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const form = new URLSearchParams(fields);
  const file = [...sent.values()].find(value => typeof value !== 'string');
  if (file === undefined) return work(form, undefined);
  const folder = await mkdtemp(join(tmpdir(), 'duka-upload-'));
  try {
    const name = cleanText(file.name, 80).replaceAll(/^\.|[^\p{L}\p{N} ._-]/gu, '_') || 'file';
    const path = join(folder, name);
    await writeFile(path, new Uint8Array(await file.arrayBuffer()), {mode: 0o600});
    return await work(form, {path, name});
  } finally {
    await rm(folder, {recursive: true});
  }
}
