import {instantText} from '../core/day/schema.js';
import type {Mail} from '../core/mail/mail.js';
import {messages} from '../core/messages/messages.js';
import {reference} from '../core/payment/schema.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {always, count, fields, list as listOf, oneOf, positive, text, written} from '../core/spec/spec.js';
import {answer, note, noteProblem} from '../session/print.js';
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

const mailSpec = fields({
  number: positive('of the messages of the till'),
  reference: reference('of the payment'),
  to: text('the address'),
  copy: count('the number of the copy; 0 is the first receipt'),
  status: oneOf(['waiting', 'sending', 'accepted', 'refused', 'unknown'], '`unknown`: it may have arrived'),
  attempts: count('how often it was tried'),
  text: text('the last reply of the server'),
  due: written(instantText('from when on it may be tried'), (at: number) => new Date(at).toISOString()),
});
export const answers = {
  'mail list': listOf(mailSpec, 'newest first'),
  'mail send': listOf(mailSpec, 'that it tried to send'),
  'mail password': fields({isKept: always('the password is stored')}),
  'receipt --to': mailSpec,
};

/** Lists the receipts that are still to be sent, and the newest of the others. */
function list(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state}) => {
    const mails = state.mails.list.toReversed();
    const words = messages(session.language).mail;
    return answer(session, answers['mail list'], mails, () => {
      const head = [words.columns.receipt, words.columns.to, words.columns.state, words.columns.said];
      const rows = mails.map(({reference, to, status, text: said}) => [reference, to, words.states[status], said]);
      return rows.length === 0 ? [words.none] : inColumns([head, ...rows]);
    });
  });
}

function send(session: Session): Promise<ExitCode> {
  return withTill(session, 'mail send', async ({till}) => {
    const done = await till.deliverMails(session.face.interrupted);
    await answer(session, answers['mail send'], done, () =>
      done.length === 0 ? [messages(session.language).mail.none] : done.map(resultText(session)),
    );
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

/** Queues the receipt and sends it at once if there is a connection. Throws what `queueMail` does. */
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
    noteProblem(session, error);
  }
  const mail = till.state.mails.list.find(each => each.number === number);
  if (mail === undefined) throw new Error('a message that is not there');
  await answer(session, mailSpec, mail, () => [resultText(session)(mail)]);
  return worst([mail]);
}

async function keepPassword(session: Session): Promise<ExitCode> {
  return withTill(session, 'mail password', async ({till}) => {
    const words = messages(session.language).mail;
    const password = await secretFrom(session, words.askPassword);
    if (password === undefined) throw new Problem('secret-missing');
    await till.keepMailPassword(password);
    note(session, `✓ ${words.passwordKept}`);
    return answer(session, answers['mail password'], {isKept: true}, []);
  });
}
