import {approvalText} from '../../src/core/present/problem-text.js';
import {Problem} from '../../src/core/problem.js';
import {activePeople, type Person, personCalled} from '../../src/core/staff/staff.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Identification} from '../../src/till/context.js';
import type {Till} from '../../src/till/till.js';
import {type Block, fact, gap, title} from '../../src/views/block.js';
import {secretField} from '../card/card-form.js';
import {beside, emptyForm, type Filled, fieldBlocks, formKeys} from '../kit/form.js';
import {unlessWriting} from '../kit/question.js';
import {type Context, type Form, type Screen, type ScreenKey, type Step, stopping} from '../kit/screen.js';
import {badgeRules, editBadge, emptyLine, type Line, textOf} from '../terminal/line.js';

type SignIn = Filled<'person' | 'pin'> & {
  readonly number: number;
  /** The typed secret is being checked, or waits for its turn after wrong ones. */
  readonly isWriting: boolean;
  /** Ends the wait for what was last typed, so that the wrong attempts of one person do not keep others from the till. */
  readonly leaving: AbortController;
};
type Proving = (till: Till, proof: Identification, signal: AbortSignal) => Promise<unknown>;

/** Returns the people who can be chosen. Nobody can approve their own action, and an entry with `verbs` is an access for scripts. */
const peopleFor = (context: Context): readonly Person[] => {
  const {actor, state} = context.till;
  return activePeople(state.staff).filter(({number, verbs}) => number !== actor()?.number && verbs === undefined);
};

const markedIn = (state: SignIn, context: Context): Person | undefined => {
  const people = peopleFor(context);
  return people.find(({number}) => number === state.number) ?? people[0];
};

const pinIn = ({lines}: SignIn): Line => lines.pin ?? emptyLine;

function turnedBy(state: SignIn, by: 1 | -1, context: Context): SignIn {
  const next: Person | undefined = beside(peopleFor(context), markedIn(state, context), by);
  return next === undefined ? state : {...state, number: next.number, wrong: undefined};
}

function form(state: SignIn, context: Context): Form<SignIn> {
  const {signInScreen: messages, cardScreen, staff} = context.messages;
  const person = markedIn(state, context);
  const value =
    person === undefined
      ? ''
      : staff.person({...person, name: cleanText(person.name, 40), role: staff.roles[person.role]});
  return [
    {id: 'person', label: messages.person, value, turn: by => turnedBy(state, by, context)},
    {
      id: 'pin',
      label: messages.pin,
      ...secretField(state.focus === 'pin', pinIn(state), cardScreen.sale),
      rules: badgeRules,
      edit: editBadge,
      isLocked: state.isWriting,
      check: () => (textOf(pinIn(state)) === '' ? new Problem('secret-missing') : undefined),
    },
  ];
}

function waiting(state: SignIn, context: Context): readonly Block[] {
  if (!state.isWriting) return [];
  const {signInScreen, staff} = context.messages;
  const wait = context.till.signInWait();
  const text = wait === 0 ? signInScreen.looking : staff.waits({seconds: Math.ceil(wait / 1000)});
  return [fact('waiting', text, {tone: 'not-known'})];
}

function proved(state: SignIn, context: Context, prove: Proving): Step<SignIn> {
  const problem = form(state, context).at(-1)?.check?.();
  const person = markedIn(state, context);
  const secret = state.lines.pin?.secret?.slice(0).trim();
  if (problem !== undefined) return {state: {...state, wrong: {field: 'pin', problem}}};
  if (person === undefined || secret === undefined) return {};
  const leaving = new AbortController();
  return {
    state: {...state, wrong: undefined, isWriting: true, leaving},
    asks: {
      kind: 'prove',
      run: till => prove(till, {name: person.name, by: 'typed', secret, picks: true}, leaving.signal),
      refused: (now, refusal) => {
        const wrong = {field: 'pin', problem: refusal} as const;
        return {state: {...now, lines: {}, focus: 'pin', isWriting: false, wrong}};
      },
    },
  };
}

/** Returns the keys. Enter goes from the person to the PIN, and there proves the person's identity with the action of the screen. */
function keysFor(id: 'sign-in' | 'approve', prove: Proving): readonly ScreenKey<SignIn>[] {
  const keys: readonly ScreenKey<SignIn>[] = [
    {id: 'continue', when: ({focus}) => focus === 'person', press: state => ({state: {...state, focus: 'pin'}})},
    {id, when: ({focus}) => focus === 'pin', press: (state, context) => proved(state, context, prove)},
    // While no PIN is typed, ← and → choose another person directly.
    {
      id: 'choose',
      when: state => state.focus === 'pin' && textOf(pinIn(state)) === '',
      press: (state, context, {place}) => ({state: turnedBy(state, place === 0 ? -1 : 1, context)}),
    },
    ...formKeys(form),
  ];
  return keys.map(key => unlessWriting<SignIn>(key));
}

const begun = (number: number): SignIn => ({
  ...emptyForm('pin'),
  number,
  isWriting: false,
  leaving: new AbortController(),
});

const shared = {
  form,
  secrets: ({lines}: SignIn) => (lines.pin?.secret === undefined ? [] : [lines.pin.secret]),
} as const;

/** Who works at the till now. Nothing else is possible before a person has signed in. */
export const signIn: Screen<'sign-in', SignIn> = {
  ...shared,
  id: 'sign-in',
  open: (_, context) => ({state: begun(context.till.lastActor() ?? 0)}),
  describe: (state, context) => [
    title(context.messages.signInScreen.title),
    gap('above'),
    ...fieldBlocks(form(state, context), state, context),
    gap('below'),
    ...waiting(state, context),
  ],
  keys: [
    ...keysFor('sign-in', (till, proof, signal) => till.signIn(proof, signal)),
    {id: 'back', when: ({isWriting}) => isWriting, press: ({leaving}) => ({asks: stopping(leaving)})},
  ],
};

/** Another person approves what the person signed in may not do alone. */
export const approve: Screen<'approve', SignIn> = {
  ...shared,
  id: 'approve',
  open: (_, {till}) => {
    const {taker, approver} = till.pendingApproval() ?? {};
    return {state: begun(personCalled(till.state.staff, taker ?? approver ?? '')?.number ?? 0)};
  },
  describe: (state, context) => {
    const {signInScreen: messages, staff} = context.messages;
    const action = context.till.pendingApproval();
    const told =
      action === undefined || action.taker !== undefined
        ? ''
        : approvalText(action, context.till.state.staff, context.language);
    const person = cleanText(context.till.actor()?.name ?? '', 40);
    const what =
      action?.taker === undefined
        ? messages.approves({person, verb: action === undefined ? '' : staff.verbs[action.verb]})
        : messages.takesOver({person, taker: cleanText(action.taker, 40)});
    return [
      title(messages.approveTitle),
      fact('what', what, {tone: 'strong', most: 2}),
      ...(told === '' ? [] : [fact('told', told, {tone: 'strong', most: 4})]),
      gap('above'),
      ...fieldBlocks(form(state, context), state, context),
      gap('below'),
      ...waiting(state, context),
    ];
  },
  keys: [
    ...keysFor('approve', async (till, proof, signal) => till.answerApproval(proof, signal)),
    {
      id: 'back',
      press: ({leaving}) => ({
        asks: {
          kind: 'leave',
          run: async till => {
            leaving.abort();
            return till.answerApproval(undefined);
          },
        },
      }),
    },
  ],
};
