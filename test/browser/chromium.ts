import type {TestProject} from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of a real Chromium. */
    readonly chromium: string;
  }
}

/** Unpacks the browser once: two workers that unpack at the same time are in each other's way. */
export async function setup({provide}: TestProject): Promise<void> {
  // The package brings the libraries that a bare system lacks only where it believes to be on such a one.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const {default: packed} = await import('@sparticuz/chromium');
  provide('chromium', await packed.executablePath());
}
