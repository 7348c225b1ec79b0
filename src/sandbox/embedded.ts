import {once} from 'node:events';
import {setTimeout} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import type {Sandbox} from './server.js';

/** What the worker says when it can be called. */
export type WorkerReady = Pick<Sandbox, 'baseUrl' | 'apiKey'>;

/** How long the worker gets to close its books by itself. */
const patienceMilliseconds = 150;

/**
 * Starts the sandbox in a worker thread, so that its database never holds up a frame. `entry` is the bundle of
 * `worker.ts`. The worker does not keep the process alive.
 *
 * @throws when the folder cannot be used
 */
export async function startEmbeddedSandbox(folder: string, entry: URL): Promise<Sandbox> {
  // What the worker prints would land in the middle of a frame: it is kept in streams that nobody reads.
  const worker = new Worker(entry, {workerData: {data: folder}, stdout: true, stderr: true});
  const {baseUrl, apiKey} = await ready(worker);
  // A sandbox that dies is a service that cannot be reached, which its client knows how to deal with.
  worker.on('error', () => {});
  worker.unref();
  let closed: Promise<void> | undefined;
  return {
    baseUrl,
    apiKey,
    close: () => {
      closed ??= close(worker);
      return closed;
    },
  };
}

async function ready(worker: Worker): Promise<WorkerReady> {
  const [message] = (await once(worker, 'message')) as [WorkerReady];
  return message;
}

async function close(worker: Worker): Promise<void> {
  worker.ref();
  const patience = new AbortController();
  const left = once(worker, 'exit');
  worker.postMessage('close');
  await Promise.race([left, setTimeout(patienceMilliseconds, undefined, {signal: patience.signal})]);
  patience.abort();
  await worker.terminate();
}
