import {chmodSync, existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {collecting, openShop} from '../commands/support.js';

/** A shop with a bell in its settings, and whether it has rung once a payment was paid. */
async function paid(
  prepare: (home: string) => void,
  environment: (command: string) => Record<string, string> = () => ({}),
) {
  const shop = await openShop();
  const rung = join(shop.home, 'rung');
  const command = `echo > '${rung}'`;
  writeFileSync(join(shop.home, 'settings.json'), JSON.stringify({onPaid: command}), {mode: 0o600});
  prepare(shop.home);
  const ran = await shop.run(collecting('0712345678'), {environment: environment(command)});
  expect(ran).toMatchObject({exit: 0, json: {verdict: 'paid'}});
  return {hasRung: () => existsSync(rung), said: ran.err};
}

describe.skipIf(process.platform === 'win32')('the command for paid payments', () => {
  it('is run out of settings that are the owner’s alone', async () => {
    const {hasRung} = await paid(() => undefined);
    await expect.poll(hasRung).toBe(true); // nothing waits for the command, the end of the till neither
  });

  it.each(['', 'settings.json'])('is not run out of settings that others can change, but said: home/%s', async name => {
    const {hasRung, said} = await paid(home => chmodSync(join(home, name), 0o722));
    expect([hasRung(), said]).toEqual([false, expect.stringContaining('other users of this computer can change')]);
  });

  it('is run as it is given to this start, whoever can change the settings', async () => {
    const given = (command: string) => ({DUKA_ON_PAID: `${command} # now`});
    const {hasRung} = await paid(home => chmodSync(home, 0o722), given);
    await expect.poll(hasRung).toBe(true);
  });
});
