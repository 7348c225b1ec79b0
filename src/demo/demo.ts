import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {businessDate, clockText} from '../core/day/business-day.js';
import {type Language, messages} from '../core/messages/messages.js';
import {paymentSpec} from '../core/present/payment-json.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {zName} from '../core/shift/report.js';
import {list} from '../core/spec/spec.js';
import {wrap} from '../core/text/width.js';
import {get} from '../session/practice-call.js';
import {answer, noteProblem} from '../session/print.js';
import type {Face, RunningSandbox, Session} from '../session/session.js';
import {readDays} from '../till/days.js';
import {openHome} from '../till/home.js';
import {openReading, practiceProblem, type Reading} from '../till/opened-journal.js';
import {approved, card, type PushedWorld, pushedWorld, type Run, type Scene, type Stage} from './stage.js';
import {enrolledScene, renewedScene} from './subscription.js';

const {notPaid, notKnown} = exitCodes;

const minute = 60_000;

const declined = card('4012000033330026', '05');

const collect = (phone: string, amount: string) => ['collect', '--phone', phone, '--amount', amount] as const;
const charge = (amount: string) => ['charge', '--amount', amount, '--currency', 'USD', '--card-stdin'] as const;

/** The scenes of the day, in order. The last digits of a wallet's number determine what the practice service does with the payment. */
export const scenes: readonly Scene[] = [
  {
    at: '08:00',
    play: async ({tell, run}) => {
      tell('open');
      await run(['shift', 'open', '--person', 'Fatou', '--float', 'XOF:20000']);
    },
  },
  enrolledScene,
  {
    at: '09:45',
    play: async ({tell, run, read}) => {
      tell('code');
      await run(collect('2250712345678', '5000'), {ends: notKnown});
      await run(['otp', await read(newest)], {input: '4567\n'});
    },
  },
  {
    at: '10:50',
    play: async ({tell, run, read, world}) => {
      tell('unclear');
      await run([...collect('2250512345105', '4000'), '--wait', '2'], {ends: notKnown, shows: 3});
      await world.pass(minute);
      await run(['status', await read(newest)]);
    },
  },
  {
    at: '12:15',
    play: async ({tell, run}) => {
      tell('cards');
      await run(charge('24'), {input: declined, ends: notPaid});
      await run(charge('24'), {input: approved});
    },
  },
  {
    at: '14:05',
    play: async ({tell, run}) => {
      tell('cash');
      await run(['cash', 'sale', '--amount', '3500', '--tendered', '5000'], {shows: firstAndBanner});
    },
  },
  {
    at: '15:10',
    play: async ({tell, run}) => {
      tell('claim');
      await run(['claim', '--wallet', '901', '--amount', '6000', '--at', '15:05'], {ends: notPaid, shows: 3});
    },
  },
  {
    at: '16:30',
    play: async ({tell, run, read, language}) => {
      tell('refund');
      await run(['refund', await read(cardSale), '--reason', messages(language).demo.reason]);
    },
  },
  {
    at: '18:00',
    play: async ({tell, run, language}) => {
      tell('closed');
      await run(['shift', 'z', '--person', 'Fatou', '--count', 'XOF:23500'], {shows: comparisonOf(language)});
    },
  },
  renewedScene,
  {
    at: '10:05',
    play: async ({tell, run, days, writeStatement, language}) => {
      tell('reconciled');
      const file = await writeStatement('books.csv');
      const {from, to} = days();
      await run(['reconcile', '--from', from, '--to', to, '--provider-file', file], {shows: equationsIn(language)});
    },
  },
];

const newest = ({state}: Reading): string => state.lastReference ?? '';

function cardSale({state}: Reading): string {
  const paid = [...state.payments.values()].find(({request, status}) => request.method === 'card' && status === 'paid');
  return paid?.reference ?? '';
}

type Lines = readonly string[];

/** The state of the sale, and the change as the customer sees it. */
const firstAndBanner = (lines: Lines): Lines => lines.filter((line, index) => index === 0 || /# +\p{L}/u.test(line));

/** The lines to leave out: the heading of the drawer, its float and its sales. */
const before = 3;

/** The name of a Z, and what was expected and counted in its only drawer. */
const comparisonOf =
  (language: Language) =>
  (lines: Lines): Lines => {
    const heading = messages(language).report.drawer({currency: 'XOF'});
    const trimmed = lines.map(line => line.trimEnd());
    const title = trimmed.find(line => line.endsWith(zName(1))) ?? '';
    const drawer = trimmed.findIndex(line => line.trim() === heading);
    const end = trimmed.findIndex((line, index) => index > drawer && /^-+$/.test(line));
    return [title, ...trimmed.slice(drawer + before, end)];
  };

const equationsIn =
  (language: Language) =>
  (lines: Lines): Lines => {
    const {nothing, coverage} = messages(language).reconcile;
    const equations = lines.slice(lines.indexOf(nothing) + 1, lines.indexOf(coverage));
    return [...equations, ...lines.slice(-1)].filter(line => line !== '');
  };

/** Plays a day with the real commands and a service of its own. Under `--json` the story goes to standard error. */
export const answers = {demo: list(paymentSpec(), 'of the day')};

const zone = 'Africa/Abidjan';

const widest = 80;

const aDay = 24 * 60 * 60_000;

/** Builds the stage, lets `play` use it, and removes it in any case. */
async function onStage<T>(session: Session, play: (stage: Stage) => Promise<T>): Promise<T> {
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

export const playTheDay = (session: Session): Promise<ExitCode> =>
  onStage(session, stage => playScenes(session, stage));

async function playScenes(session: Session, stage: Stage): Promise<ExitCode> {
  const {language} = session;
  const {intro, end} = messages(language).demo;
  const {say, world, zone} = stage;
  say(...wrap(intro, 80));
  for (const {at, play} of scenes) {
    await world.pass(untilNext(at, world.now(), zone));
    await play(stage);
  }
  const rows = await stage.read(async reading => {
    const {payments} = await readDays(reading, stage.days());
    return payments.map(payment => ({state: reading.state, payment, language, now: world.now()}));
  });
  await answer(session, answers.demo, rows, []);
  say('', ...wrap(end, 80));
  return stage.hasGoneWrong() ? exitCodes.needsPerson : exitCodes.done;
}

/** The milliseconds until the shop's clock next shows this time. A time that has passed today is that of tomorrow. */
function untilNext(time: string, now: number, zone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toZonedDateTimeISO(zone);
  const today = wall.withPlainTime(Temporal.PlainTime.from(time));
  const next = Temporal.ZonedDateTime.compare(today, wall) <= 0 ? today.add({days: 1}) : today;
  return next.epochMilliseconds - now;
}
