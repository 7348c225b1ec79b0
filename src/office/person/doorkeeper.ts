import {createHash} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {joinCodeIn} from '../../core/office/joining.js';
import {
  afterCode,
  afterRecovery,
  isEnrolled,
  type OfficePerson,
  personCalled,
  type Visitor,
} from '../../core/office/person.js';
import {isFresh, isSessionOpen, type TriesOf, triedInVain, waitOf} from '../../core/office/sign-in.js';
import {keyId} from '../../core/office/wire.js';
import {cleanText} from '../../core/text/text.js';
import type {World} from '../../core/world.js';
import type {PersonSession, SignInEntry} from '../../views/office/people.js';
import {type Database, everyShop} from '../database.js';
import type {OfficeKey} from '../key.js';
import type {Nonces} from '../nonces.js';
import {addressOf, originOf} from '../sender.js';
import {passkeyIn, usedPasskey} from './passkeys.js';
import {formTokenOf, freshSecret, hashOf, isPassphrase, isSame, type OfficeSeal} from './secrets.js';
import type {PeopleChange, PeopleStore} from './store.js';

type Parts = {
  readonly database: Database;
  readonly key: OfficeKey;
  readonly world: Pick<World, 'now'>;
  readonly nonces: Nonces;
  readonly store: PeopleStore;
  readonly seal: OfficeSeal;
};

/** From where a request comes, and what the browser says that it is. */
export type Browser = {readonly address: string; readonly agent: string};
export const browserOf = (request: IncomingMessage): Browser => ({
  address: addressOf(request),
  agent: cleanText(String(request.headers['user-agent'] ?? ''), 200),
});

/** What somebody gives to prove who they are. `token` came with the form, is good once, and is what a passkey signs. */
export type GivenProof = {readonly token: string; readonly origin: URL; readonly browser: Browser} & (
  | {readonly answer: string}
  | {readonly name: string; readonly passphrase: string; readonly code: string}
);
export type SignInResult =
  | {readonly kind: 'signed-in'; readonly secret: string}
  | {readonly kind: 'stale' | 'wrong' | 'wrong-passkey'}
  | {readonly kind: 'waits'; readonly minutes: number};

/** Who somebody is, and what becomes of what they keep; undefined if that has changed meanwhile. */
type Proof = {
  readonly person: OfficePerson;
  readonly by: NonNullable<SignInEntry['by']>;
  readonly after: (now: OfficePerson) => OfficePerson | undefined;
};

const minute = 60_000;
const secretLength = 43;
/** How many addresses are in lines of the chain in a day: whoever has more of them would fill it. */
const mostAddresses = 1000;
/** The place of the tokens of forms among the nonces. */
const forms = {shop: everyShop, till: 'person'} as const;

export class Doorkeeper {
  readonly #parts: Parts;
  readonly #cookie: string;

  constructor(parts: Parts) {
    this.#parts = parts;
    // Offices under one name with several ports or paths have cookies of their own.
    this.#cookie = `duka-${keyId(parts.key.digest)}`;
  }

  /** A token for a form of somebody who has not signed in. */
  freshToken(): string {
    return this.#parts.nonces.fresh({...forms, seq: 0, turns: 0});
  }

  /** Whether a form with this token is sent for the first time, and not too late. */
  async takesToken(token: string): Promise<boolean> {
    const given = this.#parts.nonces.read(token, forms);
    return (
      given !== undefined && this.#parts.database.transaction(client => this.#parts.nonces.use(client, forms, given))
    );
  }

  /** The header that gives a browser the secret of a session, or takes it away. */
  cookie(secret: string | undefined, origin: URL): string {
    const isSafe = origin.protocol === 'https:';
    const name = this.#cookieAt(origin);
    const rest = [`Path=${origin.pathname}`, 'HttpOnly', 'SameSite=Strict', ...(isSafe ? ['Secure'] : [])];
    return [
      `${name}=${secret === undefined ? '' : this.#marked(secret)}`,
      ...rest,
      ...(secret === undefined ? ['Max-Age=0'] : []),
    ].join('; ');
  }

  /** A secret with a mark of this office, so that nothing is looked up for one that it has never given. */
  #marked(secret: string): string {
    return `${secret}${this.#parts.seal.markOf(secret)}`;
  }

  /** The name of the cookie. Where the office has all of a host, no part of that host can have set it. */
  #cookieAt({protocol, pathname}: URL): string {
    const mark = protocol !== 'https:' ? '' : pathname === '/' ? '__Host-' : '__Secure-';
    return mark + this.#cookie;
  }

  #secretIn({headers}: IncomingMessage, origin: URL): string | undefined {
    const name = `${this.#cookieAt(origin)}=`;
    const values = (headers.cookie ?? '').split('; ').filter(each => each.startsWith(name));
    const [value = ''] = values.map(each => each.slice(name.length));
    const secret = value.slice(0, secretLength);
    return values.length === 1 && isSame(value, this.#marked(secret)) ? secret : undefined;
  }

  /** Who sends this request. A session from another browser was stolen, and ends; another address is logged, since telephones move. */
  async visitorOf(request: IncomingMessage): Promise<(Visitor & {readonly isFresh: boolean}) | undefined> {
    const {store, world} = this.#parts;
    const origin = originOf(request);
    const secret = origin && this.#secretIn(request, origin);
    const found = secret === undefined ? undefined : await store.session(hashOf(secret));
    if (secret === undefined || found === undefined) return undefined;
    const now = world.now();
    const {session, person} = found;
    if (!isSessionOpen(session, now)) return undefined;
    const browser = browserOf(request);
    if (browser.agent !== session.agent) {
      await this.#end(found, 'other-browser', browser);
      return undefined;
    }
    await this.#seen(found, browser);
    const {id, name, role, shops} = person;
    const isNew = isFresh(session.startedAt, now);
    return {person: id, name, role, shops, session: session.id, formToken: formTokenOf(secret), isFresh: isNew};
  }

  async #seen({session, person}: Known, {address, agent}: Browser): Promise<void> {
    const {store, world} = this.#parts;
    const seenAt = world.now();
    const hasMoved = address !== session.address;
    if (!hasMoved && Math.abs(seenAt - session.seenAt) < minute) return;
    const isNoted = await store.seen(session, {seenAt, address});
    if (!isNoted || !hasMoved) return;
    await store.change(change => change.note({kind: 'moved', name: person.name, by: null, address, agent}));
  }

  async #end({session, person}: Known, kind: SignInEntry['kind'], browser: Browser): Promise<void> {
    await this.#parts.store.change(async change => {
      await change.endSession(session.id, person.id);
      await change.note({kind, name: person.name, by: null, ...browser});
    });
  }

  async signOut(request: IncomingMessage, {session}: Visitor): Promise<void> {
    const found = await this.#parts.store.session(session);
    if (found !== undefined) await this.#end(found, 'signed-out', browserOf(request));
  }

  async signIn(given: GivenProof): Promise<SignInResult> {
    if (!(await this.takesToken(given.token))) return {kind: 'stale'};
    return 'answer' in given ? this.#byPasskey(given) : this.#byPassphrase(given);
  }

  async #byPasskey(given: Extract<GivenProof, {answer: string}>): Promise<SignInResult> {
    const {answer, browser} = given;
    const id = passkeyIn(answer);
    const people = await this.#parts.store.people();
    const person = people.find(({passkeys}) => passkeys.some(each => each.id === id));
    const passkey = person?.passkeys.find(each => each.id === id);
    const used = passkey && (await usedPasskey(answer, passkey, given));
    if (person === undefined || used === undefined) {
      await this.#parts.store.change(change =>
        change.note({kind: 'refused', name: person?.name ?? null, by: 'passkey', ...browser}),
      );
      return {kind: 'wrong-passkey'};
    }
    const after = (now: OfficePerson): OfficePerson | undefined => {
      const isThere = now.passkeys.some(each => each.id === id);
      return isThere ? {...now, passkeys: now.passkeys.map(each => (each.id === id ? used : each))} : undefined;
    };
    return this.#admit({person, by: 'passkey', after}, browser);
  }

  async #byPassphrase(given: Extract<GivenProof, {name: string}>): Promise<SignInResult> {
    const {store, world} = this.#parts;
    const {browser, name} = given;
    const person = personCalled((await store.people()).filter(isEnrolled), name);
    // Whether somebody has a name is not told by what happens after wrong tries.
    const about = [`person:${person?.id ?? placeOfName(name)}`, `address:${browser.address}`] as const;
    const tries = await store.tries(about);
    const wait = Math.max(0, ...tries.map(each => waitOf(each, world.now())));
    if (wait > 0) return {kind: 'waits', minutes: Math.ceil(wait / minute)};
    const proof = person && (await this.#proofOf(person, given));
    const done = proof && (await this.#admit(proof, browser, about[0]));
    if (done?.kind === 'signed-in') return done;
    await store.change(async change => {
      const by = 'passphrase';
      await change.note({kind: 'refused', name: person?.name ?? null, by, ...browser});
      for (const [at, of] of (['person', 'address'] as const).entries())
        await this.#countTry(change, {about: about[at] ?? '', of, name: person?.name ?? null, browser});
    });
    return {kind: 'wrong'};
  }

  /** The code is looked at first: it costs nothing, and almost nobody who guesses gets any further. */
  async #proofOf(
    person: OfficePerson,
    {passphrase, code}: Extract<GivenProof, {name: string}>,
  ): Promise<Proof | undefined> {
    const {seal, world} = this.#parts;
    const recovery = joinCodeIn(code);
    const step = person.codes === null ? undefined : seal.stepOf(code, person.codes.sealed, world.now());
    const after: Proof['after'] = now => {
      if (now.passphrase !== person.passphrase) return undefined;
      return recovery === undefined ? afterCode(now, step ?? -1) : afterRecovery(now, hashOf(recovery));
    };
    if ((recovery === undefined && step === undefined) || after(person) === undefined) return undefined;
    // Who has passkeys only signs in with the name and a recovery code: that has more random bits than any passphrase.
    if (person.passphrase !== null && !(await isPassphrase(passphrase, person.passphrase))) return undefined;
    return {person, by: recovery === undefined ? 'passphrase' : 'recovery', after};
  }

  async #admit({person, by, after}: Proof, browser: Browser, forgets?: string): Promise<SignInResult> {
    return this.#parts.store.change(async (change): Promise<SignInResult> => {
      const now = (await change.people()).find(({id}) => id === person.id);
      const next = now && after(now);
      if (next === undefined) return {kind: 'wrong'};
      await change.keep(next);
      if (forgets !== undefined) await change.forgetTries(forgets);
      return {kind: 'signed-in', secret: await this.begin(change, next, {by, browser})};
    });
  }

  async begin(
    change: PeopleChange,
    {id: person, name}: OfficePerson,
    {by, browser}: {readonly by: SignInEntry['by']; readonly browser: Browser},
  ): Promise<string> {
    const secret = freshSecret();
    const now = this.#parts.world.now();
    await change.keepSession({id: hashOf(secret), person, seenAt: now, startedAt: now, ...browser});
    await change.note({kind: 'signed-in', name, by, ...browser});
    return secret;
  }

  async #countTry(
    change: PeopleChange,
    {about, of, name, browser}: {about: string; of: TriesOf; name: string | null; browser: Browser},
  ): Promise<void> {
    const now = this.#parts.world.now();
    const tries = triedInVain(await change.tries(about), of, now);
    await change.keepTries(about, tries);
    const minutes = Math.ceil(waitOf(tries, now) / minute);
    if (minutes === 0) return;
    const locked = of === 'person' ? name : null;
    await change.note({kind: 'locked', name: locked, by: null, ...browser});
    if (locked === null && (of === 'person' || (await change.addresses()) > mostAddresses)) return;
    const data = {name: locked, address: browser.address, minutes};
    await change.state({type: 'sign-in-locked', person: locked ?? 'office', data});
  }
}

type Known = {readonly session: PersonSession; readonly person: OfficePerson};

/** Names that are nobody's share so many places, so that there is an end of them. */
const placeOfName = (name: string): string =>
  createHash('sha256').update(name.normalize('NFKC').trim().toLowerCase()).digest('hex').slice(0, 2);
