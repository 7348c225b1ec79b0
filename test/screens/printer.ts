import {createServer} from 'node:net';
import {onTestFinished} from 'vitest';

export type TestPrinter = {readonly address: string; readonly jobs: readonly Buffer[]};

/** A printer on this machine that takes what is sent to it, job by job. */
export async function startPrinter(): Promise<TestPrinter> {
  const jobs: Buffer[] = [];
  const server = createServer({allowHalfOpen: true}, socket => {
    const parts: Buffer[] = [];
    socket.on('data', part => parts.push(Buffer.from(part)));
    socket.on('end', () => {
      jobs.push(Buffer.concat(parts));
      socket.end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the printer has no port');
  return {address: `127.0.0.1:${address.port}`, jobs};
}
