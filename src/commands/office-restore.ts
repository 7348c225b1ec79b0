import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {restoreFromOffice} from '../till/office-restore.js';
import {tillFolder} from '../till/opened-journal.js';

import {namedTill} from '../till/own-till.js';
import type {OptionSpecs, OptionsOf} from './define.js';

export const restoreOptions = {'--from-office': 'fromOffice'} satisfies OptionSpecs;

/**
 * Restores a journal from the office. Under `--json` `{till, profile, url, seq, added}`. Throws `Problem` unknown-option without
 * `--from-office`, setting-missing if no option or setting names the till, and what `restoreFromOffice` throws.
 */
export async function restoreJournal(
  session: Session,
  url: string | undefined,
  code: string | undefined,
  {fromOffice = false}: OptionsOf<typeof restoreOptions>,
): Promise<ExitCode> {
  const words = messages(session.language);
  const {optionMissing, missingArgument} = words.help.usage;
  if (!fromOffice)
    throw new Problem('unknown-option', {detail: optionMissing({name: '--from-office', command: 'journal restore'})});
  if (url !== undefined && code === undefined)
    throw new Problem('unknown-option', {detail: missingArgument({name: 'code', command: 'journal restore'})});
  const {config, settings} = session.surroundings();
  const till = config.till ?? namedTill(config);
  if (till === undefined) throw new Problem('setting-missing', {name: 'DUKA_TILL'});
  const by = url === undefined || code === undefined ? undefined : {url, code};
  const {world} = session.face;
  const restored = await restoreFromOffice({
    ...{config, settings, world, till, by},
    folder: tillFolder(config, till),
  });
  const {profile} = config;
  if (session.isJson) writeJson(session, {till, profile, url: restored.url, seq: restored.line, added: restored.added});
  else writeLines(session, [`✓ ${words.office.restored({till: `${profile}/${till}`, line: restored.line})}`]);
  if (by !== undefined) note(session, words.office.restoredNext);
  return exitCodes.done;
}
