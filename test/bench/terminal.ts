import {readdirSync, readFileSync} from 'node:fs';
import {type IPty, spawn} from '@lydell/node-pty';
import xterm from '@xterm/headless';

/** Keys as a terminal sends them. */
export const keys = {
  up: '\u001B[A',
  down: '\u001B[B',
  backspace: '\u007F',
  escape: '\u001B',
  'ctrl-c': '\u0003',
} as const;

const endOfFrame = '\u001B[?2026l';
const beginningOfFrame = '\u001B[?2026h';
const patience = 20_000;

/** What a program has put on its screen, line by line. */
export type Lines = readonly string[];

/** A program in a terminal, with the instants at which its bytes arrived. */
export type Terminal = {
  readonly pid: number;
  readonly lines: () => Lines;
  /** The instant, by `performance.now`, of the last byte of the first frame that shows it. */
  readonly frame: (shows: (lines: Lines) => boolean) => Promise<number>;
  /** Writes a key and resolves with the milliseconds until the last byte of the frame in which it shows. */
  readonly press: (key: string, effect: (lines: Lines) => string) => Promise<number>;
  readonly write: (text: string) => void;
  /** Leaves the program as a person would; one that does not go is ended. */
  readonly leave: () => Promise<void>;
};

/** The terminal that a program is started in; 80x24 unless it says otherwise. */
export type Opening = {
  readonly environment: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
};

/** Runs a program of Node in a pseudo-terminal and reads its screen as a terminal would. */
export function openTerminal(args: readonly string[], {environment, columns = 80, rows = 24}: Opening): Terminal {
  const buffer = new xterm.Terminal({cols: columns, rows, allowProposedApi: true, scrollback: 0});
  const program: IPty = spawn(process.execPath, [...args], {cols: columns, rows, env: {...environment}});
  const watchers = new Set<(chunk: Chunk) => void>();
  program.onData(data => {
    const at = performance.now();
    buffer.write(data, () => {
      for (const watcher of watchers) watcher({data, at});
    });
  });
  const ended = new Promise<void>(resolve => program.onExit(() => resolve()));
  const lines = () => linesOf(buffer);
  const frame = (shows: (lines: Lines) => boolean) => nextFrame(watchers, () => shows(lines()), lines);
  return {
    pid: program.pid,
    lines,
    frame,
    press: async (key, effect) => {
      const before = effect(lines());
      const shown = frame(now => effect(now) !== before);
      const pressedAt = performance.now();
      program.write(key);
      return (await shown) - pressedAt;
    },
    write: text => program.write(text),
    leave: () => leave(program, ended),
  };
}

type Chunk = {readonly data: string; readonly at: number};

function linesOf(buffer: InstanceType<typeof xterm.Terminal>): Lines {
  const {active} = buffer.buffer;
  return Array.from({length: buffer.rows}, (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? '');
}

/** A frame may come in several pieces: it is over with Ink's mark, or with its piece where there are no marks. */
function nextFrame(watchers: Set<(chunk: Chunk) => void>, isShown: () => boolean, lines: () => Lines): Promise<number> {
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let hasShown = false;
    const watcher = ({data, at}: Chunk) => {
      const [begun, over] = [data.lastIndexOf(beginningOfFrame), data.lastIndexOf(endOfFrame)];
      if (begun !== -1 || over !== -1) isOpen = begun > over;
      hasShown ||= isShown();
      if (hasShown && !isOpen) done(() => resolve(at));
    };
    const timer = setTimeout(
      () => done(() => reject(new Error(`the frame did not come; the screen is\n${lines().join('\n')}`))),
      patience,
    );
    const done = (settle: () => void) => {
      watchers.delete(watcher);
      clearTimeout(timer);
      settle();
    };
    watchers.add(watcher);
  });
}

async function leave(program: IPty, ended: Promise<void>): Promise<void> {
  const pause = (milliseconds: number) =>
    new Promise<'late'>(resolve => setTimeout(() => resolve('late'), milliseconds));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    program.write(keys['ctrl-c']);
    if ((await Promise.race([ended, pause(attempt === 0 ? 60 : 2000)])) !== 'late') return;
  }
  program.kill('SIGKILL');
  await ended;
}

/** The environment of a program that nothing of the developer's own reaches. */
export function environmentOf(home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const {PATH = '', LANG = 'C.UTF-8'} = process.env;
  const shop = {
    DUKA_HOME: home,
    DUKA_SHOP: 'Corner Shop',
    DUKA_ZONE: 'Africa/Nairobi',
    DUKA_TILL: 'T7K',
    DUKA_LANG: 'en',
  };
  return {PATH, LANG, TERM: 'xterm-256color', HOME: home, TMPDIR: home, ...shop, ...more};
}

/** The most memory that a process ever had resident, in megabytes; undefined where the system does not tell. */
export function memoryOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** The milliseconds that all threads of a process have had of a processor; undefined where the system does not tell. */
export function processorOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const spent = (thread: string): number => {
    try {
      return Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10) / 1e6;
    } catch {
      return 0; // it has just ended
    }
  };
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + spent(thread), 0);
}
