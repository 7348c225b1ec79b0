import {spawn} from 'node:child_process';
import {createReadStream, createWriteStream, rmSync} from 'node:fs';
import {lstat, mkdtemp, open, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, extname, join} from 'node:path';
import {isSea} from 'node:sea';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {fileURLToPath} from 'node:url';
import * as z from 'zod';
import {Problem, type ProblemArguments, type ProblemCode, type ProblemFacts, problemExits} from '../../core/problem.js';
import {jsonIn} from '../../core/text/json.js';
import {confinement, inEnvironment, openWord} from '../../runtime/confinement.js';
import {limits, sha256} from '../bytes.js';
import {containerOf, containers, looked, type Opened, type OpeningChoice} from './container.js';
import {isJsonLines, onceMore} from './json.js';

/**
 * A file that can be read: the named file itself, or the text from inside it, in a folder of its own until `close`. `original` is the file
 * that was opened; `null` if the file need not be opened.
 */
export type OpenedFile = {
  readonly path: string;
  readonly original: Original | null;
  readonly close: () => Promise<void>;
};
/** The file that was opened: its name, the SHA-256 of its bytes in hexadecimal, and the containers in it, outermost first. */
export type Original = {readonly name: string; readonly sha256: string; readonly opened: readonly Opened[]};

/** The first line that the opening program writes. */
export type OpenerAnswer =
  | {readonly opened: readonly Opened[]}
  | {readonly problem: ProblemCode; readonly facts: ProblemFacts};

/** A file may have taken the program over, so that its answer is believed only in this form. */
const openerAnswer: z.ZodType<OpenerAnswer> = z.union([
  z.object({
    opened: z.array(
      z.object({
        kind: z.enum(containers),
        part: z.string(),
        others: z.array(z.string()),
        twoEncodings: z.literal(true).exactOptional(),
      }),
    ),
  }),
  z.object({
    problem: z.custom<ProblemCode>(code => typeof code === 'string' && Object.hasOwn(problemExits, code)),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  }),
]);
/** The exit code of the opening program for an error that it finds after it has begun to write the text. */
export const faultInside = 4;

/** Time limits in milliseconds. Files that are read in pieces (`lines`) are far larger. */
const longest = {whole: 60_000, lines: 240_000};

/**
 * Opens a spreadsheet, an archive, a mail, a PDF or JSON in a process that is confined to it, and has limited memory and time. A text is
 * left as it is, and so is a file that cannot be read. The text from inside a file is in a folder that only its owner can read, until the
 * file is closed. Throws a `Problem`: `file-too-large-to-open`, `file-bursts` for a file that needs more memory or time than a till has,
 * `file-damaged`, and what `contentsOf` throws.
 */
export async function openFile(path: string, choice: OpeningChoice = {}): Promise<OpenedFile> {
  const name = basename(path);
  const unopened = {path, original: null, close: async () => undefined};
  const start = await beginning(path).catch(() => undefined); // a file that cannot be read is reported when it is read
  if (start === undefined || containerOf(start.bytes) === null) return unopened;
  const isLines = choice.part === undefined && isJsonLines(Buffer.from(start.bytes).toString());
  if (!isLines && start.size > limits.opened * 1_000_000)
    throw new Problem('file-too-large-to-open', {file: name, megabytes: limits.opened, text: limits.megabytes});
  const folder = await heldFolder();
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

const held: string[] = [];

/** A new folder for what others wrote, which only this user can read. What is left when the process ends is removed; of a killed one, by the next. */
export async function heldFolder(within?: string): Promise<string> {
  if (within !== undefined) return mkdtemp(join(within, 'held-'));
  await sweep();
  const folder = await mkdtemp(join(tmpdir(), `duka-open-${process.pid}-`));
  if (held.push(folder) === 1)
    process.once('exit', () => {
      for (const each of held) rmSync(each, {recursive: true, force: true});
    });
  return folder;
}

const leftover = /^duka-open-(?<pid>\d+)-/;

/** Removes what readers left that were killed: folders of this user whose process has ended. They hold the text of statements. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const {pid} = leftover.exec(name)?.groups ?? {};
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const found = await lstat(folder).catch(() => undefined);
    if (found?.isDirectory() && found.uid === (process.getuid?.() ?? found.uid))
      await rm(folder, {recursive: true, force: true}).catch(() => undefined); // it only takes up space
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
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
  /** Whether the file is read in pieces, and sent twice. */
  readonly isLines: boolean;
};
export const openingRequest = z.object({
  part: z.string().optional(),
  password: z.string().optional(),
  file: z.string(),
  mostBytes: z.number(),
  isLines: z.boolean(),
});
export type OpeningRequest = z.infer<typeof openingRequest>;

async function inside({path, name, text, choice, isLines}: Asked): Promise<{opened: readonly Opened[]; hash: string}> {
  const child = startOpener(isLines ? longest.lines : longest.whole);
  const hash = sha256();
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  let unread: string | undefined;
  // A read error must not look like the end of the file: what was read until then may be a complete table.
  const fromFile = () =>
    createReadStream(path).on('error', (error: NodeJS.ErrnoException) => {
      if (error.syscall === 'read' || error.syscall === 'open') unread = error.code;
    });
  try {
    const megabytes = isLines ? limits.megabytes : limits.opened;
    const request: OpeningRequest = {...choice, file: name, mostBytes: megabytes * 1_000_000, isLines};
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const given = pipeline(
      fromFile(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
        if (!isLines) return;
        yield Buffer.from(`\n${onceMore}\n`);
        yield* fromFile();
      },
      child.stdin,
    ).catch(() => undefined); // a program that was killed stops reading; its exit says why
    const answer = await savedAnswer(child.stdout, text);
    await given;
    const exit = await ended;
    if (unread !== undefined) throw new Problem('file-not-readable', {file: name, code: unread});
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

/** Returns the first line of the output, and saves the rest in the file. */
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
        answer = openerAnswer.safeParse(jsonIn(first.subarray(0, end).toString())).data;
        if (answer === undefined) return;
        yield first.subarray(end + 1);
      }
    },
    createWriteStream(path, {mode: 0o600, flags: 'wx'}),
  );
  return answer;
}

/** The process has no right to any file but its own program. It may start one thread, which watches its memory, and gives that right up. */
export const openerOptions = (program: string): readonly string[] => [
  ...confinement({reads: [program]}),
  ...['--allow-worker', '--max-old-space-size=700'],
  // Nearly every object that the process makes is a cell, and is garbage as soon as its row is done. This saves a fifth of the time.
  '--max-semi-space-size=64',
];

/** Starts the process without the environment of the till: without keys of a service, and without other options for Node. */
function startOpener(timeout: number) {
  // The program is next to this file: in the bundle, or in the source, which is loaded by further options.
  const here = fileURLToPath(import.meta.url);
  const isSource = extname(here) === '.ts';
  const options = openerOptions(isSea() ? process.execPath : join(dirname(here), isSource ? '../../..' : ''));
  const script = join(dirname(here), isSource ? 'open-file.ts' : 'open-file.js');
  const args = isSea() ? [openWord] : [...options, ...(isSource ? process.execArgv : []), script];
  const {SystemRoot = ''} = process.env; // no process starts on Windows without it
  const env = {SystemRoot, NODE_OPTIONS: isSea() ? inEnvironment(options) : ''};
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env,
    windowsHide: true,
    timeout,
    killSignal: 'SIGKILL',
  });
}
