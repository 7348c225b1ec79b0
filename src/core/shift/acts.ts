import type {StoredEvent} from '../journal/event.js';

/** What people do at a till beside selling, in numbers. */
export const actNames = [
  'refunds',
  'discounts',
  'priceChanges',
  'superseded',
  'ticketsAbandoned',
  'drawerOpenings',
  'reprints',
  'judgements',
  'acceptedDifferences',
  'approvalsGiven',
  'approvalsAsked',
] as const;
export type ActName = (typeof actNames)[number];
export type ActCounts = Readonly<Record<ActName, number>>;

/** Whose act it is: a name, or the number of one of the staff. */
export type Doer = string | number;

/** Sums by doer, as JSON keeps them: a number is no name. */
export type Acts = Readonly<Record<string, ActCounts>>;

type Act = {readonly name: ActName; readonly doer: Doer; readonly times: number};

const always: Readonly<Partial<Record<StoredEvent['type'], ActName>>> = {
  'refund-requested': 'refunds',
  'refund-in-cash': 'refunds',
  'set-aside': 'superseded',
  'ticket-abandoned': 'ticketsAbandoned',
  'drawer-opened': 'drawerOpenings',
  resolved: 'judgements',
  'refund-resolved': 'judgements',
  'enrolment-resolved': 'judgements',
  'discrepancy-accepted': 'acceptedDifferences',
};

/** What of this an event is, once or several times. */
export function actsIn(event: StoredEvent): readonly Act[] {
  const {person: doer} = event;
  const name = always[event.type];
  if (name !== undefined) return [{name, doer, times: 1}];
  if (event.type === 'slip-printed') return event.data.copy > 0 ? [{name: 'reprints', doer, times: 1}] : [];
  if (event.type === 'approved')
    return [
      {name: 'approvalsGiven', doer, times: 1},
      {name: 'approvalsAsked', doer: event.data.for, times: 1},
    ];
  if (event.type !== 'ticket-opened') return [];
  const {lines} = event.data;
  const discounts = lines.filter(({discount}) => discount !== null).length;
  const priceChanges = lines.filter(({listPrice}) => listPrice !== null).length;
  return [
    ...(discounts === 0 ? [] : [{name: 'discounts', doer, times: discounts} as const]),
    ...(priceChanges === 0 ? [] : [{name: 'priceChanges', doer, times: priceChanges} as const]),
  ];
}

const none = Object.fromEntries(actNames.map(name => [name, 0])) as ActCounts;

/** The acts after one more event. */
export function evolveActs(acts: Acts, event: StoredEvent): Acts {
  let counted = acts;
  for (const {name, doer, times} of actsIn(event)) {
    const key = JSON.stringify(doer);
    const before = counted[key] ?? none;
    counted = {...counted, [key]: {...before, [name]: before[name] + times}};
  }
  return counted;
}

/** The acts by name, in its order; of a number whose name `nameOf` does not know nothing is told. */
export function actsByName(
  acts: Acts,
  nameOf: (number: number) => string | undefined,
): readonly ({readonly person: string} & ActCounts)[] {
  const byPerson = new Map<string, ActCounts>();
  for (const [key, counts] of Object.entries(acts)) {
    const doer = JSON.parse(key) as Doer;
    const person = typeof doer === 'number' ? nameOf(doer) : doer;
    if (person === undefined) continue;
    const before = byPerson.get(person) ?? none;
    byPerson.set(person, Object.fromEntries(actNames.map(name => [name, before[name] + counts[name]])) as ActCounts);
  }
  return [...byPerson].map(([person, counts]) => ({person, ...counts})).sort((a, b) => (a.person < b.person ? -1 : 1));
}
