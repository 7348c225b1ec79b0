import {jsonAmount, type Money} from '../money/money.js';
import {
  always,
  choice,
  finite,
  json,
  named,
  object,
  oneOf,
  optional,
  type Specified,
  text,
  whole,
} from '../spec/spec.js';
import type {Secret} from '../text/secret.js';

/** JSON as it came, without the control characters in its texts. */
export type Json = null | boolean | number | string | readonly Json[] | {readonly [name: string]: Json};

const failed = {
  code: text('the word of the operating system or of the HTTP parser, such as `ECONNREFUSED`'),
  phase: optional(text('the part of the request that timed out'), 'nothing timed out'),
};

/** The result of one request, as a fact without interpretation. The journal keeps it in this form. */
export const answerSpec = named(
  'answer',
  choice(
    'kind',
    {
      'not-sent': object(
        {kind: oneOf(['not-sent']), ...failed},
        'Provably no byte of the request reached the service: the socket was still connecting.',
      ),
      'no-answer': object(
        {kind: oneOf(['no-answer']), ...failed},
        'Bytes may have left, and no whole answer came back.',
      ),
      answered: object(
        {
          kind: oneOf(['answered']),
          http: whole('the status code'),
          body: optional(json<Json>('its JSON'), 'it is not JSON'),
          text: optional(text('its first 200 characters'), 'it is JSON'),
          doubled: optional(
            always('an object in it has one member twice with different values, of which `body` has one'),
            'no member is doubled',
          ),
          retryAfterSeconds: optional(finite('in seconds, from the `Retry-After` header'), 'the header is missing'),
          serverTime: optional(
            finite('the `Date` header in milliseconds since the epoch, by which clocks are compared'),
            'the header is missing',
          ),
          bytes: optional(whole('sent and received, in bytes'), 'they were not counted'),
        },
        'A whole HTTP answer.',
      ),
    },
    'What came of one request to the service, as a fact that nobody has interpreted yet.',
  ),
);
export type Answer = Specified<ReturnType<typeof answerSpec>>;

/** A request body: JSON that may contain secrets, which are written as texts. */
export type Sent = Json | Secret | {readonly [name: string]: Sent};

/** A call, independent of the client that makes it: a POST if it has a body, else a GET. `path` begins with a slash. */
export type Call = {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: {readonly [name: string]: Sent};
};
export type CallWithBody = Call & Required<Pick<Call, 'body'>>;

/** Which page of a list to ask for. */
export type Paging = {readonly page: number; readonly size: number};

/** The names of the two query parameters. The contract does not show them for charges, so that they can be set. */
export type PageParameters = {readonly page: string; readonly size: string};
export const usualPageParameters: PageParameters = {page: 'page', size: 'size'};

export const pagingQuery = ({page, size}: Paging, names: PageParameters) => ({
  [names.page]: String(page),
  [names.size]: String(size),
});

/** Returns the amount as the number that JSON writes with the same digits. Throws a `RangeError` if there is none, which is a bug. */
export function amountNumber(text: string): number {
  const amount = Number(text);
  if (String(amount) !== text) throw new RangeError(`"${text}" is not the shortest text of an amount`);
  return amount;
}

/** Returns an amount of money as the number that JSON writes with its shortest digits. Throws as `amountNumber` does. */
export const wireAmount = (money: Money): number => amountNumber(jsonAmount(money));

/** Whether the host of an address, in the form that `URL` gives it, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
