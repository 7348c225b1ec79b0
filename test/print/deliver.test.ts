import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile} from 'node:fs/promises';
import {createServer, type Server, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {sendToPrinter, writeSlip} from '../../src/print/deliver.js';
import {escposSlip} from '../../src/print/escpos.js';
import {readEscpos} from './escpos-reader.js';
import {paid, partsOf} from './samples.js';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'duka-print-'));
  onTestFinished(() => rm(path, {recursive: true}));
  return path;
}

describe('a slip in a file', () => {
  it('is whole, and for its owner alone', async () => {
    const home = await folder();
    const file = join(home, 'slip.txt');
    await writeSlip(file, 'Reçu\n', {replaces: false});
    expect(await readFile(file, 'utf8')).toBe('Reçu\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(home)).toEqual(['slip.txt']);
  });

  it('is never written over another, unless that was wanted', async () => {
    const home = await folder();
    const file = join(home, 'slip.txt');
    await writeFile(file, 'the owner’s', {mode: 0o644});
    await expect(writeSlip(file, 'ours', {replaces: false})).rejects.toMatchObject({
      code: 'file-exists',
      facts: {file},
    });
    expect(await readFile(file, 'utf8')).toBe('the owner’s');
    await writeSlip(file, Uint8Array.of(1, 2), {replaces: true});
    expect([...(await readFile(file))]).toEqual([1, 2]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(home)).toEqual(['slip.txt']);
  });

  it('is written by one of several who want the name at once', async () => {
    const home = await folder();
    const file = join(home, 'slip.txt');
    const ends = await Promise.allSettled(['a', 'b', 'c', 'd'].map(text => writeSlip(file, text, {replaces: false})));
    expect(ends.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
    const won = ends.findIndex(({status}) => status === 'fulfilled');
    expect(await readFile(file, 'utf8')).toBe('abcd'[won]);
    expect(await readdir(home)).toEqual(['slip.txt']);
  });

  it('has its name only when it is whole, so that a power cut as it is written leaves none of that name', async () => {
    const home = await folder();
    const file = join(home, 'slip.txt');
    const whole = 20_000_000;
    const sizeOf = (path: string) =>
      stat(path).then(
        ({size}) => size,
        () => undefined,
      );
    let isWritten = false;
    const writing = writeSlip(file, Buffer.alloc(whole, 'x'), {replaces: false}).then(() => (isWritten = true));
    const whileUnderWay: (number | undefined)[] = [];
    while (!isWritten) {
      const named = await sizeOf(file);
      const part = (await readdir(home)).find(name => name.endsWith('.part'));
      const written = part === undefined ? undefined : await sizeOf(join(home, part));
      if (written !== undefined && written < whole) whileUnderWay.push(named);
    }
    await writing;
    expect(new Set(whileUnderWay)).toEqual(new Set([undefined]));
    expect(await sizeOf(file)).toBe(whole);
  });

  it('does not follow a link that waits under its name', async () => {
    const home = await folder();
    const [file, target] = [join(home, 'slip.txt'), join(home, 'target')];
    await symlink(target, file);
    await expect(writeSlip(file, 'ours', {replaces: false})).rejects.toMatchObject({code: 'file-exists'});
    await writeSlip(file, 'ours', {replaces: true});
    expect(await readdir(home)).toEqual(['slip.txt']);
  });

  it('leaves nothing behind where it cannot be written', async () => {
    const home = await folder();
    await expect(writeSlip(join(home, 'none', 'slip'), 'x', {replaces: false})).rejects.toMatchObject({
      code: 'file-not-writable',
      facts: {code: 'ENOENT'},
    });
    await expect(writeSlip(home, 'x', {replaces: true})).rejects.toThrow();
    expect(await readdir(home)).toEqual([]);
    expect((await readdir(dirname(home))).filter(name => name.startsWith(basename(home)))).toEqual([basename(home)]);
  });

  it('goes into a device or a pipe, and does not take its place', async () => {
    const home = await folder();
    const pipe = join(home, 'printer');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    await chmod(pipe, 0o600);
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeSlip(pipe, 'on paper', {replaces: false})]);
    expect(read).toBe('on paper');
    expect((await stat(pipe)).isFIFO()).toBe(true);
  });
});

type Printer = {readonly address: string; readonly received: () => Uint8Array; readonly server: Server};

async function printer(serve: (socket: Socket) => void = () => {}): Promise<Printer> {
  const chunks: Uint8Array[] = [];
  const sockets: Socket[] = [];
  const server = createServer({allowHalfOpen: true}, socket => {
    sockets.push(socket);
    socket.on('error', () => {});
    serve(socket);
    if (!socket.isPaused()) socket.on('data', chunk => chunks.push(Buffer.from(chunk)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {address: `127.0.0.1:${address.port}`, received: () => Buffer.concat(chunks), server};
}

const closing = (socket: Socket) => socket.on('end', () => socket.end());
const bytes = () => escposSlip(partsOf(paid), {columns: 48, codePage: 'cp858', cut: true, drawer: false, qr: 'native'});

describe('a printer in the network', () => {
  it('receives the slip as it is', async () => {
    const {address, received} = await printer(closing);
    await sendToPrinter(address, bytes());
    expect(received()).toEqual(Buffer.from(bytes()));
    expect(readEscpos(received()).lines.map(({text}) => text.trim())).toContain('KES 200.00');
  });

  it('may say something back, and may never close the connection', async () => {
    const ended = Promise.withResolvers<void>();
    const {address, received} = await printer(socket => {
      socket.write('ready');
      socket.on('end', ended.resolve);
    });
    await sendToPrinter(address, bytes(), {silent: 60_000, whole: 60_000, farewell: 20});
    await ended.promise;
    expect(received()).toEqual(Buffer.from(bytes()));
  });

  it('may be called by its name, or in brackets', async () => {
    const {address, received} = await printer(closing);
    await sendToPrinter(address.replace('127.0.0.1', 'localhost'), Uint8Array.of(1));
    await sendToPrinter(address.replace('127.0.0.1', '[::ffff:127.0.0.1]'), Uint8Array.of(2));
    expect([...received()]).toEqual([1, 2]);
  });

  it('that takes nothing any more is given up', async () => {
    const {address} = await printer(socket => socket.pause());
    const much = new Uint8Array(64 * 1024 * 1024);
    const problem = {code: 'printer-unreachable', facts: {address, code: 'ETIMEDOUT'}};
    await expect(sendToPrinter(address, much, {silent: 50, whole: 10_000, farewell: 20})).rejects.toMatchObject(
      problem,
    );
    await expect(sendToPrinter(address, much, {silent: 5000, whole: 100, farewell: 20})).rejects.toMatchObject(problem);
  });

  it('that hangs up is said to', async () => {
    const {address} = await printer(socket => socket.resetAndDestroy());
    const sending = sendToPrinter(address, new Uint8Array(8 * 1024 * 1024));
    await expect(sending).rejects.toMatchObject({
      code: 'printer-unreachable',
      facts: {address, code: expect.stringMatching(/^(ECONNRESET|EPIPE)$/)},
    });
  });

  it('that hangs up after the last byte has not taken it', async () => {
    const {address} = await printer(socket => socket.on('end', () => socket.resetAndDestroy()));
    await expect(sendToPrinter(address, bytes())).rejects.toMatchObject({
      facts: {address, code: 'ECONNRESET', taken: 'some'},
    });
  });

  it('that is not there is said to', async () => {
    const {address, server} = await printer();
    server.close();
    await once(server, 'close');
    await expect(sendToPrinter(address, bytes())).rejects.toMatchObject({
      code: 'printer-unreachable',
      facts: {address, code: 'ECONNREFUSED', taken: 'nothing'},
    });
  });

  it.each(['', ':9100', 'a b', 'printer:99999', 'printer:x', 'http://printer', 'printer/x', 'user@printer', '[::1'])(
    'has no address like %j',
    async address => {
      const problem = {code: 'printer-unreachable', facts: {address, code: 'EINVAL', taken: 'nothing'}};
      await expect(sendToPrinter(address, bytes())).rejects.toMatchObject(problem);
    },
  );
});
