import {mkdirSync} from 'node:fs';
import {resolve} from 'node:path';
import type {TestProject} from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of a real Chromium. */
    readonly chromium: string;
  }
}

/** Unpacks the browser once: two workers that unpack at the same time are in each other's way. It stays there for the next run. */
export async function setup({provide}: TestProject): Promise<void> {
  const folder = resolve('node_modules/.chromium');
  mkdirSync(folder, {recursive: true});
  // The package brings the libraries that a bare system lacks only where it believes to be on such a one.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const {TMPDIR} = process.env;
  process.env['TMPDIR'] = folder; // the package unpacks into the system's temporary folder
  const {default: packed} = await import('@sparticuz/chromium');
  provide('chromium', await packed.executablePath());
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
}
