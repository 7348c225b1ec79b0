import {expect, it} from 'vitest';
import {sandbox} from '../sandbox/support.js';
import {home, open, sell} from './terminal.js';

const colours = /\u001B\[(?:[\d;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)(?:;\d+)*m/;

it('repeats in colours what a glyph and a word say', async () => {
  const server = await sandbox();
  const till = open(home(), server.environment);
  await sell(till, '100', '0712345102');
  await till.sees('? WAITING FOR CUSTOMER');
  expect(till.written()).toMatch(colours);
});

it('names no colour with NO_COLOR, and what is marked stays marked', async () => {
  const server = await sandbox();
  const till = open(home(), {...server.environment, NO_COLOR: '1'});
  await sell(till, '100', '0712345102');
  await till.sees('? WAITING FOR CUSTOMER');
  till.press('escape');
  await till.sees('New sale');
  till.type('w');
  await till.sees(/▸ ▏ +\d+:\d\d +KES 100\.00/);
  expect(till.written()).not.toMatch(colours);
  expect(till.written()).toContain('\u001B[7m');
});

it('has a terminal that can tell each key apart do so, and puts it back', async () => {
  const till = open(home());
  await expect.poll(till.written).toContain('\u001B[?u');
  till.type('\u001B[?0u'); // it knows the protocol of kitty
  await expect.poll(till.written).toContain('\u001B[>27u');
  for (const digit of '250') till.type(`\u001B[${digit.charCodeAt(0)};1:1;${digit.charCodeAt(0)}u`);
  await till.sees('KES 250');
  till.type('\u001B[99;5:1u'); // Ctrl-C
  await till.ended;
  expect(till.written()).toContain('\u001B[<u');
});
