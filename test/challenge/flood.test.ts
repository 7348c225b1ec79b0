import {connect, type Socket} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {ask, served} from './support.js';

/** A connection on which some bytes were sent, and its end. */
async function opened(port: number, bytes = ''): Promise<{socket: Socket; ended: Promise<void>}> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).resume();
  const ended = new Promise<void>(resolve => {
    socket.once('close', () => resolve());
  });
  await new Promise(resolve => {
    socket.once('connect', resolve).once('close', resolve);
  });
  if (bytes !== '') socket.write(bytes);
  return {socket, ended};
}

it('a thousand connections leave the till its files: most are closed at once', async () => {
  const {port} = await served();
  const all = await Promise.all(Array.from({length: 1000}, async () => opened(port)));
  const open = () => all.filter(({socket}) => !socket.destroyed).length;
  await expect.poll(open).toBeLessThanOrEqual(64);
});

it('a hundred half-open connections a second do not keep the customer out', async () => {
  const {url, port} = await served();
  const half = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  const flood = setInterval(() => void Promise.all(Array.from({length: 5}, () => opened(port, half))), 50);
  onTestFinished(() => clearInterval(flood));
  await Promise.all(Array.from({length: 64}, () => opened(port, half)));
  for (let count = 0; count < 30; count += 1) {
    expect((await ask(url)).status).toBe(200);
    expect((await ask(`${url}/state`)).status).toBe(200);
  }
});

it('who is being answered is not sent away for others', async () => {
  const page = await served();
  const {port, pathname} = new URL(page.url);
  const customer = await opened(page.port, `GET ${pathname}/state HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  let told = '';
  customer.socket.on('data', chunk => {
    told += String(chunk);
  });
  await Promise.all(Array.from({length: 200}, () => opened(page.port)));
  await expect.poll(() => told).toContain('"verdict"');
});

it('who says nothing, or says it a letter at a time, is sent away after seconds, and the page goes on', async () => {
  const {url, port} = await served();
  const silent = await opened(port);
  const slow = await opened(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
  const endless = await opened(port, `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 999999999\r\n\r\n`);
  const dripping = setInterval(() => {
    for (const {socket} of [slow, endless]) if (!socket.destroyed) socket.write('a');
  }, 100);
  onTestFinished(() => clearInterval(dripping));
  for (const {ended} of [silent, slow, endless]) await ended;
  expect((await ask(url)).status).toBe(200);
});

it('headers without an end are not kept', async () => {
  const {url, port} = await served();
  const {socket, ended} = await opened(port, 'GET / HTTP/1.1\r\n');
  for (let count = 0; count < 100 && !socket.destroyed; count += 1) socket.write(`X-${count}: ${'a'.repeat(1000)}\r\n`);
  await ended;
  expect((await ask(url)).status).toBe(200);
});
