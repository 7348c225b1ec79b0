import {businessDate} from '../core/day/business-day.js';
import {loadMessages} from '../core/messages/messages.js';
import {type NeedsFacts, needsOf} from '../views/office/needs.js';
import type {HeadOffice} from './program.js';

/** What is known of everything that may need a person. `isWhole`: for somebody who may look at the whole office. */
export async function readNeedsFacts(
  office: HeadOffice,
  {zone, isWhole}: {readonly zone: string; readonly isWhole: boolean},
): Promise<NeedsFacts> {
  const today = businessDate(office.register.now(), zone, '00:00');
  const [tills, incidents, unsettled, zs, marks, status, {open}, unclosed] = await Promise.all([
    ...([office.tills(), office.incidents()] as const),
    office.rows.paymentsIn(['not-known', 'sending', 'waiting', 'needs-person', 'amount-differs', 'judged-paid']),
    ...([office.rows.zs(), office.marks(), isWhole ? office.status() : undefined, office.alerts.settings()] as const),
    office.rows.unclosed(today),
  ]);
  const isOpen = ({closedBy}: (typeof incidents)[number]) => closedBy === null;
  return {tills, incidents: incidents.filter(isOpen), unsettled, zs, zone, marks, status, open, unclosed};
}

/** Raises an alert for each need of which the owner has to hear, and sends what is due. To be called from time to time. */
export async function lookForAlerts(office: HeadOffice): Promise<void> {
  const {language} = await office.alerts.settings();
  await loadMessages(language);
  const now = office.register.now();
  const zone = (await office.rows.zone(undefined)) ?? 'UTC';
  const facts = await readNeedsFacts(office, {zone, isWhole: true});
  // What a node has that does not answer would look as if it were over.
  if (office.missing().length === 0) await office.alerts.raise(needsOf(facts, {language, now}), {now, zone});
  await office.alerts.deliver();
}
