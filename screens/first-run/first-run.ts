import {marketOf, markets} from '../../src/core/market/markets.js';
import type {Language} from '../../src/core/messages/messages.js';
import {
  checkFirstRun,
  type FirstRun,
  type FirstRunField,
  type FirstRunProblems,
  type OfferedTill,
} from '../../src/till/start.js';
import {beside} from '../kit/form.js';
import type {ProgramStep} from '../program.js';
import {actionOf, type BindingId, type Keymap} from '../terminal/bindings.js';
import type {Key} from '../terminal/keyboard.js';
import {editLine, type Line, lineOf, textOf} from '../terminal/line.js';

type TypedField = 'shop' | 'email' | 'zone' | 'key';
const profiles = ['sandbox', 'test', 'live'] as const;

/** The questions of a new shop. */
export type FirstRunModel = {
  readonly lines: Readonly<Record<TypedField, Line>>;
  readonly country: string;
  readonly profile: FirstRun['profile'];
  /** The till to go on with; empty for a new one. */
  readonly till: string;
  readonly offered: readonly OfferedTill[];
  readonly focus: FirstRunField;
  readonly isZoneTyped: boolean;
  readonly problems: FirstRunProblems;
  readonly isKeeping: boolean;
  readonly language: Language;
};

export type FirstRunMessage =
  | {readonly kind: 'key'; readonly key: Key}
  | {readonly kind: 'refused'; readonly problems: FirstRunProblems};
export type FirstRunEffect = {readonly kind: 'keep'; readonly answers: FirstRun} | {readonly kind: 'leave'};

/** The language for a country, unless somebody has chosen one. */
export type LanguageFor = (country: string) => Language;

/** What the questions go by: which language, and which keys. */
export type FirstRunContext = {readonly languageFor: LanguageFor; readonly keys: Keymap};

export function beginFirstRun(
  answers: FirstRun,
  offered: readonly OfferedTill[],
  languageFor: LanguageFor,
): FirstRunModel {
  const {shop, email, country, zone, profile, key, till} = answers;
  return {
    lines: {shop: lineOf(shop), email: lineOf(email), zone: lineOf(zoneFor(zone, country)), key: lineOf(key)},
    country,
    profile,
    till,
    offered,
    focus: 'shop',
    isZoneTyped: false,
    problems: {},
    isKeeping: false,
    language: languageFor(country),
  };
}

/** A machine that was never told where it stands says UTC, and a day of its shop would end hours too early or too late. */
const zoneFor = (zone: string, country: string): string => (zone === 'UTC' ? marketOf(country).zone : zone);

/** The questions in their order; the sandbox needs no key, and which till it is, only a home that has one. */
export function fieldsOf({profile, offered}: FirstRunModel): readonly FirstRunField[] {
  const fields = ['shop', 'email', 'country', 'zone', 'profile'] as const;
  const till = choicesOf(offered, profile).length > 1 ? (['till'] as const) : [];
  return profile === 'sandbox' ? [...fields, ...till] : [...fields, ...till, 'key'];
}

/** The tills of a profile to choose from, and a new one. */
const choicesOf = (offered: readonly OfferedTill[], wanted: FirstRun['profile']): readonly string[] => [
  ...offered.flatMap(({profile, till}) => (profile === wanted ? [till] : [])),
  '',
];

export function updateFirstRun(
  model: FirstRunModel,
  message: FirstRunMessage,
  reducerContext: FirstRunContext,
): ProgramStep<FirstRunModel, FirstRunEffect> {
  if (message.kind === 'refused') {
    const wrong = fieldsOf(model).find(field => message.problems[field] !== undefined);
    return unchanged({...model, problems: message.problems, isKeeping: false, focus: wrong ?? model.focus});
  }
  const {key} = message;
  // Where no text is taken a letter is a key, also one of several that arrived together.
  if (key.kind !== 'text' || isTyped(model.focus)) return pressed(model, key, reducerContext);
  let step: ProgramStep<FirstRunModel, FirstRunEffect> = unchanged(model);
  for (const text of key.text)
    if (step.effects.length === 0) step = pressed(step.model, {...key, text}, reducerContext);
  return step;
}

const unchanged = (model: FirstRunModel): ProgramStep<FirstRunModel, FirstRunEffect> => ({model, effects: []});

/** What a key can do now; the rest of them edit the answer. */
function offersOf({focus, isKeeping}: FirstRunModel): readonly BindingId[] {
  if (isKeeping) return ['interrupt'];
  const everywhere = ['continue', 'next-field', 'previous-field', 'interrupt'] as const;
  return isTyped(focus) ? everywhere : [...everywhere, 'choose'];
}

function pressed(
  model: FirstRunModel,
  key: Key,
  {languageFor, keys}: FirstRunContext,
): ProgramStep<FirstRunModel, FirstRunEffect> {
  const isText = key.kind !== 'press' && isTyped(model.focus);
  const {action, place} = (isText ? undefined : actionOf(offersOf(model), key, keys)) ?? {};
  switch (action) {
    case 'interrupt':
      return {model, effects: [{kind: 'leave'}]};
    case 'continue':
      return entered(model);
    case 'next-field':
      return unchanged(moved(model, 1));
    case 'previous-field':
      return unchanged(moved(model, -1));
    case 'choose':
      return unchanged(chosen(model, place === 0 ? -1 : 1, languageFor));
    default:
      return unchanged(model.isKeeping ? model : edited(model, key));
  }
}

const isTyped = (field: FirstRunField): field is TypedField =>
  field !== 'country' && field !== 'profile' && field !== 'till';

function edited(model: FirstRunModel, key: Key): FirstRunModel {
  const {focus, lines, problems} = model;
  if (!isTyped(focus)) return model;
  const {[focus]: _, ...others} = problems;
  return {
    ...model,
    lines: {...lines, [focus]: editLine(lines[focus], key)},
    problems: others,
    isZoneTyped: model.isZoneTyped || focus === 'zone',
  };
}

/** Enter: what is wrong with an answer is said before the next question; after the last one all are kept. */
function entered(model: FirstRunModel): ProgramStep<FirstRunModel, FirstRunEffect> {
  const {focus} = model;
  const problem = checkFirstRun(answersOf(model), true)[focus];
  if (problem !== undefined) return unchanged({...model, problems: {...model.problems, [focus]: problem}});
  if (focus !== fieldsOf(model).at(-1) && Object.keys(model.problems).length === 0) return unchanged(moved(model, 1));
  return {
    model: {...model, isKeeping: true, problems: {}},
    effects: [{kind: 'keep', answers: answersOf(model)}],
  };
}

function answersOf({lines, country, profile, till}: FirstRunModel): FirstRun {
  return {
    shop: textOf(lines.shop),
    email: textOf(lines.email),
    country,
    zone: textOf(lines.zone),
    profile,
    key: textOf(lines.key),
    till,
  };
}

/** To another question. One that is left says what is wrong with it, unless it is empty: it may not have had its turn yet. */
function moved(model: FirstRunModel, by: 1 | -1): FirstRunModel {
  const {focus, problems} = model;
  const isFilled = isTyped(focus) && textOf(model.lines[focus]).trim() !== '';
  const problem = isFilled ? checkFirstRun(answersOf(model), true)[focus] : undefined;
  return {
    ...model,
    problems: problem === undefined ? problems : {...problems, [focus]: problem},
    focus: beside(fieldsOf(model), focus, by),
  };
}

/** A country brings its time zone, until one is typed, and its language. */
function chosen(model: FirstRunModel, by: 1 | -1, languageFor: LanguageFor): FirstRunModel {
  if (model.focus === 'till') return {...model, till: beside(choicesOf(model.offered, model.profile), model.till, by)};
  if (model.focus === 'profile') {
    const profile = beside(profiles, model.profile, by);
    return {...model, profile, till: choicesOf(model.offered, profile)[0] ?? ''};
  }
  const countries = markets.map(market => market.country);
  const country = beside(countries, marketOf(model.country).country, by);
  const zone = model.isZoneTyped ? model.lines.zone : lineOf(marketOf(country).zone);
  return {...model, country, lines: {...model.lines, zone}, language: languageFor(country)};
}
