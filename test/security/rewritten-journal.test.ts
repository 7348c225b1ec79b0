import {expect, it} from 'vitest';
import {collectAndLeave, collecting, harmfulIn, openShop, paymentIn, type Shop} from '../commands/support.js';
import {keepAnew, newestOf, rewrite} from '../commands/thief.js';

/** Writes the whole journal anew, chain and all, with another value for a member of its first request. */
function forge(shop: Shop, name: string, value: unknown): void {
  rewrite(newestOf(shop), line => (line.type === 'requested' ? {...line, data: {...line.data, [name]: value}} : line));
  keepAnew(shop);
}

const hostile = 'M\u001B]52;c;aGk=\u0007-\u009B2J\u202EPesa';

it.each(['network', 'reference', 'wallet', 'description', 'firstName', 'country'])(
  'a journal that somebody wrote anew with a hostile %s moves no cursor',
  async name => {
    const shop = await openShop();
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    forge(shop, name, hostile);
    const money = ['--amount', '200', '--currency', 'KES'];
    const lines = [
      ['why', reference],
      ['evidence', reference],
      ['claim', ...money],
      ['pending'],
      ['journal', 'list'],
      ['day'],
    ];
    expect((await shop.run(['journal', 'verify'])).exit).toBe(name === 'reference' || name === 'country' ? 7 : 0);
    for (const line of lines) {
      const {out, err} = await shop.run(line);
      expect([line[0], harmfulIn(out), harmfulIn(err)]).toEqual([line[0], undefined, undefined]);
    }
  },
);
