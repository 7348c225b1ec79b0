import {access, constants, stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {count, fields, flag, list, orNull, text} from '../../core/spec/spec.js';
import {lookRights} from '../../core/staff/permissions.js';
import {cleanText} from '../../core/text/text.js';
import {writeSlip} from '../../print/deliver.js';
import {answer, note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {SealCheck} from '../../till/seal.js';
import type {OptionSpecs, OptionsOf} from '../define.js';
import {withTill} from '../reading.js';
import {refuseValue} from '../values.js';
import {keysNamed} from '../verify-slip.js';
import {wantedFrom} from './options.js';

export const sealOutOptions = {'--out <file>': 'sealOut'} satisfies OptionSpecs;
export const sealOptions = {
  '--day <day>': 'day',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--journal <folder>': {says: 'otherJournal', offers: 'folders', isRepeatable: true},
  '--as-of <instant>': 'asOf',
  ...sealOutOptions,
} satisfies OptionSpecs;

const file = text('that was written');
const sealingOffice = orNull(text('the public key of the office that did'), 'a till did');

const written = fields({file, bytes: count('how long it is')});

export const answers = {
  'reconcile seal': written,
  'office reconcile seal': written,
  'reconcile check': fields({
    same: flag('whether the result is the same and every signature is of it'),
    difference: orNull(text('where the result differs'), 'it is the same'),
    till: text('that sealed it; empty if an office did'),
    office: sealingOffice,
    version: text('of Duka, with which it was sealed'),
    files: list(
      fields({
        name: text('the file’s name'),
        rows: count('rows that were read'),
        proof: text('what proves that it is whole'),
      }),
      'that were reconciled',
    ),
    remaining: orNull(count('differences that a person still has to look at'), 'the result is not the same'),
    signatures: list(
      fields({
        till: text('that signed; empty if an office did'),
        office: sealingOffice,
        isOfThis: flag('whether it is of this reconciliation'),
        isProved: flag('whether a key proves it that the till’s journal here names, or that was typed'),
      }),
      'in their order',
    ),
  }),
  'reconcile countersign': fields({file}),
};

const loadSeals = async () => ({
  ...(await import('../../till/seal.js')),
  ...(await import('../../print/signature.js')),
});

export const outIn = ({language}: Session, typed: string | undefined): string =>
  typed ?? refuseValue({name: '--out', value: '', language}, 'FILE');

/** Writes a sealed reconciliation of imported files into a new file. Throws `Problem` as `sealReconciliation` does, and file-exists. */
export async function seal(
  session: Session,
  {out: typed, ...options}: OptionsOf<typeof sealOptions>,
): Promise<ExitCode> {
  const out = outIn(session, typed);
  return withTill(session, 'reconcile seal', async ({till}) => {
    await till.look(lookRights['reconcile seal'], 'reconcile seal');
    const pieces = await till.sealReconciliation(wantedFrom(session, options, undefined), session.face.version);
    await writeSlip(out, pieces, {replaces: false});
    return tellSealed(session, out);
  });
}

export async function tellSealed(session: Session, out: string): Promise<ExitCode> {
  note(session, `✓ ${messages(session.language).reconcileCommand.sealed({file: cleanText(out, 200)})}`);
  return answer(session, written, {file: out, bytes: (await stat(out)).size}, []);
}

/** Repeats a sealed reconciliation, and says which signatures are proved. Exits with 4 if something differs or a signature is wrong. */
export async function checkSeal(
  session: Session,
  file: string,
  {key = []}: {readonly key?: readonly string[]},
): Promise<ExitCode> {
  const {checkSealed, readSeal} = await loadSeals();
  const check = await checkSealed(await readable(file));
  const typed = key.map(each => each.trim());
  const signatures: Signature[] = [];
  for (const text of check.signatures) {
    const {till = '', office = null, sha256} = readSeal(text, '')?.claim ?? {};
    const isOfThis = sha256 === check.sha256;
    // An office signs under the name of its key, so no other key can sign for it.
    const keys =
      office === null ? [...typed, ...(await keysNamed(session, till))] : typed.filter(each => each === office);
    const isProved = isOfThis && keys.some(each => readSeal(text, each)?.isGenuine === true);
    signatures.push({till, office, isOfThis, isProved});
  }
  const same = check.difference === null && signatures.every(({isOfThis}) => isOfThis);
  await answer(session, answers['reconcile check'], {...check, same, signatures}, () =>
    lines(session, check, signatures),
  );
  return same ? exitCodes.done : exitCodes.needsPerson;
}

type Sealer = {readonly till: string; readonly office: string | null};
type Signature = Sealer & {readonly isOfThis: boolean; readonly isProved: boolean};

function lines({language}: Session, check: SealCheck, signatures: readonly Signature[]): readonly string[] {
  const words = messages(language).reconcileCommand.seal;
  const {version, files, remaining, difference} = check;
  return [
    words.of({...sealerIn(check), version: cleanText(version, 20)}),
    ...files.map(({name, rows}) => `  ${words.file({name: cleanText(name, 120), rows})}`),
    difference === null && remaining !== null
      ? `✓ ${words.same({count: remaining})}`
      : `✗ ${words.differs({place: cleanText(difference ?? '', 200)})}`,
    ...signatures.map(signature => signatureLine(signature, words)),
  ];
}

const sealerIn = ({till, office}: Sealer) => ({
  by: office === null ? 'till' : 'office',
  name: cleanText(office ?? till, 43),
});

function signatureLine(
  {isOfThis, isProved, ...sealer}: Signature,
  words: ReturnType<typeof messages>['reconcileCommand']['seal'],
): string {
  const facts = sealerIn(sealer);
  if (!isOfThis) return `✗ ${words.otherContent(facts)}`;
  return isProved ? `✓ ${words.signed(facts)}` : `? ${words.unproved(facts)}`;
}

/**
 * Signs a sealed reconciliation if repeating it gives the same result, and one in the name of a till of this home only if that till has sealed
 * it: whoever reads the file takes its signature for that. Throws `Problem` file-damaged, seal-differs, file-exists.
 */
export async function countersignSeal(
  session: Session,
  file: string,
  {out: typed}: OptionsOf<typeof sealOutOptions>,
): Promise<ExitCode> {
  const out = outIn(session, typed);
  const {checkSealed, readSeal} = await loadSeals();
  const check = await checkSealed(await readable(file));
  const {difference} = check;
  const keys = check.office === null ? await keysNamed(session, check.till) : [];
  const [own = ''] = check.signatures;
  const isSealed = keys.map(key => readSeal(own, key)).some(by => by?.isGenuine && by.claim.sha256 === check.sha256);
  const place = difference ?? (keys.length === 0 || isSealed ? null : 'signature');
  if (place !== null) throw new Problem('seal-differs', {file: basename(file), place});
  return withTill(session, 'reconcile countersign', async ({till}) => {
    await till.look(lookRights['reconcile countersign'], 'reconcile countersign');
    await writeSlip(out, await till.countersign(file, check), {replaces: false});
    note(session, `✓ ${messages(session.language).reconcileCommand.sealed({file: cleanText(out, 200)})}`);
    return answer(session, answers['reconcile countersign'], {file: out}, []);
  });
}

/** The file, if it can be read. Throws `Problem` file-not-readable. */
async function readable(file: string): Promise<string> {
  try {
    await access(file, constants.R_OK);
    return file;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Problem('file-not-readable', {file: basename(file), code});
  }
}
