import {isAbsolute} from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {configure, type Environment, type Flags, homeOf} from '../src/config.js';
import {everySetting, type SettingsData, settingFacts} from '../src/core/technical/setting-table.js';
import {isWatched} from '../src/core/technical/settings.js';

const decide = (environment: Environment = {}, settings: SettingsData = {}, flags: Flags = {}) =>
  configure({home: '/nowhere', ...flags}, environment, settings, 'Africa/Nairobi');
const code = (work: () => unknown): unknown => {
  try {
    work();
    return 'nothing thrown';
  } catch (error) {
    return (error as {code?: string}).code;
  }
};

it('opens the sandbox for whoever has neither key nor profile', () =>
  expect(decide()).toMatchObject({
    profile: 'sandbox',
    baseUrl: undefined,
    country: 'KE',
    language: 'en',
    person: 'cashier',
    cooldownMinutes: 10,
    idleLockMinutes: 2,
  }));

it('has its books in the same place wherever it is started, also with names that are empty', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const usual = homeOf({}, {});
  expect(isAbsolute(usual)).toBe(true);
  expect(homeOf({home: ''}, {DUKA_HOME: ''})).toBe(usual);
  vi.stubEnv('HOME', '');
  vi.stubEnv('XDG_DATA_HOME', '');
  expect(isAbsolute(homeOf({}, {}))).toBe(true);
});

it('puts flags over the environment, that over settings, those over defaults', () => {
  const settings: SettingsData = {person: 'settings', shop: 'settings', zone: 'Africa/Lagos', country: 'GH'};
  const environment = {DUKA_PERSON: 'environment', DUKA_SHOP: 'environment'};
  expect(decide(environment, settings, {person: 'flag'})).toMatchObject({
    person: 'flag',
    shop: 'environment',
    zone: 'Africa/Lagos',
    country: 'GH',
  });
});

it('speaks to customers as the till does, where they do', () => {
  expect(decide({DUKA_LANG: 'sw'}, {country: 'KE'}).customerLanguage).toBe('sw');
  expect(decide({DUKA_LANG: 'fr'}, {country: 'KE'}).customerLanguage).toBeUndefined();
  expect(decide({DUKA_LANG: 'sw'}, {country: 'KE', customerLanguage: 'en'}).customerLanguage).toBe('en');
  expect(decide({}, {country: 'KE'}).customerLanguage).toBeUndefined();
});

it('speaks French where the country does, unless told otherwise', () => {
  expect(decide({}, {country: 'CI'}).language).toBe('fr');
  expect(decide({DUKA_LANG: 'en'}, {country: 'CI'}).language).toBe('en');
  expect(decide({DUKA_LANG: 'sw'}).language).toBe('sw');
  expect(code(() => decide({DUKA_LANG: 'xx'}))).toBe('setting-invalid');
});

describe('the profile', () => {
  it('is told by a key', () => {
    expect(decide({DUKA_API_KEY: 'PZ78-PKLIVE-1', DUKA_ZONE: 'Africa/Nairobi'}).profile).toBe('live');
    expect(decide({DUKA_API_KEY: 'PZ78-PKTEST-1', DUKA_ZONE: 'Africa/Nairobi'}).profile).toBe('test');
    expect(decide({DUKA_API_KEY: 'PZ78-PKTEST-1', DUKA_BASE_URL: 'http://127.0.0.1:4010'}).profile).toBe('sandbox');
    const other = {
      DUKA_API_KEY: 'PZ78-PKTEST-1',
      DUKA_BASE_URL: 'http://localhost.example.com',
      DUKA_ZONE: 'Africa/Lagos',
    };
    expect(decide(other).profile).toBe('test');
  });

  it('never falls back to the sandbox in a home that was real', () => {
    expect(code(() => decide({}, {profilesUsed: ['live']}))).toBe('home-was-live');
    expect(code(() => decide({}, {profilesUsed: ['test', 'sandbox'], profile: 'sandbox'}))).toBe('home-was-live');
    expect(decide({}, {profilesUsed: ['live']}, {profile: 'sandbox'}).profile).toBe('sandbox');
    expect(decide({}, {profilesUsed: ['live'], profile: 'live', zone: 'Africa/Lagos'}).key).toBeUndefined();
  });

  it('asks a real one for its zone, and takes no zone that does not exist', () => {
    expect(code(() => decide({DUKA_PROFILE: 'live', DUKA_API_KEY: 'k'}))).toBe('setting-missing');
    expect(code(() => decide({DUKA_ZONE: 'Africa/Atlantis'}))).toBe('zone-unknown');
    expect(code(() => decide({DUKA_PROFILE: 'prod'}))).toBe('setting-invalid');
  });

  it('keeps a live till at the service, or at a host that the owner’s settings name', () => {
    const live = {DUKA_PROFILE: 'live', DUKA_API_KEY: 'k', DUKA_ZONE: 'Africa/Lagos'};
    for (const other of [
      ...[
        'http://127.0.0.1:4010',
        'https://127.0.0.1',
        'http://localhost',
        'http://[::1]:80',
        'https://192.168.1.7/live',
      ],
      ...['https://10.0.0.1', 'https://api.payaza.africa.shop.example/live', 'https://payaza.africa'],
      ...[
        'https://api.payaza.africa:8443/live',
        'https://service.example/api.payaza.africa',
        'https://user@service.example',
      ],
    ]) {
      expect(code(() => decide({...live, DUKA_BASE_URL: other}))).toBe('service-host-refused');
      expect(code(() => decide(live, {}, {baseUrl: other}))).toBe('service-host-refused');
      expect(code(() => decide(live, {baseUrl: other}))).toBe('service-host-refused');
      expect(code(() => decide({...live, DUKA_BASE_URL: other}, {serviceHosts: ['payaza.example', '']}))).toBe(
        'service-host-refused',
      );
    }
    const own = {serviceHosts: ['proxy.example', '127.0.0.1:4010']};
    for (const host of own.serviceHosts) {
      const address = {...live, DUKA_BASE_URL: `https://${host}/live`};
      expect(decide(address, own)).toMatchObject({baseUrl: `https://${host}/live`, unusualHost: host});
    }
    expect(code(() => decide({...live, DUKA_BASE_URL: 'https://proxy.example:444'}, own))).toBe('service-host-refused');
    expect(code(() => decide({...live, DUKA_BASE_URL: 'http://api.payaza.africa/live'}))).toBe('base-url-insecure');
    expect(decide(live).unusualHost).toBeUndefined();
    expect(decide({...live, DUKA_BASE_URL: 'https://api.payaza.africa'}).unusualHost).toBeUndefined();
  });

  it('names the host of a test till that works elsewhere, and none in practice', () => {
    const environment = {DUKA_API_KEY: 'k', DUKA_ZONE: 'Africa/Lagos', DUKA_BASE_URL: 'http://127.0.0.1:4010'};
    expect(decide({...environment, DUKA_PROFILE: 'test'}).unusualHost).toBe('127.0.0.1:4010');
    expect(decide({...environment, DUKA_PROFILE: 'sandbox'}).unusualHost).toBeUndefined();
  });

  it('keeps the address and the e-mail of the sandbox out of the real ones', () => {
    const live = decide({DUKA_PROFILE: 'live', DUKA_API_KEY: 'k', DUKA_ZONE: 'Africa/Lagos'});
    expect(live).toMatchObject({email: undefined, baseUrl: 'https://api.payaza.africa/live', key: 'k'});
  });
});

it('refuses a till id that does not fit into a reference', () => {
  // The last two are devices on Windows, where no folder can have their names.
  for (const till of ['TILL1', 'CON', 'NUL']) expect(code(() => decide({DUKA_TILL: till}))).toBe('setting-invalid');
  expect(decide({DUKA_TILL: 'T7K'}).till).toBe('T7K');
});

it('takes the look of the screens from the settings, sentences from a flag or a screen reader too', () => {
  expect(decide()).toMatchObject({theme: 'auto', isPlain: false, shortcuts: {}});
  expect(decide({}, {theme: 'light', shortcuts: {check: ['c']}, plain: true})).toMatchObject({
    theme: 'light',
    isPlain: true,
    shortcuts: {check: ['c']},
  });
  expect(decide({INK_SCREEN_READER: 'true'}).isPlain).toBe(true);
  expect(decide({INK_SCREEN_READER: 'true'}, {plain: false}).isPlain).toBe(false);
  expect(decide({TERM: 'dumb'}, {plain: false}).isPlain).toBe(false);
  expect(decide({}, {plain: false}, {plain: true}).isPlain).toBe(true);
  expect(code(() => decide({}, {theme: 'sepia'}))).toBe('setting-invalid');
});

it.each([
  [{TERM: 'dumb'}, true],
  [{TERM: 'dumb', LANG: 'en_GB.UTF-8'}, true],
  [{TERM: 'xterm', LANG: 'C'}, true],
  [{LANG: 'POSIX'}, true],
  [{LANG: 'fr_FR.ISO-8859-1'}, true],
  [{LANG: 'fr_FR.UTF-8', LC_ALL: 'C'}, true],
  [{LANG: 'C', LC_CTYPE: 'UTF-8'}, false],
  [{LANG: 'C', LC_ALL: 'sw_KE.utf8'}, false],
  [{LANG: 'pt_MZ.UTF-8', LC_ALL: ''}, false],
  [{TERM: 'xterm'}, false],
  [{}, false],
])('a terminal of %j shows sentences by itself: %s', (environment, isPlain) => {
  expect(decide(environment).isPlain).toBe(isPlain);
  expect(decide(environment, {plain: !isPlain}).isPlain).toBe(!isPlain);
});

it('takes no card number for a name, and repeats none', () => {
  for (const name of ['DUKA_PERSON', 'DUKA_SHOP', 'DUKA_EMAIL']) {
    const email = name === 'DUKA_EMAIL' ? '@example.com' : '';
    const refused = () => decide({[name]: `4508–7500–1574–1019${email}`});
    expect(code(refused)).toBe('setting-invalid');
    expect(refused).toThrow(expect.objectContaining({facts: {name, value: `[card …1019]${email}`}}));
  }
});

describe('cards', () => {
  const real = {DUKA_PROFILE: 'test', DUKA_API_KEY: 'k', DUKA_ZONE: 'Africa/Lagos'};

  it('are typed in naira and dollars, with PINs in the sandbox alone', () => {
    expect(decide().cards).toEqual({areTyped: true, currencies: ['NGN', 'USD'], takesPin: true, isPinIgnored: false});
    expect(decide(real).cards).toMatchObject({areTyped: true, currencies: ['USD', 'NGN'], takesPin: false});
    expect(decide(real, {cardCurrencies: ['NGN']}).cards.currencies).toEqual(['NGN']);
  });

  it('are taken as the owner has set it', () => {
    const settings: SettingsData = {typedCards: false, cardPin: true, cardCurrencies: ['USD']};
    expect(decide(real, settings).cards).toMatchObject({areTyped: false, currencies: ['USD'], takesPin: true});
    expect(decide({}, {cardPin: false}).cards.takesPin).toBe(false);
    expect(code(() => decide({}, {cardCurrencies: ['USD', 'XTS']}))).toBe('setting-invalid');
  });

  it('go without a PIN in a live till, whatever is set', () => {
    const live = {...real, DUKA_PROFILE: 'live'};
    expect(decide(live).cards).toMatchObject({takesPin: false, isPinIgnored: false});
    expect(decide(live, {cardPin: true}).cards).toMatchObject({takesPin: false, isPinIgnored: true});
    expect(decide(live, {cardPin: false}).cards).toMatchObject({takesPin: false, isPinIgnored: false});
    expect(decide(real, {cardPin: true}).cards).toMatchObject({takesPin: true, isPinIgnored: false});
  });

  it('go with the shop’s telephone number, which the sandbox alone invents', () => {
    expect(decide(real).phone).toBeUndefined();
    expect(decide(real, {phone: '2348012345678'}).phone).toBe('2348012345678');
    expect(decide({...real, DUKA_PHONE: '2348000000001'}, {phone: '2348012345678'}).phone).toBe('2348000000001');
    expect(decide({...real, DUKA_PHONE: ''}, {phone: '2348012345678'}).phone).toBe('2348012345678');
    expect(decide().phone).toBe('254700000000');
    expect(decide({DUKA_COUNTRY: 'CI'}).phone).toBe('2257000000000');
    expect(decide({DUKA_COUNTRY: 'MZ'}).phone).toMatch(/^\d+$/);
  });

  it('have their bank’s page on this machine alone, unless a flag names another address', () => {
    expect(decide().listen).toBeUndefined();
    expect(decide({}, {}, {listen: '192.168.1.20'}).listen).toBe('192.168.1.20');
    expect(decide({DUKA_CALLBACK_URL: 'https://shop.example/paid'}).callbackUrl).toBe('https://shop.example/paid');
    expect(decide({}, {callbackUrl: 'https://shop.example/told'}).callbackUrl).toBe('https://shop.example/told');
  });
});

describe('the printer', () => {
  it('is none until its address is set, and then the usual one', () => {
    expect(decide().printer).toBeUndefined();
    expect(decide({}, {printer: {address: '192.168.1.9'}}).printer).toEqual({
      address: '192.168.1.9',
      columns: 48,
      codePage: 'cp858',
      cut: true,
      drawer: false,
      qr: 'native',
    });
    const set = {address: 'p', columns: 32, codePage: 'cp437', cut: false, drawer: true, qr: 'text'} as const;
    expect(decide({}, {printer: set}).printer).toEqual(set);
  });

  it('has no code page that nobody knows', () =>
    expect(code(() => decide({}, {printer: {address: 'p', codePage: 'cp1'}}))).toBe('setting-invalid'));
});

it('lets a drawer differ by nothing but what the owner has set, in each currency', () => {
  expect(decide().authorisedDifference).toEqual({});
  expect(decide({}, {authorisedDifference: {KES: '50', XOF: '500'}}).authorisedDifference).toEqual({
    KES: 5000,
    XOF: 500,
  });
  expect(code(() => decide({}, {authorisedDifference: {XTS: '5'}}))).toBe('setting-invalid');
  expect(code(() => decide({}, {authorisedDifference: {KES: 'much'}}))).toBe('setting-invalid');
});

it('reads the amounts of the counter, and names what is none', () => {
  expect(decide()).toMatchObject({saleCeiling: {}, amounts: {thousandsMark: ',', ceilings: {}, quick: []}});
  const settings = {quickAmounts: ['50', '99.50'], ceilings: {SAFARICOM_KE: '70000'}, saleCeiling: {KES: '50000'}};
  expect(decide({}, settings)).toMatchObject({
    saleCeiling: {KES: 5_000_000},
    amounts: {
      ceilings: {SAFARICOM_KE: {currency: 'KES', minor: 7_000_000}},
      quick: [
        {currency: 'KES', minor: 5000},
        {currency: 'KES', minor: 9950},
      ],
    },
  });
  for (const wrong of [
    {quickAmounts: ['fifty']},
    {quickAmounts: ['0']},
    {ceilings: {MPESA: '70000'}},
    {ceilings: {MTN_UG: '70000.50'}},
    {saleCeiling: {XTS: '5'}},
    {saleCeiling: {KES: 'much'}},
    {customerLanguage: 'xx'},
  ])
    expect(code(() => decide({}, wrong))).toBe('setting-invalid');
});

describe('what the command line and the environment say in place of settings', () => {
  /** A value that each source takes, and for those that are watched how it is told. */
  const told: Readonly<Record<string, string>> = {
    profile: 'test',
    zone: 'Africa/Lagos',
    dayStartsAt: '05:00',
    country: 'GH',
    baseUrl: 'https://other.example',
    shop: 'Other',
    email: 'other@example.com',
    phone: '254711111111',
    scheme: 'Other',
    keys: 'PZ78-PKTEST-1',
    returnUrl: 'https://other.example',
    callbackUrl: 'https://other.example',
    onPaid: 'true',
    mail: 'secret word',
    language: 'sw',
    till: 'X9Z',
    person: 'Amina',
    plain: 'true',
  };
  const byAnybody: readonly string[] = ['language', 'till', 'person', 'mail'];
  const sources = everySetting.flatMap(name => {
    const {flag, variable} = settingFacts(name) ?? {};
    return [
      ...(flag === undefined ? [] : [[name, flag, {[flag]: told[name]} as Flags, {}] as const]),
      ...(variable === undefined ? [] : [[name, variable, {}, {[variable]: told[name]} as Environment] as const]),
    ];
  });

  it.each(sources)('%s by %s is outside of the settings, if it matters for money', (name, from, flags, environment) => {
    const {outside} = decide({DUKA_ZONE: 'Africa/Nairobi', ...environment}, {zone: 'Africa/Nairobi'}, flags);
    const shown = from.startsWith('DUKA_') ? from : `--${from.replaceAll(/[A-Z]/g, each => `-${each.toLowerCase()}`)}`;
    const value = name === 'keys' ? expect.stringMatching(/^"sha256:[0-9a-f]{16}"$/) : JSON.stringify(told[name]);
    expect(outside).toEqual(byAnybody.includes(name) ? [] : [{name, value, from: shown}]);
  });

  it('of these alone counts without being allowed, because they do not matter for money', () => {
    const free = sources.filter(([name]) => !isWatched(name) || settingFacts(name)?.isAlwaysAllowed);
    expect([...new Set(free.map(([name]) => name))].sort()).toEqual([...byAnybody].sort());
  });

  it('changes nothing that is not told: no other variable and no other flag reaches the configuration of a setting', () => {
    const variables = new Set(everySetting.flatMap(name => settingFacts(name)?.variable ?? []));
    const read = new Set<string>();
    const environment = new Proxy({} as Environment, {
      get: (_, name) => {
        read.add(String(name));
        return undefined;
      },
    });
    decide(environment, {mail: {host: 'smtp.example.com', from: 'till@example.com'}});
    const place = ['DUKA_HOME', 'INK_SCREEN_READER', 'TERM', 'LC_ALL', 'LC_CTYPE', 'LANG'];
    expect([...read].filter(name => !variables.has(name) && !place.includes(name))).toEqual([]);
  });

  it('is none where the settings say the same', () => {
    const settings: SettingsData = {
      profile: 'live',
      zone: 'Africa/Nairobi',
      email: 'a@example.com',
      keys: {live: 'k'},
      shop: 'Ours',
    };
    const same = {DUKA_PROFILE: 'live', DUKA_EMAIL: 'a@example.com', DUKA_API_KEY: 'k', DUKA_SHOP: ''};
    expect(decide(same, settings, {zone: 'Africa/Nairobi'}).outside).toEqual([]);
    expect(decide({DUKA_PROFILE: 'sandbox'}).outside).toEqual([]);
    const practice = decide({}, {...settings, profilesUsed: ['live']}, {profile: 'sandbox'});
    expect(practice.outside).toEqual([{name: 'profile', value: '"sandbox"', from: '--profile'}]);
  });
});
