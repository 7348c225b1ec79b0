import {parentPort, workerData} from 'node:worker_threads';
import type {WorkerReady} from './embedded.js';
import {startSandbox} from './server.js';

const sandbox = await startSandbox({data: (workerData as {data: string}).data});

parentPort?.once('message', () => void sandbox.close().then(() => parentPort?.close()));
parentPort?.postMessage({baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey} satisfies WorkerReady);
