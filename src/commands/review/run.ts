import {parseSearch} from '../../core/books/search.js';
import {secondsText} from '../../core/day/business-day.js';
import type {StoredEvent} from '../../core/events/event.js';
import {asOfText} from '../../core/journal/as-of-text.js';
import {flawText} from '../../core/messages/cause.js';
import {messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import {type Currency, decimalText, type Money} from '../../core/money/money.js';
import {badgeText} from '../../core/payment/badge.js';
import {verdictOf} from '../../core/payment/payment.js';
import {operatorOf, tenderName} from '../../core/payment/tender.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {needsSentences} from '../../core/technical/environment.js';
import {cleanText} from '../../core/text/text.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {type Moment, momentFrom, openReview, type PaymentRow, type Review, type ReviewDay} from '../../till/review.js';
import {dayCountTexts, verdictCounts} from '../../till/review-export.js';
import {eventLine} from '../event-lines.js';

/** What to show of a journal. */
export type ReviewOptions = {
  readonly folder?: string;
  readonly out?: string;
  readonly at?: string;
  readonly day?: string;
  readonly search?: string;
  readonly events?: boolean;
};

type Given = ReviewOptions & {readonly folder: string; readonly out: string};

/**
 * Opens the screens on a terminal. Otherwise writes what was asked for, as lines, or under `--json` as JSON Lines. Exits with 7 if the
 * journal is damaged.
 */
export async function runReview(session: Session, options: Given): Promise<ExitCode> {
  const {face, flags, isJson, language} = session;
  const {folder, out, at, day, search, events = false} = options;
  if (face.isTerminal && !isJson && !events) {
    const start = {...(at && {at}), ...(day && {day}), ...(search && {search})};
    const isPlain = flags.plain ?? needsSentences(face.environment);
    return face.openReview({folder, exports: out, language, isPlain, environment: face.environment, start});
  }
  const review = await openReview(folder);
  await review.load(() => undefined, face.interrupted);
  if (face.interrupted.aborted) return exitCodes.interrupted;
  const moment = at === undefined ? review.latest() : await momentFrom(review, at, day);
  writeJournal(session, review, moment);
  if (events) await writeEvents(session, {review, moment, day, search});
  else if (day === undefined && search === undefined) writeDays(session, review.days(moment));
  else writePayments(session, {review, moment, day, search});
  return review.damage() === undefined ? exitCodes.done : exitCodes.journal;
}

type Asked = {
  readonly review: Review;
  readonly moment: Moment;
  readonly day: string | undefined;
  readonly search: string | undefined;
};

/** Writes which journal it is and what is wrong with it: in JSON as the first line, otherwise as notes. */
function writeJournal(session: Session, review: Review, moment: Moment): void {
  const {seq, at} = moment;
  const damage = review.damage();
  const {till, profile, zone} = review.origin();
  const words = messages(session.language).review;
  if (damage !== undefined)
    note(session, `! ${words.damaged({...damage, why: flawText(damage.why, session.language)})}`);
  if (session.isJson) {
    const asOf = at === undefined ? null : {seq, at: at === null ? null : instantText(at)};
    const [missing, tornBytes] = [review.missing(), review.tornBytes()];
    const {segments, of, events} = review.progress();
    const about = {kind: 'journal', folder: review.folder, till, profile, zone, segments, of, events};
    writeJson(session, {...about, asOf, missing, tornBytes, damage: damage ?? null});
    return;
  }
  note(session, `${words.confinedWhole}.`);
  const missing = review.missing();
  if (missing !== null) note(session, words.missing({segment: missing}));
  if (review.tornBytes() > 0) note(session, words.torn({bytes: review.tornBytes()}));
  if (at !== undefined) note(session, asOfText({...moment, at}, zone, session.language));
}

function writeDays(session: Session, days: readonly ReviewDay[]): void {
  const {dayStates, givenBack} = messages(session.language).review;
  for (const row of days) {
    if (session.isJson) {
      const counts = verdictCounts(row);
      const {day, state, payments} = row;
      const {paid, 'not-paid': notPaid, 'not-known': notKnown, 'needs-person': needsPerson} = counts;
      const money = {takings: moneyAsJson(row.paid), givenBack: moneyAsJson(row.givenBack)};
      writeJson(session, {kind: 'day', day, state, payments, paid, notPaid, notKnown, needsPerson, ...money});
      continue;
    }
    const said = [
      row.state === 'whole' ? '' : `! ${dayStates[row.state]}`,
      ...dayCountTexts(row, session.language),
      ...sums(row.paid).map(sum => displayMoney(sum, session.language)),
      ...sums(row.givenBack).map(money => `${givenBack} ${displayMoney(money, session.language)}`),
    ];
    writeLines(session, [[row.day, ...said.filter(text => text !== '')].join('  ')]);
  }
}

function writePayments(session: Session, {review, moment, day, search}: Asked): void {
  const found = search === undefined ? review.ofDay(day ?? '', moment) : review.find(parseSearch(search), moment);
  const rows = found.map(number => review.row(number, moment));
  for (const row of rows) {
    if (day !== undefined && row.businessDate !== day) continue;
    if (session.isJson) writeJson(session, paymentAsJson(row));
    else writeLines(session, [paymentLine(session, row, review.origin().zone)]);
  }
}

async function writeEvents(session: Session, {review, moment, day, search}: Asked): Promise<void> {
  const {zone} = review.origin();
  const write = (event: StoredEvent) => {
    if (session.isJson) writeJson(session, {kind: 'event', ...event});
    else writeLines(session, [eventLine(event, zone)]);
  };
  if (search === undefined && day !== undefined) {
    for (const event of await review.eventsOfDay(day, moment)) write(event);
    return;
  }
  for await (const {found} of review.findWords(parseSearch(search ?? ''), moment, day)) {
    if (session.face.interrupted.aborted) return;
    for (const {event} of found) write(event);
  }
}

/** Names are stable; money is decimal text; instants are UTC. */
function paymentAsJson({number: _, at, amount, isGivenBack, tender, firstSeq, lastSeq, ...row}: PaymentRow) {
  const money = {amount: decimalText(amount), currency: amount.currency};
  const operator = {operator: operatorOf(tender), operatorId: tender.channel};
  const more = {verdict: verdictOf(row), givenBack: isGivenBack, ...operator, seq: firstSeq, lastSeq};
  return {kind: 'payment', ...row, ...money, ...more, at: instantText(at)};
}

function paymentLine({language}: Session, row: PaymentRow, zone: string): string {
  const {businessDate, at, amount, badge, payer, tender, person, reference} = row;
  const parts = [
    businessDate,
    secondsText(at, zone),
    reference,
    displayMoney(amount, language),
    badgeText(badge, language),
    payer,
    tenderName(tender, language),
    person,
  ];
  return parts.map(text => cleanText(text, 80)).join('  ');
}

function sums(map: ReadonlyMap<Currency, number>): readonly Money[] {
  return [...map].map(([currency, minor]) => ({currency, minor}));
}

const moneyAsJson = (map: ReadonlyMap<Currency, number>) =>
  sums(map).map(money => ({currency: money.currency, amount: decimalText(money)}));

const instantText = (epochMs: number): string => Temporal.Instant.fromEpochMilliseconds(epochMs).toString();
