import {readFile, rm} from 'node:fs/promises';
import {build} from 'esbuild';

// string-width compiles the emoji table at the first box character, which costs 20 ms of every start.
const lazyEmoji = {
  name: 'lazy-emoji',
  setup({onLoad}) {
    onLoad({filter: /string-width[\\/]index\.js$/}, async ({path}) => {
      const source = await readFile(path, 'utf8');
      const eager = String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`;
      if (!source.includes(eager)) throw new Error(`${path} has changed: look at lazy-emoji again`);
      const lazy = String.raw`let rgi; const rgiEmojiRegex = {test: text =>
        /[\p{Emoji_Presentation}\u{FE0F}\u{200D}\u{20E3}]/u.test(text) && (rgi ??= /^\p{RGI_Emoji}$/v).test(text)};`;
      return {contents: source.replace(eager, () => lazy)};
    });
  },
};

// Ink asks for its developer tools by name; a till has none.
const noDevtools = {
  name: 'no-devtools',
  setup({onResolve, onLoad}) {
    onResolve({filter: /^react-devtools-core$/}, () => ({path: 'react-devtools-core', namespace: 'empty'}));
    onLoad({filter: /.*/, namespace: 'empty'}, () => ({contents: 'export default {};'}));
  },
};

/** Bundles the till and the sandbox's worker into `outdir`, which is emptied first. */
export async function bundle(outdir) {
  await rm(outdir, {recursive: true, force: true});
  await build({
    entryPoints: {duka: 'src/main.ts', 'sandbox-worker': 'src/sandbox/worker.ts'},
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    jsx: 'automatic',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [lazyEmoji, noDevtools],
    // Yoga loads its WebAssembly through fetch when there is one, which starts a whole HTTP client.
    define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"', fetch: 'undefined'},
    banner: {
      js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
}

if (import.meta.filename === process.argv[1]) await bundle('dist');
