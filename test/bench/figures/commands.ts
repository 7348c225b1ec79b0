import {execFileSync} from 'node:child_process';
import type {Bench, Section} from '../bench.js';
import {eventsOfSmall} from '../homes.js';
import {compare, type Limits, type Row} from '../row.js';
import {environmentOf} from '../terminal.js';

const rounds = {quick: 5, full: 20} as const;
const warmUps = 2;
const most = (p50: number): Limits => ({of: 'ratio', unit: 'ms', limits: {p50}});

type Line = {readonly what: string; readonly args: readonly string[]; readonly home: string; readonly target?: Limits};

/** What commands take of the processor, from the start of the process to its exit. */
export async function measureCommands(bench: Bench): Promise<Section> {
  const {homes, programs, service, isQuick} = bench;
  const environmentIn = (home: string) =>
    environmentOf(home, {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'});
  const duka = (what: string, words: string, home: string, target?: Limits): Line => ({
    what,
    args: [programs.duka, ...words.split(' ')],
    home,
    ...(target === undefined ? {} : {target}),
  });
  const pending = JSON.parse(
    execFileSync(process.execPath, [programs.duka, 'pending', '--json'], {
      encoding: 'utf8',
      env: environmentIn(homes.full),
      maxBuffer: 1e8,
    }),
  ) as readonly {readonly reference: string}[];
  const reference = pending[0]?.reference ?? '';
  const events = homes.events.toLocaleString('en');
  const lines: readonly Line[] = [
    duka('pending, empty journal', 'pending', homes.empty, most(2.7)),
    duka(`pending, ${eventsOfSmall.toLocaleString('en')} events`, 'pending', homes.small, most(3.4)),
    duka(`pending, ${events} events`, 'pending', homes.full, most(3.7)),
    duka(`receipt, ${events} events`, `receipt ${reference}`, homes.full, most(4.6)),
    duka(`status, which asks the service, ${events} events`, `status ${reference}`, homes.full, most(6.5)),
    duka('--version', '--version', homes.empty, most(1.3)),
    duka('--help', '--help', homes.empty, most(1.3)),
    duka('completion bash', 'completion bash', homes.empty, most(1.3)),
  ];
  const bare: number[] = [];
  const times = lines.map((): number[] => []);
  for (let round = -warmUps; round < rounds[isQuick ? 'quick' : 'full']; round += 1) {
    const reference = processorTime(['-e', 'process.stdout.write("0 pending")'], environmentIn(homes.empty));
    if (round >= 0) bare.push(reference);
    for (const [at, {args, home}] of lines.entries()) {
      const taken = processorTime(args, environmentIn(home));
      if (round >= 0) times[at]?.push(taken);
    }
  }
  return {
    title: 'Commands (ms of the processor)',
    method:
      'User and system time of the whole process, which a busy machine hardly changes. Bare Node writes one word. All are started in ' +
      'turns, after two starts each that fill the compile cache.',
    rows: lines.map(
      ({what, target}, at): Row =>
        compare({
          what,
          ours: times[at] ?? [],
          reference: 'bare Node',
          theirs: bare,
          isKept: true,
          ...(target === undefined ? {} : {target}),
        }),
    ),
    notes: [
      'The entry answers --version, --help and completion with what the build has made of the table of commands. What the others take beyond bare Node is, ' +
        'in a profile, half the modules that they load; the rest is code that runs for the first time: the command line, ' +
        'the settings, the journal’s head and its open day. 2.5 was aimed at: the limits are what was found with nothing loaded that is not ' +
        'run. A status question also loads the HTTP client, which takes longer than bare Node does in all.',
    ],
  };
}

/** The milliseconds of user and system time of a program of Node, which may refuse. */
function processorTime(args: readonly string[], environment: Readonly<Record<string, string>>): number {
  const script = '"$@" > /dev/null 2>&1; times';
  const told = execFileSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
    env: {...environment},
  });
  const [, children = ''] = told.trim().split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
}
