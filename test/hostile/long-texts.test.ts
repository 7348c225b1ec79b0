import {describe, test} from 'vitest';
import {readAnswer} from '../../src/api/http.js';
import {redactCode, redactKey} from '../../src/api/redact.js';
import {redactCard, redactCardLike} from '../../src/api/redact-card.js';
import {interpretCollection, interpretOtp} from '../../src/core/endpoints/collect.js';
import {interpretRefundStatus} from '../../src/core/endpoints/refund.js';
import {interpretStatus} from '../../src/core/endpoints/status.js';
import {interpretEnrolment} from '../../src/core/endpoints/subscription/create-subscription.js';
import {cleanText} from '../../src/core/text/text.js';
import {wrap} from '../../src/core/text/width.js';
import {cardOf} from '../core/card/plain-card.js';
import {expectHarmless, textsIn} from './harm.js';
import {ending, longestText, oneIn, patience} from './runs.js';

const card = {number: '4508750015741019', expiryMonth: '01', expiryYear: '39', securityCode: '100'} as const;
const key = 'PZ78-PKTEST-7E0A3C51-9D42-4F6B-8A17-C2E5D0B49F36';

/** What the patterns begin to find, again and again, and never end. */
const pieces = [
  ...[
    '4',
    '4 ',
    '4-',
    '45087500',
    '4508750015741019',
    '4508 7500 1574 101',
    '1.',
    '0',
    '100',
    '0100',
    'x',
    '4508x',
    '****',
  ],
  ...['%', '%3', '%34', '&#', '&#x0', '&#x34;', '&#0', '&nbsp;', '\\', '\\\\u00', '\\u0034', '\\\\\\\\u0034'],
  ...['Bearer ', 'Bearer aaaaaaaaaaaaaaa', 'Payaza ', 'P', 'PZ78-PKTEST-', 'UFo3OC1Q', 'U F o 3 ', '='],
  ...[
    '\u001B',
    '\u001B[',
    '\u001B[0',
    '\u001B]',
    '\u001B]0;',
    '\u009D',
    '\u0007',
    '\r',
    ' ',
    '\u0301',
    '\u200D',
    '\u200B',
    '\uD800',
    'é',
  ],
  ...['already ', 'subscription ', 'no ', 'not found ', 'duplicate ', 'active subscription '],
];
describe.each([
  ['the key', redactKey({key, scheme: 'Payaza'}), 0],
  ['a card', redactCard(cardOf(card), ['DK17VH3QX0A9BC2', '24']), 1],
  ['what is like a card', redactCardLike(['DK17VH3QX0A9BC2']), 2],
  ['a code', redactCode({code: '4567', kept: ['0c7a4567-5f0e-4d59-9a3b-6f2d8e1b4567']}), 3],
] as const)('a text as long as an answer may be is cleaned of %s', (_, redact, number) => {
  test.each(pieces)(
    'made of %j',
    piece => {
      const text = piece.repeat(Math.ceil(longestText / piece.length)).slice(0, longestText);
      const forms = [text, JSON.stringify({message: text}).slice(0, longestText), JSON.stringify({threeDsUrl: text})];
      // Each text is met in every form, cleaned of one thing in this form and of the next in another.
      const first = (pieces.indexOf(piece) + number) % forms.length;
      for (const whole of oneIn(forms.length, [...forms.slice(first), ...forms.slice(0, first)])) {
        const answer = ending(() => readAnswer({http: 200, headers: {}, text: whole, bytes: 0}, redact));
        for (const found of textsIn(answer)) expectHarmless(found);
      }
    },
    patience,
  );
});

test.each(pieces)('words of the service made of %j are judged', piece => {
  const message = cleanText(piece.repeat(2048));
  const body = {success: false, message, response_message: message, debugMessage: message};
  const answer = {kind: 'answered', http: 400, body} as const;
  ending(() => {
    interpretCollection(answer, 'R');
    interpretOtp(answer);
    interpretStatus(answer, {reference: 'R', asked: {currency: 'KES', minor: 1}});
    interpretRefundStatus(answer, {serviceReference: 'R', payment: 'P', amount: {currency: 'USD', minor: 1}});
    interpretEnrolment(answer, {customerEmail: 'a@example.com'});
    wrap(message, 40);
  });
});
