import {hideCardNumbers} from '../card/numbers.js';
import {cleanText} from '../text/text.js';
import {isZero, plainAmount} from './amount.js';
import {daysBetween} from './calendar.js';
import {
  codes,
  codeTable,
  type DiscrepancyCode,
  type Finding,
  type LineStatus,
  type ReconciliationLine,
} from './discrepancy.js';
import type {Inputs} from './inputs.js';

/** Days after which what should have been in the next window is looked for. */
export const clearsWithin = 3;

/** Findings as lines: named, weighed, aged, and held against what is known and accepted; the weightiest come first. */
export function linesOf(
  findings: readonly Finding[],
  {inputs, asOfDate, guessed}: {inputs: Inputs; asOfDate: string; guessed: ReadonlySet<Finding>},
): {readonly lines: readonly ReconciliationLine[]; readonly keyOf: (finding: Finding) => string} {
  const accepted = new Map(inputs.accepted.map(acceptance => [acceptance.key, acceptance]));
  const carried = firstSeenByKey(inputs);
  const keys = uniqueKeys(findings);
  const ages = new Map<string, number>();
  const ageOf = (since: string) => {
    const known = ages.get(since) ?? daysBetween(since, asOfDate);
    ages.set(since, known);
    return known;
  };
  const lines = findings.map((finding, index): ReconciliationLine => {
    const key = keys[index] ?? '';
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
  });
  const guessedKeys = new Map(
    findings.flatMap((finding, index) => (guessed.has(finding) ? [[finding, keys[index] ?? '']] : [])),
  );
  return {lines: lines.sort(byWeight), keyOf: finding => guessedKeys.get(finding) ?? ''};
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

export function firstSeenByKey({carried}: Pick<Inputs, 'carried'>): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const {key, firstSeen} of carried) {
    const known = byKey.get(key);
    if (known === undefined || firstSeen < known) byKey.set(key, firstSeen);
  }
  return byKey;
}

const rankOf: ReadonlyMap<DiscrepancyCode, number> = new Map(codes.map((code, rank) => [code, rank]));

/** By code and key: no two lines have one key. */
export function byWeight(
  a: Pick<ReconciliationLine, 'code' | 'key'>,
  b: Pick<ReconciliationLine, 'code' | 'key'>,
): number {
  return (rankOf.get(a.code) ?? 0) - (rankOf.get(b.code) ?? 0) || (a.key < b.key ? -1 : 1);
}

/** A key is the code, what it is about, and by how much it differs; what is found twice of the same is numbered. */
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
  for (const [key, places] of doubled) {
    const sorted = places.map(index => ({index, text: placeText(findings[index])}));
    sorted.sort((a, b) => (a.text < b.text ? -1 : 1));
    for (const [number, {index}] of sorted.entries()) keys[index] = number === 0 ? key : `${key}#${number + 1}`;
  }
  return keys;
}

const placeText = (finding: Finding | undefined) =>
  [...(finding?.rows ?? []).map(({file, line}) => `${file} ${String(line).padStart(12, '0')}`), finding?.reason].join(
    '\u0000',
  );

/** What a finding is called, but for the number of one that is there twice. */
export function keyOf({code, subject: found, delta}: Pick<Finding, 'code' | 'subject' | 'delta'>): string {
  const subject = hideCardNumbers(found); // as the journal has it
  const named = /^[\w/.+-]*$/u.test(subject) ? subject : cleanText(subject, 120).replaceAll(/[\s:#]+/gu, '_');
  if (delta === null || isZero(delta.value)) return `${code}:${named}`;
  return `${code}:${named}:${delta.currency}${plainAmount(delta)}`;
}

/** The parts of a key; null for a text that is none. */
export function readKey(
  key: string,
): {readonly code: DiscrepancyCode; readonly subject: string; readonly delta: string | null} | null {
  const {code, subject, delta} =
    /^(?<code>[A-Z_]+):(?<subject>[^:]*)(?::(?<delta>[A-Z]{3}-?[\d.]+))?(?:#\d+)?$/u.exec(key)?.groups ?? {};
  const known = codes.find(each => each === code);
  return known === undefined || subject === undefined ? null : {code: known, subject, delta: delta ?? null};
}
