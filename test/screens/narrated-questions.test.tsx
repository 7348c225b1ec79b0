import {cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {type FirstRunHost, firstRunScreens} from '../../screens/first-run/first-run.js';
import type {Filled} from '../../screens/kit/form.js';
import {narrate} from '../../screens/kit/narrate.js';
import {createOwnProgram} from '../../screens/kit/program.js';
import {entering, topOf} from '../../screens/model.js';
import {createReviewProgram, narrateReview, reviewScreens} from '../../screens/review/start.js';
import {defaultKeys as keys} from '../../screens/terminal/bindings.js';
import {languages, messages} from '../../src/core/messages/messages.js';
import {openReview} from '../../src/till/review.js';
import {prepareStart} from '../../src/till/start.js';
import {fact} from '../../src/views/block.js';
import {machine} from '../../src/world.js';
import {openJournal} from '../../store/journal.js';
import {segmentPath} from '../../store/segment.js';
import {options, requested, sent} from '../store/support.js';
import {openBusyShop} from '../till/busy-shop.js';
import {journeysFrom, lostWords, strokeOf} from './lost-words.js';

const size = {columns: 80, rows: 24};
const place = realpathSync(mkdtempSync(join(tmpdir(), 'duka-narrated-')));
afterAll(() => rmSync(place, {recursive: true, force: true, maxRetries: 3}));

/** So many of a key. */
const times = (count: number, key: string): readonly string[] => Array.from({length: count}, () => key);

/** A home in which a live till lies that no settings name. */
async function startInHome() {
  const home = join(place, 'home');
  const folder = join(home, 'live', 'K7Q');
  const header = {...options(folder).header, profile: 'live' as const, zone: 'Africa/Lagos'};
  const journal = await openJournal({...options(folder), till: 'K7Q', header});
  await journal.append([requested(1), sent(1)]);
  await journal.close();
  return prepareStart({
    flags: {},
    environment: {DUKA_HOME: home},
    world: machine,
    version: '0.0.0',
    systemZone: 'Africa/Nairobi',
    systemLocale: 'en-US',
    startSandbox: () => Promise.reject(new Error('nothing is opened yet')),
  });
}

/** Some 10 s of a processor that others want too. */
const timeout = 600_000;

test('every question of a new shop is also told, in every language', {timeout}, async () => {
  const start = await startInHome();
  const {firstRun, offered, languageFor} = start;
  if (firstRun === undefined) throw new Error('nothing would be asked');
  const opened = () => {
    const keeping = new Set<Promise<void>>();
    const failures: unknown[] = [];
    const fail = (error: unknown) => void failures.push(error);
    const over = {keys, isPlain: false, languageFor};
    const keep: FirstRunHost['keep'] = async (answers, refuse) => {
      const kept = start.keepFirstRun(answers).then(refuse);
      keeping.add(kept);
      await kept;
    };
    const program = createOwnProgram({
      screens: firstRunScreens,
      over,
      first: entering('first-run', {answers: firstRun, offered}),
      host: {keep},
      leave: () => undefined,
      crash: fail,
    });
    const kept = async () => {
      await Promise.all(keeping);
      expect(failures).toEqual([]);
    };
    return {program, over, kept};
  };
  const seen = new Set<string>();
  const look = ({program, over}: Pick<ReturnType<typeof opened>, 'program' | 'over'>, strokes: readonly string[]) => {
    const shown = topOf(program.model());
    const {focus, wrong} = shown.state as Filled;
    seen.add(focus);
    if (wrong !== undefined) seen.add(`${wrong.field} is wrong`);
    for (const language of languages) {
      const context = {...firstRunScreens.contextOf(program.model(), over), language, messages: messages(language)};
      const blocks = firstRunScreens.describedOn(shown, context);
      const lost = lostWords(blocks, narrate(blocks, context, ''), language);
      expect(lost, `${language}: ${strokes.join(' ')}`).toEqual([]);
    }
  };
  const named = ['Corner Shop', 'enter', 'awa@example.com', ...times(5, 'enter')];
  const beginnings = [
    [],
    times(9, 'enter'),
    ['Corner Shop', 'enter', 'x@', 'enter', 'tab', ...times(3, 'enter')],
    ['Corner Shop', ...times(6, 'enter'), 'right', ...times(3, 'enter')],
    ['tab', 'tab', 'iv', 'down', 'page-down', 'enter', 'right', 'enter', 'right'],
    ['tab', 'tab', 'guinea', 'down', 'tab', 'shift-tab', 'xyz', 'enter', 'tab'],
    [...named, 'right', 'enter', ...times(2, 'enter')],
    [...named, ...times(3, 'enter')],
    [...named, 'enter', 'right', 'PZ78-PKLIVE-secret', 'enter'],
    [...times(5, 'tab'), 'nowhere', ...times(4, 'enter')],
  ];
  const texts = ['Chez Awa', 'awa@example.com', 'x@', 'Africa/Lagos', 'PZ78-PKLIVE-secret', '1', 'mo'];
  await fc.assert(
    fc.asyncProperty(journeysFrom(beginnings, texts), async strokes => {
      const {program, over, kept} = opened();
      look({program, over}, strokes);
      for (const [at, stroke] of strokes.entries()) {
        program.dispatch({kind: 'key', key: {...strokeOf(stroke), chunk: at}, size});
        const model = program.model();
        look({program, over}, strokes);
        await kept();
        if (program.model() !== model) look({program, over}, strokes);
      }
    }),
    {numRuns: 30, examples: beginnings.map(strokes => [[...strokes]])},
  );
  const fields = ['shop', 'email', 'country', 'language', 'customerLanguage', 'zone', 'profile', 'till', 'key'];
  const wrong = ['shop', 'email', 'country', 'zone', 'key'].map(field => `${field} is wrong`);
  expect([...seen]).toEqual(expect.arrayContaining([...fields, ...wrong]));
});

test('a word that has no room beside its label is told, though it is drawn in parts', () => {
  const lost = (length: number) => {
    const blocks = [fact('a', '0712345678'.repeat(9).slice(0, length), {lead: 'Some words before it', most: 4})];
    return lostWords(blocks, narrate(blocks, {language: 'en', keys}, ''), 'en');
  };
  for (let length = 1; length <= 90; length += 1) expect(lost(length), String(length)).toEqual([]);
});

/** The journal of two days, and the same with an amount of the first changed. */
async function journals(): Promise<readonly string[]> {
  const [busy, hurt] = [join(place, 'busy'), join(place, 'hurt')];
  const shop = await openBusyShop(busy);
  await shop.sell(20, 40);
  await shop.untilMorning();
  await shop.sell(3, 40);
  await shop.till.close();
  cpSync(busy, hurt, {recursive: true});
  const path = segmentPath(hurt, '2026-11-20');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"minor":5100', '"minor":9900'));
  return [busy, hurt];
}

test('every fact of a journal that is looked through is also told, in every language', {timeout}, async () => {
  const folders = await journals();
  const exports = join(place, 'exports');
  mkdirSync(exports);
  const beginnings = [
    [],
    ['down', 'enter', 'down', 'down', 'enter', 'down', 'enter'],
    ['enter', 'enter', 'enter', 'page-down'],
    ['e', 'down', 'enter'],
    ['down', 'e', 'down', 'page-down', 'enter'],
    ['/', 'completed', 'enter', 'w', 'down'],
    ['/', 'paid', 'enter', 'down', 'x'],
    ['down', 'a', '23:59', 'enter', 'enter', 'end'],
    ['a', 'nonsense', 'enter'],
    ['?', 'page-down'],
  ];
  const texts = ['/', 'a', 'e', 'w', 'x', '?', 'q', '30', 'requested', '0712000001'];
  const seen = new Set<string>();
  const opened = async (folder: string) => {
    const review = await openReview(folder);
    const parts = {folder, exports, language: 'en' as const, isPlain: false, environment: {}, start: {}};
    const crashes: unknown[] = [];
    const ends = {leave: () => undefined, crash: (error: unknown) => crashes.push(error)};
    const {program, begin} = createReviewProgram(review, parts, ends);
    await begin(new AbortController().signal);
    const look = (strokes: readonly string[]) => {
      const model = program.model();
      const shown = topOf(model);
      seen.add(shown.kind);
      for (const language of languages) {
        const over = {review, language, keys, isPlain: false};
        const blocks = reviewScreens.describedOn(shown, reviewScreens.contextOf(model, over));
        const lost = lostWords(blocks, narrateReview(model, over), language);
        expect(lost, `${language}: ${strokes.join(' ')}`).toEqual([]);
      }
    };
    return {program, look, crashes};
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...folders), journeysFrom(beginnings, texts), async (folder, strokes) => {
      const {program, look, crashes} = await opened(folder);
      look(strokes);
      for (const [at, stroke] of strokes.entries()) {
        program.dispatch({kind: 'key', key: {...strokeOf(stroke), chunk: at}, size});
        const model = program.model();
        look(strokes);
        // What was asked of the disk is there before the next key.
        await expect.poll(() => topOf(program.model()).waiting, {interval: 1}).toEqual([]);
        if (program.model() !== model) look(strokes);
      }
      expect(crashes).toEqual([]);
    }),
    {
      numRuns: 30,
      examples: folders.flatMap(folder => beginnings.map((strokes): [string, string[]] => [folder, [...strokes]])),
    },
  );
  expect([...seen].sort()).toEqual(['days', 'event', 'events', 'help', 'payments'].map(name => `review-${name}`));
});
