import type {IncomingHttpHeaders} from 'node:http';
import type {Answer} from '../core/service/answer.js';
import {type Lengths, readJson} from './json-body.js';
import {harmless, type Redact} from './redact.js';

/** A complete HTTP answer as it came. `bytes` is the traffic of its request in both directions. */
export type Whole = {
  readonly http: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: number;
};

const longestExcerpt = 200;
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/u;

/**
 * Turns a complete answer into an `Answer`. The content type is ignored: the service has been seen to send JSON with other types, and
 * proxies to send HTML with that of JSON.
 */
export function readAnswer({http, headers, text, bytes}: Whole, redact: Redact, lengths?: Lengths): Answer {
  const read = readJson(text, redact, lengths);
  const serverTime = dateOf(headers.date);
  const retryAfterSeconds = secondsOf(headers['retry-after'], serverTime);
  return {
    kind: 'answered',
    http,
    ...(read === undefined ? {text: harmless(text, redact, longestExcerpt)} : {body: read.body}),
    ...(read?.isDoubled ? {doubled: true} : {}),
    ...(retryAfterSeconds === undefined ? {} : {retryAfterSeconds}),
    ...(serverTime === undefined ? {} : {serverTime}),
    bytes,
  };
}

function dateOf(header: string | undefined): number | undefined {
  const time = header !== undefined && httpDate.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * `Retry-After` in seconds. If the header has a date, the seconds count from the answer's own `Date`, because the till's clock may be
 * wrong.
 */
function secondsOf(header: string | undefined, serverTime: number | undefined): number | undefined {
  if (header !== undefined && /^\d{1,9}$/u.test(header)) return Number(header);
  const until = dateOf(header);
  return until === undefined || serverTime === undefined ? undefined : Math.max(0, (until - serverTime) / 1000);
}
