import {zstdDecompressSync} from 'node:zlib';
import {lineBytesMax} from '../../store/line.js';
import {uploadBytesMax} from '../core/office/chain.js';
import {dictionary} from '../core/office/dictionary.js';

const shared = Buffer.from(dictionary.text);
/** Lines are packed about so well: what comes out of it in one piece is copied no more. */
const usualRatio = 24;
const [leastAtOnce, mostAtOnce] = [16 * 1024, uploadBytesMax + 1024];

/**
 * The bytes of an upload, by the office's dictionary or none; a bomb is no longer than a line may be. Throws for what is not packed, or is
 * longer.
 */
export function unpacked(body: Uint8Array, isByDictionary: boolean): Uint8Array {
  return zstdDecompressSync(body, {
    ...(isByDictionary && {dictionary: shared}),
    chunkSize: Math.min(mostAtOnce, Math.max(leastAtOnce, usualRatio * body.length)),
    maxOutputLength: Math.max(uploadBytesMax, lineBytesMax) + 1,
  });
}
