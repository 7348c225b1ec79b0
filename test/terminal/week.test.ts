import {once} from 'node:events';
import {globSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {pathToFileURL} from 'node:url';
import {expect, inject, it, onTestFinished} from 'vitest';
import {isProving} from '../hostile/runs.js';
import {type Booked, sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, type Ran, run, sell, start, type Terminal} from './terminal.js';

/** Shifts the clock of a program by as many milliseconds as its environment says. */
const clock = `--import=${pathToFileURL(resolve('tools/frame-clock.mjs'))}`;
/** A disk on which nothing more can be written. */
const fullDisk = `--import=data:text/javascript,${encodeURIComponent(`
  import {open} from 'node:fs/promises';
  const handle = await open(process.execPath);
  const full = async () => { throw Object.assign(new Error('ENOSPC: no space left on device, write'), {code: 'ENOSPC', syscall: 'write'}); };
  Object.assign(Object.getPrototypeOf(handle), {write: full, writev: full, writeFile: full, appendFile: full});
  await handle.close();
`)}`;
const hour = 3_600_000;
const day = 24 * hour;

/** A line of a journal, as far as its sums need it; read without any code of the product. */
type Line = {
  readonly type: string;
  readonly data: {
    readonly method?: string;
    readonly kind?: string;
    readonly reference?: string;
    readonly tender?: string;
    readonly businessDate?: string;
    readonly amount?: {readonly minor: number};
    readonly floats?: readonly {readonly minor: number}[];
  };
};

type Json = Record<string, unknown> & {readonly reference: string};

/** What each till goes through on a day beside its sales. */
type Trouble =
  | 'none'
  | 'killed while it sends'
  | 'no link'
  | 'lost answers'
  | 'full disk'
  | 'lost and restored'
  | 'clock set back';
const week: readonly (readonly [Trouble, Trouble, Trouble])[] = [
  ['none', 'lost answers', 'killed while it sends'],
  ['killed while it sends', 'no link', 'full disk'],
  ['lost answers', 'none', 'no link'],
  ['full disk', 'clock set back', 'none'],
  ['no link', 'lost and restored', 'killed while it sends'],
  ['clock set back', 'killed while it sends', 'lost and restored'],
  ['lost and restored', 'full disk', 'lost answers'],
];
const played = isProving ? week : [week[1], week[4]].map(troubles => troubles?.slice(1, 2) ?? []);
const names = ['T1', 'T2', 'T3'].slice(0, played[0]?.length);

/** Minor units as the commands say them. */
const decimal = (minor: number) => (minor / 100).toFixed(2);
const minorOf = (text: unknown) => Math.round(Number(text) * 100);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Takings = {readonly method: string; readonly amount: string}[];
const takenBy = (takings: Takings, isIt: (method: string) => boolean) =>
  sum(takings.filter(({method}) => isIt(method)).map(({amount}) => minorOf(amount)));

/** The sale that a cashier takes for cash each day, although it was a wallet's. */
const corrected = 75_00;
const paid = (books: readonly Booked[]) => books.filter(({status}) => status === 'Completed');
const minorIn = ({amount}: Line['data']) => amount?.minor ?? 0;
const dataOf = (lines: readonly Line[], wanted: string) =>
  lines.filter(({type}) => type === wanted).map(({data}) => data);
const dateAt = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** What a drawer should hold by the lines since its shift was opened, in minor units. */
function drawerOf(lines: readonly Line[]): number {
  const since = lines.slice(lines.findLastIndex(({type}) => type === 'shift-opened'));
  const signs: Readonly<Record<string, number>> = {in: 1, out: -1, drop: -1};
  return sum(
    since.map(({type, data: {amount: {minor} = {minor: 0}, ...data}}) => {
      if (type === 'shift-opened') return sum((data.floats ?? []).map(each => each.minor));
      if (type === 'requested') return data.method === 'cash' ? minor : 0;
      if (type === 'refund-in-cash') return -minor;
      if (type === 'cash-moved') return (signs[data.kind ?? ''] ?? Number.NaN) * minor;
      if (type === 'tender-corrected') return data.tender === 'cash' ? minor : -minor;
      return 0;
    }),
  );
}

it('three tills and their office have the same sums after days of trouble as the lines of their journals and the provider’s books', {
  timeout: isProving ? 3_600_000 : 900_000,
}, async () => {
  const server = await sandbox(Date.now);
  const [beside, office] = [home(), {DUKA_OFFICE_HOME: home(), DUKA_OFFICE_SHOP: 'corner'}];
  const first = Math.ceil(Date.now() / day) * day + 5 * hour; // 08:00 in Nairobi
  const clockOf = {now: () => Date.now() + clockOf.shift, shift: 0, sandbox: 0};
  /** Puts the clocks of everybody on, by the service's own way. */
  const until = async (instant: number) => {
    clockOf.shift = instant - Date.now();
    const seconds = Math.round((clockOf.shift - clockOf.sandbox) / 1000);
    if (seconds > 0) await server.advance(`PT${seconds}S`);
    clockOf.sandbox = clockOf.shift;
    await server.faults({switches: {clockSkewSeconds: Math.round(clockOf.shift / 1000)}});
  };
  const shifted = (more = 0) => ({FRAME_CLOCK_SHIFT: String(clockOf.shift + more)});
  const officeRun = async (...args: readonly string[]) => {
    const ran = await run(beside, [inject('duka'), 'office', ...args, '--json'], {...office, ...shifted()}, '', clock);
    expect([0, 4], `office ${args.join(' ')}: ${ran.error}`).toContain(ran.exit);
    return JSON.parse(ran.out);
  };
  let url = '';
  let officeProcess: ReturnType<typeof start> | undefined;
  const startOffice = async () => {
    const port = url === '' ? '0' : new URL(url).port;
    const args = [inject('duka'), 'office', 'start', '--port', port, '--json'];
    officeProcess = start(beside, args, {...office, ...shifted()}, clock);
    const [line] = (await once(createInterface(officeProcess.stdout), 'line')) as [string];
    ({url} = JSON.parse(line) as {url: string});
  };
  const stopOffice = async () => {
    if (officeProcess === undefined || officeProcess.exitCode !== null) return;
    officeProcess.kill('SIGTERM');
    await once(officeProcess, 'exit');
  };

  type Till = {name: string; folder: string; refunds: number; sales: number; peak: number};
  const tills: Till[] = names.map(name => ({name, folder: home(), refunds: 0, sales: 0, peak: 0}));
  const environmentOf = ({name}: Till, more: Readonly<Record<string, string>> = {}) => ({
    ...server.environment,
    ...shifted(),
    DUKA_TILL: name,
    DUKA_COUNTRY: 'KE',
    DUKA_PERSON: 'Amina',
    ...more,
  });
  const journalOf = ({name, folder}: Till) => globSync(join(folder, 'sandbox', name, 'journal', '*.jsonl')).sort();
  const linesOf = (till: Till): Line[] =>
    journalOf(till)
      .flatMap(file => readFileSync(file, 'utf8').trimEnd().split('\n'))
      .map(line => JSON.parse(line) as Line);
  const command = async (
    till: Till,
    args: readonly string[],
    {exits = [0], input = '', before = [] as readonly string[], more = {}} = {},
  ): Promise<Json> => {
    const words = [...before, inject('duka'), ...args, '--json'];
    const ran: Ran = await run(till.folder, words, environmentOf(till, more), input, clock);
    expect(exits, `${till.name} ${args.join(' ')}: ${ran.exit} ${ran.error}${ran.out}`).toContain(ran.exit);
    return JSON.parse((ran.out || ran.error).trimEnd().split('\n').at(-1) ?? '');
  };
  const openTill = (till: Till, more: Readonly<Record<string, string>> = {}): Terminal =>
    open(till.folder, environmentOf(till, more), {args: [inject('duka')], program: clock});
  const leave = async (till: Till, terminal: Terminal) => {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${terminal.pid}/status`, 'utf8'))?.[1];
    till.peak = Math.max(till.peak, Number(kilobytes) / 1024);
    terminal.press('ctrl-c');
    await terminal.ended;
  };

  /** What a cashier types: the shift with what is in the drawer, cash with change, and a wallet. */
  async function morning(till: Till, float: string): Promise<void> {
    const terminal = openTill(till);
    await walk(terminal, [
      ['', 'New sale'],
      ['t', 'No shift is open.'],
      ['enter', 'Your name'],
    ]);
    if (!terminal.screen().includes('Amina')) terminal.paste('Amina');
    await walk(terminal, [
      ['', 'Amina'],
      ['enter', 'Float KES'],
    ]);
    terminal.paste(float);
    await walk(terminal, [
      ['enter', '▸ Another currency'],
      ['enter', 'of Amina is open'],
      ['escape', 'New sale'],
    ]);
    await sell(terminal, '300', `07123450${10 + till.sales}`);
    await walk(terminal, [
      ['', /accepted, waiting|PAID/], // the days pass by the machine’s clock here
      [() => server.advance('PT3S'), '✓ PAID', 'Enter next sale'],
      ['enter', 'New sale'],
    ]);
    terminal.paste('240');
    await walk(terminal, [
      ['h', 'New sale in cash'],
      ['3', /‹ KES (?!240\.)/],
      ['enter', /CHANGE/, 'Enter next sale'],
      ['enter', 'New sale'],
    ]);
    till.sales += 2;
    await leave(till, terminal);
  }

  /** A sale of every kind, by commands. */
  async function trade(till: Till): Promise<void> {
    const sold = await command(till, [
      'cash',
      'sale',
      '--line',
      '3x120 Bread',
      '--line',
      '90 Milk',
      '--tendered',
      '500',
    ]);
    await command(till, ['cash', 'refund', sold.reference, '--line', '1x1', '--reason', 'one came back']);
    const {ticket} = await command(till, ['ticket', 'open', '--amount', '1000']);
    await command(till, ['cash', 'sale', '--ticket', String(ticket), '--amount', '400']);
    const phone = `07123460${10 + till.sales}`;
    const {reference} = await command(
      till,
      ['collect', '--ticket', String(ticket), '--amount', '600', '--phone', phone, '--wait', '1'],
      {exits: [0, 3]},
    );
    await server.advance('PT3S');
    await command(till, ['status', reference]);
    await command(till, ['account', 'set', '--name', `Njeri ${till.sales}`, '--phone', phone, '--limit', '2000']);
    await command(till, ['account', 'sell', `Njeri ${till.sales}`, '--amount', '350']);
    await command(till, ['account', 'pay', `Njeri ${till.sales}`, '--amount', '100']);
    const wrong = await command(till, ['cash', 'sale', '--amount', decimal(corrected)]);
    await command(till, ['cash', 'correct', wrong.reference, '--reason', 'it was M-Pesa', '--approved-by', 'Joseph']);
    await command(till, ['cash', 'out', '--amount', '150', '--reason', 'water']);
    await command(till, ['cash', 'drop', '--amount', '500', '--reason', 'to the safe']);
    const parked = await command(till, ['ticket', 'park', '--line', '120 Tea', '--name', 'Table 7']);
    await command(till, ['cash', 'sale', '--parked', String(parked['number'])]);
    till.sales += 6;
  }

  const wallet = (till: Till, end: string) => `0712${String(600 + till.sales)}${end}`.slice(0, 10);
  const troubles: Readonly<Record<Trouble, (till: Till) => Promise<void>>> = {
    none: async () => undefined,
    'killed while it sends': async till => {
      const terminal = openTill(till);
      await sell(terminal, '450', wallet(till, '678'));
      await terminal.sees('WAITING FOR CUSTOMER');
      terminal.signal('SIGKILL');
      await terminal.ended;
      await server.advance('PT3S');
      const again = openTill(till);
      await walk(again, [['', '0 pending', /✓ \d+ paid/]]);
      await leave(till, again);
      till.sales += 1;
    },
    'no link': async till => {
      const args = ['collect', '--phone', wallet(till, '679'), '--amount', '210', '--wait', '1'];
      const gone = {more: {DUKA_BASE_URL: 'http://127.0.0.1:1'}, exits: [1, 2, 3, 4, 5, 6]};
      expect(await command(till, args, gone)).toMatchObject({badge: 'not-paid', releaseGoods: false});
      await command(till, ['cash', 'sale', '--amount', '210'], {more: gone.more});
      till.sales += 1;
    },
    'lost answers': async till => {
      for (const end of ['105', '107', '109', '116']) {
        const args = ['collect', '--phone', wallet(till, end), '--amount', '130', '--wait', '1'];
        const {reference} = await command(till, args, {exits: [0, 3, 4]});
        await server.advance('PT3S');
        await command(till, ['status', reference]);
        till.sales += 1;
      }
    },
    'full disk': async till => {
      const before = linesOf(till).length;
      const refused = await command(till, ['cash', 'sale', '--amount', '95'], {before: [fullDisk], exits: [1, 7]});
      expect(refused).toHaveProperty('error');
      expect(linesOf(till)).toHaveLength(before);
      await command(till, ['cash', 'sale', '--amount', '95']);
      till.sales += 1;
    },
    'lost and restored': async till => {
      await command(till, ['ship', '--once']);
      rmSync(till.folder, {recursive: true});
      till.folder = home();
      const {code} = await officeRun('till', 'add', '--for', till.name);
      await command(till, ['journal', 'restore', '--from-office', url, String(code), '--till', till.name]);
      const sale = ['cash', 'sale', '--amount', '160'];
      // Its key was lost with it, so its owner says that these are the lines, and that the settings are theirs.
      expect(await command(till, sale, {exits: [7]})).toMatchObject({error: 'journal-unproved'});
      await command(till, ['journal', 'accept']);
      await command(till, ['settings', 'accept']);
      await command(till, sale);
      till.sales += 1;
    },
    'clock set back': async till => {
      const more = shifted(-day);
      const sold = await command(till, ['cash', 'sale', '--amount', '55'], {more, exits: [0, 1, 2, 7]});
      if (sold['status'] === 'paid') till.sales += 1;
    },
  };

  const report: string[][] = [];
  const drawers = new Map(tills.map(({name}) => [name, 2000_00]));
  await until(first);
  await startOffice();
  onTestFinished(stopOffice);
  for (const till of tills) {
    const {code} = await officeRun('till', 'add');
    await command(till, ['join', url, String(code)]);
  }
  for (const [number, troublesOfDay] of played.entries()) {
    if (number > 0) {
      await stopOffice();
      await until(first + number * day);
      await startOffice();
    }
    for (const [at, till] of tills.entries()) {
      const trouble = troublesOfDay[at] ?? 'none';
      const booked = (await server.books()).length;
      const already = linesOf(till).length;
      await morning(till, decimal(drawers.get(till.name) ?? 0));
      await trade(till);
      await troubles[trouble](till);
      const lines = linesOf(till);
      const drawer = drawerOf(lines);
      const z = await command(till, ['shift', 'z', '--count', `KES:${decimal(drawer)}`]);
      const label = `${till.name} on day ${number + 1}`;
      expect(z['drawers'], label).toMatchObject([{expected: decimal(drawer), difference: '0.00'}]);
      // What the provider has, and what was put right by hand.
      const wallets = sum(paid((await server.books()).slice(booked)).map(({amount}) => amount * 100));
      const takings = z['takings'] as Takings;
      expect(
        takenBy(takings, method => method === 'mobile-money'),
        label,
      ).toBe(wallets + corrected);
      const cash = sum(
        dataOf(lines.slice(already), 'requested')
          .filter(each => each.method === 'cash')
          .map(minorIn),
      );
      expect(
        takenBy(takings, method => method === 'cash'),
        label,
      ).toBe(cash - corrected);
      drawers.set(till.name, drawer);
      await command(till, ['ship', '--once']);
      const facts = [
        `${number + 1}`,
        till.name,
        trouble,
        decimal(cash - corrected),
        decimal(wallets + corrected),
        decimal(drawer),
      ];
      report.push([...facts, '0.00']);
    }
    // The owner's morning: the provider's file against the books of all tills.
    const books = await server.books();
    const file = join(beside, `provider-${number + 1}.csv`);
    const rows = books.map(each => [each.transaction_reference, each.amount, each.currency, each.status]);
    writeFileSync(file, [['reference', 'amount', 'currency', 'status'], ...rows].map(row => row.join(',')).join('\n'));
    const to = ['--from', dateAt(first), '--to', dateAt(first + number * day)];
    const {equations, lines} = await officeRun('reconcile', ...to, '--provider-file', file);
    expect(equations).toMatchObject([{unexplained: '0.00'}]);
    // Only what was put right by hand, which the provider cannot have.
    const differences = (lines as {code: string; delta: {amount: string}}[]).map(({code, delta}) => [
      code,
      delta.amount,
    ]);
    expect(differences).toEqual(
      Array(tills.length * (number + 1)).fill(['MISSING_AT_PROVIDER', `-${decimal(corrected)}`]),
    );
  }

  const books = await server.books();
  expect(books.filter(({requests}) => requests !== 1)).toEqual([]);
  expect(new Set(books.map(each => each.transaction_reference)).size).toBe(books.length);
  const {zs} = (await officeRun('z')) as {zs: readonly {agrees: boolean}[]};
  expect(zs.filter(({agrees}) => !agrees)).toEqual([]);
  expect(zs).toHaveLength(played.length * tills.length);
  const kept: string[] = [];
  for (const till of tills) {
    const exported = await run(
      beside,
      [inject('duka'), 'office', 'export', '--till', till.name],
      {...office, ...shifted()},
      '',
      clock,
    );
    const bytes = journalOf(till)
      .map(file => readFileSync(file, 'utf8'))
      .join('');
    expect(exported.out === bytes, `the office has the lines of ${till.name}`).toBe(true);
    expect(await command(till, ['journal', 'verify'])).toMatchObject({ok: true});
    expect(await command(till, ['pending'])).toEqual([]);
    const size = sum(
      globSync(join(till.folder, '**'))
        .map(each => statSync(each))
        .map(each => (each.isFile() ? each.size : 0)),
    );
    kept.push(
      `| ${till.name} | ${linesOf(till).length} | ${Math.round(bytes.length / 1024)} | ${Math.round(size / 1024)} | ${Math.round(till.peak)} |`,
    );
  }
  if (isProving) writeFileSync('docs/week.md', pageOf(report, kept, books));
});

/** What the week was, for whoever wants to know what the program was put through. */
function pageOf(report: readonly (readonly string[])[], kept: readonly string[], books: readonly Booked[]): string {
  return `# A week

Written by \`npm run prove\` (\`test/terminal/week.test.ts\`), which plays it again: the built program, an office and three tills, seven days in some minutes, on clocks that are put on. A cashier types the first sales
of each morning in a terminal; split sales, refunds, what is on the book, corrections, cash in and out and parked baskets follow by command. Each till has a trouble of its own each day. Then it counts its drawer
and closes; the drawer is counted as the lines of its journal add up, read without any code of Duka.

At the end of each day the office compares all tills with the provider's file: nothing is unexplained, and the only differences are the sales that were corrected by hand to a wallet, KES ${decimal(corrected)} each. At the end of the
week all ${books.length} payments at the provider were asked for once; the office reaches each Z's totals by itself, has every journal byte for byte, and every chain is whole.

| day | till | trouble | cash | wallets | drawer | over or short |
|---|---|---|---|---|---|---|
${report.map(row => `| ${row.join(' | ')} |`).join('\n')}

| till | lines | journal, KB | all files, KB | most memory, MB |
|---|---|---|---|---|
${kept.join('\n')}
`;
}
