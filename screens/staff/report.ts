import {spanAfter, spanOf} from '../../src/core/present/span.js';
import {type Activity, type ActivityPeriod, activityPeriods} from '../../src/core/present/staff-activity.js';
import {fact, gap, paper, title} from '../../src/views/block.js';
import {spanText} from '../../src/views/day/takings.js';
import {describeActivity} from '../../src/views/staff/activity.js';
import {beside} from '../kit/form.js';
import {type Context, type Screen, type StateStep, task, todayOf} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';

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
