import {mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
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
  // The package's own names folders of other systems, and a browser without fonts shows no text or ends.
  const fonts = join(folder, 'fonts.conf');
  const dirs = `<dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`;
  writeFileSync(fonts, `<?xml version="1.0"?>\n<fontconfig>${dirs}</fontconfig>\n`);
  process.env['FONTCONFIG_FILE'] = fonts;
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
}
