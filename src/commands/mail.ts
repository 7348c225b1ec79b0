import type {Mail} from '../core/mail/mail.js';
import {messages} from '../core/messages/messages.js';
import {problemText} from '../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import type {MailOrder} from '../till/mail.js';
import type {Till} from '../till/till.js';
import {inColumns} from '../views/text.js';
import {type CommandSpec, commandOf} from './define.js';
import {withReading, withTill} from './reading.js';
import {secretFrom} from './sign-in.js';

export const command: CommandSpec = {
  examples: ['duka mail list', 'duka mail send', 'duka mail password'],
  commands: {
    list: commandOf({examples: ['duka mail list --json'], action: list}),
    send: commandOf({examples: ['duka mail send'], action: send}),
    password: commandOf({
      examples: ['duka mail password', 'duka mail password --pin-stdin < password.txt'],
      action: keepPassword,
    }),
  },
};

/** A message for scripts: `{number, reference, to, copy, status, attempts, text, due}`, with `due` as an instant. */
export const mailAsJson = ({due, ...mail}: Mail) => ({...mail, due: new Date(due).toISOString()});

/** Lists the receipts that are still to be sent, and the newest of the others. Under `--json` an array of `mailAsJson`. */
function list(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state}) => {
    const mails = state.mails.list.toReversed();
    const words = messages(session.language).mail;
    if (session.isJson) writeJson(session, mails.map(mailAsJson));
    else {
      const head = [words.columns.receipt, words.columns.to, words.columns.state, words.columns.said];
      const rows = mails.map(({reference, to, status, text}) => [reference, to, words.states[status], text]);
      writeLines(session, rows.length === 0 ? [words.none] : inColumns([head, ...rows]));
    }
    return exitCodes.done;
  });
}

/** Sends the receipts that are due. Under `--json` an array of those that it has tried to send. */
function send(session: Session): Promise<ExitCode> {
  return withTill(session, 'mail send', async ({till}) => {
    const done = await till.deliverMails(session.face.interrupted);
    if (session.isJson) writeJson(session, done.map(mailAsJson));
    else
      writeLines(session, done.length === 0 ? [messages(session.language).mail.none] : done.map(resultText(session)));
    return worst(done);
  });
}

const resultText =
  ({language}: Session) =>
  ({reference, to, status, text}: Mail): string => {
    const words = messages(language).mail;
    if (status === 'accepted') return `✓ ${words.told.accepted({reference, to})}`;
    if (status === 'refused') return `✗ ${words.told.refused({reference, to, text})}`;
    if (status === 'unknown') return `! ${words.told.unknown({reference, to})}`;
    return text === '' ? `… ${words.queued({reference, to})}` : `… ${words.told.later({reference, text})}`;
  };

/** A receipt that waits is a success. One that will not arrive, or may not have, is for a person. */
const worst = (mails: readonly Mail[]): ExitCode => {
  if (mails.some(({status}) => status === 'refused')) return exitCodes.invalidInput;
  return mails.some(({status}) => status === 'unknown') ? exitCodes.notKnown : exitCodes.done;
};

/** Queues the receipt and sends it at once if there is a connection. Under `--json` `mailAsJson`. Throws what `queueMail` does. */
export async function mailReceipt(
  session: Session,
  till: Till,
  reference: string,
  order: MailOrder,
): Promise<ExitCode> {
  const {number} = await till.queueMail(reference, order);
  try {
    await till.deliverMails(session.face.interrupted);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    note(session, `! ${problemText(error, session.language)}`);
  }
  const mail = till.state.mails.list.find(each => each.number === number);
  if (mail === undefined) throw new Error('a message that is not there');
  if (session.isJson) writeJson(session, mailAsJson(mail));
  else writeLines(session, [resultText(session)(mail)]);
  return worst([mail]);
}

async function keepPassword(session: Session): Promise<ExitCode> {
  return withTill(session, 'mail password', async ({till}) => {
    const words = messages(session.language).mail;
    const password = await secretFrom(session, words.askPassword);
    if (password === undefined) throw new Problem('secret-missing');
    await till.keepMailPassword(password);
    note(session, `✓ ${words.passwordKept}`);
    if (session.isJson) writeJson(session, {isKept: true});
    return exitCodes.done;
  });
}
