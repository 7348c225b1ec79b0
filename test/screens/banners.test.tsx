import {expect, test} from 'vitest';
import {defaultKeys} from '../../screens/terminal/bindings.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {App} from '../../screens/till-program.js';
import {marketOf} from '../../src/core/market/markets.js';
import {Problem} from '../../src/core/problem.js';
import {walk} from '../walk.js';
import {draw, openShop} from './open.js';

test('what was in flight at the last end is said, and it is asked about', async () => {
  const before = await openShop();
  await before.sale('1250', '0712345103');
  await before.sees('accepted, waiting for the customer');
  await before.shut();
  const after = await openShop({home: before.folder});
  await after.sees('One payment was pending when the till stopped. Checking it now.');
  await after.sees('1 pending');
  await after.later('PT11M');
  await after.sees('✓ PAID  KES 1,250.00  …345 103');
});

test('a journal that cannot be written stops the selling and says what to do', async () => {
  const shop = await openShop();
  const till = {...shop.till, writeFailure: () => new Problem('journal-stopped', {cause: 'ENOSPC'})};
  const size = {columns: 80, rows: 24};
  const settings = {...till.settings, ...shop.shop};
  const {screen, close} = await draw(
    <App program={shop.program} till={till} shop={settings} keys={defaultKeys} styles={stylesFor({})} size={size} />,
    size,
  );
  expect(screen()).toContain('! SALES STOPPED');
  expect(screen()).toContain('(the disk is full)');
  expect(screen().split('\n')).toHaveLength(23);
  close();
});

test('a refused key is said on every screen until it is right', async () => {
  const shop = await openShop({environment: {DUKA_PROFILE: 'sandbox', DUKA_API_KEY: 'PZ78-PKTEST-not-the-right-one'}});
  await shop.ask('100', '0712345678');
  await walk(shop, [
    ['enter', '✗ NOT PAID', '! The provider refused this till’s key'],
    ['w', 'The provider refused this till’s key'],
  ]);
});

test('a service that cannot be reached is said once, in the header and below it', async () => {
  const shop = await openShop();
  await shop.sees('online');
  await shop.sandbox.close();
  await shop.sale('100', '0712345678').catch(() => undefined);
  await shop.sees('SANDBOX · offline');
  await shop.sees('No connection.');
});

test('a clock that is hours off asks for the date before the first sale', async () => {
  const shop = await openShop();
  shop.wall.off = 3 * 3_600_000;
  await shop.ask('100', '0712345678');
  await shop.till.networks(marketOf('GH'));
  await walk(shop, [
    ['', 'clock is 3 h 00 fast. Correct it'],
    ['enter', 'Is this computer’s date right?'],
    ['escape', 'Send this request?'],
    ['enter', 'Is this computer’s date right?'],
    ['enter', 'Send this request?'],
    ['enter', '? WAITING FOR CUSTOMER'],
  ]);
  expect(shop.till.state.clockConfirmedAt).toBeDefined();
});

test('Ctrl-C asks once while a payment is in flight', async () => {
  const shop = await openShop();
  await shop.sale('100', '0712345102');
  await shop.press('ctrl-c');
  await shop.sees('A payment is pending; leaving does not cancel it.');
  await shop.press('escape');
  await shop.press('ctrl-c', 'ctrl-c');
  expect(shop.left.count).toBe(1);
});
