import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {type Adapter, Low} from 'lowdb';
import * as z from 'zod';
import {Problem} from '../src/core/problem.js';
import {asProblem} from './as-problem.js';
import {errorCode, nodeDisk} from './disk.js';
import {parsed} from './line.js';

const profile = z.enum(['sandbox', 'test', 'live']);
/** A head office that a till has joined: where it is, the key that it signs by, and what it calls the shop. */
const office = z.looseObject({url: z.string(), key: z.string().regex(/^[\w-]{43}$/), shop: z.string()}).optional();
const bankCode = z.looseObject({code: z.string(), name: z.string()});
const text = z.string().optional();

const schema = z.object({
  shop: text,
  email: text,
  /** The shop's telephone number: the service wants one with every card charge. */
  phone: text,
  zone: text,
  /** `HH:MM` */
  dayStartsAt: text,
  country: text,
  language: text,
  /** The language that customers of the shop's own country are spoken to in. */
  customerLanguage: text,
  profile: profile.optional(),
  baseUrl: text,
  /** Hosts beside the service's own, as `host` or `host:port`, by which a live till may reach it. */
  serviceHosts: z.array(z.string()).optional(),
  /** The first word of the Authorization header. */
  scheme: text,
  /** The id of this machine's till in each profile. */
  till: z.looseObject({sandbox: text, test: text, live: text}).optional(),
  /** The head office of each profile’s till. */
  office: z.looseObject({sandbox: office, test: office, live: office}).optional(),
  returnUrl: text,
  callbackUrl: text,
  /** Where backups go, each a file of its own, and the age recipients who can open them. */
  backup: z.looseObject({folder: text, recipients: z.array(z.string()).optional()}).optional(),
  /** By how much a counted drawer may differ without a second person, as amounts by currency. */
  authorisedDifference: z.record(z.string(), z.string()).optional(),
  /** Amounts in the shop's currency, each on a key of 1 to 9. */
  quickAmounts: z.array(z.string()).max(9).optional(),
  /** Percentages that customers are offered as a tip, three at most. Without them there is no tip. */
  tips: z.array(z.number().int().min(1).max(99)).max(3).optional(),
  /** The most of one payment, as amounts by the id of a network. */
  ceilings: z.record(z.string(), z.string()).optional(),
  /** The shop's own numbers that customers pay to by themselves, by the id of a network. */
  merchantNumbers: z.record(z.string(), z.string()).optional(),
  /** Above it a sale wants a second look, as amounts by currency. */
  saleCeiling: z.record(z.string(), z.string()).optional(),
  /** Tax rates of what is sold by lines: in percent; `included` in prices unless `false`; the `default` is of what has none. */
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
  /** The printer for receipts: `host:port`, and what it can do. */
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
  /** The shop's own mail server, by which receipts leave. */
  mail: z
    .looseObject({host: text, port: z.number().int().min(1).max(65_535).optional(), user: text, from: text})
    .optional(),
  /** The public half of each profile's signing key: whoever has it can prove this till's receipts. */
  signingKeys: z.looseObject({sandbox: text, test: text, live: text}).optional(),
  /** What the provider's and the bank's books are held against; see the README. */
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
  /** For how long nobody presses a key before a till with staff locks itself. */
  idleLockMinutes: z.number().positive().max(60).optional(),
  person: text,
  /** What the shell runs when a payment is paid. */
  onPaid: text,
  tenantHeaderOnCards: z.boolean().optional(),
  /** `false` in a shop that types no cards: the till has no card entry then. */
  typedCards: z.boolean().optional(),
  /** Whether cashiers may take the PIN of a naira card. */
  cardPin: z.boolean().optional(),
  /** In which currencies cards are taken, the first one offered first. */
  cardCurrencies: z.array(z.string()).optional(),
  /** The merchant's own bank codes by country. */
  networks: z.record(z.string(), z.array(bankCode)).optional(),
  /** Every profile that this home was ever used with. */
  profilesUsed: z.array(profile).optional(),
  /** Public keys; the file is for its owner alone. */
  keys: z.looseObject({test: text, live: text}).optional(),
  /** The shop's own keys of the keyboard, by action. */
  shortcuts: z.record(z.string(), z.array(z.string())).optional(),
  /** `auto`, `light` or `dark` */
  theme: text,
  /** Sentences instead of frames. */
  plain: z.boolean().optional(),
});

/** What people have set. Members that this version does not know stay in the file. */
export type SettingsData = z.infer<typeof schema>;

/** Members to replace; one that is `undefined` is taken away. */
type SettingsPatch = Partial<SettingsData>;

/** Every setting that there is, by its name, the parts of a group as `printer.address`. */
export function settingNames(): readonly string[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const {def} = member;
    const inner = def.type === 'optional' ? def.innerType : member;
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map(part => `${name}.${part}`) : [name];
  });
}

/**
 * The settings with one of them set, by its name (`zone`, `printer.address`), or taken away; a value is text, or JSON where the setting
 * is none. Throws `Problem` setting-unknown, setting-invalid.
 */
export function withSetting(now: SettingsData, name: string, typed: string | undefined): SettingsData {
  const [top = '', ...rest] = name.split('.');
  const part = rest.join('.');
  if (!Object.hasOwn(schema.shape, top)) throw new Problem('setting-unknown', {name});
  const group = (now as Readonly<Record<string, unknown>>)[top];
  const isGroup = group === undefined || (typeof group === 'object' && group !== null && !Array.isArray(group));
  if (part !== '' && !isGroup) throw new Problem('setting-unknown', {name});
  for (const value of typed === undefined ? [undefined] : [typed, parsed(typed)]) {
    if (typed !== undefined && value === undefined) continue;
    const next = {...now, [top]: part === '' ? value : {...(group as object | undefined), [part]: value}};
    const result = schema.loose().safeParse(JSON.parse(JSON.stringify(next)));
    if (result.success) return result.data;
  }
  throw new Problem('setting-invalid', {name, value: typed ?? ''});
}

/** The settings of a home folder, the one part of a till that is changed in place. */
export type HomeSettings = {
  readonly read: () => SettingsData;
  /** Reads the file as it is now, which `read` gives from then on: somebody may have written into it. Throws `settings-damaged`. */
  readonly readAgain: () => Promise<SettingsData>;
  /**
   * Replaces the members that are named; `undefined` takes one away. A function is given what the file says now, and no other
   * process changes it until it has answered and that is written. Resolves when it survives a power cut. Throws
   * `settings-damaged`, `journal-not-writable`, and what the function throws.
   */
  readonly change: (patch: SettingsPatch | ((now: SettingsData) => SettingsPatch)) => Promise<void>;
};

/**
 * Reads `settings.json` in the home folder; there are no settings while there is none.
 *
 * Throws `settings-damaged` with the `name` of the member that is not as it should be (the file's own name if it is no
 * JSON object, the operating system's word if it cannot be read) and the `file`.
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
        const {alone} = await import('./lock.js'); // whoever only reads, a confined review too, has no use for SQLite
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

/** lowdb's adapter for a small file with secrets: private, and the old one or the new one after a crash. */
class SettingsFile implements Adapter<SettingsData> {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  async read(): Promise<SettingsData> {
    const path = settingsPath(this.#home);
    const text = await nodeDisk.readText(path);
    return text === null ? {} : checked(parsed(text), path);
  }

  async write(data: SettingsData): Promise<void> {
    await nodeDisk.writeTextAtomically(settingsPath(this.#home), `${JSON.stringify(data, null, 2)}\n`, {durable: true});
    await removeCutShort(this.#home).catch(() => {}); // they only take room
  }
}

const cutShort = /^settings\.json\.[0-9a-f-]{36}\.tmp$/;
/** A write that is under way in another process is younger. */
const longAgo = 60_000;

/** Takes away what processes that were killed as they wrote left beside the settings, keys and all. */
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

/** Which tills lie there all the same is for those to say who look for them. */
const damaged = (name: string, file: string) => new Problem('settings-damaged', {name, file, tills: '-'});
