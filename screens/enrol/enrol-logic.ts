import {markOf, wipeCard} from '../../src/core/card/card.js';
import type {Plan} from '../../src/core/endpoints/plans.js';
import {Problem} from '../../src/core/problem.js';
import {markedIn} from '../bank/pick.js';
import {betweenGroups} from '../card/masks.js';
import {SealedCard} from '../card/sealed-card.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, type Model, pop, push, replace, type Step, still} from '../model.js';
import {wordsLine} from '../plans/words-line.js';
import type {AmountLine} from '../sale/amount-line.js';
import {stepAt} from '../terminal/bindings.js';
import {
  codeRules,
  editSecret,
  emptyLine,
  expiryRules,
  type Line,
  type LineRules,
  lineOf,
  numberRules,
  textOf,
  textRules,
} from '../terminal/line.js';
import {type EnrolReading, enrolScreen, plansFitting, readEnrol, withoutEnrolCard} from './enrol-form.js';
import {type EnrolConfirmScreen, type EnrolField, type EnrolScreen, enrolFields} from './enrol-screens.js';

/** Begins an enrolment, on a plan if one was chosen. Where no cards are typed into the till, that is said. */
export function openEnrol(model: Model, {shop}: Pick<Desk, 'shop'>, planCode?: string): Step {
  if (!shop.cards.areTyped) {
    return still({...model, notice: {kind: 'problem', problem: new Problem('cards-not-typed')}});
  }
  const asking = planCode === undefined ? [] : [{kind: 'read-plan' as const, planCode}];
  return still(push(model, enrolScreen(planCode)), {kind: 'refresh-plans'}, ...asking);
}

const rules: Readonly<Record<EnrolField, LineRules>> = {
  plan: textRules,
  email: textRules,
  number: numberRules,
  expiry: expiryRules,
  securityCode: codeRules,
  holder: textRules,
};

const inList = ['pick-marked', 'select', 'leave-list'] as const;
const inForm = ['continue', 'next-field', 'previous-field'] as const;

export const enrolLogic: Logic<EnrolScreen> = {
  field: ({focus}) => rules[focus],
  edit: (screen, change) => {
    const {focus, lines} = screen;
    const isSecret = focus === 'number' || focus === 'securityCode';
    const changed = isSecret ? editSecret(lines[focus], change, betweenGroups) : change(lines[focus]);
    if (changed === lines[focus]) return screen;
    const {line, problem} = edited(focus, changed);
    const next = {...screen, lines: {...lines, [focus]: line}, wrong: problem && {field: focus, problem}};
    return focus === 'plan' ? {...next, plan: undefined, asking: undefined, index: 0} : next;
  },
  offers: (screen, desk) => {
    const isPicking = screen.focus === 'plan' && plansFitting(screen, desk).length > 1;
    return [...(isPicking ? inList : inForm), 'back'];
  },
  act: acting => {
    const {model, screen, action, place, desk} = acting;
    const to = (next: EnrolScreen): Step => still(replace(model, next));
    switch (action) {
      case 'continue':
      case 'pick-marked':
        return screen.focus === 'plan' && screen.plan === undefined && screen.asking === undefined
          ? takePlan(acting)
          : proceed(acting);
      case 'select': {
        const {length} = plansFitting(screen, desk);
        const by = stepAt(place, {page: length, all: length});
        return to({...screen, index: markedIn(markedIn(screen.index, length) + by, length)});
      }
      case 'leave-list':
        return to(moved(screen, place === 0 ? 1 : -1, desk));
      case 'next-field':
        return to(moved(screen, 1, desk));
      case 'previous-field':
        return to(moved(screen, -1, desk));
      case 'back':
        return still(pop(model));
      default:
        return still(model);
    }
  },
};

/** A card's number belongs into its own field alone. */
function edited(field: EnrolField, changed: Line): AmountLine {
  if (field === 'plan' || field === 'email') return wordsLine(changed);
  return {line: changed, problem: undefined};
}

/** The marked plan, or else the code as it was typed; the service says how that plan is now. */
function takePlan({model, screen, desk}: Acting<EnrolScreen>): Step {
  const fits = plansFitting(screen, desk);
  const typed = textOf(screen.lines.plan).trim();
  const planCode = fits[markedIn(screen.index, fits.length)]?.planCode ?? typed;
  if (planCode === '') return still(model);
  return still(replace(model, asking(screen, planCode)), {kind: 'read-plan', planCode});
}

const asking = (screen: EnrolScreen, planCode: string): EnrolScreen => ({
  ...screen,
  lines: {...screen.lines, plan: lineOf(planCode)},
  plan: undefined,
  asking: planCode,
  focus: screen.focus === 'plan' ? 'email' : screen.focus,
  wrong: undefined,
});

/** Leaving a field says what is wrong with it, unless it is empty: it may not have had its turn yet. */
function moved(screen: EnrolScreen, by: 1 | -1, desk: Desk): EnrolScreen {
  const {focus: left, lines} = screen;
  const at = enrolFields.indexOf(left) + by + enrolFields.length;
  const focus = enrolFields[at % enrolFields.length] ?? left;
  const isFilled = left !== 'plan' && textOf(lines[left]).trim() !== '';
  const {card, problems} = readEnrol(screen, desk);
  if (card !== undefined) wipeCard(card);
  const problem = isFilled ? problems[left] : undefined;
  return {...screen, focus, wrong: problem && {field: left, problem}};
}

/** Enter: to the next thing that is needed, or to the first that is wrong; to the question when all is there. */
function proceed({model, screen, key, desk}: Acting<EnrolScreen>): Step {
  if (desk.till.poison() !== undefined) return still(model);
  const {order, card, problems} = readEnrol(screen, desk);
  if (order !== undefined && card !== undefined) {
    const confirm: EnrolConfirmScreen = {
      kind: 'enrol-confirm',
      order,
      mark: markOf(card),
      card: new SealedCard(card),
      chunk: key.chunk,
      isSending: false,
      reason: emptyLine,
      problem: undefined,
      isLeaving: false,
    };
    return still(push(replace(model, {...withoutEnrolCard(screen), wrong: undefined}), confirm));
  }
  const field = nextWrong(screen.focus, problems);
  const problem = field && problems[field];
  if (field === undefined || problem === undefined) return still(model);
  // All the rest is there, and the service has not said yet how the plan is.
  if (field === 'plan' && screen.asking !== undefined) return still(model);
  const isNext = field !== screen.focus && textOf(screen.lines[field]).trim() === '';
  return still(replace(model, {...screen, focus: field, wrong: isNext ? undefined : {field, problem}}));
}

/** The field itself, those below it, and only then those above: what a hand is typing never lands in another field. */
function nextWrong(focus: EnrolField, problems: EnrolReading['problems']): EnrolField | undefined {
  const at = enrolFields.indexOf(focus);
  return [...enrolFields.slice(at), ...enrolFields.slice(0, at)].find(each => problems[each] !== undefined);
}

/** The plan as the service has it, or as this till remembers it while the service is being asked. */
export function planOfForm({plan, asking: code}: EnrolScreen, {till}: Pick<Desk, 'till'>): Plan | undefined {
  return plan ?? (code === undefined ? undefined : till.state.registry.plans.get(code));
}
