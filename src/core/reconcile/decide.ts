import type {Decided} from '../decision.js';
import type {EventData} from '../journal/event.js';
import type {State} from '../journal/state.js';
import {equalDecimals} from '../money/decimal.js';
import type {Money} from '../money/money.js';
import {personSaid, reasonSaid} from '../payment/said.js';
import {Problem} from '../problem.js';
import {amountOf, type DecimalAmount, numberIn, plainAmount} from './amount.js';
import type {ReconciliationLine} from './discrepancy.js';
import {readKey} from './finish.js';
import {type LearnedLayout, layoutAs, learnedLayouts} from './layouts.js';
import {isRemaining, type Reconciliation} from './reconcile.js';
import {type Import, paymentsOf, type ReconciliationRecords, rowsOf} from './records.js';
import {entryText, plainText, type RuleSaid, ruleSaid} from './rules.js';
import {sumOf} from './together.js';

/** So many differences are carried: a file of somebody else's shop must not fill the journal. */
export const mostCarried = 5000;

/** A named person's word that a difference may stay. */
export type AcceptedBy = {readonly person: string; readonly note: string};

/** `text`: of an entry of the bank, as rules see it. */
export type AcceptedLine = Pick<ReconciliationLine, 'key' | 'code' | 'reference'> & {
  readonly text?: string | undefined;
};

export type MatchedPayment = {readonly reference: string; readonly amount: Money};

export type ReconcileCommand =
  /** A file was read, and understood in this way. */
  | {readonly type: 'import'; readonly source: EventData<'source-imported'>}
  /** `by`: the file that counts in its place. */
  | ({readonly type: 'withdraw'; readonly by?: string | undefined} & Pick<Import, 'kind' | 'sha256'>)
  /** How files of one form are read is taken over from another till. */
  | {readonly type: 'keep-layouts'; readonly layouts: readonly LearnedLayout[]}
  /** It is of this very difference: another amount is another one. */
  | {
      readonly type: 'accept';
      readonly line: AcceptedLine;
      readonly said: AcceptedBy;
    }
  /** Rows that named no payment are of these: one row, or one payment. A row is known by the key of its line. */
  | {
      readonly type: 'match';
      readonly keys: readonly string[];
      readonly payments: readonly MatchedPayment[];
      readonly person: string;
    }
  | {readonly type: 'unmatch'; readonly key: string}
  /** What a named person says of entries of the bank. */
  | {readonly type: 'add-rule'; readonly rule: RuleSaid; readonly person: string}
  | {readonly type: 'remove-rule'; readonly text: string; readonly person: string}
  /** What a reconciliation left open is carried to the days after. */
  | {readonly type: 'carry'; readonly result: Reconciliation};

/**
 * Decides what is kept of files and of reconciliations. Nothing for what is kept already. Throws `Problem`:
 * withdraw: file-not-imported; accept: person-missing, reason-missing, text-has-card;
 * match: person-missing, difference-unknown, match-amount, match-several;
 * unmatch: difference-unknown; add-rule: person-missing, rule-invalid, text-has-card; remove-rule: person-missing, rule-unknown.
 */
export function decideReconcile({reconciled}: State, command: ReconcileCommand): readonly Decided[] {
  switch (command.type) {
    case 'import': {
      const {source} = command;
      const known = importOf(reconciled, source);
      const isKept = known !== undefined && contentOf(known) === contentOf(source);
      return isKept ? [] : [{type: 'source-imported', data: source}];
    }
    case 'withdraw': {
      const {kind, sha256, by} = command;
      for (const each of by === undefined ? [sha256] : [sha256, by])
        if (importOf(reconciled, {kind, sha256: each}) === undefined || sha256 === by)
          throw new Problem('file-not-imported', {file: each.slice(0, 12)});
      const {name = ''} = importOf(reconciled, command) ?? {};
      return [{type: 'source-withdrawn', data: {kind, sha256, name, ...(by && {by})}}];
    }
    case 'keep-layouts': {
      const known = learnedLayouts(reconciled);
      return command.layouts
        .filter(layout => layoutAs(known, layout) !== 'the same')
        .map(({kind, name, headingPrint, mapping}) => ({
          type: 'layout-kept',
          data: {kind, name, headingPrint, mapping},
        }));
    }
    case 'accept': {
      const {line, said} = command;
      const [person, note] = [personSaid(said.person), reasonSaid(said.note)];
      const {key, code, reference, text} = line;
      return [{type: 'discrepancy-accepted', person, data: {key, code, reference, note, ...(text && {text})}}];
    }
    case 'match':
      return decideMatch(reconciled, command);
    case 'unmatch': {
      const match = reconciled.matches.find(each => rowsOf(each).includes(command.key));
      if (match === undefined) throw new Problem('difference-unknown', {key: command.key});
      return [{type: 'match-withdrawn', data: {key: match.key}}];
    }
    case 'add-rule': {
      const person = personSaid(command.person);
      const {text, ...said} = ruleSaid(command.rule);
      const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
      const known = reconciled.rules.find(each => each.text === text);
      const isKept =
        known !== undefined && (['amount', 'tolerance', 'account'] as const).every(name => known[name] === said[name]);
      return isKept ? [] : [{type: 'rule-added', person, data: {text, ...given}}];
    }
    case 'remove-rule': {
      const person = personSaid(command.person);
      const text = plainText(command.text);
      if (!reconciled.rules.some(each => each.text === text)) throw new Problem('rule-unknown', {text});
      return [{type: 'rule-removed', person, data: {text}}];
    }
    case 'carry': {
      const {days, asOf} = command.result;
      const open = leftOpen(command.result);
      const before = reconciled.left.find(({to}) => to === days.to);
      const isKept = JSON.stringify(before?.lines) === JSON.stringify(open);
      return isKept ? [] : [{type: 'reconciled', data: {...days, asOf, open}}];
    }
  }
}

function decideMatch(
  {matches}: ReconciliationRecords,
  {keys: given, payments, person: said}: Extract<ReconcileCommand, {type: 'match'}>,
): readonly Decided[] {
  const person = personSaid(said);
  const keys = [...new Set(given)];
  const byReference = new Map(payments.map(({reference, amount}) => [reference, amountOf(amount)]));
  const [references, amounts] = [[...byReference.keys()], [...byReference.values()]];
  const [key = '', ...otherKeys] = keys;
  const [reference = '', ...otherReferences] = references;
  if (otherKeys.length > 0 && otherReferences.length > 0) throw new Problem('match-several');
  const there = keys.map(amountInKey);
  const [currency = ''] = amounts.map(each => each.currency);
  const isOneCurrency = [...there, ...amounts].every(each => each.currency === currency);
  const asked = sumOf(amounts.map(({value}) => value));
  if (!isOneCurrency || !equalDecimals(sumOf(there.map(({value}) => value)), asked))
    throw new Problem('match-amount', {
      key: keys.join(' + '),
      reference: references.join(' + '),
      amount: `${currency} ${plainAmount({currency, value: asked})}`,
    });
  const match = {
    key,
    reference,
    ...(otherKeys.length === 0 ? {} : {keys: otherKeys}),
    ...(otherReferences.length === 0 ? {} : {references: otherReferences}),
  };
  const isKept = matches.some(each => sameTexts(rowsOf(each), keys) && sameTexts(paymentsOf(each), references));
  return isKept ? [] : [{type: 'match-confirmed', person, data: match}];
}

const sameTexts = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every(each => b.includes(each));

/** What a row that no payment has comes to, by its key. */
function amountInKey(key: string): DecimalAmount {
  const row = readKey(key);
  if (row?.code !== 'MISSING_LOCALLY' || row.delta === null) throw new Problem('difference-unknown', {key});
  return {currency: row.delta.slice(0, 3), value: numberIn(row.delta.slice(3))};
}

function importOf(
  {imports}: ReconciliationRecords,
  {kind, sha256}: Pick<Import, 'kind' | 'sha256'>,
): Import | undefined {
  return imports.find(each => each.kind === kind && each.sha256 === sha256);
}

/** What of an import matters beside its name, whatever the order of its members. */
function contentOf({kind, sha256, rows, interval, headingPrint, mapping}: Omit<Import, 'at' | 'person' | 'name'>) {
  const flat = Object.entries(mapping ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const sorted = flat.map(([name, value]) => [
    name,
    typeof value === 'object' ? Object.entries(value ?? {}).sort() : value,
  ]);
  return JSON.stringify([kind, sha256, rows, interval?.from, interval?.to, headingPrint, mapping === null, sorted]);
}

/** What the days after have to look at again: what remains, and what waits for a later window. */
function leftOpen({lines, days}: Reconciliation) {
  return Iterator.from(lines)
    .filter(line => isRemaining(line) || line.status === 'carried')
    .take(mostCarried)
    .map(line => {
      const {key, firstSeen} = line;
      const text = entryText(line);
      return {key, firstSeen: firstSeen ?? days.to, ...(text && {text})};
    })
    .toArray();
}
