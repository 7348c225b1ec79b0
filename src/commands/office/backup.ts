import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {count, fields, list, orNull, text} from '../../core/spec/spec.js';
import {cleanText} from '../../core/text/text.js';
import {answer, note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {backupFileIn, unwritable} from '../../till/backup.js';
import {backupIsThere, backupKey, backupLock, type lockOptions, type openOptions} from '../backup.js';
import type {OptionsOf} from '../define.js';
import {withOffice} from './open.js';

const content = {
  at: text('when the backup was made, in UTC'),
  tills: count('how many tills it has'),
  lines: count('how many lines of journals it has'),
};
export const answers = {
  'office backup': fields({file: text('the backup'), ...content}),
  'office restore': fields(content),
  'office check-database': fields({
    version: text('what the server says of itself'),
    rows: count('how many rows the history made'),
    differing: list(text(), 'the rows and answers that differ from those of the embedded database, by name'),
    refused: orNull(
      fields({statement: text('that it did not carry out'), why: text('in its words')}, 'where the check ended'),
      'it has carried out all',
    ),
    statements: list(text(), 'that it has carried out'),
  }),
};

/** Writes a backup of the office into a new file, while the office may be running. */
export async function backup(session: Session, out: string, options: OptionsOf<typeof lockOptions>): Promise<ExitCode> {
  const {recipient: recipients = [], passphraseStdin} = options;
  const file = backupFileIn(out, 'office', {now: session.face.world.now(), ending: 'age'});
  const lock = await backupLock(session, {recipients, passphraseStdin});
  return withOffice(session, async office => {
    const {at, rows, lines} = await office.backup(file, lock).catch(unwritable(file));
    const tills = rows.till ?? 0;
    note(session, `✓ ${messages(session.language).office.backedUp({file: cleanText(file, 200), tills, lines})}`);
    return answer(session, answers['office backup'], {file, at, tills, lines}, []);
  });
}

/** Restores a backup into an empty office, and then verifies every line. Exits with 7 if a line differs from what it was. */
export async function restore(
  session: Session,
  file: string,
  options: OptionsOf<typeof openOptions>,
): Promise<ExitCode> {
  await backupIsThere(file);
  const key = await backupKey(session, options);
  return withOffice(session, async office => {
    const {at, rows, lines} = await office.restore(file, key);
    const tills = rows.till ?? 0;
    const wrong = (await office.verify()).find(each => each.wrong !== null);
    const words = messages(session.language).office;
    if (wrong !== undefined) note(session, `✗ ${words.wrongLine({till: wrong.till, line: wrong.wrong ?? 0})}`);
    else note(session, `✓ ${words.restoredOffice({at, tills, lines})}`);
    await answer(session, answers['office restore'], {at, tills, lines}, []);
    return wrong === undefined ? exitCodes.done : exitCodes.journal;
  });
}

const mostShown = 2000;

/** Tries an empty database with a short history. Exits with 4 if it refuses a statement or differs from the embedded database. */
export async function checkDatabase(session: Session, url: string): Promise<ExitCode> {
  const {face, language} = session;
  const office = await face.loadOffice();
  const checked = await office.checkDatabase(url, {world: face.world});
  const {version, statements, rows, differing, refused} = checked;
  const words = messages(language).office.check;
  await answer(session, answers['office check-database'], checked, [cleanText(version, 200)]);
  if (refused !== null) {
    const [statement, why] = [refused.statement, refused.why].map(text => cleanText(text, mostShown));
    note(session, `✗ ${words.refused({statement: statement ?? '', why: why ?? ''})}`);
  } else if (differing.length > 0) note(session, `✗ ${words.differs({names: differing.join(', ')})}`);
  else note(session, `✓ ${words.same({statements: statements.length, rows})}`);
  return refused === null && differing.length === 0 ? exitCodes.done : exitCodes.needsPerson;
}
