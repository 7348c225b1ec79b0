import type {Market} from '../../src/core/market/market.js';
import {countriesFound, countryName, languageFor, marketOf} from '../../src/core/market/markets.js';
import {fill, type Language, languages, messages} from '../../src/core/messages/messages.js';
import {Problem} from '../../src/core/problem.js';
import {
  checkFirstRun,
  type FirstRun,
  type FirstRunField,
  type FirstRunProblems,
  type OfferedTill,
} from '../../src/till/start.js';
import {atBottom, type Block, compact, fact, gap, title} from '../../src/views/block.js';
import {logo} from '../../src/views/logo.js';
import {beside, emptyForm, entered, type Filled, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {Screens} from '../kit/program.js';
import {onlyWhile} from '../kit/question.js';
import {
  type Form,
  type PlacesOf,
  type Screen,
  type ScreenKey,
  type SpokenContext,
  type Task,
  task,
} from '../kit/screen.js';
import {type Stacked, topOf} from '../model.js';
import {masked} from '../parts/field.js';
import {type Keymap, keyText} from '../terminal/bindings.js';
import {emptyLine, lineOf, textRules} from '../terminal/line.js';

const profiles = ['sandbox', 'test', 'live'] as const;

type Given = {readonly answers: FirstRun; readonly offered: readonly OfferedTill[]};

type Questions = Filled<FirstRunField> &
  Pick<FirstRun, 'language' | 'customerLanguage' | 'profile'> & {
    /** The row of the list, and the country that is marked in it, which is the answer. */
    readonly index: number;
    readonly selected: string;
    /** The country whose language the questions have. It is the answer as soon as that question is left. */
    readonly country: string;
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

/** Returns the time zone to offer. A machine without one says UTC, with which the shop's day would end at the wrong hour. */
const zoneFor = (zone: string, country: string): string => (zone === 'UTC' ? marketOf(country).zone : zone);

/** Returns the tills of a profile to choose from, and the empty text for a new one. */
const choicesOf = (offered: readonly OfferedTill[], wanted: FirstRun['profile']): readonly string[] => [
  ...offered.flatMap(({profile, till}) => (profile === wanted ? [till] : [])),
  '',
];

const answersOf = (state: Questions): FirstRun => {
  const {language, customerLanguage, profile, till, selected: country} = state;
  return {
    shop: typedIn(state, 'shop'),
    email: typedIn(state, 'email'),
    zone: typedIn(state, 'zone'),
    key: typedIn(state, 'key'),
    country,
    language,
    customerLanguage,
    profile,
    till,
  };
};

const countries = markedList<Questions, Market, SpokenContext>(
  (state, {language}) => countriesFound(typedIn(state, 'country'), language),
  ({country}) => country,
);

/** Returns the state for the country that is marked now. It sets the time zone, unless one was typed. */
function inCountry(state: Questions): Questions {
  const zone = state.isZoneTyped ? state.lines.zone : lineOf(marketOf(state.selected).zone);
  return {...state, lines: {...state.lines, ...(zone && {zone})}};
}

/** Returns the state after an edit of the country: the first one that fits is marked. If none is searched for or fits, the answer stays. */
const searched = (state: Questions, context: SpokenContext): Questions =>
  typedIn(state, 'country').trim() !== '' && countries.isFilled(state, context)
    ? inCountry(countries.marking(state, 0, context))
    : state;

/** Returns the questions in order. The sandbox needs no key; the till is asked for only if the home folder has one. */
function fields(state: Questions, context: SpokenContext): Form<Questions> {
  const {selected, profile, offered, till, lines} = state;
  const {messages: words, language} = context;
  const {fields: labels, keyHidden, keyMissing} = words.firstRun;
  const facts = (id: FirstRunField) => ({
    id,
    label: labels[id],
    check: () => checkFirstRun(answersOf(state), true)[id],
  });
  const typed = (id: FirstRunField) => ({...facts(id), rules: textRules, hint: hintText(id, state, context)});
  const choice = (id: 'language' | 'customerLanguage', now: Language) => ({
    ...facts(id),
    value: messages(now).language[now],
    turn: (by: 1 | -1) => ({...state, [id]: beside(languages, now, by)}),
  });
  const key = typedIn(state, 'key');
  const tills = choicesOf(offered, profile);
  const isFound = () =>
    countries.isFilled(state, context)
      ? undefined
      : new Problem('country-unknown', {country: typedIn(state, 'country').trim()});
  return compact([
    typed('shop'),
    typed('email'),
    state.focus === 'country'
      ? {...typed('country'), check: isFound, edited: now => searched(now, context)}
      : {
          ...facts('country'),
          value: `${countryName(selected, language)} · ${marketOf(selected).currency}`,
          turn: () => state, // with the focus it is typed
          check: isFound,
        },
    choice('language', language),
    choice('customerLanguage', state.customerLanguage ?? languageFor(selected, language)),
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
  const {selected, profile, till, isKeeping} = state;
  const shown = isKeeping ? {...state, focus: 'none'} : state;
  return fieldBlocks(fields(state, context), shown, context).flatMap((block): readonly Block[] => {
    if (block.kind === 'options') return [block];
    const field = block.id as FirstRunField;
    const text = typedIn(state, field);
    const {isFocused, problem} = block;
    const isTyped = block.kind === 'field';
    const value = {country: selected, profile, till, key: String(text.length)}[field as 'country'] ?? text;
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

/** Returns the question for the country: what is typed, and the countries that fit it, with their currencies and networks. */
function countryBlocks(state: Questions, context: SpokenContext): readonly Block[] {
  const {cash, changeable, noCountry} = context.messages.firstRun;
  const all = fieldBlocks(fields(state, context), state, context);
  return [
    ...all.filter(block => block.id === 'country' || ('problem' in block && block.problem !== '')),
    fact('changeable', changeable({key: keyText('select', context)}), {
      tone: 'quiet',
      most: 2,
      importance: 'detail',
      isRoomy: true,
    }),
    countries.block(state, context, {
      id: 'countries',
      columns: [{title: '', most: 34}, {title: ''}, {title: '', grows: true, from: 60}],
      row: ({country, currency, networks}) => ({
        cells: [countryName(country, context.language), currency, networks.map(({brand}) => brand).join(' · ') || cash],
      }),
      empty: noCountry,
    }),
  ];
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

/** The key, after which the questions have the language of the country if that question has been left. */
const settling = <Host>(key: ScreenKey<Questions, SpokenContext, Host>): ScreenKey<Questions, SpokenContext, Host> => ({
  ...key,
  press: (state, context, pressed) => {
    const step = key.press(state, context, pressed);
    const {state: next = state} = step;
    if (next.focus === 'country' || !countries.isFilled(next, context)) return step;
    const {selected: country} = next;
    return {...step, state: {...next, country, lines: {...next.lines, country: emptyLine}}};
  },
});

const keys: readonly ScreenKey<Questions, SpokenContext, FirstRunHost>[] = [
  settling({
    id: 'continue',
    press: (state, context) => {
      const all = form(state, context);
      const isTried = state.isTried || all.at(-1)?.id === state.focus;
      const next = state.isTried ? firstWrong(all, state) : entered(all, state);
      if (next !== undefined) return {state: {...next, isTried}};
      return {state: {...state, isTried, isKeeping: true, wrong: undefined}, asks: keeping(answersOf(state))};
    },
  }),
  {
    id: 'select',
    when: ({focus}) => focus === 'country',
    press: (state, context, pressed) => ({state: inCountry(countries.moved(state, context, pressed))}),
  },
  ...formKeys(form).map(settling),
];

const firstRun: Screen<['first-run', Given], Questions, SpokenContext, FirstRunHost> = {
  id: 'first-run',
  open: ({answers: {shop, email, country, zone, key, ...chosen}, offered}) => ({
    state: {
      ...emptyForm('shop'),
      lines: {shop: lineOf(shop), email: lineOf(email), zone: lineOf(zoneFor(zone, country)), key: lineOf(key)},
      ...chosen,
      country,
      selected: country,
      index: 0,
      offered,
      isZoneTyped: false,
      isTried: false,
      isKeeping: false,
    },
  }),
  form,
  keys: keys.map(onlyWhile<Questions, SpokenContext>(({isKeeping}) => !isKeeping)),
  describe: (state, context) => {
    const {foot, keeping, lead, title: name} = context.messages.firstRun;
    const named = title(name, {importance: 'news', ageless: 'title'});
    if (state.focus === 'country' && !state.isKeeping) return [named, ...countryBlocks(state, context)];
    return [
      logo,
      named,
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

declare module '../model.js' {
  interface Places extends PlacesOf<typeof firstRun> {}
}

/** The screens of the first run. They use the language of the country that is being chosen. */
export const firstRunScreens = new Screens<Stacked, FirstRunOver, SpokenContext>({
  screens: [firstRun],
  contextOf: (model, {keys, isPlain, languageFor: usual}) => {
    const {state, given} = topOf(model);
    const {country, language: chosen} = (state as Questions | undefined) ?? (given as Given).answers;
    const language = chosen ?? usual(country);
    return {keys, isPlain, language, messages: messages(language)};
  },
  isOwnPin: () => false,
  mayLook: () => true,
});
