import {existsSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {eventSpecs} from '../../../src/core/events/event.js';
import {chainLine, genesis} from '../../../store/line.js';
import {eventPages} from './format-page.js';

const file = 'docs/journal-format.md';
const [prose = '', events = ''] = existsSync(file) ? readFileSync(file, 'utf8').split(/^(?=## Events)/m) : [];

it(`is what ${file} ends with: to be replaced by this where it is not (vitest -u)`, async () => {
  expect(events).not.toBe('');
  await expect(`${prose}${eventPages()}\n`).toMatchFileSnapshot(`../../../${file}`);
});

it('has every event and every member of a line', () => {
  for (const type of Object.keys(eventSpecs)) expect(events).toContain(`\n### \`${type}\`\n`);
  const line = JSON.parse(
    chainLine(genesis, 0, {till: 'T7K', person: 'Amina', type: 'sent', key: '2026-11-1c5e', data: '{}'}),
  );
  expect([...prose.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(Object.keys(line));
});

it('says of every member what it is', () =>
  expect(events.split('\n').filter(line => /^\| `[^|]*\|[^|]*\| *\|$/.test(line))).toEqual([]));
