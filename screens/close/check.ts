import {listText} from '../../src/core/messages/messages.js';
import {displayMoney, moneyColumn} from '../../src/core/money/display.js';
import {needingPerson, pendingPayments} from '../../src/core/payment/payments.js';
import {nameTyped, problemOf, reasonSaid} from '../../src/core/payment/said.js';
import type {Closing} from '../../src/core/shift/decide.js';
import {demandOf, inDrawer, zName} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';
import {parkedName} from '../../src/core/ticket/ticket.js';
import {type Block, compact, fact, gap, notice} from '../../src/views/block.js';
import {emptyForm, entered, type Filled, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import {onlyWhile} from '../kit/question.js';
import {type Context, type Form, type Screen, type Step, type Task, task} from '../kit/screen.js';
import {goInstead} from '../model.js';
import {countedDrawers, differenceText, leaveClose, stepsBlock, withSlip} from '../report/printing.js';
import {keyText} from '../terminal/bindings.js';
import {textRules} from '../terminal/line.js';

/** `notAsked`: the number of open payments for which no answer came. */
type Given = Pick<Closing, 'person' | 'notAsked'>;

type Check = Given &
  Filled<'note' | 'approver'> & {
    /** The number of the Z report that is being made. */
    readonly making: number | undefined;
  };

const moneyWidth = 16;

/** Returns what the drawers require before the Z can be made. */
const demandIn = (context: Context) => demandOf(countedDrawers(context), context.till.settings.authorisedDifference);

/** Returns the fields for why a drawer differs and who else accepts it; none if every drawer is right. */
function form(state: Check, context: Context): Form<Check> {
  const {fields} = context.messages.shiftScreen.close;
  const demand = state.making === undefined ? demandIn(context) : 'nothing';
  const field = (id: 'note' | 'approver', read: (typed: string) => unknown) => ({
    id,
    label: fields[id],
    rules: textRules,
    check: () => problemOf(() => read(typedIn(state, id).trim())),
  });
  if (demand === 'nothing') return [];
  const note = field('note', reasonSaid);
  return demand === 'note'
    ? [note]
    : [note, field('approver', typed => typed === '' || nameTyped(typed, context.till.state))];
}

function make(state: Check, context: Context): Step<Check> {
  const fields = form(state, context);
  const wrong = firstWrong(fields, state);
  if (wrong !== undefined) return {state: wrong};
  const {person, notAsked} = state;
  const said = (field: 'note' | 'approver') =>
    fields.some(({id}) => id === field) ? typedIn(state, field).trim() : '';
  const closing = {person, notAsked, note: said('note'), approver: said('approver')};
  const making = context.till.state.ledger.z + 1;
  return {state: {...state, making, wrong: undefined}, asks: closingBy(closing)};
}

const closingBy = (closing: Closing): Task<Check> =>
  task({
    kind: 'close',
    run: async till => withSlip(await till.reportZ(closing), till),
    done: (_, made) => ({go: goInstead('report', {made, isNew: true})}),
    refused: (before, problem, context) => {
      const state = {...before, making: undefined};
      const field = problem.code === 'difference-needs-second-person' ? 'approver' : 'note';
      const isAsked = form(state, context).some(({id}) => id === field);
      if (!isAsked) return {state, notice: {kind: 'problem', problem}};
      return {state: {...state, focus: field, wrong: {field, problem}}};
    },
  });

function drawersBlock(context: Context): Block {
  const {language, messages} = context;
  const {rows, nothingCounted} = messages.shiftScreen.close;
  const drawers = countedDrawers(context);
  if (drawers.length === 0) return fact('drawers', nothingCounted, {tone: 'quiet'});
  const row = (drawer: Drawer) => {
    const {currency, expected, counted, difference} = drawer;
    const sums = [expected, counted].map(minor => (minor === null ? undefined : inDrawer(currency, minor)));
    const differs = differenceText(drawer, context);
    const [should = '–', is = '–'] = sums.map(sum => sum && displayMoney(sum, language));
    return {
      cells: [...sums.map(sum => (sum === undefined ? '' : moneyColumn(sum, moneyWidth, language))), `  ${differs}`],
      tone: difference === 0 ? ('paid' as const) : ('needs-person' as const),
      said: messages.narration.drawer({currency, expected: should, counted: is, difference: differs}),
    };
  };
  const column = {width: moneyWidth, align: 'right'} as const;
  return {
    kind: 'table',
    id: 'drawers',
    importance: 'standing',
    columns: [
      {...column, title: rows.expected},
      {...column, title: rows.counted},
      {title: '', grows: true},
    ],
    rows: drawers.map(row),
  };
}

/** Returns what is carried into the next period: what only a person can settle, and what has no known outcome. */
function carriedBlocks({notAsked}: Check, {language, till, messages}: Context): readonly Block[] {
  const baskets = till.parkedBaskets();
  const {critical, carried, notAsked: silent, parked} = messages.shiftScreen.close;
  const [open, mine] = [pendingPayments(till.state), needingPerson(till.state)];
  const named = (list: typeof open) =>
    listText(
      list.map(({reference}) => reference),
      language,
    );
  const facts = {count: open.length, references: named(open)};
  return compact([
    mine.length > 0 &&
      notice('critical', critical({references: named(mine)}), {tone: 'needs-person', glyph: '!', most: 2}),
    open.length > 0 && notice('carried', carried(facts), {tone: 'plain', glyph: '?', most: 2}),
    open.length > 0 && notAsked > 0 && fact('silent', silent({count: notAsked})),
    baskets.length > 0 &&
      notice('parked', parked({count: baskets.length, baskets: listText(baskets.map(parkedName), language)}), {
        tone: 'plain',
        glyph: '?',
        most: 2,
      }),
  ]);
}

const isLast = (state: Check, context: Context) => {
  const last = form(state, context).at(-1);
  return last === undefined || last.id === state.focus;
};
const unlessMaking = onlyWhile<Check>(({making}) => making === undefined);

/** Step 4: what was counted compared with what should be there, what is carried over, and the last question. */
export const closeCheck: Screen<['close-check', Given], Check> = {
  id: 'close-check',
  tells: 'totals',
  stopsSales: true,
  open: given => ({state: {...given, ...emptyForm('note'), making: undefined}}),
  form,
  describe: (state, context) => {
    const {making} = state;
    const {till, messages} = context;
    const {makes, making: writing, needsNote, needsSecond, recount} = messages.shiftScreen.close;
    // The Z takes the drawers with it, so the comparison is now in the Z and no longer here.
    if (making !== undefined)
      return [stepsBlock(4, context), gap('above'), fact('makes', writing({z: zName(making)}), {tone: 'strong'})];
    const demand = {nothing: '', note: needsNote, 'second-person': needsSecond}[demandIn(context)];
    const ways = {back: keyText('leave-close', context), close: keyText('close-shift', context)};
    return compact([
      stepsBlock(4, context),
      gap('above'),
      drawersBlock(context),
      gap('between'),
      ...carriedBlocks(state, context),
      ...(demand === '' ? [] : [fact('demand', demand, {tone: 'not-known', importance: 'standing'})]),
      ...fieldBlocks(form(state, context), state, context),
      gap('below'),
      demand !== '' && fact('recount', recount(ways), {tone: 'quiet', most: 2, importance: 'detail', isOptional: true}),
      fact('makes', makes({z: zName(till.state.ledger.z + 1)}), {tone: 'strong'}),
    ]);
  },
  keys: [
    unlessMaking({id: 'make-z', when: isLast, press: make}),
    unlessMaking({
      id: 'continue',
      when: (state, context) => !isLast(state, context),
      press: (state, context) => ({state: entered(form(state, context), state) ?? state}),
    }),
    unlessMaking({id: 'leave-close', press: (_, context) => leaveClose(context, context.storedCount)}),
    ...formKeys(form).map(onlyWhile<Check>((state, context) => form(state, context).length > 1)),
  ],
};
