import {cpSync, existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it, type onTestFinished as OnTestFinished} from 'vitest';
import {isEvent, isKnown} from '../../src/core/events/event.js';
import {decimalText} from '../../src/core/money/money.js';
import {inDrawer} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {pushedWorld} from '../../src/demo/stage.js';
import {machine} from '../../src/world.js';
import {run as runIn} from './support.js';
import {linesOf} from './thief.js';

const fixture = 'test/fixtures/home-0.1.0';

/** What version 0.1.0 said of this home when it had made it, and the codes of what it printed. */
const told = JSON.parse(readFileSync(join(fixture, 'answers.json'), 'utf8')) as {
  readonly printed: readonly {readonly kind: 'receipt' | 'z'; readonly name: string; readonly code: string}[];
  readonly today: string;
  readonly days: readonly {readonly date: string}[];
  readonly verify: {readonly segments: number; readonly events: number; readonly head: string};
};

/** A copy of the home, at noon of its last day. */
function openOlder(whenFinished: typeof OnTestFinished) {
  const home = mkdtempSync(join(tmpdir(), 'duka-older-'));
  whenFinished(() => rmSync(home, {recursive: true, force: true}));
  cpSync(fixture, home, {recursive: true});
  const noon = Temporal.ZonedDateTime.from(`${told.today}T12:00:00[Africa/Nairobi]`).epochMilliseconds;
  const ahead = noon - machine.now();
  const world = {...pushedWorld(machine, 'http://127.0.0.1:1'), now: () => machine.now() + ahead};
  const environment = {DUKA_HOME: home, DUKA_TILL: 'T7K', DUKA_SHOP: 'Mama Njeri'};
  const run = (...line: readonly string[]) => runIn(line, {environment, world});
  return {run, till: join(home, 'sandbox', 'T7K')};
}

describe.concurrent('a home of version 0.1.0', () => {
  it('is read as it was: every day, every line, every code that was printed', async ({expect, onTestFinished}) => {
    const {run, till} = openOlder(onTestFinished);
    expect(await run('journal', 'verify', '--json')).toMatchObject({exit: 0, json: {...told.verify, outside: null}}); // its receipts name no line
    const [open, ...closed] = told.days.toReversed();
    for (const day of closed) expect((await run('day', '--date', day.date, '--json')).json).toMatchObject(day);
    for (const {kind, name, code} of told.printed) {
      const line = kind === 'z' ? ['journal', 'verify', '--z', code] : ['claim', '--qr', code];
      expect([name, (await run(...line, '--json')).exit]).toEqual([name, 0]);
    }
    expect(existsSync(join(till, 'head.json'))).toBe(false);
    // The newest day has cash that is not counted yet: it is told when it is.
    const today = async () => (await run('day', '--date', told.today, '--json')).json;
    expect(await today()).toMatchObject({takings: [], hours: [], withheld: [{currency: 'KES', sales: 1, refunds: 0}]});
    const closed75 = await run('shift', 'z', '--person', 'Amina', '--count', 'KES:75', '--skip-questions');
    expect(closed75).toMatchObject({exit: 0, err: expect.stringContaining('duka staff add')});
    expect((await run('cash', 'drop', '--amount', '1', '--reason', 'safe')).err).not.toContain('duka staff add');
    expect(await today()).toMatchObject(open ?? {});
  });

  it('has no line that is not as events are specified today', ({expect}) => {
    const lines = told.days.flatMap(({date}) => linesOf(join(fixture, 'sandbox', 'T7K', 'journal', `${date}.jsonl`)));
    expect(lines).toHaveLength(told.verify.events);
    expect(lines.filter(line => !isKnown(line) || !isEvent(line))).toEqual([]);
  });

  it('has the Zs that were made say what they said', async ({expect, onTestFinished}) => {
    const {run, till} = openOlder(onTestFinished);
    const made = told.days
      .flatMap(({date}) => linesOf(join(till, 'journal', `${date}.jsonl`)))
      .flatMap(({type, data}) => (type === 'z-reported' ? [data['report'] as Report] : []));
    expect(made).toHaveLength(3);
    for (const {number, drawers} of made) {
      const {json} = await run('shift', 'show', '--z', String(number), '--json');
      expect(json.drawers).toEqual(
        drawers.map(drawer => expect.objectContaining({currency: drawer.currency, beforeFloat: null})),
      );
      for (const [at, {currency, expected, difference}] of drawers.entries())
        expect(json.drawers[at]).toMatchObject({
          expected: decimalText(inDrawer(currency, expected ?? 0)),
          difference: decimalText(inDrawer(currency, difference ?? 0)),
        });
    }
  });

  it('is sold from, and from then on keeps its newest line and names its key', async ({expect, onTestFinished}) => {
    const {run, till} = openOlder(onTestFinished);
    expect(await run('cash', 'sale', '--amount', '200', '--json')).toMatchObject({exit: 0, json: {status: 'paid'}});
    const lines = linesOf(join(till, 'journal', `${told.today}.jsonl`));
    const settings = JSON.parse(readFileSync(join(till, '..', '..', 'settings.json'), 'utf8'));
    const since = lines.filter(({seq}) => seq > told.verify.events);
    expect(since[0]?.type).toBe('started');
    expect(since[1]).toMatchObject({
      type: 'signing-key',
      data: {publicKey: settings.signingKeys.sandbox, previous: null, signature: null},
    });
    const newest = lines.at(-1);
    expect(JSON.parse(readFileSync(join(till, 'head.json'), 'utf8'))).toMatchObject({
      ...{seq: newest?.seq, head: newest?.hash, segment: told.today},
      key: settings.signingKeys.sandbox,
    });
    expect(await run('journal', 'verify', '--json')).toMatchObject({exit: 0, json: {events: newest?.seq}});
  });
});
