import {decimalPlaces} from '../../money/money.js';
import {hideCardNumbers} from '../../text/card-numbers.js';
import {cleanText} from '../../text/text.js';
import {type DecimalAmount, plainAmount} from '../rows/amount.js';
import {type CauseKind, causeKinds, type ReconciliationLine, sharedBy} from '../rows/discrepancy.js';
import {isRemaining} from '../rows/finish.js';
import type {Days} from '../rows/inputs.js';
import type {Rows} from '../rows/row.js';
import {commonText} from '../rows/rules.js';

/**
 * How many lines must share something to have one cause. What the records name is their cause from two lines on. An amount, a rate or a day
 * may be the same by chance, so it has to be that of a quarter of the lines that are alike.
 */
function fewestOf(kind: CauseKind, alike: number): number {
  if (kind === 'file') return 3;
  return kind === 'amount' || kind === 'rate' || kind === 'day' ? Math.max(3, alike / 4) : 2;
}

/** Why several lines differ: what they share, besides their code and their reason. */
export type Cause = {
  /** Names the cause in commands; no other cause of the reconciliation has it. */
  readonly id: string;
  readonly kind: CauseKind;
  /** A rate is in percent, and an amount follows its currency; both have the sign of the difference. */
  readonly shared: string;
  /** What a rate is of; empty for every other kind. */
  readonly base: Base;
};
type Base = 'amount' | 'fee' | '';

export type Causes = {readonly causeAt: (place: number) => Cause | undefined};

/** Lines that have one cause if they share anything: of one code, reason and standing. */
type Alike = {
  readonly code: string;
  count: number;
  readonly sets: Map<string, SharingSet>;
  readonly parts: PartOfWhole[];
};

/** The places of lines that share something, before each line has got its cause. */
type SharingSet = Omit<Cause, 'id'> & {readonly places: number[]};

/**
 * Finds the causes of lines. Where a line shares several things with others, the one that most lines share is its cause. Lines that agree
 * have none, and a cause is always of lines that are all open, all set aside or all accepted.
 */
export function causesIn(lines: Rows<ReconciliationLine>, {to}: Days): Causes {
  const alike = new Map<string, Alike>();
  const textOf = textReader();
  let place = -1;
  for (const line of lines) {
    place += 1;
    const kinds: readonly CauseKind[] = line.status === 'matched' ? [] : sharedBy[line.reason];
    if (kinds.length === 0) continue;
    const {code, reason} = line;
    const key = [standingOf(line), code, reason].join(' ');
    const own = alike.getOrInsertComputed(key, () => ({code, count: 0, sets: new Map(), parts: []}));
    own.count += 1;
    for (const kind of kinds) {
      if (kind === 'rate') own.parts.push(...partsOf(line, place));
      else noteShared(own.sets, {kind, shared: sharedIn(line, kind, textOf), place});
    }
  }
  const causes: Cause[] = [];
  const ids = new Set<string>();
  const causeOf = new Int32Array(lines.length).fill(-1);
  for (const [, {code, count, sets, parts}] of [...alike].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const {places, ...cause} of largestFirst([...sets.values(), ...rateSets(parts)], count)) {
      for (const each of places) causeOf[each] = causes.length;
      causes.push({...cause, id: idOf(cause, {code, to, taken: ids})});
    }
  return {causeAt: at => causes[causeOf[at] ?? -1]};
}

/** What is open comes first, so that its cause has the plain id. */
function standingOf(line: ReconciliationLine): '0 open' | '1 waits' | '2 accepted' {
  if (line.status === 'accepted') return '2 accepted';
  return isRemaining(line) ? '0 open' : '1 waits';
}

/** The money that a line is about: the difference, or what one side has. */
export const moneyIn = ({
  delta,
  local,
  provider,
}: Pick<ReconciliationLine, 'delta' | 'local' | 'provider'>): DecimalAmount | null => delta ?? local ?? provider;

/** What lines share that are in no file that is loaded. */
export const noFile = '–';

/** What the line shares with others of this kind; empty if it has nothing to share. */
function sharedIn(
  {facts, rows, since, till, local, provider, delta}: ReconciliationLine,
  kind: CauseKind,
  textOf: (narration: string) => string,
): string {
  const fact = (name: string) => String(facts[name] ?? '');
  switch (kind) {
    case 'amount':
      return delta === null ? '' : `${delta.currency}${plainAmount(delta)}`;
    case 'currency':
      return [local, provider].map(each => each?.currency ?? '').join(' ');
    case 'word':
      return fact('status');
    case 'text':
      return textOf(fact('narration'));
    case 'till':
      return fact('till') || (till ?? '');
    case 'day':
      return since;
    case 'file':
      return fact('file') || (rows[0]?.file ?? noFile);
    default:
      return fact(kind);
  }
}

/** Like `commonText`, but reads the words before the first one with a digit only once, since they repeat. */
function textReader(): (narration: string) => string {
  const known = new Map<string, string>();
  return narration => {
    const digit = narration.search(/\d/u);
    const words = digit < 0 ? narration : narration.slice(0, narration.lastIndexOf(' ', digit) + 1);
    const text = known.get(words) ?? commonText(words);
    if (known.size < 10_000) known.set(words, text);
    return text;
  };
}

function noteShared(
  sets: Map<string, SharingSet>,
  {kind, shared, place}: {readonly kind: CauseKind; readonly shared: string; readonly place: number},
): void {
  if (shared === '') return;
  sets.getOrInsertComputed(`${kind} ${shared}`, () => ({kind, shared, base: '', places: []})).places.push(place);
}

/** A difference, and an amount of which it may be a share; both in the smallest units of their currency. */
type PartOfWhole = {readonly place: number; readonly part: number; readonly whole: number; readonly base: Base};

function partsOf({facts, local, delta}: ReconciliationLine, place: number): readonly PartOfWhole[] {
  if (delta === null) return [];
  const unit = 10 ** decimalPlaces(delta.currency);
  const bases =
    'amount' in facts
      ? {amount: facts['amount'], fee: facts['fee']}
      : {amount: local === null ? '' : plainAmount(local)};
  return Object.entries(bases).flatMap(([base, text]) => {
    const whole = Math.abs(Number(text ?? 0)) * unit;
    return whole > 0 ? [{place, part: Number(plainAmount(delta)) * unit, whole, base: base as Base}] : [];
  });
}

const mostDecimals = 4;
/** Only this many rates are tried, those first that most lines suggest. */
const mostRates = 16;

/** The rate with the fewest decimals, in percent, by which the part may have been calculated and rounded; null if there is none. */
function simplestRate(each: PartOfWhole): string | null {
  for (let decimals = 0; decimals <= mostDecimals; decimals += 1) {
    const rate = ((each.part / each.whole) * 100).toFixed(decimals);
    if (Number(rate) !== 0 && isOfRate(each, rate)) return rate;
  }
  return null;
}
const isOfRate = ({part, whole}: PartOfWhole, rate: string): boolean =>
  Math.abs(part - (whole * Number(rate)) / 100) < 1;

function rateSets(parts: readonly PartOfWhole[]): readonly SharingSet[] {
  const suggested = new Map<string, number>();
  for (const each of parts) {
    const rate = simplestRate(each);
    const name = `${each.base} ${rate}`;
    if (rate !== null) suggested.set(name, (suggested.get(name) ?? 0) + 1);
  }
  return [...suggested]
    .sort(([a, most], [b, more]) => more - most || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, mostRates)
    .map(([name]) => {
      const [base, shared = ''] = name.split(' ') as [Base, string];
      const places = parts.filter(each => each.base === base && isOfRate(each, shared)).map(({place}) => place);
      return {kind: 'rate', shared, base, places};
    });
}

/** The sets without the lines that a larger one has taken, those of files last; those that are too small are left out. */
function* largestFirst(all: readonly SharingSet[], alike: number): Iterable<SharingSet> {
  const taken = new Set<number>();
  for (const isOfFile of [false, true]) {
    const bySize = Map.groupBy(
      all.filter(({kind}) => (kind === 'file') === isOfFile),
      ({places}) => places.length,
    );
    for (let size = Math.max(0, ...bySize.keys()); size > 1; size -= 1)
      for (const set of (bySize.get(size) ?? []).sort(bySimplicity)) {
        const places = set.places.filter(place => !taken.has(place));
        if (places.length < size) bySize.getOrInsert(places.length, []).push({...set, places});
        else if (size >= fewestOf(set.kind, alike)) {
          for (const place of places) taken.add(place);
          yield set;
        }
      }
  }
}

function bySimplicity(a: SharingSet, b: SharingSet): number {
  const rank = causeKinds.indexOf(a.kind) - causeKinds.indexOf(b.kind);
  return rank || a.shared.length - b.shared.length || (`${a.shared}${a.base}` < `${b.shared}${b.base}` ? -1 : 1);
}

/** Made of letters, digits and few signs, for any shell. With its last day, it names the lines of one reconciliation only. */
function idOf(
  {kind, shared, base}: Omit<Cause, 'id'>,
  {code, to, taken}: {readonly code: string; readonly to: string; readonly taken: Set<string>},
): string {
  const text = hideCardNumbers(cleanText(`${shared}${kind === 'rate' ? '%' : ''}${base === 'fee' ? '-fee' : ''}`, 60));
  const name = `${code}/${text.replaceAll(/[^\p{L}\p{N}.%+-]+/gu, '_')}/${to}`;
  const [id = name] = [name, ...Array.from({length: taken.size}, (_, at) => `${name}#${at + 2}`)].filter(
    each => !taken.has(each),
  );
  taken.add(id);
  return id;
}
