import {dayText, paperTime} from '../../core/day/business-day.js';
import {type Language, messages} from '../../core/messages/messages.js';
import {paymentsOf, type ReconciliationRecords, rowsOf} from '../../core/reconcile/records/records.js';
import type {Reconciliation} from '../../core/reconcile/result/reconcile.js';
import {groupRule, isGroup, type WorkEntry, workEntries} from '../../core/reconcile/result/work-entries.js';
import {namedAmount} from '../../core/reconcile/rows/amount.js';
import type {ReconciliationLine} from '../../core/reconcile/rows/discrepancy.js';
import {readKey} from '../../core/reconcile/rows/finish.js';
import {dateOrders, type Rows, type SourceKind, sourceKinds} from '../../core/reconcile/rows/row.js';
import {cleanText} from '../../core/text/text.js';
import {type Block, type Column, compact, fact, type ListRow, notice, title} from '../block.js';
import {describeEntry, entryTitle, standingText} from '../reconcile/entry.js';
import {coverageText, equationText, openAmountsText, ruleTexts} from '../reconcile/reconciliation-text.js';
import type {FormBlock, PageBlock, PageField} from './page-block.js';
import {hidden, rowsOf as listOf} from './people.js';

const path = '/reconcile';
export const question = (id: string, text: string): Block => ({kind: 'question', id, text});
/** The most bytes of all files of a reconciliation together, and the most files. */
export const reconcileTakes = {megabytes: 750, files: 200};

/** A file that is held for a reconciliation: what it was taken for, or why it could not be read. */
export type LookedAt = {
  readonly kind: SourceKind;
  readonly texts: readonly string[];
  readonly problem?: string | undefined;
};
/** What a person says of the days and of how the files are written, by the names of the fields. */
export type SaidOfFiles = Readonly<Record<string, string>>;
export type ShownReconciliation = Pick<
  Reconciliation,
  | ('days' | 'asOf' | 'lines' | 'causes' | 'suggestions' | 'groups')
  | ('rules' | 'ruleOffers' | 'equations' | 'coverage' | 'totals')
>;
export type ReconcileFacts = {
  /** Empty: all together. */
  readonly shop: string;
  readonly shops: readonly string[];
  readonly zone: string;
  readonly records: ReconciliationRecords;
  readonly said: SaidOfFiles;
  readonly files: readonly LookedAt[];
  /** By which each of these files is removed. */
  readonly keys: readonly string[];
  readonly result: ShownReconciliation | undefined;
};

/** An address of the page with these parts. */
export const reconcileAddress = (shop: string, query: Readonly<Record<string, string>> = {}, of = ''): string =>
  `${path}${of}?${new URLSearchParams({shop, ...query})}`;

/** The files that can be downloaded of a reconciliation. */
export const downloads = ['xlsx', 'csv', 'jsonl', 'hledger', 'beancount', 'sealed'] as const;
export type Download = (typeof downloads)[number];

/** Describes a reconciliation: what is held for it, what came of it, and what earlier ones have left. */
export function describeReconcile(facts: ReconcileFacts, language: Language): readonly PageBlock[] {
  const {shop, shops, files, keys, result, records} = facts;
  const {names, exports, reconcile: words} = messages(language).officePage;
  const form = {kind: 'form', method: 'post', to: reconcileAddress(shop)} as const;
  const isReadable = files.length > 0 && files.every(({problem}) => problem === undefined);
  const options = shops.map(value => ({value, text: value || exports.all}));
  const shopField = {name: 'shop', label: messages(language).office.columns.shop, value: shop, options};
  return compact<PageBlock>([
    title(names.reconcile),
    shops.length > 1 && {kind: 'form', id: 'of', method: 'get', to: path, button: exports.choose, fields: [shopField]},
    ...(result === undefined ? [] : describeResult(result, facts, language)),
    ...(result === undefined ? files : []).flatMap((file, at): readonly PageBlock[] => [
      ...describeFile(file, at, language),
      {
        ...form,
        id: `remove-${at}`,
        button: words.removeOne,
        fields: [hidden('do', 'remove'), hidden('key', keys[at] ?? '')],
      },
    ]),
    isReadable &&
      result === undefined && {...form, id: 'compare', button: words.compare, fields: [hidden('do', 'compare')]},
    files.length > 0 && {...form, id: 'remove', button: words.remove, fields: [hidden('do', 'remove')]},
    ...(result === undefined ? describeLeft(records, facts, language) : []),
    {kind: 'links', id: 'decided', links: [{to: reconcileAddress(shop, {}, '/decided'), text: words.decided}]},
    question('add', files.length === 0 ? words.begin : words.add),
    {...form, id: 'files', button: words.read, ...fieldsOf(facts, language)},
  ]);
}

function fieldsOf({said}: ReconcileFacts, language: Language): Pick<FormBlock, 'fields' | 'more'> {
  const {officePage, reconcileScreen, reconcileCommand} = messages(language);
  const words = officePage.reconcile;
  const {fields, orders, marks, notShown} = reconcileScreen.file;
  const unsaid = {value: '', text: notShown};
  const of = (name: string, label: string, more: Partial<PageField> = {}): PageField => ({
    name,
    label,
    value: said[name] ?? '',
    ...more,
  });
  return {
    fields: [
      hidden('do', 'files'),
      of('from', officePage.exports.from, {type: 'date', isRequired: true}),
      of('to', officePage.exports.to, {type: 'date', isRequired: true}),
      ...sourceKinds.map(kind => ({
        name: kind,
        label: reconcileCommand.kinds[kind],
        type: 'file' as const,
        takesSeveral: true,
        note: words.notes[kind],
      })),
    ],
    more: {
      title: words.written,
      fields: [
        of('currency', fields.currency),
        of('dateOrder', fields.dateOrder, {
          options: [unsaid, ...dateOrders.map(value => ({value, text: orders[value]}))],
        }),
        of('decimalMark', fields.decimalMark, {
          options: [unsaid, {value: '.', text: marks.point}, {value: ',', text: marks.comma}],
        }),
        of('map', words.columns, {note: words.columnsNote}),
        of('part', fields.part),
        of('password', fields.password, {type: 'password', value: ''}),
        of('unproved', fields.unproved, {
          options: (['no', 'yes'] as const).map(value => ({value, text: reconcileScreen.file.unproved[value]})),
        }),
      ],
    },
  };
}

function describeFile({texts, problem}: LookedAt, at: number, language: Language): readonly Block[] {
  const [heading = '', ...rest] = texts.map(text => cleanText(text, 4096));
  return compact<Block>([
    question(`file ${at}`, heading),
    problem !== undefined && notice(`problem ${at}`, `${problem} ${messages(language).officePage.reconcile.refused}`),
    ...rest.map((text, line) => fact(`file ${at} ${line}`, text, {tone: line === 0 ? 'strong' : 'plain'})),
  ]);
}

/** What the page is called whose result it shows: its days, what remains, its equations and its differences. */
function describeResult(
  result: ShownReconciliation,
  {shop, files}: ReconcileFacts,
  language: Language,
): readonly PageBlock[] {
  const {reconcile: words, reconcileScreen: screen, officePage} = messages(language);
  const {days, totals, equations} = result;
  const {remaining, byCode, stillOpen, setAside} = totals;
  const entries = openEntries(result);
  const rules = ruleTexts(result, language).filter(text => text !== '');
  return compact<PageBlock>([
    {
      kind: 'question',
      id: 'days',
      text: officePage.exports.of({
        from: dayText(days.from, language),
        to: dayText(days.to, language),
        shop: shop || officePage.exports.all,
      }),
    },
    fact('remaining', words.remaining({count: remaining}), {tone: remaining === 0 ? 'paid' : 'needs-person'}),
    stillOpen.length > 0 && fact('open', openAmountsText(result, language), {tone: 'not-known'}),
    ...(['carried', 'accepted'] as const).map(
      status => setAside[status] > 0 && fact(status, words.setAside[status]({count: setAside[status]})),
    ),
    fact('matched', words.matched({count: byCode.OK ?? 0})),
    {
      kind: 'links',
      id: 'downloads',
      links: downloads.map(name => ({
        to: reconcileAddress(shop, {}, `/${name}`),
        text: officePage.reconcile.files[name],
      })),
    },
    question('equations', screen.pages.equations),
    ...(equations.length === 0 ? [fact('none', screen.noEquations, {tone: 'quiet'})] : []),
    ...equations.map(
      (equation, at): PageBlock => ({
        kind: 'exact',
        id: `equation ${at}`,
        onRoll: false,
        lines: equationText(equation, {language, width: 48}).slice(0, -1),
      }),
    ),
    question('differences', officePage.reconcile.differences),
    entryRows('entries', entries, {shop, language, empty: screen.empty}),
    entries.length > mostListed &&
      fact('more', officePage.reconcile.more({count: entries.length - mostListed}), {tone: 'quiet'}),
    ...rules.map((text, at) => fact(`rule ${at}`, text, {tone: at === 0 ? 'strong' : 'plain'})),
    {
      kind: 'folded',
      id: 'coverage',
      title: screen.pages.coverage,
      blocks: [
        ...coverageText(result, words).map((text, at) => fact(`source ${at}`, text)),
        ...files.flatMap((file, at) => describeFile(file, at, language)),
      ],
    },
  ]);
}

const mostListed = 500;

/** What has to be looked at, and what was accepted or waits: lines of one cause together. */
const openEntries = (result: ShownReconciliation): Rows<WorkEntry> =>
  workEntries(result, ({status}) => status !== 'matched');

type Listing = {readonly shop: string; readonly language: Language; readonly empty: string};

function entryRows(id: string, entries: Rows<WorkEntry>, {shop, language, empty}: Listing): PageBlock {
  const {line, columns} = messages(language).reconcileScreen;
  const amount = (each: WorkEntry['local']) => (each === null ? '' : namedAmount(each, language));
  const rows = Iterator.from(entries)
    .take(mostListed)
    .map((entry): ListRow => {
      const {key, local, provider, delta, severity, status} = entry;
      const name = isGroup(entry)
        ? `${entryTitle(entry, language)} × ${entry.lines.length}`
        : entryTitle(entry, language);
      const isCritical = status === 'exception' && severity === 'critical';
      return {
        id: key,
        cells: [name, amount(local), amount(provider), amount(delta), standingText(entry, language)],
        tone: isCritical ? 'needs-person' : status === 'accepted' ? 'quiet' : 'plain',
        to: reconcileAddress(shop, {key}),
      };
    })
    .toArray();
  const figures = [line.here, line.there, line.delta].map((each): Column => ({title: each, align: 'right'}));
  const {state} = messages(language).office.columns;
  return listOf(id, {columns: [{title: columns.code}, ...figures, {title: state}], rows, empty});
}

/** What the last reconciliation of these books has left, without its files. */
function describeLeft(
  {left, accepted}: ReconciliationRecords,
  {shop}: ReconcileFacts,
  language: Language,
): readonly PageBlock[] {
  const {officePage, reconcile, reconcileScreen} = messages(language);
  const last = left.at(-1);
  if (last === undefined) return [fact('never', officePage.reconcile.never, {tone: 'quiet'})];
  const isAccepted = new Set(accepted.map(({key}) => key));
  const open = last.lines.filter(({key}) => !isAccepted.has(key));
  const rows = open.slice(0, mostListed).map(({key, firstSeen}): ListRow => {
    const {code = 'OK', subject = '', delta} = readKey(key) ?? {};
    const cells = [`${reconcile.codes[code]}  ${cleanText(subject, 80)}`, delta ?? '', dayText(firstSeen, language)];
    return {id: key, cells, tone: 'plain', to: reconcileAddress(shop, {key})};
  });
  const {code, delta, date} = reconcileScreen.columns;
  return [
    fact('left', officePage.reconcile.left({to: dayText(last.to, language), count: open.length}), {tone: 'strong'}),
    listOf('left-open', {
      columns: [{title: code}, {title: delta, align: 'right'}, {title: date}],
      rows,
      empty: reconcileScreen.empty,
    }),
  ];
}

/** Which decisions a form about these differences was made from: it is refused if somebody has decided about one of them since. */
export function decidedMark({accepted, matches}: ReconciliationRecords, keys: readonly string[]): string {
  const wanted = new Set(keys);
  const whens = [
    ...accepted.filter(({key}) => wanted.has(key)).map(({when}) => when),
    ...matches.filter(each => rowsOf(each).some(row => wanted.has(row))).map(({when}) => when),
  ];
  return [whens.length, ...whens.sort().slice(-1)].join('/');
}

/** The keys of the lines that a key stands for: that of a line, or the id of a cause. */
export function keysOf({result, records}: Pick<ReconcileFacts, 'result' | 'records'>, key: string): readonly string[] {
  const entry = result && entryAt(result, key);
  if (entry !== undefined && isGroup(entry))
    return Iterator.from(entry.lines)
      .map(each => each.key)
      .toArray();
  const lines = records.left.flatMap(each => each.lines).filter(({cause}) => cause === key);
  return lines.length > 0 ? [...new Set(lines.map(each => each.key))] : [key];
}

function entryAt(result: ShownReconciliation, key: string): WorkEntry | undefined {
  return (
    Iterator.from(openEntries(result)).find(entry => entry.key === key) ??
    Iterator.from(result.lines).find((line: ReconciliationLine) => line.key === key)
  );
}

/** Describes one difference, or those of one cause, with forms to decide about it; undefined if there is none. */
export function describeDifference(
  key: string,
  facts: ReconcileFacts,
  language: Language,
): readonly PageBlock[] | undefined {
  const {result, records, shop, zone} = facts;
  const entry = result && entryAt(result, key);
  const keys = keysOf(facts, key);
  const isKnown =
    entry !== undefined ||
    [...records.left.flatMap(({lines}) => lines), ...records.accepted].some(each => keys.includes(each.key));
  const isMatched = records.matches.some(each => rowsOf(each).includes(key));
  if (!isKnown && !isMatched) return undefined;
  const {reconcileScreen: screen, reconcile} = messages(language);
  const {code = 'OK', subject = ''} = readKey(keys[0] ?? '') ?? {};
  const named =
    entry === undefined ? `${reconcile.codes[code]}  ${cleanText(subject, 80)}` : entryTitle(entry, language);
  const mayBe = {
    suggestion: result?.suggestions.find(each => each.key === key),
    group: result?.groups.find(each => each.keys.includes(key) || each.missing.includes(key)),
  };
  const acceptance = records.accepted.find(each => keys.includes(each.key));
  const form = {kind: 'form', method: 'post', to: reconcileAddress(shop, {key})} as const;
  const of = (does: string) => [hidden('do', does), hidden('version', decidedMark(records, keys)), hidden('key', key)];
  const mayMatch = code === 'MISSING_LOCALLY' && acceptance === undefined && !isMatched && keys.length === 1;
  const rule = entry !== undefined && isGroup(entry) ? groupRule(entry) : null;
  const value = mayBe.group?.references ?? mayBe.suggestion?.candidates.slice(0, 1).map(each => each.reference) ?? [];
  return compact<PageBlock>([
    title(named),
    entry !== undefined && fact('standing', standingText(entry, language), {tone: 'quiet'}),
    ...(entry === undefined ? [fact('key', key)] : describeEntry(entry, mayBe, {language, zone})),
    entry !== undefined && isGroup(entry) && entryRows('lines', entry.lines, {shop, language, empty: screen.empty}),
    acceptance !== undefined &&
      fact(
        'accepted',
        screen.line.acceptedBy({...acceptance, when: paperTime(Date.parse(acceptance.when), zone, language)}),
        {lead: screen.line.accepted},
      ),
    isKnown &&
      acceptance === undefined &&
      !isMatched && {
        ...form,
        id: 'accept',
        button: screen.accept.title({count: keys.length}),
        fields: [
          ...of('accept'),
          {name: 'note', label: screen.accept.fields.note, note: screen.accept.lead, isRequired: true},
        ],
      },
    acceptance !== undefined && {...form, id: 'unaccept', button: screen.unaccept.title, fields: of('unaccept')},
    mayMatch && {
      ...form,
      id: 'match',
      button: screen.match.title,
      fields: [
        ...of('match'),
        ...(mayBe.group?.keys ?? []).filter(each => each !== key).map(each => hidden('row', each)),
        {
          name: 'payments',
          label: screen.match.fields.payment,
          note: screen.match.lead,
          isRequired: true,
          value: value.join(' '),
        },
      ],
    },
    isMatched && {...form, id: 'unmatch', button: screen.unmatch.title, fields: of('unmatch')},
    rule !== null && ruleForm(shop, {text: rule.text, tolerance: rule.tolerance ?? ''}, language),
  ]);
}

function ruleForm(
  shop: string,
  {text, tolerance}: {readonly text: string; readonly tolerance: string},
  language: Language,
): FormBlock {
  const {rule} = messages(language).reconcileScreen;
  return {
    kind: 'form',
    id: 'rule',
    method: 'post',
    to: reconcileAddress(shop, {}, '/decided'),
    button: rule.title,
    fields: [
      hidden('do', 'rule'),
      {name: 'text', label: rule.fields.text, value: text, isRequired: true, note: rule.lead},
      {name: 'account', label: rule.fields.account, note: rule.fields.accountHint},
      {name: 'tolerance', label: rule.fields.tolerance, value: tolerance, note: rule.fields.toleranceHint},
      {name: 'amount', label: rule.fields.amount, note: rule.fields.amountHint},
    ],
  };
}

/** What people have decided about these books: their rules, their matches and what they have accepted. */
export function describeDecided({records, shop, zone}: ReconcileFacts, language: Language): readonly PageBlock[] {
  const {officePage, reconcileScreen: screen, reconcile} = messages(language);
  const {rules, matches, accepted} = records;
  const by = ({who, when}: {readonly who: string; readonly when: string}) =>
    `${cleanText(who, 80)}, ${paperTime(Date.parse(when), zone, language)}`;
  const columns = [screen.columns.code, screen.rules.columns.says, screen.rules.columns.who].map(each => ({
    title: each,
  }));
  const rowOf = (key: string, says: string, said: {readonly who: string; readonly when: string}): ListRow => {
    const {code = 'OK', subject = ''} = readKey(key) ?? {};
    const cells = [`${reconcile.codes[code]}  ${cleanText(subject, 80)}`, says, by(said)];
    return {id: key, cells, tone: 'plain', to: reconcileAddress(shop, {key})};
  };
  const form = {kind: 'form', method: 'post', to: reconcileAddress(shop, {}, '/decided')} as const;
  return compact<PageBlock>([
    title(officePage.reconcile.decided),
    listOf('decisions', {
      columns,
      rows: [
        ...matches.map(each => rowOf(each.key, paymentsOf(each).join(' + '), each)),
        ...accepted.map(each => rowOf(each.key, cleanText(each.note, 200), each)),
      ]
        .slice(-mostListed)
        .reverse(),
      empty: officePage.reconcile.nothingDecided,
    }),
    question('rules', screen.rules.title),
    listOf('rule-list', {
      columns: [screen.rules.columns.text, screen.rules.columns.says, screen.rules.columns.who].map(each => ({
        title: each,
      })),
      rows: rules.map(rule => ({
        id: rule.text,
        cells: [rule.text, [rule.account, rule.tolerance, rule.amount].filter(Boolean).join(' · '), by(rule)],
        tone: 'plain' as const,
      })),
      empty: messages(language).reconcileCommand.rules.none,
    }),
    rules.length > 0 && {
      ...form,
      id: 'remove-rule',
      button: screen.rule.removeTitle,
      fields: [
        hidden('do', 'remove-rule'),
        {
          name: 'text',
          label: screen.rule.fields.text,
          options: rules.map(({text}) => ({value: text, text})),
          note: screen.rule.removeMeans,
        },
      ],
    },
    ruleForm(shop, {text: '', tolerance: ''}, language),
  ]);
}
