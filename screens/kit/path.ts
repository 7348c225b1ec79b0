import {homedir} from 'node:os';
import {join} from 'node:path';
import {type LineRules, textRules} from '../terminal/line.js';

/** Paths are longer than names. */
export const pathRules: LineRules = {...textRules, longest: 1000};

/** A path as a window manager drops it into a terminal: in quotation marks, or with its spaces escaped. */
export function pathIn(text: string): string {
  const path = text.trim();
  const quoted = /^(?<mark>['"])(?<inside>.*)\k<mark>$/u.exec(path)?.groups?.['inside'];
  return quoted ?? path.replaceAll('\\ ', ' ');
}

/** Where it lies: `~` is the person’s own folder. */
export const fromHome = (path: string): string => (path.startsWith('~/') ? join(homedir(), path.slice(2)) : path);
