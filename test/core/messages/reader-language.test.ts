import fc from 'fast-check';
import {expect, it} from 'vitest';
import {configure} from '../../../src/config.js';
import {allMarkets, usualLanguages} from '../../../src/core/market/markets.js';
import {languages} from '../../../src/core/messages/messages.js';
import {readerLanguage} from '../../../src/core/messages/reader-language.js';
import {forAll} from '../../hostile/runs.js';

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), {nil: undefined});
const said = fc.record({
  language: maybe<string>([...languages, 'qya', '']),
  country: maybe([...allMarkets.flatMap(({country}) => [country, country.toLowerCase(), ` ${country} `]), 'XX', '']),
  zone: maybe([...allMarkets.map(({zone}) => zone), 'Europe/Berlin', 'Africa/Atlantis']),
});
const defined = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

it('is the language of every configuration that is valid', () => {
  const known = usualLanguages();
  forAll(
    {numRuns: 2000},
    said,
    said,
    fc.constantFrom('Africa/Nairobi', 'Africa/Abidjan', 'UTC'),
    (outside, settings, zone) => {
      const environment = {DUKA_LANG: outside.language, DUKA_COUNTRY: outside.country, DUKA_ZONE: outside.zone};
      let configured: string | undefined;
      try {
        configured = configure({}, environment, defined(settings), zone).language;
      } catch {
        return;
      }
      const named = {
        language: outside.language || undefined,
        country: outside.country || undefined,
        zone: outside.zone,
      };
      expect(readerLanguage(known, named, settings, {zone})).toBe(configured);
    },
  );
});

it('is unknown where what counts makes no sense, and not that of what counts less', () => {
  const known = usualLanguages();
  expect(readerLanguage(known, {language: 'qya'}, {language: 'fr'})).toBeUndefined();
  expect(readerLanguage(known, {country: 'XX'}, {zone: 'Africa/Abidjan'})).toBeUndefined();
  for (const language of [7, null, ['fr'], '', ' fr']) expect(readerLanguage(known, {language})).toBeUndefined();
  expect(readerLanguage(known, {country: 'zone'})).toBeUndefined();
  expect(readerLanguage(known, {zone: ''})).toBe('en');
});
