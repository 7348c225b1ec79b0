import {pathToFileURL} from 'node:url';
import {startEmbeddedSandbox} from '../../src/sandbox/embedded.js';

/** A sandbox that is running. */
export type Service = {readonly baseUrl: string; readonly apiKey: string; readonly close: () => Promise<void>};

/** Starts the sandbox in a thread of its own, so that neither side of a comparison waits for it in its own thread. */
export async function startService(folder: string, worker: string): Promise<Service> {
  return startEmbeddedSandbox(folder, pathToFileURL(worker));
}
