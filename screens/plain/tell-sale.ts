import {isWalletless, marketOf} from '../../src/core/market/markets.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney} from '../../src/core/money/money.js';

import {isPartOfDay} from '../day/today.js';
import type {SaleScreen, Takings} from '../model.js';
import {wireBytes} from '../parts/wire.js';
import {lastText} from '../sale/last-outcome.js';
import {isTyped, marketIn, networkIn, type SaleField, type SaleForm, type TypedField} from '../sale/sale-form.js';
import {fieldLabel, shownAmount, shownWallet} from '../sale/shown.js';
import {hoursToday, takingsCurrency} from '../sale/takings.js';
import {dayCounts, givenBack} from '../sale/today.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** The sale: what was typed of it, field by field, and the field that comes now. */
export function tellSale({form}: SaleScreen, ear: Ear): Telling {
  const {language, words} = ear;
  const {wrong} = form;
  const title = form.sale === undefined ? words.saleScreen.title : words.saleScreen.nextAttempt({sale: form.sale});
  const isBlank = Object.values(form.lines).every(isEmpty);
  const told = isBlank || form.sale !== undefined ? standing : detail;
  const wire = wireSentence(ear);
  const last = lastText(ear);
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [
            standing(
              `${fieldLabel(wrong.field, form, words)}: ${clauses(problemText(wrong.problem, language), language)}`,
            ),
          ]),
      told(`${title}.`),
      ...typedFacts(form, ear),
      ...chosenFacts(form, ear),
      told(todayText(ear), 'today'),
      ...(last === '' ? [] : [told(last)]),
      ...(wire === '' ? [] : [detail(wire)]),
    ],
    prompt: prompt(form, ear),
  };
}

/** What a sale and a question cost on the link; `''` before both are known. */
export function wireSentence({till, words, language}: Ear): string {
  const wire = wireBytes({till, words});
  return wire === undefined ? '' : messages(language).narration.wire(wire);
}

/** The takings by the hour in one currency, without the hours that took nothing. */
export function hoursText({currency: chosen}: Takings, ear: Ear): string {
  const currency = takingsCurrency(ear, chosen);
  if (currency === undefined) return '';
  const {hour: each, hours: sentence} = messages(ear.language).narration;
  const hours = hoursToday(ear, currency)
    .filter(({minor}) => minor !== 0)
    .map(({hour, minor}) => each({hour: hourText(hour), amount: displayMoney({currency, minor})}));
  return sentence({currency, hours: hours.join('; ')});
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The counts of the day and what they are worth. */
export function todayText(ear: Ear): string {
  const {language, words} = ear;
  const {count: bare, countWorth, today} = messages(language).narration;
  const told = dayCounts(ear).map(({verdict, count, sums, hasCash = false}) => {
    const word = words.saleScreen.counts[verdict]({count});
    const worth = [...sums.map(displayMoney), ...(hasCash ? [words.saleScreen.andCash] : [])].join(', ');
    return (worth === '' ? bare : countWorth)({count, word, sums: worth});
  });
  const [paid = '', ...others] = told;
  const text = today({counts: [paid, ...backTexts(ear), ...others].join('; ')});
  return isPartOfDay(ear) ? `${text} ${messages(language).day.part}` : text;
}

/** What was given back, and the net. */
function backTexts(ear: Ear): readonly string[] {
  const {words} = ear;
  const {back, net, whole} = givenBack(ear);
  const {givenBack: given, givenBackWhole, net: left} = words.saleScreen;
  const label = whole === 0 ? given : givenBackWhole({count: whole});
  const worth = (name: string, sums: typeof back) => [name, ...sums.map(displayMoney)].join(' ');
  return [...(back.length + whole === 0 ? [] : [worth(label, back)]), ...(net.length === 0 ? [] : [worth(left, net)])];
}

/** A field is told of when it has been left. */
function typedFacts(form: SaleForm, ear: Ear): readonly Fact[] {
  const fields = Object.keys(form.lines) as TypedField[];
  return fields
    .filter(field => field !== form.focus && !isEmpty(form.lines[field]))
    .map(field => fact(is(fieldLabel(field, form, ear.words), shownAs(field, form), ear)));
}

function shownAs(field: TypedField, form: SaleForm): string {
  if (field === 'amount') return shownAmount(form);
  return field === 'wallet' ? shownWallet(form) : textOf(form.lines[field]);
}

/** The network and the country, where they follow from what was typed or chosen. */
function chosenFacts(form: SaleForm, ear: Ear): readonly Fact[] {
  const {language, till, words} = ear;
  const {market, source} = marketIn(form);
  const reading = networkIn(form, till.networksAtHand(market));
  const {chosen, fromPrefix, fromNumber, onlyOne, fields} = words.saleScreen;
  const notes = {chosen, prefix: fromPrefix, only: onlyOne, later: '', unknown: ''} as const;
  const country = source === 'chosen' ? chosen : fromNumber;
  const isAbroad =
    form.focus !== 'country' && source !== 'kept' && (source === 'chosen' || market.country !== form.country);
  return [
    ...(isAbroad
      ? [fact(is(fields.country, messages(language).country[marketOf(market.country).country], ear, country))]
      : []),
    ...(reading.network === undefined || isEmpty(form.lines.wallet) || form.focus === 'network'
      ? []
      : [fact(is(fields.network, reading.network.name, ear, notes[reading.source]))]),
  ];
}

function prompt(form: SaleForm, ear: Ear): string {
  const {keys, language, shop, till, words} = ear;
  const {focus} = form;
  const {ask, askIn, askHinted, choose} = messages(language).narration;
  const label = fieldLabel(focus, form, words);
  const {market} = marketIn(form);
  const key = keyText('choose', {language, keys});
  if (focus === 'amount') return asked(askIn({label, currency: market.currency}), form.lines.amount);
  if (focus === 'network') {
    const value = networkIn(form, till.networksAtHand(market)).network?.name ?? '…';
    return choose({label, key, value});
  }
  if (focus === 'country')
    return choose({label, key, value: messages(language).country[marketOf(market.country).country]});
  if (focus === 'more') return askHinted({label, hint: words.saleScreen.moreHint});
  const phone = isWalletless(market) ? (shop.phone ?? '') : '';
  const hints: Readonly<Partial<Record<SaleField, string>>> = {
    email: shop.email ?? '',
    lastName: shop.shop,
    wallet: phone,
  };
  const hint = hints[focus] ?? '';
  const question =
    isTyped(focus) && hint !== '' && isEmpty(form.lines[focus]) ? askHinted({label, hint}) : ask({label});
  return asked(question, form.lines[focus]);
}
