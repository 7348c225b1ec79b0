import {expect, test} from 'vitest';
import {entering, nextStep, push, type ReducerContext} from '../../screens/model.js';
import {tillScreens} from '../../screens/till-screens.js';
import {begin, offersOf, update} from '../../screens/update.js';
import {emptyState} from '../../src/core/books/state.js';
import {Problem} from '../../src/core/problem.js';
import {walk} from '../walk.js';
import {openShop} from './open.js';
import {reducerContextOf} from './reducer-context.js';

const size = {columns: 80, rows: 24};

test('a South African sale asks for no wallet, and goes on without a telephone where the shop has one', async () => {
  const shop = await openShop({
    environment: {DUKA_COUNTRY: 'ZA', DUKA_ZONE: 'Africa/Johannesburg', DUKA_PHONE: '0113785456'},
  });
  await walk(shop, [
    [['99.95', 'enter'], /▸ Phone +▌?.*0113785456 +paid on a web page/],
    ['enter', 'Choose the network'],
    ['right enter', 'Send this request?', /phone +011 378 5456/],
    ['enter', '/pay/'],
    ['escape', 'New sale'],
  ]);
  for (const frame of shop.frames()) expect(frame).not.toMatch(/wallet/i);
});

test('a QR code says how to leave it', async () => {
  const shop = await openShop({environment: {DUKA_COUNTRY: 'ZA', DUKA_ZONE: 'Africa/Johannesburg'}});
  await walk(shop, [
    [['99.95', 'enter', '0113785456', 'enter'], 'Choose the network'],
    ['right enter', 'Send this request?'],
    ['enter', '/pay/'],
    ['q', /Scan to pay[\s\S]+Esc back/],
    [() => shop.resize({columns: 60, rows: 18}), /too small for the QR code[\s\S]+Esc back/],
    ['escape', 'Waiting for the customer'],
  ]);
});

test('a footer offers nothing that a journal which cannot be written would refuse', () => {
  const reducerContext = reducerContextOf();
  let {model} = begin(reducerContext, {tornBytes: 0});
  let chunk = 0;
  const tell = (key: {kind: 'text'; text: string} | {kind: 'press'; name: string}) => {
    chunk += 1;
    ({model} = update(model, {kind: 'key', key: {...key, chunk}, size}, reducerContext));
  };
  tell({kind: 'text', text: '1250'});
  tell({kind: 'press', name: 'enter'});
  tell({kind: 'text', text: '0712345678'});
  tell({kind: 'press', name: 'enter'});
  const full = reducerContextOf(emptyState(), {writeFailure: () => new Problem('journal-stopped', {cause: 'ENOSPC'})});
  expect(offersOf(model, reducerContext)).toContain('send');
  expect(offersOf(model, full)).toEqual(expect.arrayContaining(['change', 'help']));
  expect(offersOf(model, full)).not.toContain('send');
  const onShift = tillScreens.settled(nextStep(push(model, entering('shift'))), reducerContext).model;
  expect(offersOf(onShift, reducerContext)).toContain('open-shift');
  expect(offersOf(onShift, full)).not.toContain('open-shift');
});

test('an answer that was cut or came too late is named in words, not by the name that the machine has for it', async () => {
  const shop = await openShop();
  await shop.sale('120', '0712345109');
  await shop.sees(/no clear answer: may have gone through +answer cut off/);
  expect(shop.screen()).not.toContain('ERR_');
});

test('a sale that was paid twice names the key that gives one back among the keys too', async () => {
  const shop = await openShop();
  await shop.sale('700', '0712345103');
  await walk(shop, [
    ['', /accepted,\s+waiting/],
    ['s', 'Stop waiting and try another way?'],
    ['enter', 'again, another way'],
    [['tab', 'h'], /again, in cash/],
    ['enter', '✓ PAID'],
    [() => shop.later('PT11M'), 'This sale was paid twice. Refund one payment.', 'h refunds this one in cash.'],
  ]);
  expect(shop.screen().trimEnd().split('\n').at(-1)).toMatch(/ h /);
});

test('a close that is left because nothing can be written any more does not send anybody back to sell', () => {
  const left = (reducerContext: ReducerContext) => {
    const {model} = begin(reducerContext, {tornBytes: 0});
    const {model: closing} = update(push(model, entering('close-stop')), {kind: 'looked'}, reducerContext);
    return update(closing, {kind: 'key', key: {kind: 'press', name: 'escape', chunk: 1}, size}, reducerContext).model;
  };
  const full = reducerContextOf(emptyState(), {writeFailure: () => new Problem('journal-stopped', {cause: 'ENOSPC'})});
  expect(left(reducerContextOf()).notice).toMatchObject({kind: 'news', news: 'closeLeft'});
  expect(left(full).notice).toBeUndefined();
});
