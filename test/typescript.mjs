import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {createRequire, enableCompileCache, registerHooks, stripTypeScriptTypes} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const cache = fileURLToPath(new URL('../node_modules/.cache/typescript', import.meta.url));
/** A confined process reads what others have kept. */
const isConfined = process.permission !== undefined;
if (!isConfined) {
  mkdirSync(cache, {recursive: true});
  enableCompileCache(join(cache, 'compiled'));
}

const sources = new Map();

/** The file that `./a.js` stands for. */
function sourceOf(url) {
  const known = sources.get(url);
  if (known !== undefined) return known;
  const found = ['ts', 'tsx'].map(ending => url.replace(/js$/, ending)).find(each => existsSync(fileURLToPath(each)));
  sources.set(url, found ?? url);
  return found ?? url;
}

/** JavaScript, in which every text without Ink stands where it stood; it is kept for the other processes and the next run. */
function javaScript(path) {
  const text = readFileSync(path, 'utf8');
  const isInk = path.endsWith('x');
  const kept = join(cache, `${createHash('sha1').update(text).digest('hex')}${isInk ? 'x' : ''}.js`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const made = isInk ? withoutJsx(path, text) : stripTypeScriptTypes(text);
    if (isConfined) return made;
    writeFileSync(`${kept}.${process.pid}`, made);
    renameSync(`${kept}.${process.pid}`, kept);
    return made;
  }
}

function withoutJsx(path, text) {
  const {transformSync} = createRequire(import.meta.url)('esbuild');
  const options = {
    loader: 'tsx',
    format: 'esm',
    target: 'esnext',
    jsx: 'automatic',
    sourcemap: 'inline',
    sourcefile: path,
  };
  return transformSync(text, options).code;
}

const hooks = {
  resolve(specifier, context, next) {
    const isOurs = /^\.\.?\/.*\.js$/.test(specifier) && /\.tsx?(?:\?|$)/.test(context.parentURL ?? '');
    return isOurs
      ? {url: sourceOf(new URL(specifier, context.parentURL).href), format: 'module', shortCircuit: true}
      : next(specifier, context);
  },
  load(url, context, next) {
    const [file = ''] = url.split('?');
    return /\.tsx?$/.test(file) && !file.includes('/node_modules/')
      ? {format: 'module', source: javaScript(fileURLToPath(file)), shortCircuit: true}
      : next(url, context);
  },
};
registerHooks(hooks);

/**
 * Resolves the sources' own imports before hooks that came later can: vitest's tells the process that started it of every import, each time
 * that it is made, and only a run that is watched asks for that.
 */
export function resolveFirst() {
  if (process.env.VITEST_MODE !== 'WATCH') registerHooks({resolve: hooks.resolve});
}
