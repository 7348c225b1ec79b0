import type {Command} from 'commander';
import {describe, expect} from 'vitest';
import {createProgram, declare} from '../../src/commands/program.js';
import {commandNames, wholeTable} from '../../src/commands/table.js';
import type {Flags} from '../../src/config.js';
import {languages, messages} from '../../src/core/messages/messages.js';
import {inShop} from './day-support.js';
import {begin, collectAndLeave, collecting, openShop} from './support.js';

const it = inShop();

const commandLines = [
  ...commandNames.map(name => [name]),
  ['journal', 'list'],
  ['journal', 'show'],
  ['journal', 'verify'],
  ['journal', 'export'],
  ...['sale', 'refund', 'in', 'out', 'drop', 'drawer'].map(name => ['cash', name]),
  ...['open', 'hand-over', 'x', 'z', 'show'].map(name => ['shift', name]),
  ...['create', 'show', 'list'].map(name => ['plan', name]),
  ...['create', 'look', 'list', 'show', 'charges', 'pause', 'resume', 'cancel'].map(name => ['subscription', name]),
  ['bank', 'list'],
  ['office', 'till', 'add'],
];

describe('help', () => {
  it.each(commandLines.flatMap(line => [[line, 'en', 'Examples:'] as const, [line, 'fr', 'Exemples :'] as const]))(
    'of %j in %s has examples',
    async (line, language, heading) => {
      const shop = await openShop({DUKA_LANG: language});
      const {exit, out, err} = await shop.run([...line, '--help']);
      expect({exit, err}).toEqual({exit: 0, err: ''});
      const examples = out.slice(out.indexOf(heading)).split('\n').slice(1);
      expect(examples[0]).toMatch(/^ {2}duka /);
      // What every command takes is named, not explained again.
      expect(out).toMatch(/ duka --help ?:\n(?: {2}--.*\n)*.* --json\n/);
      expect(out).not.toContain('undefined');
      const widest = Math.max(
        ...out
          .split('\n')
          .filter(text => !text.startsWith('  duka') && !text.startsWith('  curl'))
          .map(text => text.length),
      );
      expect(widest).toBeLessThanOrEqual(80);
    },
  );

  it('lists every command, and the exit codes', async ({shop}) => {
    const {exit, out} = await shop.run(['--help']);
    expect(exit).toBe(0);
    for (const name of commandNames) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 130]) expect(out).toMatch(new RegExp(`^  ${code} +\\S`, 'm'));
    expect(await shop.run(['help', 'collect'])).toMatchObject({
      exit: 0,
      out: (await shop.run(['collect', '--help'])).out,
    });
  });

  it('is there for a home that cannot be used', async () => {
    const shop = await openShop({DUKA_ZONE: 'Nowhere/At_All'});
    expect(await shop.run(['--help'])).toMatchObject({exit: 0});
    expect(await shop.run(['--version'])).toMatchObject({exit: 0, out: '0.0.0\n'});
  });
});

/** The command line with every command declared, of which none does anything. */
async function wholeProgram(): Promise<Command> {
  const program = createProgram({language: 'en', version: '0.0.0', write: () => {}});
  for (const [name, spec] of Object.entries(await wholeTable())) {
    const command = program.commands.find(each => each.name() === name);
    if (command !== undefined) declare(command, spec, {help: messages('en').help, perform: async () => {}});
  }
  return program;
}

it('takes no more arguments than it has, whichever command of whichever family it is', async () => {
  const ends = (command: Command, path: readonly string[] = []): readonly (readonly string[])[] =>
    command.commands.length === 0 ? [path] : command.commands.flatMap(each => ends(each, [...path, each.name()]));
  const found: string[] = [];
  for (const path of ends(await wholeProgram())) {
    const program = await wholeProgram();
    const command = path.reduce((above, name) => above.commands.find(each => each.name() === name) ?? above, program);
    if (command.registeredArguments.some(({variadic}) => variadic)) continue;
    const wanted = command.options.filter(({mandatory}) => mandatory).flatMap(({long}) => [long ?? '', 'x']);
    const line = [...path, ...command.registeredArguments.map(() => 'x'), 'more', ...wanted];
    const refused: unknown = await program.parseAsync(line, {from: 'user'}).catch((error: unknown) => error);
    if ((refused as {code?: unknown}).code !== 'commander.excessArguments') found.push(path.join(' '));
  }
  expect(found).toEqual([]);
});

describe('without a command', () => {
  it('opens the till with the flags where there is a terminal', async ({shop}) => {
    const opened: Flags[] = [];
    const openScreens = async (flags: Flags) => {
      opened.push(flags);
      return 0 as const;
    };
    expect(await shop.run(['--till', 'T7K'], {isTerminal: true, openScreens})).toMatchObject({
      exit: 0,
      out: '',
      err: '',
    });
    expect(await shop.run([], {isTerminal: true, openScreens})).toMatchObject({exit: 0});
    expect(opened).toEqual([{till: 'T7K'}, {}]);
  });

  it('says what the screens could not, and never that nothing was paid', async ({shop}) => {
    const openScreens = async () => {
      throw new Error('no frame');
    };
    const {exit, err} = await shop.run([], {isTerminal: true, openScreens});
    expect(exit).toBe(3);
    expect(err).toContain('Check pending payments before you charge anybody again.');
  });

  it('names the commands where there is none', async ({shop}) => {
    const {exit, err, json} = await shop.run(['--json']);
    expect(exit).toBe(2);
    expect(json.error).toBe('no-terminal');
    expect(err).toContain('Commands: collect, charge, otp, status');
  });
});

describe('flags', () => {
  it.each([
    ['before', ['--json', '--till', 'ABC', 'collect', '--phone', '0712345102', '--amount', '5']],
    ['after', ['collect', '--phone', '0712345102', '--amount', '5', '--till', 'ABC', '--json']],
    ['between', ['collect', '--phone', '0712345102', '--json', '--till=ABC', '--amount', '5']],
  ])('may stand %s', async (_, line) => {
    const shop = await openShop();
    const {exit, json} = await collectAndLeave(shop, line);
    expect(exit).toBe(130);
    expect(json.reference).toMatch(/^ABC/);
  });

  it('come before the environment and the settings', async () => {
    const shop = await openShop({DUKA_LANG: 'fr'});
    expect((await shop.run(['pending'])).out).toBe('Aucun paiement en attente.\n');
    expect((await shop.run(['pending', '--lang', 'en'])).out).toBe('Nothing is pending.\n');
  });

  it('have none for a key', async ({shop}) => {
    const {exit, err} = await shop.run(['pending', '--key', 'secret']);
    expect(exit).toBe(2);
    expect(err).toBe('✗ Unknown option --key. See: duka pending --help\n');
  });

  it('are refused by the demo too where they cannot be', async ({shop}) =>
    expect(await shop.run(['demo', '--lang', 'de'])).toMatchObject({
      exit: 2,
      out: '',
      err: `✗ --lang cannot be “de”. Expected: ${languages.join(' | ')}. Nothing was sent.\n`,
    }));

  it('are explained by the help of the very command', async ({shop}) => {
    expect((await shop.run(['cash', 'refund'])).err).toBe('✗ Missing reference. See: duka cash refund --help\n');
    const {err} = await shop.run(['--json', 'shift', '--lang', 'fr', 'z', '--coutn', 'KES:1']);
    expect(err).toContain('Voir : duka shift z --help');
  });
});

describe('sandbox', () => {
  it('says where it is in one line, serves, and ends when it is interrupted', async ({shop}) => {
    const serving = begin(shop, ['sandbox', '--port', '0']);
    await serving.until('Ctrl-C');
    const pending = begin(shop, ['pending']);
    expect((await pending.ended).exit).toBe(0);
    serving.interrupt();
    const {exit, out, json} = await serving.ended;
    expect(exit).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(json).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      apiKey: expect.stringContaining('PKTEST'),
    });
  });

  it('serves a till of another home', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const address = {DUKA_BASE_URL: shop.baseUrl, DUKA_API_KEY: 'PZ78-PKTEST-5A4DB0C5-0000-4000-8000-0000005ADB0C'};
    const ran = await collectAndLeave(other, collecting('0712345102'), address);
    expect(ran.exit).toBe(130);
    expect(await shop.books()).toHaveLength(1);
  });

  it('exits 5 for a port that is taken', async ({shop}) => {
    const {port} = new URL(shop.baseUrl);
    const {exit, err} = await shop.run(['sandbox', '--port', port]);
    expect(exit).toBe(5);
    expect(err).toContain(`✗ Port ${port} of this computer cannot be used (another program is using it)`);
    expect(await shop.run(['sandbox', '--port', '99999'])).toMatchObject({exit: 2});
  });
});

describe('bank list', () => {
  it('shows the service’s list and what can be asked for money', async ({shop}) => {
    const {exit, json} = await shop.run(['bank', 'list', 'kes', '--json']);
    expect(exit).toBe(0);
    expect(json).toMatchObject([
      {
        code: 'SAFKEN',
        country: 'KEN',
        currency: 'KES',
        type: 'mobile_money',
        active: true,
        blocked: false,
        offered: true,
      },
      {code: 'AIRKEN', offered: true},
      {code: 'TKASHKEN', active: false, offered: false},
    ]);
    const {out} = await shop.run(['bank', 'list', 'XOF']);
    expect(out).toMatch(/^! {2}WIZCIV .* blocked$/m);
  });

  it.each([
    [
      'a service that is away',
      {DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'},
      6,
      'service-unreachable',
    ],
    ['a key that is refused', {DUKA_API_KEY: 'PZ78-PKTEST-0', DUKA_PROFILE: 'sandbox'}, 5, 'key-refused'],
  ])('says so for %s', async (_, environment, exit, error) => {
    const shop = await openShop(environment);
    expect(await shop.run(['bank', 'list', 'KES', '--json'])).toMatchObject({exit, json: {error}});
  });

  it('asks the service about any currency, also one in which this till takes no money', async () => {
    const away = await openShop({DUKA_BASE_URL: 'http://127.0.0.1:1', DUKA_API_KEY: 'PZ78-PKTEST-0'});
    expect(await away.run(['bank', 'list', 'eur', '--json'])).toMatchObject({
      exit: 6,
      json: {error: 'service-unreachable'},
    });
    expect(await away.run(['bank', 'list', 'euro', '--json'])).toMatchObject({
      exit: 2,
      json: {error: 'currency-unknown'},
    });
  });

  it('tells the service’s word about a currency that it does not list', async ({shop}) => {
    expect(await shop.run(['bank', 'list', 'USD', '--json'])).toMatchObject({
      exit: 2,
      json: {error: 'currency-refused', currency: 'USD', text: 'Currency not supported'},
    });
    expect((await shop.run(['bank', 'list', 'USD'])).err).toContain('Currency not supported');
  });

  it('marks nothing as wrong whose accounts the service tells', async ({shop}) => {
    const {out} = await shop.run(['bank', 'list', 'NGN']);
    const lines = out.trimEnd().split('\n');
    expect(lines.every(line => /^[·!] /.test(line))).toBe(true);
    const [, code = ''] = /^· +(\S+)/m.exec(out) ?? [];
    const holder = ['bank', 'holder', '--currency', 'NGN', '--bank', code, '--account', '0123456789'];
    expect(await shop.run(holder)).toMatchObject({exit: 0});
  });
});
