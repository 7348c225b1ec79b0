import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {build} from 'esbuild';
import {tillOptions} from './build.ts';

/** Makes one file that is the till and its Node, for the kind of machine that this is. */
async function buildExecutable(path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duka-executable-'));
  try {
    const main = join(folder, 'main.mjs');
    const worker = join(folder, 'sandbox-worker.js');
    const config = join(folder, 'config.json');
    await build({...tillOptions, entryPoints: ['src/main.ts'], outfile: main});
    // The worker's code becomes a data: address, of which createRequire can make nothing; it needs none.
    await build({...tillOptions, entryPoints: ['src/sandbox/worker.ts'], outfile: worker, banner: {}, minify: true});
    mkdirSync(dirname(path), {recursive: true});
    const parts = {main, mainFormat: 'module', assets: {'sandbox-worker.js': worker}, output: path};
    writeFileSync(config, JSON.stringify({...parts, useCodeCache: true, disableExperimentalSEAWarning: true}));
    execFileSync(process.execPath, ['--build-sea', config], {stdio: ['ignore', 'ignore', 'inherit']});
    // macOS starts no changed program without a new signature; this one is for the machine itself alone.
    if (process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', path], {stdio: 'inherit'});
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

const name = process.platform === 'win32' ? 'duka.exe' : 'duka';
const [, , path = join('dist', 'executable', name)] = process.argv;
await buildExecutable(path);
process.stdout.write(`${path}\n`);
