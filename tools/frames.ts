import {spawn as spawnProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import {spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';
import {bundle} from './build.ts';
import {type Look, svgOf} from './frame-svg.ts';

/**
 * Draws `docs/frames/*.svg` from real frames: `node tools/frames.ts` in the project's folder. The till runs in a terminal of its
 * own before the sandbox, on a clock that always begins at the same minute; every picture is what stood on the screen,
 * cell by cell. References are random, so that two runs differ in them.
 */

const bundled = temporaryFolder();
const duka = join(bundled, 'duka.js');
const clock = `--import=${pathToFileURL(join(import.meta.dirname, 'frame-clock.mjs'))}`;
const out = 'docs/frames';
const patience = 10_000;
const leave = '\u001B';

/** A Friday at two in the afternoon in Nairobi. */
const friday = Date.parse('2026-11-20T11:02:00Z');
const shift = friday - Date.now();

type Environment = Readonly<Record<string, string>>;
type Service = {
  readonly environment: Environment;
  readonly advance: (by: string) => Promise<void>;
  /** Its books as the file that a shop downloads. */
  readonly file: () => Promise<string>;
};
type Shot = {
  readonly title: string;
  readonly look?: Look;
  readonly size?: readonly [columns: number, rows: number];
  readonly environment?: Environment;
  /** Begins after a morning of sales. */
  readonly hasSold?: true;
  readonly settings?: unknown;
  readonly play: (till: Terminal, service: Service) => Promise<void>;
};

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'duka-frames-'));
}

function environmentOf(home: string, more: Environment, shiftedBy = shift): Environment {
  const {PATH = ''} = process.env;
  return {
    PATH,
    HOME: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    FRAME_CLOCK_SHIFT: String(shiftedBy),
    DUKA_HOME: home,
    DUKA_SHOP: 'Corner Shop',
    DUKA_ZONE: 'Africa/Nairobi',
    DUKA_TILL: 'T7K',
    ...more,
  };
}

const columns = ['transaction_reference', 'amount', 'currency', 'status'];

/** The service of a home, with its books beside the till's journal. */
async function startService(home: string): Promise<Service & {stop: () => Promise<void>}> {
  const args = [clock, duka, 'sandbox', '--port', '0', '--data', join(home, 'service')];
  const child = spawnProcess(process.execPath, args, {env: environmentOf(home, {})});
  for await (const line of createInterface({input: child.stdout})) {
    const {baseUrl, apiKey} = JSON.parse(line);
    const tell = async (path: string, what: unknown) => {
      const headers = {'content-type': 'application/json'};
      await fetch(`${baseUrl}${path}`, {method: 'POST', headers, body: JSON.stringify(what)});
    };
    await tell('/sandbox/faults', {switches: {clockSkewSeconds: Math.round(shift / 1000)}});
    return {
      environment: {DUKA_BASE_URL: baseUrl, DUKA_API_KEY: apiKey, DUKA_PROFILE: 'sandbox'},
      advance: by => tell('/sandbox/clock', {advance: by}),
      file: async () => {
        const answer = await fetch(`${baseUrl}/sandbox/transactions`);
        const books = (await answer.json()) as readonly Readonly<Record<string, unknown>>[];
        const rows = books.map(each => columns.map(column => each[column]).join(','));
        return [...['reference,amount,currency,status', ...rows], ''].join('\n');
      },
      stop: async () => {
        child.kill();
        await once(child, 'exit');
      },
    };
  }
  throw new Error('the sandbox did not start');
}

/** Minutes before two o'clock, and what was asked of which wallet then. */
const morning: readonly (readonly [before: number, amount: string, wallet: string])[] = [
  [350, '450', '0712345601'],
  [340, '1200', '0733000602'],
  [295, '2300', '0712345603'],
  [280, '650', '0712345604'],
  [262, '3100', '0733000605'],
  [235, '4800', '0712345606'],
  [220, '1500', '0712345607'],
  [205, '2750', '0712345608'],
  [170, '900', '0733000609'],
  [150, '1250', '0712345610'],
  [110, '600', '0712345611'],
  [95, '700', '0712345101'],
  [70, '2400', '0712345613'],
  [50, '1750', '0733000614'],
  [20, '850', '0712345615'],
  [13, '2100', '0712345108'],
  [8, '1500', '0712345102'],
  [3, '650', '0733222102'],
];

/** Sells for a morning by the commands of the till. Each home has its own: a copy of one is told from it, as a backup that was put back. */
async function sellMorning(home: string): Promise<void> {
  const service = await startService(home);
  const run = async (before: number, ...args: readonly string[]) => {
    const env = environmentOf(home, service.environment, shift - before * 60_000);
    const child = spawnProcess(process.execPath, [clock, duka, ...args, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let out = '';
    for await (const data of child.stdout) out += data;
    return JSON.parse(out);
  };
  for (const [before, amount, wallet] of morning) {
    const network = wallet.startsWith('0733') ? 'AIRKEN' : 'SAFKEN';
    const order = ['--country', 'KE', '--network', network, '--phone', wallet, '--amount', amount];
    const {reference} = await run(before, 'collect', ...order, '--wait', '1');
    await service.advance('PT3S');
    await run(before, 'status', reference);
  }
  await service.stop();
}

type Terminal = ReturnType<typeof openTill>;

function openTill(home: string, service: Service, {size: [columns, rows] = [80, 24], environment = {}}: Shot) {
  const screen = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  const env = environmentOf(home, {...service.environment, ...environment});
  const program = spawn(process.execPath, [clock, duka], {cols: columns, rows, env});
  program.onData(data => screen.write(data));
  const text = () =>
    Array.from({length: rows}, (_, y) => screen.buffer.active.getLine(y)?.translateToString(true) ?? '').join('\n');
  const sees = async (wanted: RegExp) => {
    for (let waited = 0; waited < patience; waited += 20) {
      if (wanted.test(text())) return;
      await sleep(20);
    }
    throw new Error(`${wanted} was not seen:\n${text()}`);
  };
  const ask = async (amount: string, wallet: string) => {
    program.write(amount);
    await sleep(60);
    program.write('\r');
    await sleep(60);
    program.write(wallet);
    await sleep(60);
    program.write('\r');
    await sees(/Send this|Envoyer cette/);
  };
  return {
    screen,
    text,
    sees,
    ask,
    /** Asks, sends, and waits until it stands as `until` says. */
    sell: async (amount: string, wallet: string, until: RegExp) => {
      await ask(amount, wallet);
      program.write('\r');
      await sees(until);
    },
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        program.write(key);
        await sleep(80);
      }
    },
    end: () => program.kill('SIGKILL'),
  };
}

const accepted = /accepted, waiting/;

const shots: Readonly<Record<string, Shot>> = {
  sale: {
    title: 'A sale being typed, above the day so far',
    hasSold: true,
    play: async till => {
      await till.press('1250', '\r', '0712345678');
      await till.sees(/from the prefix/);
    },
  },
  confirm: {title: 'The one question before a request is sent', play: async till => till.ask('1250', '0712345678')},
  waiting: {
    title: 'A payment that waits for the customer',
    hasSold: true,
    play: async till => {
      await till.sell('1250', '0712345678', accepted);
      await till.sees(/next check in/);
    },
  },
  paid: {
    title: 'A payment that is paid',
    hasSold: true,
    play: async (till, service) => {
      await till.sell('1250', '0712345678', accepted);
      await service.advance('PT3S');
      await till.sees(/✓ PAID[\s\S]*next sale/);
    },
  },
  password: {
    title: 'A one-time password being typed',
    environment: {DUKA_COUNTRY: 'CI', DUKA_LANG: 'en'},
    play: async till => {
      await till.sell('5000', '0707462945', /4 digits/);
      await till.press('4', '5');
    },
  },
  pending: {
    title: 'The payments that are pending',
    hasSold: true,
    play: async till => {
      await till.press('w');
      await till.sees(/not found/);
      await till.press(`${leave}[B`);
    },
  },
  card: {
    title: 'A card being typed: nothing of it shows but its brand and, when it is right, its last four digits',
    hasSold: true,
    play: async till => {
      await till.press('c', '24', '\r', '4508750015741019', '\r', '01/39', '\r', '10');
      await till.sees(/Visa/);
    },
  },
  challenge: {
    title: 'A card payment whose bank asks its customer',
    hasSold: true,
    environment: {SSH_CONNECTION: '10.0.0.9 50022 10.0.0.2 22', USER: 'till'},
    play: async till => {
      await till.press('c', '24', '\r', '4508750015741019', '\r', '01/39', '\r', '100', '\r', '1234', '\r');
      await till.sees(/Charge this card/);
      await till.press('\r');
      await till.sees(/ssh -L/);
    },
  },
  closed: {
    title: 'A drawer that was counted and a period that is closed',
    play: async (till, service) => {
      await till.press('t');
      await till.sees(/No shift is open/);
      await till.press('\r', 'Amina', '\r', '1000', '\r');
      await till.sees(/Another currency/);
      await till.press('\r');
      await till.sees(/of Amina is open/);
      await till.press(leave);
      await till.sell('250', '0712345678', accepted);
      await service.advance('PT3S');
      await till.sees(/Enter next sale/);
      await till.press('\r');
      await till.sees(/New sale/);
      await till.press('\u001B[200~200\u001B[201~');
      await till.sees(/KES 200/);
      await till.press('h');
      await till.sees(/New sale in cash/);
      await sleep(1500);
      await till.press('\r');
      await till.sees(/Enter next sale/);
      await till.press('\r', 't', 'z');
      await till.sees(/This till sells nothing/);
      await till.press('\r');
      await till.sees(/Count the drawer/);
      await till.press('\u001B[200~1200\u001B[201~');
      await till.sees(/KES 1,?200/);
      await till.press('\r');
      await till.sees(/exact/);
      await till.press('\r');
      await till.sees(/Z-0001 is saved/);
      await till.press('\u001B[6~');
    },
  },
  reconciled: {
    title: 'A day that agrees with the provider',
    play: async (till, service) => {
      await till.sell('250', '0712345678', accepted);
      await service.advance('PT3S');
      await till.sees(/Enter next sale/);
      const file = join(bundled, 'provider.csv');
      writeFileSync(file, await service.file());
      await till.press('\r', 'd', 'r');
      await till.sees(/f file/);
      await till.press('f', file, '\r');
      await till.sees(/▸ Kind/);
      await till.press('\r');
      await till.sees(/Enter use/);
      await till.press('\r');
      await till.sees(/to look at/);
    },
  },
  french: {
    title: 'Une vente en français',
    environment: {DUKA_COUNTRY: 'CI', DUKA_ZONE: 'Africa/Abidjan'},
    play: async till => till.sell('5000', '0748293102', /EN ATTENTE[\s\S]*prochaine vérification/),
  },
  light: {
    title: 'A payment on a light terminal',
    look: 'light',
    hasSold: true,
    settings: {theme: 'light'},
    play: async till => {
      await till.sell('1250', '0712345678', accepted);
      await till.sees(/next check in/);
    },
  },
  wide: {
    title: 'A wide window: the sale, and what goes on beside it',
    size: [140, 36],
    hasSold: true,
    play: async till => {
      await till.press('1250', '\r', '0712345678');
      await till.sees(/from the prefix/);
    },
  },
};

async function take(name: string, shot: Shot): Promise<void> {
  const home = temporaryFolder();
  if (shot.hasSold === true) await sellMorning(home);
  if (shot.settings !== undefined) writeFileSync(join(home, 'settings.json'), JSON.stringify(shot.settings));
  const service = await startService(home);
  const till = openTill(home, service, shot);
  await till.sees(/New sale|Nouvelle vente/);
  await shot.play(till, service);
  await sleep(300);
  writeFileSync(join(out, `${name}.svg`), svgOf(till.screen, shot.look ?? 'dark', shot.title));
  process.stdout.write(`${name}\n${till.text()}\n`);
  till.end();
  await service.stop();
  rmSync(home, {recursive: true, force: true});
}

await bundle(bundled);
mkdirSync(out, {recursive: true});
const wanted = process.argv.slice(2);
for (const [name, shot] of Object.entries(shots)) {
  if (wanted.length === 0 || wanted.includes(name)) await take(name, shot);
}
rmSync(bundled, {recursive: true, force: true});
process.exit();
