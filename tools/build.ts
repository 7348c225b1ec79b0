import {spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, dirname, join, relative} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {type BuildOptions, build, type Metafile, type Plugin} from 'esbuild';
import packageJson from '../package.json' with {type: 'json'};
import {billOfMaterials, shippedPackages, thirdPartyNotices} from './bill-of-materials.ts';
import {closure, type Group, type Inputs, together} from './chunks.ts';
import {compileMessages} from './compile-messages.ts';
import {expectPatched} from './patches.ts';
import {scriptOf} from './scripts.ts';

/** A plugin that fails the build if anything that it looks for is not there any more: it was renamed, and goes on without the plugin. */
export const needed = ({name, setup}: Plugin): Plugin => ({
  name,
  setup(of) {
    const unmet = new Set<RegExp>();
    const noting =
      <Options extends {filter: RegExp}, Args, Result>(
        add: (options: Options, callback: (args: Args) => Result) => void,
      ) =>
      (options: Options, callback: (args: Args) => Result) => {
        unmet.add(options.filter);
        add(options, args => {
          unmet.delete(options.filter);
          return callback(args);
        });
      };
    of.onEnd(() => ({errors: [...unmet].map(filter => ({text: `the plugin ${name} found nothing: ${filter}`}))}));
    return setup({...of, onResolve: noting(of.onResolve), onLoad: noting(of.onLoad)});
  },
});

// An import of node:http reads every name that it exports, WebSocket too, which loads a second HTTP client: 20 ms.
const plainHttp: Plugin = {
  name: 'plain-http',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^(node:)?http$/}, () => ({path: 'node:http', namespace: 'builtin'}));
    const contents = "module.exports = process.getBuiltinModule('node:http');";
    onLoad({filter: /.*/, namespace: 'builtin'}, () => ({contents}));
  },
};

// An import of node:process reads every name that it exports too, which makes a stream of the standard input: 2 ms.
const plainProcess: Plugin = {
  name: 'plain-process',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^node:process$/}, ({path}) => ({path, namespace: 'own'}));
    onLoad({filter: /.*/, namespace: 'own'}, () => ({
      contents: 'export const cwd = process.cwd, env = process.env, pid = process.pid; export default process;',
    }));
  },
};

// Few starts begin another program, and what can takes 2 ms.
const lateProcesses: Plugin = {
  name: 'late-processes',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^node:child_process$/}, ({path, importer}) =>
      /commander|terminal-size|src.main|opener|on-paid/.test(importer) ? {path, namespace: 'late'} : undefined,
    );
    const late = (name: string) =>
      `export const ${name} = (...given) => process.getBuiltinModule('node:child_process').${name}(...given);`;
    const contents = `${['spawn', 'execFileSync'].map(late).join('')} export default {spawn, execFileSync};`;
    onLoad({filter: /.*/, namespace: 'late'}, () => ({contents}));
  },
};

// The first segmenter of a process takes 7 ms. In a text of these signs each is by itself, and a first frame has no others.
const lateSegmenters: Plugin = {
  name: 'late-segmenters',
  setup({onLoad}) {
    const plain = String.raw`/^[\x1B -~\u00A0-\u02FF\u2010-\u2027\u2190-\u27BF]*$/`;
    const where = /(?:string-width|wrap-ansi).index\.js$|ansi-tokenize.build.tokenize\.js$|ink.build.line-update\.js$/;
    onLoad({filter: where}, async ({path}) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /^const segmenter = (new Intl\.Segmenter\(.*\));$/m,
        `let made;
const segmenter = {
  segment: text =>
    ${plain}.test(text) ? Array.from(text, (segment, index) => ({segment, index})) : (made ??= $1).segment(text),
};`,
      ),
      loader: 'js',
    }));
    onLoad({filter: /slice-ansi.tokenize-ansi\.js$/}, async ({path}) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /^const GRAPHEME_SEGMENTER = (new Intl\.Segmenter\(.*\));$/m,
        'let made;\nconst GRAPHEME_SEGMENTER = {segment: text => (made ??= $1).segment(text)};',
      ),
      loader: 'js',
    }));
  },
};

// What checks values for the HTTP client makes two formats of lists for its errors, which takes 8 ms where nothing else is formatted.
const lateLists: Plugin = {
  name: 'late-lists',
  setup({onLoad}) {
    onLoad({filter: /@sindresorhus.is.distribution.index\.js$/}, async ({path}) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /^const (\w+) = (new Intl\.ListFormat\(.*\));$/gm,
        'const $1 = {format: list => $2.format(list)};',
      ),
      loader: 'js',
    }));
  },
};

// Ink waits for its developer tools as it is loaded; a till has none.
const noDevtools: Plugin = {
  name: 'no-devtools',
  setup({onLoad}) {
    onLoad({filter: /node_modules.ink.build.reconciler\.js$/}, async ({path}) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        /^if \(process\.env\['DEV'\] === 'true'\) \{\n.*?^\}\n/gms,
        '',
      ),
      loader: 'js',
    }));
  },
};

// A script cannot wait as it is loaded. WebAssembly is compiled beside it, and what imports the screens waits for that; what stands beside
// it needs the constants at once.
const awaitedLayout: Plugin = {
  name: 'awaited-layout',
  setup({onLoad}) {
    onLoad({filter: /node_modules.yoga-layout.dist.src.index\.js$/}, async ({path}) => ({
      contents: (await readFile(path, 'utf8')).replace(
        'const Yoga = wrapAssembly(await loadYoga());',
        "import constants from './generated/YGEnums.js';\nconst Yoga = {...constants};\n" +
          '__wait(loadYoga().then(lib => Object.assign(Yoga, wrapAssembly(lib))));',
      ),
      loader: 'js',
    }));
  },
};

const root = join(import.meta.dirname, '..');

// A package of one folder has no fonts beside it: the bytes of the one for pages are in the bundle.
const fontInside: Plugin = {
  name: 'font-inside',
  setup({onLoad}) {
    onLoad({filter: /src.print.page\.ts$/}, async ({path}) => ({
      contents: (await readFile(path, 'utf8')).replace(
        /^export const fontBytes = .*;$/ms,
        "import font from 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf';\nexport const fontBytes = async () => font;",
      ),
      loader: 'ts',
    }));
  },
};

// An import of node:fs reads every name that it exports: 2 ms. An older Node runs the entry too.
const plainFs: Plugin = {
  name: 'plain-fs',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^node:fs$/}, ({importer}) => ({path: `fs-${basename(importer)}`, namespace: 'plain'}));
    onLoad({filter: /.*/, namespace: 'plain'}, () => ({
      contents:
        "import {createRequire} from 'node:module'; export const {existsSync, readFileSync, realpathSync, statSync} = createRequire(import.meta.url)('fs');",
    }));
  },
};

// The one-file executable opens files in its own program, and is built apart; this one has a program for it.
const openerApart: Plugin = {
  name: 'opener-apart',
  setup({onResolve}) {
    onResolve({filter: /\/from-input\.js$/}, () => ({path: './open-file.js', external: true}));
  },
};

/** What is apart names the languages and loads none: their sentences would be a third of it. */
const sentencesOf = ({outputs}: Metafile): Plugin => ({
  name: 'sentences',
  setup({onResolve}) {
    onResolve({filter: /^\.\/\w\w\.js$/}, ({path, importer}) => {
      const source = relative(root, join(dirname(importer), path.replace(/js$/, 'ts'))).replaceAll('\\', '/');
      const [output] = Object.entries(outputs).find(([, {entryPoint}]) => entryPoint === source) ?? [];
      return output === undefined ? undefined : {path: `./${basename(output)}`, external: true};
    });
  },
});

const shared: BuildOptions & {readonly metafile: true} = {
  bundle: true,
  metafile: true,
  format: 'esm',
  platform: 'node',
  legalComments: 'none',
  logLevel: 'warning',
};

/** How the till is built for the pinned Node. */
export const tillOptions: typeof shared = {
  ...shared,
  target: 'node26',
  jsx: 'automatic',
  plugins: [noDevtools, plainHttp, plainProcess, lateProcesses, lateSegmenters, lateLists, fontInside],
  loader: {'.ttf': 'binary'},
  // What React and Ink ask for. None of ours may name these: a test looks.
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
  banner: {
    js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** The till and the office, which share what both need: a command opens the office in its own process. */
const program = {main: 'src/main.ts', office: 'src/office/bundle.ts'};
/** What runs in a process or thread of its own, and so has everything of its own. */
const others = {
  'sandbox-worker': 'src/sandbox/worker.ts',
  'open-file': 'src/sources/open/open-file.ts',
  ship: 'src/shipper/process.ts',
};

/**
 * Bundles the entry, the till and the sandbox's worker into `outdir`, which is emptied first, and lists what is in them. `changed` makes
 * another version of the sources: a test has one.
 */
export async function bundle(outdir: string, changed: readonly Plugin[] = []): Promise<void> {
  await compileMessages();
  await rm(outdir, {recursive: true, force: true});
  const plugins = [...(tillOptions.plugins ?? []), ...changed];
  const split = {...tillOptions, plugins, external: ['pg-native'], outdir, splitting: true};
  // A first build shows what imports what, and makes what the entry answers by itself.
  const folder = await mkdtemp(join(tmpdir(), 'duka-said-'));
  const seen = await build({...split, entryPoints: {...program, said: 'src/commands/said.ts'}, outdir: folder});
  try {
    await writeSaid(folder, outdir);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
  const till = await build({
    ...split,
    entryPoints: program,
    banner: {},
    outExtension: {'.js': '.cjs'},
    write: false,
    plugins: [
      ...plugins.map(needed),
      needed(openerApart),
      needed(awaitedLayout),
      together(seen.metafile.inputs, groupsIn(seen.metafile.inputs), [program.office]),
    ],
    // Packages say of themselves that they need not be loaded for their own sake; that they belong to the group is enough.
    logOverride: {'ignored-bare-import': 'silent'},
  });
  await Promise.all(till.outputFiles.map(({path, text}) => writeFile(path, scriptOf(text, path))));
  const apart = await Promise.all(
    Object.entries(others).map(([name, path]) =>
      build({
        ...split,
        entryPoints: {[name]: path},
        chunkNames: `${name}-[hash]`,
        plugins: [...plugins, sentencesOf(till.metafile)],
      }),
    ),
  );
  const metafiles = [till, ...apart].map(({metafile}) => metafile);
  expectPatched(metafiles.flatMap(({inputs}) => Object.keys(inputs)));
  const entry = await build({
    ...shared,
    entryPoints: {duka: 'src/entry.ts'},
    outdir,
    splitting: true,
    target: 'node18',
    plugins: [needed(plainFs), needed(plainProcess)],
  });
  const packages = shippedPackages([...metafiles, entry.metafile]);
  await writeFile(join(outdir, 'sbom.cdx.json'), billOfMaterials(packages));
  await writeFile(join(outdir, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(packages));
}

/**
 * What is loaded together: the entry of the till, what reads a journal, the command line, what most commands have, and the screens with
 * all that a till does. An open till loads no part of them later, so that another version may be installed over it.
 */
function groupsIn(inputs: Inputs): readonly Group[] {
  const of = (...paths: readonly string[]) => closure(inputs, ...paths);
  const [line, screens] = [of('src/commands/line.ts'), of('screens/start.tsx')];
  const [pending, status, receipt] = ['pending', 'status', 'receipt'].map(name => of(`src/commands/${name}.ts`));
  if (pending === undefined || status === undefined || receipt === undefined) return [];
  const reading = screens.intersection(pending.union(receipt));
  // Parts that are loaded before a command is, or in which there is none.
  const first = ['src/runtime/', 'src/core/messages/generated/'];
  const begun = [...first, 'src/commands/index.ts', 'src/commands/line.ts'];
  const till = [
    'screens/',
    'src/till/',
    'src/api/',
    'src/print/',
    'src/sandbox/',
    'src/sources/',
    'store/',
    'src/challenge/',
  ];
  const tools = ['src/shipper/'];
  const noScreens = ['src/commands/', 'src/office/', 'screens/display/', 'screens/office/', 'screens/review/'];
  return [
    {members: of('src/commands/index.ts', 'src/main.ts').difference(new Set(['src/main.ts'])), without: first},
    {members: reading.intersection(line), without: begun},
    {members: reading, without: begun},
    {members: line, without: [...first, 'src/commands/index.ts', ...till, ...tools]},
    {members: pending.intersection(status.union(receipt)), without: [...begun, ...till, ...tools]},
    {
      members: screens,
      without: [...first, ...noScreens, 'screens/terminal/', 'screens/reconcile/', ...till.slice(1), ...tools],
    },
  ];
}

/** The commit that is built, with a `+` if files have changed since; null where there is no history. */
export function commit(): string | null {
  const {status, stdout} = spawnSync('git', ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty=+'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : null;
}

/** Asks a built program for what the entry answers by itself. */
async function writeSaid(built: string, outdir: string): Promise<void> {
  const made = pathToFileURL(join(built, 'said.js')).href;
  const {everythingSaid} = (await import(made)) as typeof import('../src/commands/said.js');
  await mkdir(join(outdir, 'said'), {recursive: true});
  for (const [name, text] of await everythingSaid(packageJson.version, commit()))
    await writeFile(join(outdir, 'said', name), text);
}

if (fileURLToPath(import.meta.url) === process.argv[1]) await bundle('dist');
