import * as z from 'zod';
import {languages} from '../messages/messages.js';

/** The pages on which a person finds the settings. */
export const settingPages = [
  'shop',
  'selling',
  'receipts',
  'people',
  'money',
  'reconciliation',
  'office',
  'advanced',
] as const;
export type SettingPage = (typeof settingPages)[number];

/** What there is to know about a setting besides its form. What it is for is said by `messages` under its name. */
type Facts = {
  readonly page: SettingPage;
  /** What is in force if nobody has set it. The configuration has such a setting under its own name. */
  readonly usual?: unknown;
  /** What can be typed for it, or for each of its parts, if its name and its sentence do not show it. */
  readonly example?: string | Readonly<Record<string, string>>;
  /** The values of which it has one, if its form does not say so. */
  readonly choices?: readonly string[];
  /** The flag of the command line and the variable of the environment that stand in place of it. Nothing else does. */
  readonly flag?: string;
  readonly variable?: string;
  /**
   * Who changes it. In a home where people sign in, only somebody with the right `settings` changes what matters for money, which is all that
   * says nothing here; and a flag or a variable in place of it is in force only once such a person has allowed it, unless `isAlwaysAllowed`.
   */
  readonly by?: 'anybody' | 'till';
  readonly isAlwaysAllowed?: true;
  /** It is shown to nobody, and signed and recorded only as a digest. */
  readonly isSecret?: true;
  /** A change of it can send payments to somebody else, or have them count in another country or on another day. */
  readonly closesTill?: true;
};

/** The form is made when it is first needed: few settings are in a file, and all their forms take a start 15 ms. */
function setting<S extends z.ZodType, const F extends Facts>(form: () => S, facts: F) {
  const made = lazily(form);
  return {schema: () => made().optional(), facts};
}

function lazily<T>(make: () => T): () => T {
  let made: {readonly value: T} | undefined;
  return () => {
    made ??= {value: make()};
    return made.value;
  };
}

const text = z.string();
const amounts = lazily(() => z.record(z.string(), z.string()));
const profile = lazily(() => z.enum(['sandbox', 'test', 'live']));
const byProfile = lazily(() => z.looseObject({sandbox: text.optional(), test: text.optional(), live: text.optional()}));
/** A head office that a till has joined: its address, the key with which it signs, and its name for the shop. */
const office = () => z.looseObject({url: text, key: text.regex(/^[\w-]{43}$/), shop: text}).optional();

/** Every setting: its form in `settings.json` and what follows. A new one is a row here and a sentence in each language. */
export const settingTable = {
  shop: setting(() => text, {page: 'shop', flag: 'shop', variable: 'DUKA_SHOP'}),
  email: setting(() => text, {page: 'shop', flag: 'email', variable: 'DUKA_EMAIL'}),
  phone: setting(() => text, {page: 'shop', variable: 'DUKA_PHONE'}),
  country: setting(() => text, {page: 'shop', variable: 'DUKA_COUNTRY', example: 'KE', closesTill: true}),
  zone: setting(() => text, {
    page: 'shop',
    flag: 'zone',
    variable: 'DUKA_ZONE',
    example: 'Africa/Nairobi',
    closesTill: true,
  }),
  dayStartsAt: setting(() => text, {
    page: 'shop',
    flag: 'dayStartsAt',
    variable: 'DUKA_DAY_STARTS_AT',
    usual: '00:00',
    example: '04:00',
    closesTill: true,
  }),
  language: setting(() => text, {page: 'shop', flag: 'lang', variable: 'DUKA_LANG', by: 'anybody', choices: languages}),
  customerLanguage: setting(() => text, {page: 'shop', by: 'anybody', choices: languages}),

  quickAmounts: setting(() => z.array(text).max(9), {page: 'selling', example: '50, 100, 250'}),
  tips: setting(() => z.array(z.number().int().min(1).max(99)).max(3), {
    page: 'selling',
    usual: [],
    example: '5, 10, 15',
  }),
  taxRates: setting(
    () =>
      z.array(
        z.looseObject({name: text, percent: text, included: z.boolean().optional(), default: z.boolean().optional()}),
      ),
    {page: 'selling', example: 'VAT 16 *, exempt 0'},
  ),
  scanner: setting(
    () =>
      z.looseObject({
        prefix: text.max(8).optional(),
        suffix: z.enum(['enter', 'tab', 'none']).optional(),
        labels: z.array(text).max(20).optional(),
      }),
    {page: 'selling', example: {labels: '21IIIIIWW.WWWC, 20IIIIIPPP.PPC'}},
  ),
  typedCards: setting(() => z.boolean(), {page: 'selling'}),
  cardPin: setting(() => z.boolean(), {page: 'selling'}),
  cardCurrencies: setting(() => z.array(text), {page: 'selling', example: 'USD, NGN'}),
  merchantNumbers: setting(() => z.record(z.string(), text), {page: 'selling', example: 'SAFARICOM_KE till 123456'}),

  printer: setting(
    () =>
      z.looseObject({
        address: text,
        columns: z.union([z.literal(32), z.literal(42), z.literal(48)]).optional(),
        codePage: text.optional(),
        cut: z.boolean().optional(),
        drawer: z.boolean().optional(),
        qr: z.enum(['native', 'text']).optional(),
      }),
    {page: 'receipts', example: {address: '192.168.1.9', codePage: 'cp858'}},
  ),
  receipt: setting(
    () =>
      z.looseObject({
        address: text.max(200).optional(),
        phone: text.max(60).optional(),
        taxNumber: text.max(100).optional(),
        above: text.max(300).optional(),
        below: text.max(300).optional(),
      }),
    {
      page: 'receipts',
      example: {
        address: 'Moi Avenue 12, Nairobi',
        taxNumber: 'PIN P051234567X',
        below: 'Goods are exchanged within 7 days.',
      },
    },
  ),
  // The password alone sends nothing elsewhere, and a digest of it could be tried.
  mail: setting(
    () =>
      z.looseObject({
        host: text.optional(),
        port: z.number().int().min(1).max(65_535).optional(),
        user: text.optional(),
        from: text.optional(),
      }),
    {
      page: 'receipts',
      variable: 'DUKA_MAIL_PASSWORD',
      isAlwaysAllowed: true,
      example: {host: 'smtp.example.com', from: 'till@example.com'},
    },
  ),

  person: setting(() => text, {page: 'people', flag: 'person', variable: 'DUKA_PERSON', by: 'anybody'}),
  idleLockMinutes: setting(() => z.number().positive().max(60), {page: 'people', usual: 2}),
  pinKeyFile: setting(() => text, {page: 'people', example: '/etc/duka/pin-key'}),

  authorisedDifference: setting(amounts, {page: 'money', example: 'KES 50'}),
  saleCeiling: setting(amounts, {page: 'money', example: 'KES 50000'}),
  ceilings: setting(amounts, {page: 'money', example: 'SAFARICOM_KE 70000'}),
  cooldownMinutes: setting(() => z.number().nonnegative(), {page: 'money', usual: 10}),
  cashStep: setting(amounts, {page: 'money', example: 'KES 5'}),
  walletStep: setting(amounts, {page: 'money', example: 'KES 1'}),

  reconciliation: setting(
    () =>
      z.looseObject({
        providerZone: text.optional(),
        feeTolerance: amounts().optional(),
        bankTolerance: amounts().optional(),
        tariffs: z
          .array(
            z.looseObject({
              method: z.enum(['mobile-money', 'card', 'subscription']),
              currency: text,
              basisPoints: z.number().nonnegative(),
              fixed: text,
            }),
          )
          .optional(),
        settlementDays: z.number().int().nonnegative().optional(),
        holidays: z.array(text).optional(),
        clockToleranceSeconds: z.number().nonnegative().optional(),
        timeToleranceMinutes: z.number().nonnegative().optional(),
        statusWords: z.record(z.string(), z.enum(['paid', 'failed', 'reversed', 'open'])).optional(),
      }),
    {
      page: 'reconciliation',
      example: {
        providerZone: 'Africa/Lagos',
        feeTolerance: 'KES 1',
        bankTolerance: 'KES 1',
        tariffs: '[{"method": "mobile-money", "currency": "KES", "basisPoints": 150, "fixed": "0"}]',
        holidays: '2026-12-25',
        statusWords: 'SETTLED paid',
      },
    },
  ),

  office: setting(() => z.looseObject({sandbox: office(), test: office(), live: office()}), {page: 'office'}),
  backup: setting(() => z.looseObject({folder: text.optional(), recipients: z.array(text).optional()}), {
    page: 'office',
    example: {folder: '/media/usb', recipients: 'age1…'},
  }),

  profile: setting(profile, {page: 'advanced', flag: 'profile', variable: 'DUKA_PROFILE'}),
  keys: setting(() => z.looseObject({test: text.optional(), live: text.optional()}), {
    page: 'advanced',
    variable: 'DUKA_API_KEY',
    isSecret: true,
    closesTill: true,
  }),
  baseUrl: setting(() => text, {page: 'advanced', flag: 'baseUrl', variable: 'DUKA_BASE_URL', closesTill: true}),
  serviceHosts: setting(() => z.array(text), {
    page: 'advanced',
    closesTill: true,
    example: 'proxy.example:8443',
  }),
  scheme: setting(() => text, {page: 'advanced', variable: 'DUKA_SCHEME', closesTill: true}),
  returnUrl: setting(() => text, {
    page: 'advanced',
    flag: 'returnUrl',
    variable: 'DUKA_RETURN_URL',
    example: 'https://shop.example/paid',
  }),
  callbackUrl: setting(() => text, {
    page: 'advanced',
    variable: 'DUKA_CALLBACK_URL',
    example: 'https://shop.example/reports',
  }),
  tenantHeaderOnCards: setting(() => z.boolean(), {page: 'advanced', usual: false}),
  pageParameters: setting(() => z.looseObject({page: text.optional(), size: text.optional()}), {
    page: 'advanced',
    example: {page: 'pageNumber', size: 'pageSize'},
  }),
  networks: setting(() => z.record(z.string(), z.array(z.looseObject({code: text, name: text}))), {
    page: 'advanced',
    usual: {},
    example: '{"ZM": [{"code": "ZAMZMB", "name": "Zamtel"}]}',
  }),
  onPaid: setting(() => text, {
    page: 'advanced',
    flag: 'onPaid',
    variable: 'DUKA_ON_PAID',
    example: 'notify-send "$DUKA_SENTENCE"',
  }),
  shortcuts: setting(() => z.record(z.string(), z.array(text)), {
    page: 'advanced',
    usual: {},
    by: 'anybody',
    example: 'check c',
  }),
  theme: setting(() => text, {page: 'advanced', by: 'anybody', choices: ['auto', 'light', 'dark']}),
  plain: setting(() => z.boolean(), {page: 'advanced', by: 'anybody'}),

  /** The id of this machine's till in each profile. */
  till: setting(byProfile, {page: 'advanced', flag: 'till', variable: 'DUKA_TILL', by: 'till'}),
  /** The public key of each profile's signing key, with which anybody can verify this till's receipts. */
  signingKeys: setting(byProfile, {page: 'advanced', by: 'till'}),
  profilesUsed: setting(() => z.array(profile()), {page: 'advanced', by: 'till'}),
  /** The tills that have written lines, as `live/K7Q`: their journals cannot be empty any more. */
  tillsBegun: setting(() => z.array(text), {page: 'advanced', by: 'till'}),
};

type Table = typeof settingTable;
export type Setting = keyof Table;

/** What people have set. Members that this version does not know stay in the file. */
export type SettingsData = {[Name in Setting]?: z.infer<ReturnType<Table[Name]['schema']>>};

/** The rows without the types that each of them has. */
const rows: Readonly<Record<string, {readonly schema: () => z.ZodType; readonly facts: Facts}>> = settingTable;
export const everySetting = Object.keys(rows) as readonly Setting[];

/** Returns the content of `settings.json`, with members that this version does not know, or the way to what is wrong in it. */
export function parseSettings(
  value: unknown,
): {readonly data: SettingsData} | {readonly wrong: readonly PropertyKey[]} {
  const whole = z.record(z.string(), z.unknown()).safeParse(value);
  if (!whole.success) return {wrong: []};
  const known: Record<string, unknown> = {};
  for (const name of everySetting) {
    if (!Object.hasOwn(whole.data, name)) continue;
    const {data, error} = settingTable[name].schema().safeParse(whole.data[name]);
    if (error !== undefined) return {wrong: [name, ...(error.issues[0]?.path ?? [])]};
    known[name] = data;
  }
  return {
    data: {...known, ...Object.fromEntries(Object.entries(whole.data).filter(([name]) => !Object.hasOwn(rows, name)))},
  };
}

/** Returns the facts of a setting, by its name or that of a part of it; undefined for a setting that this version does not know. */
export function settingFacts(name: string): Facts | undefined {
  const [top = ''] = name.split('.');
  return Object.hasOwn(rows, top) ? rows[top]?.facts : undefined;
}

/** Returns the form of a setting or of a part of it; undefined for one that this version does not know. */
export function settingSchema(name: string): z.ZodType | undefined {
  const [top = '', ...part] = name.split('.');
  const form = Object.hasOwn(rows, top) ? bare(rows[top]?.schema()) : undefined;
  if (part.length === 0) return form;
  const shape: Readonly<Record<string, z.ZodType>> = form instanceof z.ZodObject ? form.shape : {};
  return bare(shape[part.join('.')]);
}

const bare = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  schema instanceof z.ZodOptional ? bare(schema.unwrap() as z.ZodType) : schema;

/** Whether a setting is amounts of money: by currency or network, or in the shop's currency. */
export const hasAmounts = (name: string): boolean => name === 'quickAmounts' || settingSchema(name) === amounts();

/** The names of all settings. Parts of a group are named as in `printer.address`. */
export const settingNames = (): readonly string[] =>
  everySetting.flatMap(name => {
    const inner = settingSchema(name);
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map(part => `${name}.${part}`) : [name];
  });

/** The settings that are in force as they are written, or else as usual. */
export type PlainSettings = {
  readonly [Name in Setting as Table[Name]['facts'] extends {readonly usual: unknown} ? Name : never]: NonNullable<
    SettingsData[Name]
  >;
};

/** Returns those settings. `said` returns what the command line or the environment says in place of one. */
export function plainSettings(
  written: SettingsData,
  said: (name: Setting) => string | undefined = () => undefined,
): PlainSettings {
  const usual = Object.entries(rows).filter(([, {facts}]) => facts.usual !== undefined);
  const inForce = usual.map(([name, {facts}]) => [
    name,
    said(name as Setting) ?? written[name as Setting] ?? facts.usual,
  ]);
  return Object.fromEntries(inForce) as PlainSettings;
}
