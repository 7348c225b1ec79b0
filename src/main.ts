import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';
import {constants, setPriority} from 'node:os';
import {dirname} from 'node:path';
import {getAsset, isSea} from 'node:sea';
import {addAbortSignal} from 'node:stream';
import {fileURLToPath} from 'node:url';
import envPaths from 'env-paths';
import packageJson from '../package.json' with {type: 'json'};
import {firstLoaded} from './core/messages/messages.js';
import {problemText} from './core/present/problem-text.js';
import {type ExitCode, exitCodes} from './core/problem.js';
import {isAsciiOnly, withoutSecrets} from './core/technical/environment.js';
import {asReplaced} from './core/technical/replaced.js';
import {openWord} from './runtime/confinement.js';
import {guardMemory, hush} from './runtime/guard.js';
import type {Face, HeardKeys, OfficeProgram} from './session/session.js';
import {shipperOptions} from './shipper/confinement.js';
import type {ShipperOptions} from './shipper/run.js';
import {machine} from './world.js';

// The single executable file starts here, without `entry.ts`.
guardMemory();

const {version} = packageJson;
const interruption = new AbortController();

/** Starts the sandbox in a worker, so that its database never delays a frame. */
async function startSandbox(...[folder, tell]: Parameters<Face['startSandbox']>) {
  const {startEmbeddedSandbox} = await import('./sandbox/embedded.js');
  return startEmbeddedSandbox(folder, sandboxWorker(), tell);
}

/** The worker's bundle: a file beside this one, or an asset of the single executable file, which has no other files. */
function sandboxWorker(): URL {
  if (!isSea()) return new URL('./sandbox-worker.js', import.meta.url);
  return new URL(`data:text/javascript;base64,${Buffer.from(getAsset('sandbox-worker.js')).toString('base64')}`);
}

/** The groups go first: who has given up the user may not change them any more. */
function becomeUser({uid, gid}: {readonly uid: number; readonly gid: number}): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** Runs another command line of this program in a process of its own, which has a lower priority than this one. */
const runApart: NonNullable<Face['runApart']> = async (line, input) => {
  const script = isSea() ? [] : process.argv.slice(1, 2);
  const child = spawn(process.execPath, [...script, ...line], {stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true});
  if (child.pid !== undefined) lowerPriority(child.pid);
  child.stdin.on('error', () => undefined).end(input); // it may not read it
  let said = '';
  child.stdout.on('data', chunk => (said += String(chunk)));
  const [exit] = (await once(child, 'close').catch(() => [null])) as [exit: number | null];
  return {exit, said};
};

/** Loads the office's bundle, which is beside this one. */
function loadOffice(): Promise<OfficeProgram> {
  const bundle = new URL('./office.cjs', import.meta.url).href;
  return import(bundle) as Promise<OfficeProgram>;
}

/** Runs the service in this process: a command that serves has no frames to delay. */
async function serveSandbox(place: Parameters<Face['serveSandbox']>[0]) {
  const sandbox = await import('./sandbox/server.js');
  return sandbox.startSandbox(place);
}

/** The command line that starts the shipper: a file beside this one, which may do no more than shipping needs. */
const shipperLine = (options: ShipperOptions) => [
  ...shipperOptions(options.folder, dirname(fileURLToPath(import.meta.url))),
  fileURLToPath(new URL('./ship.js', import.meta.url)),
  JSON.stringify(options),
];

/**
 * Starts a shipper, which has a lower priority than the till. One that is to ship once goes on by itself when this process has ended;
 * any other is kept running beside this till. Returns the function that ends the latter.
 */
function startShipper(options: ShipperOptions): () => void {
  const over = new AbortController();
  // The single executable file contains no shipper: there it is a separate service.
  if (isSea()) return () => undefined;
  if (options.once) spawnShipper(options, {detached: true, stdio: 'ignore'});
  else keepShipping(options, over.signal).catch(() => undefined); // `duka doctor` reports an office that hears nothing
  return () => over.abort();
}

function spawnShipper(options: ShipperOptions, how: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, shipperLine(options), {
    ...how,
    env: withoutSecrets(process.env),
    windowsHide: true,
  });
  child.on('error', () => undefined); // the till can sell without it
  child.unref();
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

const restMs = {least: 5_000, most: 300_000};

/**
 * A pipe connects the shipper's standard input with the till. When the till is gone, for whatever reason, the pipe ends, and with it the
 * shipper. A shipper that was killed is started again after a while.
 */
async function keepShipping(options: ShipperOptions, over: AbortSignal): Promise<void> {
  for (let rest = restMs.least; !over.aborted; rest = Math.min(restMs.most, rest * 2)) {
    const child = spawnShipper(options, {stdio: ['pipe', 'ignore', 'ignore']});
    child.stdin?.on('error', () => undefined);
    const end = () => {
      child.stdin?.destroy();
      child.kill();
    };
    over.addEventListener('abort', end);
    await new Promise(resolve => {
      child.once('error', resolve);
      child.once('exit', resolve);
    });
    over.removeEventListener('abort', end);
    await machine.sleep(rest, over);
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or the system does not allow this.
  }
}

async function runShipper(options: ShipperOptions, {interrupted, readInput, write, complain}: Face): Promise<ExitCode> {
  if (!isSea()) {
    const {runInstead} = await import('./runtime/restart.js');
    return (await runInstead(process.execPath, shipperLine(options), withoutSecrets(process.env))) as ExitCode;
  }
  const ended = new AbortController();
  const end = () => ended.abort();
  if (options.untilInputEnds) readInput(0, interrupted).then(end, end);
  const {runShipper: run} = await import('./shipper/run.js');
  const signal = AbortSignal.any([interrupted, ended.signal]);
  const exit = await run(options, {world: machine, signal, write, complain});
  return ended.signal.aborted ? exitCodes.done : exit;
}

/** What is piped into standard input. Reads nothing from a terminal, which would show what is typed. */
async function readInput(mostBytes: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const {stdin} = process;
  if (stdin.isTTY) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stdin)) {
      length += chunk.length;
      if (length > mostBytes) return undefined;
      chunks.push(chunk);
    }
    const whole = new Uint8Array(new ArrayBuffer(length)); // a smaller buffer might be copied within Node's memory
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  } catch {
    return undefined;
  } finally {
    for (const chunk of chunks) chunk.fill(0); // it may have been a card
  }
}

/** Leaves the terminal as it is: it shows what is typed, and Ctrl+C interrupts. */
async function askLine(question: string, signal: AbortSignal): Promise<string | undefined> {
  const {stdin, stderr} = process;
  if (!stdin.isTTY) return undefined;
  const {createInterface} = await import('node:readline');
  const lines = createInterface({input: stdin, terminal: false, signal});
  stderr.write(question);
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
  }
  return undefined;
}

/** The terminal does not show what is typed: readline writes it to a stream that goes nowhere. A signal sent to this process would end it at once on Windows. */
async function askSecret(question: string, signal: AbortSignal): Promise<string | undefined> {
  const {stdin, stderr} = process;
  if (!stdin.isTTY) return undefined;
  const [{createInterface}, {Writable}] = await Promise.all([import('node:readline'), import('node:stream')]);
  const nowhere = new Writable({write: (_chunk, _encoding, done) => done()});
  const lines = createInterface({input: stdin, output: nowhere, terminal: true, signal, historySize: 0});
  lines.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
  stderr.write(question);
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
    stderr.write('\n');
  }
  return undefined;
}

/** The milliseconds without a key after which a scanner has typed all that it types. */
const silence = 1000;
const controlC = 3;

async function hearKeys(question: string): Promise<readonly HeardKeys[] | undefined> {
  const {stdin, stderr} = process;
  if (!stdin.isTTY) return undefined;
  const heard: HeardKeys[] = [];
  const take = (piece: Buffer) => {
    if (piece.includes(controlC)) process.emit('SIGINT', 'SIGINT');
    heard.push({text: piece.toString(), at: machine.monotonic()});
  };
  stderr.write(question);
  stdin.setRawMode(true).on('data', take);
  for (let before = -1; before < Math.max(heard.length, 1) && !interruption.signal.aborted; ) {
    before = heard.length === 0 ? -1 : heard.length;
    await machine.sleep(silence, interruption.signal);
  }
  stdin.off('data', take).setRawMode(false).pause();
  stderr.write('\n');
  return heard;
}

/** One press of Ctrl+C may arrive twice within this many milliseconds: from the terminal, and from npm, which passes signals on. */
const samePress = 200;
let firstSignalAt: number | undefined;

/**
 * A command ends by itself after the first signal, and at once after a second one. The screens have handlers of their own, since they must
 * restore the terminal first.
 */
const interrupt = (signal: NodeJS.Signals) => {
  const now = machine.monotonic();
  firstSignalAt ??= now;
  if (now - firstSignalAt > samePress) process.exit(exitCodes.interrupted);
  interruption.abort(signal);
};
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * If the reader of the output is gone (`duka journal list | head`) or its disk is full, commands that would go on forever end, and nothing
 * breaks: the exit code still shows the state of the payment.
 */
function outliveReaders(): void {
  process.stdout.on('error', () => interruption.abort('SIGPIPE'));
  process.stderr.on('error', () => undefined);
}

/** Reports an error that nobody has caught, and ends; set once there is a face to report it to. */
let die = (_error: unknown): void => process.exit(exitCodes.notKnown);

/** The screens must restore the terminal first, so they handle signals and uncaught errors themselves. */
function leaveTheTerminal(): void {
  for (const signal of signals) process.off(signal, interrupt);
  process.off('uncaughtException', die);
}

const loaded = Promise.withResolvers<void>();

/** What takes over the terminal. Each is loaded only when it is asked for. */
const screensIn = (own: Pick<Face, 'environment' | 'systemZone' | 'userFolder'>) =>
  ({
    openScreens: async flags => {
      leaveTheTerminal();
      const {openScreens} = await import('../screens/start.js');
      loaded.resolve();
      const {language: systemLocale} = navigator; // `Intl` would take 4 ms
      return openScreens({...own, systemLocale, flags, world: machine, version, startSandbox, startShipper});
    },
    openDisplay: async flags => {
      leaveTheTerminal();
      const {openDisplay} = await import('../screens/display/display.js');
      return openDisplay({...own, flags, world: machine});
    },
    openWatch: async (places, language) => {
      leaveTheTerminal();
      const {openWatch} = await import('../screens/office/watch.js');
      return openWatch(places, {...own, language});
    },
    openReview: async parts => {
      leaveTheTerminal();
      const {openReview} = await import('../screens/review/start.js');
      return openReview(parts);
    },
    startConfined: async told => {
      leaveTheTerminal();
      const {startConfined} = await import('./commands/review/confinement.js');
      return startConfined(told);
    },
  }) satisfies Partial<Face>;

const isTerminal = (descriptor: number): boolean => process.getBuiltinModule('node:tty').isatty(descriptor);

async function main(): Promise<void> {
  if (isSea() && process.argv[2] === openWord) {
    const {openFromInput} = await import('./sources/open/from-input.js');
    return openFromInput();
  }
  if (isAsciiOnly(process.env)) {
    const {writeAscii} = await import('./runtime/ascii.js'); // few terminals need its tables
    for (const stream of [process.stdout, process.stderr]) writeAscii(stream, {isDumb: process.env['TERM'] === 'dumb'});
  }
  const {runCommand} = await import('./commands/index.js');
  for (const signal of signals) process.on(signal, interrupt);
  outliveReaders();
  const systemZone = Temporal.Now.timeZoneId();
  const {config: userFolder} = envPaths('duka', {suffix: ''});
  const {env: environment, stdout, stderr} = process;
  const face: Face = {
    environment,
    world: machine,
    version,
    commit: isSea() ? getAsset('commit', 'utf8') || undefined : undefined,
    systemZone,
    userFolder,
    // To ask the stream makes it, which takes 2 ms, and few commands ask.
    get isTerminal() {
      return isTerminal(0) && isTerminal(1);
    },
    get complainsToTerminal() {
      return isTerminal(2);
    },
    readInput,
    askLine,
    askSecret,
    hearKeys,
    write: text => {
      stdout.write(text);
    },
    writeBytes: bytes => {
      stdout.write(bytes);
    },
    taken: async () => {
      if (stdout.writableNeedDrain) await once(stdout, 'drain', {signal: interruption.signal}).catch(() => undefined);
    },
    complain: text => {
      stderr.write(text);
    },
    interrupted: interruption.signal,
    startSandbox,
    serveSandbox,
    becomeUser,
    loadOffice,
    runApart,
    checkKeys: async shortcuts => {
      const {keymapOf} = await import('../screens/terminal/shortcuts.js');
      keymapOf(shortcuts);
    },
    ...screensIn({environment, systemZone, userFolder}),
    displayLine: async shown => (await import('../screens/display/display.js')).displayLine(shown),
    startShipper,
    runShipper: told => runShipper(told, face),
  };
  die = error => {
    dieUnknowing(error, face).catch(() => process.exit(exitCodes.notKnown));
  };
  process.on('uncaughtException', die);
  process.exitCode = await runCommand(process.argv.slice(2), face).catch(error => dieUnknowing(error, face));
}

/** Node would exit with 1, which scripts read as "not paid", although a request may be in progress. */
async function dieUnknowing(error: unknown, face: Face): Promise<never> {
  try {
    const {reportOutside} = await import('./commands/line.js');
    await reportOutside(error, face);
  } catch (lost) {
    // The module that reports cannot be loaded either. The messages are in memory since the start.
    const problem = asReplaced(lost);
    if (problem !== undefined) face.complain(`✗ ${problemText(problem, firstLoaded())}\n`);
  } finally {
    process.exit(exitCodes.notKnown); // whatever failed here, which would lead here again without end
  }
}

/** The single executable file has no entry file that checks its environment first. */
async function startHushed(): Promise<void> {
  const {startAgain} = await import('./runtime/restart.js');
  process.exitCode = await startAgain(undefined);
}

/** Resolves when the screens of the till are in memory. */
export const screensLoaded = loaded.promise;

/** Resolves when the program has ended. */
export const ended = isSea() && hush(process.env) ? startHushed() : main();
