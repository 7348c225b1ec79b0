import * as z from 'zod';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {jsonOf} from '../core/spec/check.js';
import type {World} from '../core/world.js';
import {JournalLines} from './journal-lines.js';
import {readOwnKey, type ShipperStanding, shipperNews, type Trouble, troubles} from './kept.js';
import {openLink} from './link.js';
import {Office} from './office.js';
import {ship} from './ship.js';

/** What the shipper is told about the till. It contains no secret. */
export const optionsOfShipper = z.object({
  folder: z.string(),
  url: z.string(),
  shop: z.string(),
  office: z.string(),
  till: z.string(),
  /** Ends when the office has everything, or cannot have it now. */
  once: z.boolean(),
  /** Ends after so many milliseconds, whatever the office still lacks. */
  endsAfter: z.number().optional(),
  /** Ends when its standard input ends. */
  untilInputEnds: z.boolean(),
  /** How it reports each change: as JSON, as sentences with the placeholders `{line}` and `{detail}`, or not at all. */
  tells: z.union([
    z.enum(['json', 'nothing']),
    z.object({has: z.string(), troubles: z.record(z.enum(troubles), z.string())}),
  ]),
});
export type ShipperOptions = Readonly<z.infer<typeof optionsOfShipper>>;

const exits: Readonly<Record<Trouble, ExitCode>> = {
  unreachable: exitCodes.unreachable,
  busy: exitCodes.unreachable,
  unclear: exitCodes.unreachable,
  refused: exitCodes.configuration,
  damaged: exitCodes.journal,
  unreadable: exitCodes.journal,
  forked: exitCodes.needsPerson,
  'till-behind': exitCodes.needsPerson,
};

type Parts = {
  readonly world: World;
  readonly signal: AbortSignal;
  readonly write: (text: string) => void;
  readonly complain: (text: string) => void;
};

/** Sends the journal until it has all been sent, if `once` is set, or until the signal aborts. The exit code says how it ended. */
export async function runShipper(options: ShipperOptions, {world, signal, ...parts}: Parts): Promise<ExitCode> {
  const {folder, url, shop, office: pinned, till, once, endsAfter} = options;
  const key = await readOwnKey(folder);
  if (key === undefined) return exitCodes.configuration;
  const own = {shop, till, office: pinned, key};
  const link = await openLink(url, world);
  const office = new Office(link, own);
  const lines = new JournalLines(folder);
  const onStanding = reporter(options, parts);
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  if (endsAfter !== undefined)
    world.sleep(endsAfter, until).then(
      () => over.abort(),
      () => undefined,
    );
  const outcome = await ship({folder, own, lines, office, world, signal: until, once, onStanding}).finally(() => {
    over.abort();
    link.close();
  });
  if (outcome.kind === 'trouble') return exits[outcome.trouble];
  return outcome.kind === 'all' ? exitCodes.done : exitCodes.interrupted;
}

/** Reports each change once: a trouble when it occurs, and the lines when there is none. */
function reporter(
  {tells}: ShipperOptions,
  {write, complain}: Omit<Parts, 'world' | 'signal'>,
): (standing: ShipperStanding) => void {
  let before = '';
  return standing => {
    const {seq, trouble} = standing;
    const {kind = null, detail = ''} = trouble ?? {};
    const now = `${seq} ${kind} ${detail}`;
    if (now === before || tells === 'nothing') return;
    before = now;
    if (tells === 'json') write(`${JSON.stringify(jsonOf(shipperNews, standing))}\n`);
    else if (kind !== null) complain(`! ${tells.troubles[kind].replaceAll('{detail}', detail)}\n`);
    else if (seq > 0) write(`✓ ${tells.has.replaceAll('{line}', String(seq))}\n`);
  };
}
