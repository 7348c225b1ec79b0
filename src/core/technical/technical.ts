import type {EventData, NewEvent, StoredEvent} from '../journal/event.js';
import {staffEvents} from '../staff/schema.js';
import {type openers, technicalEvents} from './schema.js';

export type Opener = (typeof openers)[number];

type StartRule = {
  /** When its start is written: at once, or together with the first line that it has to write. */
  readonly start: 'at-once' | 'with-first-line';
  /** Whether its end is written too. */
  readonly isEndTold: boolean;
};

/**
 * Which openings of a till are events. Who only reads opens no till, and is none. A till on the screens stands open for people,
 * whether or not they sell; a command that had nothing to write has left nothing to explain.
 */
export const startRules: Readonly<Record<Opener, StartRule>> = {
  screens: {start: 'at-once', isEndTold: true},
  command: {start: 'with-first-line', isEndTold: false},
};

/** A jump that no adjustment of a clock makes, and no two machines differ by. */
export const clockJumpMs = 60_000;

/** Who changed a setting last: `person` is null where somebody did outside of this till. `at` is when that was written down. */
export type SettingAuthor = {readonly at: string; readonly person: string | null};
export type SettingAuthors = Readonly<Record<string, SettingAuthor>>;

/** What the journal says of itself that a start is held against. */
export type Technical = {
  /** The version that wrote last, empty where nobody has. */
  readonly version: string;
  /** The digest of the settings that the newest line with one says; undefined where none does. */
  readonly settings?: string | undefined;
  /** Of each setting that matters for money and was changed, who changed it last; absent where nobody has changed one. */
  readonly settingsBy?: SettingAuthors | undefined;
  /** The keys of customers that were destroyed, oldest first; absent where none was. */
  readonly shredded?: readonly string[] | undefined;
  /** Up to which line the head office has signed for the journal; absent where it never has. */
  readonly witnessed?: (EventData<'witnessed'> & {readonly isOfThisSegment: boolean}) | undefined;
};

export const nothingTechnical: Technical = {version: ''};

export function evolveTechnical(before: Technical, event: StoredEvent): Technical {
  switch (event.type) {
    case 'segment-opened':
      return {
        ...before,
        version: event.data.version,
        ...(before.witnessed && {witnessed: {...before.witnessed, isOfThisSegment: false}}),
      };
    case 'started':
      return {...before, version: event.data.version, settings: event.data.settings ?? before.settings};
    case 'witnessed':
      return {...before, witnessed: {...event.data, isOfThisSegment: true}};
    case 'customers-shredded':
      return {...before, shredded: [...new Set([...(before.shredded ?? []), ...event.data.keys])].sort()};
    case 'settings-changed':
      return {...before, settings: event.data.sha256, settingsBy: authorsAfter(before.settingsBy, event)};
    default:
      return before;
  }
}

/** One that is set no more has no author; where somebody changed nobody knows what, none is known of any. */
function authorsAfter(
  before: SettingAuthors = {},
  {at, person, data: {by, changes}}: StoredEvent & {readonly type: 'settings-changed'},
): SettingAuthors {
  if (by === 'outside' && changes.length === 0) return {};
  const authors = new Map(Object.entries(before));
  for (const {name, to} of changes) {
    if (to === null) authors.delete(name);
    else authors.set(name, {at, person: by === 'owner' ? person : null});
  }
  return Object.fromEntries(authors);
}

/**
 * Whether what the office has signed is to be written down: once for each business day, and never again for the same line.
 * `isNewDay`: the next line opens a segment.
 */
export function isWitnessDue({witnessed}: Technical, seq: number, isNewDay: boolean): boolean {
  if (witnessed === undefined) return seq > 0;
  return seq > witnessed.seq && (isNewDay || !witnessed.isOfThisSegment);
}

/** What is known when a till is opened. */
export type StartFacts = {
  readonly by: Opener;
  readonly command: string;
  readonly version: string;
  readonly settings: string;
  readonly now: number;
  /** The instant of the newest line; empty where there is none. */
  readonly lastAt: string;
  readonly tornBytes: number;
};

type TechnicalEvent = Extract<NewEvent, {type: 'started' | 'clock-set' | 'journal-repaired'}>;
type UnattributedEvent = TechnicalEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'person'>
    : never
  : never;

/** What a start finds out about the till before it says that it is one: none of it waits for a first line. */
export function findingsAtStart({now, lastAt, tornBytes}: StartFacts): readonly UnattributedEvent[] {
  const back = lastAt === '' ? 0 : now - Date.parse(lastAt);
  return [
    ...(tornBytes > 0 ? [{type: 'journal-repaired', data: {tornBytes}} as const] : []),
    ...(back < -clockJumpMs ? [clockSet(back, 'between-starts')] : []),
  ];
}

export function startOf(
  {version: previous}: Technical,
  {by, command, version, settings}: StartFacts,
): UnattributedEvent {
  const isOther = previous !== '' && previous !== version;
  return {
    type: 'started',
    data: {by, ...(by === 'command' && {command}), version, ...(isOther && {previousVersion: previous}), settings},
  };
}

/** Whether the machine's clock jumped against one that only goes forward. */
export function clockJump(before: number, now: number): UnattributedEvent | undefined {
  return Math.abs(now - before) < clockJumpMs ? undefined : clockSet(now - before, 'running');
}

const clockSet = (ms: number, seen: 'running' | 'between-starts') =>
  ({type: 'clock-set', data: {seconds: Math.round(ms / 1000), seen}}) as const;

/** The events about the till itself and about who works at it, those of older versions too. */
export const technicalTypes: ReadonlySet<string> = new Set([
  ...Object.keys(technicalEvents),
  ...Object.keys(staffEvents),
  'segment-opened',
  'signing-key',
  'service-changed',
  'clock-confirmed',
  'journal-restored',
  'restore-confirmed',
]);
