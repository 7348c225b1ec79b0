import {join} from 'node:path';
import {nodeDisk} from '../../store/disk.js';
import type {MailServer} from '../config.js';
import {customerLanguage} from '../core/journal/selectors.js';
import {decideMail} from '../core/mail/decide.js';
import {addressFor, type Mail, mailDue, nextMailAt} from '../core/mail/mail.js';
import {loadMessages, messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import type {MailConnection, MailMessage} from '../print/mail.js';
import {type MailQueue, paymentOf, type TillContext} from './context.js';
import {allow, perform, underWay, withMutex} from './handler.js';
import {receiptOf, renderSlip} from './slips.js';

/** A receipt as somebody wants it sent. */
export type MailOrder = {readonly to: string; readonly isAgain: boolean};

/** Where this payment's receipt would go if nobody said otherwise; empty where nothing is known of it. */
export const mailAddressOf = (context: TillContext, reference: string, shopEmail: string): string => {
  const payment = context.state.payments.get(reference);
  return payment === undefined ? '' : addressFor(context.state.mails, payment, shopEmail);
};

/**
 * Queues the receipt of a payment: it is on the disk when this resolves, and leaves when there is a link. Throws `Problem` mail-missing, and
 * what `decideMail` does.
 */
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
 * Hands the messages whose time has come to the server, one after the other, until none is left or there is no link; each as it stands
 * afterwards. One whose receipt cannot be made keeps none behind it. Throws, where none was handed over, `Problem` mail-missing,
 * mail-changed-outside, mail-password-missing, mail-unreachable, mail-login-refused, and why the first of those cannot be made.
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
    // A connection each: servers end one after a message or a few, and what was not asked for there would count as an attempt.
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

/** The line that it leaves is on the disk before a byte of it does. */
async function deliver(context: TillContext, connection: MailConnection, {mail, message}: Made): Promise<Mail> {
  const {number} = mail;
  const leaves = await withMutex(context, () => perform(context, decideMail, {type: 'send', number}));
  if (leaves.length === 0) return mailNow(context, mail); // somebody else was faster
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
    ...{from, sender: settings.shop, to},
    subject: words.subject({shop: settings.shop, reference}),
    text: `${words.lead}\n\n${String(text)}`,
    file: {name: `${reference}.pdf`, type: 'application/pdf', bytes: page as Uint8Array},
  };
}

const passwordPath = (folder: string): string => join(folder, 'mail-password');

/** What the environment says, else what is kept in the till's folder; undefined where neither has one. */
export async function passwordFor({password}: MailServer, folder: string): Promise<string | undefined> {
  if (password !== undefined) return password;
  // A file that this user cannot read holds no password of this till.
  return (await nodeDisk.readText(passwordPath(folder)).catch(() => null))?.trim() || undefined;
}

/** Keeps the password of the mail server beside the journal, for its owner alone; an empty one is forgotten. Throws as rights do. */
export async function keepMailPassword(context: TillContext, password: string): Promise<void> {
  await allow(context, {verb: 'settings', facts: {type: 'mail-password'}});
  await nodeDisk.writeTextAtomically(passwordPath(context.settings.folder), `${password}\n`, {durable: true});
}

const shortestPause = 30_000;
const longestPause = 15 * 60_000;

/** Lets queued receipts leave in the background until the till closes: no key and no sale waits for them. */
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

  /** Looks again now: something was queued. */
  wake(): void {
    this.#wake.abort();
  }

  /** Why nothing leaves at the moment; undefined where all is well. */
  get trouble(): Problem | undefined {
    return this.#trouble;
  }

  /** Works until the till closes. */
  start(): void {
    if (this.#context.settings.mail === undefined) return;
    void underWay(this.#context, this.#run()).catch(() => undefined);
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
