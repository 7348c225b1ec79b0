import {messages} from '../../core/messages/messages.js';
import type {Session} from '../../session/session.js';

/** More bytes than any password of a statement needs. */
const longestPassword = 1024;

/** The password of a file, typed at a terminal or piped in. */
export async function passwordOf({face, language}: Session): Promise<string> {
  const asked = `${messages(language).reconcileCommand.askPassword} `;
  const typed = await face.askLine(asked, face.interrupted);
  if (typed !== undefined) return typed;
  const piped = await face.readInput(longestPassword, face.interrupted);
  return new TextDecoder().decode(piped).replace(/\r?\n$/u, '');
}
