import fc from 'fast-check';
import {expect, it, vi} from 'vitest';
import {bodyBytes} from '../../src/api/http.js';
import {Secret} from '../../src/core/text/secret.js';
import {anyCharacter} from '../any-character.js';
import {cardOf} from '../core/card/plain-card.js';
import {forAll} from '../hostile/runs.js';
import {serve, serviceAt} from './local-server.js';
import {card, charge} from './samples.js';

const text = fc.oneof(fc.string({unit: anyCharacter}), fc.constantFrom('"cardNumber":"0', '\\"pin":"', '0000', '4508'));
const secret = fc.oneof(fc.stringMatching(/^\d{0,19}$/), text);

it('are the JSON of any body, whatever its texts are', {tags: ['slow']}, () => {
  const body = fc.record({
    first_name: text,
    cardNumber: fc.oneof(secret, fc.nat(), fc.constant(null)),
    [`x"cardNumber":"`]: text,
    card: fc.record({cardNumber: secret, expiryMonth: text, securityCode: secret, pin: secret}),
    after: fc.record({pin: secret, otp_code: secret, text}),
  });
  const digits = fc.stringMatching(/^\d{0,19}$/);
  forAll(body, digits, digits, (given, cardNumber, pin) => {
    const sent = {...given, of: {cardNumber: Secret.of(cardNumber), text: '"cardNumber":"', pin: Secret.of(pin)}};
    const plain = {...given, of: {cardNumber, text: '"cardNumber":"', pin}};
    expect(bodyBytes(sent).toString()).toBe(Buffer.from(JSON.stringify(plain)).toString());
  });
});

it('are those that are sent, and are nothing afterwards', async () => {
  const filled: string[] = [];
  const {fill} = Buffer.prototype;
  vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function spied(this: Buffer, ...args) {
    filled.push(this.toString('latin1'));
    return fill.apply(this, args as Parameters<typeof fill>);
  });
  const server = await serve({body: '{}'});
  await serviceAt(server.url).charge(charge, cardOf(card));
  vi.restoreAllMocks();
  expect(server.seen[0]?.body).toContain(`"cardNumber":"${card.number}"`);
  expect(filled).toContain(server.seen[0]?.body);
});

it('are nothing as soon as they have left, while the answer is waited for', async () => {
  const wiped = Promise.withResolvers<void>();
  const {fill} = Buffer.prototype;
  vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function spied(this: Buffer, ...args) {
    if (this.includes('"cardNumber"')) wiped.resolve();
    return fill.apply(this, args as Parameters<typeof fill>);
  });
  const server = await serve(response => void wiped.promise.then(() => response.end('{}')));
  const answer = await serviceAt(server.url).charge(charge, cardOf(card));
  vi.restoreAllMocks();
  expect(answer.kind).toBe('answered');
});
