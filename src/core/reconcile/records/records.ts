import {date} from '../../day/schema.js';
import {type AnyEvent, type DataOf, isOneOf} from '../../journal/envelope.js';
import {money} from '../../money/schema.js';
import {isByHand} from '../../payment/payer.js';
import {type PaymentRequest, paymentEvents} from '../../payment/schema.js';
import {Problem} from '../../problem.js';
import {isValid} from '../../spec/check.js';
import {leaf, list, object, optional, orNull, type Specified, text, whole} from '../../spec/spec.js';
import {acceptanceSpec, type ConfirmedMatch, matchSpec} from '../rows/discrepancy.js';
import {type Carried, carriedSpec, dateIn} from '../rows/inputs.js';
import {ruleSpec} from '../rows/rules.js';
import {importMembers, layoutMembers, reconcileEvents} from './schema.js';

const by = {at: whole('in milliseconds since the epoch'), person: text()};

/** A file that was read into this till. A copy of it is kept under its SHA-256. */
const importSpec = object({
  ...importMembers,
  ...by,
  replaces: optional(list(text(), 'the names of the files that it replaces'), 'it replaces none'),
});
export type Import = Specified<typeof importSpec>;

/** How files of one form are read, as another till learned it. */
const layoutSpec = object({...layoutMembers, ...by});

const madeOn = {on: date('its day'), payment: text('that was made of it')};
const rowSpec = object({...madeOn, row: text('the key of a row of a file')});
const chargeSpec = object({...madeOn, charge: text('the service’s reference of it'), amount: money()});
/** A row of a file or a charge of a subscription, of which a payment was made. */
type MadeRecord = Specified<typeof rowSpec> | Specified<typeof chargeSpec>;
const [isRow, isCharge] = [isValid(rowSpec), isValid(chargeSpec)];

/** What reconciliations leave behind: the files, what named persons accepted, and what was open at the end of each. */
export const recordsSpec = object({
  imports: list(importSpec),
  layouts: list(layoutSpec),
  accepted: list(acceptanceSpec),
  matches: list(matchSpec),
  made: list(
    leaf<MadeRecord>('a row or a charge', value => isRow(value) || isCharge(value)),
    'the records of others of which payments were made, whatever becomes of the payment',
  ),
  forgottenTo: orNull(text('the newest day of which `made` or `matches` may lack some'), 'they have all'),
  rules: list(ruleSpec, 'at most one for each text'),
  left: list(object({to: text(), lines: list(carriedSpec)}), 'by the last day that was reconciled, oldest first'),
});
export type ReconciliationRecords = Specified<typeof recordsSpec>;

export const noRecords: ReconciliationRecords = {
  imports: [],
  layouts: [],
  accepted: [],
  matches: [],
  made: [],
  forgottenTo: null,
  rules: [],
  left: [],
};

const mostImports = 400;
const mostLayouts = 400;
const mostAccepted = 5000;
const mostMatches = 5000;
const mostMade = 20_000;
const mostRules = 400;
const mostLeft = 10;

const isSameFile =
  (a: Pick<Import, 'kind' | 'sha256'>) =>
  (b: Pick<Import, 'kind' | 'sha256'>): boolean =>
    a.kind === b.kind && a.sha256 === b.sha256;

const shortestHash = 6;

/** The file with this name, or whose SHA-256 begins with the text. Throws `Problem` file-not-imported, file-ambiguous. */
export function importNamed({imports}: Pick<ReconciliationRecords, 'imports'>, typed: string): Import {
  const isMeant = ({name, sha256}: Import) =>
    name === typed || (typed.length >= shortestHash && sha256.startsWith(typed.toLowerCase()));
  const [found, ...others] = imports.filter(isMeant);
  if (found === undefined) throw new Problem('file-not-imported', {file: typed});
  if (others.length > 0) throw new Problem('file-ambiguous', {file: typed});
  return found;
}

/** The files that another may replace: same sender (kind and headings) and days, other bytes. A person decides, as wallets look alike. */
export function replaceable(
  {imports}: Pick<ReconciliationRecords, 'imports'>,
  file: Pick<Import, 'kind' | 'sha256' | 'interval' | 'told' | 'headingPrint'>,
): readonly Import[] {
  const days = file.interval ?? file.told;
  if (days === undefined) return [];
  return imports.filter(each => {
    const before = each.interval ?? each.told;
    const isSameSender = each.kind === file.kind && each.headingPrint === file.headingPrint;
    return isSameSender && each.sha256 !== file.sha256 && before?.from === days.from && before.to === days.to;
  });
}

const isRead = isOneOf({...paymentEvents, ...reconcileEvents});

/** The imports without a withdrawn file. The file that takes its place replaces what that file replaced. */
function withoutSource(
  {imports}: ReconciliationRecords,
  withdrawn: DataOf<typeof reconcileEvents, 'source-withdrawn'>,
): readonly Import[] {
  const {kind, name, by} = withdrawn;
  const isIt = isSameFile(withdrawn);
  const before = imports.find(isIt)?.replaces ?? [];
  const inItsPlace = ({replaces = []}: Import) => ({replaces: [...replaces, ...before, name]});
  return imports
    .filter(each => !isIt(each))
    .map(each => (each.kind === kind && each.sha256 === by ? {...each, ...inItsPlace(each)} : each));
}

export function evolveRecords(records: ReconciliationRecords, event: AnyEvent): ReconciliationRecords {
  if (!isRead(event)) return records;
  switch (event.type) {
    case 'source-imported': {
      const {at, person, data} = event;
      const isIt = isSameFile(data);
      const {replaces} = records.imports.find(isIt) ?? {};
      const others = records.imports.filter(each => !isIt(each));
      const read = {...data, at: Date.parse(at), person, ...(replaces && {replaces})};
      return {...records, imports: [...others, read].slice(-mostImports)};
    }
    case 'source-withdrawn':
      return {...records, imports: withoutSource(records, event.data)};
    case 'layout-kept': {
      const {at, person, data} = event;
      const others = records.layouts.filter(each => each.kind !== data.kind || each.headingPrint !== data.headingPrint);
      return {...records, layouts: [...others, {...data, at: Date.parse(at), person}].slice(-mostLayouts)};
    }
    case 'discrepancy-accepted': {
      const {key, note, text, together} = event.data;
      const acceptance = {
        key,
        who: event.person,
        note,
        when: event.at,
        ...(text && {text}),
        ...(together && {together}),
      };
      // Where the same difference comes first again, those that were accepted with it before are not undone with it.
      const isFirst = key === together?.first;
      const others = withoutAcceptance(records, key).map(each =>
        isFirst && each.together?.first === key ? {...each, together: undefined} : each,
      );
      return {...records, accepted: [...others, acceptance].slice(-mostAccepted)};
    }
    case 'acceptance-withdrawn':
      return {...records, accepted: withoutAcceptance(records, event.data.key)};
    case 'match-confirmed': {
      return withMatch(records, {...event.data, who: event.person, when: event.at});
    }
    case 'requested': {
      const record = madeOf(event.data);
      if (record === undefined) return records;
      const next = withMade(records, record);
      if (!('row' in record)) return next;
      return withMatch(next, {key: record.row, reference: record.payment, who: event.person, when: event.at});
    }
    case 'match-withdrawn':
      return {...records, matches: withoutMatch(records, [event.data.key])};
    case 'rule-added': {
      const {text, amount = null, tolerance = null, account = null, split, learned} = event.data;
      const said = {text, amount, tolerance, account, ...(split && {split}), ...(learned && {learned})};
      const rule = {...said, who: event.person, when: event.at};
      return {...records, rules: [...withoutRule(records, text), rule].slice(-mostRules)};
    }
    case 'rule-removed':
      return {...records, rules: withoutRule(records, event.data.text)};
    case 'reconciled': {
      const {to, open} = event.data;
      const others = records.left.filter(each => each.to !== to);
      const left = [...others, {to, lines: open}].sort((a, b) => (a.to < b.to ? -1 : 1));
      return {...records, left: left.slice(-mostLeft)};
    }
    default:
      return records;
  }
}

export const rowsOf = ({key, keys = []}: Pick<ConfirmedMatch, 'key' | 'keys'>): readonly string[] => [key, ...keys];
export const paymentsOf = ({reference, references = []}: Pick<ConfirmedMatch, 'reference' | 'references'>) => [
  reference,
  ...references,
];

const withoutRule = ({rules}: ReconciliationRecords, text: string) => rules.filter(each => each.text !== text);

const withoutAcceptance = ({accepted}: ReconciliationRecords, key: string) => accepted.filter(each => each.key !== key);

/** The record of another that a payment was made of. */
export function madeOf(request: PaymentRequest): MadeRecord | undefined {
  const {reference: payment, businessDate: on, amount} = request;
  if (request.method === 'mobile-money' && request.received !== undefined && !isByHand(request))
    return {row: request.received.row, on, payment};
  if (request.method !== 'subscription') return undefined;
  const chargedOn = dateIn(request.charge?.chargedAt ?? null) ?? on;
  return {charge: request.transactionReference, amount, on: chargedOn, payment};
}

/** Whole days are forgotten, the oldest first, and the newest of them is remembered. */
function withMade({made: before, ...records}: ReconciliationRecords, record: MadeRecord): ReconciliationRecords {
  const made = [...before, record];
  if (made.length <= mostMade) return {...records, made};
  const oldest = made.map(({on}) => on).sort()[made.length - mostMade - 1] ?? '';
  return {...records, made: made.filter(({on}) => on > oldest), forgottenTo: later(records.forgottenTo, oldest)};
}

function withMatch(records: ReconciliationRecords, match: ConfirmedMatch): ReconciliationRecords {
  const matches = [...withoutMatch(records, rowsOf(match)), match];
  const {made, forgottenTo} = records;
  const forgotten = matches
    .slice(0, -mostMatches)
    .filter(({key}) => !made.some(each => 'row' in each && each.row === key));
  // The row of a match is no later than the match itself.
  const to = forgotten.reduce((newest, {when}) => later(newest, when.slice(0, 10)), forgottenTo);
  return {...records, matches: matches.slice(-mostMatches), forgottenTo: to};
}

const later = (a: string | null, b: string): string => (a === null || b > a ? b : a);

/** A row belongs to one match at most. */
const withoutMatch = ({matches}: ReconciliationRecords, keys: readonly string[]) =>
  matches.filter(each => !rowsOf(each).some(key => keys.includes(key)));

/** What the last reconciliation of earlier days left open. Running one again for the same days changes nothing. */
export const carriedTo = ({left}: ReconciliationRecords, from: string): readonly Carried[] =>
  left.findLast(({to}) => to < from)?.lines ?? [];
