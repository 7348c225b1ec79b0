import {Problem} from '../../src/core/problem.js';
import {type Acting, type Logic, pop, replace, type Step, still} from '../model.js';
import {changed} from '../shift/heard.js';
import {type LineRules, textRules} from '../terminal/line.js';
import {compareAgain, fileWork} from './begin.js';
import {fileFields, focusOf, givenSource, isTyped, lineIn, turnedField, unnamed, withLine} from './file-form.js';
import type {FileScreen} from './reconcile-screens.js';

/** Paths are longer than names. */
const pathRules: LineRules = {...textRules, longest: 1000};

/** Somebody else's file: read, shown as it was understood, corrected, read again. */
export const fileLogic: Logic<FileScreen> = {
  field: screen => {
    const focus = focusOf(screen);
    if (screen.work !== undefined || focus === undefined || !isTyped(focus, screen)) return undefined;
    return focus === 'file' ? pathRules : textRules;
  },
  edit: (screen, change) => {
    const focus = focusOf(screen);
    if (focus === undefined || !isTyped(focus, screen)) return screen;
    const line = lineIn(focus, screen);
    const typed = change(line);
    return typed === line ? screen : withLine(focus, typed, screen);
  },
  offers: screen => {
    const focus = focusOf(screen);
    if (screen.work !== undefined) return ['back'];
    const isChosen = focus !== undefined && !isTyped(focus, screen);
    return [
      enterOf(screen),
      ...(focus === undefined ? [] : (['next-field', 'previous-field'] as const)),
      ...(isChosen ? (['choose'] as const) : []),
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action, place} = acting;
    const focus = focusOf(screen);
    switch (action) {
      case 'continue':
        return screen.focus === 'file'
          ? moved(acting, 1)
          : still(replace(model, {...screen, focus: unnamed(screen) ?? 'file'}));
      case 'next-field':
        return moved(acting, 1);
      case 'previous-field':
        return moved(acting, -1);
      case 'choose':
        return focus === undefined
          ? still(model)
          : still(replace(model, turnedField(focus, place === 0 ? -1 : 1, {...screen, focus})));
      case 'read-file':
        return read(acting);
      case 'use-file':
        return compareAgain(pop(model), screen.given);
      default:
        return left(acting);
    }
  },
};

/** Who goes back leaves out what was read on this screen; a file that the till had before stays. */
function left({model, screen}: Acting<FileScreen>): Step {
  const {given, taken, work} = screen;
  if (given === undefined && work === undefined) return still(pop(model));
  if (taken?.isNew !== true || given === undefined) return compareAgain(pop(model), given);
  const waiting = changed(pop(model), 'reconcile', below => ({...below, work: fileWork}));
  return still(waiting, {kind: 'withdraw-source', source: {kind: given.kind, sha256: taken.sha256}});
}

/** What Enter does: on to what is still needed, then the file is read; what was understood as it is said is used. */
function enterOf(screen: FileScreen): 'continue' | 'read-file' | 'use-file' {
  if (screen.taken !== undefined) return screen.isChanged ? 'read-file' : 'use-file';
  return screen.focus === 'file' || unnamed(screen) !== undefined ? 'continue' : 'read-file';
}

function moved({model, screen}: Acting<FileScreen>, by: 1 | -1): Step {
  const fields = fileFields(screen);
  const at = fields.indexOf(focusOf(screen) ?? 'file');
  return still(replace(model, {...screen, focus: fields[(at + by + fields.length) % fields.length] ?? 'file'}));
}

function read({model, screen}: Acting<FileScreen>): Step {
  try {
    const given = givenSource(screen);
    if (given.file === '') return still(replace(model, {...screen, focus: 'file'}));
    const next = {...screen, work: fileWork, problem: undefined};
    return still(replace(model, next), {kind: 'import-source', given});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return still(replace(model, {...screen, focus: 'days', problem: error}));
  }
}
