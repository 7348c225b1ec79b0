import PostalMime from 'postal-mime';
import {Problem} from '../../core/problem.js';
import type {Archive} from './archive.js';

/** Returns the attachments of a mail; one with a name that is taken has its number behind it. Throws the `Problem` `file-damaged`, and `file-nothing-inside` for a mail without any. */
export async function openMail(bytes: Buffer, file: string): Promise<Archive> {
  const {attachments} = await PostalMime.parse(bytes).catch(() => {
    throw new Problem('file-damaged', {file});
  });
  const named = new Map<string, Buffer>();
  for (const [at, {filename, content}] of attachments.filter(({disposition}) => disposition !== 'inline').entries()) {
    const name = filename ?? `#${at + 1}`;
    named.set(named.has(name) ? `${name} #${at + 1}` : name, bufferOf(content));
  }
  if (named.size === 0) throw new Problem('file-nothing-inside', {file});
  return {names: [...named.keys()], read: async name => named.get(name) ?? Buffer.alloc(0)};
}

function bufferOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}
