import {mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import type {TestProject} from 'vitest/node';
import {bundle} from '../../tools/build.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built `duka.js` of this run. */
    readonly duka: string;
    /** Where its compiled code is kept, so that not each of many homes compiles it again. */
    readonly cache: string;
  }
}

/** Builds the sources as they stand, once for all journeys; apart from `dist`, which somebody may be using. */
export async function setup({provide}: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'duka-bundle-'));
  const program = join(folder, 'dist');
  await bundle(program);
  // The database is a package beside the program's, where the program was not installed alone.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  provide('duka', join(program, 'duka.js'));
  provide('cache', join(folder, 'cache'));
  return () => rmSync(folder, {recursive: true, force: true});
}
