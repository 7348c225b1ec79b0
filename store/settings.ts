import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {type Adapter, Low} from 'lowdb';
import * as z from 'zod';
import {Problem} from '../src/core/problem.js';
import {jsonIn} from '../src/core/text/json.js';
import {asProblem} from './as-problem.js';
import {errorCode, nodeDisk} from './disk.js';

const profile = z.enum(['sandbox', 'test', 'live']);
/** A head office that a till has joined: its address, the key with which it signs, and its name for the shop. */
const office = z.looseObject({url: z.string(), key: z.string().regex(/^[\w-]{43}$/), shop: z.string()}).optional();
const bankCode = z.looseObject({code: z.string(), name: z.string()});
const text = z.string().optional();

const schema = z.object({
  shop: text,
  email: text,
  /** The shop's telephone number; the service requires one with every card charge. */
  phone: text,
  zone: text,
  /** `HH:MM` */
  dayStartsAt: text,
  country: text,
  language: text,
  /** The language for customers of the shop's own country. */
  customerLanguage: text,
  profile: profile.optional(),
  baseUrl: text,
  /** Further hosts, as `host` or `host:port`, through which a live till may reach the service. */
  serviceHosts: z.array(z.string()).optional(),
  /** The first word of the Authorization header. */
  scheme: text,
  /** The id of this machine's till in each profile. */
  till: z.looseObject({sandbox: text, test: text, live: text}).optional(),
  /** The head office of each profile’s till. */
  office: z.looseObject({sandbox: office, test: office, live: office}).optional(),
  returnUrl: text,
  callbackUrl: text,
  /** The folder for backups, each a file of its own, and the age recipients who can open them. */
  backup: z.looseObject({folder: text, recipients: z.array(z.string()).optional()}).optional(),
  /** The difference of a counted drawer that needs no second person, as amounts by currency. */
  authorisedDifference: z.record(z.string(), z.string()).optional(),
  /** Amounts in the shop's currency, each on a key from 1 to 9. */
  quickAmounts: z.array(z.string()).max(9).optional(),
  /** Percentages that customers are offered as a tip, at most three. Without them there is no tip. */
  tips: z.array(z.number().int().min(1).max(99)).max(3).optional(),
  /** The largest amount of one payment, by the id of a network. */
  ceilings: z.record(z.string(), z.string()).optional(),
  /** The shop's own numbers to which customers pay by themselves, by the id of a network. */
  merchantNumbers: z.record(z.string(), z.string()).optional(),
  /** Amounts by currency above which a sale must be confirmed. */
  saleCeiling: z.record(z.string(), z.string()).optional(),
  /**
   * Tax rates of itemised sales, in percent. They are included in prices unless `included` is `false`. The `default` rate is for lines
   * without a rate.
   */
  taxRates: z
    .array(
      z.looseObject({
        name: z.string(),
        percent: z.string(),
        included: z.boolean().optional(),
        default: z.boolean().optional(),
      }),
    )
    .optional(),
  /** The receipt printer: its address as `host:port`, and its capabilities. */
  printer: z
    .looseObject({
      address: z.string(),
      columns: z.union([z.literal(32), z.literal(42), z.literal(48)]).optional(),
      codePage: text,
      cut: z.boolean().optional(),
      drawer: z.boolean().optional(),
      qr: z.enum(['native', 'text']).optional(),
    })
    .optional(),
  /** What the shop's scanner types before a code, and how it ends one. */
  scanner: z
    .looseObject({prefix: z.string().max(8).optional(), suffix: z.enum(['enter', 'tab', 'none']).optional()})
    .optional(),
  /** The shop's own mail server, which sends receipts. */
  mail: z
    .looseObject({host: text, port: z.number().int().min(1).max(65_535).optional(), user: text, from: text})
    .optional(),
  /** The public key of each profile's signing key, with which anybody can verify this till's receipts. */
  signingKeys: z.looseObject({sandbox: text, test: text, live: text}).optional(),
  /** What the books of the provider and the bank are compared with; see the README. */
  reconciliation: z
    .looseObject({
      providerZone: text,
      feeTolerance: z.record(z.string(), z.string()).optional(),
      bankTolerance: z.record(z.string(), z.string()).optional(),
      tariffs: z
        .array(
          z.looseObject({
            method: z.enum(['mobile-money', 'card', 'subscription']),
            currency: z.string(),
            basisPoints: z.number().nonnegative(),
            fixed: z.string(),
          }),
        )
        .optional(),
      settlementDays: z.number().int().nonnegative().optional(),
      /** `YYYY-MM-DD` */
      holidays: z.array(z.string()).optional(),
      clockToleranceSeconds: z.number().nonnegative().optional(),
      timeToleranceMinutes: z.number().nonnegative().optional(),
      statusWords: z.record(z.string(), z.enum(['paid', 'failed', 'reversed', 'open'])).optional(),
    })
    .optional(),
  cooldownMinutes: z.number().nonnegative().optional(),
  /** The minutes without a key press after which a till with staff locks itself. */
  idleLockMinutes: z.number().positive().max(60).optional(),
  /** A file outside the home whose key is needed to check PINs that are set from now on. */
  pinKeyFile: text,
  person: text,
  /** The shell command that runs when a payment is paid. */
  onPaid: text,
  tenantHeaderOnCards: z.boolean().optional(),
  /** The names of the two query parameters by which a page of a list is asked for. */
  pageParameters: z.looseObject({page: text, size: text}).optional(),
  /** `false` in a shop that types no cards: the till then has no card entry. */
  typedCards: z.boolean().optional(),
  /** Whether cashiers may enter the PIN of a naira card. */
  cardPin: z.boolean().optional(),
  /** The currencies in which cards are taken; the first is offered first. */
  cardCurrencies: z.array(z.string()).optional(),
  /** The merchant's own bank codes by country. */
  networks: z.record(z.string(), z.array(bankCode)).optional(),
  /** Every profile that this home was ever used with. */
  profilesUsed: z.array(profile).optional(),
  /** The tills that have written lines, as `live/K7Q`: their journals cannot be empty any more. */
  tillsBegun: z.array(z.string()).optional(),
  /** Public API keys for the service. Only the owner can read the file. */
  keys: z.looseObject({test: text, live: text}).optional(),
  /** The shop's own keyboard shortcuts, by action. */
  shortcuts: z.record(z.string(), z.array(z.string())).optional(),
  /** `auto`, `light` or `dark` */
  theme: text,
  /** Sentences instead of frames. */
  plain: z.boolean().optional(),
});

/** What people have set. Members that this version does not know stay in the file. */
export type SettingsData = z.infer<typeof schema>;

/** Members to replace; a member that is `undefined` is removed. */
type SettingsPatch = Partial<SettingsData>;

/** The names of all settings. Parts of a group are named as in `printer.address`. */
export function settingNames(): readonly string[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const {def} = member;
    const inner = def.type === 'optional' ? def.innerType : member;
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map(part => `${name}.${part}`) : [name];
  });
}

/**
 * Returns the settings with one of them set, by its name (`zone`, `printer.address`), or removed if `typed` is undefined. A value is text,
 * or JSON if the setting is not a text. Throws `Problem` setting-unknown and setting-invalid.
 */
export function withSetting(now: SettingsData, name: string, typed: string | undefined): SettingsData {
  const [top = '', ...rest] = name.split('.');
  const part = rest.join('.');
  if (!Object.hasOwn(schema.shape, top)) throw new Problem('setting-unknown', {name});
  const group = (now as Readonly<Record<string, unknown>>)[top];
  const isGroup = group === undefined || (typeof group === 'object' && group !== null && !Array.isArray(group));
  if (part !== '' && !isGroup) throw new Problem('setting-unknown', {name});
  for (const value of typed === undefined ? [undefined] : [typed, jsonIn(typed)]) {
    if (typed !== undefined && value === undefined) continue;
    const next = {...now, [top]: part === '' ? value : withPart(group as object | undefined, part, value)};
    const result = schema.loose().safeParse(jsonIn(JSON.stringify(next)));
    if (result.success) return result.data;
  }
  throw new Problem('setting-invalid', {name, value: typed ?? ''});
}

/** Removing the only part of a setting removes the setting. */
function withPart(group: object = {}, part: string, value: unknown): object | undefined {
  const others = Object.keys(group).filter(name => name !== part);
  return value === undefined && others.length === 0 ? undefined : {...group, [part]: value};
}

/** The settings of a home folder, the only part of a till that is changed in place. */
export type HomeSettings = {
  readonly read: () => SettingsData;
  /**
   * Reads the file as it is now, because another process may have changed it. `read` returns this from then on. Throws `settings-damaged`.
   */
  readonly readAgain: () => Promise<SettingsData>;
  /**
   * Replaces the named members; `undefined` removes one. A function is given the present content of the file, and no other process changes
   * the file until the function's result is saved. Resolves when the change survives a power cut. Throws `settings-damaged`,
   * `journal-not-writable`, and what the function throws.
   */
  readonly change: (patch: SettingsPatch | ((now: SettingsData) => SettingsPatch)) => Promise<void>;
};

/**
 * Reads `settings.json` in the home folder. If there is no such file, there are no settings.
 *
 * Throws `settings-damaged` with the `file` and the `name` of the invalid member (the file's own name if it is no JSON object, the
 * operating system's name for the error if it cannot be read).
 */
export async function openSettings(home: string): Promise<HomeSettings> {
  const file = settingsPath(home);
  const readFile = () =>
    readIn(home).catch(error => {
      throw errorCode(error) === undefined ? error : damaged(String(errorCode(error)), file);
    });
  let current = await readFile();
  const change = async (patch: SettingsPatch | ((now: SettingsData) => SettingsPatch)) => {
    const next = await readIn(home);
    next.data = checked({...next.data, ...(typeof patch === 'function' ? patch(next.data) : patch)}, file);
    await next.write();
    current = next;
  };
  return {
    read: () => current.data,
    readAgain: async () => {
      current = await readFile();
      return current.data;
    },
    change: async patch => {
      try {
        const {alone} = await import('./lock.js'); // a caller that only reads, such as a confined review, needs no SQLite
        await nodeDisk.makeFolder(home);
        await alone(join(home, 'settings-lock.db'), () => change(patch));
      } catch (error) {
        throw asProblem(error);
      }
    },
  };
}

async function readIn(home: string): Promise<Low<SettingsData>> {
  const low = new Low<SettingsData>(new SettingsFile(home), {});
  await low.read();
  return low;
}

/** lowdb's adapter for a small file with secrets: it is private, and after a crash it is either the old file or the new one. */
class SettingsFile implements Adapter<SettingsData> {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  async read(): Promise<SettingsData> {
    const path = settingsPath(this.#home);
    const text = await nodeDisk.readText(path);
    return text === null ? {} : checked(jsonIn(text), path);
  }

  async write(data: SettingsData): Promise<void> {
    await nodeDisk.writeTextAtomically(settingsPath(this.#home), `${JSON.stringify(data, null, 2)}\n`, {durable: true});
    await removeCutShort(this.#home).catch(() => {}); // they only take up space
  }
}

const cutShort = /^settings\.json\.[0-9a-f-]{36}\.tmp$/;
/** In milliseconds. A write that is under way in another process is younger than that. */
const longAgo = 60_000;

/** Removes what killed processes left beside the settings while writing, including any keys. */
async function removeCutShort(home: string): Promise<void> {
  const {mtimeMs: written} = await stat(settingsPath(home));
  for (const name of await nodeDisk.list(home)) {
    const path = join(home, name);
    if (cutShort.test(name) && (await stat(path)).mtimeMs < written - longAgo) await nodeDisk.remove(path);
  }
}

function settingsPath(home: string): string {
  return join(home, 'settings.json');
}

function checked(value: unknown, file: string): SettingsData {
  const result = schema.loose().safeParse(value);
  if (result.success) return result.data;
  const name = result.error.issues[0]?.path.join('.') || 'settings.json';
  throw damaged(name, file);
}

/** `tills` is filled in by callers that look for the tills in the folder. */
const damaged = (name: string, file: string) => new Problem('settings-damaged', {name, file, tills: '-'});
