import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestProject} from 'vitest/node';
import {bundle} from '../../build.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built `duka.js` of this run. */
    readonly duka: string;
  }
}

/** Builds the sources as they stand, once for all journeys; apart from `dist`, which somebody may be using. */
export async function setup({provide}: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'duka-bundle-'));
  await bundle(folder);
  provide('duka', join(folder, 'duka.js'));
  return () => rmSync(folder, {recursive: true, force: true});
}
