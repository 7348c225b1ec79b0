import {mkdir, rm, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {type BuildOptions, build, type Plugin} from 'esbuild';
import packageJson from '../package.json' with {type: 'json'};
import {billOfMaterials, shippedPackages, thirdPartyNotices} from './bill-of-materials.ts';
import {compileMessages} from './compile-messages.ts';
import {expectPatched} from './patches.ts';

// An import of node:http reads every name that it exports, WebSocket too, which loads a second HTTP client: 20 ms.
const plainHttp: Plugin = {
  name: 'plain-http',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^(node:)?http$/}, () => ({path: 'node:http', namespace: 'builtin'}));
    const contents = "module.exports = process.getBuiltinModule('node:http');";
    onLoad({filter: /.*/, namespace: 'builtin'}, () => ({contents}));
  },
};

// Ink asks for its developer tools by name; a till has none.
const noDevtools: Plugin = {
  name: 'no-devtools',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^react-devtools-core$/}, () => ({path: 'react-devtools-core', namespace: 'empty'}));
    onLoad({filter: /.*/, namespace: 'empty'}, () => ({contents: 'export default {};'}));
  },
};

const root = join(import.meta.dirname, '..');

// A package of one folder has no fonts beside it: the bytes of the one for pages are in the bundle.
const fontInside: Plugin = {
  name: 'font-inside',
  setup({onLoad}) {
    const contents =
      "import font from 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'; export const fontBytes = async () => font;";
    onLoad({filter: /src.print.font\.ts$/}, () => ({contents, resolveDir: root}));
  },
};

// The entry and the bundle are built apart, since an older Node must understand the entry.
const bundleApart: Plugin = {
  name: 'bundle-apart',
  setup({onResolve}) {
    onResolve({filter: /^\.\/main\.js$/}, ({path}) => ({path, external: true}));
  },
};

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
  plugins: [noDevtools, plainHttp, fontInside],
  loader: {'.ttf': 'binary'},
  // What React and Ink ask for. None of ours may name these: a test looks.
  define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
  banner: {
    js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** Bundles the entry, the till and the sandbox's worker into `outdir`, which is emptied first, and lists what is in them. */
export async function bundle(outdir: string): Promise<void> {
  await compileMessages();
  await rm(outdir, {recursive: true, force: true});
  const till = await build({
    ...tillOptions,
    entryPoints: {
      main: 'src/main.ts',
      'sandbox-worker': 'src/sandbox/worker.ts',
      'open-file': 'src/sources/open/open-file.ts',
      ship: 'src/shipper/process.ts',
      // By itself: a till imports nothing of it, and it shares what both need.
      office: 'src/office/bundle.ts',
      said: 'src/commands/said.ts',
    },
    external: ['pg-native'],
    outdir,
    splitting: true,
  });
  expectPatched(Object.keys(till.metafile.inputs));
  await writeSaid(outdir);
  const entry = await build({
    ...shared,
    entryPoints: {duka: 'src/entry.ts'},
    outdir,
    splitting: true,
    target: 'node18',
    plugins: [bundleApart],
  });
  const packages = shippedPackages([till.metafile, entry.metafile]);
  await writeFile(join(outdir, 'sbom.cdx.json'), billOfMaterials(packages));
  await writeFile(join(outdir, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(packages));
}

/** Asks the built program for what its entry answers by itself. */
async function writeSaid(outdir: string): Promise<void> {
  const made = resolve(outdir, 'said.js');
  const {everythingSaid} = (await import(pathToFileURL(made).href)) as typeof import('../src/commands/said.js');
  await mkdir(join(outdir, 'said'));
  for (const [name, text] of await everythingSaid(packageJson.version))
    await writeFile(join(outdir, 'said', name), text);
  await rm(made);
}

if (fileURLToPath(import.meta.url) === process.argv[1]) await bundle('dist');
