import {once} from 'node:events';
import {Readable} from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type {MailOutcome} from '../core/mail/schema.js';
import {Problem} from '../core/problem.js';
import {cleanText} from '../core/text/text.js';

/** A mail server. Port 465 means TLS from the first byte, others STARTTLS. Only one on this machine is used without TLS. */
type MailPlace = {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
};

/** A message, with a file if there is one. `id` is the same at every attempt, so that a server or a mail program can recognise a duplicate. */
export type MailMessage = {
  readonly id: string;
  readonly from: string;
  readonly sender: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly file?: {readonly name: string; readonly type: string; readonly bytes: Uint8Array};
};

type Delivery = {readonly outcome: MailOutcome; readonly text: string};

/** A connection to a server that has accepted the till. `send` never throws: an outcome that it does not know is `unknown`. */
export type MailConnection = {readonly send: (message: MailMessage) => Promise<Delivery>; readonly close: () => void};

const second = 1000;
const patience = {
  connectionTimeout: 10 * second,
  greetingTimeout: 10 * second,
  socketTimeout: 30 * second,
  dnsTimeout: 10 * second,
};
/** Milliseconds for which a closing till waits for a message under way. */
const grace = 800;
/** A server that wants another user or password says nothing about the message (RFC 4954, 6). */
const asksWho: ReadonlySet<number> = new Set([530, 534, 535, 538]);
const thisMachine = new Set(['localhost', '127.0.0.1', '::1']);

/** Opens a connection and logs in, before any part of a message is sent. Throws `Problem` mail-unreachable, mail-login-refused. */
export async function openMail({host, port, user, password}: MailPlace, signal: AbortSignal): Promise<MailConnection> {
  const isHere = thisMachine.has(host);
  const connection = new SMTPConnection({
    ...patience,
    host,
    port,
    secure: port === 465,
    requireTLS: !isHere,
    ignoreTLS: isHere,
    name: 'localhost',
  });
  const failed = new Promise<never>((_, reject) => connection.once('error', reject));
  // Whoever waits for the server races with these.
  failed.catch(() => undefined);
  const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('left')));
  aborted.catch(() => undefined); // as above
  try {
    signal.throwIfAborted();
    await Promise.race([new Promise<void>(resolve => connection.connect(() => resolve())), failed, aborted]);
  } catch (error) {
    connection.close();
    throw new Problem('mail-unreachable', {host, text: saidBy(error)});
  }
  try {
    if (user !== undefined && password !== undefined) {
      const login = new Promise<void>((resolve, reject) =>
        connection.login({user, credentials: {user, pass: password}}, error => (error ? reject(error) : resolve())),
      );
      await Promise.race([login, failed, aborted]);
    }
  } catch (error) {
    connection.close();
    const isRefused = codeIn(error) !== undefined;
    throw new Problem(isRefused ? 'mail-login-refused' : 'mail-unreachable', {host, text: saidBy(error, password)});
  }
  const cut = once(signal, 'abort')
    .then(() => once(AbortSignal.timeout(grace), 'abort'))
    .then(() => Promise.reject(new Error('left')));
  cut.catch(() => undefined); // the delivery races with it
  const lost = Promise.race([failed, cut]);
  return {
    send: async message => {
      const delivery = await delivered(connection, lost, message);
      if (delivery.outcome === 'unknown') connection.close();
      return delivery;
    },
    close: () => connection.quit(),
  };
}

async function delivered(connection: SMTPConnection, failed: Promise<never>, message: MailMessage): Promise<Delivery> {
  const {id, from, sender, to, subject, text, file} = message;
  const composed = new MailComposer({
    messageId: id,
    from: {name: sender, address: from},
    to: {name: '', address: to},
    subject,
    text,
    attachments:
      file === undefined ? [] : [{filename: file.name, contentType: file.type, content: Buffer.from(file.bytes)}],
  });
  const bytes = await composed.compile().build();
  let hasBegun = false;
  // The stream is read when the server has accepted the addresses. From then on the message may arrive.
  const content = new Readable({
    read() {
      hasBegun = true;
      this.push(bytes);
      this.push(null);
    },
  });
  try {
    const sent = new Promise<string>((resolve, reject) =>
      connection.send({from, to: [to]}, content, (error, info) =>
        error ? reject(error) : resolve(info?.response ?? ''),
      ),
    );
    return {outcome: 'accepted', text: cleanText(await Promise.race([sent, failed]), longestText)};
  } catch (error) {
    const code = codeIn(error);
    const said = saidBy(error);
    if (code !== undefined) return {outcome: code >= 500 && !asksWho.has(code) ? 'refused' : 'later', text: said};
    return {outcome: hasBegun ? 'unknown' : 'later', text: said};
  }
}

const longestText = 200;

/** The code of a server's answer, from 400 to 599; undefined if it gave none. */
function codeIn(error: unknown): number | undefined {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : Number.NaN;
  return code >= 400 && code < 600 ? code : undefined;
}

/** What the server or the system said, on one line and without the password. */
function saidBy(error: unknown, hidden?: string): string {
  const {response, code, message} =
    error instanceof Error ? (error as Error & {response?: unknown; code?: unknown}) : {};
  const said = String(response ?? message ?? code ?? '-');
  return cleanText(hidden ? said.replaceAll(hidden, '…') : said, longestText);
}
