import {fillFrom, type Messages} from '../../src/core/messages/messages.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Till} from '../../src/till/till.js';
import {compact, fact, gap, title} from '../../src/views/block.js';
import {fromHome, pathIn, pathRules} from '../kit/file-import.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {type Context, type Form, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import {lineOf} from '../terminal/line.js';

type TryoutKind = keyof Messages['settingsScreen']['tryouts'];
type Told = {readonly said: string; readonly found?: readonly string[]};
type Tryout = Filled<'typed' | 'found'> & {
  readonly about: TryoutKind;
  readonly isBusy: boolean;
  /** What came of it so far. */
  readonly said: string;
  /** The addresses that were found, and which of them is chosen. */
  readonly found: readonly string[];
  readonly chosen: number;
  readonly stopping: AbortController;
};

type Trying = {
  readonly typed: string;
  readonly signal: AbortSignal;
  readonly messages: Context['messages'];
  readonly tell: (said: string) => void;
};

/** What is done, and what is said of it. */
const works: Readonly<Record<TryoutKind, (till: Till, trying: Trying) => Promise<Told>>> = {
  printer: async (till, {messages}) => ({
    said: messages.settingsScreen.tryouts.printer.done({address: await till.tryPrinter()}),
  }),
  drawer: async (till, {messages}) => ({
    said: messages.settingsScreen.tryouts.drawer.done({address: await till.tryDrawer()}),
  }),
  mail: async (till, {typed, messages}) => ({
    said: messages.settingsScreen.tryouts.mail.done({to: typed, text: cleanText(await till.tryMail(typed), 100)}),
  }),
  find: async (till, {typed, signal, messages}) => {
    const found = await till.findPrinters(typed, signal);
    return {said: messages.settingsScreen.tryouts.find.done({count: found.length}), found};
  },
  backup: async (till, {typed, messages}) => {
    const {file, files, seq} = await till.backUp(fromHome(pathIn(typed)));
    return {said: messages.settingsScreen.tryouts.backup.done({file: cleanText(file, 200), files, line: seq})};
  },
  key: async (till, {typed, messages}) => {
    const file = fromHome(pathIn(typed));
    const recipient = await till.addBackupKey(file);
    return {said: messages.settingsScreen.tryouts.key.done({file: cleanText(file, 200), recipient})};
  },
  ship: async (till, {signal, messages, tell}) => {
    const {done, waits} = messages.settingsScreen.tryouts.ship;
    const sentence = ({url, has, of, trouble}: Awaited<ReturnType<Till['shipNow']>>) =>
      has >= of
        ? done({url, line: has})
        : [
            waits({url, line: has, of}),
            trouble === null ? '' : fillFrom(messages.office.troubles[trouble.kind], trouble),
          ]
            .join(' ')
            .trim();
    return {said: sentence(await till.shipNow(signal, shipping => tell(sentence(shipping))))};
  },
};

const isTyped = (about: TryoutKind) => about === 'mail' || about === 'find' || about === 'backup' || about === 'key';

function form({about, isBusy, found, chosen, ...state}: Tryout, {messages}: Context): Form<Tryout> {
  const {tryouts} = messages.settingsScreen;
  if (isBusy || !isTyped(about)) return [];
  const {label, note} = tryouts[about];
  const all = {...state, about, isBusy, found, chosen};
  return compact([
    {id: 'typed', label, note: found.length > 0 ? '' : note, rules: pathRules, isLocked: found.length > 0},
    found.length > 0 && {
      id: 'found',
      label: tryouts.find.found,
      value: `${found[chosen]} ${tryouts.find.place({at: chosen + 1, count: found.length})}`,
      turn: (by: number): Tryout => ({...all, chosen: (chosen + by + found.length) % found.length}),
    },
  ]);
}

const trying = (about: TryoutKind, typed: string, {signal}: AbortController, {messages}: Context): Task<Tryout> =>
  task({
    kind: 'try-out',
    run: (till, tell: (said: string) => void) => works[about](till, {typed: typed.trim(), signal, messages, tell}),
    reduce: (state, said) => ({state: {...state, said}}),
    done: (state, {said, found = []}) => ({
      state: {...state, isBusy: false, said, found, focus: found.length > 0 ? 'found' : 'typed'},
    }),
    refused: (state, problem) => ({
      state: {...state, isBusy: false, wrong: {field: 'typed', problem}},
      ...(isTyped(about) ? {} : {notice: {kind: 'problem', problem} as const}),
    }),
  });

const begun = (state: Tryout, context: Context): Step<Tryout> & {readonly state: Tryout} => ({
  state: {...state, isBusy: true, said: '', wrong: undefined, found: []},
  asks: trying(state.about, typedIn({...state}, 'typed'), state.stopping, context),
});

const keeping = (address: string): Task<Tryout> =>
  task({
    kind: 'set',
    run: till => till.changeSetting({name: 'printer.address', value: address}),
    done: (_, __, {messages}) => ({
      go: goBackTo('settings-page', {page: 'receipts', marked: 'printer.address'}),
      notice: {kind: 'news', news: 'settingKept', facts: {name: messages.setting.printer.address.name}},
    }),
  });

/** One thing of the settings that is tried out at once, or once what it needs is typed, and what came of it. */
export const tryout: Screen<['try-out', TryoutKind], Tryout> = {
  id: 'try-out',
  open: (about, context) => {
    const typed = about === 'mail' ? (context.shop.email ?? '') : '';
    const state: Tryout = {
      ...emptyForm('typed'),
      lines: {typed: lineOf(typed)},
      about,
      isBusy: false,
      said: '',
      found: [],
      chosen: 0,
      stopping: new AbortController(),
    };
    return isTyped(about) ? {state} : begun(state, context);
  },
  form,
  describe: (state, context) => {
    const {tryouts, trying: busy} = context.messages.settingsScreen;
    const {about, isBusy, said} = state;
    return compact([
      title(tryouts[about].title),
      fact('about', tryouts[about].about, {tone: 'quiet', most: 8, isRoomy: true}),
      gap('above'),
      ...fieldBlocks(form(state, context), state, context),
      gap('below'),
      said !== '' && fact('said', said, {tone: 'strong', most: 4, importance: 'news'}),
      isBusy && fact('busy', busy, {tone: 'not-known'}),
    ]);
  },
  keys: [
    {id: 'try-out', when: ({isBusy, found}) => !isBusy && found.length === 0, press: begun},
    {
      id: 'write-down',
      when: ({isBusy, found}) => !isBusy && found.length > 0,
      press: ({found, chosen, ...state}) => ({
        state: {...state, found, chosen, isBusy: true},
        asks: keeping(`${found[chosen]}`),
      }),
    },
    {
      id: 'back',
      press: ({about, stopping}) => {
        stopping.abort();
        const shown = {page: 'office', marked: 'backup.recipients'} as const;
        return {go: about === 'key' ? goBackTo('settings-page', shown) : 'back'};
      },
    },
  ],
};
