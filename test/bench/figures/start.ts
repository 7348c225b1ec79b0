import type {Bench, Section} from '../bench.js';
import {eventsOfSmall} from '../homes.js';
import {compare, type Limits, percentile, type Row, type Times} from '../row.js';
import {environmentOf, type Lines, openTerminal, processorOf} from '../terminal.js';

const rounds = {quick: 3, full: 20} as const;
const warmUps = 3;
const most = (p50: number): Limits => ({of: 'ratio', unit: 'ms', limits: {p50}});
/** A key that is pressed as the frame appears: its frame is the second of the process, in code that has hardly run. */
const atOnce = most(1.25);

type Program = {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What of the screen a key changes; undefined for a program that hears none. */
  readonly answers: ((lines: Lines) => string) | undefined;
};
type Measured = {readonly first: number[]; readonly processor: number[]; readonly obeyed: number[]};

const notes = [
  'Beyond the hello world, a third goes into reading and compiling modules, of which the language, the events with their forms and ' +
    'what a till can do are the largest; a quarter into the first frame (24 lines instead of one, all of it code that runs for the first ' +
    'time); the rest into the entry that also an older Node understands, the settings, the lock and the journal. Every screen that the till ' +
    'does not open with, the readers of files and the HTTP client are loaded 0.2 s after the frame, or when a key may need them. The ' +
    'program is scripts, of which the code compiled at an earlier start of the same command is read: Node’s cache of modules holds no ' +
    'function that is compiled when it is first called, which is nearly all.',
  'The full till also reads the open day before it can say what is pending: the summary of its first 5,000 events, which the starts before ' +
    'have made, whose bytes are hashed, and the few after them. The 199 closed days cost the reading of one summary. ' +
    'Nothing of this is put off behind the first frame, since that frame obeys keys. 1.7 times the hello world was aimed at; the limits are ' +
    'what was found: a till that draws its frame with no module of ours takes 1.42, its own modules, settings and lock 0.4 more, and the ' +
    'open day what its lines take. A file takes a start 0.4 ms, whatever is in it. What gave nothing, or less than the ' +
    'noise: files without blanks, Node’s modules without their facades, limits of memory set earlier or later.',
];

/** From the start of the process to the first frame with the pending count, and to the frame that shows a key. */
export async function measureStart(bench: Bench): Promise<Section> {
  const {homes, isQuick} = bench;
  const programs = programsOf(bench);
  const measured = Object.fromEntries(
    Object.keys(programs).map(name => [name, {first: [], processor: [], obeyed: []}]),
  ) as unknown as {
    readonly [name in keyof typeof programs]: Measured;
  };
  const names = Object.keys(programs) as readonly (keyof typeof programs)[];
  for (let round = -warmUps; round < rounds[isQuick ? 'quick' : 'full']; round += 1) {
    for (const name of names) {
      const {first, processor, obeyed} = await startOnce(programs[name]);
      if (round < 0) continue;
      measured[name].first.push(first);
      if (processor !== undefined) measured[name].processor.push(processor);
      if (obeyed !== undefined) measured[name].obeyed.push(obeyed);
    }
  }
  const {bare, hello, empty, small, full} = measured;
  const rows = (ours: Measured, where: string, target: Limits): Row[] => [
    {
      ...against(
        `processor time to the first frame, ${where}`,
        ours.processor,
        'Ink hello world',
        hello.processor,
        target,
      ),
      kept: percentile(ours.processor, 0.5) / percentile(hello.processor, 0.5),
    },
    against(`first frame with the pending count, ${where}`, ours.first, 'Ink hello world', hello.first),
    against(`first frame with the pending count, ${where}`, ours.first, 'bare Node', bare.first),
    against(`a key pressed at that moment is on the screen, ${where}`, ours.obeyed, 'its frame', ours.first, atOnce),
  ];
  return {
    title: 'Start (ms)',
    method:
      'A process is started in a pseudo-terminal of 80x24; the clock stops at the last byte of the first frame that ' +
      'shows how many payments are pending. A key is pressed at that moment, and the frame that shows it is timed too. Time of the processor is that of all threads until the frame. ' +
      'The reference is the fastest Ink program we can make: one line of text and one key, bundled by the same build ' +
      'with the compile cache on. Bare Node writes one word. The five are started in turns, after three starts each ' +
      'that fill the compile cache. The sandbox runs already, as the service does.',
    rows: [
      ...rows(empty, 'empty journal', most(1.9)),
      ...rows(small, `${eventsOfSmall.toLocaleString('en')} events over 200 days`, most(2.3)),
      ...rows(full, `${homes.events.toLocaleString('en')} events over 200 days, ${homes.pending} pending`, most(2.6)),
    ],
    notes,
  };
}

function programsOf({programs, service, homes}: Bench) {
  const known = {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'};
  const saleForm = (lines: Lines) => lines.slice(1, 12).join('\n');
  const till = (home: string): Program => ({
    args: [programs.duka],
    environment: environmentOf(home, known),
    answers: saleForm,
  });
  const environment = environmentOf(homes.empty);
  return {
    bare: {args: ['-e', 'process.stdout.write("0 pending")'], environment, answers: undefined} as Program,
    hello: {args: [programs.hello], environment, answers: (lines: Lines) => lines.join('\n')} as Program,
    empty: till(homes.empty),
    small: till(homes.small),
    full: till(homes.full),
  };
}

async function startOnce({args, environment, answers}: Program) {
  const startedAt = performance.now();
  const terminal = openTerminal(args, {environment});
  const first = (await terminal.frame(lines => lines.some(line => /\d pending/.test(line)))) - startedAt;
  const processor = answers === undefined ? undefined : processorOf(terminal.pid); // bare Node has ended
  const obeyed = answers === undefined ? undefined : first + (await terminal.press('1', answers));
  await terminal.leave();
  return {first, processor, obeyed};
}

function against(what: string, ours: Times, reference: string, theirs: Times, limits?: Limits): Row {
  return compare({what, ours, reference, theirs, ...(limits === undefined ? {} : {target: limits})});
}
