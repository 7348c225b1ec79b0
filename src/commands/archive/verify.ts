import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import * as z from 'zod';
import {date} from '../../core/day/schema.js';
import {formats} from '../../core/events/formats.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {count, fields, flag, oneOf, orNull, type Specified, text} from '../../core/spec/spec.js';
import {jsonIn} from '../../core/text/json.js';
import {cleanText} from '../../core/text/text.js';
import {areSumsSigned} from '../../print/signature.js';
import {answer} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {readArchivedJournal} from '../../till/archive.js';
import {typedKey} from '../verify-slip.js';
import {filesIn, readSums, sha256Of, sumsFile} from './files.js';

const scopeSchema = z.object({
  format: z.literal(formats.archive),
  till: z.string(),
  from: z.string(),
  to: z.string(),
  signingKey: z.string(),
  journal: z.object({firstSeq: z.number(), lastSeq: z.number(), previousHead: z.string(), head: z.string()}),
});
type Scope = z.infer<typeof scopeSchema>;

/**
 * What the signature shows: `proved` by a key that is known here, `unproved` if only the archive's own key confirms it, or `forged` if
 * neither does.
 */
const signed = oneOf(
  ['proved', 'unproved', 'forged'],
  '`proved` by a key that is known here or was named, `unproved` if only the archive’s own key confirms it, or `forged`',
);
type Signed = Specified<typeof signed>;
export const answers = {
  'archive verify': fields({
    ok: flag('whether nothing differs'),
    signature: signed,
    difference: orNull(text('the first file or line that differs'), 'none does'),
    till: text('of the archive'),
    from: date('the first day'),
    to: date('the last day'),
    firstSeq: count('the first line of the journal in it'),
    lastSeq: count('the last line of the journal in it'),
    key: text('the public key of the till'),
  }),
};

/**
 * Checks an archive on any machine, without a home, a network or a key of its own: its signature, every file, and every link of the chain.
 * Exits with 4 if anything differs. Throws `Problem` archive-unreadable.
 */
export async function verifyArchive(
  session: Session,
  folder: string,
  {key}: {readonly key?: string},
): Promise<ExitCode> {
  const {language} = session;
  const words = messages(language).archive;
  const text = (await bytesOf(folder, sumsFile)).toString('utf8');
  const listed = readSums(text);
  const scope = scopeSchema.safeParse(jsonIn((await bytesOf(folder, 'archive.json')).toString('utf8'))).data;
  if (listed === undefined || scope === undefined)
    throw new Problem('archive-unreadable', {folder: cleanText(folder, 200)});
  const signature = (await bytesOf(folder, `${sumsFile}.sig`)).toString('base64url');
  const known =
    key === undefined
      ? Object.values(session.surroundings().settings.read().signingKeys ?? {})
      : [typedKey(session, key)];
  const isBy = (by: unknown) => typeof by === 'string' && areSumsSigned(text, signature, by);
  const isOwn = isBy(scope.signingKey) && scope.till === listed.till;
  const verdict: Signed = !isOwn ? 'forged' : known.some(isBy) ? 'proved' : key === undefined ? 'unproved' : 'forged';
  const difference = await differenceIn(folder, listed.sums, scope);
  const isOk = difference === null && verdict !== 'forged';
  const {till, from, to, signingKey} = scope;
  const {firstSeq, lastSeq} = scope.journal;
  const told = {ok: isOk, signature: verdict, difference, till, from, to, firstSeq, lastSeq, key: signingKey};
  const facts = {till: cleanText(till, 3), key: cleanText(signingKey, 60)};
  await answer(session, answers['archive verify'], told, [
    difference === null
      ? `✓ ${words.whole({...facts, from, to, files: listed.sums.length, lines: lastSeq - firstSeq + 1})}`
      : `✗ ${words.differs({place: cleanText(difference, 200)})}`,
    {proved: `✓ ${words.proved(facts)}`, unproved: `? ${words.unproved(facts)}`, forged: `✗ ${words.forged(facts)}`}[
      verdict
    ],
  ]);
  return isOk ? exitCodes.done : exitCodes.needsPerson;
}

/** The first file or line that differs from what was signed or from what the journal says; null if none does. */
async function differenceIn(
  folder: string,
  sums: readonly {readonly name: string; readonly sha256: string}[],
  {journal}: Scope,
): Promise<string | null> {
  const there = new Set(await filesIn(folder));
  for (const {name, sha256} of sums)
    if (!there.delete(name) || (await sha256Of(join(folder, name))) !== sha256) return name;
  const [beside] = there;
  if (beside !== undefined) return beside;
  try {
    const {firstSeq, lastSeq, previousHead, head} = await readArchivedJournal(folder);
    const isSame =
      firstSeq === journal.firstSeq &&
      lastSeq === journal.lastSeq &&
      previousHead === journal.previousHead &&
      head === journal.head;
    return isSame ? null : 'archive.json';
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'journal-damaged') throw error;
    const {segment, line} = error.facts;
    return `journal/${segment}.jsonl:${line}`;
  }
}

async function bytesOf(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch {
    throw new Problem('archive-unreadable', {folder: cleanText(folder, 200)});
  }
}
