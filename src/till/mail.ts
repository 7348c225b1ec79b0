import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {MailServer} from '../config.js';
import {decideNotSubmitted} from '../core/books/not-submitted.js';
import {customerLanguage} from '../core/books/selectors.js';
import {addressFor, decideLostMails, decideMail, type Mail, mailDue, nextMailAt} from '../core/mail/mail.js';
import {loadMessages, messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {mailPassword, type SettingRow} from '../core/technical/settings.js';
import type {MailConnection, MailMessage} from '../print/mail.js';
import {type MailQueue, paymentOf, type TillContext} from './context.js';
import {allow, inBackground, perform, record, withMutex} from './handler.js';
import {readSettings, type SettingsPage} from './settings.js';
import {receiptOf, renderSlip} from './slips.js';

export type MailOrder = {readonly to: string; readonly isAgain: boolean};

/** The default address for a payment's receipt; empty if none is known. */
export const mailAddressOf = (context: TillContext, reference: string, shopEmail: string): string => {
  const payment = context.state.payments.get(reference);
  return payment === undefined ? '' : addressFor(context.state.mails, payment, shopEmail);
};

/** Queues a receipt, on disk when this resolves, until there is a connection. Throws `Problem` mail-missing, and as `decideMail`. */
export async function queueMail(context: TillContext, reference: string, order: MailOrder): Promise<Mail> {
  if (context.settings.mail === undefined) throw new Problem('mail-missing');
  await withMutex(context, async () => {
    await paymentOf(context, reference);
    await perform(context, decideMail, {type: 'queue', reference, ...order});
  });
  context.mailer?.wake();
  const queued = context.state.mails.list.findLast(mail => mail.reference === reference);
  if (queued === undefined) throw new Error('a message that was not queued');
  return queued;
}

/**
 * Sends the messages that are due to the mail server, one after the other, until none is left or there is no connection. Returns each as it
 * is afterwards. A message whose receipt cannot be made does not hold back the others. If no message was sent, throws `Problem`
 * mail-missing, mail-changed-outside, mail-password-missing, mail-unreachable or mail-login-refused, or the reason why the first receipt
 * cannot be made.
 */
export async function deliverMails(context: TillContext, signal: AbortSignal): Promise<readonly Mail[]> {
  const {settings, world} = context;
  if (settings.mail === undefined) throw new Problem('mail-missing');
  const unmade = new Map<number, Problem>();
  const due = () => mailDue(context.state.mails, world.now(), unmade);
  if (due() === undefined) return [];
  if (settings.isMailChangedOutside === true) throw new Problem('mail-changed-outside', {host: settings.mail.host});
  const {openMail} = await import('../print/mail.js');
  const password = await passwordFor(settings.mail, settings.folder);
  if (settings.mail.user !== undefined && password === undefined) throw new Problem('mail-password-missing');
  const done: Mail[] = [];
  for (let mail = due(); mail !== undefined && !signal.aborted; mail = due()) {
    const message = await messageOf(context, mail).catch(problemOrThrow);
    if (message instanceof Problem) {
      unmade.set(mail.number, message);
      continue;
    }
    // Each message has its own connection: servers end a connection after one message or a few, and a message lost that way would count as
    // an attempt.
    const connection = await openMail({...settings.mail, password}, signal).catch(error => {
      if (done.length === 0) throw error;
    });
    if (connection === undefined) return done;
    try {
      done.push(await deliver(context, connection, {mail, message}));
    } finally {
      connection.close();
    }
  }
  const [problem] = unmade.values();
  if (done.length === 0 && problem !== undefined) throw problem;
  return done;
}

function problemOrThrow(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

type Made = {readonly mail: Mail; readonly message: MailMessage};

/** The event that the message is being sent is on the disk before the first byte is sent. */
async function deliver(context: TillContext, connection: MailConnection, {mail, message}: Made): Promise<Mail> {
  const {number} = mail;
  const leaves = await withMutex(context, () => perform(context, decideMail, {type: 'send', number}));
  if (leaves.length === 0) return mailNow(context, mail); // another caller was faster
  const {outcome, text} = await connection.send(message);
  await withMutex(context, () => perform(context, decideMail, {type: 'answer', number, outcome, text}));
  return mailNow(context, mail);
}

const mailNow = ({state}: TillContext, mail: Mail): Mail =>
  state.mails.list.find(({number}) => number === mail.number) ?? mail;

async function messageOf(context: TillContext, {number, reference, to, copy}: Mail): Promise<MailMessage> {
  const {settings} = context;
  const payment = await paymentOf(context, reference);
  const language = customerLanguage(payment.request);
  await loadMessages(language);
  const words = messages(language).mail;
  const width = 42;
  const slip = {parts: await receiptOf(context, payment, width, {copy}), copy, title: reference};
  const render = (format: 'text' | 'pdf') => renderSlip(slip, {format, width}, {printer: undefined, language});
  const [text, page] = [await render('text'), await render('pdf')];
  const from = settings.mail?.from ?? '';
  return {
    id: `<duka.${settings.till}.${number}.${reference}@${from.split('@')[1] ?? 'localhost'}>`,
    from,
    sender: settings.shop,
    to,
    subject: words.subject({shop: settings.shop, reference}),
    text: `${words.lead}\n\n${String(text)}`,
    file: {name: `${reference}.pdf`, type: 'application/pdf', bytes: page as Uint8Array},
  };
}

const passwordPath = (folder: string): string => join(folder, 'mail-password');

/** The password from the environment, else the one stored in the till's folder; undefined if neither has one. */
export async function passwordFor({password}: Partial<MailServer>, folder: string): Promise<string | undefined> {
  if (password !== undefined) return password;
  // A file that this user cannot read holds no password for this till.
  return (await nodeDisk.readText(passwordPath(folder)).catch(() => null))?.trim() || undefined;
}

/** Returns the settings for a screen, with the password of the mail server as a row that never shows what it is. */
export async function readSettingsPage(context: TillContext): Promise<SettingsPage> {
  const {mail, folder} = context.settings;
  const [page, kept] = [await readSettings(context), await passwordFor(mail ?? {}, folder)];
  const row: SettingRow = {
    name: mailPassword,
    page: 'receipts',
    text: kept === undefined ? undefined : '…',
    author: undefined,
    isChangedOutside: false,
    usual: undefined,
    outside: undefined,
  };
  return {...page, settings: [...page.settings, row]};
}

/** Stores the mail server's password beside the journal (0600); an empty one is none. Throws as the check of rights, or the system's. */
export async function keepMailPassword(context: TillContext, password: string): Promise<void> {
  await allow(context, {verb: 'settings', facts: {type: 'mail-password'}});
  await nodeDisk.writeTextAtomically(passwordPath(context.settings.folder), `${password}\n`, {durable: true});
}

const shortestPause = 30_000;
const longestPause = 15 * 60_000;

/** Sends queued receipts in the background until the till closes. No key press and no sale waits for it. */
export function startMailer(context: TillContext): MailQueue {
  const mailer = new Mailer(context);
  mailer.start();
  return mailer;
}

class Mailer implements MailQueue {
  readonly #context: TillContext;
  #wake = new AbortController();
  #trouble: Problem | undefined;

  constructor(context: TillContext) {
    this.#context = context;
  }

  /** Looks again now, because a receipt was queued. */
  wake(): void {
    this.#wake.abort();
  }

  /** Why nothing can be sent at the moment; undefined if nothing prevents it. */
  get trouble(): Problem | undefined {
    return this.#trouble;
  }

  start(): void {
    if (this.#context.settings.mail === undefined) return;
    inBackground(this.#context, this.#run());
  }

  async #run(): Promise<void> {
    const {world, leaving, state} = this.#context;
    let pause = shortestPause;
    while (!leaving.aborted && this.#context.writeFailure === undefined) {
      const due = nextMailAt(state.mails);
      const wait = due === undefined ? longestPause : Math.min(longestPause, Math.max(0, due - world.now()));
      if (wait > 0) await world.sleep(wait, AbortSignal.any([leaving, this.#wake.signal]));
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
      if (leaving.aborted) return;
      try {
        await deliverMails(this.#context, leaving);
        this.#trouble = undefined;
        pause = shortestPause;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#trouble = error;
        this.#context.changed();
        await world.sleep(pause, AbortSignal.any([leaving, this.#wake.signal]));
        pause = Math.min(pause * 2, longestPause);
      }
    }
  }
}

/** At opening, records what became of requests that were decided but not sent, and of requests whose answers were lost. Sends nothing. */
export async function closeNotSubmitted(context: TillContext): Promise<void> {
  const {isCopy} = context.journal;
  await record(context, ...decideNotSubmitted(context.state, {isCopy}));
  await record(context, ...decideLostMails(context.state));
}
