import {hideCardNumbers} from '../../text/card-numbers.js';
import {cleanText} from '../../text/text.js';
import {isZero, plainAmount} from './amount.js';
import {
  codes,
  codeTable,
  type DiscrepancyCode,
  type Finding,
  type LineStatus,
  type ReconciliationLine,
} from './discrepancy.js';
import {daysBetween, type Inputs} from './inputs.js';
import {madeRows, type Rows} from './row.js';

/** The number of days after which something that should have been in the next window becomes an exception. */
export const clearsWithin = 3;

type Weighed = {
  readonly inputs: Inputs;
  readonly asOfDate: string;
  readonly guessed: ReadonlySet<Finding>;
  /** There may be as many as a file has rows: their lines are made when they are asked for. */
  readonly loose?: Rows<Finding>;
};

/** Turns findings into lines, with key, severity and age, compared with what is known and accepted; sorted by code and key. */
export function linesOf(
  given: readonly Finding[],
  weighed: Weighed,
): {
  /** The lines together with more of them, from earlier findings. */
  readonly linesWith: (more: readonly ReconciliationLine[]) => Rows<ReconciliationLine>;
  readonly keyOf: (finding: Finding) => string;
} {
  const {guessed} = weighed;
  const loose = looseKeys(weighed.loose ?? [], new Set(given.map(keyOf)));
  const findings = loose.named.length === 0 ? given : [...given, ...loose.named];
  const keys = uniqueKeys(findings);
  const lineOf = lineMaker(weighed);
  const lines = findings.map((finding, index) => lineOf(finding, keys[index] ?? ''));
  const make = (at: number, key: string) => lineOf(loose.findingAt(at), key);
  const guessedKeys = new Map(
    findings.flatMap((finding, index) => (guessed.has(finding) ? [[finding, keys[index] ?? '']] : [])),
  );
  return {
    linesWith: more => together([...lines, ...more].sort(byWeight), loose, make),
    keyOf: finding => guessedKeys.get(finding) ?? '',
  };
}

function lineMaker({inputs, asOfDate, guessed}: Weighed): (finding: Finding, key: string) => ReconciliationLine {
  const accepted = new Map(inputs.accepted.map(acceptance => [acceptance.key, acceptance]));
  const carried = firstSeenByKey(inputs);
  const ages = new Map<string, number>();
  const ageOf = (since: string) => ages.getOrInsertComputed(since, () => daysBetween(since, asOfDate));
  return (finding, key) => {
    const {code, since, severity, facts} = finding;
    const isMatched = finding.status === 'matched';
    const firstSeen = isMatched ? null : (carried.get(key) ?? null);
    const acceptance = isMatched ? null : (accepted.get(key) ?? null);
    const age = ageOf(firstSeen !== null && firstSeen < since ? firstSeen : since);
    const {severity: usual, owner} = codeTable[code];
    return {
      key,
      code,
      reason: finding.reason,
      facts: facts ?? noFacts,
      severity: severity ?? usual,
      status: acceptance === null ? statusOf(finding, {age, firstSeen, isGuessed: guessed.has(finding)}) : 'accepted',
      owner,
      reference: finding.reference,
      till: finding.till,
      rows: finding.rows,
      local: finding.local,
      provider: finding.provider,
      delta: finding.delta,
      since,
      age,
      firstSeen,
      acceptance,
      effects: finding.effects ?? noEffects,
    };
  };
}

/** The keys of findings that are not held, in the order of their lines. `named` are findings whose key a held one has too. */
type LooseKeys = {
  readonly length: number;
  readonly codeAt: (at: number) => DiscrepancyCode;
  readonly keyAt: (at: number) => string;
  readonly findingAt: (at: number) => Finding;
  readonly named: readonly Finding[];
};

function looseKeys(findings: Rows<Finding>, others: ReadonlySet<string>): LooseKeys {
  const keys: string[] = [];
  const byCode = new Map<DiscrepancyCode, number[]>();
  const named: Finding[] = [];
  for (const finding of findings) {
    const key = keyOf(finding);
    const places = byCode.getOrInsert(finding.code, []);
    if (others.has(key)) named.push(finding);
    else places.push(keys.length);
    keys.push(key);
  }
  const keyAt = (place: number) => keys[place] ?? '';
  const findingAt = (place: number) => findings.at(place) as Finding;
  const ranked = [...byCode].sort(([a], [b]) => (rankOf.get(a) ?? 0) - (rankOf.get(b) ?? 0));
  const order = ranked.flatMap(([, places]) => inOrder(places, keys, findingAt));
  const ends = ranked.map(([code, {length}], at) => ({
    code,
    end: ranked.slice(0, at).reduce((sum, [, before]) => sum + before.length, length),
  }));
  return {
    length: order.length,
    codeAt: at => ends.find(({end}) => at < end)?.code ?? 'OK',
    keyAt: at => keyAt(order[at] ?? 0),
    findingAt: at => findingAt(order[at] ?? 0),
    named,
  };
}

/** Sorts by key. If several have the same key, all but the first get a number, which is set in `keys`. */
function inOrder(places: readonly number[], keys: string[], findingAt: (place: number) => Finding): readonly number[] {
  const keyAt = (place: number) => keys[place] ?? '';
  const byKey = (a: number, b: number) => (keyAt(a) === keyAt(b) ? 0 : keyAt(a) < keyAt(b) ? -1 : 1);
  const sorted = places.toSorted(byKey);
  let isNumbered = false;
  for (let from = 0, to = 1; from < sorted.length; from = to, to += 1) {
    const key = keyAt(sorted[from] ?? 0);
    while (to < sorted.length && keyAt(sorted[to] ?? 0) === key) to += 1;
    if (to - from === 1) continue;
    isNumbered = true;
    numberSame(sorted.slice(from, to), keys, findingAt);
  }
  return isNumbered ? sorted.sort(byKey) : sorted;
}

/** Merges the existing lines and those that are made on request into one order. */
function together(
  lines: readonly ReconciliationLine[],
  loose: LooseKeys,
  make: (at: number, key: string) => ReconciliationLine,
): Rows<ReconciliationLine> {
  if (loose.length === 0) return lines;
  // An index into `lines`, or beyond its end the index of a line that is made on request.
  const places = new Uint32Array(lines.length + loose.length);
  let [line, other] = [0, 0];
  for (let at = 0; at < places.length; at += 1) {
    const own = lines[line];
    const isOwn =
      own !== undefined &&
      (other === loose.length || byWeight(own, {code: loose.codeAt(other), key: loose.keyAt(other)}) < 0);
    places[at] = isOwn ? line : lines.length + other;
    if (isOwn) line += 1;
    else other += 1;
  }
  return madeRows(places.length, at => {
    const place = places[at] ?? 0;
    return lines[place] ?? make(place - lines.length, loose.keyAt(place - lines.length));
  });
}

const noFacts = {};
const noEffects: readonly never[] = [];

function statusOf(
  {status, code}: Finding,
  {age, firstSeen, isGuessed}: {age: number; firstSeen: string | null; isGuessed: boolean},
): LineStatus {
  if (status === 'matched') return 'matched';
  if (isGuessed || status === 'suggested') return 'suggested';
  if (status === 'carried') return code === 'TIMING' && age > clearsWithin ? 'exception' : 'carried';
  return firstSeen === null ? 'exception' : 'carried';
}

/** The earliest date on which each carried difference was seen, by its key. */
export function firstSeenByKey({carried}: Pick<Inputs, 'carried'>): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const {key, firstSeen} of carried) {
    const known = byKey.get(key);
    if (known === undefined || firstSeen < known) byKey.set(key, firstSeen);
  }
  return byKey;
}

/** Whether a person still has to look at a line. What should have come in the next window and did not is never only for information. */
export function isRemaining({status, severity}: Pick<ReconciliationLine, 'status' | 'severity'>): boolean {
  if (status === 'matched' || status === 'accepted') return false;
  return severity !== 'info' || status === 'exception';
}

const rankOf: ReadonlyMap<DiscrepancyCode, number> = new Map(codes.map((code, rank) => [code, rank]));

/** By code, then by key: no two lines have the same key. */
export const byWeight = (
  a: Pick<ReconciliationLine, 'code' | 'key'>,
  b: Pick<ReconciliationLine, 'code' | 'key'>,
): number => (rankOf.get(a.code) ?? 0) - (rankOf.get(b.code) ?? 0) || (a.key < b.key ? -1 : 1);

/** A key consists of the code, the subject and the delta. If the same is found twice, the second one is numbered. */
function uniqueKeys(findings: readonly Finding[]): readonly string[] {
  const keys = findings.map(keyOf);
  const seen = new Set<string>();
  const doubled = new Map<string, number[]>();
  for (const key of keys) {
    if (seen.has(key)) doubled.set(key, []);
    seen.add(key);
  }
  if (doubled.size === 0) return keys;
  for (const [index, key] of keys.entries()) doubled.get(key)?.push(index);
  for (const places of doubled.values()) numberSame(places, keys, place => findings[place]);
  return keys;
}

/** Numbers the keys at these places, which are the same, from the second on. */
function numberSame(places: readonly number[], keys: string[], findingAt: (place: number) => Finding | undefined) {
  const same = places.map(place => ({place, text: placeText(findingAt(place))}));
  same.sort((a, b) => (a.text < b.text ? -1 : 1));
  for (const [before, {place}] of same.entries()) if (before > 0) keys[place] += `#${before + 1}`;
}

const placeText = (finding: Finding | undefined) =>
  [...(finding?.rows ?? []).map(({file, line}) => `${file} ${String(line).padStart(12, '0')}`), finding?.reason].join(
    '\u0000',
  );

/** The key of a finding, without the number of a repeated one. */
export function keyOf({code, subject: found, delta}: Pick<Finding, 'code' | 'subject' | 'delta'>): string {
  const subject = hideCardNumbers(found); // as the journal stores it
  const named = /^[\w/.+-]*$/u.test(subject) ? subject : cleanText(subject, 120).replaceAll(/[\s:#]+/gu, '_');
  if (delta === null || isZero(delta.value)) return `${code}:${named}`;
  return `${code}:${named}:${delta.currency}${plainAmount(delta)}`;
}

/** The parts of a key; null for a text that is no key. */
export function readKey(
  key: string,
): {readonly code: DiscrepancyCode; readonly subject: string; readonly delta: string | null} | null {
  const {code, subject, delta} =
    /^(?<code>[A-Z_]+):(?<subject>[^:]*)(?::(?<delta>[A-Z]{3}-?[\d.]+))?(?:#\d+)?$/u.exec(key)?.groups ?? {};
  const known = codes.find(each => each === code);
  return known === undefined || subject === undefined ? null : {code: known, subject, delta: delta ?? null};
}
