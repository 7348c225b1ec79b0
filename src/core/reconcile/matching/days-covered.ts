import {sumDecimals} from '../../money/decimal.js';
import type {Facts} from '../../problem.js';
import {amountOf, type DecimalAmount, isMoney, negated} from '../rows/amount.js';
import {type Books, isCounted, isInDays, type ProviderEntry} from '../rows/books.js';
import {type Finding, ofNothing, type Reason, type ReconciliationLine} from '../rows/discrepancy.js';
import {firstSeenByKey, keyOf} from '../rows/finish.js';
import {type Carried, type Days, daysCovered, type Inputs, near, overlaps} from '../rows/inputs.js';
import type {LocalPayment} from '../rows/local.js';
import {distinct} from '../rows/merge.js';
import type {SourceFile} from '../rows/row.js';

type AnyFile = SourceFile<unknown>;

/** Whether a file covers days that are near enough to the days that are reconciled. A file whose days are not known may cover any. */
function isNear(file: AnyFile, days: Days, nearness?: {readonly before: number; readonly after: number}): boolean {
  const covered = daysCovered(file);
  return covered === null || overlaps(covered, days, nearness);
}

export function withoutOtherDays<
  Given extends Pick<Inputs, 'days' | 'payoutFiles'> & Partial<Pick<Inputs, 'bankFiles'>>,
>(given: Given): Given {
  const {days, payoutFiles, bankFiles} = given;
  return {
    ...given,
    payoutFiles: payoutFiles.filter(file => isNear(file, days, near.payout)),
    ...(bankFiles && {bankFiles: bankFiles.filter(file => isNear(file, days, near.bank))}),
  };
}

/** Whether a file counts for the days. The rows of another file of the provider are only looked through for payments of the days. */
export const isOfTheDays = (file: AnyFile, days: Days): boolean =>
  isNear(file, days, file.kind === 'provider' ? undefined : near[file.kind]);

const sides: ReadonlySet<Reason> = new Set<Reason>(['later-than-files', 'earlier-than-files', 'between-files']);

/** Whether a line is about several payments, each of which is carried to later days by a key of its own. */
export const isOfSeveral = ({reason, facts}: Pick<ReconciliationLine, 'reason' | 'facts'>): boolean =>
  (sides.has(reason) && Number(facts['count']) > 1) || reason === 'waits-for-file';

type Paired = ReadonlyMap<LocalPayment, ProviderEntry>;

/** A payment that waits for a file of its day. */
type Waiting = {
  readonly key: string;
  readonly reference: string;
  readonly since: string;
  readonly amount: DecimalAmount;
};

/** One finding for all payments that wait for the same file, instead of one for each. */
export type OneForMany = {
  readonly findings: readonly Finding[];
  /** The findings that it stands for. */
  readonly replaced: ReadonlySet<Finding>;
  /** Payments of earlier days that waited before, and that a row of these files names. */
  readonly found: readonly {readonly reference: string}[];
  /** The payments, as they are carried to later days, with the key of their line. */
  readonly waiting: readonly (Carried & {readonly reference: string; readonly line: string})[];
};

/**
 * Replaces the findings of payments that no file covers by one for each side of the files and each currency. Payments of earlier days that
 * still wait have one more. A single payment keeps its own, and so does one whose own finding a person accepted.
 */
export function oneForMany(
  books: Books,
  {findings, paired}: {readonly findings: readonly Finding[]; readonly paired: Paired},
): OneForMany {
  const {inputs} = books;
  const accepted = new Set(inputs.accepted.map(({key}) => key));
  const firstSeen = firstSeenByKey(inputs);
  const ofDays = Map.groupBy(
    findings.filter(finding => sides.has(finding.reason) && !accepted.has(keyOf(finding))),
    ({reason, facts, local}) => JSON.stringify([reason, facts, local?.currency]),
  );
  const several = [...ofDays.values()].filter(({length}) => length > 1);
  const before = waitedBefore(books, accepted);
  const earlier = Map.groupBy(
    before.filter(({of}) => !paired.has(of)),
    ({amount}) => amount.currency,
  );
  const made = [
    ...several.map(same => {
      const [{reason = 'later-than-files' as const, facts = {}} = {}] = same;
      const waiting = same.flatMap(finding =>
        finding.local === null ? [] : {...finding, key: keyOf(finding), amount: finding.local},
      );
      return {waiting, finding: oneOf(waiting, {reason, facts, isOfDays: true})};
    }),
    ...[...earlier.values()]
      .filter(({length}) => length > 1)
      .map(waiting => ({waiting, finding: oneOf(waiting, {reason: 'waits-for-file', facts: {}, isOfDays: false})})),
  ];
  const replaced = new Set(several.flat());
  return {
    findings: [...findings.filter(finding => !replaced.has(finding)), ...made.map(({finding}) => finding)],
    replaced,
    found: before.filter(({of}) => {
      const entry = paired.get(of);
      return entry !== undefined && isPaidBy(of, entry);
    }),
    waiting: made.flatMap(({waiting, finding}) =>
      waiting.map(({key, reference}) => ({
        key,
        reference,
        line: keyOf(finding),
        firstSeen: firstSeen.get(key) ?? inputs.days.to,
      })),
    ),
  };
}

/** Payments of earlier days that waited before. */
function waitedBefore(
  {inputs, payments}: Books,
  accepted: ReadonlySet<string>,
): readonly (Waiting & {of: LocalPayment})[] {
  const keys = new Set(inputs.carried.map(({key}) => key).filter(key => !accepted.has(key)));
  if (keys.size === 0) return [];
  return [...payments.values()].flatMap(of => {
    const {reference, businessDate: since} = of;
    const amount = amountOf(of.amount);
    const key = keyOf({code: 'TIMING', subject: reference, delta: negative(amount)});
    return keys.has(key) && isCounted(of) && !isInDays(inputs, since) ? [{key, reference, since, amount, of}] : [];
  });
}

/** Whether a row took exactly the money of the payment, whatever the days of its file are. */
const isPaidBy = ({amount}: LocalPayment, entry: ProviderEntry): boolean =>
  entry.isTaken && entry.row.currency === amount.currency && isMoney(entry.amount, amount);

export const negative = ({currency, value}: DecimalAmount): DecimalAmount => ({currency, value: negated(value)});

function oneOf(
  waiting: readonly Waiting[],
  {reason, facts, isOfDays}: {readonly reason: Reason; readonly facts: Facts; readonly isOfDays: boolean},
): Finding {
  const days = waiting.map(({since}) => since).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const {currency = ''} = waiting[0]?.amount ?? {};
  const local = {currency, value: sumDecimals(waiting.map(({amount}) => amount.value))};
  const delta = negative(local);
  return {
    ...ofNothing,
    code: 'TIMING',
    subject: [reason, facts['last'] ?? facts['first'] ?? first].join('/'),
    reason,
    facts: {...(isOfDays ? facts : {first, last}), count: waiting.length},
    status: 'carried',
    local,
    delta,
    since: first,
    ...(isOfDays && {effects: [{term: 'in-another-window' as const, ...delta}]}),
  };
}

/** So many files are named in a line. */
const mostNamed = 5;

/** The finding for files of each kind that are of other days and unused; for information only if others of the kind count. */
export function otherDaysFindings(given: Inputs, paired: Paired): readonly Finding[] {
  const {days, providerFiles, payoutFiles, bankFiles} = given;
  const used = new Set<AnyFile>(paired.size === 0 ? [] : [...paired.values()].flatMap(({merged}) => merged.files));
  return [providerFiles, payoutFiles, bankFiles].flatMap((files: readonly AnyFile[]) => {
    const others = distinct(files).filter(file => file.rows.length > 0 && !isOfTheDays(file, days) && !used.has(file));
    const [{kind = 'provider'} = {}] = others;
    if (others.length === 0) return [];
    const covered = others.flatMap(file => daysCovered(file) ?? []);
    const [froms, tos] = [covered.map(({from}) => from).sort(), covered.map(({to}) => to).sort()];
    const names = [...new Set(others.map(({name}) => name))].sort();
    return [
      {
        ...ofNothing,
        code: 'NOT_COMPARED' as const,
        subject: ['other-days', kind, days.to].join('/'),
        reason: 'file-of-other-days' as const,
        facts: {
          file: [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', '),
          count: others.length,
          first: froms[0] ?? '',
          last: tos.at(-1) ?? '',
        },
        ...(files.length > others.length && {severity: 'info' as const, status: 'carried' as const}),
        since: days.to,
      },
    ];
  });
}
