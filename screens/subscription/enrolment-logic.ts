import {personSaid, problemOf, reasonSaid} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import {type Enrolment, isEnrolmentOpen} from '../../src/core/subscription/enrolment.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, pop, replace, type Step, still} from '../model.js';
import {codeRules, emptyLine, type LineRules, lineOf, textOf, textRules, typedOver} from '../terminal/line.js';
import type {EnrolmentField, EnrolmentScreen} from './screens.js';

const nobody = 'cashier';
const numberRules: LineRules = {...codeRules, longest: 15};

/** Nothing is chosen beforehand, and the name is filled in only if somebody has said it. */
export function enrolmentScreen(
  {reference}: Pick<Enrolment, 'reference'>,
  {shop}: Pick<Desk, 'shop'>,
): EnrolmentScreen {
  return {
    kind: 'enrolment',
    enrolment: reference,
    looked: undefined,
    isLooking: false,
    as: undefined,
    lines: {
      subscription: emptyLine,
      person: shop.person === nobody ? emptyLine : lineOf(shop.person),
      reason: emptyLine,
    },
    isPersonKept: shop.person !== nobody,
    focus: 'as',
    wrong: undefined,
    isWriting: false,
  };
}

/** The number is asked for only of one that was made. */
export const enrolmentFields = ({as}: Pick<EnrolmentScreen, 'as'>): readonly EnrolmentField[] =>
  as === 'made' ? ['as', 'subscription', 'person', 'reason'] : ['as', 'person', 'reason'];

/** The enrolment while nobody knows its end. */
export function openEnrolment({enrolment}: EnrolmentScreen, {till}: {readonly till: Pick<Desk['till'], 'state'>}) {
  const found = till.state.registry.enrolments.get(enrolment);
  return found !== undefined && isEnrolmentOpen(found) ? found : undefined;
}

export const enrolmentLogic: Logic<EnrolmentScreen> = {
  field: ({focus, isWriting, isLooking}) => {
    if (focus === 'as' || isWriting || isLooking) return undefined;
    return focus === 'subscription' ? numberRules : textRules;
  },
  edit: (screen, change) => {
    const {focus, lines} = screen;
    if (focus === 'as') return screen;
    const isKept = focus === 'person' && screen.isPersonKept;
    const line = isKept ? typedOver(lines.person, change) : change(lines[focus]);
    const isPersonKept = screen.isPersonKept && focus !== 'person';
    return {...screen, lines: {...lines, [focus]: line}, isPersonKept, wrong: undefined};
  },
  offers: (screen, desk) => {
    const {focus, isWriting, isLooking} = screen;
    if (isWriting) return [];
    if (isLooking) return ['back'];
    if (openEnrolment(screen, desk) === undefined || desk.till.poison() !== undefined) return ['back'];
    return [
      focus === 'reason' ? 'judge' : 'continue',
      ...(focus === 'as' ? (['choose', 'look-for-it'] as const) : []),
      'next-field',
      'previous-field',
      'back',
    ];
  },
  act: acting => {
    const {model, screen, action} = acting;
    switch (action) {
      case 'choose':
        return still(replace(model, {...screen, as: screen.as === 'made' ? 'not-made' : 'made', wrong: undefined}));
      case 'look-for-it': {
        const {enrolment} = screen;
        const looking = {...screen, isLooking: true, looked: undefined};
        return still(replace(model, looking), {kind: 'look-for-enrolment', enrolment});
      }
      case 'continue':
      case 'next-field':
        return still(replace(model, {...screen, focus: turned(screen, 1)}));
      case 'previous-field':
        return still(replace(model, {...screen, focus: turned(screen, -1)}));
      case 'judge':
        return judge(acting);
      default:
        return still(pop(model));
    }
  },
};

function turned(screen: EnrolmentScreen, by: 1 | -1): EnrolmentField {
  const fields = enrolmentFields(screen);
  return fields[(fields.indexOf(screen.focus) + by + fields.length) % fields.length] ?? 'as';
}

function judge({model, screen}: Acting<EnrolmentScreen>): Step {
  const {as, lines, enrolment} = screen;
  const person = textOf(lines.person).trim();
  const reason = textOf(lines.reason).trim();
  const number = as === 'made' ? textOf(lines.subscription) : '';
  const wrong = (field: EnrolmentField, problem?: Problem) =>
    still(replace(model, {...screen, focus: field, wrong: {field, problem}}));
  if (as === undefined) return wrong('as');
  if (number !== '' && Number(number) < 1)
    return wrong('subscription', new Problem('subscription-id-invalid', {id: number}));
  const unnamed = problemOf(() => personSaid(person));
  if (unnamed !== undefined) return wrong('person', unnamed);
  const unsaid = problemOf(() => reasonSaid(reason));
  if (unsaid !== undefined) return wrong('reason', unsaid);
  const judging = {as, person, reason, ...(number === '' ? {} : {subscription: Number(number)})};
  return still(replace(model, {...screen, isWriting: true, wrong: undefined}), {
    kind: 'judge-enrolment',
    enrolment,
    judging,
  });
}
