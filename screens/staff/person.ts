import {isLanguage, type Language, languages} from '../../src/core/messages/messages.js';
import {problemOf} from '../../src/core/payment/said.js';
import {Problem} from '../../src/core/problem.js';
import {staffName} from '../../src/core/staff/name.js';
import {roles, type StaffRole} from '../../src/core/staff/schema.js';
import {hasStaff, isLongerProposed, needsCode, type Person, personOf} from '../../src/core/staff/staff.js';
import {cleanText} from '../../src/core/text/text.js';
import type {Added} from '../../src/till/staff.js';
import type {Till} from '../../src/till/till.js';
import {compact, fact, gap, title} from '../../src/views/block.js';
import {secretField} from '../card/card-form.js';
import {beside, typedIn} from '../kit/form.js';
import {onlyWhile, type Questioned, questionForm, reasonField, unasked} from '../kit/question.js';
import {type ChosenField, type Context, type Form, type Screen, task} from '../kit/screen.js';
import {keyText} from '../terminal/bindings.js';
import {badgeRules, editBadge, emptyLine, lineOf, textRules} from '../terminal/line.js';

const standings = ['active', 'locked', 'removed'] as const;

type Given = {readonly number: number | undefined; readonly isNewShop?: true};
type PersonForm = Questioned<
  'name' | 'role' | 'language' | 'code' | 'pin' | 'again' | 'badge' | 'standing' | 'reason'
> & {
  readonly number: number | undefined;
  readonly role: StaffRole;
  /** The language of the person's screens; undefined for that of the till. */
  readonly language: Language | undefined;
  readonly standing: Person['status'];
  /** The shop was just set up. The person who opens it is asked for its owner. */
  readonly isNewShop: boolean;
  /** The code that is shown once, after the first owner was added. */
  readonly recoveryCode: string | undefined;
};

const isFirst = ({till}: Context): boolean => !hasStaff(till.state.staff);
const secretIn = ({lines}: PersonForm, field: 'pin' | 'again' | 'badge'): string =>
  lines[field]?.secret?.slice(0) ?? '';

const has = (kind: 'pin' | 'badge', number: number | undefined, {till}: Context): boolean =>
  number !== undefined && personOf(till.state.staff, number)?.credentials[kind] !== undefined;

/** Returns what is wrong with the PIN. It may be left empty if the person already has one. */
function pinProblem(state: PersonForm): Problem | undefined {
  const pin = secretIn(state, 'pin');
  return pin === '' && state.number === undefined ? new Problem('secret-missing') : undefined;
}

/** Returns the field for the language of the person's screens. Without a choice it is that of the till. */
function spoken(state: PersonForm, {messages, till}: Context): ChosenField<PersonForm> {
  const {language} = state;
  const shown = language ?? till.settings.language;
  return {
    id: 'language',
    label: messages.staffScreen.fields.language,
    value: messages.language[shown],
    note: language === undefined ? messages.staffScreen.tillsLanguage : '',
    turn: by => ({...state, language: beside(languages, shown, by)}),
  };
}

function fields(state: PersonForm, context: Context): Form<PersonForm> {
  const {staffScreen: messages, staff, cardScreen} = context.messages;
  const {number, role, standing, focus} = state;
  const digits = isLongerProposed(role) ? messages.pinNoteLonger : messages.pinNote;
  const note = has('pin', number, context) ? messages.pinStays : digits;
  const isNoted = focus === 'pin' || secretIn(state, 'pin') === '';
  const secret = (id: 'pin' | 'again' | 'badge') => ({
    id,
    label: messages.fields[id],
    ...secretField(focus === id, state.lines[id] ?? emptyLine, cardScreen.sale),
  });
  const badgeNote = has('badge', number, context) ? messages.badgeStays : messages.noBadge;
  return compact([
    {
      id: 'name',
      label: messages.fields.name,
      rules: textRules,
      check: () => problemOf(() => staffName(typedIn(state, 'name'))),
    },
    {
      id: 'role',
      label: messages.fields.role,
      value: staff.roles[role],
      // The first person can only be the owner.
      isPassed: isFirst(context),
      turn: by => ({...state, role: beside<StaffRole>(roles, role, by)}),
    },
    needsCode(context.till.state.staff) && {
      id: 'code',
      label: messages.fields.code,
      rules: textRules,
      note: messages.codeNote,
      check: () => (typedIn(state, 'code') === '' ? new Problem('secret-missing') : undefined),
    },
    !isFirst(context) && spoken(state, context),
    {...secret('pin'), note: isNoted ? note : '', check: () => pinProblem(state)},
    {
      ...secret('again'),
      check: () => (secretIn(state, 'again') === secretIn(state, 'pin') ? undefined : new Problem('secret-differs')),
    },
    number !== undefined && {
      ...secret('badge'),
      rules: badgeRules,
      edit: editBadge,
      note: secretIn(state, 'badge') === '' ? badgeNote : '',
    },
    number !== undefined && {
      id: 'standing',
      label: messages.fields.standing,
      value: messages.standings[standing],
      turn: by => ({...state, standing: beside(standings, standing, by)}),
    },
    number !== undefined && standing !== 'active' && reasonField(state, 'reason', messages.fields.reason),
  ]);
}

/** Returns the values. A PIN or badge that does not change is undefined. The reason is why the person is locked or has left. */
const valuesIn = (state: PersonForm) => ({
  number: state.number,
  name: typedIn(state, 'name'),
  role: state.role,
  language: state.language,
  code: typedIn(state, 'code'),
  pin: secretIn(state, 'pin') || undefined,
  badge: secretIn(state, 'badge').trim() || undefined,
  standing: state.standing,
  reason: typedIn(state, 'reason'),
});

async function saved(
  {number, name, role, language, code, pin, badge, standing, reason}: ReturnType<typeof valuesIn>,
  till: Till,
): Promise<Partial<Added>> {
  if (number === undefined) return till.addPerson({name, role, language, pin: pin ?? ''});
  const before = till.state.staff.people.find(each => each.number === number);
  if (code !== '') await till.signIn({name: before?.name ?? '', by: 'typed', secret: code});
  await till.changePerson(number, {
    name: name === before?.name ? undefined : name,
    role: role === before?.role ? undefined : role,
    language: language === before?.language ? undefined : language,
    pin,
    badge,
  });
  if (standing === before?.status) return {};
  if (standing === 'removed') await till.removePerson(number, reason);
  else if (standing === 'locked') await till.lockPerson(number, reason);
  else await till.unlockPerson(number);
  return {};
}

const question = questionForm<PersonForm>({
  fields,
  yes: 'write-down',
  asks: state => {
    const values = valuesIn(state); // its secrets are wiped when they leave the screen
    return task({
      kind: 'save',
      run: (till): Promise<Partial<Added>> => saved(values, till),
      done: (now, {recoveryCode}) =>
        recoveryCode === undefined ? {go: 'back'} : {state: {...now, isWriting: false, lines: {}, recoveryCode}},
    });
  },
  blames: ({code}) => {
    if (code === 'token-role-refused') return 'role';
    if (code.startsWith('sign-in-')) return 'code';
    return /^(?:pin|secret)-/.test(code) ? 'pin' : code.startsWith('badge-') ? 'badge' : 'name';
  },
  texts: (state, {messages: {staffScreen: messages, staff}}) => {
    const facts = {name: cleanText(typedIn(state, 'name'), 40), role: staff.roles[state.role]};
    return {
      question: state.number === undefined ? messages.addQuestion(facts) : messages.changeQuestion(facts),
      means: state.standing === 'removed' ? messages.removedMeans : messages.means,
      writing: messages.writing,
    };
  },
});

/** A person who signs in: name, role and PIN; for an existing person also the badge, and whether the person still works here. */
export const person: Screen<['person', Given], PersonForm> = {
  id: 'person',
  open: ({number, isNewShop = false}, context) => {
    const known = number === undefined ? undefined : personOf(context.till.state.staff, number);
    return {
      state: {
        ...unasked,
        lines: known === undefined ? {} : {name: lineOf(known.name)},
        focus: 'name',
        kept: undefined,
        number,
        role: known?.role ?? (isFirst(context) ? 'owner' : 'cashier'),
        language: known !== undefined && isLanguage(known.language ?? '') ? (known.language as Language) : undefined,
        standing: known?.status ?? 'active',
        isNewShop,
        recoveryCode: undefined,
      },
    };
  },
  form: (state, context) => (state.recoveryCode === undefined ? question.form(state, context) : []),
  describe: (state, context) => {
    const {staffScreen: messages, staff} = context.messages;
    const {recoveryCode} = state;
    if (recoveryCode !== undefined)
      return [
        title(messages.recoveryTitle),
        gap('above'),
        fact('code', recoveryCode, {tone: 'strong', importance: 'news'}),
        gap('below'),
        fact('keep', staff.recoveryKeep, {most: 4}),
      ];
    const heading = state.number === undefined ? messages.addTitle : messages.changeTitle;
    return compact([
      title(state.isNewShop ? messages.ownerTitle : heading),
      state.isNewShop &&
        fact(
          'owner',
          messages.ownerLead({
            key: keyText('back', context),
            shift: keyText('shift', context),
            staff: keyText('staff', context),
          }),
          {tone: 'quiet', most: 3},
        ),
      gap('above'),
      ...question.blocks(state, context),
    ]);
  },
  secrets: ({lines}) =>
    [lines.pin?.secret, lines.again?.secret, lines.badge?.secret].filter(secret => secret !== undefined),
  keys: [
    ...question.keys.map(onlyWhile<PersonForm>(({recoveryCode}) => recoveryCode === undefined)),
    {id: 'to-staff', when: ({recoveryCode}) => recoveryCode !== undefined, press: () => ({go: 'back'})},
  ],
};
