import {dayText, momentText} from '../../core/day/business-day.js';
import {fill, type Language, languages, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import type {Currency} from '../../core/money/money.js';
import {
  type Alert,
  type AlertSettings,
  alertSettingNames,
  isSilentWhileOpen,
  type RaisedAlert,
} from '../../core/office/alert.js';
import type {OfficeIncident} from '../../core/office/incident.js';
import {
  backupAge,
  mostBackupDays,
  type OfficeStatus,
  roomWanted,
  standingOf,
  type TillStanding,
} from '../../core/office/view.js';
import {inDrawer, zName} from '../../core/shift/report.js';
import {cleanText} from '../../core/text/text.js';
import {fact, type Tone, title} from '../block.js';
import type {PageBlock, PageField} from './page-block.js';
import type {ListedPayment} from './payments.js';
import {hidden, rowsOf} from './people.js';
import {receivedText} from './takings.js';
import {differsText, type OfficeZ, zAddress} from './zs.js';

export function incidentText(what: OfficeIncident, language: Language): string {
  const words = messages(language).office.incidents;
  if (what.kind === 'list-refused') return words[what.kind](what);
  if (what.kind !== 'received-twice') return words[what.kind];
  const {reference, earlier} = what;
  return words[what.kind]({reference, earlier: earlier.reference, till: `${earlier.shop}/${earlier.till}`});
}

type OpenIncident = {
  readonly shop: string;
  readonly till: string;
  readonly number: number;
  readonly at: string;
  readonly what: OfficeIncident;
};

/** Everything that a person may have to look at. `unsettled` are payments that are neither paid nor failed, or of which a person said so. */
export type NeedsFacts = {
  readonly tills: readonly TillStanding[];
  readonly incidents: readonly OpenIncident[];
  readonly unsettled: readonly ListedPayment[];
  readonly zs: readonly OfficeZ[];
  readonly zone: string;
  readonly marks: readonly SeenNote[];
  /** The state of the whole office, for who may look at all of it. */
  readonly status: OfficeStatus | undefined;
  /** When tills are in use, such as `08:00-20:00`; empty if that is not stated. */
  readonly open: string;
  /** Tills without a Z for a day that is over, each since the first such day. */
  readonly unclosed: readonly {readonly shop: string; readonly till: string; readonly since: string}[];
};

/** What a person has said about one of these things. */
type SeenNote = {readonly key: string; readonly person: string; readonly note: string; readonly at: string};

/** Something to look at: what it is, what to do now, and since when it is so. `key` names it for good. */
type Need = Alert & {readonly tone: Tone; readonly to?: string};

const hourMs = 3_600_000;
/** For how long a Z and what a person said about a payment are shown. */
const shownMs = 31 * 24 * hourMs;

type Watching = {readonly language: Language; readonly now: number};

/** Returns what a person has to look at, that with money first. */
export function needsOf(facts: NeedsFacts, {language, now}: Watching): readonly Need[] {
  const {tills, incidents, unsettled, zs, zone, status, open, unclosed} = facts;
  const words = messages(language).officePage.needs;
  return [
    ...(status === undefined ? [] : officeNeeds(status, {zone, language, now})),
    ...incidents.map(({shop, till, number, at, what}) => ({
      key: `incident-${till}-${number}`,
      tone: 'needs-person' as const,
      where: `${shop}/${till}`,
      level: 1,
      what: incidentText(what, language),
      now: words.incident({till, number}),
      since: receivedText(at, zone),
      to: `/tills/${till}`,
    })),
    ...unsettled.flatMap(payment => paymentNeed(payment, {zone, language, now})),
    ...zs.flatMap(z => zNeeds(z, {language, now})),
    ...unclosed.map(({shop, till, since}) => ({
      key: `unclosed-${till}-${since}`,
      tone: 'not-known' as const,
      where: `${shop}/${till}`,
      since,
      level: 1,
      what: words.notClosed.what({till, since: dayText(since, language)}),
      now: words.notClosed.now,
      to: `/tills/${till}`,
    })),
    ...tills.flatMap(till => tillNeed(till, open, {zone, language, now})),
  ];
}

type Placed = Watching & {readonly zone: string};

/** What the office itself needs: a backup, and room on its disk. */
function officeNeeds(
  {lines, missingShops, database, ...status}: OfficeStatus,
  {zone, language, now}: Placed,
): readonly Need[] {
  const {needs: words} = messages(language).officePage;
  const common = {where: '', tone: 'needs-person' as const};
  const {backupAt} = status;
  const age = backupAge(status, now);
  const isOverdue = lines > 0 && !missingShops.includes('') && age > (backupAt === null ? 0 : mostBackupDays);
  const room = database.freeBytes ?? roomWanted;
  return [
    ...(room < roomWanted
      ? [
          {
            ...common,
            key: 'disk',
            level: room < roomWanted / 10 ? 2 : 1,
            since: momentText(now, zone),
            what: words.disk.what({free: Math.floor(room / 1024 ** 2)}),
            now: words.disk.now,
          },
        ]
      : []),
    ...(isOverdue
      ? [
          {
            ...common,
            key: `backup-${backupAt ?? 'never'}`,
            level: age > 2 * mostBackupDays ? 2 : 1,
            since: receivedText(backupAt ?? status.since, zone),
            now: words.backup.now,
            what: backupAt === null ? words.backup.none : words.backup.old({days: age}),
          },
        ]
      : []),
  ];
}

function tillNeed(till: TillStanding, open: string, {zone, language, now}: Placed): readonly Need[] {
  const {needs: words} = messages(language).officePage;
  const {standings} = messages(language).office;
  const {heardAt} = till;
  const found = standingOf(till, now);
  const isDue = (found === 'whole' || found === 'behind') && isSilentWhileOpen(heardAt, open, {now, zone});
  const standing = isDue ? 'silent' : found;
  if (standing !== 'silent' && standing !== 'unheard' && standing !== 'halted') return [];
  return [
    {
      key: `${standing}-${till.till}-${heardAt ?? 'never'}`,
      tone: 'not-known',
      to: `/tills/${till.till}`,
      where: `${till.shop}/${till.till}`,
      since: receivedText(heardAt, zone),
      what: isDue ? words.silentOpen : standings[standing],
      now: words[standing],
      level: standing === 'silent' ? (isDue ? 1 : 2) : 0,
    },
  ];
}

function paymentNeed(
  {shop, till, reference, requestedAt, verdict, currency, minor}: ListedPayment,
  {zone, language, now}: Placed,
): readonly Need[] {
  const words = messages(language).officePage.needs;
  const amount = displayMoney({currency: currency as Currency, minor}, language);
  const kind = verdict === 'not-known' ? 'open' : verdict === 'needs-person' ? 'contradiction' : 'judged';
  if (kind === 'open' && requestedAt > now - hourMs) return [];
  if (kind === 'judged' && requestedAt < now - shownMs) return [];
  return [
    {
      key: `${kind}-${reference}`,
      tone: kind === 'open' ? 'not-known' : 'needs-person',
      where: `${shop}/${till}`,
      what: words[kind].what({reference, amount}),
      now: fill(words[kind].now, {till}),
      level: kind === 'open' ? (requestedAt > now - 24 * hourMs ? 1 : 2) : 0,
      since: momentText(requestedAt, zone),
      to: `/payments/${reference}`,
    },
  ];
}

function zNeeds(z: OfficeZ, {language, now}: Watching): readonly Need[] {
  const {differs, report, shop, till, number, closedAt, businessDate} = z;
  const words = messages(language).officePage;
  const common = {
    where: `${shop}/${till}`,
    tone: 'needs-person' as const,
    since: businessDate,
    to: zAddress(z),
    level: 1,
  };
  const found: Need[] = [];
  if (differs.length > 0)
    found.push({
      ...common,
      key: `z-${till}-${number}`,
      what: `${zName(number)}: ${words.zDiffers({what: differsText(z, language)})}`,
      now: words.needs.z({till}),
    });
  // A note is asked for beyond the limit of the shop.
  if (report.difference !== null && closedAt > now - shownMs)
    found.push({
      ...common,
      key: `drawer-${till}-${number}`,
      now: words.needs.drawer.now,
      what: words.needs.drawer.what({
        z: zName(number),
        amount: report.drawers
          .flatMap(({currency, difference}) =>
            difference ? [displayMoney(inDrawer(currency, difference), language)] : [],
          )
          .join(', '),
        note: report.difference.note,
      }),
    });
  return found;
}

const seenText = ({person, note, at}: SeenNote, zone: string): string =>
  `${cleanText(person, 100)} · ${receivedText(at, zone)}: ${note}`;

/** Lists what needs a person; first what nobody has seen. */
export function describeNeeds(facts: NeedsFacts, watching: Watching): readonly PageBlock[] {
  const {names, needs: words} = messages(watching.language).officePage;
  const {columns} = messages(watching.language).office;
  const {marks, zone} = facts;
  const markOf = ({key}: Need) => marks.findLast(each => each.key === key);
  const needs = needsOf(facts, watching).toSorted(
    (a, b) => Number(markOf(a) !== undefined) - Number(markOf(b) !== undefined),
  );
  const list = rowsOf('needs', {
    columns: [
      {title: columns.what, grows: true, width: 30},
      {title: columns.till, most: 20},
      {title: words.since, width: 16, from: 90},
      {title: words.seenBy, most: 40, from: 120},
    ],
    rows: needs.map(need => {
      const mark = markOf(need);
      const seen = mark === undefined ? words.nobody : seenText(mark, zone);
      const cells = [need.what, need.where, need.since, seen];
      return {id: need.key, cells, tone: mark === undefined ? need.tone : 'quiet', to: `/needs/${need.key}`};
    }),
    empty: words.nothing,
  });
  return [title(names.needs), list];
}

/** Describes one thing that needs a person: what to do now, who has seen it, and a form to say so, with a name if nobody has signed in; undefined if it is over. */
export function describeNeed(
  key: string,
  facts: NeedsFacts,
  {isSigned, ...watching}: Watching & {readonly isSigned: boolean},
): readonly PageBlock[] | undefined {
  const {needs: words} = messages(watching.language).officePage;
  const {columns} = messages(watching.language).office;
  const need = needsOf(facts, watching).find(each => each.key === key);
  if (need === undefined) return undefined;
  const seen = facts.marks.filter(each => each.key === key);
  return [
    title(need.what),
    ...(need.where === '' ? [] : [fact('where', need.where, {lead: columns.till})]),
    fact('since', need.since, {lead: words.since}),
    fact('todo', need.now, {lead: words.todo, tone: need.tone}),
    ...(need.to === undefined ? [] : [{kind: 'links' as const, id: 'thing', links: [{to: need.to, text: words.look}]}]),
    fact('seen', seen.length === 0 ? words.nobody : words.seenBy, {tone: 'strong'}),
    ...seen.map((mark, at) => fact(`seen ${at}`, seenText(mark, facts.zone))),
    {
      kind: 'form',
      id: 'mark',
      method: 'post',
      key: 's',
      button: words.mark,
      fields: [
        ...(isSigned
          ? []
          : [{name: 'person', label: messages(watching.language).reconcileScreen.accept.fields.person}]),
        {name: 'note', label: words.note, isRequired: true},
      ],
    },
  ];
}

const mostTold = 50;

/** An e-mail with alerts: what each is about, and what to do. */
export function alertText(
  alerts: readonly Alert[],
  language: Language,
): {readonly subject: string; readonly text: string} {
  const words = messages(language).officePage.alerts;
  const {since: sinceWord} = messages(language).officePage.needs;
  const told = alerts
    .slice(0, mostTold)
    .map(({what, where, since, now}) =>
      [
        [what, where].filter(Boolean).join(' · '),
        ...(since === '' ? [] : [`  ${sinceWord}: ${since}`]),
        ...(now === '' ? [] : [`  ${now}`]),
      ].join('\n'),
    );
  const more = alerts.length - told.length;
  const [first] = alerts;
  return {
    subject: alerts.length === 1 && first !== undefined ? `Duka: ${first.what}` : words.subject({count: alerts.length}),
    text: `${[...told, ...(more > 0 ? [words.more({count: more})] : [])].join('\n\n')}\n`,
  };
}

/** What came of an alert: it waits, was sent, or could not be. */
export function alertState({waits, dueAt, trouble, goneAt}: RaisedAlert, zone: string, language: Language): string {
  const words = messages(language).officePage.alerts;
  if (waits.length > 0 && goneAt === null)
    return [words.waits({time: momentText(dueAt, zone)}), ...(trouble === '' ? [] : [trouble])].join(' · ');
  return trouble === ''
    ? goneAt === null || waits.length === 0
      ? words.sent
      : words.over
    : words.unsent({why: trouble});
}

type AlertFacts = {
  readonly settings: AlertSettings;
  readonly raised: readonly RaisedAlert[];
  readonly zone: string;
  /** By which a receiver checks who has called it. */
  readonly officeKey: string;
};

/** How alerts reach the owner, with a form to change it and one that sends a test, and which were raised. */
export function describeAlerts(
  {settings, raised, zone, officeKey}: AlertFacts,
  language: Language,
): readonly PageBlock[] {
  const {alerts: words, names, needs} = messages(language).officePage;
  const {columns} = messages(language).office;
  const {toNote, serverNote, fromNote, webhookNote, quietNote, openNote} = words.settings;
  const notes: Readonly<Partial<Record<string, string>>> = {
    to: toNote,
    server: serverNote,
    from: fromNote,
    webhook: webhookNote,
    quiet: quietNote,
    open: openNote,
  };
  const fields = alertSettingNames.map(
    (name): PageField => ({
      name,
      label: words.settings[name],
      value: settings[name],
      note: notes[name] ?? '',
      ...(name === 'language' && {
        options: languages.map(value => ({value, text: messages(language).language[value]})),
      }),
    }),
  );
  const password: PageField = {
    name: 'password',
    label: words.password,
    type: 'password',
    note: words.passwordNote,
    autocomplete: 'new-password',
  };
  const list = rowsOf('raised', {
    columns: [
      {title: columns.what, grows: true, width: 30},
      {title: columns.till, most: 20},
      {title: needs.since, width: 16, from: 90},
      {title: columns.state, most: 40},
    ],
    rows: raised.map(each => ({
      id: each.key,
      cells: [each.what, each.where, momentText(each.raisedAt, zone), alertState(each, zone, language)],
      tone: each.goneAt === null ? 'plain' : 'quiet',
    })),
    empty: words.none,
  });
  return [
    title(names.alerts),
    list,
    {kind: 'question', id: 'how', text: words.how},
    {
      kind: 'form',
      id: 'settings',
      method: 'post',
      button: words.save,
      fields: [hidden('do', 'set'), ...fields, password],
    },
    fact('key', words.key({key: officeKey}), {tone: 'quiet', most: 9}),
    {kind: 'form', id: 'test', method: 'post', button: words.tryIt, fields: [hidden('do', 'test')]},
  ];
}
