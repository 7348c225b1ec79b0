import {zstdDecompressSync} from 'node:zlib';
import {lineBytesMax} from '../../store/line.js';
import {uploadBytesMax} from '../core/office/chain.js';
import {dictionary} from '../core/office/dictionary.js';

const shared = Buffer.from(dictionary.text);
/** About how well lines are packed. What fits in one piece of this size need not be copied again. */
const usualRatio = 24;
const [leastAtOnce, mostAtOnce] = [16 * 1024, uploadBytesMax + 1024];

/**
 * The bytes of an upload, unpacked with the office's dictionary or without one. The output is limited, so that a decompression bomb gets no
 * longer than the longest line. Throws for bytes that are not packed, or whose content is longer.
 */
export function unpacked(body: Uint8Array, isByDictionary: boolean): Uint8Array {
  return zstdDecompressSync(body, {
    ...(isByDictionary && {dictionary: shared}),
    chunkSize: Math.min(mostAtOnce, Math.max(leastAtOnce, usualRatio * body.length)),
    maxOutputLength: Math.max(uploadBytesMax, lineBytesMax) + 1,
  });
}
