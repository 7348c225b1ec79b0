import type {ReconciliationLine as Difference} from '../../src/core/reconcile/discrepancy.js';
import {reasonTexts} from '../../src/core/reconcile/reason-texts.js';
import {type Block, fact, gap, title} from '../kit/block.js';
import {unlessWriting} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey} from '../kit/step.js';

declare module '../kit/places.js' {
  interface Places {
    'reconcile-unmatch': {readonly line: Difference};
  }
}

type Unmatch = {readonly line: Difference; readonly isWriting: boolean};
type UnmatchAsks = {readonly kind: 'unmatch'; readonly key: string};

/** The key of the row that a person said is of this line's payment; null where nobody did. */
export const matchedRow = ({facts}: Pick<Difference, 'facts'>): string | null =>
  facts['row'] === undefined ? null : String(facts['row']);

function describe({line, isWriting}: Unmatch, {language, words}: Context): readonly Block[] {
  const {unmatch: said, line: ofLine} = words.reconcileScreen;
  const isGroup = line.facts['payments'] !== undefined;
  const places = line.rows.map(({kind, file, line: at}) => ofLine.place({source: ofLine.kinds[kind], file, line: at}));
  return [
    title(said.title),
    gap('above'),
    fact('what', line.reference, {tone: 'strong'}),
    fact('why', reasonTexts(line, language).why, {tone: 'quiet', most: 2}),
    fact('places', places.join(' · '), {tone: 'quiet', most: 2}),
    gap('below'),
    {kind: 'question', id: 'question', text: isGroup ? said.groupQuestion : said.question({reference: line.reference})},
    fact('means', isWriting ? said.writing : said.means, {tone: 'not-known'}),
  ];
}

const keys: readonly ScreenKey<Unmatch, UnmatchAsks>[] = [
  {
    id: 'unmatch-it',
    press: state => ({state: {...state, isWriting: true}, asks: {kind: 'unmatch', key: matchedRow(state.line) ?? ''}}),
  },
  {id: 'back', press: () => ({go: 'back'})},
];

/** A confirmed match is taken back after one question: both sides are differences again. */
export const unmatch: Screen<'reconcile-unmatch', Unmatch, UnmatchAsks> = {
  id: 'reconcile-unmatch',
  open: ({line}) => ({state: {line, isWriting: false}}),
  describe,
  keys: keys.map(unlessWriting),
  run: async ({key}, till, answer) => {
    await till.withdrawMatch(key);
    answer(undefined);
  },
  reduce: () => ({go: 'back'}),
  refused: (state, problem) => ({state: {...state, isWriting: false}, notice: {kind: 'problem', problem}}),
  beginnings: [
    ['d', 'r', 's', 'enter', 'u'],
    ['d', 'r', 's', 's', 'enter', 'u'],
    ['d', 'r', 's', 's', 's', 'enter', 'u'],
    ['d', 'r', 's', 's', 's', 's', 'enter', 'u'],
  ],
};
