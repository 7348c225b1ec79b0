import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';

/** The bytes of the font of pages, all of whose letters are equally wide. The build puts them into the bundle (`build.mjs`). */
export const fontBytes = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'));
