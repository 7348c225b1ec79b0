import {cpSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it, type onTestFinished as OnTestFinished} from 'vitest';
import {pushedWorld} from '../../src/demo/stage.js';
import {machine} from '../../src/world.js';
import {run as runIn} from './support.js';
import {linesOf} from './thief.js';

/**
 * A home whose books name tenders by words, as all did up to version 0.1.0: an English till in Kenya and a French one in
 * Ivory Coast, each with two Zs, and a period that is open across the end of a day.
 */
const fixture = 'test/fixtures/home-with-words';

type Taking = Readonly<Record<'method' | 'channel' | 'channelId' | 'amount' | 'currency', string>>;
type Said = {readonly takings: readonly Taking[]; readonly proof: string; readonly number: number};
const answers = JSON.parse(readFileSync(join(fixture, 'answers.json'), 'utf8')) as {
  readonly today: string;
  readonly tills: Readonly<
    Record<'T7K' | 'TFR', {readonly zs: readonly Said[]; readonly days: readonly {readonly date: string}[]}>
  >;
};

const kenyan = ['Visa visa', 'Airtel Money AIRTEL_KE', 'M-Pesa SAFARICOM_KE', 'cash cash'];
const ivorian = ['Visa visa', 'MTN MTN', 'cash cash'];
const tills = [
  {
    ...({till: 'T7K', language: 'en', currency: 'KES', cash: '700', words: ['Cash', 'Enrolment']} as const),
    ...{closed: kenyan, open: kenyan},
  },
  {
    ...({till: 'TFR', language: 'fr', currency: 'XOF', cash: '700', words: ['Espèces', 'Abonnement']} as const),
    ...{closed: ivorian, open: ['Visa visa', 'MTN MTN_CI', 'cash cash']},
  },
];

function openHome(till: 'T7K' | 'TFR', language: string, whenFinished: typeof OnTestFinished) {
  const home = mkdtempSync(join(tmpdir(), 'duka-words-'));
  whenFinished(() => rmSync(home, {recursive: true, force: true}));
  cpSync(fixture, home, {recursive: true});
  const noon = Temporal.ZonedDateTime.from(`${answers.today}T12:00:00[Africa/Nairobi]`).epochMilliseconds;
  const ahead = noon - machine.now();
  const world = {...pushedWorld(machine, 'http://127.0.0.1:1'), now: () => machine.now() + ahead};
  const country = till === 'TFR' ? {DUKA_COUNTRY: 'CI'} : {};
  const environment = {DUKA_HOME: home, DUKA_TILL: till, DUKA_LANG: language, DUKA_SHOP: 'Mama Njeri', ...country};
  const run = (...line: readonly string[]) => runIn(line, {environment, world});
  return {run, folder: join(home, 'sandbox', till)};
}

const named = ({takings}: Said) => takings.map(({channel, channelId}) => `${channel} ${channelId}`).sort();

describe.concurrent('a home whose books name tenders by words', () => {
  for (const {till, language, closed, words} of tills) {
    it(`has the Zs of ${till} say what they said, with ids, signed as they were`, async ({expect, onTestFinished}) => {
      const {run} = openHome(till, language, onTestFinished);
      expect(await run('journal', 'verify', '--json')).toMatchObject({exit: 0});
      for (const said of answers.tills[till].zs) {
        const {json} = await run('shift', 'show', '--z', String(said.number), '--json');
        expect(json).toMatchObject(said);
        const charge = said.number === 1 ? 'Enrolment enrolment' : 'Renewal renewal';
        expect(named(json)).toEqual([...closed, charge].sort());
        expect((await run('journal', 'verify', '--z', said.proof, '--json')).exit).toBe(0);
      }
      const [first, second] = [await run('shift', 'show', '--z', '1'), await run('shift', 'show', '--z', '2')];
      for (const word of words) expect(first.out).toMatch(new RegExp(`^${word} +1 `, 'm'));
      expect(second.out).toMatch(language === 'fr' ? /^Renouvellement +1 /m : /^Renewal +1 /m);
    });

    it(`has the days of ${till} say what they said`, async ({expect, onTestFinished}) => {
      const {run} = openHome(till, language, onTestFinished);
      const {days} = answers.tills[till];
      expect(days).toHaveLength(4);
      for (const day of days) expect((await run('day', '--date', day.date, '--json')).json).toMatchObject(day);
    });
  }

  for (const {till, language, currency, cash, open} of tills) {
    it(`closes the open period of ${till} to one line a tender`, async ({expect, onTestFinished}) => {
      const {run, folder} = openHome(till, language, onTestFinished);
      expect(await run('cash', 'sale', '--amount', '50', '--json')).toMatchObject({exit: 0});
      const count = `${currency}:${Number(cash) + 50}`;
      const z = await run('shift', 'z', '--person', 'Amina', '--skip-questions', '--count', count, '--json');
      expect(z.exit).toBe(0);
      expect(named(z.json)).toEqual([...open, 'Renewal renewal'].sort());
      expect(z.json.takings).toContainEqual(
        expect.objectContaining({channelId: 'cash', amount: `${Number(cash) + 50}${currency === 'KES' ? '.00' : ''}`}),
      );
      expect(z.json.takings).toContainEqual(expect.objectContaining({channelId: 'visa', count: 2, amount: '48.00'}));
      const lines = linesOf(join(folder, 'journal', `${answers.today}.jsonl`)).filter(
        ({type}) => type === 'z-reported',
      );
      expect(JSON.stringify(lines)).toContain('"channel":"renewal"');
      expect(JSON.stringify(lines)).not.toMatch(/"channel":"(?:Renewal|M-Pesa|MTN|Visa)"/);
    });
  }
});
