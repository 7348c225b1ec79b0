import {type ExitCode, exitCodes} from '../core/problem.js';
import {jsonOf, parseStrict} from '../core/spec/check.js';
import {finite, flag, json, object, optional, type Specified, text} from '../core/spec/spec.js';
import type {World} from '../core/world.js';
import {JournalLines} from './journal-lines.js';
import {readOwnKey, type ShipperStanding, shipperNews, type Trouble} from './kept.js';
import {openLink} from './link.js';
import {Office} from './office.js';
import {ship} from './ship.js';

/** Sentences with the placeholders `{line}` and `{detail}`. */
type Sentences = {readonly has: string; readonly troubles: Readonly<Record<Trouble, string>>};

/** What the shipper is told about the till, by its own program. It contains no secret. */
const optionsSpec = object({
  folder: text(),
  url: text(),
  shop: text(),
  office: text(),
  till: text(),
  once: flag('it ends when the office has everything, or cannot have it now'),
  endsAfter: optional(finite('it ends after so many milliseconds, whatever the office still lacks'), 'without a limit'),
  untilInputEnds: flag('it ends when its standard input ends'),
  tells: json<'json' | 'nothing' | Sentences>('how it reports each change'),
});
export type ShipperOptions = Specified<typeof optionsSpec>;
export const optionsOfShipper = parseStrict(optionsSpec);

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
