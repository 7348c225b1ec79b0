import {expect, it} from 'vitest';
import {nextOf} from '../../src/core/books/selectors.js';
import {waitingFor} from '../../src/core/payment/waiting.js';
import {sandbox} from '../sandbox/support.js';
import {openRealTill, order} from './real-till.js';
import {virtualWorld} from './virtual-world.js';

it('a record that was asked for before a code left tells nothing of the code, whatever becomes of the clock', async () => {
  const world = virtualWorld();
  const [asked, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const {till} = await openRealTill({
    ...(await sandbox()),
    world,
    service: real => ({
      ...real,
      processOtp: async () => ({kind: 'no-answer', code: 'ECONNRESET'}),
      status: async (...question) => {
        const answer = await real.status(...question);
        asked.resolve();
        await heard.promise;
        return answer;
      },
    }),
  });
  const orange = order('', {amount: '5000', country: 'CI', wallet: '2250712345678'});
  const {reference, finished} = await till.collect(orange);
  await finished;
  const checked = till.check(reference);
  await asked.promise;
  await till.enterOtp(reference, '4567');
  world.rewind(5 * 60_000); // a code is only asked for again a minute after one was lost
  heard.resolve();
  await checked;
  const payment = till.state.payments.get(reference) ?? expect.fail('no payment');
  expect([waitingFor(payment), nextOf(payment).kind]).toEqual(['otp-unclear', 'none']);
});
