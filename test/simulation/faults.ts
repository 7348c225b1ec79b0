import {type Dialect, dialects, inDialect, refusalDialects} from '../../src/sandbox/faults/broken-answer.js';
import type {Weights} from './chance.js';
import type {Reply} from './service.js';

/**
 * What befalls a request on its way:
 *
 * - `refused`: no connection is made; `lost`: it leaves and never arrives; `late`: it arrives when nobody waits any more;
 * - `answer-lost`, `answer-late`, `cut`, `half`, `error`: processed, and the answer does not come as it was said;
 * - `doubled`: it arrives twice, and the answer to either comes back;
 * - the sandbox's dialects: processed, and the answer says something else than what happened;
 * - `busy`, `gateway`, `portal`, `moved`, `timeout`, `missing`, `key`, `country`: somebody answers, and nothing is processed.
 */
export type Fate =
  | 'whole'
  | 'refused'
  | 'lost'
  | 'late'
  | 'answer-lost'
  | 'answer-late'
  | 'doubled'
  | 'cut'
  | 'half'
  | 'error'
  | 'busy'
  | 'gateway'
  | 'portal'
  | 'moved'
  | 'timeout'
  | 'missing'
  | 'key'
  | 'country'
  | Dialect;

export const roughWeather: Weights<Fate> = {
  whole: 40,
  refused: 4,
  lost: 3,
  late: 4,
  'answer-lost': 4,
  'answer-late': 2,
  doubled: 3,
  cut: 2,
  half: 2,
  error: 3,
  busy: 3,
  gateway: 2,
  portal: 2,
  moved: 1,
  timeout: 1,
  missing: 1,
  key: 1,
  country: 2,
  ...oneEach(dialects),
};

export const calm: Weights<Fate> = {...zeroed(roughWeather), whole: 1};

function oneEach<Name extends string>(names: readonly Name[]): Weights<Name> {
  return Object.fromEntries(names.map(name => [name, 1])) as Weights<Name>;
}

function zeroed(weights: Weights<Fate>): Weights<Fate> {
  return Object.fromEntries(Object.keys(weights).map(name => [name, 0])) as Weights<Fate>;
}

const answer = (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: {'Content-Type': type, ...headers},
  body,
  delivery: 'whole',
});
const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) =>
  answer(status, 'application/json', JSON.stringify(value), headers);
const html = (status: number, title: string) => answer(status, 'text/html', `<html><title>${title}</title></html>`);

/** The answer of whoever stands before the service; undefined where the request gets through. */
export function answerInstead(fate: Fate): Reply | undefined {
  switch (fate) {
    case 'busy':
      return json(429, {message: 'Too many requests', status: false}, {'Retry-After': '5'});
    case 'gateway':
      return html(502, '502 Bad Gateway');
    case 'portal':
      return html(200, 'Guest Wi-Fi');
    case 'missing':
      return html(404, 'Not found');
    case 'moved':
      return answer(302, 'text/html', '', {Location: 'http://portal.example/'});
    case 'timeout':
      return html(408, 'Request Timeout');
    case 'key':
      return json(401, {message: 'Authentication failed', status: false, retry_count: 0});
    case 'country':
      return json(400, {response_code: '96', response_message: 'INVALID COUNTRY CODE'});
    default:
      return undefined;
  }
}

const isDialect = (fate: Fate): fate is Dialect => dialects.some(each => each === fate);
/** Whether what arrived of an order's answer says that it was refused, though it was carried out. */
export const isUntrue = (reply: Reply, heard: Reply, fate: Fate): boolean =>
  heard !== reply && refusalDialects.some(each => each === fate);

/** What is left of the service's answer when it arrives; undefined where none does. */
export function spoiled(reply: Reply, fate: Fate): Reply | undefined {
  if (isDialect(fate)) return inDialect(reply, fate, 5);
  const half = reply.body.slice(0, Math.ceil(reply.body.length / 2));
  if (fate === 'error') return json(500, {message: 'Internal Server Error', status: false});
  if (fate === 'half' || reply.delivery === 'unstated-length') return {...reply, body: half};
  const isBroken = reply.delivery === 'reset' || reply.delivery === 'drop' || reply.delivery === 'cut';
  return isBroken || fate === 'answer-lost' || fate === 'cut' ? undefined : reply;
}
