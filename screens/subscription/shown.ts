import {clockText, dateText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {inZone} from '../../src/core/service/clock.js';
import type {Deviation} from '../../src/core/subscription/deviations.js';
import {driftColumn, driftSentences} from '../../src/core/subscription/drift-text.js';
import {priceText} from '../../src/core/subscription/plan-text.js';
import type {KnownSubscription} from '../../src/core/subscription/registry.js';
import {
  driftOfKnown,
  isOfOtherMode,
  nextChargeOfKnown,
  planOfKnown,
  unclearChangeOf,
  wholeSubscription,
} from '../../src/core/subscription/standing.js';
import {cleanText} from '../../src/core/text/text.js';

import {keyText} from '../terminal/bindings.js';
import type {Ear} from '../view.js';
import type {ChangeResult, Hearing} from './screens.js';
import {stateText} from './states.js';

const longestText = 200;

/** Who reads the service's times: by the shop's clock. */
type Reader = Pick<Ear, 'language' | 'shop'>;

/** A time of the service, to the minute. */
export function whenText(time: string, {shop}: Pick<Ear, 'shop'>): string {
  return cleanText(inZone(time, shop.zone).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/u, '$1 $2'), 30);
}

/** A day of the service with its year: `Tue 22 Dec 2026`; what is no day stays as it came. */
export function serviceDayText(time: string, reader: Reader): string {
  const date = dayIn(time, reader);
  return date === undefined
    ? whenText(time, reader)
    : `${dateText(date, reader.language)} ${date.slice(0, 'YYYY'.length)}`;
}

/** A time of the service as people read it: `Sun 22 Nov 2026, 02:28`. */
export function serviceTimeText(time: string, reader: Reader): string {
  const [, clock] = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/u.exec(inZone(time, reader.shop.zone)) ?? [];
  if (clock === undefined || dayIn(time, reader) === undefined) return cleanText(time, longestText);
  return `${serviceDayText(time, reader)}, ${clock}`;
}

/** The day that a text begins with, if there is such a day. */
function dayIn(time: string, {shop}: Pick<Ear, 'shop'>): string | undefined {
  const date = /^\d{4}-\d\d-\d\d/u.exec(inZone(time, shop.zone))?.[0];
  return date !== undefined && Number.isFinite(Date.parse(date)) ? date : undefined;
}

/** Where what is shown comes from. */
export function sourceText(hearing: Hearing, {language, shop}: Ear): string {
  const {source} = messages(language).subscriptionScreen;
  if (hearing.kind === 'asking') return source.asking;
  const {problem, isListed, at, learning} = hearing;
  if (problem !== undefined) return source.memory({problem: problemText(problem, language)});
  const text = isListed ? source.heard({time: clockText(at, shop.zone)}) : source.notListed;
  if (learning === undefined) return text;
  return `${text} ${source.learning({at: learning.asked + 1, count: learning.count})}`;
}

/** The plan of a subscription by its name, or else by its code. */
export function planName(known: KnownSubscription, {till, language}: Ear): string {
  const {notKnown} = messages(language).subscriptionScreen;
  return cleanText(planOfKnown(till.state.registry, known)?.name ?? known.planCode ?? notKnown, 60);
}

/** Whose it is: by e-mail, which is by whom the service knows a customer. */
export const customerText = ({subscription}: KnownSubscription, {language}: Pick<Ear, 'language'>): string =>
  cleanText(subscription.customerEmail ?? messages(language).subscriptionScreen.notKnown, 80);

/** The customer by name as well, where the service has one. */
export function customerInFull(known: KnownSubscription, ear: Ear): string {
  const {firstName = null, lastName = null} = known.subscription;
  return [customerText(known, ear), cleanText(`${firstName ?? ''} ${lastName ?? ''}`, 60)].join(' ').trim();
}

/** The day of the next charge in at most 9 cells; its year alone tells one that is far off. */
export function nextShort(known: KnownSubscription, ear: Ear): string {
  const {till, now, language} = ear;
  const next = nextChargeOfKnown(till.state.registry, known, now);
  if (next === undefined) return messages(language).subscriptionScreen.one.empty;
  const date = dayIn(next.at, ear);
  if (date === undefined) return whenText(next.at, ear);
  const isFar = Date.parse(date) - now > farMs;
  return isFar ? date.slice(0, 7) : dayShort(next.at, ear);
}

/** A day of the service without its weekday and year: `22 Dec`; what is no day stays as it came. */
export function dayShort(time: string, reader: Reader): string {
  const date = dayIn(time, reader);
  return date === undefined ? whenText(time, reader) : dateText(date, reader.language).split(' ').slice(1).join(' ');
}

const farMs = 300 * 24 * 60 * 60_000;

/** How it differs from its plan, in at most 16 cells. */
export const driftShort = (known: KnownSubscription, {till, now, language}: Ear): string =>
  driftColumn(driftOfKnown(till.state.registry, known, now), language);

/** A sentence, and the sign that says how it is meant. */
export type Said = {readonly glyph: '✓' | '!' | '?' | '–' | '✗' | ' '; readonly text: string};

/** How a subscription stands, in sentences: its state and price, the next charge, and all that is odd about it. */
export function standingOf(known: KnownSubscription, ear: Ear): readonly Said[] {
  const {till, shop, now, language, words} = ear;
  const {one} = messages(language).subscriptionScreen;
  const {otherMode, unclearChange} = messages(language).subscription;
  const {registry} = till.state;
  const plan = planOfKnown(registry, known);
  const price = plan === undefined ? one.planUnknown : priceText(plan, ear.language);
  const mode = cleanText(known.subscription.connectionMode ?? '', 30);
  const drifts = driftOfKnown(registry, known, now);
  const unclear = unclearChangeOf(known);
  return [
    {glyph: ' ', text: `${stateText(known, language)} · ${planName(known, ear)} · ${price}`},
    {glyph: ' ', text: nextText(known, ear)},
    ...(drifts.length === 0 ? [driftSaid(undefined, ear)] : drifts.map(drift => driftSaid(drift, ear))),
    ...(isOfOtherMode(known, shop.profile)
      ? [{glyph: '!', text: otherMode({mode, profile: words.frame.profiles[shop.profile]})} as const]
      : []),
    ...(unclear === null ? [] : [{glyph: '?', text: unclearChange[unclear]} as const]),
    known.isOwn ? {glyph: ' ', text: one.own} : {glyph: '–', text: one.elsewhere({key: keyText('make-own', ear)})},
  ];
}

function nextText(known: KnownSubscription, ear: Ear): string {
  const {till, now, language} = ear;
  const {one} = messages(language).subscriptionScreen;
  const next = nextChargeOfKnown(till.state.registry, known, now);
  if (next === undefined) return one.noNext;
  return (next.from === 'plan' ? one.nextByPlan : one.nextCharge)({date: serviceDayText(next.at, ear)});
}

const glyphs = ['✓', '!', '?', '–'] as const;

/** The sign of a drift is that of its short form. */
function driftSaid(drift: Deviation | undefined, {language, shop}: Reader): Said {
  const drifts = drift === undefined ? [] : [drift];
  const short = driftColumn(drifts, language);
  const glyph = glyphs.find(each => short.startsWith(each)) ?? '!';
  return {glyph, text: driftSentences(drifts, language, shop.zone).join(' ')};
}

/** What was done last, or why not and what to do. */
export function resultSaid(result: ChangeResult, {language}: Ear): Said {
  const {one} = messages(language).subscriptionScreen;
  switch (result.kind) {
    case 'added':
      return {glyph: '✓', text: one.added};
    case 'done':
      return {glyph: '✓', text: messages(language).subscription.done[result.change]};
    case 'problem': {
      const text = problemText(result.problem, language);
      const glyph = result.problem.code === 'subscription-unclear' ? '?' : '✗';
      return {glyph, text: result.isAskedAnew ? `${text} ${one.afterRefusal}` : text};
    }
  }
}

type Field = readonly [label: string, value: string];

/** Every member of the service's record, under its label; what nobody has told of as well. */
export function fieldsOf(known: KnownSubscription, reader: Reader): readonly Field[] {
  const {fields} = messages(reader.language).subscription;
  const whole = wholeSubscription(known);
  const names = Object.keys(fields) as readonly (keyof typeof fields)[];
  return names.map(name => [fields[name], valueText(whole[name], reader)]);
}

/** The value of any member of a record, in one line. */
export function valueText(value: unknown, reader: Reader): string {
  const {yes, no, empty} = messages(reader.language).subscriptionScreen.one;
  if (value === null || value === undefined || value === '') return empty;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'string') return serviceTimeText(value, reader);
  return cleanText(JSON.stringify(value), longestText);
}
