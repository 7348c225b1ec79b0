import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';

/** Returns the bytes of the monospaced font for pages. The build puts them into the bundle (`tools/build.ts`). */
export const fontBytes = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'));
