import {expect, test} from 'vitest';
import {amountTyped} from '../../../screens/kit/amount.js';
import {textOf} from '../../../screens/terminal/line.js';
import {languages, loadMessages} from '../../../src/core/messages/messages.js';
import {type Money, parseAmount} from '../../../src/core/money/money.js';

const amounts: readonly Money[] = [5, 150, 25_050, 125_005, 123_456_789].flatMap(minor => [
  {currency: 'KES', minor},
  {currency: 'XOF', minor},
]);

test('an amount that a field is filled in with is written as the language writes it, and read as it is', async () => {
  for (const language of languages) await loadMessages(language);
  const typed = languages.map(language => textOf(amountTyped({currency: 'KES', minor: 125_050}, language)));
  expect(Object.fromEntries(languages.map((language, at) => [language, typed[at]]))).toEqual({
    en: '1250.50',
    fr: '1250,50',
    pt: '1250,50',
    sw: '1250.50',
  });
  for (const language of languages)
    for (const amount of amounts)
      for (const thousandsMark of [',', '.', undefined] as const)
        expect(parseAmount(textOf(amountTyped(amount, language)), amount.currency, {thousandsMark})).toEqual(amount);
});
