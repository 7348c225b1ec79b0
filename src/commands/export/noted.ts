import {createHash} from 'node:crypto';
import {messages} from '../../core/messages/messages.js';
import {note} from '../../session/print.js';
import {configOf, type Face, type Session} from '../../session/session.js';
import {isNewTill} from '../../till/home-tills.js';
import {leaveNote, type Note} from '../../till/notes.js';
import {tillFolder} from '../../till/opened-journal.js';

import {namedTill} from '../../till/own-till.js';
import {storedKey} from '../../till/signing.js';

type Exported = Omit<Extract<Note, {type: 'exported'}>['data'], 'at' | 'unproved'>;

/** Notes for the journal what was exported, and by whom, if there is one. If the disk refuses the note, a message says so, and the export goes on. */
export async function noteExport(session: Session, exported: Exported, person: string): Promise<void> {
  const config = configOf(session);
  const till = namedTill(config);
  if (till === undefined || isNewTill(config, till)) return;
  const at = Temporal.Instant.fromEpochMilliseconds(session.face.world.now()).toString();
  try {
    const folder = tillFolder(config, till);
    const key = await storedKey(folder).catch(() => undefined); // it may belong to another user
    await leaveNote(folder, {type: 'exported', person, data: {at, ...exported}}, key);
  } catch {
    note(session, `? ${messages(session.language).command.exportNotNoted}`);
  }
}

const sha256Of = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The digest of what an export writes: of the one file, of the list of several files, or of standard output if there is no file. */
export class ExportDigest {
  readonly #output = createHash('sha256');
  readonly #files: string[] = [];

  /** A face that adds everything written to standard output to the digest. */
  hearing(face: Face): Face {
    return {
      ...face,
      write: text => {
        this.#output.update(text);
        face.write(text);
      },
      writeBytes: bytes => {
        this.#output.update(bytes);
        face.writeBytes(bytes);
      },
    };
  }

  add(name: string, content: string | Uint8Array): void {
    this.#files.push(`${sha256Of(content)}  ${name}\n`);
  }

  sha256(): string {
    const [first, ...more] = this.#files;
    if (first === undefined) return this.#output.digest('hex');
    return more.length === 0 ? first.slice(0, 64) : sha256Of(this.#files.join(''));
  }
}
