import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import type {Readable, Writable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {onTestFinished} from 'vitest';

/** Makes `child.ts` runnable, once for a test file. */
export async function buildChild(folder: string): Promise<string> {
  const outfile = `${folder}/child.mjs`;
  const entry = fileURLToPath(new URL('child.ts', import.meta.url));
  await build({entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error'});
  return outfile;
}

/** A real process that says one line of JSON after the other. */
export function start(script: string, task: 'lock' | 'append', folder: string) {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [script, task, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  return {
    pid: child.pid,
    says: async () => JSON.parse((await lines.next()).value ?? 'null'),
    tell: (line: string) => child.stdin.write(`${line}\n`),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
