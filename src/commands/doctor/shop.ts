import type {Config} from '../../config.js';
import {
  type Burst,
  burstAfter,
  codeOf,
  type ScannerSettings,
  scannerPrefix,
  symbologyMark,
} from '../../core/item/code.js';
import {priceListOf} from '../../core/item/list.js';
import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/present/problem-text.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';
import {count, elseNull, fields, flag, oneOf, text} from '../../core/spec/spec.js';
import {activePeople, hasStaff} from '../../core/staff/staff.js';
import {hideCardNumbers} from '../../core/text/card-numbers.js';
import {cleanText} from '../../core/text/text.js';
import {answer} from '../../session/print.js';
import {configOf, type HeardKeys, type Session} from '../../session/session.js';
import {passwordFor} from '../../till/mail.js';
import {tillFolder} from '../../till/opened-journal.js';
import {customerKeysOf} from '../../till/retention.js';
import {storedKey} from '../../till/signing.js';
import {checkStaffThere, peopleWithoutSecret} from '../../till/staff.js';
import {printTestSlip} from '../../till/tryouts.js';
import {badCheck, type Check, check, journalSays} from './check.js';

/** Checks the till's signing key: whether it is the one that the journal names, and whether each key was signed by the one before. */
export async function checkSigningKey(session: Session): Promise<readonly Check[]> {
  const words = messages(session.language).doctor;
  const config = configOf(session);
  const {till = ''} = config;
  const stored = till === '' ? undefined : await storedKey(tillFolder(config, till)).catch(() => undefined);
  const keys = await journalSays(session, async ({state}) => state.keys, []);
  const newest = keys.at(-1);
  if (newest === undefined) return [];
  const {isVouchedFor} = await import('../../print/signing-key.js');
  const odd = keys.find(key => !isVouchedFor(till, key));
  const facts = {key: newest.publicKey.slice(0, 8), keys: keys.length, line: odd?.fromSeq ?? newest.fromSeq};
  const isOther = stored?.publicKey !== newest.publicKey;
  const message = isOther ? words.signingKeyOther : odd === undefined ? words.signingKey : words.signingKeyUnsigned;
  const state = isOther || odd !== undefined ? 'warning' : 'ok';
  return [check('signing-key', state, message(facts), facts)];
}

/** Whether everybody who works here can sign in: the secrets are beside the journal, and a backup may have other ones. */
export async function checkStaff(session: Session): Promise<readonly Check[]> {
  const {language} = session;
  const staff = await journalSays(session, async ({state}) => state.staff, undefined);
  if (staff === undefined) return [];
  const words = messages(language).doctor;
  const config = configOf(session);
  const folder = tillFolder(config, config.till ?? '');
  try {
    await checkStaffThere(folder, staff);
    if (!hasStaff(staff)) return [];
    const without = await peopleWithoutSecret(folder, staff);
    const names = without.map(({name}) => cleanText(name, 60)).join(', ');
    const facts = {people: activePeople(staff).filter(({verbs}) => verbs === undefined).length, names};
    const isNobodyLeft = without.length === activePeople(staff).length; // then nobody sells
    const state = isNobodyLeft ? 'bad' : 'warning';
    if (without.length > 0)
      return [{...check('staff', state, words.staffWithoutPin({names}), facts), exit: exitCodes.configuration}];
    return [check('staff', 'ok', words.staff({count: facts.people}), facts)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [badCheck('staff', error, session)];
  }
}

/** Checks that the keys are there with which the customers of all days are sealed. No check for a till that has sealed none. */
export async function checkCustomers(session: Session): Promise<readonly Check[]> {
  const words = messages(session.language).doctor;
  const config = configOf(session);
  const folder = tillFolder(config, config.till ?? '');
  const found = await journalSays(session, ({state}) => customerKeysOf(state, folder), undefined);
  if (found === undefined) return [];
  const {keys, missing, unread} = found;
  if (keys + missing.length + unread.length === 0) return [];
  const facts = {count: keys, months: missing.join(', '), files: unread.join(', ')};
  if (missing.length > 0) return [check('customers', 'warning', words.customersLost(facts), facts)];
  if (unread.length > 0) return [check('customers', 'warning', words.customersUnread(facts), facts)];
  return [check('customers', 'ok', words.customers(facts), facts)];
}

/** Checks whether receipts can be sent by e-mail, and how many wait. Does not call the server. No check if no mail is set up. */
export async function checkMail(session: Session): Promise<readonly Check[]> {
  const {language} = session;
  const config = configOf(session);
  if (config.mail === undefined) return [];
  const {host, user} = config.mail;
  const mails = await journalSays(session, async ({state}) => state.mails.list, []);
  const facts = {host, count: mails.filter(({status}) => status === 'waiting').length};
  const password = await passwordFor(config.mail, tillFolder(config, config.till ?? ''));
  if (user !== undefined && password === undefined)
    return [check('mail', 'warning', problemText(new Problem('mail-password-missing'), language), facts)];
  return [check('mail', 'ok', messages(language).doctor.mail(facts), facts)];
}

/** The keys with which scanners end a code. */
const ends: Readonly<Record<string, ScannerSettings['suffix']>> = {'\r': 'enter', '\n': 'enter', '\t': 'tab'};

export const answers = {
  'doctor --printer': fields({printer: text('its address')}),
  'doctor --scanner': fields({
    characters: count('how many arrived'),
    milliseconds: count('from the first to the last'),
    code: elseNull(text('what was scanned'), 'a person may have typed it'),
    suffix: oneOf(['enter', 'tab', 'none'], 'the key that ended it'),
    mark: elseNull(text('the mark of its symbology (AIM) with which it begins'), 'it has none'),
    prefix: elseNull(text('what else is before a barcode, for the setting scanner.prefix'), 'there is nothing'),
    isRecognised: flag('whether the till takes it for a code'),
  }),
};

/** Shows the settings of the printer. A check prints nothing, so only the test slip shows whether the printer is there. */
export function checkPrinter({language}: Session, config: Config | undefined): Check {
  if (config?.printer === undefined) return check('printer', 'warning', messages(language).doctor.printer);
  const {address, columns, codePage} = config.printer;
  const facts = {address, columns, codePage};
  return check('printer', 'ok', messages(language).command.slip.printer(facts), facts);
}

/** Reads the picture of receipts. A receipt goes without one that cannot be read. No check if there is none. */
export async function checkLogo({language}: Session, {receipt: {logo}}: Config): Promise<readonly Check[]> {
  if (logo === undefined) return [];
  const facts = {file: cleanText(logo, 200)};
  try {
    const {readPicture} = await import('../../print/picture.js');
    await readPicture(logo);
    return [check('logo', 'ok', messages(language).doctor.logo(facts), facts)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [check('logo', 'warning', problemText(error, language), facts)];
  }
}

/** Prints a slip that shows an owner what the printer can do. Throws `Problem` printer-missing, printer-unreachable. */
export async function probePrinter(session: Session): Promise<ExitCode> {
  const {language} = session;
  const address = await printTestSlip({...configOf(session), language});
  return answer(session, answers['doctor --printer'], {printer: address}, [
    `✓ ${messages(language).command.slip.probed({address})}`,
  ]);
}

/** Shows what arrives when a code is scanned. Exits with configuration if it is no code for the till. Throws `Problem` no-terminal. */
export async function probeScanner(session: Session): Promise<ExitCode> {
  const {scanner} = configOf(session);
  const {face, language} = session;
  const words = messages(language).doctor.scanner;
  const heard = await face.hearKeys(`${words.ask} `);
  if (heard === undefined) throw new Problem('no-terminal');
  const scan = readScan(heard, scanner);
  const {code, mark, prefix, suffix, characters, milliseconds} = scan;
  const isRecognised = code !== undefined && suffix === scanner.suffix;
  const facts = {code: code ?? '', end: words.ends[suffix], suffix};
  const verdict = code === undefined ? words.slow : (isRecognised ? words.right : words.otherEnd)(facts);
  await answer(session, answers['doctor --scanner'], {...scan, isRecognised}, [
    words.arrived({characters, milliseconds}),
    `${isRecognised ? '✓' : '!'} ${verdict}`,
    ...(mark === undefined ? [] : [`✓ ${words.mark({mark})}`]),
    ...(prefix === undefined ? [] : [`! ${words.prefix({prefix})}`]),
  ]);
  return isRecognised ? exitCodes.done : exitCodes.configuration;
}

function readScan(heard: readonly HeardKeys[], {prefix}: ScannerSettings) {
  let burst: Burst | undefined;
  let end: {readonly suffix: ScannerSettings['suffix']; readonly code: string | undefined} | undefined;
  for (const [chunk, {text, at: now}] of heard.entries())
    for (const character of text) {
      const suffix = ends[character];
      if (end === undefined && suffix === undefined) burst = burstAfter(burst, {text: character, chunk}, now);
      else if (suffix !== undefined) end ??= {suffix, code: codeOf(burst, {chunk, now, prefix})};
    }
  const last = {chunk: heard.length - 1, now: heard.at(-1)?.at ?? 0, prefix};
  const {suffix, code} = end ?? {suffix: 'none' as const, code: codeOf(burst, last)};
  const milliseconds = Math.round((heard.at(-1)?.at ?? 0) - (heard[0]?.at ?? 0));
  const characters = heard.reduce((sum, {text}) => sum + text.length, 0);
  const before = scannerPrefix(priceListOf([]), code ?? '');
  return {
    suffix,
    code: code === undefined ? undefined : cleanText(hideCardNumbers(code), 64),
    mark: symbologyMark((code ?? '').slice(before?.length ?? 0)),
    prefix: before === '' ? undefined : before,
    characters,
    milliseconds,
  };
}
