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
