import {once} from 'node:events';
import {setTimeout} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import {codeOf, type SandboxTrouble} from './call.js';
import type {Sandbox} from './server.js';

/** The message of the worker when it accepts calls. */
export type WorkerReady = Pick<Sandbox, 'baseUrl' | 'apiKey'>;

/** How long the worker may take to close its books by itself. */
const patienceMilliseconds = 150;

/**
 * Starts the sandbox in a worker thread, so that its database never delays a frame of the screens. `entry` is the bundle of `worker.ts`.
 * The worker does not keep the process alive. `tell` hears what goes wrong beside the answers.
 *
 * @throws if the folder cannot be used
 */
export async function startEmbeddedSandbox(
  folder: string,
  entry: URL,
  tell: (trouble: SandboxTrouble) => void = () => {},
): Promise<Sandbox> {
  // Output of the worker would appear in the middle of a frame. It goes to streams that nobody reads.
  const worker = new Worker(entry, {workerData: {data: folder}, stdout: true, stderr: true});
  // Not after the wait: an error that comes together with the first message would find nobody listening, and end the till.
  worker.once('message', () => {
    worker.on('message', (trouble: SandboxTrouble) => tell(trouble));
    // To its client, a sandbox that dies is a service that cannot be reached.
    worker.on('error', error => tell({what: 'ended', code: codeOf(error)}));
  });
  const [{baseUrl, apiKey}] = (await once(worker, 'message')) as [WorkerReady];
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

async function close(worker: Worker): Promise<void> {
  worker.ref();
  const patience = new AbortController();
  const left = once(worker, 'exit');
  worker.postMessage('close');
  await Promise.race([left, setTimeout(patienceMilliseconds, undefined, {signal: patience.signal})]);
  patience.abort();
  await worker.terminate();
}
