import type {EventData, StoredEvent} from '../journal/event.js';
import type {Acceptance, ConfirmedMatch} from './discrepancy.js';
import type {Carried} from './inputs.js';

/** A file that was read into this till: a copy of it is kept under its SHA-256. */
export type Import = EventData<'source-imported'> & {readonly at: number; readonly person: string};

/** How files of one form are read, as another till has learned it. */
export type KeptLayout = EventData<'layout-kept'> & {readonly at: number; readonly person: string};

/** What reconciliations leave behind: the files, what named persons have accepted, and what was open at the end of each. */
export type Kept = {
  readonly imports: readonly Import[];
  readonly layouts: readonly KeptLayout[];
  readonly accepted: readonly Acceptance[];
  readonly matches: readonly ConfirmedMatch[];
  /** By the last day that was reconciled, oldest first. */
  readonly left: readonly {readonly to: string; readonly lines: readonly Carried[]}[];
};

export const nothingKept: Kept = {imports: [], layouts: [], accepted: [], matches: [], left: []};

const mostImports = 400;
const mostLayouts = 400;
const mostAccepted = 5000;
const mostMatches = 5000;
const mostLeft = 10;

/** What is kept after one more event. */
export function evolveKept(kept: Kept, event: StoredEvent): Kept {
  switch (event.type) {
    case 'source-imported': {
      const {at, person, data} = event;
      const others = kept.imports.filter(({kind, sha256}) => kind !== data.kind || sha256 !== data.sha256);
      return {...kept, imports: [...others, {...data, at: Date.parse(at), person}].slice(-mostImports)};
    }
    case 'source-withdrawn': {
      const {kind, sha256} = event.data;
      return {...kept, imports: kept.imports.filter(each => each.kind !== kind || each.sha256 !== sha256)};
    }
    case 'layout-kept': {
      const {at, person, data} = event;
      const others = kept.layouts.filter(each => each.kind !== data.kind || each.headingPrint !== data.headingPrint);
      return {...kept, layouts: [...others, {...data, at: Date.parse(at), person}].slice(-mostLayouts)};
    }
    case 'discrepancy-accepted': {
      const {key, note} = event.data;
      const others = kept.accepted.filter(each => each.key !== key);
      const acceptance = {key, who: event.person, note, when: event.at};
      return {...kept, accepted: [...others, acceptance].slice(-mostAccepted)};
    }
    case 'match-confirmed': {
      const match = {...event.data, who: event.person, when: event.at};
      return {...kept, matches: [...withoutMatch(kept, rowsOf(match)), match].slice(-mostMatches)};
    }
    case 'match-withdrawn':
      return {...kept, matches: withoutMatch(kept, [event.data.key])};
    case 'reconciled': {
      const {to, open} = event.data;
      const others = kept.left.filter(each => each.to !== to);
      const left = [...others, {to, lines: open}].sort((a, b) => (a.to < b.to ? -1 : 1));
      return {...kept, left: left.slice(-mostLeft)};
    }
    default:
      return kept;
  }
}

/** The keys of every row of a confirmed match, and the references of every payment of it. */
export const rowsOf = ({key, keys = []}: Pick<ConfirmedMatch, 'key' | 'keys'>): readonly string[] => [key, ...keys];
export const paymentsOf = ({reference, references = []}: Pick<ConfirmedMatch, 'reference' | 'references'>) => [
  reference,
  ...references,
];

/** No row is of two matches. */
const withoutMatch = ({matches}: Kept, keys: readonly string[]) =>
  matches.filter(each => !rowsOf(each).some(key => keys.includes(key)));

/** What the last reconciliation of earlier days left open: running one again for the same days changes nothing. */
export function carriedTo({left}: Kept, from: string): readonly Carried[] {
  return left.findLast(({to}) => to < from)?.lines ?? [];
}
