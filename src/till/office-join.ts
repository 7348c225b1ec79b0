import {basename, dirname, join} from 'node:path';
import {tillsBeside} from '../../store/source-files.js';
import {Problem} from '../core/problem.js';
import {forgetOffice, isAtWork, ownTransportKey, readOwnKey, type ShipperStanding} from '../shipper/kept.js';
import {openLink} from '../shipper/link.js';
import {type JoinedOffice, joinByCode, joinCodeFrom, officeAddress} from '../shipper/office.js';
import type {TillContext} from './context.js';
import {allow, perform, withMutex} from './handler.js';
import {officeSettled, officeStanding, settledMembership} from './office.js';
import {bookOf, changeSetting} from './settings.js';

/**
 * Joins a head office with a code. The till makes a transport key, pins the office's key in the settings, which are signed, and records
 * both. All tills of one home belong to the same office and shop, each with its own key. Throws `Problem` office-joined-already and
 * office-of-others, and as `officeAddress`, `joinByCode` and the check of rights do.
 */
export async function joinOffice(
  context: TillContext,
  {url: typed, code: typedCode}: {readonly url: string; readonly code: string},
): Promise<JoinedOffice & {readonly url: string}> {
  const {settings, world, book} = context;
  const {profile, till, folder} = settings;
  const url = officeAddress(typed);
  const code = joinCodeFrom(typedCode);
  const before = officeSettled(book?.home.read() ?? {}, profile);
  const others = before === undefined ? [] : await othersJoined(folder);
  if (before !== undefined && (others.length === 0 || (await readOwnKey(folder)) !== undefined))
    throw new Problem('office-joined-already', {url: before.url});
  if (before !== undefined && before.url !== url)
    throw new Problem('office-of-others', {url: before.url, till: others[0] ?? ''});
  await allow(context, {verb: 'settings', facts: {type: 'join', url}});
  // Settings that were changed outside Duka are not signed here before their owner has accepted them.
  if (before !== undefined) await changeSetting(context, {name: `office.${profile}`, value: JSON.stringify(before)});
  const key = await ownTransportKey(folder);
  const link = await openLink(url, world);
  const office = await joinByCode(link, {code, till, key, url}).finally(link.close);
  if (before !== undefined && (before.key !== office.office || before.shop !== office.shop)) {
    await forgetOffice(folder);
    throw new Problem('office-of-others', {url: before.url, till: others[0] ?? ''});
  }
  const value = JSON.stringify({url, key: office.office, shop: office.shop});
  if (before === undefined) await changeSetting(context, {name: `office.${profile}`, value});
  const data = {url, shop: office.shop, office: office.office, key: key.publicKey};
  await withMutex(context, () => perform(context, () => [{type: 'office-joined', data}], undefined));
  return {...office, url};
}

/** The other tills of this home that have a key for its office. */
async function othersJoined(folder: string): Promise<readonly string[]> {
  const others = tillsBeside(folder).filter(each => each !== basename(folder));
  const keys = await Promise.all(others.map(each => readOwnKey(join(dirname(folder), each))));
  return others.filter((_, at) => keys[at] !== undefined);
}

/** Leaves the office and removes its key; settings that other tills use stay. Throws `Problem` office-none, and as the check of rights. */
export async function leaveOffice(context: TillContext): Promise<{readonly url: string}> {
  const {settings, book} = context;
  const {profile, folder} = settings;
  const settled = officeSettled(book?.home.read() ?? {}, profile);
  const others = await othersJoined(folder);
  if (settled === undefined || (others.length > 0 && (await readOwnKey(folder)) === undefined))
    throw new Problem('office-none');
  const {url, key: office} = settled;
  if (others.length > 0) await allow(context, {verb: 'settings', facts: {type: 'leave', url}});
  else await changeSetting(context, {name: `office.${profile}`, value: undefined});
  await withMutex(context, () => perform(context, () => [{type: 'office-left', data: {url, office}}], undefined));
  await forgetOffice(folder);
  return {url};
}

/** How far the office is: up to which line it has the journal, of how many, and what keeps it from having more. */
type Shipping = {
  readonly url: string;
  readonly has: number;
  readonly of: number;
  readonly trouble: ShipperStanding['trouble'];
};

/** Has the journal sent, and tells how far it is until it ends or is in trouble. Throws `Problem` office-none, office-not-settled. */
export async function shipNow(
  context: TillContext,
  signal: AbortSignal,
  onShipping: (shipping: Shipping) => void,
): Promise<Shipping> {
  const place = context.settings;
  const settings = bookOf(context).home.read();
  const own = await settledMembership(settings, place, context.state);
  const url = settings.office?.[place.profile]?.url;
  if (url === undefined) throw new Problem('office-none');
  if (own === undefined) throw new Problem('office-not-settled', {url});
  await context.ship?.();
  const until = AbortSignal.any([signal, context.leaving]);
  for (;;) {
    const {standing} = await officeStanding(settings, place, context.state);
    const shipping = {url, has: standing?.seq ?? 0, of: context.journal.tail().seq, trouble: standing?.trouble ?? null};
    onShipping(shipping);
    const isOver = standing?.trouble && !isAtWork(standing, context.world.now());
    if (until.aborted || isOver || shipping.has >= shipping.of) return shipping;
    await context.world.sleep(lookEvery, until).catch(() => undefined);
  }
}

/** In milliseconds. */
const lookEvery = 300;
