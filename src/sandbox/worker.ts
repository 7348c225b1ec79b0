import {parentPort, workerData} from 'node:worker_threads';
import type {SandboxTrouble} from './call.js';
import type {WorkerReady} from './embedded.js';
import {startSandbox} from './server.js';

const tell = (trouble: SandboxTrouble) => parentPort?.postMessage(trouble);
const sandbox = await startSandbox({data: (workerData as {data: string}).data, tell});

const end = () => parentPort?.close();
parentPort?.once('message', () => {
  sandbox.close().then(end, end);
});
parentPort?.postMessage({baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey} satisfies WorkerReady);
