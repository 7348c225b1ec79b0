import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {clockText} from '../../core/business-day.js';
import type {Payment} from '../../core/payment.js';
import type {ExitCode} from '../../core/problem.js';
import {nextOf} from '../../core/questions.js';
import {wrap} from '../../core/width.js';
import {demoWords, type SceneName} from '../../core/words/demo.js';
import {fill, type Language} from '../../core/words/fill.js';
import {openHome} from '../../till/home.js';
import {openReading, type Reading} from '../../till/open.js';
import type {Face, RunningSandbox} from '../face.js';
import type {Session} from '../session.js';
import {post} from './post.js';
import {type PushedWorld, pushedWorld} from './pushed-world.js';

/** What the scenes are played on: a shop of its own in a folder that goes away again. */
export type Stage = {
  readonly language: Language;
  readonly zone: string;
  readonly world: PushedWorld;
  /** Prints lines of the demo's own. */
  readonly say: (...lines: readonly string[]) => void;
  /** Says what happens next. */
  readonly tell: (name: SceneName) => void;
  /** Shows a command and really runs it; returns the reference of the newest payment. */
  readonly run: (expected: ExitCode, ...line: readonly string[]) => Promise<string>;
  /** Plays the customer of the newest payment, who approves on the page that it waits for. */
  readonly approve: () => Promise<void>;
  readonly read: <T>(work: (reading: Reading) => T | Promise<T>) => Promise<T>;
  readonly hasGoneWrong: () => boolean;
};

const zone = 'Africa/Nairobi';
const widest = 80;

/** Builds the stage, lets `play` use it, and takes it down, whatever comes of it. */
export async function onStage<T>(session: Session, play: (stage: Stage) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'duka-demo-'));
  try {
    const service = await session.face.startSandbox(join(home, 'service'));
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
  const words = demoWords[language];
  const write = isJson ? face.complain : face.write;
  const world = pushedWorld(face.world, service.baseUrl);
  const shopFace = shopFaceOf(session, {home, service, world, write});
  let hasGoneWrong = false;
  const say = (...lines: readonly string[]) => write(lines.map(line => `${line}\n`).join(''));
  const read: Stage['read'] = async work => {
    const {version, environment, startSandbox} = shopFace;
    const {settings, decide} = await openHome({flags: {}, environment, systemZone: zone});
    const reading = await openReading({config: decide(), environment, settings, world, version, startSandbox});
    try {
      return await work(reading);
    } finally {
      await reading.journal.close();
    }
  };
  return {
    language,
    zone,
    world,
    say,
    tell: name => say('', ...paragraph(clockText(world.now(), zone), words.scenes[name])),
    run: async (expected, ...line) => {
      say('', ...commandLines(line));
      const code = await session.run(line, shopFace);
      face.interrupted.throwIfAborted();
      if (world.failure() !== undefined) throw world.failure();
      if (code !== 0) say(`  ${fill(words.exit, {code})}`);
      if (code !== expected) say(`! ${fill(words.unexpected, {code, expected})}`);
      hasGoneWrong ||= code !== expected;
      return (await read(newest)).reference;
    },
    approve: async () => {
      const next = nextOf(await read(newest));
      if (next.kind !== 'redirect') throw new Error('the newest payment waits for no page');
      await post(`${next.url}/approve`);
    },
    read,
    hasGoneWrong: () => hasGoneWrong,
  };
}

/** The process around the demo's commands: its own home and service, and nothing of this user's environment. */
function shopFaceOf(
  {face, language}: Session,
  {home, service, world, write}: {home: string; service: RunningSandbox; world: PushedWorld; write: Face['write']},
): Face {
  const indented = (text: string) => write(text.replaceAll(/^(?=.)/gm, '  '));
  return {
    ...face,
    environment: {DUKA_HOME: home, DUKA_PROFILE: 'sandbox', DUKA_SHOP: 'Duka', DUKA_LANG: language, DUKA_ZONE: zone},
    systemZone: zone,
    world,
    isTerminal: false,
    write: indented,
    complain: indented,
    startSandbox: async () => ({...service, close: async () => {}}),
  };
}

function newest({state}: Reading): Payment {
  const payment = state.payments.get(state.lastReference ?? '');
  if (payment === undefined) throw new Error('no payment was begun');
  return payment;
}

/** A paragraph behind the time at which it happens. */
function paragraph(time: string, text: string): readonly string[] {
  return wrap(text, widest - 7).map((line, index) => (index === 0 ? `${time}  ${line}` : `       ${line}`));
}

/** The command as a person types it, over as many lines as it takes; an option stays with its value. */
function commandLines(line: readonly string[]): readonly string[] {
  const typed = ['$ duka', ...line.map(word => (/^[\w.:/-]+$/.test(word) ? word : `"${word}"`))].join(' ');
  return typed.split(/ (?=--)/).reduce<readonly string[]>((lines, part) => {
    const last = lines.at(-1);
    if (last === undefined) return [part];
    if (last.length + part.length + 3 <= widest) return [...lines.slice(0, -1), `${last} ${part}`];
    return [...lines.slice(0, -1), `${last} \\`, `    ${part}`];
  }, []);
}
