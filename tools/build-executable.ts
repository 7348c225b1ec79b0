import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {tillOptions} from './build.ts';

/** What an executable consists of besides its Node. */
export type ExecutableParts = {readonly main: string; readonly worker: string};

/** Bundles the till and the sandbox's worker into one file each. */
export async function bundleForExecutable(folder: string): Promise<ExecutableParts> {
  const main = join(folder, 'main.mjs');
  const worker = join(folder, 'sandbox-worker.js');
  await build({...tillOptions, entryPoints: ['src/main.ts'], outfile: main});
  // The worker's code becomes a data: address, of which createRequire can make nothing; it needs none.
  await build({...tillOptions, entryPoints: ['src/sandbox/worker.ts'], outfile: worker, banner: {}, minify: true});
  return {main, worker};
}

/**
 * Writes one file that is the till and its Node. `program` is that Node, for any system; `builder` is a Node of the same version for this
 * machine, which puts the parts into it. Compiled code is only kept in it where both are the same program.
 */
export function executableOf(
  {main, worker}: ExecutableParts,
  {builder, program = builder, output}: {readonly builder: string; readonly program?: string; readonly output: string},
): void {
  const config = `${output}.json`;
  mkdirSync(dirname(output), {recursive: true});
  const parts = {main, mainFormat: 'module', assets: {'sandbox-worker.js': worker}, executable: program, output};
  writeFileSync(
    config,
    JSON.stringify({...parts, useCodeCache: program === builder, disableExperimentalSEAWarning: true}),
  );
  execFileSync(builder, ['--build-sea', config], {stdio: ['ignore', 'ignore', 'inherit']});
  rmSync(config);
  // macOS starts no changed program without a new signature; this one is for the machine itself alone.
  if (process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', output], {stdio: 'inherit'});
}

async function buildHere(output: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duka-executable-'));
  try {
    executableOf(await bundleForExecutable(folder), {builder: process.execPath, output});
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

if (fileURLToPath(import.meta.url) === process.argv[1]) {
  const name = process.platform === 'win32' ? 'duka.exe' : 'duka';
  const [, , path = join('dist', 'executable', name)] = process.argv;
  await buildHere(path);
  process.stdout.write(`${path}\n`);
}
