import {spawn} from 'node:child_process';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {businessDate} from '../../src/core/day/business-day.js';
import type {NewEvent} from '../../src/core/events/event.js';
import {mintReference} from '../../src/core/journal/reference.js';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {segmentPath} from '../../store/segment.js';
import type {Bench, Section} from './bench.js';
import {tillFolder} from './homes.js';
import {header, makeKey, till, writeHead, zone} from './journals.js';
import {compare, type Limits, percentile, type Row, shown} from './row.js';
import {paymentEvents} from './sales.js';
import {environmentOf, memoryOf} from './terminal.js';

const planted = [
  'AMOUNT_OVER',
  'AMOUNT_UNDER',
  'CURRENCY_MISMATCH',
  'STATUS_LOCAL_PAID',
  'STATUS_LOCAL_OPEN',
  'UNKNOWN_STATUS',
  'MISSING_AT_PROVIDER',
  'MISSING_LOCALLY',
  'DUPLICATE_SAME_REF',
  'DUPLICATE_SAME_CUSTOMER',
  'REVERSED',
  'CHARGEBACK',
  'REFUND_UNCONFIRMED',
  'NET_MISMATCH',
  'FEE_MISMATCH',
  'FEE_MISSING',
  'EXPIRED_UNPAID',
] as const;
type Planted = (typeof planted)[number];

const days = 25;
const day = 24 * 3600_000;
const seconds: Limits = {of: 'value', unit: 's', limits: {p50: 3}};
const megabytes: Limits = {of: 'value', unit: 'MB', limits: {p50: 400}};

/**
 * A month of a large shop against the provider's file of it: the command itself, from the disk to its exit, finds what was
 * planted and nothing else.
 */
export async function measureReconcile({folder, isQuick, programs, service}: Bench): Promise<Section> {
  const home = join(folder, 'reconcile');
  const payments = isQuick ? 5000 : 100_000;
  const every = 100;
  const {from, to, file, expected} = await fill(home, {payments, every, now: Date.now()});
  const line = [programs.duka, 'reconcile', '--from', from, '--to', to, '--provider-file', file, '--json'];
  const known = {DUKA_BASE_URL: service.baseUrl, DUKA_API_KEY: service.apiKey, DUKA_PROFILE: 'sandbox'};
  const rounds = isQuick ? 2 : 6;
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const run = await runAlone(line, environmentOf(home, known));
    check(run, expected);
    // The first makes the summaries and digests of the closed days, which a till has when its days close.
    if (round > 0) runs.push(run);
  }
  const took = runs.map(run => run.seconds);
  const memory = runs.flatMap(run => run.megabytes ?? []);
  const what = `${payments.toLocaleString('en')} payments against as many rows`;
  const none = {reference: '', theirs: [], shares: [0.5]};
  const rows: Row[] = [compare({what: `${what} (s)`, ours: took, target: seconds, ...none})];
  if (memory.length > 0) rows.push(compare({what: `${what} (MB)`, ours: memory, target: megabytes, ...none}));
  rows.push(...(await measureStatement(home, {programs, known, isQuick})));
  rows.push(...(await measureStrangers(home, {programs, known, isQuick})));
  await rm(home, {recursive: true});
  return {
    title: 'Reconciliation',
    method:
      `The command from its start to its exit: the journal of ${days} days and the provider’s file are read from the disk, ` +
      'matched, and what was found is printed as JSON. Memory is the most that the system counted as resident. ' +
      `${expected.size.toLocaleString('en')} differences of ${planted.length} codes are planted; each run finds exactly those.`,
    rows,
    notes: [
      `The fastest run took ${shown(Math.min(...took))} s, the slowest ${shown(percentile(took, 1))} s.`,
      'Every byte of a closed day is hashed, and its payments are taken from the short records beside it; only of the open ' +
        'day are the lines understood. That is a quarter of the time; to match is another, to read the file a sixth.',
    ],
  };
}

/** A bank's statement of as many rows as may be, of which each says something else, read and kept by the command. */
async function measureStatement(
  home: string,
  {programs, known, isQuick}: Pick<Bench, 'programs' | 'isQuick'> & {readonly known: Record<string, string>},
): Promise<Row[]> {
  const count = isQuick ? 20_000 : 1_000_000;
  const path = join(home, 'statement.csv');
  const lines = ['Date,Reference,Narration,Amount,Balance,Currency'];
  let balance = 100_000_000;
  for (let at = 0; at < count; at += 1) {
    const moved = (((at * 7919) % 499_979) + 1) * (at % 3 === 0 ? -1 : 1);
    balance += moved;
    const [amount, reached] = [moved, balance].map(cents => (cents / 100).toFixed(2));
    const date = `2026-11-${String(1 + Math.floor((at * 22) / count)).padStart(2, '0')}`;
    lines.push(`${date},FT${at},Transfer of customer ${at} to shop ${(at * 31) % 9973},${amount},${reached},KES`);
  }
  await writeFile(path, `${lines.join('\n')}\n`);
  const payouts = join(home, 'payouts.csv');
  const made = Array.from(
    {length: 28},
    (_, at) => `PSTK_${1000 + at},${500_000 + at * 7}.77,KES,paid,2026-11-${10 + (at % 12)}`,
  );
  await writeFile(payouts, ['Payout,Amount,Currency,Status,Date', ...made, ''].join('\n'));
  const rows: Row[] = [];
  for (const [beside, limits] of [
    [[], {seconds: 15, megabytes: 400}],
    [['--payout-file', payouts], {seconds: 25, megabytes: 1000}],
  ] as const) {
    const days = ['--from', '2026-11-01', '--to', '2026-11-22'];
    const run = await runAlone(
      [programs.duka, 'reconcile', ...days, '--bank-file', path, ...beside, '--json'],
      environmentOf(join(home, `bank ${beside.length}`), known),
      100_000,
    );
    if (!run.out.includes(`"count":${count - 1}`)) throw new Error('its balances do not prove the statement');
    const with28 = beside.length === 0 ? '' : ' beside 28 payouts';
    const what = `a bank’s statement of ${count.toLocaleString('en')} different rows${with28}`;
    const one = {reference: '', theirs: [], shares: [0.5]};
    const inSeconds: Limits = {of: 'value', unit: 's', limits: {p50: limits.seconds}};
    const inMegabytes: Limits = {of: 'value', unit: 'MB', limits: {p50: limits.megabytes}};
    rows.push(compare({what: `${what} (s)`, ours: [run.seconds], target: inSeconds, ...one}));
    if (run.megabytes !== undefined)
      rows.push(compare({what: `${what} (MB)`, ours: [run.megabytes], target: inMegabytes, ...one}));
  }
  return rows;
}

/** A provider's file of somebody else's shop: each row is a difference, and none is of a payment. */
async function measureStrangers(
  home: string,
  {programs, known, isQuick}: Pick<Bench, 'programs' | 'isQuick'> & {readonly known: Record<string, string>},
): Promise<Row[]> {
  const count = isQuick ? 20_000 : 990_000;
  const path = join(home, 'strangers.csv');
  const lines = ['transaction_reference,amount,currency,status,fee,date,type'];
  for (let at = 0; at < count; at += 1) {
    const date = `2026-11-${String(1 + Math.floor((at * 22) / count)).padStart(2, '0')}`;
    lines.push(
      `QU${((at * 7919) % 1_000_003).toString(36)}X${at},${50 + (at % 4000)}.00,KES,Completed,3.50,${date},payment`,
    );
  }
  await writeFile(path, `${lines.join('\n')}\n`);
  const days = ['--from', '2026-11-01', '--to', '2026-11-22'];
  const run = await runAlone(
    [programs.duka, 'reconcile', ...days, '--provider-file', path],
    environmentOf(join(home, 'strangers'), known),
    100_000,
  );
  if (!run.out.includes(`still to look at: ${new Intl.NumberFormat('en').format(count)}`))
    throw new Error(`not every row is a difference: ${run.out.slice(-2000)}`);
  const what = `a provider’s file of ${count.toLocaleString('en')} rows of another shop`;
  const one = {reference: '', theirs: [], shares: [0.5]};
  const rows = [
    compare({what: `${what} (s)`, ours: [run.seconds], target: {of: 'value', unit: 's', limits: {p50: 30}}, ...one}),
  ];
  if (run.megabytes !== undefined) {
    const target: Limits = {of: 'value', unit: 'MB', limits: {p50: 700}};
    rows.push(compare({what: `${what} (MB)`, ours: [run.megabytes], target, ...one}));
  }
  return rows;
}

export type Run = {readonly seconds: number; readonly megabytes: number | undefined; readonly out: string};

/** Of what is printed no more than the last `kept` characters are held. */
export async function runAlone(
  line: readonly string[],
  environment: Record<string, string>,
  kept = Infinity,
): Promise<Run> {
  const begun = performance.now();
  const child = spawn(process.execPath, line, {env: environment, stdio: ['ignore', 'pipe', 'inherit']});
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out = `${out}${text}`.slice(-kept);
  });
  let megabytes: number | undefined;
  const exited = new Promise<void>(resolve => child.once('close', () => resolve()));
  let isOver = false;
  void exited.then(() => {
    isOver = true;
  });
  while (!isOver) {
    megabytes = (child.pid === undefined ? undefined : most(child.pid)) ?? megabytes;
    await Promise.race([exited, pause(20)]);
  }
  return {seconds: (performance.now() - begun) / 1000, megabytes, out};
}

/** Undefined too where the process is over. */
function most(pid: number): number | undefined {
  try {
    const memory = memoryOf(pid);
    return memory === undefined || Number.isNaN(memory) ? undefined : memory;
  } catch {
    return undefined;
  }
}

function check({out}: Run, expected: ReadonlySet<string>): void {
  const {lines} = JSON.parse(out) as {lines: readonly {code: string; reference: string}[]};
  const found = new Set(lines.map(({code, reference}) => `${code} ${reference}`));
  const wrong = [...found.symmetricDifference(expected)];
  if (wrong.length > 0 || lines.length !== expected.size)
    throw new Error(`${wrong.length} differences were missed or invented: ${wrong.slice(0, 5).join(', ')}`);
}

type Filled = {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly expected: ReadonlySet<string>;
};
type Size = {readonly payments: number; readonly every: number; readonly now: number};

/** A journal of some days and the provider's file of them, in which every so many payments differ in one way. */
async function fill(home: string, {payments, every, now}: Size): Promise<Filled> {
  const folder = tillFolder(home);
  const key = await makeKey(folder);
  const signingKey = key?.publicKey ?? '';
  await writeFile(join(home, 'settings.json'), JSON.stringify({till: {sandbox: till}, zone}));
  const rows = ['transaction_reference,amount,currency,status,fee,net,date,type'];
  const expected = new Set<string>();
  const dates: string[] = [];
  let link: ChainLink = genesis;
  let reference: string | undefined;
  let previous: {segment: string; head: string} | null = null;
  for (let number = 0, left = days - 1; left >= 0; left -= 1) {
    const begun = now - left * day - 3600_000;
    const date = businessDate(begun, zone, header.dayStartsAt);
    dates.push(date);
    const lines: string[] = [];
    const add = ({type, person, data}: NewEvent, at: number) => {
      const text = chainLine(link, at, {till, person, type, data: JSON.stringify(data)});
      link = {seq: link.seq + 1, head: JSON.parse(text).hash};
      lines.push(`${text}\n`);
    };
    const place = {previousSegment: previous?.segment ?? null, previousHead: previous?.head ?? null};
    add(
      {type: 'segment-opened', person: 'cashier', data: {...header, businessDate: date, ...place, signingKey}},
      begun,
    );
    for (const end = number + payments / days; number < end; number += 1) {
      const at = begun + (number % (payments / days)) * 100;
      const random = Uint8Array.from([number >> 24, number >> 16, number >> 8, number]);
      reference = mintReference({till, nowMs: at, last: reference, random});
      const kind = number % every === every - 1 ? planted[Math.floor(number / every) % planted.length] : undefined;
      for (const event of eventsOf(kind, {reference, number, date})) add(heardAt(event, at), at);
      rows.push(...rowsOf(kind, {reference, number, date}));
      if (kind !== undefined) expected.add(`${kind} ${kind === 'MISSING_LOCALLY' ? strange(reference) : reference}`);
    }
    await writeFile(segmentPath(folder, date), lines.join(''));
    previous = {segment: date, head: link.head};
  }
  await writeHead(folder, key, {...link, segment: dates.at(-1) ?? ''});
  const file = join(home, 'provider.csv');
  await writeFile(file, `${rows.join('\n')}\n`);
  return {from: dates[0] ?? '', to: dates.at(-1) ?? '', file, expected};
}

type Sale = {readonly reference: string; readonly number: number; readonly date: string};

/** A reference of this till that is in no journal. */
const strange = (reference: string) => `${reference.slice(0, -6)}Z${reference.slice(-5)}`;

/** What the till has written of a sale. The second of two sales to one customer has the wallet and amount of the first. */
function eventsOf(kind: Planted | undefined, sale: Sale): readonly NewEvent[] {
  const {reference, date} = sale;
  const isPending = kind === 'STATUS_LOCAL_OPEN' || kind === 'EXPIRED_UNPAID';
  const number = kind === 'DUPLICATE_SAME_CUSTOMER' ? sale.number - 1 : sale.number;
  const events = paymentEvents({reference, number, date, isPending});
  if (kind === 'FEE_MISSING') return events.map(withoutFee);
  if (kind !== 'REFUND_UNCONFIRMED') return events;
  const refund = {reference, refund: 1};
  const amount = {currency: 'KES', minor: 100} as const;
  return [
    ...events,
    {type: 'refund-requested', person: 'cashier', data: {...refund, amount, reason: '', businessDate: date}},
    {type: 'refund-sent', person: 'cashier', data: refund},
  ];
}

/** An answer of a service whose clock is right. */
function heardAt(event: NewEvent, at: number): NewEvent {
  if (event.type !== 'answered' && event.type !== 'status-answered') return event;
  const {answer} = event.data;
  const told = answer.kind === 'answered' ? {...answer, serverTime: at} : answer;
  return {...event, data: {...event.data, answer: told}} as NewEvent;
}

function withoutFee(event: NewEvent): NewEvent {
  if (event.type !== 'status-answered' || event.data.answer.kind !== 'answered') return event;
  const {answer} = event.data;
  const {transaction_fee: _, ...body} = answer.body as Readonly<Record<string, string | number>>;
  return {...event, data: {...event.data, answer: {...answer, body}}};
}

/** What the provider writes of the same sale. */
function rowsOf(kind: Planted | undefined, {reference, number, date}: Sale): readonly string[] {
  const asked = 50 + ((kind === 'DUPLICATE_SAME_CUSTOMER' ? number - 1 : number) % 4000);
  const amount = asked + (kind === 'AMOUNT_OVER' ? 1 : kind === 'AMOUNT_UNDER' ? -1 : 0);
  const fee = kind === 'FEE_MISMATCH' ? 4.5 : 3.5;
  const usual = {
    reference,
    amount: amount.toFixed(2),
    currency: kind === 'CURRENCY_MISMATCH' ? 'UGX' : 'KES',
    status: statuses[kind ?? 'OK'] ?? 'Completed',
    fee: kind === 'FEE_MISSING' ? '' : fee.toFixed(2),
    net: kind === 'FEE_MISSING' ? '' : (amount - fee - (kind === 'NET_MISMATCH' ? 1 : 0)).toFixed(2),
    date,
    type: 'payment',
  };
  const row = Object.values(usual).join();
  switch (kind) {
    case 'MISSING_AT_PROVIDER':
      return [];
    case 'MISSING_LOCALLY':
      return [row, Object.values({...usual, reference: strange(reference)}).join()];
    case 'DUPLICATE_SAME_REF':
      return [row, row];
    case 'REVERSED':
    case 'CHARGEBACK':
      return [
        row,
        Object.values({...usual, fee: '', net: '', type: kind === 'REVERSED' ? 'reversal' : 'chargeback'}).join(),
      ];
    default:
      return [row];
  }
}

const statuses: Partial<Record<Planted | 'OK', string>> = {
  STATUS_LOCAL_PAID: 'Failed',
  UNKNOWN_STATUS: 'Escheated',
  EXPIRED_UNPAID: 'Initialized',
};
