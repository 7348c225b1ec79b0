import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

export type Played = {readonly exitCode: number; readonly output: string};

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = [
  '--import',
  './test/typescript.mjs',
  '--disable-warning=ExperimentalWarning',
  './test/simulation/main.ts',
];

/** Runs the simulator as `npm run simulate` does: in a process of its own, since it changes the machine's clock. */
export function play(...options: readonly string[]): Promise<Played> {
  return new Promise(resolve => {
    const env = {...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/simulation')};
    const how = {cwd: root, maxBuffer: 64 * 1024 * 1024, env};
    execFile(join(root, 'node_modules/.bin/node'), [...program, ...options], how, (error, output, errors) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({exitCode, output: output + errors});
    });
  });
}
