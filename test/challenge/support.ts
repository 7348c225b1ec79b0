import {type IncomingHttpHeaders, request} from 'node:http';
import {connect} from 'node:net';
import {onTestFinished} from 'vitest';
import {type ChallengeOptions, type ChallengeServer, serveChallenge} from '../../src/challenge/server.js';

/** The document's own words, in base64 as the service gives them. */
export const creq = Buffer.from('{"threeDSServerTransID":"8a880dc0","messageType":"CReq"}').toString('base64');

export type Served = ChallengeServer & {
  /** How often the till was told that the frame says it is finished. */
  readonly told: () => number;
  /** Moves the page's clock. */
  readonly pass: (milliseconds: number) => void;
};

/** The page of one payment, which waits unless the options say otherwise, for the length of a test. */
export async function served(options: Partial<ChallengeOptions> = {}): Promise<Served> {
  let told = 0;
  let now = 5000;
  const server = await serveChallenge({
    challenge: {url: 'https://acs.example/challenge', creq},
    amount: '1,250.00 KES',
    shop: 'Corner Shop',
    reference: 'T7K2PWWRKYACCMG',
    language: 'en',
    allowsLoopback: false,
    monotonic: () => now,
    onMessage: () => {
      told += 1;
    },
    verdict: () => 'waiting',
    ...options,
  });
  onTestFinished(server.close);
  return {
    ...server,
    told: () => told,
    pass: milliseconds => {
      now += milliseconds;
    },
  };
}

export type Answer = {readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string};

/** One request with exactly this path and these headers; Host is the address's own unless it is among them. */
export function ask(
  url: string,
  {method = 'GET', headers = {}, body = ''}: {method?: string; headers?: Record<string, string>; body?: string} = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const path = url.slice(new URL(url).origin.length) || '/';
    const asked = request(url, {method, headers, path, agent: false}, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({status: response.statusCode ?? 0, headers: response.headers, text}));
    });
    asked.on('error', reject).end(body);
  });
}

/** The message as our page posts it. */
export const post = (url: string, headers: Record<string, string> = {origin: new URL(url).origin}) =>
  ask(`${url}/message`, {method: 'POST', headers});

/** All that the page's server says to some bytes until it ends the connection. */
export function said(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', error => (text === '' ? reject(error) : resolve(text)));
    onTestFinished(() => void socket.destroy());
  });
}
