import type {Script as AnyScript} from 'node:vm';
import {begun, growthFlag, usualRowsFlag, usualYoungFlag, youngFlag} from '../core/technical/memory-flags.js';
import {type CompiledCode, compiledCodeFolder, keepCode, keptCode} from './compiled-code.js';

const {readFileSync, statSync} = process.getBuiltinModule('node:fs');
const {createRequire} = process.getBuiltinModule('node:module');
const {basename, join} = process.getBuiltinModule('node:path');
const {pathToFileURL} = process.getBuiltinModule('node:url');
const {Script} = process.getBuiltinModule('node:vm');

/** Few commands set any, and to load what does takes 1 ms. */
const setFlagsFromString = (flag: string) => process.getBuiltinModule('node:v8').setFlagsFromString(flag);

const main = 'main.cjs';
const till = 'till';
const withScreens: readonly string[] = [till, 'review'];
/** What they need of Node before their first frame. */
const early = ['node:assert', 'node:crypto', 'node:fs/promises', 'node:stream', 'node:tty', 'node:util'];
/** The exit code of a command line that nobody understands. */
const misused = 2;

/**
 * Runs the program, whose files in `folder` are scripts. Of a script V8 gives away what it has compiled after it ran, and the next start of
 * the same command reads that; the cache that Node has for modules is made before, when hardly a function has been compiled.
 */
export async function runProgram(folder: string, [command = till]: readonly string[]): Promise<void> {
  if (withScreens.includes(command)) {
    for (const name of early) process.getBuiltinModule(name); // their compiled code fits only the flags of Node
    setFlagsFromString(growthFlag);
  }
  const scripts = new Scripts(folder, command);
  const {ended, screensLoaded} = scripts.load(main) as {readonly [when in 'ended' | 'screensLoaded']: Promise<void>};
  screensLoaded.then(
    () => scripts.stopGrowth(),
    () => undefined,
  ); // `ended` tells why
  const keeping = setTimeout(() => scripts.keep(), begun).unref();
  await ended;
  clearTimeout(keeping);
  if (process.exitCode !== misused) scripts.keep();
}

class Scripts {
  readonly #folder: string;
  readonly #url: string;
  #path: string | undefined;
  readonly #key: string;
  #kept: CompiledCode | undefined;
  readonly #require: NodeJS.Require;
  readonly #loaded = new Map<string, {readonly script: AnyScript; readonly exports: unknown}>();
  #isGrowthStopped = false;
  /** What a module would wait for as it is loaded; here, what waits is `import()`. */
  readonly #awaited: Promise<unknown>[] = [];

  constructor(folder: string, command: string) {
    this.#folder = folder;
    this.#url = pathToFileURL(join(folder, '.')).href; // the names of scripts are plain, and to make an address takes long
    const place = /^[a-z]+$/.test(command) ? compiledCodeFolder(process.env) : undefined;
    this.#path = place === undefined ? undefined : join(place, `${command}.code`);
    // The names of all other scripts are made of what is in them, and stand in this one.
    const {size, ctimeMs} = statSync(join(folder, main));
    this.#key = `${process.version} ${process.arch} ${size} ${ctimeMs}`;
    this.#kept = this.#path === undefined ? undefined : keptCode(this.#path, this.#key);
    this.#require = createRequire(join(folder, main));
  }

  /** Runs a script, once, and returns what it exports. */
  load(name: string): unknown {
    const before = this.#loaded.get(name);
    if (before !== undefined) return before.exports;
    const filename = this.#folder + name; // to join the parts of a path takes long
    const code = this.#read(filename);
    const cachedData = this.#kept?.get(name);
    if (this.#isGrowthStopped) setFlagsFromString(usualYoungFlag); // of other flags, V8 refuses the compiled code
    const script = new Script(code, cachedData === undefined ? {filename} : {filename, cachedData});
    if (this.#isGrowthStopped) setFlagsFromString(youngFlag);
    const run: unknown = script.runInThisContext();
    if (typeof run !== 'function') throw new Error(`${filename} is no script`);
    const exports: unknown = run(
      (asked: string) => this.#find(asked),
      (asked: string) => this.#import(asked),
      `${this.#url}/${name}`,
      (what: Promise<unknown>) => this.#awaited.push(what),
    );
    this.#loaded.set(name, {script, exports});
    return exports;
  }

  #read(filename: string): string {
    try {
      return readFileSync(filename, 'latin1'); // the build writes ASCII
    } catch (error) {
      const isGone = ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
      const code = isGone ? 'ERR_MODULE_NOT_FOUND' : 'ERR_MODULE_UNREADABLE';
      throw Object.assign(new Error(`Cannot load ${filename}`, {cause: error}), {code});
    }
  }

  #find(asked: string): unknown {
    if (/^(?:\.\/|file:).*\.cjs$/.test(asked)) return this.load(basename(asked));
    return process.getBuiltinModule(asked) ?? this.#require(asked);
  }

  async #import(asked: string): Promise<unknown> {
    const found = this.#find(asked);
    await Promise.all(this.#awaited);
    return found;
  }

  /** Has the young generation stay as it is. */
  stopGrowth(): void {
    this.#isGrowthStopped = true;
    setFlagsFromString(youngFlag);
  }

  /** Keeps the compiled code of everything that has run, once, if some of it was not kept before. */
  keep(): void {
    const kept = this.#kept;
    this.#kept = undefined; // megabytes that only a start needs
    const isKept = [...this.#loaded].every(([name, {script}]) => kept?.has(name) && !script.cachedDataRejected);
    const path = this.#path;
    this.#path = undefined; // of what does not run any more, V8 forgets the code
    if (path === undefined || isKept) return;
    // What is kept is for a start, at which neither is set.
    for (const flag of [usualRowsFlag, usualYoungFlag]) setFlagsFromString(flag);
    const now = Array.from(this.#loaded, ([name, {script}]) => [name, script.createCachedData()] as const);
    if (this.#isGrowthStopped) setFlagsFromString(youngFlag);
    keepCode(path, this.#key, new Map([...(kept ?? []), ...now]));
  }
}
