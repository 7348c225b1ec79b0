import {addDecimals} from '../../money/decimal.js';
import {type DecimalAmount, DecimalSums, magnitude, plainAmount} from '../rows/amount.js';
import {lineStatuses, type ReconciliationLine, severities} from '../rows/discrepancy.js';
import {isRemaining} from '../rows/finish.js';
import {madeRows, type Rows, rowsAt} from '../rows/row.js';
import {commonText, type RuleSaid} from '../rows/rules.js';
import {type Cause, type Causes, moneyIn} from './causes.js';

/** Lines of one cause as one line: the sums of their amounts, and the gravest and oldest of the rest. */
export type LineGroup = Omit<ReconciliationLine, 'facts' | 'till' | 'rows' | 'firstSeen' | 'acceptance' | 'effects'> & {
  readonly cause: Cause;
  readonly lines: Rows<ReconciliationLine>;
  /** What they come to, by currency. The sides are null if the lines are in several. */
  readonly amounts: readonly DecimalAmount[];
};

/** What a list shows as one: a line, or lines of one cause. */
export type WorkEntry = ReconciliationLine | LineGroup;

export const isGroup = (entry: WorkEntry): entry is LineGroup => 'cause' in entry;

export const linesIn = (entry: WorkEntry): Rows<ReconciliationLine> => (isGroup(entry) ? entry.lines : [entry]);

/**
 * What a list shows of these lines: lines of one cause as one, and a line without others of its cause by itself. First comes what a person
 * has to look at, and of that what is critical; then the most money, each currency by itself.
 */
export function workEntries(
  {lines, causes}: {readonly lines: Rows<ReconciliationLine>; readonly causes: () => Causes},
  isListed: (line: ReconciliationLine) => boolean,
): Rows<WorkEntry> {
  const {causeAt} = causes();
  const groups = new Map<Cause, number[]>();
  const alone: number[] = [];
  let place = -1;
  for (const line of lines) {
    place += 1;
    if (!isListed(line)) continue;
    const cause = causeAt(place);
    const own = cause === undefined ? alone : groups.getOrInsert(cause, []);
    own.push(place);
  }
  const lineAt = (at: number) => lines.at(at) as ReconciliationLine;
  const made: LineGroup[] = [];
  for (const [cause, places] of groups)
    if (places.length === 1) alone.push(...places);
    else made.push(groupOf(cause, rowsAt(places, lineAt)));
  alone.sort((a, b) => a - b);
  const weights = [...made, ...Iterator.from(alone).map(lineAt)].map(weightOf);
  const order = Uint32Array.from(weights.keys()).sort((a, b) => byMoney(weights[a], weights[b]) || a - b);
  return madeRows(order.length, at => {
    const index = order[at] ?? 0;
    return made[index] ?? lineAt(alone[index - made.length] ?? 0);
  });
}

function groupOf(cause: Cause, lines: Rows<ReconciliationLine>): LineGroup {
  const sums = {local: sumReader(), provider: sumReader(), delta: sumReader()};
  let gravest = lines.at(0) as ReconciliationLine;
  let [status, since, age] = [gravest.status, gravest.since, gravest.age];
  for (const line of lines) {
    for (const side of ['local', 'provider', 'delta'] as const) sums[side].add(line[side]);
    if (severities.indexOf(line.severity) < severities.indexOf(gravest.severity)) gravest = line;
    if (lineStatuses.indexOf(line.status) < lineStatuses.indexOf(status)) status = line.status;
    if (line.since < since) since = line.since;
    age = Math.max(age, line.age);
  }
  const {code, reason, severity, owner} = gravest;
  const [local, provider, delta] = [sums.local.sum(), sums.provider.sum(), sums.delta.sum()];
  return {
    key: cause.id,
    code,
    reason,
    severity,
    status,
    owner,
    reference: '',
    local,
    provider,
    delta,
    since,
    age,
    cause,
    lines,
    amounts: amountsOf(lines),
  };
}

/** Adds up the first side that all lines have, so that no difference is added to an amount; if they have none in common, what each is about. */
function amountsOf(lines: Rows<ReconciliationLine>): readonly DecimalAmount[] {
  const side = (['delta', 'local', 'provider'] as const).find(each =>
    Iterator.from(lines).every(line => line[each] !== null),
  );
  const sums = new DecimalSums();
  for (const line of lines) {
    const money = side === undefined ? moneyIn(line) : line[side];
    if (money !== null) sums.add(money.currency, side === undefined ? magnitude(money.value) : money.value);
  }
  return sums.amounts;
}

/** Adds up one side of lines, which is null if it is so in any of them, or if they are in several currencies. */
function sumReader() {
  let sum: DecimalAmount | null | undefined;
  return {
    add(amount: DecimalAmount | null): void {
      if (sum === undefined || amount === null) sum = amount;
      else if (sum !== null && sum.currency !== amount.currency) sum = null;
      else if (sum !== null) sum = {...sum, value: addDecimals(sum.value, amount.value)};
    },
    sum: () => sum ?? null,
  };
}

/** The rule for one cause: a text of entries, or one and how far their amounts may be from their payouts'. Null if none can. */
export function groupRule({reason, cause, lines}: LineGroup): Pick<RuleSaid, 'text' | 'tolerance'> | null {
  if (reason === 'credit-unexplained') return {text: cause.shared, tolerance: null};
  if (reason !== 'bank-differs' || (cause.kind !== 'amount' && cause.kind !== 'rate')) return null;
  const [text = '', ...others] = new Set(Iterator.from(lines).map(({facts}) => commonText(String(facts['narration']))));
  if (text === '' || others.length > 0) return null;
  return {text, tolerance: cause.kind === 'amount' ? cause.shared.replace(/^[A-Z]+-?/u, '') : shareOfMost(lines)};
}

/** The lowest rate, in percent, that is not exceeded in any line, however its difference was rounded. */
function shareOfMost(lines: Iterable<ReconciliationLine>): string {
  const rates = Iterator.from(lines).map(({delta, local}) =>
    delta === null || local === null ? 0 : Math.abs(Number(plainAmount(delta)) / Number(plainAmount(local))),
  );
  return `${(Math.ceil(Math.max(...rates) * 1_000_000) / 10_000).toString()} %`;
}

type Weight = {readonly rank: number; readonly currency: string; readonly amount: number};

function weightOf(entry: WorkEntry): Weight {
  const money = isGroup(entry) ? entry.amounts[0] : moneyIn(entry);
  const rank = isRemaining(entry) ? (entry.severity === 'critical' ? 0 : 1) : 2;
  // A line without money comes after those with money of any currency.
  return {rank, currency: money?.currency ?? '~', amount: money == null ? 0 : Math.abs(Number(plainAmount(money)))};
}

function byMoney(a: Weight | undefined, b: Weight | undefined): number {
  if (a === undefined || b === undefined) return 0;
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  return b.amount - a.amount;
}
