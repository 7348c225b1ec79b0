import {Worker} from 'node:worker_threads';
import {Problem} from '../../core/problem.js';
import type {OpeningChoice} from './container.js';
import {contentsOf} from './contents.js';
import {type OpenerAnswer, tooMuch} from './opener.js';

/**
 * Opens the file of a stranger, as a program of its own: it is given the file on standard input, after one line of JSON that
 * says what is asked, and writes one line of JSON and then the text that is inside. Node starts it without the right to
 * write, to reach the network or to start anything, and it ends itself when it takes too much memory.
 */
export async function openFromInput(): Promise<void> {
  const watchdog = new Worker(watchMemory, {eval: true, workerData: mostMemory});
  watchdog.unref();
  try {
    const {request, bytes} = await given();
    const {opened, content} = await contentsOf(bytes, request);
    await say({opened});
    let written = 0;
    for await (const piece of content) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      written += chunk.length;
      if (written > request.mostBytes) process.exit(tooMuch); // the line that says what it is has been written
      await write(chunk);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await say({problem: error.code, facts: error.facts});
  } finally {
    await watchdog.terminate();
  }
}

const mostMemory = 900_000_000;
const watchMemory = `
const {workerData} = require('node:worker_threads');
setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL'); }, 50);`;

async function given(): Promise<{request: OpeningChoice & {file: string; mostBytes: number}; bytes: Buffer}> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  const end = all.indexOf('\n');
  return {request: JSON.parse(all.subarray(0, end).toString()), bytes: all.subarray(end + 1)};
}

const say = (answer: OpenerAnswer) => write(Buffer.from(`${JSON.stringify(answer)}\n`));

const write = (chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(chunk, error => (error ? reject(error) : resolve())));
