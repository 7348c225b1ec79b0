import {faultText} from '../../src/core/item/row.js';
import {displayMoney} from '../../src/core/money/display.js';
import {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import type {TaxRate} from '../../src/core/ticket/tax-rates.js';
import {type ItemImport, readItemImport} from '../../src/till/items.js';
import {type Block, compact, fact, gap, type ListRow, title} from '../kit/block.js';
import {emptyForm, type Filled, type Form, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import {unlessWriting} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {pathRules} from '../reconcile/path.js';

type Import = Filled<'file'> & {
  /** The file as it was read: what it changes, and what is wrong with it. */
  readonly read: ItemImport | undefined;
  readonly isReading: boolean;
  readonly isWriting: boolean;
  readonly index: number;
};
type ImportAsks =
  | {readonly kind: 'read'; readonly file: string; readonly taxRates: readonly TaxRate[]}
  | {readonly kind: 'import'; readonly read: ItemImport};

/** So much of a row is shown in the narrowest window. */
const surelyShown = 50;

const canSave = ({read}: Import) => read !== undefined && read.faults.length === 0 && read.items.length > 0;

const form = (state: Import, {messages}: Context): Form<Import> =>
  compact([
    !state.isWriting && {
      id: 'file',
      label: messages.itemsScreen.file,
      hint: messages.itemsScreen.fileHint,
      rules: pathRules,
      edited: now => ({...now, read: undefined, index: 0}),
    },
  ]);

/** The wrong lines where there are any, else what the file changes. */
function rowsOf({faults, changes}: ItemImport, {language, messages: {items: messages}}: Context): readonly ListRow[] {
  if (faults.length > 0)
    return faults.map(each => ({id: String(each.line), cells: ['✗', faultText(each, messages)], tone: 'problem'}));
  const {gone, changed, added} = changes;
  const of = (sign: string, word: string) => (each: (typeof gone)[number]) =>
    ({
      id: each.code,
      cells: [`${sign} ${word}`, cleanText(each.name, 120), displayMoney(each.price, language)],
      tone: 'plain',
    }) as const;
  return [
    ...gone.map(of('-', messages.gone)),
    ...changed.map(({after}) => after).map(of('~', messages.changed)),
    ...added.map(of('+', messages.added)),
  ];
}

const rows = markedList<Import, ListRow>(
  ({read}, context) => (read === undefined ? [] : rowsOf(read, context)),
  ({id}) => id,
);

function describe(state: Import, context: Context): readonly Block[] {
  const {messages} = context;
  const {read, isReading, isWriting} = state;
  const said = messages.itemsScreen;
  const blocks = [title(said.import), gap('above'), ...fieldBlocks(form(state, context), state, context)];
  if (isReading || isWriting)
    return [...blocks, fact('busy', isReading ? said.reading : said.saving, {tone: 'not-known'})];
  if (read === undefined) return [...blocks, fact('lead', said.lead, {tone: 'quiet', most: 3})];
  const {file, items, faults, changes, unused = []} = read;
  // A list shows as much of a row as there are columns: what is to be done about a long one stands below it whole.
  const marked = faults[state.index];
  const whole = marked === undefined ? '' : faultText(marked, messages.items);
  const counts = {added: changes.added.length, changed: changes.changed.length, gone: changes.gone.length};
  return compact([
    ...blocks,
    faults.length > 0
      ? fact('summary', said.wrong({file, count: faults.length}), {tone: 'problem', most: 2})
      : fact('summary', messages.items.summary({file, items: items.length, ...counts}), {tone: 'strong', most: 2}),
    unused.length > 0 &&
      fact('unused', messages.items.unused({columns: unused.join(', ')}), {tone: 'not-known', most: 3}),
    rows.block(state, context, {
      id: 'changes',
      columns:
        faults.length > 0
          ? [{title: ''}, {title: '', grows: true, width: 20}]
          : [
              {title: ''},
              {title: messages.items.columns.name, grows: true, width: 20},
              {title: messages.items.columns.price, align: 'right'},
            ],
      row: row => row,
      narrated: ({cells}, place) => said.row({...place, text: cells.filter(cell => cell !== '').join(', ')}),
      empty: said.nothingChanges,
    }),
    whole.length > surelyShown && fact('marked', whole, {said: '', most: 3}),
  ]);
}

const keys: readonly ScreenKey<Import, ImportAsks>[] = [
  {
    id: 'read-items',
    when: state => !state.isReading && !canSave(state) && typedIn(state, 'file').trim() !== '',
    press: (state, {shop: {taxRates}}) => ({
      state: {...state, isReading: true, read: undefined, wrong: undefined, index: 0},
      asks: {kind: 'read', file: typedIn(state, 'file').trim(), taxRates},
    }),
  },
  {
    id: 'save-items',
    when: canSave,
    press: state =>
      state.read === undefined ? {} : {state: {...state, isWriting: true}, asks: {kind: 'import', read: state.read}},
  },
  {...rows.selectKey, when: ({read}) => read !== undefined},
  {id: 'back', press: () => ({go: 'back'})},
];

/** Puts a file in place of the price list: what it changes is shown first, and one wrong line stops all of it. */
export const itemsImport: Screen<'items-import', Import, ImportAsks, ItemImport> = {
  id: 'items-import',
  layout: 'tall',
  open: () => ({state: {...emptyForm('file'), read: undefined, isReading: false, isWriting: false, index: 0}}),
  form,
  describe,
  keys: keys.map(unlessWriting),
  run: async (asks, till, answer) => {
    if (asks.kind === 'import') return till.importItems(asks.read);
    const {folder, country} = till.settings;
    return answer(await readItemImport({folder, country, taxRates: asks.taxRates, state: till.state}, asks.file, {}));
  },
  reduce: (state, answer) => {
    if (answer.items.length + answer.faults.length > 0) return {state: {...state, isReading: false, read: answer}};
    const problem = new Problem('items-file-empty', {file: answer.file});
    return {state: {...state, isReading: false, wrong: {field: 'file', problem}}};
  },
  done: (_, __, {kind}) => (kind === 'import' ? {go: 'back'} : {}),
  refused: (state, problem) => ({
    state: {...state, isReading: false, isWriting: false, wrong: {field: 'file', problem}},
  }),
};
