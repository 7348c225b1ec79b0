import {existsSync, statSync} from 'node:fs';
import {Problem} from '../../core/problem.js';
import {type SlipWidth, slipWidths} from '../../core/slip/slip.js';
import {configOf, type Session} from '../../session/session.js';
import {type Rendering, renderings} from '../../till/slips.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {oneOf, outFile} from '../values.js';

/** Where and how to issue a slip. */
export const slipOptions = {
  '--format <format>': {says: 'format', offers: renderings},
  '--width <columns>': {says: 'width', offers: slipWidths.map(String)},
  '--out <file>': 'out',
  '--print': 'print',
} satisfies OptionSpecs;
export type SlipOptions = OptionsOf<typeof slipOptions>;

/** The same for the report of a shift, a month or a year. */
export const reportOptions = {
  ...slipOptions,
  '--width <columns>': {says: 'zWidth', offers: slipWidths.map(String)},
} satisfies OptionSpecs;

/** The same, checked. If the slip is neither printed nor written into a file, it goes to standard output. */
export type SlipPlan = {readonly rendering: Rendering; readonly out: string | undefined; readonly prints: boolean};

/** Checks everything that can be checked before a slip takes its number. Throws `Problem` unknown-option, printer-missing, file-exists. */
export function slipPlan(session: Session, {format, width, out: named, print = false}: SlipOptions): SlipPlan {
  const {language} = session;
  const out = outFile(named);
  const chosen = oneOf({name: '--format', value: format ?? 'text', language}, renderings);
  if (print && configOf(session).printer === undefined) throw new Problem('printer-missing');
  if (out !== undefined && existsSync(out) && statSync(out).isFile()) throw new Problem('file-exists', {file: out});
  return {rendering: {format: chosen, width: widthFrom(session, width)}, out, prints: print};
}

function widthFrom({language}: Session, typed = '42'): SlipWidth {
  const chosen = oneOf({name: '--width', value: typed, language}, slipWidths.map(String));
  return slipWidths.find(columns => String(columns) === chosen) ?? 42;
}
