import {loadUsualMessages} from '../src/core/market/markets.js';
import {firstLoaded, messages} from '../src/core/messages/messages.js';
import {problemText} from '../src/core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem, problemExits} from '../src/core/problem.js';
import {hasStaff} from '../src/core/staff/staff.js';
import {asReplaced} from '../src/core/technical/replaced.js';
import {prepareStart, type Start, type StartParts} from '../src/till/start.js';
import type {Till} from '../src/till/till.js';
import {askFirstRun} from './first-run/ask.js';
import {closeWindow, holdMemory, newStage, openWindow, type Scene, type Window, waitingScene} from './stage.js';
import type {Keymap} from './terminal/bindings.js';
import {later} from './terminal/clock.js';
import {keymapOf} from './terminal/shortcuts.js';
import {hasPanels, onceSignalled} from './terminal/size.js';
import {type Styles, stylesFor} from './terminal/styles.js';
import {createTillProgram} from './till-program.js';
import {loadScreens} from './till-screens.js';

type Look = {
  readonly keys: Keymap;
  readonly styles: Styles;
  readonly isPlain: boolean;
  readonly monotonic: () => number;
};

/** In milliseconds. After this time a person begins to wonder whether anything happens. */
const patience = 300;
/** In milliseconds. A key that is pressed as the first frame appears is drawn before. */
const afterFrame = 200;
/** The milliseconds for which leaving waits for an answer. The till asks again when it is next opened. */
const longestGoodbye = 1000;

/** Opens the till on this terminal. Resolves with the exit code when it has been left and restored. Leaving cancels no payment. */
export async function openScreens(parts: StartParts): Promise<ExitCode> {
  const letGo = holdMemory();
  const {environment} = parts;
  let language = firstLoaded();
  try {
    const early: Problem[] = [];
    let mishap = (problem: Problem) => {
      early.push(problem);
    };
    const start = await prepareStart({...parts, notice: problem => mishap(problem)});
    language = start.language;
    const {shortcuts, theme, isPlain} = start.look;
    const keys = keymapOf(shortcuts);
    const {monotonic} = parts.world;
    const look = {keys, styles: stylesFor(environment, theme), isPlain, monotonic};
    return await onStage(start, look, tell => {
      mishap = tell;
      for (const problem of early.splice(0)) tell(problem);
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`✗ ${problemText(error, language)}\n`);
    return problemExits[error.code];
  } finally {
    letGo();
  }
}

/** Runs one window from the first question to the last key. `hearMishaps` gets what to call when something outside the till fails. */
async function onStage(
  start: Start,
  {keys, styles, isPlain, monotonic}: Look,
  hearMishaps: (tell: (problem: Problem) => void) => void,
): Promise<ExitCode> {
  const stage = newStage('');
  let window: Window | undefined;
  const show = (scene: Scene) => {
    stage.dispatch(scene);
    window ??= openWindow(stage, isPlain);
  };
  const leaving = new AbortController();
  const signalled = onceSignalled(() => leaving.abort());
  let till: Till | undefined;
  let hasFailed = true;
  let stopProgram = () => {};
  try {
    const language =
      start.firstRun === undefined
        ? start.language
        : await askFirstRun(start, start.firstRun, {show, keys, styles, isPlain, signal: leaving.signal});
    if (language === undefined) return exitCodes.interrupted;
    const callOff = later(patience, () => show(waitingScene(messages(language).frame.opening, monotonic)));
    const {config, opened} = await start.open().finally(callOff);
    till = opened.till;
    const shop = {...config, returnUrl: opened.returnUrl};
    const interrupted = await opened.till.interruptedBasket();
    const isNewShop = start.firstRun !== undefined && !hasStaff(opened.till.state.staff);
    const {columns = 0, rows = 0} = process.stdout;
    // It opens with one of them, or shows some beside the sale.
    if (isNewShop || interrupted !== undefined || hasPanels({columns, rows})) await loadScreens();
    const left = new Promise<void>((resolve, reject) => {
      leaving.signal.addEventListener('abort', () => resolve());
      const {program, scene, stop} = createTillProgram({
        till: opened.till,
        shop,
        keys,
        styles,
        isPlain,
        isNewShop,
        interrupted,
        tornBytes: opened.tornBytes,
        leave: resolve,
        crash: reject,
      });
      leaving.signal.addEventListener('abort', stop);
      const tell = (problem: Problem) => program.dispatch({kind: 'mishap', problem});
      hearMishaps(tell);
      show(scene);
      const callOff = beginLater(opened.till, tell, reject);
      stopProgram = () => {
        callOff();
        stop();
      };
      window?.waitUntilExit().then(() => resolve(), reject);
    });
    if (!leaving.signal.aborted) await left;
    hasFailed = false;
    return exitCodes.done;
  } finally {
    stopProgram(); // a waiting timer would keep the process alive
    await closeWindow(window, isPlain);
    await closed(till, hasFailed ? 'failure' : leaving.signal.aborted ? 'signal' : 'left');
    signalled();
  }
}

/**
 * Begins what the first frame does not need, but a person soon will: the other screens; then the watcher, which loads the HTTP client, and
 * all languages, for a search. Returns a function that calls it off. `crash` is told if the screens are not there.
 */
function beginLater(till: Till, tell: (problem: Problem) => void, crash: (error: unknown) => void): () => void {
  let isOver = false;
  const begin = () => {
    if (isOver) return;
    till.watch();
    loadUsualMessages().catch(error => tell(asReplaced(error) ?? new Problem('program-unreadable', {cause: '-'})));
  };
  const callOff = later(afterFrame, () => {
    loadScreens().then(begin, error => crash(asReplaced(error) ?? error));
  });
  return () => {
    isOver = true;
    callOff();
  };
}

/** Closes the till. An answer that takes too long is left to the next opening. */
async function closed(till: Till | undefined, why: 'left' | 'signal' | 'failure'): Promise<void> {
  if (till === undefined) return;
  await new Promise<void>((resolve, reject) => {
    const callOff = later(longestGoodbye, resolve);
    till.close(why).finally(callOff).then(resolve, reject);
  });
}
