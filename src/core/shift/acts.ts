import {type AnyEvent, isOneOf} from '../journal/envelope.js';
import {paymentEvents} from '../payment/schema.js';
import {dictionary, object, type Spec, type Specified, whole} from '../spec/spec.js';
import {staffEvents} from '../staff/schema.js';
import {jsonIn} from '../text/json.js';
import {ticketEvents} from '../ticket/schema.js';
import {plus} from './sold.js';

const isRead = isOneOf({...paymentEvents, ...ticketEvents, ...staffEvents});

/** The names under which a period counts what people do at a till besides selling. */
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
type ActName = (typeof actNames)[number];
const countsSpec = object(Object.fromEntries(actNames.map(name => [name, whole()])) as Record<ActName, Spec<number>>);
export type ActCounts = Specified<typeof countsSpec>;

/** The person who acts: a name, or the number of a member of staff. */
export type Doer = string | number;

/** Counts by doer. The key is the doer as JSON, so that a number and a name stay distinct. */
export const actsSpec = dictionary(countsSpec);
export type Acts = Specified<typeof actsSpec>;

type Act = {readonly name: ActName; readonly doer: Doer; readonly times: number};

const always: Readonly<Partial<Record<string, ActName>>> = {
  'refund-requested': 'refunds',
  'refund-in-cash': 'refunds',
  'set-aside': 'superseded',
  'ticket-abandoned': 'ticketsAbandoned',
  'basket-dropped': 'ticketsAbandoned',
  'drawer-opened': 'drawerOpenings',
  resolved: 'judgements',
  'tender-corrected': 'judgements',
  'refund-resolved': 'judgements',
  'enrolment-resolved': 'judgements',
  'discrepancy-accepted': 'acceptedDifferences',
};

/** The acts that an event stands for, each with how often it counts. */
export function actsIn(event: AnyEvent): readonly Act[] {
  const {person: doer} = event;
  const name = always[event.type];
  if (name !== undefined) return [{name, doer, times: 1}];
  if (!isRead(event)) return [];
  if (event.type === 'slip-printed' || event.type === 'slip-not-printed')
    return event.data.copy > 0 ? [{name: 'reprints', doer, times: event.type === 'slip-printed' ? 1 : -1}] : [];
  if (event.type === 'approved')
    return [
      {name: 'approvalsGiven', doer, times: 1},
      {name: 'approvalsAsked', doer: event.data.for, times: 1},
    ];
  if (event.type !== 'ticket-opened' && event.type !== 'ticket-extended') return [];
  const {lines} = event.data;
  const discounts = lines.filter(({discount}) => discount !== null).length;
  const priceChanges = lines.filter(({listPrice}) => listPrice !== null).length;
  return [
    ...(discounts === 0 ? [] : [{name: 'discounts', doer, times: discounts} as const]),
    ...(priceChanges === 0 ? [] : [{name: 'priceChanges', doer, times: priceChanges} as const]),
  ];
}

const none = Object.fromEntries(actNames.map(name => [name, 0])) as ActCounts;

export function evolveActs(acts: Acts, event: AnyEvent): Acts {
  let counted = acts;
  for (const {name, doer, times} of actsIn(event)) {
    const key = JSON.stringify(doer);
    counted = {...counted, [key]: plus(counted[key] ?? none, {[name]: times})};
  }
  return counted;
}

/** The acts by person, sorted by name. A staff number for which `nameOf` knows no name is left out. */
export function actsByName(
  acts: Acts,
  nameOf: (number: number) => string | undefined,
): readonly ({readonly person: string} & ActCounts)[] {
  const byPerson = new Map<string, ActCounts>();
  for (const [key, counts] of Object.entries(acts)) {
    const doer = jsonIn(key);
    const person = typeof doer === 'number' ? nameOf(doer) : doer;
    if (typeof person !== 'string') continue;
    byPerson.set(person, plus(byPerson.get(person) ?? none, counts));
  }
  return [...byPerson].map(([person, counts]) => ({person, ...counts})).sort((a, b) => (a.person < b.person ? -1 : 1));
}
