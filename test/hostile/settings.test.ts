import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {keymapOf} from '../../screens/terminal/shortcuts.js';
import {configure} from '../../src/config.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import type {Json} from '../../src/core/service/answer.js';
import {jsonText} from '../../src/session/print.js';
import {openSettings} from '../../store/settings.js';
import {expectHarmless, readAwaited} from './harm.js';
import {damaged, mutated} from './mutations.js';
import {forAllAsync, patience, runs} from './runs.js';

const home = mkdtempSync(join(tmpdir(), 'duka-hostile-'));
afterAll(() => rmSync(home, {recursive: true, force: true}));

const settings: Json = {
  shop: 'Corner Shop',
  email: 'shop@example.com',
  zone: 'Africa/Nairobi',
  dayStartsAt: '04:00',
  country: 'KE',
  language: 'en',
  profile: 'test',
  baseUrl: 'https://api.example/live',
  till: {sandbox: 'T7K', test: 'T7K'},
  authorisedDifference: {KES: '50'},
  printer: {address: '10.0.0.9', columns: 32, codePage: 'cp858', cut: true, qr: 'text'},
  reconciliation: {
    providerZone: 'Africa/Lagos',
    feeTolerance: {KES: '0.01'},
    holidays: ['2026-12-25'],
    statusWords: {ok: 'paid'},
  },
  taxRates: [{name: 'VAT', percent: '16', included: true, default: true}],
  cooldownMinutes: 10,
  idleLockMinutes: 2,
  person: 'Amina',
  typedCards: true,
  cardCurrencies: ['NGN'],
  networks: {KE: [{code: 'SAFKEN', name: 'M-Pesa'}]},
  profilesUsed: ['sandbox'],
  keys: {test: 'PZ78-PKTEST-1'},
  shortcuts: {check: ['c']},
  theme: 'dark',
  plain: false,
};

const content = fc.oneof(
  {weight: 4, arbitrary: mutated([settings]).map(json => new Uint8Array(Buffer.from(JSON.stringify(json))))},
  {weight: 1, arbitrary: damaged(fc.constant(new Uint8Array(Buffer.from(JSON.stringify(settings)))))},
);

test(
  'a file of settings makes a whole configuration or one problem, which can be shown',
  async () => {
    let wholes = 0;
    await forAllAsync(runs(250), content, async bytes => {
      writeFileSync(join(home, 'settings.json'), bytes);
      const made = await readAwaited(async () => {
        const {read} = await openSettings(home);
        const config = configure({home}, {}, read(), 'Africa/Nairobi');
        keymapOf(config.shortcuts);
        return config;
      });
      if (made instanceof Problem) {
        for (const language of ['en', 'fr'] as const) expectHarmless(problemText(made, language));
        expectHarmless(jsonText({...made.facts}));
        return;
      }
      wholes += 1;
      expect(made.home).toBe(home);
      expect(['sandbox', 'test', 'live']).toContain(made.profile);
      expect(made.till ?? 'T7K').toMatch(/^[A-Z0-9]{1,3}$/);
      expect(Object.isFrozen(made)).toBe(true);
    });
    expect(wholes).toBeGreaterThan(10);
    expect(readdirSync(home)).toEqual(['settings.json']);
  },
  patience,
);
