import {spawn} from 'node:child_process';
import {createReadStream, createWriteStream} from 'node:fs';
import {mkdtemp, open, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, extname, join} from 'node:path';
import {isSea} from 'node:sea';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {fileURLToPath} from 'node:url';
import {Problem, type ProblemArguments, type ProblemCode, type ProblemFacts} from '../../core/problem.js';
import {limits, sha256} from '../bytes.js';
import {containerOf, looked, type Opened, type OpeningChoice, openWord} from './container.js';
import {isJsonLines, onceMore} from './json.js';

/**
 * A file that can be read: the one that was named, or the text that was inside it, in a folder of its own until `close`.
 * `original` is what was opened; null where nothing had to be.
 */
export type OpenedFile = {
  readonly path: string;
  readonly original: Original | null;
  readonly close: () => Promise<void>;
};
export type Original = {readonly name: string; readonly sha256: string; readonly opened: readonly Opened[]};

/** What the program that opens says first. */
export type OpenerAnswer =
  | {readonly opened: readonly Opened[]}
  | {readonly problem: ProblemCode; readonly facts: ProblemFacts};

/** Its exit code for more text than was asked for. */
export const tooMuch = 3;
/** Its exit code for a fault that it comes upon once it has begun to tell the text. */
export const faultInside = 4;

/** Milliseconds; what is read in pieces is far larger. */
const longest = {whole: 60_000, lines: 240_000};

/**
 * Opens a spreadsheet, an archive, a mail, a PDF or JSON in a process that can neither write nor reach the network, and has
 * so much memory and time; a text is left as it is. Its text lies in a folder of its owner's alone until it is closed.
 *
 * Throws a `Problem`: `file-not-readable`, `file-too-large-to-open`, `file-bursts` for what needs more than a till has, and what
 * `contentsOf` throws.
 */
export async function openFile(path: string, choice: OpeningChoice = {}): Promise<OpenedFile> {
  const name = basename(path);
  const unopened = {path, original: null, close: async () => undefined};
  const start = await beginning(path).catch(() => undefined); // what cannot be read is told by who reads it
  if (start === undefined || containerOf(start.bytes) === null) return unopened;
  const isLines = choice.part === undefined && isJsonLines(Buffer.from(start.bytes).toString());
  if (!isLines && start.size > limits.opened * 1_000_000)
    throw new Problem('file-too-large-to-open', {file: name, megabytes: limits.opened, text: limits.megabytes});
  const folder = await mkdtemp(join(tmpdir(), 'duka-open-'));
  const close = () => rm(folder, {recursive: true, force: true});
  try {
    const text = join(folder, 'text');
    const {opened, hash} = await inside({path, name, text, choice, isLines});
    return {path: text, original: {name, sha256: hash, opened}, close};
  } catch (error) {
    await close();
    throw error;
  }
}

async function beginning(path: string): Promise<{bytes: Uint8Array; size: number}> {
  const file = await open(path);
  try {
    const {size} = await file.stat();
    const {bytesRead, buffer} = await file.read(new Uint8Array(looked), 0, looked, 0);
    return {bytes: buffer.subarray(0, bytesRead), size};
  } finally {
    await file.close();
  }
}

type Asked = {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly choice: OpeningChoice;
  /** It is read in pieces, and given twice. */
  readonly isLines: boolean;
};
/** What is asked of the program that opens. */
export type OpeningRequest = OpeningChoice & {
  readonly file: string;
  readonly mostBytes: number;
  readonly isLines: boolean;
};

async function inside({path, name, text, choice, isLines}: Asked): Promise<{opened: readonly Opened[]; hash: string}> {
  const child = startOpener(isLines ? longest.lines : longest.whole);
  const hash = sha256();
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  try {
    const megabytes = isLines ? limits.megabytes : limits.opened;
    const request: OpeningRequest = {...choice, file: name, mostBytes: megabytes * 1_000_000, isLines};
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const given = pipeline(
      createReadStream(path),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
        if (!isLines) return;
        yield Buffer.from(`\n${onceMore}\n`);
        yield* createReadStream(path);
      },
      child.stdin,
    ).catch(() => undefined); // a program that was ended reads no more: its end says why
    const answer = await savedAnswer(child.stdout, text);
    await given;
    const exit = await ended;
    if (exit === faultInside) throw new Problem('file-damaged', {file: name});
    if (answer === undefined || exit !== 0) throw new Problem('file-bursts', {file: name});
    if ('problem' in answer) {
      const problem: unknown = [answer.problem, answer.facts];
      throw new Problem(...(problem as ProblemArguments));
    }
    return {opened: answer.opened, hash: hash.digest('hex')};
  } finally {
    child.kill('SIGKILL');
  }
}

/** The first line of the answer; what follows it goes into the file. */
async function savedAnswer(output: Readable, path: string): Promise<OpenerAnswer | undefined> {
  let first = Buffer.alloc(0);
  let answer: OpenerAnswer | undefined;
  await pipeline(
    output,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (answer !== undefined) {
          yield chunk;
          continue;
        }
        first = Buffer.concat([first, chunk]);
        const end = first.indexOf('\n');
        if (end === -1) continue;
        answer = JSON.parse(first.subarray(0, end).toString()) as OpenerAnswer;
        yield first.subarray(end + 1);
      }
    },
    createWriteStream(path, {mode: 0o600, flags: 'wx'}),
  );
  return answer;
}

/** What the process may: read files, and have a thread that watches its memory. */
const rights = [
  ...['--permission', '--allow-fs-read=*', '--allow-worker', '--max-old-space-size=700'],
  // Nearly all that it makes is a cell, and gone with its row: a fifth of the time is saved.
  '--max-semi-space-size=64',
];

/** Starts it with nothing of the environment in it: no key of a service, and no other option for Node. */
function startOpener(timeout: number) {
  // Beside this code, and in the same language: the bundle's, or the source's.
  const here = fileURLToPath(import.meta.url);
  const args = isSea()
    ? [openWord]
    : [...rights, ...process.execArgv, join(dirname(here), `open-file${extname(here)}`)];
  const {SystemRoot = ''} = process.env; // without it nothing starts on Windows
  const env = {SystemRoot, NODE_OPTIONS: isSea() ? rights.join(' ') : ''};
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env,
    windowsHide: true,
    timeout,
    killSignal: 'SIGKILL',
  });
}
