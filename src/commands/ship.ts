import {causeText} from '../core/messages/cause.js';
import {fillFrom, messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {JournalLines} from '../shipper/journal-lines.js';
import type {KeptStanding, Trouble} from '../shipper/kept.js';
import {openLink} from '../shipper/link.js';
import {Office} from '../shipper/office.js';
import {ship as shipLines} from '../shipper/ship.js';
import {officeSettled, settledMembership} from '../till/office.js';
import {tillFolder} from '../till/open.js';
import {namedTill} from '../till/own-till.js';
import type {Define} from './define.js';
import {examples} from './examples.js';

type Options = {readonly once?: boolean; readonly untilInputEnds?: boolean};

export const define: Define = (command, {act, help: {commands, options}}) => {
  command
    .description(commands.ship)
    .option('--once', options.shipOnce)
    .option('--until-input-ends', options.untilInputEnds)
    .action(act(ship));
  examples(command, ['duka ship', 'duka ship --once', 'duka ship --json']);
};

/** What each trouble leaves a script with. */
const exits: Readonly<Record<Trouble, ExitCode>> = {
  unreachable: exitCodes.unreachable,
  busy: exitCodes.unreachable,
  unclear: exitCodes.unreachable,
  refused: exitCodes.configuration,
  damaged: exitCodes.journal,
  forked: exitCodes.needsPerson,
  'till-behind': exitCodes.needsPerson,
};

/**
 * Sends until it is interrupted; takes no lock, so that the till sells beside it. Under `--json` a line of `{seq, head, trouble, detail}`
 * each time that the office is further, or that something is in the way. Throws `Problem` office-none, office-not-settled.
 */
async function ship(session: Session, {once = false, untilInputEnds = false}: Options): Promise<ExitCode> {
  const {face} = session;
  const {config, settings} = session.surroundings();
  const till = namedTill(config);
  const settled = officeSettled(settings.read(), config.profile);
  if (till === undefined || settled === undefined) throw new Problem('office-none');
  const folder = tillFolder(config, till);
  const own = await settledMembership(settings.read(), {folder, till, profile: config.profile});
  if (own === undefined) throw new Problem('office-not-settled', {url: settled.url});
  const ended = new AbortController();
  if (untilInputEnds) void face.readInput(0, face.interrupted).then(() => ended.abort());
  const link = openLink(own.url, face.world);
  const outcome = await shipLines({
    ...{folder, own, once, world: face.world, lines: new JournalLines(folder), office: new Office(link, own)},
    signal: AbortSignal.any([face.interrupted, ended.signal]),
    onStanding: teller(session),
  }).finally(link.close);
  if (outcome.kind === 'trouble') return exits[outcome.trouble];
  return outcome.kind === 'all' || ended.signal.aborted ? exitCodes.done : exitCodes.interrupted;
}

/** Tells of each change once: to people of trouble as it comes, and of the lines when the office has all that there were. */
function teller(session: Session): (standing: KeptStanding) => void {
  let told = '';
  const words = messages(session.language).office;
  return ({seq, head, trouble}) => {
    const {kind = null, detail = ''} = trouble ?? {};
    const now = `${seq} ${kind} ${detail}`;
    if (now === told) return;
    told = now;
    if (session.isJson) writeJson(session, {seq, head, trouble: kind, detail: kind === null ? null : detail});
    else if (kind !== null)
      note(session, `! ${fillFrom(words.troubles[kind], {detail: causeText(detail, session.language)})}`);
    else if (seq > 0) writeLines(session, [`✓ ${words.has({line: seq})}`]);
  };
}
