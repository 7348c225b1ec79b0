import {Problem} from '../../core/problem.js';
import type {Register} from './register.js';
import {codeAt, hashedPassphrase} from './secrets.js';

/** Does all that an office does with its people, for the check of a database. Its figures are the same each time, its secrets are not. */
export async function playPeople(register: Register, now: () => number): Promise<void> {
  const {door, seal, store} = register;
  const browser = {address: '192.0.2.1', agent: 'A browser'};
  const first = (await register.inviteFirst()) ?? '';
  await register.nameFirst(first, 'Amina');
  const secret = seal.secretFor(first);
  const given = {passphrase: 'four words are good', sealed: seal.sealed(secret), step: 0};
  await register.enrol(first, {...given, passphrase: await hashedPassphrase(given.passphrase)}, browser);
  const origin = new URL('http://localhost');
  const strangers = Array.from({length: 20}, (_, at) => [`Nobody ${at}`, '000000'] as const);
  for (const [name, code] of [['Amina', codeAt(secret, now())] as const, ...strangers])
    await door.signIn({token: door.freshToken(), origin, browser, name, passphrase: given.passphrase, code});
  await register.add('Esi', {role: 'viewer', shops: ['north']}, 'Amina');
  const esi = (await store.people()).find(({name}) => name === 'Esi');
  const id = esi?.id ?? '';
  await register.setRights(id, {role: 'manager', shops: 'all', version: 1}, 'Amina');
  await register.reset(id, 'Amina');
  const [session] = await store.sessions();
  if (session !== undefined) await store.seen(session, {seenAt: now() + 1, address: '192.0.2.2'});
  await register.endSession(session?.id ?? '');
  await register.remove(id, undefined, 'Amina');
  await register.tokens.make('A program', {rights: 'payments', shops: 'all'}, 'Amina');
  for (const {id: token} of await register.tokens.all()) await register.tokens.revoke(token, 'Amina');
  await register.log(1);
  if ((await store.people()).length !== 1) throw new Problem('office-person-unknown');
}
