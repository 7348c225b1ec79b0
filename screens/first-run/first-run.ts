import {countryName, marketOf, markets} from '../../src/core/market/markets.js';
import {fill, type Language, messages} from '../../src/core/messages/messages.js';
import {
  checkFirstRun,
  type FirstRun,
  type FirstRunField,
  type FirstRunProblems,
  type OfferedTill,
} from '../../src/till/start.js';
import {atBottom, type Block, compact, fact, gap, title} from '../../src/views/block.js';
import {
  beside,
  emptyForm,
  entered,
  type Filled,
  type Form,
  fieldBlocks,
  firstWrong,
  formKeys,
  typedIn,
} from '../kit/form.js';
import {Screens} from '../kit/program.js';
import {onlyWhile} from '../kit/question.js';
import type {PlacesOf, Screen} from '../kit/screen.js';
import {type ScreenKey, type SpokenContext, type Task, task} from '../kit/step.js';
import {type Stacked, topOf} from '../model.js';
import {masked} from '../parts/field.js';
import {type Keymap, keyText} from '../terminal/bindings.js';
import {emptyLine, lineOf, textRules} from '../terminal/line.js';

const profiles = ['sandbox', 'test', 'live'] as const;

type Given = {readonly answers: FirstRun; readonly offered: readonly OfferedTill[]};

type Questions = Filled<FirstRunField> &
  Pick<FirstRun, 'country' | 'profile'> & {
    /** The till to continue with; empty for a new one. */
    readonly till: string;
    readonly offered: readonly OfferedTill[];
    readonly isZoneTyped: boolean;
    /** All questions were answered once. Enter now goes to the first wrong answer, or saves them. */
    readonly isTried: boolean;
    readonly isKeeping: boolean;
  };
export type FirstRunHost = {
  /** Saves the answers, or calls `refuse` with what is wrong with them. */
  readonly keep: (answers: FirstRun, refuse: (problems: FirstRunProblems) => void) => Promise<void>;
};

/** What the questions need. `languageFor` returns the language for a country, unless the person has chosen one. */
export type FirstRunOver = {
  readonly keys: Keymap;
  readonly isPlain: boolean;
  readonly languageFor: (country: string) => Language;
};

/**
 * Returns the time zone to offer. A machine on which none was set says UTC, with which the shop's day would end hours too early or too
 * late.
 */
const zoneFor = (zone: string, country: string): string => (zone === 'UTC' ? marketOf(country).zone : zone);

/** Returns the tills of a profile to choose from, and the empty text for a new one. */
const choicesOf = (offered: readonly OfferedTill[], wanted: FirstRun['profile']): readonly string[] => [
  ...offered.flatMap(({profile, till}) => (profile === wanted ? [till] : [])),
  '',
];

const answersOf = (state: Questions): FirstRun => ({
  shop: typedIn(state, 'shop'),
  email: typedIn(state, 'email'),
  zone: typedIn(state, 'zone'),
  key: typedIn(state, 'key'),
  country: state.country,
  profile: state.profile,
  till: state.till,
});

/**
 * Returns the questions in their order. The sandbox needs no key, and the question for the till is asked only if the home folder has one.
 */
function fields(state: Questions, context: SpokenContext): Form<Questions> {
  const {country, profile, offered, till, lines} = state;
  const {messages: words} = context;
  const {fields: labels, keyHidden, keyMissing} = words.firstRun;
  const facts = (id: FirstRunField) => ({
    id,
    label: labels[id],
    check: () => checkFirstRun(answersOf(state), true)[id],
  });
  const typed = (id: FirstRunField) => ({...facts(id), rules: textRules, hint: hintText(id, state, context)});
  const key = typedIn(state, 'key');
  const tills = choicesOf(offered, profile);
  return compact([
    typed('shop'),
    typed('email'),
    {
      ...facts('country'),
      value: countryName(country, context.language),
      turn: by => inCountry(state, by),
    },
    {...typed('zone'), edited: now => ({...now, isZoneTyped: true})},
    {
      ...facts('profile'),
      value: words.frame.profiles[profile],
      turn: by => {
        const next = beside(profiles, profile, by);
        return {...state, profile: next, till: choicesOf(offered, next)[0] ?? ''};
      },
    },
    tills.length > 1 && {
      ...facts('till'),
      value: tillText(state, context),
      turn: by => ({...state, till: beside(tills, till, by)}),
    },
    profile !== 'sandbox' && {
      ...typed('key'),
      typing: masked(lines.key ?? emptyLine),
      shown: key === '' ? '' : keyHidden({count: key.length}),
      says: ({code}) => (code === 'key-missing' ? keyMissing : undefined),
    },
  ]);
}

/** Returns the state for another country. The country sets the time zone, unless one was typed. */
function inCountry(state: Questions, by: 1 | -1): Questions {
  const countries = markets.map(market => market.country);
  const country = beside(countries, marketOf(state.country).country, by);
  const zone = state.isZoneTyped ? state.lines.zone : lineOf(marketOf(country).zone);
  return {...state, country, lines: {...state.lines, ...(zone && {zone})}};
}

/** Returns which till was chosen: an existing one with its open payments, or a new one. */
function tillText({till, profile, offered}: Questions, {messages: words}: SpokenContext): string {
  const {tillFound, tillUnread, tillNew} = words.firstRun;
  const found = offered.find(each => each.profile === profile && each.till === till);
  if (found === undefined) return tillNew;
  const {open, lastDay} = found;
  return open === undefined ? tillUnread({till}) : tillFound({till, open, lastDay});
}

/** Returns what an answer is for, and the keys that choose one. */
function hintText(field: FirstRunField, {profile}: Questions, context: SpokenContext): string {
  const {emailOptional, hints} = context.messages.firstRun;
  if (field === 'email' && profile === 'sandbox') return emailOptional;
  return fill(hints[field], {key: keyText('choose', context)});
}

/** Returns the questions. Below the one that is being answered is what the answer is for. A key is never shown or narrated. */
function blocksOf(state: Questions, context: SpokenContext): readonly Block[] {
  const {country, profile, till, isKeeping} = state;
  const shown = isKeeping ? {...state, focus: 'none'} : state;
  return fieldBlocks(fields(state, context), shown, context).flatMap((block): readonly Block[] => {
    if (block.kind === 'options') return [block];
    const field = block.id as FirstRunField;
    const text = typedIn(state, field);
    const {isFocused, problem} = block;
    const isTyped = block.kind === 'field';
    const value = {country, profile, till, key: String(text.length)}[field as 'country'] ?? text;
    const below = isFocused && problem === '' && !(isTyped && text === '');
    // For a typed answer, the prompt already says the hint.
    const spoken = isTyped ? {said: ''} : {importance: 'detail' as const};
    return [
      {...block, ageless: value},
      ...(below ? [fact(`${field} hint`, hintText(field, state, context), {tone: 'quiet', most: 1, ...spoken})] : []),
      gap(`below ${field}`),
    ];
  });
}

const form = (state: Questions, context: SpokenContext): Form<Questions> =>
  state.isKeeping ? [] : fields(state, context);

/** Saves the answers, or returns to the first one that is wrong. */
const keeping = (answers: FirstRun): Task<Questions, SpokenContext, FirstRunHost> =>
  task({
    kind: 'keep',
    run: (host, refuse: (problems: FirstRunProblems) => void) => host.keep(answers, refuse),
    reduce: (state, problems, context) => {
      const [field] = fields(state, context).flatMap(({id}) => (id in problems ? [id as FirstRunField] : []));
      const problem = field && problems[field];
      if (field === undefined || problem === undefined) return {state: {...state, isKeeping: false}};
      return {state: {...state, isKeeping: false, focus: field, wrong: {field, problem}}};
    },
  });

const keys: readonly ScreenKey<Questions, SpokenContext, FirstRunHost>[] = [
  {
    id: 'continue',
    press: (state, context) => {
      const all = form(state, context);
      const isTried = state.isTried || all.at(-1)?.id === state.focus;
      const next = state.isTried ? firstWrong(all, state) : entered(all, state);
      if (next !== undefined) return {state: {...next, isTried}};
      return {
        state: {...state, isTried, isKeeping: true, wrong: undefined},
        asks: keeping(answersOf(state)),
      };
    },
  },
  ...formKeys(form),
];

const firstRun: Screen<['first-run', Given], Questions, SpokenContext, FirstRunHost> = {
  id: 'first-run',
  open: ({answers: {shop, email, country, zone, profile, key, till}, offered}) => ({
    state: {
      ...emptyForm('shop'),
      lines: {shop: lineOf(shop), email: lineOf(email), zone: lineOf(zoneFor(zone, country)), key: lineOf(key)},
      ...{country, profile, till, offered},
      isZoneTyped: false,
      isTried: false,
      isKeeping: false,
    },
  }),
  form,
  keys: keys.map(onlyWhile<Questions, SpokenContext>(({isKeeping}) => !isKeeping)),
  describe: (state, context) => {
    const {foot, keeping, lead, title: name} = context.messages.firstRun;
    return [
      title(name, {importance: 'news', ageless: 'title'}),
      fact('lead', lead({key: keyText('continue', context)}), {tone: 'quiet', ageless: 'lead'}),
      gap('below-the-lead'),
      ...blocksOf(state, context),
      atBottom,
      state.isKeeping
        ? {kind: 'question', id: 'keeping', text: keeping}
        : fact('foot', foot, {tone: 'quiet', ageless: 'foot'}),
    ];
  },
};

declare module '../places.js' {
  interface Places extends PlacesOf<typeof firstRun> {}
}

/** The screens of the first run. They use the language of the country that is being chosen. */
export const firstRunScreens = new Screens<Stacked, FirstRunOver, SpokenContext>({
  screens: [firstRun],
  contextOf: (model, {keys, isPlain, languageFor}) => {
    const {country} = (topOf(model).state ?? (topOf(model).given as Given).answers) as {readonly country: string};
    const language = languageFor(country);
    return {keys, isPlain, language, messages: messages(language)};
  },
  isOwnPin: () => false,
  mayLook: () => true,
});
