import {readFileSync, writeFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {chainLine, genesis, type Link} from '../../store/line.js';
import {
  collectAndLeave,
  collecting,
  harmfulIn,
  openShop,
  paymentIn,
  type Shop,
  segmentsOf,
} from '../commands/support.js';

type Event = {at: string; till: string; person: string; type: string; data: Record<string, unknown>};

/** Writes the whole journal anew, chain and all, with another value for a member of its first request. */
function rewrite(shop: Shop, name: string, value: unknown): void {
  const [segment = ''] = segmentsOf(shop);
  const events = readFileSync(segment, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Event);
  let link: Link = genesis;
  const lines = events.map(({at, till, person, type, data}) => {
    const forged = type === 'requested' ? {...data, [name]: value} : data;
    const line = chainLine(link, Date.parse(at), {till, person, type, data: JSON.stringify(forged)});
    const {seq, hash} = JSON.parse(line) as {seq: number; hash: string};
    link = {seq, head: hash};
    return `${line}\n`;
  });
  writeFileSync(segment, lines.join(''));
}

const hostile = 'M\u001B]52;c;aGk=\u0007-\u009B2J\u202EPesa';

it.each(['network', 'reference', 'wallet', 'description', 'firstName', 'country'])(
  'a journal that somebody wrote anew with a hostile %s moves no cursor',
  async name => {
    const shop = await openShop();
    const {reference} = paymentIn(await collectAndLeave(shop, collecting('0712345102')));
    rewrite(shop, name, hostile);
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
