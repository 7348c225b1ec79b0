import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {setPriority, tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Bench, Section} from './bench.js';
import {compared, type Ratios, ratiosOf} from './check.js';
import {measureAppend} from './figures/append.js';
import {measureBasket} from './figures/basket.js';
import {measureCharge} from './figures/charge.js';
import {measureClose} from './figures/close.js';
import {measureCommands} from './figures/commands.js';
import {measureKeys} from './figures/keys.js';
import {measureLag} from './figures/lag.js';
import {measureLists} from './figures/lists.js';
import {measureLoad} from './figures/load.js';
import {measureMemory} from './figures/memory.js';
import {measureOffice} from './figures/office.js';
import {measureQueries} from './figures/queries.js';
import {measureRead} from './figures/read.js';
import {measureReview} from './figures/review.js';
import {measureSales} from './figures/sales.js';
import {measureStart} from './figures/start.js';
import {measureWeek} from './figures/week.js';
import {fillHomes} from './homes.js';
import {describeMachine} from './machine.js';
import {buildPrograms} from './programs.js';
import {measureReconcile} from './reconcile.js';
import {report} from './report.js';
import {startService} from './service.js';

const has = (word: string) => process.argv.includes(word);
const [isCheck, isShort] = [has('--check'), has('--short')];
const isSmall = isShort || has('--quick');
/** What a run of everything keeps for `--check`. */
const ratiosFile = 'test/bench/ratios.json';
/** What is checked: figures with a row in time of the processor. */
const checked = ['start', ...(isShort ? [] : ['commands']), 'keys', 'append'];
const rounds = 3;
/** `--only=read,office`, or the names alone: `npm run bench -- office`. */
const named = process.argv.slice(2).flatMap(word => {
  if (word.startsWith('--only=')) return word.slice('--only='.length).split(',');
  return word.startsWith('--') ? [] : [word];
});
if (isCheck && named.length === 0) named.push(...checked);

/** In this order: what adds to the journals comes last. */
const figures: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = {
  start: measureStart,
  commands: measureCommands,
  memory: measureMemory,
  keys: measureKeys,
  load: measureLoad,
  charge: measureCharge,
  lists: measureLists,
  queries: measureQueries,
  reconcile: measureReconcile,
  read: measureRead,
  review: measureReview,
  sales: measureSales,
  basket: measureBasket,
  lag: measureLag,
  close: measureClose,
  week: measureWeek,
  append: measureAppend,
  office: measureOffice,
};

const unknown = named.find(name => !Object.hasOwn(figures, name));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(figures).join(', ')}`);

const startedAt = performance.now();
const say = (text: string) =>
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'duka-bench-'));
process.once('exit', () => rmSync(folder, {recursive: true, force: true}));

/** Measures what is named, or everything; each figure so many times. */
async function measure(times: number): Promise<readonly (readonly Section[])[]> {
  say('building, and filling journals');
  const programs = await buildPrograms(join(folder, 'programs'));
  const homes = await fillHomes(folder, isSmall);
  const service = await startService(join(folder, 'service'), programs.worker);
  const found = Array.from({length: times}, (): Section[] => []);
  try {
    for (const [name, figure] of Object.entries(figures)) {
      if (named.length > 0 && !named.includes(name)) continue;
      for (const [round, sections] of found.entries()) {
        say(times === 1 ? name : `${name}, round ${round + 1}`);
        const own = mkdtempSync(join(folder, 'round-'));
        sections.push(await figure({folder: own, isQuick: isSmall, programs, service, homes}));
      }
    }
  } finally {
    await service.close();
  }
  return found;
}

/** Says every ratio beside the one that was committed, and ends with 1 where one is worse. */
function check(found: readonly (readonly Section[])[]): void {
  const committed = existsSync(ratiosFile) ? (JSON.parse(readFileSync(ratiosFile, 'utf8')) as Ratios) : {};
  const {lines, isKept} = compared(found.map(ratiosOf), committed);
  for (const {name, now, before, isWorse} of lines)
    process.stdout.write(
      `${isWorse ? '✗' : '✓'} ${now.toFixed(2)}, was ${before?.toFixed(2) ?? 'never kept'}: ${name}\n`,
    );
  process.exitCode = isKept ? 0 : 1;
}

/** Others at work on the machine then disturb less; only who may is let. */
function goFirst(): boolean {
  try {
    setPriority(-20);
    return true;
  } catch {
    return false;
  }
}

const machine = describeMachine(folder, goFirst());
const found = await measure(isCheck ? rounds : 1);
const [sections = []] = found;
if (isCheck) check(found);
else {
  const text = report(sections, {machine, isQuick: isSmall, seconds: (performance.now() - startedAt) / 1000});
  process.stdout.write(text);
  if (named.length === 0 && !isSmall) {
    writeFileSync('docs/benchmarks.md', text);
    writeFileSync(ratiosFile, `${JSON.stringify(ratiosOf(sections), null, 2)}\n`);
  }
}
say('done');
