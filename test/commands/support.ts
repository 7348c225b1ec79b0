import {subscribe} from 'node:diagnostics_channel';
import {globSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import type {ClientRequest} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {displayLine} from '../../screens/display/display.js';
import {keymapOf} from '../../screens/terminal/shortcuts.js';
import {runCommand} from '../../src/commands/index.js';
import type {Environment} from '../../src/config.js';
import type {World} from '../../src/core/world.js';
import {type Sandbox, startSandbox} from '../../src/sandbox/server.js';
import type {Face, HeardKeys} from '../../src/session/session.js';
import {machine} from '../../src/world.js';

/** What came of one command. `json` is the last line of standard output. */
export type Ran = {
  readonly exit: number;
  readonly out: string;
  /** What was written to standard output that is no text. */
  readonly bytes: Uint8Array;
  readonly err: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever JSON came
  readonly json: any;
};

export type Row = {
  readonly transaction_reference: string;
  readonly method: string;
  readonly status: string;
  readonly requests: number;
};

/** A refund as the sandbox's books have it. */
export type RefundRow = {
  readonly refund_transaction_reference: string;
  readonly payment_transaction_reference: string;
  readonly amount: number;
  readonly status: string;
};

const isAsked = /Waiting for the customer|The request may have gone through|En attente de la validation/;

export type Shop = Awaited<ReturnType<typeof startShop>>;

type Running = {
  readonly environment?: Environment;
  readonly interrupted?: AbortSignal;
  /** Told of standard error while the command runs. */
  readonly onComplaint?: (text: string) => void;
  /** Told of standard output while the command runs. */
  readonly onOutput?: (text: string) => void;
  readonly isTerminal?: boolean;
  readonly complainsToTerminal?: boolean;
  /** What a person types at a terminal on standard input. */
  readonly typed?: string;
  /** What a person types where nobody sees it, one after the other. */
  readonly secrets?: readonly string[];
  /** What is piped in; standard input is a terminal where there is nothing. */
  readonly input?: string;
  /** What a scanner types at a terminal. */
  readonly keys?: readonly HeardKeys[];
  readonly world?: World;
  /** Where the homes of live tills are remembered; absent: nowhere. */
  readonly userFolder?: string;
  readonly openScreens?: Face['openScreens'];
  readonly openDisplay?: Face['openDisplay'];
  readonly openWatch?: Face['openWatch'];
  readonly startShipper?: Face['startShipper'];
  readonly runApart?: Face['runApart'];
  readonly openReview?: Face['openReview'];
  readonly startConfined?: Face['startConfined'];
  readonly loadOffice?: Face['loadOffice'];
  /** The practice service of a home; absent: one of the command's own. */
  readonly startOwn?: (folder: string) => Promise<Sandbox>;
};

/** Requests of this process. */
const asked = new Set<ClientRequest>();
subscribe('http.client.request.start', told => void asked.add((told as {readonly request: ClientRequest}).request));

function isBusy(): boolean {
  for (const request of asked) if (request.destroyed) asked.delete(request);
  return asked.size > 0 || process.getActiveResourcesInfo().some(name => /^(?:FSReq|ProcessWrap)/.test(name));
}

/** A pause is over when nothing is under way any more, or after so many turns: a slow machine has longer ones. */
async function hurry(milliseconds: number, isOver: () => boolean, signal?: AbortSignal): Promise<void> {
  for (let turn = 0, quiet = 0; turn < milliseconds && quiet < 8 && !isOver(); turn += 1) {
    await machine.sleep(1, signal);
    quiet = isBusy() ? 0 : quiet + 1;
  }
}

/** A home with its own sandbox, whose books the test can reach, and whose clock moves by what is slept or advanced. `close` ends both. */
export async function startShop(environment: Environment = {}, stands?: () => number) {
  const home = mkdtempSync(join(tmpdir(), 'duka-commands-'));
  const service = join(home, 'sandbox', 'service');
  let time = Date.now();
  const began = time;
  const now = stands ?? (() => ++time); // no two lines are of one instant
  const books = await startSandbox({data: service, now, date: now});
  /** What each command would open for itself and close again. */
  const startOwn = async (folder: string): Promise<Sandbox> =>
    folder === service ? {...books, close: async () => undefined} : startSandbox({data: folder});
  const pass = async (milliseconds: number) => {
    time += milliseconds;
  };
  /** Waits, and puts the clock on to the moment for which was waited, unless it is there already. */
  const sleepBy =
    (wait: (milliseconds: number, isOver: () => boolean, signal?: AbortSignal) => Promise<void>): World['sleep'] =>
    async (milliseconds, signal) => {
      const due = time + Math.ceil(milliseconds);
      const isOver = () => signal?.aborted === true || time >= due;
      await wait(milliseconds, isOver, signal);
      if (!isOver()) time = due;
    };
  const patient: World = {
    ...machine,
    now,
    monotonic: () => time - began,
    sleep: sleepBy((ms, _, signal) => machine.sleep(ms, signal)),
  };
  /** Its clock is the sandbox's too, and moves by what is slept: nobody waits longer than for what is under way. */
  const world = {...patient, sleep: sleepBy(hurry), pass};
  const request = async (path: string, body?: object) => {
    const init = body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)};
    return (await fetch(books.baseUrl + path, init)).json();
  };
  return {
    home,
    run: (line: readonly string[], running: Running = {}) =>
      run(line, {startOwn, world, ...running, environment: {DUKA_HOME: home, ...environment, ...running.environment}}),
    books: async () => (await request('/sandbox/transactions')) as readonly Row[],
    refunds: async () => (await request('/sandbox/refunds')) as readonly RefundRow[],
    advance: (duration: string) => request('/sandbox/clock', {advance: duration}),
    faults: (settings: object) => request('/sandbox/faults', settings),
    world,
    /** The same for who really waits. */
    patient,
    baseUrl: books.baseUrl,
    apiKey: books.apiKey,
    close: async () => {
      await books.close();
      rmSync(home, {recursive: true, force: true});
    },
  };
}

/** A shop that ends with its test; a test that runs beside others gives its own `onTestFinished`. */
export async function openShop(
  environment: Environment = {},
  whenFinished = onTestFinished,
  stands?: () => number,
): Promise<Shop> {
  const shop = await startShop(environment, stands);
  whenFinished(() => shop.close());
  return shop;
}

/** Runs a command in this process, as `main` would. The sandbox of the home is a real server, in this thread. */
export async function run(line: readonly string[], running: Running = {}): Promise<Ran> {
  let out = '';
  let err = '';
  let bytes = new Uint8Array();
  const {
    environment = {},
    interrupted = new AbortController().signal,
    onComplaint,
    onOutput,
    isTerminal = false,
    complainsToTerminal = false,
    input,
    typed,
    keys,
    secrets: hidden = [],
    openScreens = async () => 0,
    openDisplay = async () => 0,
    openWatch = async () => 0,
    openReview = async () => 0,
    startConfined = async () => 0,
    loadOffice = () => import('../../src/office/bundle.js'),
    world = machine,
    userFolder,
    startShipper,
    runApart,
    startOwn = folder => startSandbox({data: folder}),
  } = running;
  const secrets = [...hidden];
  const face: Face = {
    environment,
    world,
    version: '0.0.0',
    systemZone: 'Africa/Nairobi',
    ...(userFolder !== undefined && {userFolder}),
    ...(startShipper && {startShipper}),
    ...(runApart && {runApart}),
    isTerminal,
    complainsToTerminal,
    readInput: async mostBytes => {
      const bytes = input === undefined ? undefined : new TextEncoder().encode(input);
      return bytes !== undefined && bytes.length > mostBytes ? undefined : bytes;
    },
    askLine: async question => {
      if (typed === undefined) return undefined;
      err += question;
      return typed;
    },
    askSecret: async question => {
      const next = secrets.shift();
      if (next !== undefined) err += question;
      return next;
    },
    hearKeys: async question => {
      if (keys !== undefined) err += question;
      return keys;
    },
    write: text => {
      out += text;
      onOutput?.(text);
    },
    writeBytes: written => {
      bytes = new Uint8Array([...bytes, ...written]);
    },
    taken: async () => undefined,
    complain: text => {
      err += text;
      onComplaint?.(text);
    },
    interrupted,
    startSandbox: startOwn,
    serveSandbox: startSandbox,
    loadOffice,
    checkKeys: async shortcuts => void keymapOf(shortcuts),
    openScreens,
    openDisplay,
    displayLine: async shown => displayLine(shown),
    openWatch,
    runShipper: async told => {
      const {runShipper} = await import('../../src/shipper/run.js');
      return runShipper(told, {world, signal: interrupted, write: face.write, complain: face.complain});
    },
    openReview,
    startConfined,
  };
  const exit = await runCommand(line, face);
  return {exit, out, bytes, err, json: parsed(out.trimEnd().split('\n').at(-1) ?? '')};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A command that is under way: `ended` when it is, `until` when standard error has said something. */
export function begin(
  shop: Shop,
  line: readonly string[],
  environment: Environment = {},
  running: Pick<Running, 'input' | 'world' | 'complainsToTerminal' | 'loadOffice' | 'runApart'> = {},
) {
  const interruption = new AbortController();
  let said = '';
  let hear: () => void = () => undefined;
  const ended = shop.run(line, {
    world: shop.patient,
    ...running,
    environment,
    interrupted: interruption.signal,
    onComplaint: text => {
      said += text;
      hear();
    },
  });
  const until = (text: string | RegExp) =>
    new Promise<void>(resolve => {
      hear = () => {
        if (typeof text === 'string' ? said.includes(text) : text.test(said)) resolve();
      };
      hear();
    });
  return {
    ended,
    until: (text: string | RegExp) => Promise.race([until(text), ended]),
    said: () => said,
    interrupt: () => interruption.abort('SIGINT'),
  };
}

/** Begins a `collect` and leaves it with Ctrl-C once the service has been asked; its payment stays open. */
export async function collectAndLeave(
  shop: Shop,
  line: readonly string[],
  environment: Environment = {},
): Promise<Ran> {
  const collected = begin(shop, line, environment);
  await collected.until(isAsked);
  collected.interrupt();
  return collected.ended;
}

/** The same, and then asks for its status when the sandbox is through with it: nothing is waited for. */
export async function collectAndSettle(shop: Shop, line: readonly string[]): Promise<Ran> {
  const {reference} = paymentIn(await collectAndLeave(shop, line));
  await shop.advance('PT3S');
  return shop.run(['status', reference, '--json']);
}

/** The journal's segments on the disk. */
export function segmentsOf({home}: Pick<Shop, 'home'>): readonly string[] {
  return globSync('*/*/journal/*.jsonl', {cwd: home}).map(path => join(home, path));
}

/** `collect` in Kenya, 200 shillings, unless `more` says otherwise. */
export function collecting(phone: string, ...more: readonly string[]): readonly string[] {
  return ['collect', '--json', '--phone', phone, '--amount', '200', ...more];
}

export const paymentIn = ({json}: Ran) => json;

/** What no line for a person may have: a control character beside the line break, or a mark of direction. */
export const harmful = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200B\u200F\uFEFF]/u;

export function harmfulIn(text: string): string | undefined {
  return harmful.exec(text.replaceAll('\n', ''))?.[0];
}

/** All that lies in a home, as one text. */
export const everyByte = (home: string) =>
  readdirSync(home, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');
