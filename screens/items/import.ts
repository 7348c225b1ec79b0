import {faultText} from '../../src/core/item/row.js';
import {displayMoney} from '../../src/core/money/display.js';
import {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {type ItemImport, readItemImport} from '../../src/till/items.js';
import {compact, fact} from '../../src/views/block.js';
import {fileImport, type Importing, type ImportRow} from '../kit/file-import.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';

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
