import {profile} from '../journal/schema.js';
import {languages} from '../messages/messages.js';
import {isValid} from '../spec/check.js';
import {
  between,
  count,
  dictionary,
  form,
  leaf,
  list,
  object,
  oneOf,
  optional,
  type Spec,
  type Specified,
  text,
  textUpTo,
} from '../spec/spec.js';

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

const setting = <S extends Spec, const F extends Facts>(form: S, facts: F) => ({form, facts});

const aText = text();
const maybe = <T>(of: Spec<T>) => optional(of, 'it is not set');
export const yesOrNo: Spec<boolean> = {
  kind: 'leaf',
  says: 'true or false',
  values: ['true', 'false'],
  test: value => typeof value === 'boolean',
};
const numberFrom = (least: number, most = Number.POSITIVE_INFINITY) =>
  leaf<number>('number', value => typeof value === 'number' && value >= least && value <= most);
const taxRate = object({name: aText, percent: aText, included: maybe(yesOrNo), default: maybe(yesOrNo)});
const columns: Spec<32 | 42 | 48> = {
  kind: 'leaf',
  says: '32, 42 or 48',
  values: ['32', '42', '48'],
  test: value => value === 32 || value === 42 || value === 48,
};
const tariff = object({
  method: oneOf(['mobile-money', 'card', 'subscription']),
  currency: aText,
  basisPoints: numberFrom(0),
  fixed: aText,
});
/** By currency or network. */
const amounts = dictionary(aText);
const byProfile = object({sandbox: maybe(aText), test: maybe(aText), live: maybe(aText)});
/** A head office that a till has joined: its address, the key with which it signs, and its name for the shop. */
const office = maybe(object({url: aText, key: form('a key', /^[\w-]{43}$/), shop: aText}));

/** Every setting: its form in `settings.json` and what follows. A new one is a row here and a sentence in each language. */
export const settingTable = {
  shop: setting(aText, {page: 'shop', flag: 'shop', variable: 'DUKA_SHOP'}),
  email: setting(aText, {page: 'shop', flag: 'email', variable: 'DUKA_EMAIL'}),
  phone: setting(aText, {page: 'shop', variable: 'DUKA_PHONE'}),
  country: setting(aText, {page: 'shop', variable: 'DUKA_COUNTRY', example: 'KE', closesTill: true}),
  zone: setting(aText, {
    page: 'shop',
    flag: 'zone',
    variable: 'DUKA_ZONE',
    example: 'Africa/Nairobi',
    closesTill: true,
  }),
  dayStartsAt: setting(aText, {
    page: 'shop',
    flag: 'dayStartsAt',
    variable: 'DUKA_DAY_STARTS_AT',
    usual: '00:00',
    example: '04:00',
    closesTill: true,
  }),
  language: setting(aText, {page: 'shop', flag: 'lang', variable: 'DUKA_LANG', by: 'anybody', choices: languages}),
  customerLanguage: setting(aText, {page: 'shop', by: 'anybody', choices: languages}),

  quickAmounts: setting(list(aText, '', 9), {page: 'selling', example: '50, 100, 250'}),
  tips: setting(list(between(1, 99), '', 3), {page: 'selling', usual: [], example: '5, 10, 15'}),
  taxRates: setting(list(taxRate), {page: 'selling', example: 'VAT 16 *, exempt 0'}),
  scanner: setting(
    object({
      prefix: maybe(textUpTo(8)),
      suffix: maybe(oneOf(['enter', 'tab', 'none'])),
      labels: maybe(list(aText, '', 20)),
    }),
    {page: 'selling', example: {labels: '21IIIIIWW.WWWC, 20IIIIIPPP.PPC'}},
  ),
  typedCards: setting(yesOrNo, {page: 'selling'}),
  cardPin: setting(yesOrNo, {page: 'selling'}),
  cardCurrencies: setting(list(aText), {page: 'selling', example: 'USD, NGN'}),
  merchantNumbers: setting(dictionary(aText), {page: 'selling', example: 'SAFARICOM_KE till 123456'}),

  printer: setting(
    object({
      address: aText,
      columns: maybe(columns),
      codePage: maybe(aText),
      cut: maybe(yesOrNo),
      drawer: maybe(yesOrNo),
      qr: maybe(oneOf(['native', 'text'])),
    }),
    {page: 'receipts', example: {address: '192.168.1.9', codePage: 'cp858'}},
  ),
  receipt: setting(
    object({
      address: maybe(textUpTo(200)),
      phone: maybe(textUpTo(60)),
      taxNumber: maybe(textUpTo(100)),
      above: maybe(textUpTo(300)),
      below: maybe(textUpTo(300)),
      logo: maybe(aText),
    }),
    {
      page: 'receipts',
      example: {
        address: 'Moi Avenue 12, Nairobi',
        taxNumber: 'PIN P051234567X',
        below: 'Goods are exchanged within 7 days.',
        logo: '/etc/duka/logo.png',
      },
    },
  ),
  // The password alone sends nothing elsewhere, and a digest of it could be tried.
  mail: setting(object({host: maybe(aText), port: maybe(between(1, 65_535)), user: maybe(aText), from: maybe(aText)}), {
    page: 'receipts',
    variable: 'DUKA_MAIL_PASSWORD',
    isAlwaysAllowed: true,
    example: {host: 'smtp.example.com', from: 'till@example.com'},
  }),

  person: setting(aText, {page: 'people', flag: 'person', variable: 'DUKA_PERSON', by: 'anybody'}),
  idleLockMinutes: setting(numberFrom(Number.MIN_VALUE, 60), {page: 'people', usual: 2}),
  pinKeyFile: setting(aText, {page: 'people', example: '/etc/duka/pin-key'}),

  authorisedDifference: setting(amounts, {page: 'money', example: 'KES 50'}),
  saleCeiling: setting(amounts, {page: 'money', example: 'KES 50000'}),
  ceilings: setting(amounts, {page: 'money', example: 'SAFARICOM_KE 70000'}),
  cooldownMinutes: setting(numberFrom(0), {page: 'money', usual: 10}),
  cashStep: setting(amounts, {page: 'money', example: 'KES 5'}),
  walletStep: setting(amounts, {page: 'money', example: 'KES 1'}),

  reconciliation: setting(
    object({
      providerZone: maybe(aText),
      feeTolerance: maybe(amounts),
      bankTolerance: maybe(amounts),
      tariffs: maybe(list(tariff)),
      settlementDays: maybe(count()),
      holidays: maybe(list(aText)),
      clockToleranceSeconds: maybe(numberFrom(0)),
      timeToleranceMinutes: maybe(numberFrom(0)),
      statusWords: maybe(dictionary(oneOf(['paid', 'failed', 'reversed', 'open']))),
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

  office: setting(object({sandbox: office, test: office, live: office}), {page: 'office'}),
  backup: setting(object({folder: maybe(aText), recipients: maybe(list(aText))}), {
    page: 'office',
    example: {folder: '/media/usb', recipients: 'age1…'},
  }),

  profile: setting(profile, {page: 'advanced', flag: 'profile', variable: 'DUKA_PROFILE'}),
  keys: setting(object({test: maybe(aText), live: maybe(aText)}), {
    page: 'advanced',
    variable: 'DUKA_API_KEY',
    isSecret: true,
    closesTill: true,
  }),
  baseUrl: setting(aText, {page: 'advanced', flag: 'baseUrl', variable: 'DUKA_BASE_URL', closesTill: true}),
  serviceHosts: setting(list(aText), {page: 'advanced', closesTill: true, example: 'proxy.example:8443'}),
  scheme: setting(aText, {page: 'advanced', variable: 'DUKA_SCHEME', closesTill: true}),
  returnUrl: setting(aText, {
    page: 'advanced',
    flag: 'returnUrl',
    variable: 'DUKA_RETURN_URL',
    example: 'https://shop.example/paid',
  }),
  callbackUrl: setting(aText, {
    page: 'advanced',
    variable: 'DUKA_CALLBACK_URL',
    example: 'https://shop.example/reports',
  }),
  tenantHeaderOnCards: setting(yesOrNo, {page: 'advanced', usual: false}),
  pageParameters: setting(object({page: maybe(aText), size: maybe(aText)}), {
    page: 'advanced',
    example: {page: 'pageNumber', size: 'pageSize'},
  }),
  networks: setting(dictionary(list(object({code: aText, name: aText}))), {
    page: 'advanced',
    usual: {},
    example: '{"ZM": [{"code": "ZAMZMB", "name": "Zamtel"}]}',
  }),
  onPaid: setting(aText, {
    page: 'advanced',
    flag: 'onPaid',
    variable: 'DUKA_ON_PAID',
    example: 'notify-send "$DUKA_SENTENCE"',
  }),
  shortcuts: setting(dictionary(list(aText)), {page: 'advanced', usual: {}, by: 'anybody', example: 'check c'}),
  theme: setting(aText, {page: 'advanced', by: 'anybody', choices: ['auto', 'light', 'dark']}),
  plain: setting(yesOrNo, {page: 'advanced', by: 'anybody'}),

  /** The id of this machine's till in each profile. */
  till: setting(byProfile, {page: 'advanced', flag: 'till', variable: 'DUKA_TILL', by: 'till'}),
  /** The public key of each profile's signing key, with which anybody can verify this till's receipts. */
  signingKeys: setting(byProfile, {page: 'advanced', by: 'till'}),
  profilesUsed: setting(list(profile), {page: 'advanced', by: 'till'}),
  /** The tills that have written lines, as `live/K7Q`: their journals cannot be empty any more. */
  tillsBegun: setting(list(aText), {page: 'advanced', by: 'till'}),
};

type Table = typeof settingTable;
export type Setting = keyof Table;

/** What people have set. Members that this version does not know stay in the file. */
export type SettingsData = {[Name in Setting]?: Specified<Table[Name]['form']> | undefined};

/** The rows without the types that each of them has. */
const rows: Readonly<Record<string, {readonly form: Spec; readonly facts: Facts}>> = settingTable;
export const everySetting = Object.keys(rows) as readonly Setting[];
const everything = object(Object.fromEntries(Object.entries(rows).map(([name, {form}]) => [name, maybe(form)])));

/** Returns the content of `settings.json`, with members that this version does not know, or the way to what is wrong in it. */
export function parseSettings(value: unknown): {readonly data: SettingsData} | {readonly wrong: readonly string[]} {
  const wrong = wayToWrong(everything, value);
  return wrong === undefined ? {data: value as SettingsData} : {wrong};
}

/** Returns the names of the parts that lead to the first one that is not as specified; undefined if all are. */
function wayToWrong(form: Spec, value: unknown): readonly string[] | undefined {
  if (isValid(form)(value)) return undefined;
  for (const [name, part] of partsOf(bare(form), value)) {
    const way = wayToWrong(part, (value as Readonly<Record<string, unknown>>)[name]);
    if (way !== undefined) return [name, ...way];
  }
  return [];
}

function partsOf(form: Spec, value: unknown): readonly (readonly [name: string, form: Spec])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== (form.kind === 'list')) return [];
  if (form.kind === 'object') return Object.entries(form.members);
  return form.kind === 'list' || form.kind === 'dictionary' ? Object.keys(value).map(name => [name, form.of]) : [];
}

/** Returns the facts of a setting, by its name or that of a part of it; undefined for a setting that this version does not know. */
export function settingFacts(name: string): Facts | undefined {
  const [top = ''] = name.split('.');
  return Object.hasOwn(rows, top) ? rows[top]?.facts : undefined;
}

/** Returns the form of a setting or of a part of it; undefined for one that this version does not know. */
export function settingSpec(name: string): Spec | undefined {
  const [top = '', ...part] = name.split('.');
  const form = Object.hasOwn(rows, top) ? rows[top]?.form : undefined;
  if (part.length === 0 || form === undefined) return form;
  const inner = form.kind === 'object' ? form.members[part.join('.')] : undefined;
  return inner && bare(inner);
}

const bare = (form: Spec): Spec => (form.kind === 'optional' ? form.of : form);

/** Whether a setting is amounts of money: by currency or network, or in the shop's currency. */
export const hasAmounts = (name: string): boolean => name === 'quickAmounts' || settingSpec(name) === amounts;

/** The names of all settings. Parts of a group are named as in `printer.address`. */
export const settingNames = (): readonly string[] =>
  everySetting.flatMap(name => {
    const {form}: {readonly form: Spec} = settingTable[name];
    return form.kind === 'object' ? Object.keys(form.members).map(part => `${name}.${part}`) : [name];
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
