import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import pg from 'pg';
import {expect, it, onTestFinished} from 'vitest';
import {openDatabase} from '../../src/office/database.js';
import {checkEnterable, runningPostgres, startPostgres, usualHome} from '../../src/office/postgres.js';
import {officeHome} from './office-home.js';

function office(): string {
  const home = mkdtempSync(join(tmpdir(), 'duka-postgres-'));
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  return home;
}

/** One whose database has its first files. */
async function begun(): Promise<string> {
  const home = await officeHome('postgres');
  onTestFinished(() => rmSync(home, {recursive: true, force: true}));
  return home;
}

async function open(home: string) {
  const database = await openDatabase({home, url: undefined});
  onTestFinished(() => database.close());
  return database;
}

const linesOf = (home: string) => readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n');

it('begins over what was left when it was killed as it made its first files', async () => {
  const home = office();
  const gone = spawn('true');
  await once(gone, 'exit');
  for (const name of ['postgres.part-1', `postgres.part-${gone.pid}`, `postgres.part-${process.pid}`]) {
    mkdirSync(join(home, name));
    writeFileSync(join(home, name, 'PG_VERSION'), '18\n');
  }
  mkdirSync(join(home, 'postgres'));
  const database = await open(home);
  expect(await database.query('select 1 as one')).toEqual([{one: 1}]);
  // The first of them is somebody's who may be at it.
  expect(readdirSync(home).filter(name => name.includes('.part'))).toEqual(['postgres.part-1']);
});

it('is stopped by whoever wants it to end, also where it has ended meanwhile', async () => {
  const home = await begun();
  const server = await startPostgres(home);
  onTestFinished(() => server.stop());
  const [one, other] = [await runningPostgres(home), await runningPostgres(home)];
  await server.stop();
  await Promise.all([one?.stop(), other?.stop()]);
  await server.stop();
  expect(await runningPostgres(home)).toBeUndefined();
  expect(existsSync(join(home, 'socket'))).toBe(true); // this user may not be allowed to remove it
});

it('is where its user may enter, also before there is a home', () => {
  const open = office();
  chmodSync(open, 0o755);
  const own = join(open, 'office');
  expect(usualHome(own)).toBe(own);
  const ofTills = join(open, 'not-made-yet', 'office');
  const isAdministrator = process.getuid?.() === 0;
  expect(usualHome(ofTills)).toBe(isAdministrator ? '/var/lib/duka-office' : ofTills);
  const said = (() => {
    try {
      return checkEnterable(ofTills);
    } catch (error) {
      return (error as {code: string}).code;
    }
  })();
  expect(said).toBe(isAdministrator ? 'office-home-closed' : undefined);
});

it('takes nothing for its own that is there already', async () => {
  const home = office();
  mkdirSync(join(home, 'postgres'));
  writeFileSync(join(home, 'postgres', 'somebody'), 'else');
  await expect(openDatabase({home, url: undefined})).rejects.toMatchObject({code: 'office-database-failed'});
  expect(readFileSync(join(home, 'postgres', 'somebody'), 'utf8')).toBe('else');
});

it('begins although another process has the number that its pid file names, and leaves that one alone', async () => {
  const home = await begun();
  const first = await openDatabase({home, url: undefined});
  await first.query('create table kept (n int)');
  const lines = linesOf(home);
  const {uid, gid} = statSync(join(home, 'postgres/PG_VERSION'));
  expect(uid).not.toBe(0);
  expect(lines[5]).toBe(''); // it listens on no address
  await first.close();
  // Of the very user of the database, so that it might send signals to it.
  const other = spawn('sleep', ['600'], {stdio: 'ignore', ...(process.getuid?.() === 0 && {uid, gid})});
  onTestFinished(() => void other.kill('SIGKILL'));
  await once(other, 'spawn');
  const file = join(home, 'postgres/postmaster.pid');
  writeFileSync(file, [String(other.pid), ...lines.slice(1)].join('\n'), {mode: 0o600});
  chownSync(file, uid, gid);
  const second = await open(home);
  expect(await second.query('select count(*)::int as n from kept')).toEqual([{n: 0}]);
  expect(linesOf(home)[0]).not.toBe(String(other.pid));
  expect(other.exitCode ?? other.signalCode).toBeNull();
});

it('is started again when something has killed it, and has what was committed', async () => {
  const home = await begun();
  const database = await open(home);
  await database.query('create table kept (n int)');
  for (const n of [1, 2]) {
    await database.query('insert into kept values ($1)', [n]);
    const lost = database.transaction(async client => {
      await client.query('insert into kept values (99)');
      process.kill(Number(linesOf(home)[0]), 'SIGKILL');
      for (;;) await client.query('select 1');
    });
    await expect(lost).rejects.toThrow();
    const seen = () => database.query('select n from kept order by n').catch(() => []);
    await expect.poll(seen).toEqual(Array.from({length: n}, (_, at) => ({n: at + 1})));
  }
});

it('is one database for two that begin at once', async () => {
  const home = office();
  await (await openDatabase({home, url: undefined})).close();
  const both = await Promise.all([open(home), open(home)]);
  for (const each of both) expect(await each.query('select 1 as one')).toEqual([{one: 1}]);
});

it('stays up for one office when the other, which has started it, ends or is killed with it', async () => {
  const home = await begun();
  const first = await openDatabase({home, url: undefined});
  const second = await open(home);
  await second.query('create table kept as select 1 as one');
  const seen = () => second.query('select one from kept').catch(() => []);
  await first.close();
  await expect.poll(seen).toEqual([{one: 1}]);
  const third = await open(home);
  process.kill(Number(linesOf(home)[0]), 'SIGKILL');
  await expect.poll(seen).toEqual([{one: 1}]);
  await expect.poll(() => third.query('select one from kept').catch(() => [])).toEqual([{one: 1}]);
});

it('is on loopback alone, and only for who has its password, where it has no Unix socket', async () => {
  const home = office();
  const first = await startPostgres(home, 'loopback');
  onTestFinished(() => first.stop());
  const {reached} = first;
  expect(reached).toMatchObject({host: '127.0.0.1', port: expect.any(Number)});
  expect(statSync(join(home, 'database-password')).mode & 0o777).toBe(0o600);
  const asked = async (more: object) => {
    const client = new pg.Client({...reached, database: 'postgres', ...more});
    try {
      await client.connect();
      return (await client.query('select 1 as one')).rows;
    } catch (error) {
      return (error as {code?: string}).code;
    } finally {
      await client.end();
    }
  };
  expect(await asked({})).toEqual([{one: 1}]);
  expect(await asked({password: 'duka'})).toBe('28P01');
  // Other commands come to it by what lies in its home; the last one ends it, and who has started it puts it up again.
  const database = await openDatabase({home, url: undefined});
  await database.query('create table kept as select 1 as one');
  expect(await database.query('show listen_addresses')).toEqual([{listen_addresses: '127.0.0.1'}]);
  expect(await database.query('show unix_socket_directories')).toEqual([{unix_socket_directories: ''}]);
  const stale = linesOf(home);
  await database.close();
  await expect.poll(() => asked({})).toEqual([{one: 1}]);
  await first.stop();
  const again = await startPostgres(home, 'loopback');
  onTestFinished(() => again.stop());
  expect(await asked({...again.reached})).toEqual([{one: 1}]);
  await again.stop();
  // After a power cut its port may be another program's.
  const other = createServer(socket => socket.end('hello')).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const {port} = other.address() as AddressInfo;
  writeFileSync(join(home, 'postgres/postmaster.pid'), stale.with(3, String(port)).join('\n'));
  expect(await runningPostgres(home)).toBeUndefined();
});
