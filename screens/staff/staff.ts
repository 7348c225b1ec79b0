import {spanAfter, spanOf} from '../../src/core/present/day-report.js';
import {type Activity, type ActivityPeriod, activityPeriods} from '../../src/core/present/staff-activity.js';
import {permissionOf, permissionText} from '../../src/core/staff/permissions.js';
import {roles, type StaffRole, verbs} from '../../src/core/staff/schema.js';
import {needsCode, type Person, presentPeople} from '../../src/core/staff/staff.js';
import {cleanText} from '../../src/core/text/text.js';
import {compact, fact, gap, type ListBlock, paper, title} from '../../src/views/block.js';
import {spanText} from '../../src/views/day/takings.js';
import {describeActivity} from '../../src/views/staff/activity.js';
import {is} from '../../src/views/text.js';
import {beside} from '../kit/form.js';
import {markedList, scrollKey} from '../kit/list.js';
import {type Context, type Screen, type StateStep, task, todayOf} from '../kit/screen.js';
import {goTo} from '../model.js';
import {keyText} from '../terminal/bindings.js';

type StaffList = {readonly index: number};

const people = markedList<StaffList, Person>(
  (_, {till}) => presentPeople(till.state.staff),
  ({number}) => String(number),
);

function listed(state: StaffList, context: Context): ListBlock {
  const {staffScreen: messages, staff} = context.messages;
  const stateOf = ({status, refusals}: Person) => {
    if (status !== 'active') return staff.states[status];
    return refusals === 0 ? '' : messages.refusals({count: refusals});
  };
  const textsOf = (person: Person) => [cleanText(person.name, 60), staff.roles[person.role], stateOf(person)];
  const {number, name, role, state: columnOfState} = messages.columns;
  return people.block(state, context, {
    id: 'people',
    columns: [
      {title: number, align: 'right'},
      {title: name, grows: true},
      {title: role, most: 20},
      {title: columnOfState, most: 16},
    ],
    row: person => ({cells: [String(person.number), ...textsOf(person)]}),
    narrated: (person, place) =>
      messages.marked({...place, number: person.number, texts: compact(textsOf(person)).join(', ')}),
    empty: messages.none({key: keyText('add-person', context)}),
  });
}

/** Whether the person is locked or has made wrong attempts, so that there is something to reset. */
function isHeld(state: StaffList, context: Context): boolean {
  const person = people.markedIn(state, context);
  return person !== undefined && (person.status === 'locked' || person.refusals > 0);
}

/** What a role may do. One role at a time is shown, so that it fits into every window. */
export const rights: Screen<'rights', {readonly offset: number; readonly role: StaffRole}> = {
  id: 'rights',
  layout: 'tall',
  open: () => ({state: {offset: 0, role: 'cashier'}}),
  describe: ({offset, role}, context) => {
    const {till, messages} = context;
    const {rightsTitle, rightsLead} = messages.staffScreen;
    const {roles: names, verbs: actions} = messages.staff;
    const rows = verbs.map(verb => {
      const text = permissionText(permissionOf(till.state.staff.rights, role, verb), context.language);
      return {cells: [actions[verb], text], tone: 'plain', said: is(actions[verb], text, context)} as const;
    });
    return [
      paper(rightsTitle({role: names[role]}), offset, [
        fact('lead', rightsLead, {tone: 'quiet'}),
        gap('above'),
        {
          kind: 'table',
          id: 'rights',
          columns: [
            {title: '', width: 46},
            {title: '', grows: true},
          ],
          rows,
        },
      ]),
    ];
  },
  keys: [
    scrollKey(),
    {
      id: 'other-role',
      press: ({role}, _, {place}) => ({state: {offset: 0, role: beside<StaffRole>(roles, role, place === 0 ? -1 : 1)}}),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** The people who sign in at this till. */
export const staffList: Screen<'staff', StaffList> = {
  id: 'staff',
  layout: 'tall',
  open: () => ({state: {index: 0}}),
  describe: (state, context) => {
    const {staffScreen: messages} = context.messages;
    const count = people.rowsIn(state, context).length;
    return [
      title(`${messages.title}  ${count}`, {said: `${messages.title}: ${count}.`}),
      ...(count === 0 ? [fact('alone', messages.alone, {tone: 'quiet', most: 2})] : []),
      listed(state, context),
    ];
  },
  keys: [
    {
      id: 'open-marked',
      when: (state, context) => people.isFilled(state, context) && context.till.writeFailure() === undefined,
      press: people.withMarked(({number}) => ({go: goTo('person', {number})})),
    },
    people.selectKey,
    {
      id: 'add-person',
      when: (_, {till}) => !needsCode(till.state.staff),
      press: () => ({go: goTo('person', {number: undefined})}),
    },
    {
      id: 'unlock-person',
      when: isHeld,
      press: people.withMarked(({number}) => ({asks: {kind: 'unlock', run: till => till.unlockPerson(number)}})),
    },
    {id: 'rights', press: () => ({go: goTo('rights')})},
    {id: 'staff-report', press: () => ({go: goTo('staff-report')})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};

/** The state of the report. `of` is a month: `2026-11`. */
type StaffReport = {
  readonly of: string;
  readonly by: ActivityPeriod;
  readonly offset: number;
  readonly read: Read | undefined;
};
type Read = {readonly of: string; readonly by: ActivityPeriod; readonly people: readonly Activity[]};

const thisMonth = (context: Context) => todayOf(context).slice(0, 'YYYY-MM'.length);

const asked = (of: string, by: ActivityPeriod, read?: Read): StateStep<StaffReport> => ({
  state: {of, by, offset: 0, read},
  asks: task({
    kind: 'read',
    run: async till => ({of, by, people: await till.activity(spanOf(of), by)}),
    done: (state, found) => ({state: {...state, read: found}}),
  }),
});

/** What each person did in a month, in total or by day, week or shift. Numbers that stand out are marked, without any reason given. */
export const staffReport: Screen<'staff-report', StaffReport> = {
  id: 'staff-report',
  needs: 'totals',
  layout: 'tall',
  open: (_, context) => asked(thisMonth(context), 'person'),
  describe: (state, context) => {
    const {staffScreen: messages, takingsScreen} = context.messages;
    const name = messages.reportTitle({of: spanText(state.of, context.language), by: messages.reportBy[state.by]});
    const {read} = state;
    if (read?.of !== state.of || read.by !== state.by)
      return [title(name), fact('reading', takingsScreen.reading, {tone: 'quiet'})];
    return [
      paper(name, state.offset, [
        fact('lead', messages.reportLead, {tone: 'quiet'}),
        gap('above'),
        ...describeActivity(read.people, read.by, context.language),
      ]),
    ];
  },
  keys: [
    scrollKey(),
    {
      id: 'other-month',
      press: ({of, by, read}, context, {place}) => {
        const next = spanAfter(of, place === 0 ? -1 : 1);
        return asked(next > thisMonth(context) ? of : next, by, read);
      },
    },
    {id: 'report-by', press: ({of, by, read}) => asked(of, beside<ActivityPeriod>(activityPeriods, by, 1), read)},
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
