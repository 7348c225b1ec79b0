import {momentText} from '../../core/day/business-day.js';
import {type Language, listText, messages} from '../../core/messages/messages.js';
import type {ApiToken} from '../../core/office/api.js';
import {isEnrolled, isOpen, type OfficePerson, type ShopReach} from '../../core/office/person.js';
import type {TillPerson} from '../../core/office/till-staff.js';
import {roles} from '../../core/staff/schema.js';
import {visitorRights, visitorRoles} from '../../core/staff/visitor-schema.js';
import {cleanText} from '../../core/text/text.js';
import {type Column, compact, fact, type ListBlock, type ListRow, title} from '../block.js';
import type {PageBlock, PageField} from './page-block.js';

/** A browser that a person has signed in with. The id is the hash of the secret that the browser has. */
export type PersonSession = {
  readonly id: string;
  readonly person: string;
  readonly seenAt: number;
  readonly startedAt: number;
  /** From where it was last used. */
  readonly address: string;
  /** What the browser says that it is. */
  readonly agent: string;
};

/** A line of the technical log of sign-ins. It is not part of the office's chain, and only the newest lines are kept. */
export type SignInEntry = {
  readonly at: string;
  readonly kind: 'signed-in' | 'refused' | 'locked' | 'moved' | 'other-browser' | 'signed-out' | 'enrolled';
  /** Null if the name that was given is nobody's. */
  readonly name: string | null;
  readonly by: 'passkey' | 'passphrase' | 'recovery' | null;
  readonly address: string;
  readonly agent: string;
};

type Seen = {readonly language: Language; readonly zone: string; readonly now: number};
/** `reach` are the shops of the visitor. */
type SeenByOwner = Seen & {readonly reach: ShopReach};

const longest = 60;

export const rowsOf = (
  id: string,
  {columns, rows, empty}: {columns: readonly Column[]; rows: readonly ListRow[]; empty: string},
): ListBlock => ({
  kind: 'list',
  id,
  columns,
  empty,
  count: rows.length,
  rowAt: at => rows[at] as ListRow,
  marked: -1,
  markedText: '',
});

/** A name as a page shows it: the first owner has none before it is set. */
const nameOf = ({name, role}: OfficePerson, language: Language): string =>
  name === '' ? messages(language).officePeople.roles[role] : cleanText(name, longest);

/** What somebody signs in with. */
function waysOf({passphrase, passkeys, invitation}: OfficePerson, {language, now}: Seen): string {
  const {ways} = messages(language).officePeople;
  const found = compact([
    passphrase !== null && ways.passphrase,
    passkeys.length > 0 && ways.passkeys({count: passkeys.length}),
    invitation !== null && isOpen(invitation, now) && ways.invited,
  ]);
  return found.length === 0 ? ways.none : listText(found, language);
}

const shopsText = (shops: OfficePerson['shops'], language: Language): string =>
  shops === 'all' ? messages(language).officePeople.allShops : listText(shops, language);

/** The field of the shops of a person or a token, which only who may look at all shops leaves empty. */
const shopsField = (shops: ShopReach, {language, reach}: Pick<SeenByOwner, 'language' | 'reach'>): PageField => {
  const words = messages(language).officePeople;
  const value = shops === 'all' ? '' : shops.join(', ');
  const field = {name: 'shops', label: words.shops, value};
  return reach === 'all' ? {...field, note: words.shopsNote} : {...field, isRequired: true};
};

function rightsFields(person: Pick<OfficePerson, 'role' | 'shops'>, seen: SeenByOwner): readonly PageField[] {
  const words = messages(seen.language).officePeople;
  return [
    {
      name: 'role',
      label: words.role,
      value: person.role,
      options: visitorRoles.map(role => ({value: role, text: words.roles[role]})),
    },
    shopsField(person.shops, seen),
  ];
}

export const hidden = (name: string, value: string): PageField => ({name, label: '', type: 'hidden', value});

/** The people of an office, a form to add somebody, and the newest lines of the log. */
export function describePeople(
  {people, log}: {readonly people: readonly OfficePerson[]; readonly log: readonly SignInEntry[]},
  seen: SeenByOwner,
): readonly PageBlock[] {
  const {language, reach} = seen;
  const words = messages(language).officePeople;
  const staff = {to: '/people/staff', text: words.tillStaff.title};
  const rows = people.map(person => ({
    id: person.id,
    cells: [
      nameOf(person, language),
      words.roles[person.role],
      shopsText(person.shops, language),
      waysOf(person, seen),
    ],
    tone: isEnrolled(person) ? ('plain' as const) : ('quiet' as const),
    to: `/people/${person.id}`,
  }));
  const columns = [
    {title: words.name},
    {title: words.role},
    {title: words.shops},
    {title: words.columns.by, grows: true as const},
  ];
  return [
    title(words.people),
    rowsOf('people', {columns, rows, empty: ''}),
    ...(reach === 'all' ? [{kind: 'links' as const, id: 'staff', links: [staff]}] : []),
    {kind: 'question', id: 'add-title', text: words.add},
    {
      kind: 'form',
      id: 'add',
      method: 'post',
      to: '/people',
      button: words.addButton,
      fields: [
        hidden('do', 'add'),
        {name: 'name', label: words.name, isRequired: true},
        ...rightsFields({role: 'viewer', shops: reach}, seen),
      ],
    },
    {kind: 'question', id: 'log-title', text: words.log},
    logRows(log, seen),
  ];
}

function logRows(log: readonly SignInEntry[], {language, zone}: Seen): ListBlock {
  const words = messages(language).officePeople;
  const rows = log.map(({at, kind, name, by, address, agent}, id) => ({
    id: String(id),
    cells: [
      momentText(Date.parse(at), zone),
      name === null ? words.nobody : cleanText(name, longest),
      [words.kinds[kind], by !== null && words.by[by]].filter(Boolean).join(' · '),
      cleanText(address, longest),
      cleanText(agent, longest),
    ],
    tone: kind === 'locked' || kind === 'other-browser' ? ('problem' as const) : ('plain' as const),
  }));
  const {since, what, from, browser} = words.columns;
  const columns = [since, words.name, what, from, browser].map(text => ({title: text}));
  return rowsOf('log', {columns, rows, empty: words.noLog});
}

/** Where somebody is signed in, each with a form that ends it. */
function sessionBlocks(
  sessions: readonly PersonSession[],
  {own, to, language, zone}: Seen & {readonly own?: string | undefined; readonly to: string},
): readonly PageBlock[] {
  const words = messages(language).officePeople;
  return sessions.flatMap(({id, seenAt, startedAt, address, agent}): readonly PageBlock[] => [
    fact(`session-${id}`, `${cleanText(agent, longest)} · ${cleanText(address, longest)}`, {
      note: [
        `${words.columns.since} ${momentText(startedAt, zone)}`,
        `${words.columns.last} ${momentText(seenAt, zone)}`,
        ...(id === own ? [words.thisSession] : []),
      ].join(' · '),
    }),
    {
      kind: 'form',
      id: `end-${id}`,
      method: 'post',
      to,
      button: words.endSession,
      fields: [hidden('do', 'end'), hidden('session', id)],
    },
  ]);
}

/** One of the people: rights, sessions, and forms that change them. */
export function describePerson(
  {person, sessions}: {readonly person: OfficePerson; readonly sessions: readonly PersonSession[]},
  seen: SeenByOwner,
): readonly PageBlock[] {
  const {language} = seen;
  const words = messages(language).officePeople;
  const of = (does: string) => [hidden('do', does), hidden('id', person.id), hidden('version', String(person.version))];
  const form = {kind: 'form', method: 'post', to: '/people'} as const;
  return [
    title(nameOf(person, language)),
    fact('ways', waysOf(person, seen), {lead: words.columns.by}),
    {...form, id: 'rights', button: words.save, fields: [...of('rights'), ...rightsFields(person, seen)]},
    {...form, id: 'reset', button: words.reset, fields: of('reset')},
    {...form, id: 'remove', button: words.remove, fields: of('remove')},
    {kind: 'question', id: 'sessions', text: words.sessionsOf},
    ...sessionBlocks(sessions, {...seen, to: '/people'}),
  ];
}

/** What a visitor may see and change of themselves. */
export function describeYou(
  {person, sessions, own}: {person: OfficePerson; sessions: readonly PersonSession[]; own: string},
  seen: Seen,
): readonly PageBlock[] {
  const words = messages(seen.language).officePeople;
  return [
    title(nameOf(person, seen.language)),
    fact('role', words.roles[person.role], {lead: words.role}),
    fact('shops', shopsText(person.shops, seen.language), {lead: words.shops}),
    fact('ways', waysOf(person, seen), {lead: words.signInWays, note: words.addWay}),
    {
      kind: 'form',
      id: 'again',
      method: 'post',
      to: '/you',
      button: words.addWayButton,
      fields: [hidden('do', 'again')],
    },
    {kind: 'question', id: 'sessions', text: words.sessions},
    ...sessionBlocks(sessions, {...seen, own, to: '/you'}),
  ];
}

/** The tokens of programs, each with a form that revokes it, and one that makes another. */
export function tokenBlocks(
  tokens: readonly ApiToken[],
  {language, zone, reach}: {readonly language: Language; readonly zone: string; readonly reach: ShopReach},
): readonly PageBlock[] {
  const words = messages(language).officePeople;
  const form = {kind: 'form', method: 'post', to: '/people'} as const;
  return [
    {kind: 'question', id: 'tokens', text: words.tokens.title},
    ...tokens.flatMap(({id, name, rights, shops, madeAt}): readonly PageBlock[] => [
      fact(`token-${id}`, `${cleanText(name, 60)} · ${rights.join(', ')}`, {
        note: `${shops === null ? words.allShops : listText(shops, language)} · ${momentText(madeAt, zone)}`,
      }),
      {...form, id: `revoke-${id}`, button: words.tokens.revoke, fields: [hidden('do', 'revoke'), hidden('id', id)]},
    ]),
    {
      ...form,
      id: 'token',
      button: words.tokens.make,
      fields: [
        hidden('do', 'token'),
        {name: 'name', label: words.tokens.program, isRequired: true},
        {name: 'rights', label: words.tokens.rights, value: visitorRights.join(', '), isRequired: true},
        shopsField(reach, {language, reach}),
      ],
    },
  ];
}

/** A new token, which is told once. */
export function describeToken(secret: string, language: Language): readonly PageBlock[] {
  const words = messages(language).officePeople;
  return [
    title(words.tokens.made),
    {kind: 'exact', id: 'secret', lines: [secret], onRoll: false},
    fact('secret-note', words.tokens.once, {tone: 'quiet', most: 9}),
    {kind: 'links', id: 'go-on', links: [{to: '/people', text: words.goOn}]},
  ];
}

const at = '/people/staff';
const listedShops = ({shops}: TillPerson, language: Language): string =>
  shops === null ? messages(language).officePeople.allShops : listText(shops, language);

function fieldsOf({name, role, shops}: Pick<TillPerson, 'name' | 'role' | 'shops'>, language: Language): PageField[] {
  const {officePeople: own, staff} = messages(language);
  return [
    {name: 'name', label: own.name, value: name, isRequired: true},
    {name: 'role', label: own.role, value: role, options: roles.map(value => ({value, text: staff.roles[value]}))},
    {name: 'shops', label: own.shops, note: own.shopsNote, value: shops?.join(', ') ?? ''},
  ];
}

/** Who works at the tills of an office, and a form to add somebody. */
export function describeTillStaff(people: readonly TillPerson[], language: Language): readonly PageBlock[] {
  const {officePeople: words, staff, office} = messages(language);
  const {states} = words.tillStaff;
  const rows = people.map(person => ({
    id: person.id,
    cells: [
      ...[cleanText(person.name, 60), staff.roles[person.role], listedShops(person, language)],
      person.isLocked ? states.locked : states.active,
    ],
    tone: person.isLocked ? ('quiet' as const) : ('plain' as const),
    to: `${at}/${person.id}`,
  }));
  const columns = [{title: words.name}, {title: words.role}, {title: words.shops}, {title: words.tillStaff.state}];
  return [
    title(words.tillStaff.title),
    fact('intro', words.tillStaff.intro, {tone: 'quiet', most: 3}),
    rowsOf('staff', {columns, rows, empty: office.staffNobody}),
    {kind: 'question', id: 'add-title', text: words.add},
    {
      kind: 'form',
      id: 'add',
      method: 'post',
      to: at,
      button: words.addButton,
      fields: [hidden('do', 'add'), ...fieldsOf({name: '', role: 'cashier', shops: null}, language)],
    },
  ];
}

/** One of them, with forms that change what the list says. */
export function describeTillPerson(person: TillPerson, language: Language): readonly PageBlock[] {
  const {officePeople: words} = messages(language);
  const {tillStaff, columns} = words;
  const of = (does: string) => [hidden('do', does), hidden('version', String(person.version))];
  const form = {kind: 'form', method: 'post', to: `${at}/${person.id}`} as const;
  const lock = person.isLocked ? 'unlock' : 'lock';
  return [
    title(cleanText(person.name, 60)),
    fact('state', tillStaff.states[person.isLocked ? 'locked' : 'active'], {lead: tillStaff.state}),
    {...form, id: 'change', button: words.save, fields: [...of('change'), ...fieldsOf(person, language)]},
    {...form, id: lock, button: messages(language).staff.told[lock], fields: of(lock)},
    fact('code', tillStaff.newCodeNote, {lead: columns.by, tone: 'quiet', most: 2}),
    {...form, id: 'renew', button: tillStaff.newCode, fields: of('renew')},
    {...form, id: 'remove', button: words.remove, fields: of('remove')},
  ];
}

/** A code that is shown once. */
export const describeCode = (heading: string, code: string, note: string): readonly PageBlock[] => [
  title(heading),
  {kind: 'exact', id: 'code', lines: [code], onRoll: false},
  fact('note', note, {most: 3}),
];
