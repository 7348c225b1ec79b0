import {type Person, presentPeople} from '../../src/core/staff/staff.js';
import {cleanText} from '../../src/core/text/text.js';
import {fact, type ListBlock, title} from '../kit/block.js';
import {goTo} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {keyText, stepAt} from '../terminal/bindings.js';

declare module '../kit/places.js' {
  interface Places {
    staff: undefined;
  }
}

/** The people of the till; the marked one by the place in the list. */
type StaffList = {readonly index: number};
type StaffAsks = {readonly kind: 'unlock'; readonly number: number};

const peopleIn = ({till}: Context): readonly Person[] => presentPeople(till.state.staff);
const markedIn = ({index}: StaffList, people: readonly Person[]): number =>
  Math.max(0, Math.min(index, people.length - 1));
const hasPeople = (_: StaffList, context: Context) => peopleIn(context).length > 0;
const canWrite = (_: StaffList, {till}: Context) => till.writeFailure() === undefined;

function listed(state: StaffList, context: Context): ListBlock {
  const {staffScreen: words, staff} = context.words;
  const people = peopleIn(context);
  const marked = markedIn(state, people);
  const stateOf = ({status, refusals}: Person) => {
    if (status !== 'active') return staff.states[status];
    return refusals === 0 ? '' : words.refusals({count: refusals});
  };
  const textsOf = (person: Person) => [cleanText(person.name, 60), staff.roles[person.role], stateOf(person)];
  const one = people[marked];
  const {number, name, role, state: columnOfState} = words.columns;
  return {
    kind: 'list',
    id: 'people',
    importance: 'standing',
    columns: [
      {title: number, align: 'right'},
      {title: name, grows: true},
      {title: role, most: 20},
      {title: columnOfState, most: 16},
    ],
    count: people.length,
    rowAt: at => {
      const person = people[at] as Person;
      return {id: String(person.number), cells: [String(person.number), ...textsOf(person)], tone: 'plain'};
    },
    marked,
    markedText:
      one === undefined
        ? ''
        : words.marked({
            at: marked + 1,
            count: people.length,
            number: one.number,
            texts: textsOf(one)
              .filter(text => text !== '')
              .join(', '),
          }),
    empty: words.none({key: keyText('add-person', context)}),
  };
}

/** Locked, or told by wrong tries: there is something to take back. */
function isHeld(state: StaffList, context: Context): boolean {
  const people = peopleIn(context);
  const person = people[markedIn(state, people)];
  return person !== undefined && (person.status === 'locked' || person.refusals > 0);
}

/** The people who sign in at this till. */
export const staffList: Screen<'staff', StaffList, StaffAsks> = {
  id: 'staff',
  layout: 'tall',
  open: () => ({state: {index: 0}}),
  describe: (state, context) => {
    const {staffScreen: words} = context.words;
    const count = peopleIn(context).length;
    return [
      title(`${words.title}  ${count}`, {said: `${words.title}: ${count}.`}),
      ...(count === 0 ? [fact('alone', words.alone, {tone: 'quiet', most: 2})] : []),
      listed(state, context),
    ];
  },
  keys: [
    {
      id: 'open-marked',
      when: (state, context) => hasPeople(state, context) && canWrite(state, context),
      press: (state, context) => {
        const people = peopleIn(context);
        const person = people[markedIn(state, people)];
        return person === undefined ? {} : {go: goTo('person', {number: person.number})};
      },
    },
    {
      id: 'select',
      when: hasPeople,
      press: (state, context, {place, page}) => {
        const {length: all} = peopleIn(context);
        const to = state.index + stepAt(place, {page, all});
        return {state: {index: Math.max(0, Math.min(all - 1, to))}};
      },
    },
    {id: 'add-person', when: canWrite, press: () => ({go: goTo('person', {number: undefined})})},
    {
      id: 'unlock-person',
      when: (state, context) => canWrite(state, context) && isHeld(state, context),
      press: (state, context) => {
        const people = peopleIn(context);
        const person = people[markedIn(state, people)];
        return person === undefined ? {} : {asks: {kind: 'unlock', number: person.number}};
      },
    },
    {id: 'rights', press: () => ({go: goTo('rights')})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
  run: async ({number}, till) => till.unlockPerson(number),
  beginnings: [['t', 's']],
};
