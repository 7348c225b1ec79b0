import type {PendingEvent} from '../journal/decision.js';
import {type AnyEvent, type DataOf, type EventOf, isOneOf} from '../journal/envelope.js';
import {journalEvents} from '../journal/schema.js';
import {count, dictionary, flag, list, object, optional, orNull, type Specified, text} from '../spec/spec.js';
import {staffEvents} from '../staff/schema.js';
import {type openers, technicalEvents, witnessedMembers} from './schema.js';

type TechnicalEvent = EventOf<typeof technicalEvents>;
type TechnicalData<T extends TechnicalEvent['type']> = DataOf<typeof technicalEvents, T>;
const isRead = isOneOf({...journalEvents, ...technicalEvents, ...staffEvents});

export type Opener = (typeof openers)[number];

type StartRule = {
  /** When the start is recorded: at once, or together with the first line that the till has to write. */
  readonly start: 'at-once' | 'with-first-line';
  /** Whether the end is recorded, too. */
  readonly isEndTold: boolean;
};

/**
 * Which openings of a till are recorded as events. A program that only reads does not open the till, and leaves no event. A till with
 * screens is open to people, whether or not they sell; a command that had nothing to write has nothing to explain.
 */
export const startRules: Readonly<Record<Opener, StartRule>> = {
  screens: {start: 'at-once', isEndTold: true},
  command: {start: 'with-first-line', isEndTold: false},
};

/** A jump in milliseconds that is larger than any adjustment of a clock, and than the difference between two machines. */
export const clockJumpMs = 60_000;

const settingAuthorSpec = object({
  at: text('when the change was recorded'),
  person: orNull(text(), 'it was changed outside of this till'),
});
export type SettingAuthor = Specified<typeof settingAuthorSpec>;
export type SettingAuthors = Readonly<Record<string, SettingAuthor>>;

/** What the journal says about the till itself, for a start to compare with. */
export const technicalSpec = object({
  version: text('that wrote last; empty if none has'),
  settings: optional(text('the digest of the settings in force'), 'no line has put any in force'),
  settingsOutside: optional(
    text('the digest of the settings that were last found changed from outside'),
    'none were since some were put in force',
  ),
  settingsBy: optional(
    dictionary(settingAuthorSpec, 'who last changed each setting that matters for money'),
    'none was changed',
  ),
  accepted: optional(
    list(
      object({seq: count('the line that records it'), person: text()}),
      'who took lines as they are although their end was not proved',
    ),
    'nobody ever did',
  ),
  allowed: optional(dictionary(text(), 'the values that are allowed in place of settings, by name'), 'none is'),
  shredded: optional(list(text(), 'the customer keys that were destroyed, sorted by month'), 'none was'),
  witnessed: optional(
    object({...witnessedMembers, isOfThisSegment: flag()}, 'the line up to which the head office has signed'),
    'it never has',
  ),
  listsRefused: optional(dictionary(text(), 'the digest of the list that was refused last, by kind'), 'none was'),
});
export type Technical = Specified<typeof technicalSpec>;

export const nothingTechnical: Technical = {version: ''};

export function evolveTechnical(before: Technical, event: AnyEvent): Technical {
  if (!isRead(event)) return before;
  switch (event.type) {
    case 'segment-opened':
      return {
        ...before,
        version: event.data.version,
        ...(before.witnessed && {witnessed: {...before.witnessed, isOfThisSegment: false}}),
      };
    case 'started':
      // Only the first start puts settings in force; a later one says what it found, whoever changed it.
      return {...before, version: event.data.version, settings: before.settings ?? event.data.settings};
    case 'settings-carried-over':
      return {...before, settings: before.settings ?? event.data.sha256};
    case 'witnessed':
      return {...before, witnessed: {...event.data, isOfThisSegment: true}};
    case 'list-refused':
      return {...before, listsRefused: {...before.listsRefused, [event.data.kind]: event.data.sha256}};
    case 'journal-accepted':
      return {...before, accepted: [...(before.accepted ?? []), {seq: event.seq, person: event.person}]};
    case 'customers-shredded':
      return {...before, shredded: [...new Set([...(before.shredded ?? []), ...event.data.keys])].sort()};
    case 'settings-changed': {
      const {by, sha256} = event.data;
      const {settingsOutside: _, ...others} = before;
      const standing = by === 'owner' ? {...others, settings: sha256} : {...others, settingsOutside: sha256};
      return {
        ...standing,
        settingsBy: authorsAfter(before.settingsBy, event),
        ...(before.allowed && {allowed: allowedAfter(before.allowed, event.data)}),
      };
    }
    case 'settings-allowed':
    case 'staff-carried-over':
      return {...before, allowed: Object.fromEntries((event.data.allowed ?? []).map(({name, value}) => [name, value]))};
    default:
      return before;
  }
}

/** A setting that the owner sets is in force itself, and no value in its place is allowed any more. */
function allowedAfter(
  before: Readonly<Record<string, string>>,
  {by, changes}: TechnicalData<'settings-changed'>,
): Readonly<Record<string, string>> {
  const set = by === 'owner' ? changes.map(({name}) => name.split('.')[0]) : [];
  return Object.fromEntries(Object.entries(before).filter(([name]) => !set.includes(name)));
}

/** A setting that is no longer set has no author. After a change of unknown settings, no author is known. */
function authorsAfter(
  before: SettingAuthors = {},
  {at, person, data: {by, changes}}: TechnicalEvent & {readonly type: 'settings-changed'},
): SettingAuthors {
  if (by === 'outside' && changes.length === 0) return {};
  const authors = new Map(Object.entries(before));
  for (const {name, to} of changes) {
    if (to === null) authors.delete(name);
    else authors.set(name, {at, person: by === 'owner' ? person : null});
  }
  return Object.fromEntries(authors);
}

/** Whether to record the office's signature: once a business day, never again for the same line. `isNewDay`: a segment opens. */
export function isWitnessDue({witnessed}: Technical, seq: number, isNewDay: boolean): boolean {
  if (witnessed === undefined) return seq > 0;
  return seq > witnessed.seq && (isNewDay || !witnessed.isOfThisSegment);
}

export type StartFacts = {
  readonly by: Opener;
  readonly command: string;
  readonly version: string;
  /** The digest of the settings, if they may be put in force or are; undefined if they were changed from outside. */
  readonly settings: string | undefined;
  readonly now: number;
  /** The instant of the newest line; empty if there is none. */
  readonly lastAt: string;
  readonly tornBytes: number;
};

type UnattributedEvent = PendingEvent<Extract<TechnicalEvent, {type: 'started' | 'clock-set' | 'journal-repaired'}>>;

/** Returns what a start finds out about the till. These events are recorded before `started`, and without waiting for a first line. */
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
    data: {
      by,
      ...(by === 'command' && {command}),
      version,
      ...(isOther && {previousVersion: previous}),
      ...(settings !== undefined && {settings}),
    },
  };
}

/** Returns the event of a jump of the machine's clock, compared with a monotonic clock; undefined if it did not jump. */
export const clockJump = (before: number, now: number): UnattributedEvent | undefined =>
  Math.abs(now - before) < clockJumpMs ? undefined : clockSet(now - before, 'running');

const clockSet = (ms: number, seen: 'running' | 'between-starts') =>
  ({type: 'clock-set', data: {seconds: Math.round(ms / 1000), seen}}) as const;
