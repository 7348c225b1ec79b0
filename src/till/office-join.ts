import {Problem} from '../core/problem.js';
import {officeAddress} from '../shipper/address.js';
import {type JoinedOffice, joinByCode, joinCodeFrom} from '../shipper/join.js';
import {forgetOffice, ownTransportKey} from '../shipper/kept.js';
import {openLink} from '../shipper/link.js';
import type {TillContext} from './context.js';
import {allow, perform, withMutex} from './handler.js';
import {officeSettled} from './office.js';
import {changeSetting} from './settings.js';

/**
 * Joins a head office by a code: a transport key is made, the office's key is pinned in the settings, which are signed, and both are
 * written down. Throws `Problem` office-joined-already, and as `officeAddress`, `joinByCode` and the rights do.
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
  if (before !== undefined) throw new Problem('office-joined-already', {url: before.url});
  await allow(context, {verb: 'settings', facts: {type: 'join', url}});
  const key = await ownTransportKey(folder);
  const link = await openLink(url, world);
  const office = await joinByCode(link, {code, till, key, url}).finally(link.close);
  const value = JSON.stringify({url, key: office.office, shop: office.shop});
  await changeSetting(context, {name: `office.${profile}`, value}, () => undefined);
  const data = {url, shop: office.shop, office: office.office, key: key.publicKey};
  await withMutex(context, () => perform(context, () => [{type: 'office-joined', data}], undefined));
  return {...office, url};
}

/** Leaves the office: nothing is sent there any more, and the key for it is taken away. Throws `Problem` office-none, and as the rights do. */
export async function leaveOffice(context: TillContext): Promise<{readonly url: string}> {
  const {settings, book} = context;
  const {profile, folder} = settings;
  const settled = officeSettled(book?.home.read() ?? {}, profile);
  if (settled === undefined) throw new Problem('office-none');
  const {url, key: office} = settled;
  await changeSetting(context, {name: `office.${profile}`, value: undefined}, () => undefined);
  await withMutex(context, () => perform(context, () => [{type: 'office-left', data: {url, office}}], undefined));
  await forgetOffice(folder);
  return {url};
}
