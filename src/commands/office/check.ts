import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {cleanText} from '../../core/text/text.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';

const mostShown = 2000;

/**
 * Tries an empty database with every statement of an office and a short history. Under `--json` a `CheckedDatabase`. Exits with 4 if a
 * statement is refused, or if anything differs from the embedded database.
 */
export async function checkDatabase(session: Session, url: string): Promise<ExitCode> {
  const {face, language} = session;
  const office = await face.loadOffice();
  const checked = await office.checkDatabase(url, {world: face.world});
  const {version, statements, rows, differing, refused} = checked;
  const words = messages(language).office.check;
  if (session.isJson) writeJson(session, checked);
  else writeLines(session, [cleanText(version, 200)]);
  if (refused !== null) {
    const [statement, why] = [refused.statement, refused.why].map(text => cleanText(text, mostShown));
    note(session, `✗ ${words.refused({statement: statement ?? '', why: why ?? ''})}`);
  } else if (differing.length > 0) note(session, `✗ ${words.differs({names: differing.join(', ')})}`);
  else note(session, `✓ ${words.same({statements: statements.length, rows})}`);
  return refused === null && differing.length === 0 ? exitCodes.done : exitCodes.needsPerson;
}
