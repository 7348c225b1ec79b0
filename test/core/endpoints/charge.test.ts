import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {acquirerCodes, cardRefusal} from '../../../src/core/card/acquirer.js';
import {interpretCharge} from '../../../src/core/endpoints/charge.js';
import type {Answer, Json} from '../../../src/core/service/answer.js';
import {forAll} from '../../hostile/runs.js';
import {answered, noAnswer, notSent, reference} from '../payment/payment-samples.js';

type Members = {readonly [name: string]: Json};

const failed = (debugMessage: string, more: Members = {}): Members => ({
  statusOk: false,
  message: 'Transaction Failed',
  debugMessage,
  waitForNotification: false,
  transactionReference: reference,
  do3dsAuth: false,
  paymentCompleted: false,
  amountPaid: 0,
  valueAmount: 0,
  ...more,
});
const good = (more: Members = {}): Members => ({
  statusOk: true,
  message: 'Approved',
  debugMessage: 'Transaction Successful',
  transactionReference: reference,
  customerReference: reference,
  do3dsAuth: false,
  paymentCompleted: true,
  amountPaid: 24,
  ...more,
});
/** The refusal of a card, with other members beside. */
const declined = (more: Members, http = 400) => answered(http, failed('DECLINED', more));
const other = (message: string) => answered(400, {message, status: false});
const without = (body: Members, ...names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** `unknown duplicate`, `accepted`. */
function told(answer: Answer): string {
  const outcome = interpretCharge(answer, reference);
  return 'why' in outcome ? `${outcome.kind} ${outcome.why}` : outcome.kind;
}

describe('what the answer to a card charge proves', () => {
  it.each<[string, Answer, string]>([
    ['a refused connection', notSent, 'not-sent'],
    ['429, whoever says it', answered(429), 'unknown busy'],
    ['429 with a refusal in it', answered(429, failed('DECLINED')), 'unknown busy'],
    ['a dropped connection', noAnswer, 'unknown no-answer'],
    ['409', answered(409, failed('DECLINED')), 'unknown conflict'],
    ['a redirect', answered(302, failed('DECLINED')), 'unknown server-error'],
    ['408', answered(408, failed('DECLINED')), 'unknown server-error'],
    ['500 in its own words', answered(500, failed('DECLINED')), 'unknown server-error'],
    ['a proxy’s 502', answered(502), 'unknown server-error'],
    ['a captive portal with status 200', answered(200), 'unknown not-the-service'],
    ['a captive portal with status 404', answered(404), 'unknown not-the-service'],
    ['other JSON', answered(200, {ok: true}), 'unknown not-the-service'],
    ['a list', answered(200, [good()]), 'unknown not-the-service'],
    ['401 of somebody else', answered(401), 'unknown not-the-service'],
    [
      '401 in its own words',
      answered(401, {message: 'Authentication failed', status: false, retry_count: 0}),
      'refused credentials',
    ],
    ['403 in the words of a card', answered(403, failed('Authentication failed')), 'refused credentials'],
    ['a field error of the other dialect', other('amount is too small'), 'refused field'],
    ['a field error with a code', answered(422, {message: 'Bad currency', error_code: 'CUR'}), 'refused field'],
    ['a duplicate of the other dialect', other('Duplicate transaction reference'), 'unknown duplicate'],
    ['a system error of the other dialect', other('System error'), 'unknown system-error'],
    ['a merchant who may not take cards', other('Merchant is not approved for cards'), 'refused field'],
    ['a currency of no card', other('Currency not supported'), 'refused field'],
    ['96', answered(400, {response_code: '96', response_message: 'x'}), 'unknown system-error'],
    ['UNKNOWN of the other dialect', other('UNKNOWN'), 'unknown system-error'],
    ['a 200 of the other dialect', answered(200, {message: 'ok', status: true}), 'unknown not-the-service'],
    [
      'a refusal of the other dialect in a 200',
      answered(200, {message: 'no', status: false}),
      'unknown not-the-service',
    ],
    ['statusOk in a 4xx', answered(400, good()), 'unknown contradictory'],
    ['statusOk with our reference', answered(200, good()), 'accepted'],
    ['statusOk with our customer’s reference', answered(200, good({transactionReference: 'P-C-1'})), 'accepted'],
    ['statusOk in a 202', answered(202, good()), 'accepted'],
    [
      'statusOk with the reference of another',
      answered(200, good({transactionReference: 'OTHER', customerReference: 'OTHER'})),
      'unknown other-reference',
    ],
    [
      'statusOk with the reference of another payment of this till beside ours',
      answered(200, good({customerReference: `${reference.slice(0, -12)}0MZ4K9BBBBBB`})),
      'unknown other-reference',
    ],
    [
      'statusOk without a reference',
      answered(200, without(good(), 'transactionReference', 'customerReference')),
      'unknown not-the-service',
    ],
    ['statusOk as text', answered(200, good({statusOk: 'true'})), 'unknown not-the-service'],
    ['the refusal of another', declined({transactionReference: 'OTHER'}), 'unknown other-reference'],
    [
      'a refusal without a reference',
      answered(400, without(failed('DECLINED'), 'transactionReference')),
      'unknown no-reference',
    ],
    [
      'a field without a reference',
      answered(400, without(failed('email_address is required'), 'transactionReference')),
      'refused field',
    ],
    [
      'a refusal with a reference of another beside ours',
      declined({customerReference: 'OTHER'}),
      'unknown other-reference',
    ],
    ['a refusal with an amount that was paid', declined({amountPaid: 24}), 'unknown contradictory'],
    ['a refusal with a challenge', declined({do3dsAuth: true}), 'unknown contradictory'],
    ['a refusal with a record', declined({data: {transaction_status: 'Completed'}}), 'unknown contradictory'],
    ['a refusal with 00', declined({response_code: '00'}), 'unknown contradictory'],
    ['a refusal that is approved', declined({message: 'Approved'}), 'unknown contradictory'],
    ['403 with 09', declined({response_code: '09'}, 403), 'unknown contradictory'],
    ['a refusal with status 200', answered(200, failed('DECLINED')), 'refused declined'],
    ['a refusal of what is paid', declined({paymentCompleted: true}), 'unknown contradictory'],
    ['a refusal in the message alone', answered(400, failed('', {message: 'Expired card'})), 'refused declined'],
    ['no word at all', answered(400, failed('', {message: ''})), 'unknown system-error'],
  ])('%s', (_, answer, expected) => expect(told(answer)).toBe(expected));

  it.each([
    ['Expired card', 'refused declined'],
    ['Insufficient funds', 'refused declined'],
    ['DO_NOT_PROCEED', 'refused declined'],
    ['DECLINED', 'refused declined'],
    ['AUTHENTICATION_FAILED', 'refused declined'],
    ['INVALID_CSC', 'refused field'],
    ["Value '401200xxxxxx1111' is invalid. Unable to determine card payment.", 'refused field'],
    ["Value 'x' is invalid. phone_number can only be numbers.", 'refused field'],
    ["Value 'x' is invalid. There is already an authentication outcome associated with the", 'unknown duplicate'],
    ["Value 'x' is invalid. Transaction reference already exists", 'unknown duplicate'],
    ['TIMED_OUT', 'unknown system-error'],
    ['ACQUIRER_SYSTEM_ERROR', 'unknown system-error'],
    ['UNSPECIFIED_FAILURE', 'unknown system-error'],
    ['UNKNOWN', 'unknown system-error'],
    ['PENDING', 'unknown contradictory'],
    ['previous attempt DECLINED, current one is being processed', 'unknown system-error'],
    ['DECLINED, then sent again', 'unknown system-error'],
    ['Was the card DECLINED?', 'unknown system-error'],
    ['Transaction declined by issuer.', 'refused declined'],
    ['The card has expired', 'refused declined'],
    ['Invalid credentials.', 'unknown system-error'],
    ['Something nobody has heard of', 'unknown system-error'],
  ])('“%s”', (debugMessage, expected) => {
    for (const http of [200, 400]) expect(told(answered(http, failed(debugMessage)))).toBe(expected);
    expect(interpretCharge(answered(400, failed(debugMessage)), reference)).toMatchObject({text: debugMessage});
  });

  it.each(acquirerCodes)('is a refusal with %s if the closed list says so, and only then', code => {
    expect(told(answered(400, failed(code))).startsWith('refused')).toBe(cardRefusal(code) !== undefined);
  });
});

describe('an accepted charge', () => {
  const detailsOf = (more: Members) => {
    const outcome = interpretCharge(answered(200, good(more)), reference);
    return outcome.kind === 'accepted' ? outcome.details : outcome;
  };
  const nothing = {requiresOtp: false, otpLength: 0, mustRedirect: false};
  const asked = {
    do3dsAuth: true,
    threeDsUrl: 'https://acs.example/a?b=1',
    formData: 'eyJ0aHJlZURT',
    paymentCompleted: false,
  };

  it('says what the answer called complete, which is no proof', () => {
    expect(detailsOf({})).toEqual({...nothing, isCompleted: true});
    expect(detailsOf({paymentCompleted: false})).toEqual({...nothing, isCompleted: false});
    expect(detailsOf({paymentCompleted: null})).toEqual(nothing);
  });

  it('keeps the service’s own reference and the words', () => {
    expect(detailsOf({transactionReference: 'P-C-1'})).toMatchObject({serviceReference: 'P-C-1'});
    expect(detailsOf({customerReference: 'P-C-2'})).toMatchObject({serviceReference: 'P-C-2'});
    expect(detailsOf({})).not.toHaveProperty('serviceReference');
    const texts = [{}, {message: null}, {message: null, debugMessage: null}].map(more => {
      const outcome = interpretCharge(answered(200, good(more)), reference);
      return 'text' in outcome && outcome.text;
    });
    expect(texts).toEqual(['Approved', 'Transaction Successful', '']);
  });

  it('keeps the challenge', () => {
    const challenge = {url: 'https://acs.example/a?b=1', creq: 'eyJ0aHJlZURT'};
    expect(detailsOf(asked)).toEqual({...nothing, isCompleted: false, challenge});
    expect(detailsOf({...asked, do3dsAuth: 'true'})).toMatchObject({challenge});
  });

  it.each(['http://127.0.0.1:4010/acs', 'http://localhost:4010/acs', 'http://[::1]:4010/acs', 'HTTPS://acs.example'])(
    'may lead to %s',
    threeDsUrl => expect(detailsOf({...asked, threeDsUrl})).toMatchObject({challenge: {url: threeDsUrl}}),
  );

  it.each<Members>([
    {do3dsAuth: false},
    {do3dsAuth: null},
    {threeDsUrl: null},
    {threeDsUrl: ''},
    {threeDsUrl: ['https://acs.example']},
    {threeDsUrl: 'acs.example'},
    {threeDsUrl: 'http://acs.example'},
    {threeDsUrl: 'http://127.0.0.1.example'},
    {threeDsUrl: 'javascript:alert(1)'},
    {threeDsUrl: 'data:text/html,x'},
    {threeDsUrl: 'https://acs.example/cut…'},
    {formData: null},
    {formData: ''},
    {formData: {a: 1}},
    {formData: 'eyJ0aHJl…'},
  ])('has none with %j, and says so where the bank wants to ask', more => {
    const details = detailsOf({...asked, ...more});
    expect(details).not.toHaveProperty('challenge');
    expect('lacksPage' in details).toBe(!('do3dsAuth' in more));
  });
});

it('reads any JSON without throwing, and refuses nothing but by a listed word or a field', () => {
  const member = fc.oneof(
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.string(),
    fc.constantFrom(reference, 'DECLINED', ...acquirerCodes),
  );
  const body = fc.dictionary(
    fc.constantFrom(
      'statusOk',
      'debugMessage',
      'message',
      'transactionReference',
      'customerReference',
      'paymentCompleted',
      'status',
    ),
    member,
  );
  const any = fc.oneof(
    body,
    fc.jsonValue().map(value => value as Json),
  );
  forAll({numRuns: 1000}, fc.constantFrom(200, 201, 400, 404, 422, 500), any, (http, given) => {
    const outcome = interpretCharge(answered(http, given), reference);
    if (outcome.kind === 'accepted') expect(given).toMatchObject({statusOk: true});
    if (outcome.kind === 'refused' && outcome.why === 'declined') expect(cardRefusal(outcome.text)).toBeDefined();
    if (outcome.kind === 'refused' && http === 200) expect(given).toMatchObject({statusOk: false});
  });
});
