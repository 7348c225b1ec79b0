import {expect, it} from 'vitest';
import {run} from '../commands/support.js';
import {home, open, sandbox, sell} from './terminal.js';

/** What the cashier reads after each ending, the clock pushed in between, and what the books say at the end. */
const rows: readonly [
  ending: string,
  stages: readonly [advance: string, verdict: RegExp][],
  status: string,
  rows: number,
][] = [
  ['101', [['PT3S', /✗ NOT PAID/]], 'failed', 1],
  ['102', [['PT3H', /\? WAITING FOR CUSTOMER/]], 'pending', 1],
  [
    '103',
    [
      ['PT3S', /\? WAITING FOR CUSTOMER/],
      ['PT10M', /✓ PAID/],
    ],
    'paid',
    1,
  ],
  ['104', [['PT3S', /! AMOUNT DIFFERS[\s\S]*Requested KES 300\.00/]], 'mispaid', 1],
  ['105', [['PT3S', /✓ PAID/]], 'paid', 1],
  ['106', [['PT3S', /\? RESULT UNKNOWN[\s\S]*The request may have gone through/]], 'unknown', 0],
  ['107', [['PT3S', /✓ PAID/]], 'paid', 1],
  ['108', [['PT3S', /\? RESULT UNKNOWN[\s\S]*The request may have gone through/]], 'unknown', 0],
  ['109', [['PT3S', /✓ PAID/]], 'paid', 1],
  ['110', [['PT3S', /✓ PAID/]], 'paid', 1],
  ['111', [['PT3S', /✓ PAID/]], 'paid', 1],
  ['112', [['PT3S', /\? RESULT UNKNOWN[\s\S]*Unknown answer “/]], 'pending', 1],
  [
    '113',
    [
      ['PT3S', /✓ PAID/],
      ['PT2M', /! CALL MANAGER/],
    ],
    'disputed',
    1,
  ],
  ['114', [['PT3S', /✓ PAID/]], 'paid', 1],
  [
    '115',
    [
      ['PT3S', /✗ NOT PAID/],
      ['PT2M', /! CALL MANAGER/],
    ],
    'disputed',
    1,
  ],
];

it.each(rows)('a wallet that ends in %s', async (ending, stages, status, booked) => {
  const server = await sandbox();
  const folder = home();
  const till = open(folder, server.environment);
  await sell(till, '300', `0712345${ending}`);
  await till.sees(ending === '110' ? 'sent to the provider' : /accepted|no clear answer/);
  for (const [advance, verdict] of stages) {
    await server.advance(advance);
    till.type('k');
    await till.sees(verdict);
    await till.sees(/─\n \S[^\n]*$/); // a verdict that has just come takes no key
  }
  till.press('ctrl-c', 'ctrl-c');
  await till.ended;
  expect((await server.books()).map(({requests}) => requests)).toEqual(Array.from({length: booked}, () => 1));
  const environment = {DUKA_HOME: folder, DUKA_TILL: 'T7K', ...server.environment};
  const {json: events} = await run(['journal', 'list', '--json'], {environment});
  const {reference} = events.find((event: {type: string}) => event.type === 'requested');
  const {json: proof} = await run(['why', reference, '--json'], {environment});
  expect(proof.status).toBe(status);
});
