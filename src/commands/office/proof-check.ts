import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {date, instantText} from '../../core/day/schema.js';
import {fill, messages} from '../../core/messages/messages.js';
import {type DayRoot, type HeadProof, isInDay, proofIn} from '../../core/office/proof.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {zName} from '../../core/shift/report.js';
import {always, count, fields, flag, orNull, positive, text} from '../../core/spec/spec.js';
import {cleanText} from '../../core/text/text.js';
import {answer} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {isSignedBy} from '../../shipper/office.js';
import {settledMembership} from '../../till/office.js';
import {type Reading, tillFolder} from '../../till/opened-journal.js';
import {namedTill} from '../../till/own-till.js';
import {lineOf} from '../event-lines.js';
import {withReading} from '../reading.js';
import {typedKey} from '../verify-slip.js';

export const answers = {
  'journal verify --proof': fields({
    ok: flag('whether all of it is as it should be'),
    till: text('of the proof'),
    line: count('up to which the proof has the journal'),
    at: instantText('when the office had that line'),
    day: date('whose root the office has signed'),
    tills: count('how many tills that root covers'),
    root: text('the root'),
    z: orNull(positive('the number of the Z in the proof'), 'it names none'),
    checks: fields(
      {
        signature: flag('whether the office has signed the root'),
        day: flag('whether the line of the till is under that root'),
        till: flag('whether it is this till'),
        line: flag('whether the journal still has that line'),
        z: orNull(flag('whether it still has the Z'), 'the proof names none'),
        chain: always('no line before it has changed: otherwise the command fails'),
      },
      'one by one',
    ),
  }),
};

type Options = {readonly proof: string; readonly key: string | undefined};
/** The result of each comparison; `z` is null if the proof names no Z. */
type Checks = Readonly<Record<'signature' | 'day' | 'till' | 'line', boolean>> & {readonly z: boolean | null};

/**
 * Checks, without a network, a proof that an office has made for this till: that the office has signed the root of a day, that this till's
 * line is under that root, and that the journal still has this line, and so all lines before it. The exit code is 4 if any of this fails.
 * Throws `Problem` journal-damaged, which names the line, file-not-readable, unknown-option, and setting-missing if neither an option nor the settings say which office's key to trust.
 */
export async function verifyProof(session: Session, {proof: file, key: typed}: Options): Promise<ExitCode> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new Problem('file-not-readable', {file: cleanText(file, 200), code: String(error.code ?? '-')});
  });
  const read = proofIn(text);
  const words = messages(session.language).command.proof;
  if (read === undefined) throw new Problem('unknown-option', {detail: words.none});
  const {proof, root, checkpoint} = read;
  const {seq: line, till, at} = checkpoint;
  return withReading(session, async reading => {
    const key = await officeKey(session, typed, reading);
    const {events} = await reading.journal.verify();
    const hasLine = async (seq: number, hash: string) => (await lineOf(reading, seq))?.hash === hash;
    const checks: Checks = {
      signature: isSignedBy(key, proof.root.note, proof.root.signature),
      day: isInDay(read, bytes => createHash('sha256').update(bytes).digest()),
      till: namedTill(configOf(session)) === till,
      line: await hasLine(line, checkpoint.head),
      z: proof.z === null ? null : await hasLine(proof.z.seq, proof.z.hash),
    };
    const isOk = Object.values(checks).every(check => check !== false);
    const found = {ok: isOk, till, line, at, ...root, z: proof.z?.number ?? null};
    await answer(session, answers['journal verify --proof'], {...found, checks: {...checks, chain: true}}, () =>
      lines(session, checks, {root, at, line, till, z: proof.z, events}),
    );
    return isOk ? exitCodes.done : exitCodes.needsPerson;
  });
}

/** The key that was typed, or that of the office in force that this till has joined. Never another's, since anybody can write one. */
async function officeKey(session: Session, typed: string | undefined, {state}: Reading): Promise<string> {
  if (typed !== undefined) return typedKey(session, typed);
  const {config, settings} = session.surroundings();
  const till = namedTill(config) ?? '';
  const place = {profile: config.profile, till, folder: tillFolder(config, till)};
  const joined = await settledMembership(settings.read(), place, state);
  if (joined === undefined) throw new Problem('setting-missing', {name: '--key'});
  return joined.office;
}

type Found = {
  readonly root: DayRoot;
  readonly at: string;
  readonly line: number;
  readonly till: string;
  readonly z: HeadProof['z'];
  readonly events: number;
};

function lines({language}: Session, checks: Checks, {root, at, line, till, z, events}: Found): readonly string[] {
  const words = messages(language).command.proof;
  const facts = {...root, at, line, till, z: z === null ? '' : zName(z.number)};
  const checkText = (name: 'signature' | 'day' | 'till' | 'line' | 'z') =>
    checks[name] === true ? `✓ ${fill(words[name].ok, facts)}` : `✗ ${fill(words[name].bad, facts)}`;
  return [
    words.says(facts),
    ...(['signature', 'day', 'till', 'line'] as const).map(checkText),
    ...(checks.z === null ? [] : [checkText('z')]),
    `✓ ${messages(language).command.zCheck.chain({events})}`,
  ];
}
