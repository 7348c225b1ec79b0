import {type ItemChanges, searchItems} from '../core/item/list.js';
import {faultText, faultWhy, readItems} from '../core/item/row.js';
import type {Item} from '../core/item/schema.js';
import {type AmountRules, marketOf} from '../core/market/markets.js';
import {type Language, messages} from '../core/messages/messages.js';
import {displayMoney} from '../core/money/display.js';
import {decimalText} from '../core/money/money.js';
import {amount} from '../core/money/schema.js';
import {type ExitCode, Problem} from '../core/problem.js';
import {count, fields, flag, list, made, orNull, text} from '../core/spec/spec.js';
import {cleanText} from '../core/text/text.js';
import type {TaxRate} from '../core/ticket/line.js';
import {answer, note, reportProblem, writeToPerson} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {type ItemImport, readItemImport, readPriceList} from '../till/items.js';
import {inColumns} from '../views/text.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {listFolder} from './item-lines.js';
import {withReading, withTill} from './reading.js';
import {currencies, currencyFrom, decimalMarks, moneyFrom, oneOf} from './values.js';

const importOptions = {
  '--dry-run': 'itemsDryRun',
  '--decimal-mark <mark>': {says: 'decimalMark', offers: decimalMarks},
  '--part <name>': 'filePart',
} satisfies OptionSpecs;
const listOptions = {'--search <text>': 'itemsSearch'} satisfies OptionSpecs;
const addOptions = {
  '--name <text>': {says: 'itemName', isRequired: true},
  '--price <amount>': {says: 'itemPrice', isRequired: true},
  '--currency <code>': {says: 'cashCurrency', offers: currencies},
  '--code <text>': 'itemCode',
  '--barcode <digits>': 'itemBarcode',
  '--unit <text>': 'itemUnit',
  '--group <text>': 'itemGroup',
  '--tax-rate <percent>': 'itemRate',
} satisfies OptionSpecs;

const itemSpec = fields({
  code: text('by which it is sold'),
  barcode: orNull(text('on it'), 'it has none'),
  name: text('on receipts'),
  price: amount('of one'),
  currency: made(text('of the price'), ({price}: Item) => price.currency),
  unit: orNull(text('what its quantity is counted in'), 'pieces'),
  group: orNull(text('on reports'), 'it is in none'),
  taxRate: made(orNull(text('in percent'), 'it has none'), ({rate}: Item) => rate),
});
export const answers = {
  'items list': list(itemSpec, 'on the price list'),
  'items add': itemSpec,
  'items off': itemSpec,
  'items import': fields({
    file: text('that was read'),
    items: count('how many it has'),
    added: count('new items'),
    changed: count('items with another price or text'),
    gone: count('items that are on the list no more'),
    unused: list(text(), 'columns that were not used'),
    saved: flag('false for `--dry-run`: nothing was changed'),
  }),
};

export const command: CommandSpec = {
  examples: ['duka items import prices.csv', 'duka items list --search bread'],
  commands: {
    import: commandOf({
      arguments: ['<file>'],
      options: importOptions,
      examples: ['duka items import prices.csv --dry-run', 'duka items import prices.xlsx --part Shop'],
      action: importFile,
    }),
    list: commandOf({
      options: listOptions,
      examples: ['duka items list', 'duka items list --search "milk 500" --json'],
      action: listItems,
    }),
    add: commandOf({
      options: addOptions,
      examples: [
        'duka items add --name Bread --price 120 --barcode 5901234123457 --group Bakery',
        'duka items add --name Tomatoes --price 800 --code TOM --unit kg --tax-rate 16',
      ],
      action: addOne,
    }),
    off: commandOf({arguments: ['<code>'], examples: ['duka items off TOM'], action: takeOff}),
  },
};

/** Imports a price list. The value has `faults` for a file with wrong lines. */
async function importFile(session: Session, path: string, options: OptionsOf<typeof importOptions>): Promise<ExitCode> {
  const {language} = session;
  const {country, taxRates} = configOf(session);
  const choice = {
    part: options.part,
    decimalMark:
      options.decimalMark === undefined
        ? undefined
        : oneOf({name: '--decimal-mark', value: options.decimalMark, language}, ['.', ','] as const),
  };
  if (options.dryRun === true)
    return withReading(session, async ({state}) => {
      const read = await readItemImport({folder: listFolder(session), state, country, taxRates}, path, choice);
      return writeImport(session, read, async () => false);
    });
  return withTill(session, 'items import', async ({till}) => {
    const {folder} = till.settings;
    const read = await readItemImport({folder, state: till.state, country, taxRates}, path, choice);
    return writeImport(session, read, async () => {
      await till.importItems(read);
      return true;
    });
  });
}

async function writeImport(session: Session, read: ItemImport, save: () => Promise<boolean>): Promise<ExitCode> {
  const {language} = session;
  const words = messages(language).items;
  const {file, items, faults, changes, unused = []} = read;
  const [first] = faults;
  if (first !== undefined) {
    for (const fault of faults.slice(0, mostListed)) note(session, `  ${faultText(fault, words)}`);
    if (faults.length > mostListed) note(session, `  ${words.faultsMore({count: faults.length - mostListed})}`);
    const facts = {file, count: faults.length, line: first.line};
    return reportProblem(session, new Problem('items-file-wrong', facts), {...facts, faults});
  }
  const counts = {
    file,
    items: items.length,
    added: changes.added.length,
    changed: changes.changed.length,
    gone: changes.gone.length,
  };
  const passed = unused.length === 0 ? [] : [words.unused({columns: unused.join(', ')})];
  writeToPerson(session, [words.summary(counts), ...passed, ...changeLines(changes, language)]);
  const saved = await save();
  return answer(session, answers['items import'], {...counts, unused, saved}, [
    saved ? `✓ ${words.imported(counts)}` : words.dry,
  ]);
}

const mostListed = 50;

function changeLines({added, changed, gone}: ItemChanges, language: Language): readonly string[] {
  const words = messages(language).items;
  const price = ({price: money}: Item) => displayMoney(money, language);
  const of = (item: Item) => [cleanText(item.name, 60), cleanText(item.code, 40)];
  const rows = [
    ...gone.map(item => [`- ${words.gone}`, ...of(item), price(item)]),
    ...changed.map(({before, after}) => {
      const isOtherPrice = price(before) !== price(after);
      return [`~ ${words.changed}`, ...of(after), isOtherPrice ? `${price(before)} → ${price(after)}` : price(after)];
    }),
    ...added.map(item => [`+ ${words.added}`, ...of(item), price(item)]),
  ];
  const listed = inColumns(rows.slice(0, mostListed)).map(line => `  ${line}`);
  return rows.length > mostListed ? [...listed, `  ${words.changesMore({count: rows.length - mostListed})}`] : listed;
}

async function listItems(session: Session, {search = ''}: {readonly search?: string}): Promise<ExitCode> {
  const {language} = session;
  const words = messages(language).items;
  return withReading(session, async ({state}) => {
    const priceList = await readPriceList({folder: listFolder(session), state});
    const found = search.trim() === '' ? priceList.items : searchItems(priceList, search);
    return answer(session, answers['items list'], found, () => {
      if (priceList.items.length === 0) return [words.none];
      if (found.length === 0) return [words.noneFound({text: cleanText(search, 60)})];
      const {code, name, price, unit, group, rate} = words.columns;
      const rows = found.map(item => [
        ...[item.code, item.name, displayMoney(item.price, language), item.unit ?? '', item.group ?? ''],
        item.rate === null ? '' : `${item.rate}%`,
      ]);
      return inColumns([[code, name, price, unit, group, rate], ...rows], {numbers: [2]});
    });
  });
}

async function addOne(session: Session, options: OptionsOf<typeof addOptions>): Promise<ExitCode> {
  const {language} = session;
  const {amounts, country, taxRates} = configOf(session);
  const item = itemFrom(options, {amounts, language, usual: marketOf(country).currency, rates: taxRates});
  return withTill(session, 'items add', async ({till}) => {
    await till.addItem(item);
    const {name} = item;
    const said = messages(language).items.saved({name, price: displayMoney(item.price, language)});
    return answer(session, itemSpec, item, [`✓ ${said}`]);
  });
}

/** The item of the options. Throws `Problem` item-invalid for what would be wrong in a file of prices too, and the problems of amounts. */
function itemFrom(
  {
    name = '',
    price,
    currency,
    code = '',
    barcode = '',
    unit = '',
    group = '',
    taxRate = '',
  }: OptionsOf<typeof addOptions>,
  {
    amounts,
    language,
    usual,
    rates,
  }: {
    readonly amounts: AmountRules;
    readonly language: Language;
    readonly usual: string;
    readonly rates: readonly TaxRate[];
  },
): Item {
  const money = moneyFrom(price, currency ?? usual, amounts);
  const row = {
    line: 1,
    name,
    price: decimalText(money),
    priceText: price ?? '',
    otherPrices: [],
    currency: money.currency,
  };
  const {items, faults} = readItems([{...row, code, barcode, unit, group, rate: taxRate}], {
    currency: currencyFrom(usual),
    rates,
  });
  const [item] = items;
  const [fault] = faults;
  if (item !== undefined) return item;
  const why = fault === undefined ? '' : faultWhy(fault, messages(language).items);
  throw new Problem('item-invalid', {why});
}

async function takeOff(session: Session, code: string): Promise<ExitCode> {
  return withTill(session, 'items off', async ({till}) => {
    const item = await till.takeItemOff(code);
    const said = messages(session.language).items.takenOff({name: item.name});
    return answer(session, itemSpec, item, [`✓ ${said}`]);
  });
}
