import {existsSync, statSync} from 'node:fs';
import {messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {type SlipPart, type SlipWidth, slipWidths} from '../core/slip/slip.js';
import {elseNull, fields, flag, list, optional, type Specified, text} from '../core/spec/spec.js';
import {note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {delivering, type IssuedSlip, printSlip, type Rendering, renderings, renderSlip} from '../till/slips.js';
import type {OptionSpecs, OptionsOf} from './define.js';
import {oneOf, outFile} from './values.js';

export const slipOptions = {
  '--format <format>': {says: 'format', offers: renderings},
  '--width <columns>': {says: 'width', offers: slipWidths.map(String)},
  '--out <file>': 'out',
  '--print': 'print',
} satisfies OptionSpecs;
export type SlipOptions = OptionsOf<typeof slipOptions>;

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

/** What scripts get of a slip: its text, page or bytes if it went to standard output, otherwise where it went. */
export const deliveredSpecs = {
  format: text('of the slip'),
  printed: flag('whether it was printed'),
  out: elseNull(text('the file'), 'it went into none'),
  lines: optional(list(text()), 'it is no text, or went elsewhere'),
  html: optional(text('the page'), 'it is no page, or went elsewhere'),
  base64: optional(text('the bytes'), 'it is a text, or went elsewhere'),
};
const deliveredSpec = fields(deliveredSpecs);
/** `show` writes to standard output what did not go elsewhere, as it is. */
type Delivered = Specified<typeof deliveredSpec> & {readonly show: () => readonly string[]};

/** Sends a slip where the plan says, if anywhere. Throws `Problem` printer-unreachable, file-exists, file-not-writable. */
export async function deliverSlip(session: Session, slip: IssuedSlip, plan: SlipPlan): Promise<Delivered> {
  const {rendering, out, prints} = plan;
  const {format} = rendering;
  const words = messages(session.language).command.slip;
  const config = configOf(session);
  if (prints) {
    await printSlip({settings: config}, slip);
    note(session, `✓ ${words.printed({title: slip.title})}`);
  }
  if (out !== undefined) {
    const {writeSlip} = await import('../print/deliver.js');
    const content = await contentOf(session, slip, rendering);
    const write = () => writeSlip(out, content, {replaces: false});
    await (prints ? write() : delivering(slip, write)); // what was printed has left, whatever becomes of the file
    note(session, `✓ ${words.written({file: out})}`);
  }
  const delivered = {format, printed: prints, out, show: () => []};
  if (prints || out !== undefined) return delivered;
  const content = await contentOf(session, slip, rendering);
  const show = () => {
    if (typeof content === 'string') session.face.write(content);
    else session.face.writeBytes(content);
    return [];
  };
  if (typeof content !== 'string') return {...delivered, base64: Buffer.from(content).toString('base64'), show};
  return format === 'html'
    ? {...delivered, html: content, show}
    : {...delivered, lines: content.slice(0, -1).split('\n'), show};
}

/** In text, the spaces at the ends of lines stay: each line is as wide as the paper. */
async function contentOf(session: Session, slip: IssuedSlip, rendering: SlipPlan['rendering']) {
  if (rendering.format !== 'text') return renderSlip(slip, rendering, configOf(session));
  return `${(await slipLines(slip.parts, rendering.width)).join('\n')}\n`;
}

export async function slipLines(parts: readonly SlipPart[], width: SlipWidth): Promise<readonly string[]> {
  const {printText} = await import('../print/text.js');
  return printText(parts, width);
}

/** A slip that the till did not number, and that says so at both ends. Also says so on standard error. */
export function asPreview(session: Session, parts: readonly SlipPart[], title: string): IssuedSlip {
  const {banner, preview} = messages(session.language).command.slip;
  note(session, `! ${preview}`);
  const end = {kind: 'banner', text: banner} as const;
  return {parts: [end, ...parts, end], copy: 0, title};
}
