import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {home, open, run, sell} from './terminal.js';

const collect = ['collect', '--country', 'KE', '--network', 'SAFKEN', '--phone', '254712345678', '--amount', '200'];
const sees = (file: string, text: string) =>
  expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : '')).toBe(text);

it('rings for a command of the headless face, which does not wait for it', async () => {
  const server = await sandbox(Date.now);
  const [folder, file] = [home(), join(home(), 'said')];
  const bell = `until [ -e '${file}.gate' ]; do sleep 0.05; done; echo "$DUKA_SENTENCE $DUKA_API_KEY" > '${file}'`;
  const ran = await run(folder, [...collect, '--on-paid', bell], server.environment);
  expect(ran).toMatchObject({exit: 0, error: expect.not.stringContaining('✗')});
  writeFileSync(`${file}.gate`, '');
  await sees(file, 'Paid: 200 Kenyan shillings. \n');
});

it('says it in one line when the shop’s command is not there, and the payment is paid all the same', async () => {
  const server = await sandbox(Date.now);
  const folder = home();
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({onPaid: 'no-such-bell-anywhere'}));
  const {exit, error} = await run(folder, collect, server.environment);
  expect(exit).toBe(0);
  expect(error.split('\n').filter(line => line.includes('exit 127'))).toHaveLength(1);
});

it('rings for the till on the screen, and draws nothing of it', async () => {
  const server = await sandbox();
  const [folder, file] = [home(), join(home(), 'said')];
  const till = open(folder, {
    ...server.environment,
    DUKA_ON_PAID: `echo "$DUKA_SENTENCE" | tee '${file}'; echo loud >&2`,
  });
  await sell(till, '1250', '0712345678');
  await till.sees('WAITING FOR CUSTOMER');
  await server.advance('PT3S');
  await till.sees('✓ PAID');
  await sees(file, 'Paid: 1250 Kenyan shillings.\n');
  expect(till.written()).not.toMatch(/loud|shillings/);
});

it('says on the screen, once, that the command did not work, and the payment is paid all the same', async () => {
  const server = await sandbox();
  const till = open(home(), {...server.environment, DUKA_ON_PAID: 'exit 3'});
  await sell(till, '1250', '0712345678');
  await till.sees('WAITING FOR CUSTOMER');
  await server.advance('PT3S');
  await till.sees('✓ PAID');
  await till.sees(/exit 3/);
});
