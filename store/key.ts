import {hash} from 'node:crypto';
import {jsonIn} from '../src/core/text/json.js';

/** The parts of a till's key that a journal needs: the public key, which the first line of each segment names, and a seal. */
export type JournalKey = {
  readonly publicKey: string;
  /** Returns a text that cannot be made from `text` without the private key. */
  readonly seal: (text: string) => string;
};

/** The till's key, with the one before it if that is still there: it proves what was sealed before the change. */
export type TillSeals = JournalKey & {readonly earlier?: JournalKey | undefined};

/** Shows that the till itself made a file from the lines. Without the till's key, it only shows that the file is intact. */
export const sealOf = (text: string, key: JournalKey | undefined): string => key?.seal(text) ?? hash('sha256', text);

/** Whether the till made this seal of the text, with its key or the one before it. */
export const isSealOf = (seal: string | undefined, text: string, key: TillSeals | undefined): boolean =>
  seal === sealOf(text, key) || (key?.earlier !== undefined && seal === sealOf(text, key.earlier));

/** The text of a file that the till keeps beside its lines: its JSON with the seal of itself as the last member. */
export function sealed(content: object, key: JournalKey | undefined): string {
  const body = JSON.stringify(content);
  return `${body.slice(0, -1)},"seal":"${sealOf(body, key)}"}\n`;
}

/** The content of a text that `sealed` made, with its seal checked; undefined if it is not the till's, or not intact. */
export function unsealed(text: string, key: TillSeals | undefined): unknown {
  const [ending, seal] = /,"seal":"([\w-]{43,64})"\}\n$/.exec(text.slice(-100)) ?? [];
  if (ending === undefined) return undefined;
  const body = `${text.slice(0, -ending.length)}}`;
  return isSealOf(seal, body, key) ? jsonIn(body) : undefined;
}
