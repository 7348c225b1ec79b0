import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {join} from 'node:path';

const {O_CREAT} = fs.constants;
const isWriting = (flags: unknown = 'r') =>
  typeof flags === 'number' ? (flags & 3) !== 0 || (flags & O_CREAT) !== 0 : flags !== 'r';
const changing = {
  promises: ['rename', 'rm', 'mkdir', 'writeFile', 'appendFile', 'unlink', 'link'],
  sync: ['mkdirSync', 'writeFileSync', 'appendFileSync', 'renameSync', 'rmSync', 'unlinkSync'],
  handle: ['write', 'writeFile', 'appendFile', 'truncate'],
} as const;

/**
 * Does something of which only the first `most` changes of files below `home` reach the disk, as if the power was cut behind them. Returns how
 * many changes there were or would have been.
 */
export async function cutAfter(home: string, most: number, work: () => Promise<unknown>): Promise<number> {
  let changes = 0;
  const change = () => {
    changes += 1;
    if (changes > most) throw Object.assign(new Error('the power is gone'), {code: 'EIO'});
  };
  const isHere = (path: unknown) => {
    const name = String(path);
    // What is in a temporary file counts once it has its name.
    return name.startsWith(home) && !name.startsWith(join(home, 'sandbox', 'service')) && !name.endsWith('.tmp');
  };
  const undo: (() => void)[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: functions of many forms
  const wrap = (of: any, name: string, is: (self: unknown, given: readonly unknown[]) => boolean) => {
    const genuine = of[name];
    of[name] = function (this: unknown, ...given: unknown[]) {
      if (is(this, given)) change();
      return genuine.apply(this, given);
    };
    undo.push(() => Object.assign(of, {[name]: genuine}));
  };
  // biome-ignore lint/suspicious/noExplicitAny: the same
  const wrapAsync = (of: any, name: string, is: (self: unknown, given: readonly unknown[]) => boolean) => {
    const genuine = of[name];
    of[name] = async function (this: unknown, ...given: unknown[]) {
      if (is(this, given)) change();
      return genuine.apply(this, given);
    };
    undo.push(() => Object.assign(of, {[name]: genuine}));
  };
  const ofPaths = (_: unknown, [one, other]: readonly unknown[]) => isHere(one) || isHere(other);
  const probe = await fs.promises.open(home);
  const handles = new WeakSet<object>();
  const numbers = new Set<unknown>();
  for (const name of changing.promises) wrapAsync(fs.promises, name, ofPaths);
  for (const name of changing.sync) wrap(fs, name, ofPaths);
  for (const name of changing.handle)
    wrapAsync(Object.getPrototypeOf(probe), name, self => handles.has(self as object));
  wrap(fs, 'openSync', (_, [path, flags]) => isHere(path) && isWriting(flags) && !fs.existsSync(String(path)));
  wrap(fs, 'writeSync', (_, [number]) => numbers.has(number));
  const {open} = fs.promises;
  fs.promises.open = async (path, flags, mode) => {
    const isOurs = isHere(path) && isWriting(flags);
    if (isOurs && !fs.existsSync(String(path))) change();
    const handle = await open(path, flags, mode);
    if (isOurs) handles.add(handle);
    if (isOurs) numbers.add(handle.fd);
    return handle;
  };
  undo.push(() => Object.assign(fs.promises, {open}));
  await probe.close();
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const step of undo.toReversed()) step();
    syncBuiltinESMExports();
  }
  return changes;
}
