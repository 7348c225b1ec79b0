import {offersResolve} from '../../src/core/journal/selectors.js';
import type {Payment} from '../../src/core/payment/payment.js';
import {personSaid, problemOf, reasonSaid} from '../../src/core/payment/said.js';
import type {Problem} from '../../src/core/problem.js';
import type {Desk} from '../desk.js';
import {
  type Acting,
  type Effect,
  type Logic,
  pop,
  type ResolveField,
  type ResolveScreen,
  replace,
  type Step,
  still,
} from '../model.js';
import {emptyLine, lineOf, textOf, textRules, typedOver} from '../terminal/line.js';

const fields: readonly ResolveField[] = ['as', 'person', 'reason'];
const nobody = 'cashier';

/** Nothing is chosen beforehand, and the name is filled in only if somebody has said it. */
export function resolveScreen(payment: Payment, {shop, till}: Desk): ResolveScreen {
  const person = shop.person === nobody ? emptyLine : lineOf(shop.person);
  return {
    kind: 'resolve',
    reference: payment.reference,
    about: offersResolve(payment, till.now()) ? 'payment' : 'refund',
    as: undefined,
    lines: {person, reason: emptyLine},
    isPersonKept: textOf(person) !== '',
    focus: 'as',
    wrong: undefined,
    isWriting: false,
  };
}

export const resolveLogic: Logic<ResolveScreen> = {
  field: ({focus, isWriting}) => (focus === 'as' || isWriting ? undefined : textRules),
  edit: (screen, change) => {
    const {focus, lines} = screen;
    if (focus === 'as') return screen;
    const isKept = focus === 'person' && screen.isPersonKept;
    const line = isKept ? typedOver(lines.person, change) : change(lines[focus]);
    const isPersonKept = screen.isPersonKept && focus !== 'person';
    return {...screen, lines: {...lines, [focus]: line}, isPersonKept, wrong: undefined};
  },
  offers: ({focus, isWriting}) => {
    if (isWriting) return [];
    return [
      focus === 'reason' ? 'judge' : 'continue',
      'next-field',
      'previous-field',
      ...(focus === 'as' ? (['choose'] as const) : []),
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action} = acting;
    const {focus} = screen;
    switch (action) {
      case 'choose':
        return still(replace(model, {...screen, as: screen.as === 'made' ? 'not-made' : 'made', wrong: undefined}));
      case 'next-field':
        return still(replace(model, {...screen, focus: turned(focus, 1)}));
      case 'previous-field':
        return still(replace(model, {...screen, focus: turned(focus, -1)}));
      case 'continue':
        return still(replace(model, {...screen, focus: turned(focus, 1)}));
      case 'judge':
        return judge(acting);
      case 'back':
        return still(pop(model));
      default:
        return still(model);
    }
  },
};

const turned = (field: ResolveField, by: 1 | -1): ResolveField =>
  fields[(fields.indexOf(field) + by + fields.length) % fields.length] ?? 'as';

function judge({model, screen}: Acting<ResolveScreen>): Step {
  const {as, lines} = screen;
  const person = textOf(lines.person).trim();
  const reason = textOf(lines.reason).trim();
  const wrong = (field: ResolveField, problem?: Problem) =>
    still(replace(model, {...screen, focus: field, wrong: {field, problem}}));
  if (as === undefined) return wrong('as');
  const unnamed = problemOf(() => personSaid(person));
  if (unnamed !== undefined) return wrong('person', unnamed);
  const unsaid = problemOf(() => reasonSaid(reason));
  if (unsaid !== undefined) return wrong('reason', unsaid);
  return still(replace(model, {...screen, isWriting: true, wrong: undefined}), judging(screen, as, {person, reason}));
}

type Said = {readonly person: string; readonly reason: string};

function judging({about, reference}: ResolveScreen, as: 'made' | 'not-made', said: Said): Effect {
  return about === 'payment'
    ? {kind: 'resolve', reference, judging: {as: as === 'made' ? 'paid' : 'not-paid', ...said}}
    : {kind: 'resolve-refund', reference, judging: {as: as === 'made' ? 'done' : 'failed', ...said}};
}
