import {appendFile, mkdir, mkdtemp, open, readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {zstdDecompress} from 'node:zlib';
import {throwAsProblem} from '../../store/as-problem.js';
import {nodeDisk, removed, renamed, syncFolderNow} from '../../store/disk.js';
import type {JournalKey} from '../../store/key.js';
import {type ChainLink, genesis, lineBytesMax, readLine} from '../../store/line.js';
import {listSegments, segmentFolder, segmentPath} from '../../store/segment.js';
import {writeHeadOfCopy} from '../../store/stored-head.js';
import type {Config} from '../config.js';
import type {StoredEvent} from '../core/events/event.js';
import type {Profile} from '../core/journal/schema.js';
import {decideRestore, isAsWitnessed} from '../core/office/checkpoint.js';
import {Problem} from '../core/problem.js';
import {nothingTechnical, type Technical} from '../core/technical/technical.js';
import {JournalLines} from '../shipper/journal-lines.js';
import {ownTransportKey, readStanding, standingPath} from '../shipper/kept.js';
import {type Link, openLink} from '../shipper/link.js';
import {
  joinByCode,
  joinCodeFrom,
  type Membership,
  Office,
  type OfficeResponse,
  officeAddress,
  type VerifiedCheckpoint,
  verifiedCheckpoint,
} from '../shipper/office.js';
import {heldFolder} from '../sources/open/opener.js';
import {lastOf} from './found-tills.js';
import {lockTill} from './home.js';
import {officeSettled, settledMembership} from './office.js';
import {type Reading, readIn, type Surroundings, tillFolder} from './opened-journal.js';
import {checkPlace} from './place.js';
import {storedKey} from './signing.js';

type OfficeRestore = Pick<Surroundings, 'config' | 'settings' | 'version' | 'world'> & {
  /** The id of the till, which an empty home does not know. */
  readonly till: string;
  readonly folder: string;
  /** The address of the office and a code from it; absent for a till that has already joined. */
  readonly by?: {readonly url: string; readonly code: string} | undefined;
};

type OfficeRestored = {readonly url: string; readonly line: number; readonly added: number};

/** The most bytes of one piece that an office sends, packed and unpacked. A larger piece is refused. */
const mostPacked = 32 * 1024 * 1024;
const mostUnpacked = 128 * 1024 * 1024;

/**
 * Restores a till's journal from its head office, byte for byte: into a home without a journal, or after a journal that is the beginning of
 * it. Nothing is changed before every line is checked against the chain, and the last line against what the office's key has signed. When
 * the till is then opened, it treats itself as restored, and asks the service about what was pending before it sells.
 *
 * Throws `Problem` office-none, office-not-settled, office-behind if there is nothing to restore, office-restore-older if the office had
 * signed for more lines than it sends, office-lines-differ with a word for the reason, as joining does, and as opening a till does.
 */
export async function restoreFromOffice(parts: OfficeRestore): Promise<OfficeRestored> {
  const {config, folder, world} = parts;
  const now = world.now();
  checkPlace({...config, folder});
  const since = Temporal.Instant.fromEpochMilliseconds(Math.round(now)).toString();
  const lock = lockTill(folder, {pid: process.pid, command: 'duka journal restore', since}, {...config, now});
  return restore(parts)
    .catch(throwAsProblem)
    .finally(() => lock.release());
}

async function restore(parts: OfficeRestore): Promise<OfficeRestored> {
  const {folder, till} = parts;
  const {url, own, link} = await membership(parts);
  try {
    const office = new Office(link, own);
    const had = await new JournalLines(folder).standing();
    const witnessed = await witnessedIn(folder, own);
    const signed = checkpointOf(await office.position(async () => had, witnessed), url)?.checkpoint ?? genesis;
    const decided = decideRestore(had, {signed, witnessed: witnessed?.checkpoint});
    if (decided.kind === 'behind') throw new Problem('office-behind', {line: decided.seq});
    if (decided.kind === 'older')
      throw new Problem('office-restore-older', {
        from: decided.witnessed.seq,
        to: decided.signed.seq,
        file: standingPath(folder),
      });
    const {seq, head} = decided.through;
    const part = await mkdtemp(join(folder, '.restore-'));
    try {
      const {profile} = parts.config;
      await fetchLines(office, {till, part, profile, through: {seq, head}, witnessed: witnessed?.checkpoint, url});
      await checkBeginning(folder, part, till);
      // Lines without a proof keep the till closed, and the office is known only where there are lines: whatever is cut off here is done again.
      if (had.seq > 0) await markAsCopy(folder, had, undefined);
      await putBehind(folder, part);
      await keepOffice(parts, url, own);
      await markAsCopy(folder, {seq, head}, await storedKey(folder).catch(() => undefined));
    } finally {
      await removed(part, {recursive: true, force: true});
    }
    return {url, line: seq, added: seq - had.seq};
  } finally {
    link.close();
  }
}

/** The newest checkpoint of this office in the folder: in a restored till it may be of later lines than the folder's. */
async function witnessedIn(folder: string, own: Membership): Promise<VerifiedCheckpoint | undefined> {
  const standing = await readStanding(folder, own.office);
  return standing?.checkpoint == null ? undefined : verifiedCheckpoint(standing.checkpoint, own);
}

type Reached = {readonly url: string; readonly own: Membership; readonly link: Link};

/** What the lines that are left say; the settings that the till has signed stand in for lines only where there are none. */
async function technicalLeft({till, folder, ...parts}: OfficeRestore): Promise<Technical> {
  if ((await listSegments(nodeDisk, folder)).length === 0) return nothingTechnical;
  const {journal, state} = await readIn(parts, till, {mode: 'read', key: undefined, opensUnproved: true});
  await journal.close();
  return state.technical;
}

async function membership(parts: OfficeRestore): Promise<Reached> {
  const {config, settings, world, till, folder, by} = parts;
  const {profile} = config;
  if (by === undefined) {
    const settled = officeSettled(settings.read(), profile);
    if (settled === undefined) throw new Problem('office-none');
    const technical = await technicalLeft(parts);
    const own = await settledMembership(settings.read(), {profile, till, folder}, {technical});
    if (own === undefined) throw new Problem('office-not-settled', {url: settled.url});
    return {url: own.url, own, link: await openLink(own.url, world)};
  }
  const url = officeAddress(by.url);
  const code = joinCodeFrom(by.code);
  const key = await ownTransportKey(folder);
  const link = await openLink(url, world);
  try {
    const {shop, office} = await joinByCode(link, {code, till, key, url});
    return {url, own: {shop, office, till, key}, link};
  } catch (error) {
    link.close();
    throw error;
  }
}

function checkpointOf(response: OfficeResponse, url: string): VerifiedCheckpoint | undefined {
  switch (response.kind) {
    case 'position':
      return response.checkpoint;
    case 'failed':
      throw new Problem('office-unreachable', {url, code: response.code});
    case 'refused':
      throw new Problem('office-refused', {url, why: response.why});
    case 'busy':
      throw new Problem('office-unreachable', {url, code: '503'});
    default:
      throw new Problem('office-not-trusted', {url});
  }
}

type Wanted = {
  readonly till: string;
  readonly profile: Config['profile'];
  readonly part: string;
  readonly through: ChainLink;
  readonly witnessed: ChainLink | undefined;
  readonly url: string;
};

type RestoredTill = {readonly till: string; readonly profile: Profile};

/** Where a line is: in the chain, and in the file of its day. */
export type LinePlace = ChainLink & {readonly date: string};

/** The place before the first line. */
export const firstPlace: LinePlace = {...genesis, date: ''};

/** The place of a line that continues `before`. Throws `Problem` office-lines-differ for one that does not, or of another till. */
export function placeAfter(before: LinePlace, line: Uint8Array, {till, profile}: RestoredTill): LinePlace {
  const event = line.length > lineBytesMax ? 'too-long' : readLine(before, line);
  if (typeof event === 'string') throw new Problem('office-lines-differ', {till, why: `${before.seq + 1} ${event}`});
  const date = segmentOf(event, before.date) ?? before.date;
  const isOther = event.type === 'segment-opened' && event.data.profile !== profile;
  if (event.till !== till || date === '' || isOther)
    throw new Problem('office-lines-differ', {till, why: 'of-another-till'});
  return {seq: event.seq, head: event.hash, date};
}

/** The business date that a line begins; undefined if it begins none, empty if it is invalid. A file is named by it, so it is checked. */
function segmentOf(event: StoredEvent, before: string): string | undefined {
  if (event.type !== 'segment-opened') return undefined;
  const {businessDate} = event.data;
  return /^\d{4}-\d\d-\d\d$/.test(businessDate) && businessDate > before ? businessDate : '';
}

/** Writes the office's lines into a folder, one file for each day, up to the line that the office has signed for. */
async function fetchLines(office: Office, wanted: Wanted): Promise<void> {
  const {till, through} = wanted;
  let at = firstPlace;
  while (at.seq < through.seq) at = await addLines(at, await pieceFrom(office, at.seq + 1, wanted), wanted);
  if (at.head !== through.head) throw new Problem('office-lines-differ', {till, why: 'checkpoint'});
}

/** Adds whole lines after `before` to the files of their days, up to the line `through`, and returns the place of the last. Throws as `placeAfter` does. */
async function addLines(
  before: LinePlace,
  bytes: Buffer,
  {part, through, witnessed, ...of}: RestoredTill & Partial<Wanted> & Pick<Wanted, 'part'>,
): Promise<LinePlace> {
  let at = before;
  const days = new Map<string, Buffer[]>();
  for (let start = 0; start < bytes.length && at.seq < (through?.seq ?? Infinity); ) {
    const end = bytes.indexOf(newline, start) + 1;
    at = placeAfter(at, bytes.subarray(start, end - 1), of);
    if (!isAsWitnessed(at, witnessed))
      throw new Problem('office-lines-differ', {till: of.till, why: 'signed-otherwise'});
    days.set(at.date, [...(days.get(at.date) ?? []), bytes.subarray(start, end)]);
    start = end;
  }
  for (const [day, lines] of days) await appendFile(join(part, `${day}.jsonl`), Buffer.concat(lines), {mode: 0o600});
  return at;
}

type Copied = {readonly surroundings: Surroundings; readonly shop: string; readonly till: string};

/**
 * Opens the lines that an office has of a till as the till opens its own, in a folder that only this user can read and that is removed after
 * `work`. What identifies customers stays sealed, since the till has the keys. Throws `Problem` office-lines-differ, and as opening a journal does.
 */
export async function withCopyOf<T>(
  pieces: AsyncIterable<Uint8Array>,
  {surroundings, shop, till}: Copied,
  work: (reading: Reading, config: Config) => Promise<T>,
): Promise<T> {
  const home = await heldFolder();
  try {
    let {profile} = surroundings.config;
    let at = firstPlace;
    for await (const bytes of pieces) {
      if (at.seq === 0) profile = profileIn(bytes) ?? profile;
      const part = segmentFolder(tillFolder({...surroundings.config, home, profile}, till));
      await mkdir(part, {recursive: true, mode: 0o700});
      at = await addLines(at, Buffer.from(bytes), {till, profile, part});
    }
    const own = {...surroundings.config, home, profile, till, shop};
    const [zone = own.zone, dayStartsAt = own.dayStartsAt] = dayRules.map(rule => lastOf(rule, home, {profile, till}));
    const config = {...own, zone, dayStartsAt};
    // The office has checked the lines: the head and the key that prove them to the till stay there.
    const how = {mode: 'read', key: undefined, opensUnproved: true} as const;
    const {journal, state} = await readIn({...surroundings, config}, till, how);
    try {
      return await work({journal, state, tornBytes: 0}, config);
    } finally {
      await journal.close();
    }
  } finally {
    await removed(home, {recursive: true, force: true});
  }
}

const dayRules = ['zone', 'dayStartsAt'] as const;

/** The profile that the first line of a journal states. */
function profileIn(lines: Uint8Array): Profile | undefined {
  const event = readLine(genesis, lines.subarray(0, lines.indexOf(newline)));
  return typeof event !== 'string' && event.type === 'segment-opened' ? event.data.profile : undefined;
}

/** Complete lines as the office sends them; nothing else about them is checked yet. */
async function pieceFrom(office: Office, from: number, {till, url}: Wanted): Promise<Buffer> {
  const incoming = await office.lines(from, mostPacked);
  if (incoming.kind === 'failed') throw new Problem('office-unreachable', {url, code: incoming.code});
  if (incoming.http !== 200) throw new Problem('office-refused', {url, why: String(incoming.http)});
  const bytes = await promisify(zstdDecompress)(incoming.body, {maxOutputLength: mostUnpacked}).catch(() => undefined);
  if (bytes === undefined || bytes.at(-1) !== newline)
    throw new Problem('office-lines-differ', {till, why: 'not-lines'});
  return bytes;
}

const newline = 10;

/** Checks that the lines in the home are the beginning of the office's lines, up to the last complete line. */
async function checkBeginning(folder: string, part: string, till: string): Promise<void> {
  for (const date of await listSegments(nodeDisk, folder)) {
    const own = wholeLines(await readFile(segmentPath(folder, date)));
    const offices = await readFile(join(part, `${date}.jsonl`)).catch(() => Buffer.alloc(0));
    if (own.length > 0 && !offices.subarray(0, own.length).equals(own))
      throw new Problem('office-lines-differ', {till, why: 'own-lines'});
  }
}

const wholeLines = (bytes: Buffer) => bytes.subarray(0, bytes.lastIndexOf(newline) + 1);

/** Appends line after line. If it is interrupted, what exists is still the beginning of the journal, and it can be done again. */
async function putBehind(folder: string, part: string): Promise<void> {
  const journal = segmentFolder(folder);
  await mkdir(journal, {recursive: true, mode: 0o700});
  for (const name of (await readdir(part)).sort()) {
    const path = join(journal, name);
    const whole = await readFile(join(part, name));
    const had = await readFile(path).catch(() => undefined);
    if (had === undefined) {
      await synced(join(part, name), async () => undefined);
      await renamed(join(part, name), path);
    } else {
      const length = wholeLines(had).length;
      await synced(path, async file => {
        await file.truncate(length);
        await file.write(whole.subarray(length), 0, undefined, length);
      });
    }
    syncFolderNow(journal);
  }
}

async function synced(path: string, work: (file: Awaited<ReturnType<typeof open>>) => Promise<void>): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await work(file);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Stores the newest line as that of a copy, so that the next opening knows that something may be missing; without a key, as one that proves nothing. */
async function markAsCopy(folder: string, newest: ChainLink, key: JournalKey | undefined): Promise<void> {
  const segment = (await listSegments(nodeDisk, folder)).at(-1) ?? '';
  await writeHeadOfCopy(nodeDisk, folder, {...newest, segment}, key);
}

/** Tells an empty home its till, its shop's business days and its office. What its settings already say stays. */
async function keepOffice({settings, config, till, by}: OfficeRestore, url: string, own: Membership): Promise<void> {
  if (by === undefined) return;
  const {profile, zone, dayStartsAt} = config;
  await settings.change(now => ({
    profile: now.profile ?? profile,
    zone: now.zone ?? zone,
    dayStartsAt: now.dayStartsAt ?? dayStartsAt,
    till: {...now.till, [profile]: now.till?.[profile] ?? till},
    office: {...now.office, [profile]: {url, key: own.office, shop: own.shop}},
  }));
}
