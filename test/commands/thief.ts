import {createHmac} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {type ChainLink, chainLine, genesis} from '../../store/line.js';
import {type Shop, segmentsOf} from './support.js';

/** A line of a journal, as whoever rewrites it sees it. */
export type Line = {
  seq: number;
  at: string;
  till: string;
  person: string;
  type: string;
  data: Record<string, unknown>;
  hash: string;
};

export const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line);

/** The newest segment of a shop with one till. */
export const newestOf = (shop: Shop): string => [...segmentsOf(shop)].sort().at(-1) ?? '';

/** Where the till of a segment keeps its newest line. */
export const headIn = (segment: string): string => join(dirname(dirname(segment)), 'head.json');
export const headOf = (shop: Shop): string => headIn(newestOf(shop));

/** Cuts the last lines off the newest segment. */
export function cut(shop: Shop, lines: number): void {
  const file = newestOf(shop);
  const kept = readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -lines);
  writeFileSync(file, `${kept.join('\n')}\n`);
}

/** Writes the lines of a file anew, chain and all; what `change` makes nothing of is left out. */
export function rewrite(file: string, change: (line: Line) => Line | undefined): void {
  const lines = linesOf(file);
  const [first] = lines;
  let link: ChainLink =
    first === undefined || first.seq === 1 ? genesis : {seq: first.seq - 1, head: String(first.data['previousHead'])};
  const texts: string[] = [];
  for (const line of lines) {
    const changed = change(line);
    if (changed === undefined) continue;
    const {at, till, person, type, data} = changed;
    const text = chainLine(link, Date.parse(at), {till, person, type, data: JSON.stringify(data)});
    const {seq, hash} = JSON.parse(text) as Line;
    link = {seq, head: hash};
    texts.push(`${text}\n`);
  }
  writeFileSync(file, texts.join(''));
}

/** What a thief with a program and the till's key does as well: says of the newest line what the till would have kept of it. */
export function keepAnew(shop: Shop): void {
  const file = newestOf(shop);
  const head = headOf(shop);
  const newest = linesOf(file).at(-1);
  const kept = JSON.parse(readFileSync(head, 'utf8'));
  const {identity, key} = kept;
  const words = JSON.stringify({seq: newest?.seq, head: newest?.hash, segment: file.slice(-16, -6), identity, key});
  const pem = join(dirname(head), 'signing-key.pem');
  const seal = existsSync(pem)
    ? createHmac('sha256', readFileSync(pem, 'utf8')).update(words).digest('base64url')
    : null;
  writeFileSync(head, `${`${words.slice(0, -1)},"seal":${JSON.stringify(seal)}}`.padEnd(399)}\n`);
}
