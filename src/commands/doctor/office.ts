import {ageText, momentText} from '../../core/day/business-day.js';
import {causeText} from '../../core/messages/cause.js';
import {fillFrom, messages} from '../../core/messages/messages.js';
import type {Session} from '../../session/session.js';
import {officeSettled, officeStanding, settledMembership} from '../../till/office.js';
import {type Surroundings, tillFolder} from '../../till/opened-journal.js';

import {withReading} from '../reading.js';
import type {Check} from './check.js';

/** Checks the till's connection with its head office. No check for a till that has not joined one. */
export async function checkOffice(session: Session, {config, settings}: Surroundings): Promise<readonly Check[]> {
  const {till, profile, zone} = config;
  const settled = officeSettled(settings.read(), profile);
  if (settled === undefined || till === undefined) return [];
  const words = messages(session.language);
  const {url} = settled;
  const place = {profile, till, folder: tillFolder(config, till)};
  const own = await settledMembership(settings.read(), place);
  if (own === undefined)
    return [{name: 'office', state: 'warning', message: words.doctor.officeChanged({url}), facts: {url}}];
  const {standing, newest} = await officeStanding(settings.read(), place);
  const line = newest?.checkpoint.seq ?? 0;
  const facts = {url, line, ...(standing?.trouble && {trouble: standing.trouble.kind})};
  if (standing?.rolledBack != null) {
    const {from, to, at} = standing.rolledBack;
    const message = words.office.rolledBack({from, to, at: momentText(Date.parse(at), zone)});
    return [{name: 'office', state: 'warning', message, facts}];
  }
  if (standing?.trouble != null) {
    const {kind, detail} = standing.trouble;
    const said = line === 0 ? words.office.hasNothing : words.office.has({line});
    return [
      {
        name: 'office',
        state: 'warning',
        message: `${fillFrom(words.office.troubles[kind], {detail: causeText(detail, session.language)})} ${said}`,
        facts,
      },
    ];
  }
  if (standing?.heardAt == null)
    return [{name: 'office', state: 'unknown', message: words.doctor.officeUnheard({url}), facts}];
  const lines = await linesOf(session);
  const waiting = lines - line;
  const silentMs = session.face.world.now() - Date.parse(standing.heardAt);
  if (waiting > 0 && silentMs > longestSilence) {
    const message = words.doctor.officeWaiting({url, line, count: waiting, age: ageText(silentMs, session.language)});
    return [{name: 'office', state: 'warning', message, facts: {...facts, lines, heardAt: standing.heardAt}}];
  }
  return [{name: 'office', state: 'ok', message: words.doctor.office({url, line, lines}), facts: {...facts, lines}}];
}

/**
 * The longest silence of an office that is normal, in milliseconds. An open till is in touch every 15 seconds, so lines that have waited
 * for a day need a person.
 */
const longestSilence = 86_400_000;

/** A journal that cannot be read has a check of its own. */
async function linesOf(session: Session): Promise<number> {
  return withReading(session, async ({journal}) => journal.tail().seq).catch(() => 0);
}
