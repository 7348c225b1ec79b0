import {messages} from '../../core/messages/messages.js';
import type {SlipPart, SlipWidth} from '../../core/slip/slip.js';
import {note, writeLines} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {type IssuedSlip, printSlip, renderSlip} from '../../till/slips.js';
import type {SlipPlan} from './plan.js';

/** What scripts are told of a slip: its text, page or bytes where it went to standard output, else where it went. */
export type Delivered = {
  readonly format: SlipPlan['rendering']['format'];
  readonly printed: boolean;
  readonly out: string | null;
  readonly lines?: readonly string[];
  readonly html?: string;
  readonly base64?: string;
};

/**
 * Brings a slip to the printer, into a file, or to standard output where neither is wanted; under `--json` the caller
 * prints what this returns. Throws `Problem` printer-unreachable, file-exists, file-not-writable.
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
    await writeSlip(out, await contentOf(session, slip, rendering), {replaces: false});
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

/** Text keeps the blanks at the ends of its lines: each is as wide as the paper. */
async function contentOf(session: Session, slip: IssuedSlip, rendering: SlipPlan['rendering']) {
  if (rendering.format !== 'text') return renderSlip(slip, rendering, configOf(session));
  return `${(await linesOf(slip.parts, rendering.width)).join('\n')}\n`;
}

/** A slip as text, on standard output. */
export async function writeParts(session: Session, parts: readonly SlipPart[], width: SlipWidth): Promise<void> {
  writeLines(session, await linesOf(parts, width));
}

async function linesOf(parts: readonly SlipPart[], width: SlipWidth): Promise<readonly string[]> {
  const {printText} = await import('../../print/text.js');
  return printText(parts, width);
}

/** The slip as one that the till did not number, and says so at both ends. Tells the reader on standard error. */
export function asPreview(session: Session, parts: readonly SlipPart[], title: string): IssuedSlip {
  const {banner, preview} = messages(session.language).command.slip;
  note(session, `! ${preview}`);
  const end = {kind: 'banner', text: banner} as const;
  return {parts: [end, ...parts, end], copy: 0, title};
}
