import {randomBytes} from 'node:crypto';
import {type ApiToken, apiTokenSpec} from '../../core/office/api.js';
import {checkReach, reaches, type ShopReach} from '../../core/office/visitor.js';
import {Problem} from '../../core/problem.js';
import {staffName} from '../../core/staff/name.js';
import {visitorRights} from '../../core/staff/visitor-schema.js';
import type {World} from '../../core/world.js';
import type {Database} from '../database.js';
import {Kept} from '../kept.js';
import {recordFacts} from '../records.js';
import {freshSecret, hashOf, type OfficeSeal} from './secrets.js';

const mostTokens = 100;
const mark = 'duka_';

/** The tokens by which programs read from an office, as somebody sees and changes them who may look at the shops of `reach`. */
export class Tokens {
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
      ...{id: randomBytes(9).toString('base64url'), name, rights, shops: shops === 'all' ? null : shops},
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
