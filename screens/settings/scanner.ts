import {type ScannerSettings, scannerPrefix} from '../../src/core/item/code.js';
import {priceListOf} from '../../src/core/item/list.js';
import {hideCardNumbers} from '../../src/core/text/card-numbers.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, fact, gap, title} from '../../src/views/block.js';
import {type Context, type Screen, type Task, task} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';

type Suffix = ScannerSettings['suffix'];
/** What the scanner has typed, empty before it has typed anything; and how it ended it, once that is known. */
type Learning = {readonly heard: string; readonly end: Suffix | undefined; readonly isWriting: boolean};

/** So few characters may have been typed by a person. */
const fewest = 4;

const prefixIn = ({heard}: Learning, {till}: Context): string | undefined =>
  heard === '' ? undefined : scannerPrefix(till.itemsAtHand() ?? priceListOf([]), heard);

const learning = (prefix: string, end: Suffix): Task<Learning> =>
  task({
    kind: 'set',
    run: async till => {
      await till.changeSetting({name: 'scanner.prefix', value: prefix === '' ? undefined : prefix});
      await till.changeSetting({name: 'scanner.suffix', value: end});
    },
    done: (_, __, {messages}) => ({
      go: goBackTo('settings-page', {page: 'selling', marked: 'scanner.suffix'}),
      notice: {kind: 'news', news: 'settingKept', facts: {name: messages.setting.scanner.suffix.name}},
    }),
    refused: (state, problem) => ({state: {...state, isWriting: false}, notice: {kind: 'problem', problem}}),
  });

/** Learns from one code what the scanner types before it and how it ends it. */
export const learnScanner: Screen<'learn-scanner', Learning> = {
  id: 'learn-scanner',
  takesCodes: true,
  open: () => ({state: {heard: '', end: undefined, isWriting: false}}),
  hears: (state, key) => {
    if (key.kind === 'text') {
      const {burst = key.text} = key;
      return {state: burst.length < fewest ? state : {...state, heard: burst, end: undefined}, isTaken: true};
    }
    if (key.kind !== 'press' || state.heard === '' || state.end !== undefined) return undefined;
    if (key.name === 'tab') return {state: {...state, end: 'tab'}, isTaken: true};
    // A person presses Enter alone where the scanner types nothing after a code.
    return key.name === 'enter' ? {state: {...state, end: key.scanned?.end ?? 'none'}, isTaken: true} : undefined;
  },
  describe: (state, context) => {
    const {scanner} = context.messages.settingsScreen;
    const {heard, end, isWriting} = state;
    const prefix = prefixIn(state, context);
    const key = keyText('write-down', context);
    const ended = end === undefined ? '' : context.messages.doctor.scanner.ends[end];
    return compact([
      title(scanner.title),
      fact('about', scanner.about, {tone: 'quiet', most: 4, isRoomy: true}),
      gap('above'),
      heard !== '' && fact('heard', cleanText(hideCardNumbers(heard), 64), {lead: scanner.heard, tone: 'strong'}),
      ended !== '' && fact('end', ended, {lead: scanner.end, tone: 'strong'}),
      gap('below'),
      heard !== '' && prefix === undefined && fact('unknown', scanner.unknown, {tone: 'needs-person', most: 3}),
      prefix !== undefined &&
        fact(
          'proposal',
          ended === '' ? scanner.waiting({key}) : scanner.proposal({prefix: prefix || '–', end: ended, key}),
          {most: 3, importance: 'news'},
        ),
      isWriting && fact('writing', context.messages.settingsScreen.writing, {tone: 'not-known'}),
    ]);
  },
  keys: [
    {
      id: 'write-down',
      when: (state, context) => !state.isWriting && state.end !== undefined && prefixIn(state, context) !== undefined,
      press: (state, context) => ({
        state: {...state, isWriting: true},
        asks: learning(prefixIn(state, context) ?? '', state.end ?? 'none'),
      }),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
