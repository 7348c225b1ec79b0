import {Worker} from 'node:worker_threads';
import {Problem} from '../../core/problem.js';
import {jsonIn} from '../../core/text/json.js';
import {shutWaysOut, unasked} from '../../runtime/confinement.js';
import {lettersOfLines, limits} from '../bytes.js';
import {type Contents, contentsOf} from './contents.js';
import {jsonLineRows, onceMore} from './json.js';
import {faultInside, type OpenerAnswer, type OpeningRequest, openingRequest} from './opener.js';
import {tableText} from './rows.js';

/** The exit code of the opening program for more text than is allowed. */
const tooMuch = 3;

/**
 * Opens an untrusted file, as a program of its own. It receives the file on standard input, after a line of JSON with the request. It
 * writes a line of JSON and then the text from inside the file. Node starts it without any right but to read the program itself, and it
 * kills itself if it takes too much memory.
 */
export async function openFromInput(): Promise<void> {
  const watchdog = watchMemory();
  let isAnswered = false;
  try {
    const {request, rest} = await given();
    const {opened, content} = request.isLines
      ? await linesOf(rest, request)
      : await contentsOf(Buffer.concat(await Array.fromAsync(rest)), request);
    await say({opened});
    isAnswered = true;
    let written = 0;
    for await (const piece of content) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      written += chunk.length;
      if (written > request.mostBytes) process.exit(tooMuch); // the line with the answer has been written
      await write(chunk);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isAnswered) process.exit(faultInside);
    await say({problem: error.code, facts: error.facts});
  } finally {
    await watchdog.terminate();
  }
}

const mostMemory = 900_000_000;
/** Whoever takes the process over might reach the thread, so it has no ways out either. */
const watching = `
const {workerData: {most, unasked}} = require('node:worker_threads');
const {_kill: kill} = process;
for (const [module, members] of unasked)
  for (const member of members) Object.defineProperty(process.getBuiltinModule(module), member, {value: undefined});
const ended = 9;
setInterval(() => { if (process.memoryUsage.rss() > most) kill(process.pid, ended); }, 50);`;

/** Starts the thread that watches the memory. It is the last: from then on the process has no right to threads and no ways out. */
function watchMemory(): Worker {
  const watchdog = new Worker(watching, {eval: true, workerData: {most: mostMemory, unasked}});
  watchdog.unref();
  shutWaysOut();
  return watchdog;
}

/** Reads the request, and returns it with the bytes of the file that follow. */
async function given(): Promise<{readonly request: OpeningRequest; readonly rest: AsyncIterable<Buffer>}> {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let first = Buffer.alloc(0);
  while (!first.includes('\n')) {
    const {done, value} = await chunks.next();
    if (done === true) break;
    first = Buffer.concat([first, value]);
  }
  const end = first.indexOf('\n');
  async function* rest() {
    yield first.subarray(end + 1);
    yield* {[Symbol.asyncIterator]: () => chunks};
  }
  return {request: openingRequest.parse(jsonIn(first.subarray(0, end).toString())), rest: rest()};
}

/** Reads JSON Lines in pieces. An error in the first piece is reported before any row. */
async function linesOf(chunks: AsyncIterable<Buffer>, {file}: OpeningRequest): Promise<Contents> {
  const letters = lettersOfLines();
  const pieces = tableText(jsonLineRows(textLines(chunks, letters.textOf, file), file));
  const {value = ''} = await pieces.next();
  async function* content() {
    yield value;
    yield* pieces;
  }
  const written = letters.areMixed() ? {twoEncodings: true as const} : {};
  return {opened: [{kind: 'json', part: '', others: [], ...written}], content: content()};
}

async function* textLines(
  chunks: AsyncIterable<Buffer>,
  lettersOf: (lines: Buffer) => string,
  file: string,
): AsyncGenerator<string> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const end = all.lastIndexOf('\n') + 1;
    held = all.subarray(end);
    if (held.length > limits.recordBytes) throw new Problem('file-damaged', {file});
    // Only when the lines come for the second time is the encoding of all of them known.
    const mark = all.subarray(0, end).indexOf(onceMore);
    const second = mark === -1 ? 0 : mark + onceMore.length + 1;
    for (const lines of [all.subarray(0, second), all.subarray(second, end)])
      if (lines.length > 0) yield* lettersOf(lines).replace(/\n$/u, '').split('\n');
  }
  yield lettersOf(held);
}

const say = (answer: OpenerAnswer) => write(Buffer.from(`${JSON.stringify(answer)}\n`));

const write = (chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => process.stdout.write(chunk, error => (error ? reject(error) : resolve())));
