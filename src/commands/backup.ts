import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {instantText} from '../core/day/schema.js';
import {messages} from '../core/messages/messages.js';
import {reasonSaid} from '../core/payment/said.js';
import {type ExitCode, Problem} from '../core/problem.js';
import {count, fields, flag, orNull, text} from '../core/spec/spec.js';
import {isChangedOutside} from '../core/technical/settings.js';
import {cleanText} from '../core/text/text.js';
import {answer, note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {
  type BackupKey,
  type BackupLock,
  backupFileIn,
  type CheckedBackup,
  makeBackupKey,
  restoreBackup,
  unwritable,
  withBackup,
  writeBackup,
} from '../till/backup.js';
import {openHome} from '../till/home.js';
import {namedTill} from '../till/own-till.js';
import {standingRead} from '../till/settings.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {checkMayLook, withPerson, withReading} from './reading.js';
import {secretFrom} from './sign-in.js';

export const lockOptions = {
  '--recipient <key>': {says: 'backupRecipient', isRepeatable: true},
  '--passphrase-stdin': 'passphraseStdin',
} satisfies OptionSpecs;
const createOptions = {'--out <file>': 'backupOut', ...lockOptions} satisfies OptionSpecs;
export const openOptions = {
  '--identity <file>': 'backupIdentity',
  '--passphrase-stdin': 'passphraseStdin',
} satisfies OptionSpecs;
type OpenOptions = OptionsOf<typeof openOptions>;

export const command: CommandSpec = {
  examples: ['duka backup create --out /media/usb/ --recipient age1…', 'duka backup restore till.age'],
  commands: {
    create: commandOf({
      options: createOptions,
      examples: ['duka backup create --out /media/usb/ --recipient age1…', 'duka backup create --out till.age'],
      action: createOne,
    }),
    verify: commandOf({
      arguments: ['<file>'],
      options: openOptions,
      examples: ['duka backup verify till.age --identity owner.key'],
      action: verifyOne,
    }),
    restore: commandOf({
      arguments: ['<file>'],
      options: openOptions,
      examples: ['duka backup restore till.age --identity owner.key'],
      action: restoreOne,
    }),
    key: commandOf({arguments: ['<file>'], examples: ['duka backup key owner.key'], action: makeKey}),
    confirm: commandOf({
      options: {'--reason <text>': 'confirmReason'},
      examples: ['duka backup confirm --person Amina --reason "compared with the service’s list"'],
      action: confirmRestore,
    }),
  },
};

/** Writes a backup into a new file. Throws `Problem` settings-changed-outside, and as `checkMayLook` does. */
async function createOne(
  session: Session,
  {out, recipient, passphraseStdin}: OptionsOf<typeof createOptions>,
): Promise<ExitCode> {
  const config = configOf(session);
  const till = namedTill(config) ?? '';
  const {backup = {}} = session.surroundings().settings.read();
  const recipients = recipient ?? backup.recipients ?? [];
  // The recipients in the settings were named by the owner, so anybody may make a backup for them. For any other recipient or passphrase a
  // right is needed, since such a backup gives away all books and their keys.
  const isOwners = recipient === undefined && recipients.length > 0;
  return withReading(session, async reading => {
    const {journal, state} = reading;
    if (!isOwners) await checkMayLook(session, 'backup create', state.staff);
    else if (isChangedOutside(await standingRead(session.surroundings(), reading), 'backup'))
      throw new Problem('settings-changed-outside', {names: 'backup'});
    const now = session.face.world.now();
    const file = backupFileIn(out ?? backup.folder ?? '.', till, {now, ending: 'tar.gz.age'});
    const lock = await backupLock(session, {recipients, passphraseStdin});
    const of = {home: config.home, profile: config.profile, till, version: session.face.version};
    const {at, seq, head, files} = await writeBackup(of, {journal, now, lock}, file).catch(unwritable(file));
    const count = Object.keys(files).length;
    note(session, `✓ ${messages(session.language).backup.written({file: cleanText(file, 200), count})}`);
    return answer(
      session,
      answers['backup create'],
      {file, till, profile: config.profile, at, seq, head, files: count},
      [],
    );
  });
}

/** The recipients if there are any, otherwise a typed passphrase. Throws `Problem` backup-unlocked, passphrase-short, secret-differs. */
export async function backupLock(
  session: Session,
  {
    recipients,
    passphraseStdin,
  }: {readonly recipients: readonly string[]; readonly passphraseStdin: boolean | undefined},
): Promise<BackupLock> {
  if (recipients.length > 0) return {kind: 'recipients', recipients};
  return {kind: 'passphrase', passphrase: await newPassphrase(session, passphraseStdin === true)};
}

async function newPassphrase(session: Session, isPiped: boolean): Promise<string> {
  const words = messages(session.language).backup;
  const passphrase = await secretFrom(session, words.askPassphrase, isPiped);
  if (passphrase === undefined) throw new Problem('backup-unlocked');
  if (passphrase.length < leastPassphrase) throw new Problem('passphrase-short', {least: leastPassphrase});
  if (!isPiped && (await secretFrom(session, messages(session.language).staff.askAgain)) !== passphrase)
    throw new Problem('secret-differs');
  return passphrase;
}
const leastPassphrase = 12;

/** The identity in a file, otherwise a passphrase that is typed. Throws `Problem` file-not-readable, backup-key-missing. */
export async function backupKey(
  session: Session,
  file: string,
  {identity, passphraseStdin}: OpenOptions,
): Promise<BackupKey> {
  if (identity !== undefined) return {kind: 'identity', identity: identityIn(await textOf(identity))};
  const passphrase = await secretFrom(
    session,
    messages(session.language).backup.askPassphrase,
    passphraseStdin === true,
  );
  if (passphrase === undefined) throw new Problem('backup-key-missing', {file: cleanText(file, 200)});
  return {kind: 'passphrase', passphrase};
}

/** An identity file may have comment lines for people; only the line of the secret key counts. */
const identityIn = (text: string) => text.split('\n').find(line => line.startsWith('AGE-SECRET-KEY-')) ?? '';

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(error => {
    throw new Problem('file-not-readable', {file: cleanText(file, 200), code: String(error.code ?? '-')});
  });
}

const place = {
  till: text('of the journal'),
  profile: text('of the till'),
  at: instantText('when the backup was made'),
  seq: count('the last line of the journal in it'),
  head: text('the hash of that line'),
};
const checkedSpec = fields({
  ok: flag('true: otherwise the command fails'),
  ...place,
  lines: count('how many lines of the journal it has'),
  newest: orNull(text('when the newest of them was written'), 'it has none'),
});
export const answers = {
  'backup create': fields({file: text('the backup'), ...place, files: count('how many files it has')}),
  'backup verify': checkedSpec,
  'backup restore': checkedSpec,
  'backup keygen': fields({file: text('with the identity'), recipient: text('for whom backups are encrypted')}),
  'backup confirm': fields({confirmed: flag('whether there was anything to confirm')}),
};

async function verifyOne(session: Session, file: string, options: OpenOptions): Promise<ExitCode> {
  await backupIsThere(file);
  const key = await backupKey(session, file, options);
  return withBackup(file, key, {work: async (_, found) => resultLine(session, file, found, 'whole')});
}

/** Restores a backup. When the restored till is opened, it asks the service about everything that was open before it sells. */
async function restoreOne(session: Session, file: string, options: OpenOptions): Promise<ExitCode> {
  await backupIsThere(file);
  const key = await backupKey(session, file, options);
  const exit = await resultLine(session, file, await restoreBackup(file, key, session.home), 'restored');
  const {flags, face} = session;
  const {environment, systemZone} = face;
  const {settings} = await openHome({flags, environment, systemZone});
  if (settings.read().office !== undefined) note(session, messages(session.language).office.afterBackup);
  return exit;
}

export async function backupIsThere(file: string): Promise<void> {
  if (!existsSync(file)) throw new Problem('file-not-readable', {file: cleanText(file, 200), code: 'ENOENT'});
}

function resultLine(
  session: Session,
  file: string,
  {manifest, lines, newest}: CheckedBackup,
  how: 'whole' | 'restored',
): Promise<ExitCode> {
  const {till, profile, at, seq, head} = manifest;
  const words = messages(session.language).backup;
  return answer(session, checkedSpec, {ok: true, till, profile, at, seq, head, lines, newest}, [
    `✓ ${words[how]({file: cleanText(file, 200), till: `${profile}/${till}`, at, lines})}`,
  ]);
}

/** Makes a key pair: writes the identity to a file that only its owner can read, and prints the recipient. */
async function makeKey(session: Session, file: string): Promise<ExitCode> {
  const recipient = await makeBackupKey(file);
  const words = messages(session.language).backup;
  return answer(session, answers['backup keygen'], {file, recipient}, [
    recipient,
    words.keyMade({file: cleanText(file, 200)}),
  ]);
}

/** Lets a restored till go on, on the word of a named person, although the service has not answered about everything. */
async function confirmRestore(session: Session, {reason = ''}: {readonly reason?: string}): Promise<ExitCode> {
  const said = reasonSaid(reason);
  return withPerson(session, 'backup confirm', async ({till}, person) => {
    const confirmed = await till.confirmRestore({person, reason: said});
    const words = messages(session.language).backup;
    return answer(session, answers['backup confirm'], {confirmed}, [
      confirmed ? `✓ ${words.confirmed}` : words.nothingToConfirm,
    ]);
  });
}
