import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {Text} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';
import {expect, onTestFinished} from 'vitest';
import {topOf} from '../../screens/model.js';
import {createProgram} from '../../screens/program.js';
import {Root, type Scene} from '../../screens/stage.js';
import {keymapOf} from '../../screens/terminal/shortcuts.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {createTillProgram} from '../../screens/till-program.js';
import {loadScreens} from '../../screens/till-screens.js';
import type {SettingsData} from '../../src/core/technical/setting-table.js';
import type {World} from '../../src/core/world.js';
import {startSandbox} from '../../src/sandbox/server.js';
import {prepareStart} from '../../src/till/start.js';
import type {Till} from '../../src/till/till.js';
import {machine} from '../../src/world.js';
import {clientOf} from '../sandbox/support.js';

await loadScreens();

const bytes = {
  enter: '\r',
  tab: '\t',
  'shift-tab': '\u001B[Z',
  escape: '\u001B',
  up: '\u001B[A',
  down: '\u001B[B',
  left: '\u001B[D',
  right: '\u001B[C',
  'page-up': '\u001B[5~',
  'page-down': '\u001B[6~',
  end: '\u001B[F',
  backspace: '\u007F',
  'ctrl-c': '\u0003',
  'ctrl-l': '\u000C',
  'ctrl-o': '\u000F',
  'ctrl-d': '\u0004',
};
export type KeyName = keyof typeof bytes;
export type Size = {readonly columns: number; readonly rows: number};

/** One turn is enough for Ink to draw; within the same one it is too early to read. */
export const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Draws a component in a window of a known size; without one Ink asks the system for every frame. */
export async function draw(ui: ReactElement, size: Size = {columns: 80, rows: 24}) {
  const app = render(<Text> </Text>);
  const fit = ({columns, rows}: Size) =>
    Object.defineProperties(app.stdout, {
      columns: {value: columns, configurable: true},
      rows: {value: rows, configurable: true},
    });
  fit(size);
  app.rerender(ui);
  await turn();
  const raw = () => app.lastFrame() ?? '';
  // A no-break blank looks like any other.
  const screen = () => stripVTControlCharacters(raw()).replaceAll('\u00A0', ' ');
  const type = async (text: string) => {
    app.stdin.write(text);
    await turn();
  };
  expect(screen(), 'the component threw, or drew nothing').not.toBe('');
  return {
    raw,
    screen,
    type,
    close: app.unmount,
    /** Everything that was ever drawn. */
    frames: (): readonly string[] => app.frames.map(frame => stripVTControlCharacters(frame)),
    press: async (...keys: readonly KeyName[]) => {
      for (const key of keys) {
        await type(bytes[key]);
        if (key === 'escape') await sleep(25); // Ink waits for more bytes
      }
    },
    paste: (text: string) => type(`\u001B[200~${text}\u001B[201~`),
    sees: async (text: string | RegExp) => {
      const wanted = text instanceof RegExp ? text : new RegExp(escaped(text));
      // Counted, not timed: a machine that stands still for a minute has not looked a second time.
      for (let looks = 0; !wanted.test(screen()) && looks < 5000; looks += 1) await sleep(10);
      expect(screen()).toMatch(wanted);
    },
    resize: async (next: Size) => {
      fit(next);
      app.stdout.emit('resize');
      await turn();
    },
  };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export type Opening = {
  readonly size?: Size;
  readonly environment?: Readonly<Record<string, string>>;
  /** A home that was used before; else a new one. */
  readonly home?: string;
  /** What stands in the settings of a new home. */
  readonly settings?: SettingsData;
  /** Its first questions were just answered. */
  readonly isNewShop?: boolean;
};

/** Milliseconds until the middle of the next month. */
export function untilNextMonth({till}: Pick<ShopScreens, 'till'>): number {
  const now = Temporal.Instant.fromEpochMilliseconds(till.now()).toZonedDateTimeISO('Africa/Nairobi');
  return now.add({months: 1}).with({day: 15}).epochMilliseconds - now.epochMilliseconds;
}

/** Not near the end of an hour in any zone, nor near that of a day or a month in those of the tests. */
const forenoon = Date.parse('2026-11-20T07:20:00Z');
let ahead: number | undefined;

/**
 * How many milliseconds are to be added to the machine's clock, by which every test begins in the same forenoon: no test knows
 * today's date, and no hour and no day ends while one runs. The clock of the sandbox stands still there: nobody pays before a test
 * moves it on, however slow the machine is.
 */
function clockOffset(): number {
  if (ahead !== undefined) return ahead;
  const offset = forenoon - machine.now();
  const {instant} = Temporal.Now;
  const still = instant().add({milliseconds: offset});
  Object.assign(Temporal.Now, {instant: () => still});
  onTestFinished(() => {
    Object.assign(Temporal.Now, {instant});
    ahead = undefined;
  });
  ahead = offset;
  return offset;
}

/** The time of the shops of this test as long as nobody moves it on, in epoch milliseconds. */
export const shopTime = (): number => machine.now() + clockOffset();

/** A till on a real journal before a real sandbox, and its screens. `wall` sets the till's clock off. */
export async function openShop({size, environment = {}, home, settings, isNewShop = false}: Opening = {}) {
  const folder = home ?? (await mkdtemp(join(tmpdir(), 'duka-screens-')));
  if (settings !== undefined) await writeFile(join(folder, 'settings.json'), JSON.stringify(settings), {mode: 0o600});
  const wall = {off: 0};
  /** How far the till's steady clock is ahead: a person looks at what has come before pressing a key. */
  const seen = {off: 0, isHasty: false};
  const offset = clockOffset();
  const world: World = {...machine, now: () => machine.now() + offset + wall.off};
  const sandbox = await startSandbox({data: join(folder, 'service')});
  const start = await prepareStart({
    flags: {},
    environment: {DUKA_HOME: folder, DUKA_SHOP: 'Corner Shop', DUKA_ZONE: 'Africa/Nairobi', ...environment},
    world,
    version: '0.0.0',
    systemZone: 'UTC',
    systemLocale: 'en-US',
    startSandbox: async () => ({...sandbox, close: async () => undefined}),
  });
  const {config, opened} = await start.open();
  const browser: string[] = [];
  /** What would open on the developer's own screen is written down. */
  const till: Till = {
    ...opened.till,
    monotonic: () => opened.till.monotonic() + seen.off,
    openPage: async url => {
      browser.push(url);
      return true;
    },
  };
  till.watch();
  const left = {count: 0};
  const crashes: unknown[] = [];
  const shop = {...config, returnUrl: opened.returnUrl};
  const interrupted = await till.interruptedBasket();
  const {program, scene, stop} = createTillProgram({
    till,
    shop,
    keys: keymapOf(start.look.shortcuts),
    isPlain: start.look.isPlain,
    isNewShop,
    styles: stylesFor(environment, start.look.theme),
    interrupted,
    tornBytes: opened.tornBytes,
    leave: () => {
      left.count += 1;
    },
    crash: error => crashes.push(error),
  });
  const stage = createProgram<Scene, Scene, never>({
    first: {model: scene, effects: []},
    update: (_, next) => ({model: next, effects: []}),
    run: () => undefined,
  });
  const drawn = await draw(<Root stage={stage} />, size);
  const looks = async () => {
    if (seen.isHasty) return;
    seen.off += 1000;
    program.dispatch({kind: 'looked'});
    await turn();
  };
  const app = {
    ...drawn,
    sees: async (text: string | RegExp) => {
      await drawn.sees(text);
      await looks();
    },
    type: async (text: string) => {
      await looks();
      await drawn.type(text);
    },
    press: async (...keys: readonly KeyName[]) => {
      await looks();
      await drawn.press(...keys);
    },
  };
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    stop();
    app.close();
    await till.close();
    await sandbox.close();
  };
  onTestFinished(async () => {
    await close();
    expect(crashes).toEqual([]);
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  });
  const client = clientOf(sandbox);
  /** Types a sale as a cashier does, up to the confirmation. */
  const ask = async (amount: string, wallet: string) => {
    await app.type(amount);
    await app.press('enter');
    await app.type(wallet);
    await app.press('enter');
    await app.sees(/Send this request|Envoyer cette demande/);
  };
  /** Whether a request has no answer yet: time that the service counts before it gets there would not count for it. */
  const isUnderWay = () => {
    const shown = topOf(program.model());
    const top = Object(shown.state);
    if (('isSending' in top && top.isSending) || ('isSendingCode' in top && top.isSendingCode)) return true;
    const open = [...till.state.open].flatMap(reference => till.state.payments.get(reference) ?? []);
    const statuses = open.flatMap(({status, refunds}) => [status, ...refunds.map(refund => refund.status)]);
    return statuses.some(status => status === 'requested' || status === 'sent');
  };
  return {
    ...app,
    ...client,
    till,
    program,
    shop,
    wall,
    seen,
    left,
    folder,
    sandbox,
    browser,
    shut: close,
    ask,
    sale: async (amount: string, wallet: string) => {
      await ask(amount, wallet);
      await app.press('enter');
      await app.sees(
        /WAITING\s+FOR|SENDING|RESULT\s+UNKNOWN|EN\s+ATTENTE\s+DU|ENVOI\s+EN|RÉSULTAT\s+INCONNU|PAID|PAYÉ/,
      ); // a line that is read out may break anywhere
    },
    /** Lets the service’s clock run over what has reached it, and asks about all that is open, as the till would later. */
    later: async (duration: string) => {
      await expect.poll(isUnderWay, {interval: 5}).toBe(false);
      await client.advance(duration);
      await Promise.all([...till.state.open].map(till.check));
    },
  };
}
export type ShopScreens = Awaited<ReturnType<typeof openShop>>;
