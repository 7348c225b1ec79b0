import {parseSearch} from '../../core/books/search.js';
import {secondsText} from '../../core/day/business-day.js';
import {date, instant} from '../../core/day/schema.js';
import type {StoredEvent} from '../../core/events/event.js';
import {asOfText} from '../../core/journal/as-of-text.js';
import {profile} from '../../core/journal/schema.js';
import {flawText} from '../../core/messages/cause.js';
import {messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Currency, Money} from '../../core/money/money.js';
import {amount, amountOf} from '../../core/money/schema.js';
import {badges, badgeText} from '../../core/payment/badge.js';
import {paymentStatuses, type Verdict, verdictNames, verdictOf} from '../../core/payment/payment.js';
import {reference} from '../../core/payment/schema.js';
import {operatorOf, tenderName} from '../../core/payment/tender.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {
  choice,
  count,
  elseNull,
  fields,
  flag,
  json,
  list,
  made,
  object,
  oneOf,
  orNull,
  text,
} from '../../core/spec/spec.js';
import {needsSentences} from '../../core/technical/environment.js';
import {cleanText} from '../../core/text/text.js';
import {answer, note, noteToPerson} from '../../session/print.js';
import {isForScreen, type Session} from '../../session/session.js';
import {type Moment, momentFrom, openReview, type PaymentRow, type Review, type ReviewDay} from '../../till/review.js';
import {dayCountTexts, verdictCounts} from '../../till/review-export.js';
import {eventLine} from '../event-lines.js';

export type ReviewOptions = {
  readonly folder?: string;
  readonly out?: string;
  readonly at?: string;
  readonly day?: string;
  readonly search?: string;
  readonly events?: boolean;
};

type Given = ReviewOptions & {readonly folder: string; readonly out: string};

const journalSpec = fields(
  {
    kind: oneOf(['journal']),
    folder: text('where it is'),
    till: text('that wrote it'),
    profile,
    zone: text('of the shop'),
    segments: count('how many segments were read'),
    of: count('how many there are'),
    events: count('how many were read'),
    asOf: elseNull(
      fields({
        seq: count('the last event that counts'),
        at: orNull(instant('of that event'), 'it is before the first'),
      }),
      'the end of the journal',
    ),
    missing: orNull(text('the segment that should come before the first one'), 'none'),
    tornBytes: count('of an unfinished last line'),
    damage: elseNull(
      fields({segment: text('where it is'), line: count('from 1'), why: text('in a word')}),
      'what was read is whole',
    ),
  },
  'the first line: which journal it is, and what is wrong with it',
);

const ofVerdict = (verdict: Verdict, about: string) =>
  made(count(about), (row: ReviewDay) => verdictCounts(row)[verdict]);
const sumSpec = fields({currency: text('of the amount'), amount: made(amount('of the day'), (sum: Money) => sum)});
const daySpec = fields(
  {
    kind: oneOf(['day']),
    day: date('of the books'),
    state: oneOf(['whole', 'damaged', 'unread'], 'how much of it could be read'),
    payments: count('how many'),
    paid: ofVerdict('paid', 'of them'),
    notPaid: ofVerdict('not-paid', 'of them'),
    notKnown: ofVerdict('not-known', 'of them'),
    needsPerson: ofVerdict('needs-person', 'of them'),
    takings: made(list(sumSpec, 'what was paid'), ({paid}: ReviewDay) => sums(paid)),
    givenBack: made(list(sumSpec, 'what was given back'), ({givenBack}: ReviewDay) => sums(givenBack)),
  },
  'a day, if neither `--day`, `--search` nor `--events` was said',
);

const paymentSpec = fields(
  {
    kind: oneOf(['payment']),
    reference: reference('its own'),
    payer: text('masked'),
    businessDate: date('on which it was asked for'),
    status: oneOf(paymentStatuses, 'what became of it, in detail'),
    badge: oneOf(badges, 'the verdict as the till shows it'),
    person: text('who asked for it'),
    ...amountOf('that was asked for', ({amount: asked}: PaymentRow) => asked),
    verdict: made(oneOf(verdictNames, 'what that means for the sale'), verdictOf),
    givenBack: made(flag('whether the money went back'), ({isGivenBack}: PaymentRow) => isGivenBack),
    operator: made(text('of the wallet or card'), ({tender}: PaymentRow) => operatorOf(tender)),
    operatorId: made(text('its id'), ({tender}: PaymentRow) => tender.channel),
    seq: made(count('its first event'), ({firstSeq}: PaymentRow) => firstSeq),
    lastSeq: count('its last event'),
    at: instant('when it was asked for'),
  },
  'a payment, by `--day` or `--search`',
);

const eventSpec = object(
  {kind: oneOf(['event'])},
  'an event as the journal has it, by `--events`',
  json('as in the journal'),
);

export const answers = {
  'journal review': choice(
    'kind',
    {journal: journalSpec, day: daySpec, payment: paymentSpec, event: eventSpec},
    'One object per line.',
  ),
};

/** Opens the screens on a terminal, otherwise writes lines or JSON Lines. Exits with 7 if the journal is damaged. */
export async function runReview(session: Session, options: Given): Promise<ExitCode> {
  const {face, flags, language} = session;
  const {folder, out, at, day, search, events = false} = options;
  if (isForScreen(session, events)) {
    const start = {...(at && {at}), ...(day && {day}), ...(search && {search})};
    const isPlain = flags.plain ?? needsSentences(face.environment);
    return face.openReview({folder, exports: out, language, isPlain, environment: face.environment, start});
  }
  const review = await openReview(folder);
  await review.load(() => undefined, face.interrupted);
  if (face.interrupted.aborted) return exitCodes.interrupted;
  const moment = at === undefined ? review.latest() : await momentFrom(review, at, day);
  await writeJournal(session, review, moment);
  if (events) await writeEvents(session, {review, moment, day, search});
  else if (day === undefined && search === undefined) await writeDays(session, review.days(moment));
  else await writePayments(session, {review, moment, day, search});
  return review.damage() === undefined ? exitCodes.done : exitCodes.journal;
}

type Asked = {
  readonly review: Review;
  readonly moment: Moment;
  readonly day: string | undefined;
  readonly search: string | undefined;
};

/** Writes which journal it is and what is wrong with it: in JSON as the first line, otherwise as notes. */
async function writeJournal(session: Session, review: Review, moment: Moment): Promise<void> {
  const {seq, at} = moment;
  const [damage, missing, tornBytes] = [review.damage(), review.missing(), review.tornBytes()];
  const origin = review.origin();
  const words = messages(session.language).review;
  if (damage !== undefined)
    note(session, `! ${words.damaged({...damage, why: flawText(damage.why, session.language)})}`);
  const asOf = at === undefined ? undefined : {seq, at};
  const about = {...origin, ...review.progress(), folder: review.folder, asOf, missing, tornBytes, damage};
  await answer(session, answers['journal review'], {kind: 'journal', ...about}, []);
  noteToPerson(session, `${words.confinedWhole}.`);
  if (missing !== null) noteToPerson(session, words.missing({segment: missing}));
  if (tornBytes > 0) noteToPerson(session, words.torn({bytes: tornBytes}));
  if (at !== undefined) noteToPerson(session, asOfText({...moment, at}, origin.zone, session.language));
}

async function writeDays(session: Session, days: readonly ReviewDay[]): Promise<void> {
  const {dayStates, givenBack} = messages(session.language).review;
  for (const row of days) {
    const said = [
      row.state === 'whole' ? '' : `! ${dayStates[row.state]}`,
      ...dayCountTexts(row, session.language),
      ...sums(row.paid).map(sum => displayMoney(sum, session.language)),
      ...sums(row.givenBack).map(money => `${givenBack} ${displayMoney(money, session.language)}`),
    ];
    const line = [row.day, ...said.filter(part => part !== '')].join('  ');
    await answer(session, answers['journal review'], {kind: 'day', ...row}, [line]);
  }
}

async function writePayments(session: Session, {review, moment, day, search}: Asked): Promise<void> {
  const found = search === undefined ? review.ofDay(day ?? '', moment) : review.find(parseSearch(search), moment);
  const rows = found.map(number => review.row(number, moment));
  for (const row of rows) {
    if (day !== undefined && row.businessDate !== day) continue;
    await answer(session, answers['journal review'], {kind: 'payment', ...row}, () => [
      paymentLine(session, row, review.origin().zone),
    ]);
  }
}

async function writeEvents(session: Session, {review, moment, day, search}: Asked): Promise<void> {
  const {zone} = review.origin();
  const write = (event: StoredEvent) =>
    answer(session, answers['journal review'], {kind: 'event', ...event}, () => [eventLine(event, zone)]);
  if (search === undefined && day !== undefined) {
    for (const event of await review.eventsOfDay(day, moment)) await write(event);
    return;
  }
  for await (const {found} of review.findWords(parseSearch(search ?? ''), moment, day)) {
    if (session.face.interrupted.aborted) return;
    for (const {event} of found) await write(event);
  }
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
  return parts.map(part => cleanText(part, 80)).join('  ');
}

function sums(map: ReadonlyMap<Currency, number>): readonly Money[] {
  return [...map].map(([currency, minor]) => ({currency, minor}));
}
