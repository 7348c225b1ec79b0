import type {Config} from '../config.js';
import {messages} from '../core/messages/messages.js';
import {checkEmail} from '../core/payment/order.js';
import {Problem} from '../core/problem.js';
import {isChangedOutside} from '../core/technical/settings.js';
import {backupFileIn, makeBackupKey, unwritable, writeBackup} from './backup.js';
import type {TillContext} from './context.js';
import {passwordFor} from './mail.js';
import {bookOf, changeSetting, settingsNow} from './settings.js';
import {noteDrawer} from './shift.js';
import {kickDrawer} from './slips.js';

/** The settings as the file has them now: what is tried out was often set a moment ago. Throws `Problem` settings-changed-outside for those of somebody else. */
async function newestSettings(context: TillContext, named: 'printer' | 'mail' | 'backup') {
  if (isChangedOutside(await settingsNow(context), named))
    throw new Problem('settings-changed-outside', {names: named});
  const {home} = bookOf(context);
  return {written: home.read(), config: home.check(home.read())};
}

/** Prints a slip that shows what the printer can do, and returns its address. Throws `Problem` printer-missing, printer-unreachable. */
export async function printTestSlip({printer, language}: Pick<Config, 'printer' | 'language'>): Promise<string> {
  if (printer === undefined) throw new Problem('printer-missing');
  const [{sendToPrinter}, {probeSlip}] = await Promise.all([
    import('../print/deliver.js'),
    import('../print/escpos.js'),
  ]);
  await sendToPrinter(printer.address, probeSlip(printer, language));
  return printer.address;
}

export const tryPrinter = async (context: TillContext): Promise<string> =>
  printTestSlip((await newestSettings(context, 'printer')).config);

/** Opens the drawer and records why, as for any opening. Throws as `noteDrawer` and `kickDrawer` do. */
export async function tryDrawer(context: TillContext): Promise<string> {
  const {printer, language} = (await newestSettings(context, 'printer')).config;
  if (printer === undefined) throw new Problem('printer-missing');
  await noteDrawer(context, messages(language).settingsScreen.tryouts.drawer.title);
  await kickDrawer({settings: {printer}});
  return printer.address;
}

/** Sends a message without a receipt, and returns what the server said. Throws `Problem` email-invalid, mail-missing, mail-refused, and as `openMail` does. */
export async function tryMail(context: TillContext, to: string): Promise<string> {
  const {mail, shop, language} = (await newestSettings(context, 'mail')).config;
  const address = checkEmail(to);
  if (mail === undefined) throw new Problem('mail-missing');
  const {openMail} = await import('../print/mail.js');
  const {folder, till} = context.settings;
  const password = await passwordFor(mail, folder);
  const connection = await openMail({...mail, password}, context.leaving);
  const {testSubject: subject, testText: text} = messages(language).mail;
  const id = `<duka.${till}.test.${context.world.now()}@${mail.from.split('@')[1] ?? 'localhost'}>`;
  const {outcome, text: said} = await connection
    .send({id, from: mail.from, sender: shop, to: address, subject: subject({shop}), text})
    .finally(connection.close);
  if (outcome !== 'accepted') throw new Problem('mail-refused', {host: mail.host, text: said});
  return said;
}

/** Writes a backup for the recipients of the settings into a new file, in this folder or under this name. Throws `Problem` backup-for-nobody, file-exists, file-not-writable. */
export async function backUp(
  context: TillContext,
  out: string,
): Promise<{readonly file: string; readonly files: number; readonly seq: number}> {
  const {written, config} = await newestSettings(context, 'backup');
  const {folder, recipients = []} = written.backup ?? {};
  if (recipients.length === 0) throw new Problem('backup-for-nobody');
  const {journal, version, world, settings} = context;
  const {till} = settings;
  const now = world.now();
  const file = backupFileIn(out.trim() || folder || '.', till, {now, ending: 'tar.gz.age'});
  const of = {home: config.home, profile: config.profile, till, version};
  const lock = {kind: 'recipients', recipients} as const;
  const {files, seq} = await writeBackup(of, {journal, now, lock}, file).catch(unwritable(file));
  return {file, files: Object.keys(files).length, seq};
}

/**
 * Makes a key for backups in a new file, and adds its public part to those for whom backups are made. Throws as `makeBackupKey` and
 * `changeSetting` do.
 */
export async function addBackupKey(context: TillContext, file: string): Promise<string> {
  const {recipients = []} = (await newestSettings(context, 'backup')).written.backup ?? {};
  const recipient = await makeBackupKey(file);
  await changeSetting(context, {name: 'backup.recipients', value: [...recipients, recipient].join(', ')});
  return recipient;
}

/** Returns which addresses of a range accept what is printed. Throws `Problem` address-range-wrong. */
export async function searchPrinters(
  {leaving}: Pick<TillContext, 'leaving'>,
  range: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const {addressesIn, findPrinters} = await import('../print/deliver.js');
  return findPrinters(addressesIn(range), AbortSignal.any([signal, leaving]));
}
