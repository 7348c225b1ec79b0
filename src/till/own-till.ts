import type {HomeSettings} from '../../store/settings.js';
import type {Config, Environment, Flags} from '../config.js';
import {mintTill} from '../core/journal/reference.js';
import {Problem} from '../core/problem.js';
import type {SettingsData} from '../core/technical/setting-table.js';
import {type DayRule, type FoundTill, lastOf, tillsGone, tillsIn} from './found-tills.js';

/** What is known before a till is named: the home with its tills, and the configuration from flags, environment and settings. */
type Known = {
  readonly config: Pick<Config, 'home' | 'profile' | 'till' | 'key'>;
  readonly flags: Flags;
  readonly environment: Environment;
  readonly settings: SettingsData;
  readonly tills: readonly FoundTill[];
};

/**
 * Keeps a home that takes real money as it is. It refuses an environment that would silently sell there as another till, in another
 * profile, by another business day or for another merchant's account. Flags are allowed, because the person who types them sees them; so
 * are settings, because they are the owner's.
 *
 * Throws `Problem` home-is-live for another profile, with the variable's `name` and `value` and the `flag` that states it openly;
 * home-differs for another till, time zone or start of the day, with the value of the home (`own`) and the `setting` that would also change
 * it; key-differs for another key than the one in the settings.
 */
export function checkEnvironment({config, flags, environment, settings, tills}: Known): void {
  const live = tills.filter(({profile}) => profile === 'live');
  if (live.length === 0) return;
  const {profile} = config;
  const isSettled = profile === 'live' || (profile !== 'sandbox' && profile === settings.profile);
  if (flags.profile === undefined && !isSettled) {
    const name = environment['DUKA_PROFILE'] ? 'DUKA_PROFILE' : 'DUKA_API_KEY';
    throw new Problem('home-is-live', {name, value: profile, flag: `--profile ${profile}`});
  }
  if (profile !== 'live') return;
  const {DUKA_TILL: till} = environment;
  const own = settings.till?.live === undefined ? live.map(found => found.till) : [settings.till.live];
  if (flags.till === undefined && till && !own.includes(till)) {
    const setting = `"till": {"live": "${till}"}`;
    throw differs({name: 'DUKA_TILL', value: till, own: own.join(', '), setting, flag: `--till ${till}`});
  }
  for (const [rule, name, flag] of dayRules) {
    const value = environment[name];
    const ownValue = settings[rule] ?? ruleOf(rule, config, own);
    if (flags[rule] !== undefined || !value || ownValue === undefined || ownValue === value) continue;
    throw differs({name, value, own: ownValue, setting: `"${rule}": "${value}"`, flag: `${flag} ${value}`});
  }
  const {live: ownKey} = settings.keys ?? {};
  if (ownKey !== undefined && config.key !== ownKey) throw new Problem('key-differs', {name: 'DUKA_API_KEY'});
}

const dayRules = [
  ['zone', 'DUKA_ZONE', '--zone'],
  ['dayStartsAt', 'DUKA_DAY_STARTS_AT', '--day-starts-at'],
] as const;

const differs = (facts: Readonly<Record<'name' | 'value' | 'own' | 'setting' | 'flag', string>>) =>
  new Problem('home-differs', facts);

function ruleOf(rule: DayRule, {home, till}: Known['config'], own: readonly string[]): string | undefined {
  const [only, ...others] = till === undefined ? own : [till];
  return only === undefined || others.length > 0 ? undefined : lastOf(rule, home, {profile: 'live', till: only});
}

type Named = Pick<Config, 'home' | 'profile' | 'till' | 'makesTill'>;

/**
 * Returns the till for this start, as flags, environment or settings name it. Undefined if none of them does and the home has no till of
 * this profile.
 *
 * Throws `Problem` till-not-named if the home has some, even if only their lines are gone; till-not-here for a till that would be new beside live ones.
 */
export function namedTill({home, profile, till, makesTill}: Named): string | undefined {
  if (makesTill || (till !== undefined && profile !== 'live')) return till;
  const lying = [...tillsIn(home), ...tillsGone(home)].flatMap(found =>
    found.profile === profile ? [found.till] : [],
  );
  const [first] = lying;
  if (first === undefined || (till !== undefined && lying.includes(till))) return till;
  const facts = {home, profile, tills: lying.join(', '), first, setting: `"till": {"${profile}": "${first}"}`};
  throw till === undefined ? new Problem('till-not-named', facts) : new Problem('till-not-here', {...facts, till});
}

/** Like `namedTill`, but saves a random id if there is none. Of processes that start at once, one makes it, the others find it. */
export async function ownTill(
  config: Named,
  settings: HomeSettings,
  random: (bytes: number) => Uint8Array,
): Promise<string> {
  const {profile} = config;
  const named = config.till === undefined ? undefined : namedTill(config);
  if (named !== undefined) return named;
  let own = '';
  await settings.change(now => {
    const known = now.till?.[profile];
    own = known ?? namedTill(config) ?? mintOther(config.home, random);
    return known === undefined ? {till: {...now.till, [profile]: own}} : {};
  });
  return own;
}

/** A till id that no till of the home has yet: there are so few ids that chance may give the same one again. */
function mintOther(home: string, random: (bytes: number) => Uint8Array): string {
  const lying = new Set([...tillsIn(home), ...tillsGone(home)].map(({till}) => till));
  let till = mintTill(random(8));
  for (let tries = 1; lying.has(till) && tries < mostTries; tries += 1) till = mintTill(random(8));
  return till;
}
const mostTries = 100;
