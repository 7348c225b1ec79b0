import fc from 'fast-check';
import {expect, it, vi} from 'vitest';
import {bodyBytes} from '../../src/api/body-bytes.js';
import {serve, serviceAt} from './local-server.js';
import {card, charge} from './samples.js';

const text = fc.oneof(fc.string({unit: 'binary'}), fc.constantFrom('"cardNumber":"0', '\\"pin":"', '0000', '4508'));
const secret = fc.oneof(fc.stringMatching(/^\d{0,19}$/), text);

it('are the JSON of any body, whatever its texts are', () => {
  const body = fc.record({
    first_name: text,
    cardNumber: fc.oneof(secret, fc.nat(), fc.constant(null)),
    [`x"cardNumber":"`]: text,
    card: fc.record({cardNumber: secret, expiryMonth: text, securityCode: secret, pin: secret}),
    after: fc.record({pin: secret, otp_code: secret, text}),
  });
  fc.assert(
    fc.property(body, given => {
      expect(bodyBytes(given).toString()).toBe(Buffer.from(JSON.stringify(given)).toString());
    }),
  );
});

it('are those that are sent, and are nothing afterwards', async () => {
  const filled: string[] = [];
  const {fill} = Buffer.prototype;
  vi.spyOn(Buffer.prototype, 'fill').mockImplementation(function spied(this: Buffer, ...args) {
    filled.push(this.toString('latin1'));
    return fill.apply(this, args as Parameters<typeof fill>);
  });
  const server = await serve({body: '{}'});
  await serviceAt(server.url).charge(charge, card);
  vi.restoreAllMocks();
  expect(server.seen[0]?.body).toContain(`"cardNumber":"${card.number}"`);
  expect(filled).toContain(server.seen[0]?.body);
});
