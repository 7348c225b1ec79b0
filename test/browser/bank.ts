import {createServer, type IncomingMessage} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {testTls} from '../api/local-server.js';

export type Heard = {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** What a place of the bank answers: a page, or an address to which it sends the browser on. */
export type Reply = {readonly markup: string} | {readonly to: string; readonly status: 302 | 303 | 307};

export type Bank = {
  /** The origin that it was asked to have. */
  readonly origin: string;
  readonly port: number;
  readonly heard: readonly Heard[];
  /** What arrived at one of its places. */
  readonly at: (path: string) => readonly Heard[];
};

/** A web server for the length of a test, which answers at the paths that it is given. */
export async function openBank(
  places: Readonly<Record<string, Reply>>,
  {host = '127.0.0.1', secure = false} = {},
): Promise<Bank> {
  const heard: Heard[] = [];
  const server = secure ? createSecureServer(testTls) : createServer();
  server.on('request', (request: IncomingMessage, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const {url: path = '', method = '', headers} = request;
      heard.push({path, method, headers, body});
      const reply = places[path];
      if (reply === undefined) return response.writeHead(404).end();
      if ('to' in reply) return response.writeHead(reply.status, {location: reply.to}).end();
      return response.writeHead(200, {'content-type': 'text/html; charset=utf-8'}).end(reply.markup);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const {port} = server.address() as AddressInfo;
  const origin = `${secure ? 'https' : 'http'}://${host}:${port}`;
  return {origin, port, heard, at: path => heard.filter(request => request.path === path)};
}

/** The documented message, as JSON text; `flags` stand over it. */
export const finished = (flags: object) =>
  JSON.stringify({statusOk: true, message: 'Approved', paymentCompleted: true, amountPaid: 24, ...flags});

/** The bank's question, with a button for each answer that it can give to the page around it. */
export function question(answers: Readonly<Record<string, string>>, more = ''): Reply {
  const buttons = Object.entries(answers).map(
    ([name, code]) => `<button onclick="${code.replaceAll('"', '&quot;')}">${name}</button>`,
  );
  return {markup: `<!DOCTYPE html><title>Bank</title><h1>Is this payment yours?</h1>${buttons.join('')}${more}`};
}

/** Code of the bank's that posts a message to the page around it. */
export const posts = (data: string, target = 'parent') => `${target}.postMessage(${data}, '*')`;
export const postsText = (text: string, target = 'parent') => posts(JSON.stringify(text), target);
