import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {commit, tillOptions} from './build.ts';

/** What an executable consists of besides its Node. */
export type ExecutableParts = {readonly main: string; readonly worker: string; readonly commit: string};

/** Bundles the till and the sandbox's worker into one file each. */
export async function bundleForExecutable(folder: string): Promise<ExecutableParts> {
  const main = join(folder, 'main.mjs');
  const worker = join(folder, 'sandbox-worker.js');
  await build({...tillOptions, entryPoints: ['src/main.ts'], outfile: main});
  // The worker's code becomes a data: address, of which createRequire can make nothing; it needs none.
  await build({...tillOptions, entryPoints: ['src/sandbox/worker.ts'], outfile: worker, banner: {}, minify: true});
  return {main, worker, commit: commit() ?? ''};
}

type ExecutableTarget = {
  /** A Node for this machine of the version that goes into the file. It puts the parts into it. */
  readonly builder: string;
  /** The Node that goes into it, for any system; the builder itself if there is no other. */
  readonly program?: string;
  readonly output: string;
};

/**
 * Writes one file that is the till and its Node: the same bytes for the same parts. Only what is built for this machine alone, without
 * another `program`, also has compiled code, which starts sooner and is never the same.
 */
export function executableOf(
  {main, worker, commit}: ExecutableParts,
  {builder, program, output}: ExecutableTarget,
): void {
  const config = `${output}.json`;
  mkdirSync(dirname(output), {recursive: true});
  // The name of the main file is in the program as it is given here: that of a folder would differ each time.
  const built = `${output}.commit`;
  writeFileSync(built, commit);
  const parts = {
    main: basename(main),
    mainFormat: 'module',
    assets: {'sandbox-worker.js': worker, commit: resolve(built)},
  };
  const how = {useCodeCache: program === undefined, disableExperimentalSEAWarning: true};
  writeFileSync(
    config,
    JSON.stringify({...parts, ...how, executable: resolve(program ?? builder), output: resolve(output)}),
  );
  execFileSync(builder, ['--build-sea', resolve(config)], {cwd: dirname(main), stdio: ['ignore', 'ignore', 'inherit']});
  for (const file of [config, built]) rmSync(file);
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
