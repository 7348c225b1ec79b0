/**
 * Gives Node's files the rules of Windows, for a program that is started with `--import` of this module: what any process has open can be neither
 * renamed nor removed nor replaced, a folder cannot be synced, some names belong to devices, and a signal ends a process at once. The program
 * takes itself to be on Windows.
 */
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {basename, resolve} from 'node:path';

Object.defineProperty(process, 'platform', {value: 'win32'});

const {readdirSync, readlinkSync} = fs;

function refuse(code, call, path) {
  throw Object.assign(new Error(`${code}: as on Windows, ${call} '${path}'`), {code, syscall: call, path});
}

/** What a call returns; undefined if it cannot be, since a process ends while it is looked at. */
function attempt(call) {
  try {
    return call();
  } catch {
    return undefined;
  }
}

function isOpen(path) {
  const whole = resolve(String(path));
  const processes = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return processes.some(pid =>
    (attempt(() => readdirSync(`/proc/${pid}/fd`)) ?? []).some(descriptor => {
      const target = attempt(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`)) ?? '';
      return target === whole || target.startsWith(`${whole}/`);
    }),
  );
}

const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const hasName = path => typeof path === 'string' || path instanceof URL;

function checkName(call, path) {
  const name = hasName(path) ? basename(resolve(String(path))) : '';
  if (device.test(name) || /[<>:"|?*]|[. ]$/.test(name)) refuse('ENOENT', call, path);
}

const rules = {
  open: checkName.bind(undefined, 'open'),
  mkdir: checkName.bind(undefined, 'mkdir'),
  writeFile: checkName.bind(undefined, 'open'),
  rename: (from, to) => {
    checkName('rename', to);
    for (const path of [from, to]) if (isOpen(path)) refuse('EPERM', 'rename', path);
  },
  unlink: path => isOpen(path) && refuse('EBUSY', 'unlink', path),
  rm: path => isOpen(path) && refuse('EBUSY', 'rm', path),
  fsync: descriptor => fs.fstatSync(descriptor).isDirectory() && refuse('EPERM', 'fsync', ''),
};
for (const [name, rule] of Object.entries(rules)) {
  const sync = fs[`${name}Sync`];
  fs[`${name}Sync`] = (...words) => {
    rule(...words);
    return sync(...words);
  };
  const {[name]: later} = fs.promises;
  if (later === undefined) continue;
  fs.promises[name] = async (...words) => {
    rule(...words);
    return later(...words);
  };
}
syncBuiltinESMExports();

// Windows has no signals: whichever a process is sent ends it at once, and 0 only asks whether it runs.
const kill = process.kill.bind(process);
process.kill = (pid, signal) => kill(pid, signal === 0 ? 0 : 'SIGKILL');
