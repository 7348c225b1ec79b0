import {globSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {type BuildFailure, build} from 'esbuild';
import {describe, expect, it} from 'vitest';
import {isSecure} from '../src/core/technical/node-version.js';
import {runtimes} from '../src/runtime/restart.js';
import {needed, tillOptions} from '../tools/build.js';
import {expectPatched, patches} from '../tools/patches.js';
import {slowest} from './slowest-first.js';

/** Reads the tree as text: the rules here are those that no linter of ours can state. */
const sources = globSync('{src,store,screens}/**/*.{ts,tsx}', {exclude: ['**/generated/**']}).map(path => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

type Area =
  | 'src/core'
  | 'src/api'
  | 'store'
  | 'src/sources'
  | 'src/till'
  | 'src/challenge'
  | 'src/shipper'
  | 'src/office'
  | 'src/print'
  | 'src/session'
  | 'src/selftest'
  | 'src/demo'
  | 'src/views'
  | 'src/commands'
  | 'screens'
  | 'src/sandbox'
  | 'src/runtime'
  | 'src/entry.ts'
  | 'src/main.ts'
  | 'src/config.ts'
  | 'src/world.ts';

/** Which areas may import which of ours. Types of `till` are what a face sees; the sandbox stands alone. */
const mayImport: Readonly<Record<Area, readonly Area[]>> = {
  'src/core': ['src/core'],
  'src/api': ['src/api', 'src/core'],
  store: ['store', 'src/core'],
  'src/config.ts': ['src/runtime', 'src/core', 'store'],
  'src/world.ts': ['src/core'],
  'src/challenge': ['src/challenge', 'src/core'],
  'src/print': ['src/print', 'src/core', 'store'],
  'src/sources': ['src/sources', 'src/runtime', 'src/core'],
  'src/shipper': ['src/shipper', 'src/runtime', 'src/core', 'store', 'src/world.ts'],
  'src/office': ['src/office', 'src/views', 'src/print', 'src/sources', 'src/core', 'store'],
  'src/till': [
    'src/till',
    'src/shipper',
    'src/challenge',
    'src/print',
    'src/sources',
    'src/core',
    'src/api',
    'store',
    'src/config.ts',
  ],
  'src/session': ['src/session', 'src/office', 'src/till', 'src/shipper', 'src/core', 'src/config.ts'],
  'src/selftest': ['src/selftest', 'src/session', 'src/till', 'src/print', 'src/core', 'src/config.ts'],
  'src/demo': ['src/demo', 'src/session', 'src/till', 'src/core'],
  'src/views': ['src/views', 'src/core'],
  'src/commands': [
    'src/commands',
    'src/views',
    'src/selftest',
    'src/demo',
    'src/session',
    'src/office',
    'src/till',
    'src/shipper',
    'src/print',
    'src/runtime',
    'src/core',
    'src/config.ts',
  ],
  screens: ['screens', 'src/views', 'src/till', 'src/core'],
  'src/sandbox': ['src/sandbox'],
  'src/runtime': ['src/runtime', 'src/core'],
  'src/entry.ts': ['src/runtime', 'src/core'],
  'src/main.ts': [
    'src/runtime',
    'src/commands',
    'src/session',
    'src/shipper',
    'src/core',
    'src/sources',
    'src/world.ts',
    'src/sandbox',
    'screens',
  ],
};
const areas = Object.keys(mayImport) as Area[];

/** The one place of each dependency that must not spread. */
const homes: readonly [RegExp, RegExp][] = [
  [/^(ink|react|ink-table)(\/|$)/, /^screens\//],
  [/^got$/, /^src\/api\//],
  [/^lowdb(\/|$)/, /^store\//],
  [/^node:sqlite$/, /^(store\/lock\.ts|src\/sandbox\/)/],
  [/^commander$/, /^src\/commands\//],
  [/^(@point-of-sale\/|write-excel-file)/, /^src\/print\//],
  [/^(csv-parse|saxes)$/, /^src\/sources\//],
  [/^(hucre|unpdf|postal-mime|yauzl)$/, /^src\/sources\/open\//],
];

function importsOf(text: string): string[] {
  const found = text.matchAll(
    /^(?:import|export)\b[^;'"=]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '');
}

const areaOf = (path: string) => areas.find(area => path === area || path.startsWith(`${area}/`));

function forbiddenImports(path: string, text: string): string[] {
  const area = areaOf(path);
  if (area === undefined) return [`${path} lies in no known area`];
  return importsOf(text).flatMap(target => {
    if (!target.startsWith('.')) {
      const [, home] = homes.find(([name]) => name.test(target)) ?? [];
      const isPure = area !== 'src/core' || ['zod', 'string-width', 'credit-card-type', 'uqr'].includes(target);
      return (home === undefined || home.test(path)) && isPure ? [] : [`${path} imports ${target}`];
    }
    const resolved = normalize(join(dirname(path), target)).replace(/\.js$/, '.ts');
    if (/^(?:package|docs\/accounts\/\w+)\.json$/.test(resolved)) return [];
    const other = areaOf(resolved);
    return other !== undefined && mayImport[area].includes(other) ? [] : [`${path} imports ${resolved}`];
  });
}

describe('the direction of imports', () => {
  it('is the one that the architecture shows', () => {
    const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
    const shown = [...rows].map(([, area, others = '']) => [area, others.replaceAll('`', '').split(', ')]);
    expect(Object.fromEntries(shown)).toEqual(mayImport);
  });

  it('is kept by every file', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap(({path, text}) => forbiddenImports(path, text))).toEqual([]);
  });

  it.each([
    ['src/core/a.ts', "import {b} from '../till/b.js';"],
    ['src/core/a.ts', "import {readFile} from 'node:fs/promises';"],
    ['src/api/a.ts', "import type {b} from '../till/b.js';"],
    ['src/commands/a.ts', "const b = await import('../../store/b.js');"],
    ['src/till/a.ts', "import got from 'got';"],
    ['screens/a.tsx', "export {b} from '../src/api/b.js';"],
    ['src/sandbox/a.ts', "import {markets} from '../core/markets.js';"],
    ['lib/a.ts', ''],
  ])('would be caught in %s: %s', (path, text) => expect(forbiddenImports(path, text)).toHaveLength(1));
});

/** The rooms of each folder, in the order of the list in `docs/architecture.md`: each may import only rooms before it. */
const roomOrders = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^- rooms of `([^`]+)`: (.+)$/gm)].map(
  ([, folder = '', rooms = '']) => ({folder, rooms: rooms.replaceAll('`', '').split(', ')}),
);

/** The imports of a file from rooms that come after its own, and files in no room of the list. */
function backwardImports(path: string, text: string): readonly string[] {
  const {folder, rooms} = roomOrders.find(order => path.startsWith(`${order.folder}/`)) ?? {folder: '', rooms: []};
  if (folder === '') return [];
  const placeOf = (file: string) => rooms.indexOf(file.slice(folder.length + 1).split('/')[0] ?? '');
  if (placeOf(path) === -1) return [`${path} is in no room of the list`];
  return ownImports(path, text)
    .filter(target => target.endsWith('.ts') && target.startsWith(`${folder}/`) && placeOf(target) > placeOf(path))
    .map(target => `${path} imports ${target}`);
}

/** What each room of a folder imports of the others, types included. A file that lies in no room is one by itself. */
function importsOfRooms(folder: string): ReadonlyMap<string, readonly string[]> {
  const roomOf = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? '';
  const inside = sources.filter(({path}) => path.startsWith(`${folder}/`));
  const paths = new Set(inside.map(({path}) => path));
  const imports = inside.flatMap(({path, text}) =>
    ownImports(path, text)
      .filter(target => paths.has(target))
      .map(target => [roomOf(path), roomOf(target)] as const),
  );
  const between = imports.filter(([from, to]) => from !== to);
  return new Map([...Map.groupBy(between, ([from]) => from)].map(([room, all]) => [room, all.map(([, to]) => to)]));
}

describe('rooms', () => {
  it.each([...areas.filter(area => !area.endsWith('.ts')), 'src/core/reconcile'])(
    'of %s import one another in no circle',
    folder => expect(circlesIn(importsOfRooms(folder))).toEqual([]),
  );

  it('import only rooms below them, types included', () => {
    expect(roomOrders.map(({folder}) => folder)).toEqual(['src/core']);
    expect(sources.flatMap(({path, text}) => backwardImports(path, text))).toEqual([]);
  });

  it.each([
    ['src/core/payment/a.ts', "import type {State} from '../books/state.js';"],
    ['src/core/text/a.ts', "import {Problem} from '../problem.js';"],
    ['src/core/problem.ts', "import {moneyText} from './money/money.js';"],
    ['src/core/unknown/a.ts', ''],
  ])('would be caught in %s: %s', (path, text) => expect(backwardImports(path, text)).toHaveLength(1));
});

/** Circles among files, by what each of them imports: the files of each, in their order. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (path: string, way: readonly string[]) => {
    const at = way.indexOf(path);
    if (at !== -1) found.push([...way.slice(at), path].join(' -> '));
    if (at !== -1 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return found;
}

/** The files of ours that a file imports, types included. */
function ownImports(path: string, text: string): readonly string[] {
  const own = importsOf(text).filter(target => target.startsWith('.'));
  const resolved = own.map(target => normalize(join(dirname(path), target)).replace(/\.js$/, ''));
  return resolved.flatMap(target => [`${target}.ts`, `${target}.tsx`]);
}

describe('a circle of imports, types included', () => {
  it('is nowhere', () => {
    const imports = new Map(sources.map(({path, text}) => [path, ownImports(path, text)]));
    expect([...imports.values()].flat().filter(path => imports.has(path)).length).toBeGreaterThan(1000);
    expect(circlesIn(imports)).toEqual([]);
  });

  it('would be found', () => {
    const texts = {
      'src/a.ts': "import type {B} from './b.js';",
      'src/b.ts': "export {c} from './c.js';\nimport {z} from 'zod';",
      'src/c.ts': "const a = await import('./a.js');",
      'src/d.ts': "import {c} from './c.js';",
    };
    const imports = new Map(Object.entries(texts).map(([path, text]) => [path, ownImports(path, text)]));
    expect(circlesIn(imports)).toEqual(['src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts']);
  });
});

const worldMakers = [
  'src/world.ts',
  'store/disk.ts', // which the simulator replaces
  'screens/terminal/',
  'src/sandbox/',
  'src/sources/open/from-input.ts',
  'src/runtime/program.ts', // which loads the world
  'src/office/postgres.ts', // a server in a process of its own
  'src/office/database.ts',
];

it.each([
  ['Date.now', /\bDate\.now\b/],
  ['new Date()', /\bnew Date\(\)/],
  ['Math.random', /\bMath\.random\b/],
  ['setTimeout', /\bset(?:Timeout|Interval)\b/],
])('%s is asked for only where the world is made', (_, banned) => {
  const found = sources.filter(
    ({path, text}) => banned.test(text) && !worldMakers.some(maker => path.startsWith(maker)),
  );
  expect(found.map(({path}) => path)).toEqual([]);
});

/** Statements that throw away what a promise failed with, without a comment beside or above them. */
const silenced = (text: string) =>
  text
    .split('\n')
    .filter(
      (line, at, lines) =>
        /^(?!.*(?:\bawait\b|\breturn\b| = )).*\.catch\(\(\) => (?:undefined|\{\})\);$/.test(line) &&
        !/^\s*(?:\/\/|\*)/.test(lines[at - 1] ?? ''),
    );

describe('a promise that nobody waits for', () => {
  // The linter refuses a promise without a `catch`, and `void`, which would hide one.
  it('says who hears of its failure, if it does not tell it', () =>
    expect(sources.flatMap(({path, text}) => silenced(text).map(line => `${path}: ${line.trim()}`))).toEqual([]));

  it.each([
    ['  work().catch(() => undefined);', 1],
    ['  work().catch(() => {});', 1],
    ['  work().catch(() => undefined); // the caller gets the error', 0],
    ['  // The caller gets the error.\n  work().catch(() => undefined);', 0],
    ['  const settled = work().catch(() => undefined);', 0],
    ['  work().catch(context.tell);', 0],
  ])('would be found if it were silent: %s', (text, count) => expect(silenced(text)).toHaveLength(count));
});

it('leaves no name of ours to the bundler', () => {
  const defined = Object.keys(tillOptions.define ?? {});
  expect(defined).toEqual(['process.env.NODE_ENV', 'process.env.DEV']);
  expect(sources.filter(({text}) => defined.some(name => text.includes(name))).map(({path}) => path)).toEqual([]);
});

it.each([
  [/src.core.text.json\.ts$/, undefined],
  [/src.core.text.renamed\.ts$/, 'the plugin made-up found nothing: /src.core.text.renamed\\.ts$/'],
])('a plugin of the build that looks for %s says if it has found nothing', async (filter, complaint) => {
  const plugin = needed({name: 'made-up', setup: ({onLoad}) => onLoad({filter}, () => ({contents: ''}))});
  const building = build({
    entryPoints: ['src/core/text/json.ts'],
    plugins: [plugin],
    bundle: true,
    write: false,
    logLevel: 'silent',
  });
  const found = await building.then(
    () => undefined,
    ({errors}: BuildFailure) => errors[0]?.text,
  );
  expect(found).toBe(complaint);
});

/** Where JSON is made into values. Everybody else asks `jsonIn`, which says nothing of what the value is. */
const jsonReaders = [
  'src/core/text/json.ts',
  'src/sandbox/',
  'src/challenge/page.ts', // a text for the browser
  'src/office/page/sign-in.ts', // likewise; what it sends is read by the schemas of passkeys.ts
  'src/sources/open/json.ts', // keeps numbers as text
];

/** What is wrong in a file with how it reads JSON that others may have written: it must go through a schema, and no type is claimed for it. */
function claimsIn(path: string, whole: string): readonly string[] {
  const text = whole.replaceAll(/\/\*.*?\*\//gs, '');
  const read = /\bJSON\.parse\b|\.json\(\)/.test(text) && !jsonReaders.some(reader => path.startsWith(reader));
  const names = [...text.matchAll(/\b(?:const|let) (\w+)(?:: unknown)? = [^;]*?\bjsonIn\(/g)].map(([, name]) => name);
  const claimed = new RegExp(`\\b(?:jsonIn\\([^;\\n]*\\)|${['\\0', ...names].join('|')})\\)? as (?!const\\b)`);
  return [...(read ? [`${path} parses JSON by itself`] : []), ...(claimed.test(text) ? [`${path} casts JSON`] : [])];
}

describe('JSON that others may have written', () => {
  it('is read in one place, and no type is claimed for it without a schema', () =>
    expect(sources.flatMap(({path, text}) => claimsIn(path, text))).toEqual([]));

  it.each([
    'const {homes} = JSON.parse(text) as Homes;',
    'const {settings}: Settings = JSON.parse(text);',
    'const answer = await response.json();',
    "const list = jsonIn(readFileSync(join(folder, 'list.json'), 'utf8')) as readonly Entry[];",
    'const found: unknown = jsonIn(text);\nreturn found as Found;',
    'const found = jsonIn(text);\nreturn (found as Found).name;',
  ])('would be caught: %s', text => expect(claimsIn('src/till/a.ts', text)).toHaveLength(1));
});

/** Of the commands, one reads the option `--json`, and one passes it on to another process. */
const jsonOption = ['src/commands/line.ts', 'src/commands/review.ts'];

it('answers a command in one way: fewer and fewer choose between JSON and lines by themselves', () => {
  const choosing = sources.filter(
    ({path, text}) => path.startsWith('src/commands/') && !jsonOption.includes(path) && /\bisJson\b/.test(text),
  );
  expect(choosing.length).toBeLessThanOrEqual(2);
});

it('spreads no object that is written out, in which TypeScript allows members that nobody reads', () =>
  expect(sources.filter(({text}) => text.includes('...{')).map(({path}) => path)).toEqual([]));

it('stays in files of one idea', () => {
  const long = sources.map(({path, text}) => ({path, lines: text.split('\n').length})).filter(({lines}) => lines > 600);
  expect(long).toEqual([]);
});

/** Types that are exported, by their names. The programs beside the till have words of their own. */
function typesIn(folder: RegExp): ReadonlyMap<string, readonly string[]> {
  const found = sources
    .filter(({path}) => folder.test(path))
    .flatMap(({path, text}) =>
      [...text.matchAll(/^export (?:abstract )?(?:type|interface|class) (\w+)/gm)].map(([, name = '']) => ({
        name,
        path,
      })),
    );
  return new Map([...Map.groupBy(found, ({name}) => name)].map(([name, all]) => [name, all.map(({path}) => path)]));
}

it.each([
  ['the till', /^(?:store|screens|src\/(?!sandbox|selftest|demo))/],
  ['the sandbox', /^src\/sandbox\//],
  ['the self-test', /^src\/selftest\//],
  ['the demonstration', /^src\/demo\//],
])('no two exported types of %s have one name', (_, folder) => {
  const types = typesIn(folder);
  expect(types.size).toBeGreaterThan(1);
  expect([...types].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

it('names no folder after a drawer', () =>
  expect(
    sources.filter(({path}) => /\b(utils?|helpers?|manager|common|misc)\b/i.test(path)).map(({path}) => path),
  ).toEqual([]));

/** Without what the mutation tester has installed for itself. */
const tests = globSync('test/**/*.{ts,tsx}', {exclude: ['**/node_modules/**']}).map(path => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const testsWith = (found: RegExp) => tests.filter(({text}) => found.test(text)).map(({path}) => path);

it('runs every test that is written', () =>
  expect(testsWith(/\b(?:it|test|describe)\.(?:skip|only|todo|fails)\b|\bx(?:it|describe)\(/)).toEqual([]));

/** What is quick is shown by `npm run bench`; here a machine may be as busy as it likes. */
it('begins the tests with files that are there', () => {
  const files = globSync('test/**/*.test.{ts,tsx}');
  expect(slowest.filter(name => !files.some(file => file.startsWith(`test/${name}`)))).toEqual([]);
});

it('measures no time in a test', () => {
  const measuring = testsWith(/\b(?:performance\.now|Date\.now|hrtime(?:\.bigint)?)\(\) - |\b(?:threadC|c)puUsage\b/);
  expect(measuring.filter(path => !path.startsWith('test/bench/') && path !== 'test/tidy.test.ts')).toEqual([]);
});

it('lists no million characters to take one by chance', () => {
  // A second for each process; `anyCharacter` gives the same.
  expect(testsWith(/fc\.string\(\{[^}]*unit: 'binary'/)).toEqual([]);
});

it('is run by the Node that is pinned for the system, and pins none with known faults', () => {
  const {optionalDependencies} = JSON.parse(readFileSync('src/runtime/package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  expect(process.versions.node).toBe(optionalDependencies[runtimes[`${process.platform}-${process.arch}`] ?? '']);
  const newest = Object.values(optionalDependencies).sort().at(-1) ?? '';
  expect(isSecure(newest)).toBe(true);
});

/** The root is the first thing that one sees. */
it('keeps in its root what people read, and the four files that tools look for there', () => {
  const tools = ['.gitignore', '.npmrc', 'biome.json', 'vitest.config.ts'];
  const read = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'];
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];
  const files = readdirSync('.', {withFileTypes: true}).filter(entry => entry.isFile());
  const root = files.map(({name}) => name).filter(name => name !== '.git' && !name.endsWith('.tgz'));
  expect(root.sort()).toEqual([...tools, ...read, ...settings].sort());
});

it('patches packages for a reason, and names where their authors are told of it', () => {
  for (const file of globSync('tools/patches/*.patch')) {
    const [reason = ''] = readFileSync(file, 'utf8').split(/^diff --git /mu);
    expect(reason, file).toMatch(/\w.*\nUpstream: https:\/\/github\.com\//);
  }
  expect(() => expectPatched(patches().map(({name, path}) => `node_modules/${name}/${path}`))).not.toThrow();
  expect(() => expectPatched([])).toThrow('is not in the bundle');
});
