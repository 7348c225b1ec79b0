import {businessDate} from '../../core/day/business-day.js';
import type {Language, messages} from '../../core/messages/messages.js';
import type {Visitor} from '../../core/office/visitor.js';
import type {VisitorRole} from '../../core/staff/visitor-schema.js';
import type {PageBlock} from '../../views/office/page-block.js';
import {describePeople, describePerson, describeYou} from '../../views/office/people.js';
import {describeToday} from '../../views/office/today.js';
import type {HeadOffice} from '../program.js';

/** What somebody asks a page for. `office` has only what they may look at. */
export type PageRequest = {
  readonly office: HeadOffice;
  readonly language: Language;
  readonly now: number;
  readonly visitor: Visitor;
  /** The part of the address after the page's own, which names what is asked for; empty if nothing is. */
  readonly of: string;
  readonly query: Readonly<Record<string, string>>;
};

export type OfficePage = {
  readonly name: keyof ReturnType<typeof messages>['officePage']['names'];
  readonly path: string;
  /** Who may open it. To everybody else it does not exist. */
  readonly roles: readonly VisitorRole[];
  /** The key that opens it in the terminal. */
  readonly key: string;
  /** Reads the facts and describes them; undefined if there is no such thing. */
  readonly read: (asked: PageRequest) => Promise<readonly PageBlock[] | undefined>;
};

const everybody: readonly VisitorRole[] = ['owner', 'manager', 'accountant', 'viewer'];

/** All pages of an office. */
export const officePagesList: readonly OfficePage[] = [
  {name: 'today', path: '/', roles: everybody, key: 't', read: readToday},
  {name: 'people', path: '/people', roles: ['owner'], key: 'p', read: readPeople},
  {name: 'you', path: '/you', roles: everybody, key: 'y', read: readYou},
];

/** How many earlier weeks today is compared with. */
const weeks = 4;

async function readToday({office, language, now}: PageRequest): Promise<readonly PageBlock[]> {
  const zone = (await office.zone(undefined)) ?? 'UTC';
  const date = businessDate(now, zone, '00:00');
  const dates = Array.from({length: weeks}, (_, at) =>
    Temporal.PlainDate.from(date)
      .subtract({weeks: at + 1})
      .toString(),
  );
  const [status, tills, {takings, freshness}, ...before] = await Promise.all([
    ...([office.status(), office.tills(), office.takings(date)] as const),
    ...dates.map(async of => ({date: of, takings: (await office.takings(of)).takings})),
  ]);
  return describeToday({date, zone, status, tills, takings, freshness, before}, {language, now});
}

const mostEntries = 50;

async function readPeople({office, language, now, of}: PageRequest): Promise<readonly PageBlock[] | undefined> {
  const {store} = office.register;
  const seen = {language, now, zone: (await office.zone(undefined)) ?? 'UTC'};
  const people = await store.people();
  if (of === '') return describePeople({people, log: await store.log(mostEntries)}, seen);
  const person = people.find(({id}) => id === of);
  if (person === undefined) return undefined;
  const sessions = (await store.sessions()).filter(each => each.person === of);
  return describePerson({person, sessions}, seen);
}

async function readYou({office, language, now, visitor}: PageRequest): Promise<readonly PageBlock[] | undefined> {
  const {register} = office;
  const seen = {language, now, zone: (await office.zone(undefined)) ?? 'UTC'};
  const person = await register.person(visitor.person);
  const sessions = (await register.store.sessions()).filter(each => each.person === visitor.person);
  return person && describeYou({person, sessions, own: visitor.session}, seen);
}

/** The page at a path for a role, and what the rest of the path names; undefined if there is none. */
export function pageAt(path: string, role: VisitorRole): {readonly page: OfficePage; readonly of: string} | undefined {
  const isOf = ({path: own}: OfficePage) => path === own || (own !== '/' && path.startsWith(`${own}/`));
  const page = officePagesList.find(each => isOf(each) && each.roles.includes(role));
  return page && {page, of: path.slice(page.path.length + 1)};
}
