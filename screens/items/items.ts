import {searchItems} from '../../src/core/item/list.js';
import {faultText} from '../../src/core/item/row.js';
import type {Item} from '../../src/core/item/schema.js';
import {displayMoney} from '../../src/core/money/display.js';
import {problemText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {type ItemImport, readItemImport} from '../../src/till/items.js';
import {type Block, compact, fact, notice, title} from '../../src/views/block.js';
import {fileImport, type Importing, type ImportRow} from '../kit/file-import.js';
import {emptyForm, type Filled, fieldBlocks, typedIn} from '../kit/form.js';
import {markedList} from '../kit/list.js';
import type {Context, Form, Screen} from '../kit/screen.js';
import {goTo} from '../model.js';
import {wordsLine} from '../order/masks.js';
import {textRules} from '../terminal/line.js';

type ItemList = Filled<'search'> & {
  readonly index: number;
  /** Why the price list cannot be read. */
  readonly unread: Problem | undefined;
};

const rows = markedList<ItemList, Item>(
  (state, {till}) => {
    const list = till.itemsAtHand();
    const typed = typedIn(state, 'search').trim();
    if (list === undefined) return [];
    return typed === '' ? list.items : searchItems(list, typed);
  },
  ({code}) => code,
  {least: 2},
);

const form = (_: ItemList, {messages}: Context): Form<ItemList> => [
  {
    id: 'search',
    label: messages.sales.search,
    hint: messages.itemsScreen.hint,
    rules: textRules,
    guard: (_before, line) => wordsLine(line),
    edited: now => ({...now, index: 0}),
  },
];

function describe(state: ItemList, context: Context): readonly Block[] {
  const {language, till, messages} = context;
  const {items: said, itemsScreen} = messages;
  const cells = ({code, name, price, unit, group, rate}: Item) => [
    cleanText(code, 40),
    cleanText(name, 120),
    displayMoney(price, language),
    unit === null ? '' : cleanText(unit, 20),
    cleanText(group ?? '', 40),
    rate === null ? '' : `${rate}%`,
  ];
  const text = itemsScreen.count({count: till.state.items?.items ?? 0});
  const {columns} = said;
  return compact([
    title(itemsScreen.title, {note: [{text, tone: 'quiet'}], said: `${itemsScreen.title}: ${text}.`}),
    ...fieldBlocks(form(state, context), state, context),
    state.unread !== undefined &&
      notice('unread', problemText(state.unread, language), {tone: 'needs-person', glyph: '!'}),
    fact('stock', itemsScreen.noStock, {tone: 'quiet', importance: 'detail'}),
    rows.block(state, context, {
      id: 'items',
      columns: [
        {title: columns.code, givesWay: true},
        {title: columns.name, grows: true, width: 20},
        {title: columns.price, align: 'right'},
        {title: columns.unit, givesWay: true},
        {title: columns.group, givesWay: true},
        {title: columns.rate, align: 'right', givesWay: true},
      ],
      row: item => ({cells: cells(item)}),
      empty: typedIn(state, 'search') === '' ? itemsScreen.empty : said.noneFound({text: typedIn(state, 'search')}),
    }),
  ]);
}

/** The price list with a search as the person types. It is changed by importing a file. */
export const items: Screen<'items', ItemList> = {
  id: 'items',
  layout: 'tall',
  open: () => ({
    state: {...emptyForm('search'), index: 0, unread: undefined},
    asks: {kind: 'read', run: till => till.items(), refused: (state, unread) => ({state: {...state, unread}})},
  }),
  form,
  describe,
  keys: [
    {id: 'import-items', press: () => ({go: goTo('items-import')})},
    rows.selectKey,
    {
      id: 'back',
      press: state => (typedIn(state, 'search') === '' ? {go: 'back'} : {state: {...state, lines: {}, index: 0}}),
    },
  ],
};

/** The number of characters of a row that even the narrowest window shows. */
const surelyShown = 50;

/** Returns the wrong lines if there are any, else what the file changes. */
function rowsOf({faults, changes}: ItemImport, {language, messages: {items: words}}: Context): readonly ImportRow[] {
  if (faults.length > 0)
    return faults.map(fault => {
      const text = faultText(fault, words);
      const whole = text.length > surelyShown ? text : '';
      return {id: String(fault.line), cells: ['✗', text], tone: 'problem', whole};
    });
  const of = (sign: string, word: string) => (each: (typeof changes.gone)[number]) =>
    ({
      id: each.code,
      cells: [`${sign} ${word}`, cleanText(each.name, 120), displayMoney(each.price, language)],
      tone: 'plain',
    }) as const;
  return [
    ...changes.gone.map(of('-', words.gone)),
    ...changes.changed.map(({after}) => after).map(of('~', words.changed)),
    ...changes.added.map(of('+', words.added)),
  ];
}

/** Replaces the price list by a file. The screen first shows what the file changes. A single wrong line prevents the import. */
export const itemsImport: Screen<'items-import', Importing<ItemImport>> = {
  ...fileImport<ItemImport>({
    readKey: 'read-items',
    keepKey: 'save-items',
    texts: ({messages: {itemsScreen: said}}) => ({
      title: said.import,
      label: said.file,
      hint: said.fileHint,
      lead: said.lead,
      reading: said.reading,
      keeping: said.saving,
    }),
    preview: (read, context) => {
      const {file, items, faults, changes, unused = []} = read;
      const {items: words, itemsScreen: said} = context.messages;
      const counts = {added: changes.added.length, changed: changes.changed.length, gone: changes.gone.length};
      const isWrong = faults.length > 0;
      const summary = isWrong
        ? said.wrong({file, count: faults.length})
        : words.summary({file, items: items.length, ...counts});
      const {name, price} = words.columns;
      return {
        mayKeep: !isWrong && items.length > 0,
        summary: compact([
          fact('summary', summary, {tone: isWrong ? 'problem' : 'strong', most: 2}),
          unused.length > 0 && fact('unused', words.unused({columns: unused.join(', ')}), {tone: 'not-known', most: 3}),
        ]),
        columns: isWrong
          ? [{title: ''}, {title: '', grows: true, width: 20}]
          : [{title: ''}, {title: name, grows: true, width: 20}, {title: price, align: 'right'}],
        rows: rowsOf(read, context),
        empty: said.nothingChanges,
      };
    },
    read: async (file, till, {taxRates}) => {
      const {folder, country} = till.settings;
      const read = await readItemImport({folder, country, taxRates, state: till.state}, file, {});
      if (read.items.length + read.faults.length === 0) throw new Problem('items-file-empty', {file: read.file});
      return read;
    },
    keep: (read, till) => till.importItems(read),
  }),
  id: 'items-import',
};
