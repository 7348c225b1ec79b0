import {messages} from '../../core/messages/messages.js';
import type {SlipPart, SlipWidth} from '../../core/slip/slip.js';
import {note, writeLines} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {delivering, type IssuedSlip, printSlip, renderSlip} from '../../till/slips.js';
import type {SlipPlan} from './plan.js';

/** What scripts get of a slip: its text, page or bytes if it went to standard output, otherwise where it went. */
export type Delivered = {
  readonly format: SlipPlan['rendering']['format'];
  readonly printed: boolean;
  readonly out: string | null;
  readonly lines?: readonly string[];
  readonly html?: string;
  readonly base64?: string;
};

/**
 * Sends a slip to the printer or into a file, or to standard output if the plan has neither. Under `--json` the caller prints the result.
 * Throws `Problem` printer-unreachable, file-exists, file-not-writable.
 */
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
    const {writeSlip} = await import('../../print/deliver.js');
    const content = await contentOf(session, slip, rendering);
    const write = () => writeSlip(out, content, {replaces: false});
    await (prints ? write() : delivering(slip, write)); // what was printed has left, whatever becomes of the file
    note(session, `✓ ${words.written({file: out})}`);
  }
  const delivered = {format, printed: prints, out: out ?? null};
  if (prints || out !== undefined) return delivered;
  const content = await contentOf(session, slip, rendering);
  if (!session.isJson) show(session, content);
  if (typeof content !== 'string') return {...delivered, base64: Buffer.from(content).toString('base64')};
  return format === 'html' ? {...delivered, html: content} : {...delivered, lines: content.slice(0, -1).split('\n')};
}

function show({face}: Session, content: string | Uint8Array): void {
  if (typeof content === 'string') face.write(content);
  else face.writeBytes(content);
}

/** In text, the spaces at the ends of lines stay: each line is as wide as the paper. */
async function contentOf(session: Session, slip: IssuedSlip, rendering: SlipPlan['rendering']) {
  if (rendering.format !== 'text') return renderSlip(slip, rendering, configOf(session));
  return `${(await linesOf(slip.parts, rendering.width)).join('\n')}\n`;
}

/** Writes a slip as text to standard output. */
export async function writeParts(session: Session, parts: readonly SlipPart[], width: SlipWidth): Promise<void> {
  writeLines(session, await linesOf(parts, width));
}

async function linesOf(parts: readonly SlipPart[], width: SlipWidth): Promise<readonly string[]> {
  const {printText} = await import('../../print/text.js');
  return printText(parts, width);
}

/** A slip that the till did not number, and that says so at both ends. Also says so on standard error. */
export function asPreview(session: Session, parts: readonly SlipPart[], title: string): IssuedSlip {
  const {banner, preview} = messages(session.language).command.slip;
  note(session, `! ${preview}`);
  const end = {kind: 'banner', text: banner} as const;
  return {parts: [end, ...parts, end], copy: 0, title};
}
