import {homedir} from 'node:os';
import {join} from 'node:path';
import {type LineRules, textRules} from '../terminal/line.js';

/** The rules of a field for a path, which may be longer than a name. */
export const pathRules: LineRules = {...textRules, longest: 1000};

/** Returns the path in a text that a window manager has dropped into a terminal, in quotation marks or with escaped spaces. */
export function pathIn(text: string): string {
  const path = text.trim();
  const quoted = /^(?<mark>['"])(?<inside>.*)\k<mark>$/u.exec(path)?.groups?.['inside'];
  return quoted ?? path.replaceAll('\\ ', ' ');
}

/** Returns the path with a leading `~` replaced by the person’s home folder. */
export const fromHome = (path: string): string => (path.startsWith('~/') ? join(homedir(), path.slice(2)) : path);
