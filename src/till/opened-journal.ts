import {join} from 'node:path';
import {type Journal, openJournal} from '../../store/journal.js';
import type {Config, Environment} from '../config.js';
import {dayJson} from '../core/books/day-json.js';
import {foldEvents, folding, type State, stateAfter} from '../core/books/state.js';
import {businessDate, possibleOr} from '../core/day/business-day.js';
import type {StoredEvent} from '../core/events/event.js';
import {Problem} from '../core/problem.js';
import {linesOfSegment} from '../core/sale/finder.js';
import type {World} from '../core/world.js';
import type {ShipperOptions} from '../shipper/run.js';
import {hasTrace, tillPath} from './found-tills.js';
import type {CheckedSettings} from './home.js';
import {namedTill} from './own-till.js';
import {storedKey, type TillKey} from './signing.js';

export type Surroundings = {
  readonly config: Config;
  readonly environment: Environment;
  readonly settings: CheckedSettings;
  readonly world: World;
  readonly version: string;
  /** Starts the sandbox of this home and returns its address and key. `tell` hears what goes wrong beside its answers. */
  readonly startSandbox: (
    folder: string,
    tell: (trouble: PracticeTrouble) => void,
  ) => Promise<{baseUrl: string; apiKey: string; close: () => Promise<void>}>;
  /** Starts a process that sends the till’s journal to its head office, and returns the function that ends it. If absent, nothing is sent. */
  readonly startShipper?: (options: ShipperOptions) => () => void;
  /** This user's folder outside every home, which lists the homes of live tills. If absent, they are not remembered. */
  readonly userFolder?: string;
  /** Called with failures that do not stop the till from working. */
  readonly notice?: (problem: Problem) => void;
};

/** What a practice service cannot say in an answer: a callback was not posted, or the service itself has ended. */
export type PracticeTrouble =
  | {readonly what: 'callback'; readonly url: string; readonly code: string}
  | {readonly what: 'ended'; readonly code: string};

/** The same for a person. */
export const practiceProblem = ({code, ...trouble}: PracticeTrouble): Problem =>
  trouble.what === 'ended'
    ? new Problem('practice-ended', {code})
    : new Problem('practice-callback-lost', {url: trouble.url, code});

/** A journal opened for reading only. Its till may be running in another process. */
export type Reading = {readonly state: State; readonly journal: Journal; readonly tornBytes: number};

/** The folder of a till's journal and lock. */
export const tillFolder = ({home, profile}: Config, till: string): string => join(home, profile, till);

/** Opens the journal for reading, even beside a running till. Throws `Problem` as `namedTill` does, and journal-damaged. */
export async function openReading(surroundings: Read): Promise<Reading> {
  const {config} = surroundings;
  const till = namedTill(config) ?? '';
  const key = await storedKey(tillFolder(config, till)).catch(() => undefined); // it may belong to another user
  const {journal, state} = await readIn(surroundings, till, {mode: 'read', key});
  return {journal, state, tornBytes: journal.opening.tornBytes};
}

/** What reading a journal needs. */
type Read = Pick<Surroundings, 'config' | 'settings' | 'version'> & {readonly world: Pick<World, 'now'>};

type Listener = (events: readonly StoredEvent[]) => void;

export type How = {
  readonly mode: 'write' | 'read';
  readonly key: TillKey | undefined;
  readonly opensUnproved?: boolean;
};

export async function readIn({config, settings, world, version}: Read, till: string, {mode, key, opensUnproved}: How) {
  const {profile, zone, dayStartsAt, baseUrl} = config;
  let onEvent: Listener = () => undefined;
  const journal = await openJournal({
    folder: tillFolder(config, till === '' ? 'none' : till),
    mode,
    till,
    header: {profile, zone, dayStartsAt, version, ...(baseUrl !== undefined && {service: baseUrl})},
    businessDate: at => businessDate(possibleOr(at), zone, dayStartsAt),
    now: world.now,
    ...folding,
    digest: dayJson,
    index: linesOfSegment,
    key,
    opensUnproved,
    openPayments: () => state.open.size,
    onEvents: events => {
      foldEvents(state, events);
      onEvent(events);
    },
  });
  const isBegun = settings.read().tillsBegun?.includes(tillPath({profile, till})) === true;
  if (journal.tail().seq === 0 && (isBegun || hasTrace(tillFolder(config, till)))) {
    await journal.close();
    const path = tillPath({profile, till});
    const setting = `"till": {"${profile}": "ID"}`;
    throw new Problem('journal-gone', {till: path, folder: tillFolder(config, till), setting});
  }
  const state = await stateOf(journal);
  const listen = (listener: Listener) => {
    onEvent = listener;
  };
  return {journal, state, tell: listen};
}

/** A journal that was written by hand can be intact and still make no sense. Its file must not stay open then. */
async function stateOf(journal: Journal): Promise<State> {
  try {
    return stateAfter(journal.opening, journal.opening.events);
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** An instant as the journal writes it. */
export const instantText = (now: number): string => Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toString();
