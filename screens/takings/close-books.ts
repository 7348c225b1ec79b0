import {personSaid, problemOf} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import {closingName} from '../../src/core/shift/closing.js';
import type {BooksClosing} from '../../src/core/shift/closing-schema.js';
import type {IssuedSlip} from '../../src/till/slips.js';
import {fact, gap, paper, title} from '../kit/block.js';
import {type Filled, type Form, fieldBlocks, firstWrong, formKeys, typedIn} from '../kit/form.js';
import {goInstead} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import type {Context, ScreenKey} from '../kit/step.js';
import {movedOffset} from '../parts/offset.js';
import {print, printedNotice, slipBlocks} from '../report/printing.js';
import {lineOf, textRules} from '../terminal/line.js';

type Given = Pick<BooksClosing, 'kind' | 'of'>;
type CloseBooks = Filled<'person'> & Given & {readonly isAsked: boolean; readonly isWriting: boolean};
type CloseAsks = {readonly kind: 'close'; readonly closing: Given; readonly person: string};

declare module '../kit/places.js' {
  interface Places {
    'close-books': Given;
    closing: IssuedSlip;
  }
}

const nobody = 'cashier';

const form = (state: CloseBooks, {words}: Context): Form<CloseBooks> =>
  state.isAsked
    ? []
    : [
        {
          id: 'person',
          label: words.takingsScreen.close.person,
          rules: textRules,
          check: () => problemOf(() => personSaid(typedIn(state, 'person'))),
        },
      ];

const unlessAsked = (key: ScreenKey<CloseBooks, CloseAsks>): ScreenKey<CloseBooks, CloseAsks> => ({
  ...key,
  when: (state, context) => !state.isAsked && (key.when?.(state, context) ?? true),
});

/** A named person closes a month or a year: what it means, and the one question before it is written down. */
export const closeBooks: Screen<'close-books', CloseBooks, CloseAsks, IssuedSlip> = {
  id: 'close-books',
  open: (given, {shop}) => ({
    state: {
      ...given,
      lines: shop.person === nobody ? {} : {person: lineOf(shop.person)},
      focus: 'person',
      kept: shop.person === nobody ? undefined : 'person',
      wrong: undefined,
      isAsked: false,
      isWriting: false,
    },
  }),
  form,
  describe: (state, context) => {
    const {of, isAsked, isWriting} = state;
    const {title: name, lead, question, means, writing} = context.words.takingsScreen.close;
    return [
      title(name({of})),
      gap('above'),
      fact('lead', lead({of})),
      gap('below'),
      ...(isAsked
        ? [
            {kind: 'question', id: 'question', text: question({of, person: typedIn(state, 'person').trim()})} as const,
            fact('means', isWriting ? writing : means, {tone: 'not-known'}),
          ]
        : fieldBlocks(form(state, context), state, context)),
    ];
  },
  keys: [
    ...[
      {
        id: 'continue' as const,
        press: (state: CloseBooks, context: Context) => ({
          state: firstWrong(form(state, context), state) ?? {...state, isAsked: true, wrong: undefined},
        }),
      },
      ...formKeys(form),
    ].map(unlessAsked),
    {
      id: 'do-close-books',
      when: ({isAsked, isWriting}) => isAsked && !isWriting,
      press: state => {
        const {kind, of} = state;
        const person = typedIn(state, 'person').trim();
        return {state: {...state, isWriting: true}, asks: {kind: 'close', closing: {kind, of}, person}};
      },
    },
    {
      id: 'back',
      when: ({isWriting}) => !isWriting,
      press: state => (state.isAsked ? {state: {...state, isAsked: false}} : {go: 'back'}),
    },
  ],
  run: async ({closing: {kind, of}, person}, till, answer) => {
    const made = await till.closeBooks({type: kind === 'month' ? 'close-month' : 'close-year', of, person});
    answer(await till.closingSlip(closingName(made)));
  },
  reduce: (_, slip) => ({go: goInstead('closing', slip)}),
  refused: (state, problem) => ({
    state: {...state, isAsked: false, isWriting: false, wrong: {field: 'person', problem}},
  }),
  beginnings: [
    ['d', 'm', 'z'],
    ['d', 'm', 'z', 'amina', 'enter'],
  ],
};

type Shown = IssuedSlip & {readonly offset: number; readonly isPrinting: boolean};
const width = 48;

/** The closing that was made just now, to be read and printed. */
export const closing: Screen<'closing', Shown, {readonly kind: 'print'; readonly slip: IssuedSlip}, IssuedSlip> = {
  id: 'closing',
  layout: 'tall',
  open: slip => ({state: {...slip, offset: 0, isPrinting: false}}),
  describe: ({parts, title: name, offset, isPrinting}, {words}) => [
    paper(name, offset, slipBlocks(parts, width)),
    ...(isPrinting ? [fact('printing', words.shiftScreen.close.printing)] : []),
  ],
  keys: [
    {
      id: 'scroll',
      press: (state, _, {place, page}) => ({state: {...state, offset: movedOffset(state.offset, {place, page})}}),
    },
    {
      id: 'print',
      when: ({isPrinting}) => !isPrinting,
      press: (state, {till}) =>
        till.settings.printer === undefined
          ? {notice: {kind: 'problem', problem: new Problem('printer-missing')}}
          : {state: {...state, isPrinting: true}, asks: {kind: 'print', slip: state}},
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
  run: async ({slip}, till, answer) => {
    await print(till, Promise.resolve(slip));
    answer(slip);
  },
  reduce: (state, slip) => ({state: {...state, isPrinting: false}, notice: printedNotice(slip)}),
  refused: (state, problem) => ({state: {...state, isPrinting: false}, notice: {kind: 'problem', problem}}),
  late: printedNotice,
};
