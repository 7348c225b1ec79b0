import {inspect} from 'node:util';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readAnswer} from '../../src/api/http.js';
import {redactCard, redactCardLike} from '../../src/api/redact-card.js';
import type {Service} from '../../src/core/endpoints/service.js';
import type {Answer} from '../../src/core/service/answer.js';
import {passesLuhn} from '../../src/core/text/card-numbers.js';
import {cardOf, type PlainCard} from '../core/card/plain-card.js';
import {ending, forAll, longestText, runs} from '../hostile/runs.js';
import {closedPort, type Reply, serve, serveRaw, serviceAt} from './local-server.js';
import {card, charge, enrolment, refund} from './samples.js';

/** A card with marks that nothing else in an answer has. */
const marked = {...card, number: '5123450000000008', securityCode: '739', pin: '8264'} as const;

/** Everything that a log, a crash report or a journal could make of a value. */
function written(value: unknown): string {
  const options = {depth: 20, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null};
  const parts = [inspect(value, options), String(value), JSON.stringify(value)];
  if (value instanceof Error) parts.push(String(value.stack), inspect(value.cause, options));
  return parts.join('\n');
}

/** Which the machine gives; 45000 is one. */
const port = /(?<=127\.0\.0\.1:|port: )\d+/g;

function rowsOf(number: string): string[] {
  return Array.from({length: number.length - 5}, (_, start) => number.slice(start, start + 5));
}

function expectNoCard(value: unknown, {number, securityCode, pin}: PlainCard = marked): void {
  const text = written(value).replaceAll(port, '');
  for (const row of rowsOf(number)) expect(text).not.toContain(row);
  for (const code of [securityCode, pin ?? securityCode]) expect(text).not.toMatch(RegExp(`(?<![\\d.])${code}(?!\\d)`));
}

async function answerTo(reply: Reply, call: (service: Service) => Promise<Answer>): Promise<Answer> {
  const {
    serverTime: _time,
    bytes: _bytes,
    ...answer
  } = (await call(serviceAt((await serve(reply)).url))) as Extract<Answer, {kind: 'answered'}>;
  return answer;
}
const chargeIt = (service: Service) => service.charge(charge, cardOf(marked));
const echoed = (body: unknown) => answerTo({body: JSON.stringify(body)}, chargeIt);

describe('a card is not in', () => {
  test('the service, while it is charged and afterwards', async () => {
    const server = await serve(response => {
      expectNoCard(service);
      response.end('{}');
    });
    const service = serviceAt(server.url);
    await service.charge(charge, cardOf(marked));
    expect(server.seen[0]?.body).toContain(marked.number);
    expectNoCard(service);
  });

  test('what comes of a charge that failed', async () => {
    const reset = await serveRaw(socket => socket.resetAndDestroy());
    const noise = await serveRaw(socket => socket.end(JSON.stringify(marked)));
    const cut = await serveRaw(socket => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${marked.number}`));
    const refused = `http://127.0.0.1:${await closedPort()}`;
    for (const url of [reset.url, noise.url, cut.url, refused]) {
      const service = serviceAt(url);
      const answer = await service.charge(charge, cardOf(marked));
      expect(answer.kind).toMatch(/^(no-answer|not-sent)$/);
      expectNoCard(answer);
      expectNoCard(service);
    }
  });

  test('what comes of a charge that is broken off', async () => {
    const stop = new AbortController();
    const server = await serve(() => stop.abort());
    const answer = await serviceAt(server.url).charge(charge, cardOf(marked), stop.signal);
    expect(answer).toEqual({kind: 'no-answer', code: 'ERR_ABORTED'});
  });

  test('what is thrown for an amount that cannot be written', async () => {
    const {url} = await serve({});
    const thrown: unknown = await serviceAt(url)
      .charge({...charge, amount: {currency: 'USD', minor: 0.5}}, cardOf(marked))
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RangeError);
    expectNoCard(thrown);
  });

  test('what comes of a request that cannot even be written', async () => {
    const service = serviceAt('http://127.0.0.1:9', {tenant: 'line\r\nbreak' as 'test', tenantOnCards: true});
    expect(await service.charge(charge, cardOf(marked))).toEqual({kind: 'not-sent', code: 'ERR_INVALID_CHAR'});
  });
});

describe('an echo is hidden', () => {
  test('of the whole request', async () => {
    const server = await serve({body: '{}'});
    await serviceAt(server.url).charge(charge, cardOf(marked));
    const request: unknown = JSON.parse(server.seen[0]?.body ?? '');
    const answer = await echoed({message: JSON.stringify(request), request});
    expectNoCard(answer);
    expect(answer).toMatchObject({
      body: {
        request: {
          service_payload: {
            amount: 24,
            transaction_reference: charge.reference,
            card: {cardNumber: '[card …0008]', expiryMonth: '01', expiryYear: '39'},
          },
        },
      },
    });
    expect(answer).not.toHaveProperty('body.request.service_payload.card.securityCode');
    expect(answer).not.toHaveProperty('body.request.service_payload.card.pin');
  });

  test.each([
    ['plain', 'PlainCard 5123450000000008 is bad', 'PlainCard [card …0008] is bad'],
    ['in groups', '5123 4500 0000 0008', '[card …0008]'],
    ['with dashes', '5123-4500-0000-0008', '[card …0008]'],
    ['with longer dashes and no-break spaces', '5123\u20134500\u00A00000\u00A0–\u00A00008', '[card …0008]'],
    ['in a URL', 'n=5123%204500%200000%200008&x', 'n=[card …0008]&x'],
    ['in a form', 'cardNumber=5123+4500+0000+0008&pin=8264', 'cardNumber=[card …0008]&pin=[code]'],
    ['every digit encoded', '%35%31%32%33%34%35%30%30%30%30%30%30%30%30%30%38', '[card …0008]'],
    ['as entities', Array.from('5123450000000008', sign => `&#${sign.charCodeAt(0)};`).join(''), '[card …0008]'],
    ['kept apart by what nobody sees', '5123\u200B4500\u200D0000\u20600008', expect.stringContaining('[card')],
    ['its first six digits, masked', '512345xxxxxx0008', '[card …0008]'],
    ['its first six digits, masked otherwise', '512345******0008', '[card …0008]'],
    ['its first six digits alone', 'BIN 512345', 'BIN [card]'],
    ['its first twelve digits', 'from 512345000000', 'from [card]'],
    ['within a longer number', '99512345000000000899', '99[card …0008]99'],
    ['four digits and four digits', '5123xxxxxxxx0008', '[card …0008]'],
    ['the last four', 'ends in 0008', 'ends in 0008'],
    ['the security code', 'cvv=739, "739" (739)', 'cvv=[code], "[code]" ([code])'],
    ['the security code after an encoded space', 'cvv%20739%0A', 'cvv%20[code]%0A'],
    ['the security code, encoded', 'cvv %37%33%39', 'cvv [code]'],
    ['the PIN', 'PIN 8264 is wrong', 'PIN [code] is wrong'],
    ['digits that are of longer numbers', 'rrn 517390008264 12.739 1739', 'rrn 517390008264 12.739 1739'],
  ])('%s', async (_name, message, expected) => {
    const answer = await echoed({message, [message]: [message]});
    expect(answer).toMatchObject({body: {message: expected}});
    const page = await answerTo({status: 400, body: `<p>${message}</p>`}, chargeIt);
    if (typeof expected === 'string') expect(page).toMatchObject({text: `<p>${expected}</p>`});
    for (const came of [answer, page]) expectNoCard(came, {...marked, number: marked.number.slice(0, -4)});
  });

  test('as a number', async () =>
    expect(await echoed({a: 5123450000000008, b: [739], c: 8264, d: 512345, e: 7390})).toMatchObject({
      body: {a: '[card …0008]', b: ['[code]'], c: '[code]', d: '[card]', e: 7390},
    }));

  test('of a code that begins with noughts, where it comes back as a number', async () => {
    const call = (service: Service) => service.charge(charge, cardOf({...marked, securityCode: '007', pin: '0056'}));
    const body = {securityCode: 7, pin: 56, cvv: '7', text: 'cvv 007, pin 0056', amountPaid: 7};
    expect(await answerTo({body: JSON.stringify(body)}, call)).toMatchObject({
      body: {text: 'cvv [code], pin [code]', amountPaid: 7},
    });
  });

  test('but what was sent beside the card is not', async () => {
    // The reference and the amount have the digits of the code and five of the card's in them.
    const sent = {...charge, reference: 'A739B00000C8264', amount: {currency: 'USD', minor: 45_000_000}} as const;
    const body = {
      transactionReference: sent.reference,
      customerReference: sent.reference,
      amountPaid: 450_000,
      text: `Sale ${sent.reference} of 450000, 450000.00`,
    };
    expect(await answerTo({body: JSON.stringify(body)}, service => service.charge(sent, cardOf(marked)))).toMatchObject(
      {body},
    );
  });

  test('and a reference that is the number of the card is', async () => {
    const sent = {...charge, reference: '378282246310005', description: '378282246310005'};
    const own = {...marked, number: '378282246310005'};
    const came = await answerTo({body: '{"transactionReference":"378282246310005"}'}, service =>
      service.charge(sent, cardOf(own)),
    );
    expect(came).toMatchObject({body: {transactionReference: '[card …0005]'}});
  });

  const digits = (length: number) => fc.stringMatching(RegExp(`^\\d{${length}}$`));
  const anyCard = fc
    .tuple(fc.integer({min: 13, max: 19}).chain(digits), fc.integer({min: 3, max: 4}).chain(digits), digits(4))
    .map(([number, securityCode, pin]): PlainCard => ({...card, number, securityCode, pin}));
  const kept = ['DK17VH3QX0A9BC2', '24', '24.00'];
  const separator = fc.constantFrom('', '', '', ' ', '-', ' - ', '+', '%20', '.', '\u00A0', '\u2011');

  test('of any card, anywhere, in any groups, whole or in part', {tags: ['thorough']}, () =>
    forAll(
      runs(100, 5000),
      anyCard,
      fc.array(separator, {minLength: 19, maxLength: 19}),
      fc.tuple(fc.nat(8), fc.nat(8)),
      fc.tuple(fc.string(), fc.string()),
      (given, separators, [skipped, cut], [before, after]) => {
        const part = Array.from(given.number)
          .map((sign, index) => sign + (separators[index] ?? ''))
          .slice(skipped, given.number.length - cut)
          .join('');
        const redact = redactCard(cardOf(given), kept);
        const text = `${before}|${part}|${after} c:${given.securityCode}. p:${given.pin ?? ''}.`;
        for (const body of [JSON.stringify({[text]: text, list: [text]}), text]) {
          const answer = written(readAnswer({http: 200, headers: {}, text: body, bytes: 0}, redact));
          const joined = answer.replaceAll(/%20|[\s\p{Pd}+.]/gu, '');
          for (const row of rowsOf(given.number)) expect(joined).not.toContain(row);
          expect(answer).not.toContain(`c:${given.securityCode}.`);
          expect(answer).not.toContain(`p:${given.pin ?? ''}.`);
        }
      },
    ),
  );

  test('in the longest page, to its end', {tags: ['thorough']}, () => {
    const redact = redactCard(cardOf(marked), ['DK17VH3QX0A9BC2', '24']);
    for (const each of ['1 ', '0', '&#0', '\\']) {
      const text = each.repeat(longestText / each.length);
      ending(() => redact(text));
    }
  });
});

describe('the challenge', () => {
  const challenge = {
    threeDsUrl: `https://acs.example/739/8264/512345?session=4012000033330026&${'x'.repeat(7000)}`,
    formData: Buffer.from(JSON.stringify({code: 739, rest: 'x'.repeat(70_000)})).toString('base64'),
  };

  test('comes through as it is, and its page as HTML not at all', async () => {
    expect(challenge.formData.length).toBeGreaterThan(90_000);
    const answer = await echoed({...challenge, threeDsHtml: `<form>${marked.number}</form>`, do3dsAuth: true});
    expect(answer).toEqual({kind: 'answered', http: 200, body: {...challenge, do3dsAuth: true}});
  });

  test('is cut beyond all measure', async () =>
    expect(await echoed({threeDsUrl: `https://${'x'.repeat(9000)}`, formData: 'A'.repeat(200_000)})).toMatchObject({
      body: {threeDsUrl: expect.stringMatching(/^.{8191}…$/), formData: expect.stringMatching(/^.{102399}…$/)},
    }));

  test('loses the card’s own number', async () => {
    const base64 = Buffer.from(`{"pan":"${marked.number}"}`).toString('base64');
    const answer = await echoed({threeDsUrl: `https://acs.example/${marked.number}`, formData: base64});
    expect(answer).toMatchObject({body: {threeDsUrl: 'https://acs.example/[card …0008]', formData: '[card]'}});
  });
});

describe('the number of some card is reduced to its last four digits in', () => {
  const text =
    '4012000033330026 4508 7500 1574 1019 378282246310005 3782-822463-10005 2223000048400011 6304000000000000 401200xxxxxx1111';
  const reduced = '[card …0026] [card …1019] [card …0005] [card …0005] [card …0011] [card …0000] [card …1111]';
  const history = {from: '2026-11-19', to: '2026-11-20', currency: 'USD', page: 1, size: 10} as const;

  test.each<[string, (service: Service) => Promise<Answer>]>([
    ['a charge', service => service.charge(charge, cardOf(card))],
    ['the status of a card payment', service => service.cardStatus({reference: charge.reference})],
    ['a refund', service => service.refund(refund)],
    ['the status of a refund', service => service.refundStatus({refundReference: 'RF-1'})],
    ['the history of refunds', service => service.refundHistory(history)],
    ['an enrolment', service => service.createSubscription(enrolment, cardOf(card))],
    ['a subscription', service => service.subscription({id: 17})],
    ['subscriptions', service => service.subscriptions({page: 0, size: 20})],
    ['the charges of a subscription', service => service.subscriptionCharges({id: 17, page: 0, size: 20})],
    ['a cancellation', service => service.cancelSubscription({id: 17, reason: 'x'})],
    ['a resumption', service => service.resumeSubscription({id: 17})],
    ['a pause', service => service.pauseSubscription({id: 17})],
  ])('%s', async (_name, call) => {
    const body = JSON.stringify({sender_account_number: text, list: [5111111111111118], threeDsHtml: text});
    expect(await answerTo({body}, call)).toEqual({
      kind: 'answered',
      http: 200,
      body: {sender_account_number: reduced, list: ['[card …1118]']},
    });
  });

  test.each([
    ['a check digit that is wrong', '4012000033330027'],
    ['no card’s first digit', '7012000033330028'],
    ['a Mastercard’s first digits that are none', '2220000000000007'],
    ['twelve digits', '519219078440'],
    ['twenty-two digits', '4012000033330026000000'],
    ['decimals of a number', '23.401200003333003'],
    ['a telephone number', '254712345678'],
    ['a time', '2024-03-11 19:49:43.575475932'],
  ])('and %s makes none', (_name, given) => expect(redactCardLike([])(given)).toBe(given));

  test('but not in what was asked about', () => {
    const reference = '4012000033330026';
    expect(redactCardLike([reference])(`refund ${reference} of 4508750015741019`)).toBe(
      `refund ${reference} of [card …1019]`,
    );
  });

  test('nor in a reference of the service’s own, by which an enrolment’s charge is found', async () => {
    const body = {data: {enrollmentTxnReference: '4012000033330026', cardServiceResponse: '4012000033330026'}};
    const call = (service: Service) => service.subscription({id: 17});
    expect(await answerTo({body: JSON.stringify(body)}, call)).toMatchObject({
      body: {data: {...body.data, cardServiceResponse: '[card …0026]'}},
    });
  });

  test('whatever number it is', () => {
    const number = fc.constantFrom(16, 17, 18, 19).chain(length =>
      fc
        .tuple(fc.constantFrom('3530', '6011', '6200', '6500'), fc.stringMatching(RegExp(`^\\d{${length - 5}}$`)))
        .map(([first, rest]) => ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map(last => first + rest + last))
        .map(candidates => candidates.find(digits => passesLuhn(Buffer.from(digits))) ?? ''),
    );
    forAll(number, given => {
      expect(redactCardLike([])(`a ${given}, b`)).toBe(`a [card …${given.slice(-4)}], b`);
    });
  });
});
