import {createHash} from 'node:crypto';
import {globSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {beginDays} from '../commands/day-support.js';
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

it('what is kept beside a closed day counts only with the till’s seal: nobody sells without a PIN by changing it', async () => {
  const shop = await openShop({DUKA_TILL: 'T7K'});
  const days = await beginDays(shop);
  const pin = {input: '582931\n', world: days.world};
  await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], pin);
  await days.nextMorning();
  const sale = ['cash', 'sale', '--amount', '200', '--json'];
  expect((await shop.run([...sale, '--as', 'Amina', '--pin-stdin'], pin)).exit).toBe(0);
  const [summary = ''] = globSync(join(shop.home, 'sandbox', 'T7K', 'journal', '*.summary.json'));
  const whole = readFileSync(summary, 'utf8');
  const {seal: _, ...content} = JSON.parse(whole);
  expect(content.totals.staff.people.splice(0)).toHaveLength(1);
  const body = JSON.stringify(content);
  const sha256 = createHash('sha256').update(body).digest('hex');
  for (const member of ['seal', 'sha256']) {
    writeFileSync(summary, `${body.slice(0, -1)},"${member}":"${sha256}"}\n`);
    expect(await days.run(...sale)).toMatchObject({json: {error: 'sign-in-needed'}});
    expect(readFileSync(summary, 'utf8')).toBe(whole);
  }
});
