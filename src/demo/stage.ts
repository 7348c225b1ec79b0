import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {businessDate, clockText} from '../core/day/business-day.js';
import {type Language, type Messages, messages} from '../core/messages/messages.js';
import type {DaySpan} from '../core/present/day-report.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {wrap} from '../core/text/width.js';
import type {World} from '../core/world.js';
import {advance, get, post} from '../session/practice-call.js';
import {noteProblem} from '../session/print.js';
import type {Face, RunningSandbox, Session} from '../session/session.js';
import {openHome} from '../till/home.js';
import {openReading, practiceProblem, type Reading} from '../till/opened-journal.js';

/** A world whose clock can be moved forward, together with that of the practice service. */
export type PushedWorld = World & {
  /** Moves the time of the till and of the service. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** The error of a sleep that could not move the service's clock. */
  readonly failure: () => unknown;
};

const pauseBetweenQuestions = 5000;

/** How long a sleep really takes. Pauses are shortened most; a timeout must still outlast an answer from this machine. */
const realLength = (milliseconds: number) => milliseconds / (milliseconds <= pauseBetweenQuestions ? 30 : 8);

/** The world `real`, in which every sleep moves time forward, for the service's books and `Date` header, and for the till. */
export function pushedWorld(real: World, baseUrl: string): PushedWorld {
  let ahead = 0;
  let failure: unknown;
  const pass = async (milliseconds: number) => {
    ahead += milliseconds;
    await advance(baseUrl, milliseconds);
    await post(`${baseUrl}/sandbox/faults`, {switches: {clockSkewSeconds: Math.round(ahead / 1000)}});
  };
  return {
    now: () => Math.round(real.now() + ahead),
    monotonic: () => real.monotonic() + ahead,
    random: real.random,
    sleep: async (milliseconds, signal) => {
      const waited = realLength(milliseconds);
      await real.sleep(waited, signal);
      if (signal?.aborted === true) return;
      await pass(milliseconds - waited).catch((error: unknown) => {
        failure ??= error;
      });
    },
    pass,
    failure: () => failure,
  };
}

/** What the scenes use: a shop of its own, in a folder that is removed afterwards. */
export type Stage = {
  readonly language: Language;
  readonly zone: string;
  readonly world: PushedWorld;
  readonly say: (...lines: readonly string[]) => void;
  readonly tell: (name: keyof Messages['demo']['scenes']) => void;
  /** Shows a command, really runs it, and shows the part of its output that matters here. */
  readonly run: (line: readonly string[], how?: Run) => Promise<void>;
  /** Writes the service's own list of transactions into a file, and returns its path. */
  readonly writeStatement: (name: string) => Promise<string>;
  readonly read: <T>(work: (reading: Reading) => T | Promise<T>) => Promise<T>;
  readonly days: () => DaySpan;
  readonly hasGoneWrong: () => boolean;
};

export type Run = {
  readonly ends?: ExitCode;
  /** How many lines of its result to show, or a function that selects them; one line by default. */
  readonly shows?: number | ((lines: readonly string[]) => readonly string[]);
  readonly input?: string;
};

const zone = 'Africa/Abidjan';
const widest = 80;
const aDay = 24 * 60 * 60_000;

/** Builds the stage, lets `play` use it, and removes it in any case. */
export async function onStage<T>(session: Session, play: (stage: Stage) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'duka-demo-'));
  try {
    const service = await session.face.startSandbox(join(home, 'service'), trouble =>
      noteProblem(session, practiceProblem(trouble)),
    );
    try {
      return await play(build(session, home, service));
    } finally {
      await service.close();
    }
  } finally {
    await rm(home, {recursive: true, force: true, maxRetries: 3});
  }
}

function build(session: Session, home: string, service: RunningSandbox): Stage {
  const {language, isJson, face} = session;
  const words = messages(language).demo;
  const write = isJson ? face.complain : face.write;
  const world = pushedWorld(face.world, service.baseUrl);
  const shopFace = shopFaceOf(session, {home, service, world});
  const dateOf = (now: number) => businessDate(now, zone, '00:00');
  let hasGoneWrong = false;
  const say = (...lines: readonly string[]) => write(lines.map(line => `${line}\n`).join(''));
  return {
    language,
    zone,
    world,
    say,
    tell: name => say('', ...paragraph(clockText(world.now(), zone), words.scenes[name])),
    run: async (line, {ends = exitCodes.done, shows = 1, input} = {}) => {
      const typed = line.map(word => (word.startsWith(home) ? relative(home, word) : word));
      say(...commandLines(typed, input));
      const captured = {result: '', all: ''};
      const code = await session.run(line, listeningFace(shopFace, captured, input));
      face.interrupted.throwIfAborted();
      if (world.failure() !== undefined) throw world.failure();
      const isWrong = code !== ends;
      say(...shownLines(isWrong ? captured.all : captured.result, isWrong ? lines => lines : shows));
      if (isWrong) say(`! ${words.unexpected({code, expected: ends})}`);
      hasGoneWrong ||= isWrong;
    },
    writeStatement: async name => {
      const path = join(home, name);
      await writeFile(path, await get(`${service.baseUrl}/sandbox/transactions?format=csv`), {mode: 0o600});
      return path;
    },
    read: work => readJournal(shopFace, work),
    days: () => ({from: dateOf(world.now() - aDay), to: dateOf(world.now())}),
    hasGoneWrong: () => hasGoneWrong,
  };
}

/** The face for the demo's commands: it has its own home and service, and nothing of this user's environment. */
const shopFaceOf = (
  {face, language}: Session,
  {home, service, world}: {readonly home: string; readonly service: RunningSandbox; readonly world: PushedWorld},
): Face => ({
  ...face,
  environment: {DUKA_HOME: home, DUKA_PROFILE: 'sandbox', DUKA_SHOP: 'Duka', DUKA_LANG: language, DUKA_ZONE: zone},
  systemZone: zone,
  world,
  isTerminal: false,
  startSandbox: async () => ({...service, close: async () => {}}),
});

const listeningFace = (face: Face, captured: {result: string; all: string}, input: string | undefined): Face => ({
  ...face,
  readInput: async () => (input === undefined ? undefined : new TextEncoder().encode(input)),
  askLine: async () => undefined,
  askSecret: async () => undefined,
  hearKeys: async () => undefined,
  complain: text => {
    captured.all += text;
  },
  write: text => {
    captured.result += text;
    captured.all += text;
  },
});

async function readJournal<T>(face: Face, work: (reading: Reading) => T | Promise<T>): Promise<T> {
  const {version, environment, world} = face;
  const {settings, decide} = await openHome({flags: {}, environment, systemZone: zone});
  const reading = await openReading({config: decide(), settings, world, version});
  try {
    return await work(reading);
  } finally {
    await reading.journal.close();
  }
}

function shownLines(said: string, shows: NonNullable<Run['shows']>): readonly string[] {
  const lines = said.trimEnd().split('\n');
  const shown = typeof shows === 'number' ? lines.slice(0, shows) : shows(lines);
  return shown.flatMap(line => {
    const indent = ' '.repeat(2 + line.length - line.trimStart().length);
    return wrap(line.trimStart(), widest - indent.length).map(piece => `${indent}${piece}`);
  });
}

const paragraph = (time: string, text: string): readonly string[] =>
  wrap(text, widest - 7).map((line, index) => (index === 0 ? `${time}  ${line}` : `       ${line}`));

/** The command as a person types it, on as many lines as it needs. An option stays with its value. */
function commandLines(line: readonly string[], input: string | undefined): readonly string[] {
  const words = line.map(word => (/^[\w.:/@-]+$/.test(word) ? word : `"${word}"`));
  const typed = [
    '$ duka',
    ...words,
    ...(input === undefined ? [] : [input.startsWith('{') ? '< <(read-card)' : '< <(read-code)']),
  ].join(' ');
  return typed.split(/ (?=--)/).reduce<readonly string[]>((lines, part) => {
    const last = lines.at(-1);
    if (last === undefined) return [part];
    if (last.length + part.length + 3 <= widest) return [...lines.slice(0, -1), `${last} ${part}`];
    return [...lines.slice(0, -1), `${last} \\`, `    ${part}`];
  }, []);
}

export type Scene = {
  /** The time at which the scene is played, by the shop's clock. A time that has passed is that of the next morning. */
  readonly at: string;
  readonly play: (stage: Stage) => Promise<void>;
};

/** The documented test cards without a challenge. The month of the expiry determines the result of a charge. */
export const card = (cardNumber: string, expiryMonth: string) =>
  JSON.stringify({cardNumber, expiryMonth, expiryYear: '39', securityCode: '100', cardHolderName: 'Yao'});
export const approved = card('5111111111111118', '01');
