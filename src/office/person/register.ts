import {randomBytes} from 'node:crypto';
import type {NewEvent} from '../../core/events/event.js';
import {type ApiToken, apiTokenSpec} from '../../core/office/api.js';
import {
  checkReach,
  enrolled,
  invited,
  isEnrolled,
  isOpen,
  type NewMeans,
  newPerson,
  type OfficePerson,
  ownsOffice,
  personCalled,
  reaches,
  refusalOfChange,
  type ShopReach,
} from '../../core/office/person.js';
import {Problem} from '../../core/problem.js';
import {staffName} from '../../core/staff/name.js';
import {visitorRights} from '../../core/staff/visitor-schema.js';
import type {World} from '../../core/world.js';
import type {SignInEntry} from '../../views/office/people.js';
import type {Database} from '../database.js';
import {Kept} from '../kept.js';
import type {OfficeKey} from '../key.js';
import {Nonces} from '../nonces.js';
import {recordFacts} from '../records.js';
import {type Browser, Doorkeeper} from './doorkeeper.js';
import {freshSecret, hashOf, OfficeSeal, recoveryCodes} from './secrets.js';
import {type PeopleChange, PeopleStore} from './store.js';

type RegisterParts = {
  readonly database: Database;
  readonly key: OfficeKey;
  readonly world: Pick<World, 'now' | 'monotonic'>;
  readonly reach: ShopReach;
};
type Rights = Pick<OfficePerson, 'role' | 'shops'>;
/** What somebody sets with an invitation, without what the office adds. */
export type ChosenMeans =
  | Pick<Extract<NewMeans, {passkey: unknown}>, 'passkey'>
  | Pick<Extract<NewMeans, {passphrase: string}>, 'passphrase' | 'sealed' | 'step'>;

const admitted = (by: string, {id, name, role, shops}: OfficePerson): NewEvent => ({
  type: 'visitor-admitted',
  person: by,
  data: {id, name, role, ...(shops !== 'all' && {shops})},
});

/** The people of an office: who they are, what they may do, and what proves it. */
export class Register {
  readonly store: PeopleStore;
  readonly door: Doorkeeper;
  readonly tokens: Tokens;
  readonly seal: OfficeSeal;
  readonly now: () => number;
  readonly #parts: RegisterParts;

  constructor(parts: RegisterParts) {
    const {database, key, world, reach} = parts;
    this.#parts = parts;
    this.now = world.now;
    this.seal = new OfficeSeal(key);
    this.tokens = new Tokens(database, this.seal, {now: world.now, reach});
    this.store = new PeopleStore(database, world.now, this.seal);
    const nonces = new Nonces({privateKey: `${key.privateKey}duka.person/1`}, world);
    this.door = new Doorkeeper({database, key, world, nonces, store: this.store, seal: this.seal});
  }

  /** This register for somebody who may look at these shops only: who may look at more is not there. */
  within(reach: ShopReach): Register {
    return new Register({...this.#parts, reach});
  }

  async people(): Promise<readonly OfficePerson[]> {
    return (await this.store.people()).filter(({shops}) => reaches(this.#parts.reach, shops));
  }

  /** The newest lines of the log about the people within reach, and for who may look at all shops about everybody. */
  async log(most: number): Promise<readonly SignInEntry[]> {
    const names = this.#parts.reach === 'all' ? null : (await this.people()).map(({name}) => name);
    return this.store.log(most, names);
  }

  /** The code of an invitation for the first owner; undefined if an owner of all shops can sign in. Each one takes the place of the one before. */
  async inviteFirst(): Promise<string | undefined> {
    return this.store.change(async change => {
      const people = await change.people();
      if (people.some(each => ownsOffice(each) && isEnrolled(each))) return undefined;
      const first =
        people.find(({name}) => name === '') ?? newPerson(freshId(), {name: '', role: 'owner', shops: 'all'});
      return this.#invite(change, first, false);
    });
  }

  /** Adds somebody, and returns the code of an invitation. Throws `Problem` office-person-taken, and as `checkReach` and `staffName` do. */
  async add(typed: string, rights: Rights, by: string): Promise<string> {
    checkReach(this.#parts.reach, rights.shops);
    const name = staffName(typed);
    return this.store.change(async change => {
      if (personCalled(await change.people(), name) !== undefined) throw new Problem('office-person-taken', {name});
      const person = newPerson(freshId(), {name, ...rights});
      await change.state(admitted(by, person));
      return this.#invite(change, person, false);
    });
  }

  /** Ends all that somebody signs in with, and all their sessions. Returns the code of an invitation to set it anew. */
  async reset(id: string, by: string): Promise<string> {
    return this.store.change(async change => {
      const person = await this.#personOf(change, id);
      await change.endSessions(id);
      await change.state({type: 'visitor-reset', person: by, data: {id, name: person.name}});
      return this.#invite(change, person, true);
    });
  }

  /** The code of an invitation for somebody who has signed in, to add to what they sign in with. */
  async inviteAgain(id: string): Promise<string> {
    return this.store.change(async change => this.#invite(change, await this.#personOf(change, id), false));
  }

  /** Throws `Problem` office-last-owner, office-person-changed, and as `checkReach` does. */
  async setRights(id: string, {version, ...rights}: Rights & {readonly version: number}, by: string): Promise<void> {
    checkReach(this.#parts.reach, rights.shops);
    await this.store.change(async change => {
      const person = await this.#personOf(change, id);
      refuse(await change.people(), person, {to: rights, version});
      const changed = {...person, ...rights, version: person.version + 1};
      await change.keep(changed);
      await change.state(admitted(by, changed));
    });
  }

  /** Throws as `setRights` does. */
  async remove(id: string, version: number | undefined, by: string): Promise<void> {
    await this.store.change(async change => {
      const person = await this.#personOf(change, id);
      refuse(await change.people(), person, {to: null, version: version ?? person.version});
      await change.remove(id);
      await change.state({type: 'visitor-removed', person: by, data: {id, name: person.name}});
    });
  }

  async person(id: string): Promise<OfficePerson | undefined> {
    return (await this.people()).find(each => each.id === id);
  }

  /** Ends a session of somebody within reach, of one person only if that is named. */
  async endSession(id: string, person?: string): Promise<void> {
    const found = await this.store.session(id);
    if (found === undefined || (person !== undefined && found.person.id !== person)) return;
    if (!reaches(this.#parts.reach, found.person.shops)) return;
    await this.store.change(change => change.endSession(id, found.person.id));
  }

  /** The person to whom the code of an invitation was given; undefined if it was used, or is too old. */
  async invitedBy(code: string): Promise<OfficePerson | undefined> {
    return invitedIn(await this.store.people(), code, this.now());
  }

  /** Sets the name of the first owner. Throws as `add` does. */
  async nameFirst(code: string, typed: string): Promise<void> {
    const name = staffName(typed);
    await this.store.change(async change => {
      const people = await change.people();
      const person = invitedIn(people, code, this.now());
      if (person?.name !== '') return;
      if (personCalled(people, name) !== undefined) throw new Problem('office-person-taken', {name});
      await change.keep({...person, name});
      await change.state(admitted(name, {...person, name}));
    });
  }

  /** Keeps what an invitation set, and signs in. Returns the session's secret and recovery codes, told once; undefined if it was used. */
  async enrol(
    code: string,
    means: ChosenMeans,
    browser: Browser,
  ): Promise<{readonly secret: string; readonly codes: readonly string[]} | undefined> {
    const codes = recoveryCodes();
    return this.store.change(async change => {
      const people = await change.people();
      const person = invitedIn(people, code, this.now());
      if (person === undefined || person.name === '') return undefined;
      await change.keep(enrolled(person, {...means, name: person.name, recovery: codes.map(hashOf)}));
      const others = people.filter(({id, name}) => name === '' && id !== person.id);
      for (const {id} of ownsOffice(person) ? others : []) await change.remove(id);
      const by = 'passkey' in means ? 'passkey' : 'passphrase';
      await change.note({kind: 'enrolled', name: person.name, by, ...browser});
      return {secret: await this.door.begin(change, person, {by, browser}), codes};
    });
  }

  /** Throws `Problem` office-person-unknown. */
  async #personOf(change: PeopleChange, id: string): Promise<OfficePerson> {
    const person = (await change.people()).find(each => each.id === id);
    if (person === undefined || !reaches(this.#parts.reach, person.shops)) throw new Problem('office-person-unknown');
    return person;
  }

  async #invite(change: PeopleChange, person: OfficePerson, replaces: boolean): Promise<string> {
    const code = freshSecret();
    await change.keep(invited(person, {hash: hashOf(code), madeAt: this.now(), replaces}));
    return code;
  }
}

const freshId = (): string => randomBytes(16).toString('base64url');

const invitedIn = (people: readonly OfficePerson[], code: string, now: number): OfficePerson | undefined =>
  people.find(({invitation}) => invitation !== null && invitation.hash === hashOf(code) && isOpen(invitation, now));

function refuse(...given: Parameters<typeof refusalOfChange>): void {
  const refusal = refusalOfChange(...given);
  if (refusal !== undefined) throw new Problem(refusal, {name: given[1].name});
}

const mostTokens = 100;
const mark = 'duka_';

/** The tokens by which programs read from an office, as somebody sees and changes them who may look at the shops of `reach`. */
class Tokens {
  readonly #kept: Kept<ApiToken>;
  readonly #now: () => number;
  readonly #reach: ShopReach;

  constructor(database: Database, seal: OfficeSeal, {now, reach}: Pick<World, 'now'> & {readonly reach: ShopReach}) {
    this.#kept = new Kept(database, {kind: 'api-token', spec: apiTokenSpec, seal});
    this.#now = now;
    this.#reach = reach;
  }

  #isWithin = ({shops}: ApiToken): boolean => reaches(this.#reach, shops ?? 'all');

  async all(): Promise<readonly ApiToken[]> {
    const tokens = (await this.#kept.all()).map(({record}) => record).filter(this.#isWithin);
    return tokens.sort((a, b) => a.name.localeCompare(b.name) || a.madeAt - b.madeAt);
  }

  /** The token of a secret; undefined if it is none of this office, or was revoked. */
  async of(secret: string): Promise<ApiToken | undefined> {
    if (!secret.startsWith(mark) || secret.length > 100) return undefined;
    const id = hashOf(secret);
    return (await this.#kept.all()).find(each => each.id === id)?.record;
  }

  /** Makes a token, and returns its secret, which is told once. Throws as `checkReach` and `staffName` do, and `Problem` setting-invalid. */
  async make(typed: string, {rights: wanted, shops}: {rights: string; shops: ShopReach}, by: string): Promise<string> {
    checkReach(this.#reach, shops);
    const name = staffName(typed);
    const names = wanted.split(/[\s,]+/).filter(each => each !== '');
    const unknown = names.find(each => !visitorRights.some(right => right === each));
    if (unknown !== undefined || names.length === 0)
      throw new Problem('setting-invalid', {name: 'rights', value: unknown ?? ''});
    const rights = visitorRights.filter(right => names.includes(right));
    const secret = `${mark}${freshSecret()}`;
    const token = {
      id: randomBytes(9).toString('base64url'),
      name,
      rights,
      shops: shops === 'all' ? null : shops,
      madeAt: this.#now(),
    };
    await this.#kept.change(async (client, known) => {
      if (known.length >= mostTokens) throw new Problem('setting-invalid', {name: 'rights', value: `${known.length}`});
      await this.#kept.put(client, hashOf(secret), token);
      const data = {id: token.id, name, rights, ...(token.shops !== null && {shops: token.shops})};
      await recordFacts(client, this.#now(), [{type: 'token-made', person: by, data}]);
    });
    return secret;
  }

  async revoke(id: string, by: string): Promise<void> {
    await this.#kept.change(async (client, known) => {
      const found = known.find(({record}) => record.id === id && this.#isWithin(record));
      if (found === undefined) return;
      await this.#kept.remove(client, [found.id]);
      const data = {id, name: found.record.name};
      await recordFacts(client, this.#now(), [{type: 'token-revoked', person: by, data}]);
    });
  }
}
