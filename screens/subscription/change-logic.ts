import {businessDate} from '../../src/core/day/business-day.js';
import type {Change} from '../../src/core/endpoints/change-subscription.js';
import {checkWords} from '../../src/core/payment/order.js';
import {Problem} from '../../src/core/problem.js';
import {serviceTimeFrom} from '../../src/core/service/clock.js';
import type {ChangeOrder} from '../../src/core/subscription/decide.js';
import type {Desk} from '../desk.js';
import {type Acting, type Logic, pop, replace, type Step, still} from '../model.js';
import {emptyLine, type LineRules, textOf, textRules} from '../terminal/line.js';
import type {ChangeField, ChangeScreen} from './screens.js';

const dateRules: LineRules = {accepts: /^[0-9-]$/, longest: 10};

/** Only a pause ends by itself. */
export const changeFields = ({change}: Pick<ChangeScreen, 'change'>): readonly ChangeField[] =>
  change === 'pause' ? ['until', 'reason'] : ['reason'];

export const changeScreen = (id: number, change: Change): ChangeScreen => ({
  kind: 'change',
  id,
  change,
  lines: {until: emptyLine, reason: emptyLine},
  focus: changeFields({change})[0] ?? 'reason',
  wrong: undefined,
  asked: undefined,
  isSending: false,
});

export const changeLogic: Logic<ChangeScreen> = {
  field: ({focus, asked, isSending}) => {
    if (asked !== undefined || isSending) return undefined;
    return focus === 'until' ? dateRules : textRules;
  },
  edit: (screen, change) => {
    const {focus, lines} = screen;
    return {...screen, lines: {...lines, [focus]: change(lines[focus])}, wrong: undefined};
  },
  offers: screen => {
    if (screen.isSending) return [];
    if (screen.asked !== undefined) return ['do-change', 'back'];
    const others = changeFields(screen).length > 1 ? (['next-field', 'previous-field'] as const) : [];
    return ['continue', ...others, 'back'];
  },
  act: acting => {
    const {model, screen, action, desk} = acting;
    switch (action) {
      case 'continue':
        return proceed(acting);
      case 'next-field':
      case 'previous-field':
        return still(replace(model, left(screen, desk)));
      case 'do-change':
        return send(acting);
      default:
        return still(screen.asked === undefined ? pop(model) : replace(model, {...screen, asked: undefined}));
    }
  },
};

type Wrong = NonNullable<ChangeScreen['wrong']>;

/** The other field, and what is wrong with the one that is left. */
function left(screen: ChangeScreen, desk: Desk): ChangeScreen {
  const focus = screen.focus === 'until' ? 'reason' : 'until';
  const read = readChange(screen, desk);
  const wrong = 'wrong' in read && read.wrong.field === 'until' && screen.focus === 'until' ? read.wrong : undefined;
  return {...screen, focus, wrong};
}

/** To the next field, to the first that is wrong, or to the question. */
function proceed({model, screen, key, desk}: Acting<ChangeScreen>): Step {
  const fields = changeFields(screen);
  const next = fields[fields.indexOf(screen.focus) + 1];
  const read = readChange(screen, desk);
  if ('order' in read && next === undefined) {
    return still(replace(model, {...screen, wrong: undefined, asked: {order: read.order, chunk: key.chunk}}));
  }
  if ('wrong' in read && (next === undefined || read.wrong.field === screen.focus)) {
    return still(replace(model, {...screen, focus: read.wrong.field, wrong: read.wrong}));
  }
  return still(replace(model, {...screen, focus: next ?? screen.focus, wrong: undefined}));
}

/** What the fields say, or the first that is wrong. */
function readChange(
  {change, lines}: ChangeScreen,
  {shop, till}: Desk,
): {readonly order: ChangeOrder} | {readonly wrong: Wrong} {
  const [until, reason] = [textOf(lines.until).trim(), textOf(lines.reason).trim()];
  const isPause = change === 'pause' && until !== '';
  if (isPause && !isLater(until, businessDate(till.now(), shop.zone, '00:00'))) {
    return {wrong: {field: 'until', problem: undefined}};
  }
  if (change === 'cancel' && reason === '') return {wrong: {field: 'reason', problem: new Problem('reason-missing')}};
  try {
    checkWords(reason);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {wrong: {field: 'reason', problem: error}};
  }
  return {
    order: {change, reason, ...(isPause ? {resumeAt: serviceTimeFrom(until, shop.zone) ?? `${until}T00:00:00`} : {})},
  };
}

function isLater(date: string, today: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(date) && Temporal.PlainDate.compare(date, today) > 0;
  } catch {
    return false;
  }
}

/** One Enter sends one change; one that waited with the Enter before it is no answer to the question. */
function send({model, screen, key, desk}: Acting<ChangeScreen>): Step {
  const {asked, id, isSending} = screen;
  if (asked === undefined || isSending || key.chunk === asked.chunk || desk.till.poison() !== undefined) {
    return still(model);
  }
  return still(replace(model, {...screen, isSending: true}), {kind: 'change-subscription', id, order: asked.order});
}
