import {type Language, languages, messages} from '../core/messages/messages.js';
import {decimalText, type Money} from '../core/money/money.js';
import {amountText, amountOf as moneyOf} from '../core/money/schema.js';
import {
  type Activity,
  type ActivitySum,
  activityCounts,
  activityPeriods,
  activitySums,
  noticesOf,
} from '../core/present/staff-activity.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {
  count,
  dictionary,
  elseNull,
  fields,
  list,
  made,
  named,
  optional,
  positive,
  text,
  written as writtenAs,
} from '../core/spec/spec.js';
import {type Permission, permissionOf, permissionText} from '../core/staff/permissions.js';
import {rights, roles, type StaffRole, type Verb, verbs} from '../core/staff/schema.js';
import {hasStaff, isShortPin, type Person, personCalled, presentPeople, type Staff} from '../core/staff/staff.js';
import {cleanText} from '../core/text/text.js';
import {answer, note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {readActivity} from '../till/days.js';
import {openTill} from '../till/open.js';
import type {Till} from '../till/till.js';
import {describeActivity} from '../views/staff/activity.js';
import {blockLines, inColumns} from '../views/text.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {type Table, writeTable} from './export/table.js';
import {spanFrom} from './export.js';
import {withLook, withReading, withTill} from './reading.js';
import {secretFrom} from './sign-in.js';
import {countsFrom, currencyFrom, oneOf} from './values.js';

export const reportOptions = {
  '--day <day>': 'day',
  '--from <day>': 'fromDay',
  '--to <day>': 'toDay',
  '--by <rows>': 'activityBy',
  '--shift': 'activityByShift',
  '--csv': 'csv',
} satisfies OptionSpecs;

const sums = (about: string) =>
  list(
    fields({...moneyOf('the sum', (sum: ActivitySum) => sum), count: count('how many entries are in it')}),
    `${about}, by currency`,
  );

const reportAnswers = {
  'staff report': list(
    fields({
      person: text('who did it'),
      period: text('the day, the week (`2026-W47`) or the number of the shift; empty for all of it'),
      sales: sums('what was sold'),
      tips: sums('tips, less those that were refunded'),
      refunds: sums('what was given back'),
      discounts: sums('what was taken off prices'),
      differences: sums('what drawers had too much, or too little where it is below zero'),
      priceChanges: count('lines with another price than the list’s'),
      superseded: count('attempts that were set aside'),
      ticketsAbandoned: count('sales in parts, and baskets, that were given up'),
      drawerOpenings: count('openings of the drawer without a sale'),
      reprints: count('copies of receipts'),
      judgements: count('results that were recorded by hand'),
      acceptedDifferences: count('differences of reconciliations that were accepted'),
      approvalsGiven: count('approvals for others'),
      approvalsAsked: count('approvals by others'),
      refusedSignIns: count('wrong PINs'),
      refundsNearLimit: count('refunds just under the person’s limit'),
      refundsWithoutCustomer: count('refunds without a known customer'),
      drawerBetweenSales: count('openings of the drawer soon after a sale and soon before the next'),
      withheld: count('sales and refunds that no sum includes, because their drawer is not counted yet'),
      notices: list(text(), 'the names of the counts that stand out'),
    }),
    'what each person did in each period',
  ),
};

/** Reports what each person did on some days: sums by currency, counts, and which of them stand out. */
async function reportStaff(session: Session, options: OptionsOf<typeof reportOptions>): Promise<ExitCode> {
  const {language} = session;
  const {csv = false, shift = false, by = shift ? 'shift' : 'person'} = options;
  const period = oneOf({name: '--by', value: by, language}, activityPeriods);
  const span = spanFrom(session, options);
  return withLook(session, 'staff report', async reading => {
    const rows = await readActivity(reading, span, period);
    if (csv) {
      writeTable(session, tableOf(rows));
      return exitCodes.done;
    }
    const told = rows.map(row => ({...row, ...row.sums, ...row.counts, notices: noticesOf(row)}));
    return answer(session, reportAnswers['staff report'], told, () => {
      const days = span.from === span.to ? span.to : `${span.from} - ${span.to}`;
      return [days, '', ...blockLines(describeActivity(rows, period, language), {width: 80})];
    });
  });
}

/** One row for each figure, since sums have a currency and counts have none. */
const tableOf = (rows: readonly Activity[]): Table => ({
  columns: ['period', 'person', 'what', 'currency', 'amount', 'count'],
  rows: rows.flatMap(({period, person, sums, counts, withheld}) => [
    ...activitySums.flatMap(what =>
      sums[what].map(({count, ...money}) => {
        const {currency} = money;
        return {period, person, what, currency, amount: decimalText(money), count};
      }),
    ),
    ...[...activityCounts.map(what => [what, counts[what]] as const), ['withheld', withheld] as const]
      .filter(([, count]) => count > 0)
      .map(([what, count]) => ({period, person, what, currency: null, amount: null, count})),
  ]),
});

const addOptions = {
  '--name <name>': 'staffName',
  '--role <role>': 'staffRole',
  '--language <language>': 'staffLanguage',
} satisfies OptionSpecs;
const changeOptions = {
  ...addOptions,
  '--name <name>': 'staffNewName',
  '--new-pin': 'staffNewPin',
  '--badge': 'staffBadge',
  '--without-badge': 'staffWithoutBadge',
  '--passphrase': 'staffPassphrase',
} satisfies OptionSpecs;
type ChangeOptions = OptionsOf<typeof changeOptions>;
const reasonOptions = {'--reason <text>': 'staffReason'} satisfies OptionSpecs;
const tokenOptions = {'--right <verb>': {says: 'tokenRight', isRepeatable: true}} satisfies OptionSpecs;
const limitOptions = {
  '--limit <amount>': {says: 'staffLimit', isRepeatable: true},
  '--shift-limit <amount>': {says: 'staffShiftLimit', isRepeatable: true},
} satisfies OptionSpecs;

export const command: CommandSpec = {
  examples: ['duka staff add --name Amina --role owner', 'duka staff list'],
  commands: {
    add: commandOf({
      options: addOptions,
      examples: [
        'duka staff add --name "Amina Otieno" --role owner',
        'duka staff add --name Baraka --role cashier --as "Amina Otieno" --pin-stdin < pins',
      ],
      action: addOne,
    }),
    list: commandOf({examples: ['duka staff list', 'duka staff list --json'], action: listAll}),
    change: commandOf({
      arguments: ['<name>'],
      options: changeOptions,
      examples: [
        'duka staff change Baraka --role supervisor --as Amina',
        'duka staff change Baraka --new-pin --as Amina',
      ],
      action: changeOne,
    }),
    lock: commandOf({
      arguments: ['<name>'],
      options: reasonOptions,
      examples: ['duka staff lock Baraka --reason "lost badge" --as Amina'],
      action: (session, called, {reason = ''}) =>
        changing(session, called, (till, {number}) => till.lockPerson(number, reason)),
    }),
    unlock: commandOf({
      arguments: ['<name>'],
      examples: ['duka staff unlock Baraka --as Amina'],
      action: (session, called) => changing(session, called, (till, {number}) => till.unlockPerson(number)),
    }),
    remove: commandOf({
      arguments: ['<name>'],
      options: reasonOptions,
      examples: ['duka staff remove Baraka --reason "left in November" --as Amina'],
      action: (session, called, {reason = ''}) =>
        changing(session, called, (till, {number}) => till.removePerson(number, reason)),
    }),
    report: commandOf({
      options: reportOptions,
      examples: [
        'duka staff report --from 2026-11-01 --to 2026-11-30',
        'duka staff report --by week --from 2026-11-01 --csv',
        'duka staff report --shift --json',
      ],
      action: reportStaff,
    }),
    token: commandOf({
      arguments: ['<name>'],
      options: tokenOptions,
      examples: ['duka staff token "Night report" --right totals --right reconcile --as Amina'],
      action: addToken,
    }),
    recover: commandOf({examples: ['duka staff recover'], action: recoverOwner}),
    rights: commandOf({
      arguments: ['[verb]', '[role]', '[right]'],
      options: limitOptions,
      examples: [
        'duka staff rights',
        'duka staff rights refund cashier yes --limit KES:2000 --shift-limit KES:5000 --as Amina',
      ],
      action: rightsOf,
    }),
  },
};

/** Of the secrets only the kinds are told. */
const personMembers = {
  number: positive('of the people of the till'),
  name: text('by which they are called'),
  role: text('`script` for a token'),
  rights: made(optional(list(text()), 'the role has the rights'), ({verbs: rights}: Person) => rights),
  language: elseNull(text('in which the till speaks to them'), 'that of the till'),
  status: text('`active`, `locked` or `removed`'),
  credentials: writtenAs(list(text(), 'with what they can sign in'), (kinds: object) => Object.keys(kinds).sort()),
  refusals: count('wrong secrets since the last right one'),
};
const personSpec = named('person', fields(personMembers, 'Somebody, or a script, of the till.'));
const personAnswer = personSpec();
const limits = (about: string) =>
  writtenAs(dictionary(amountText(), about), (most: readonly Money[]) =>
    Object.fromEntries(most.map(each => [each.currency, decimalText(each)])),
  );
const rightSpec = fields({
  right: text('`yes`, `no` or `approval`'),
  most: limits('at once, by currency'),
  mostInShift: limits('in a shift, by currency'),
});
const codeText = text('with which the owner gets in again; it is shown only once');
export const answers = {
  ...reportAnswers,
  'staff add': fields({...personMembers, recoveryCode: optional(codeText, 'it is not the first owner')}),
  'staff token': fields({...personMembers, token: text('of the script; it is shown only once')}),
  'staff list': list(personAnswer, 'by number'),
  'staff change': personAnswer,
  'staff lock': personAnswer,
  'staff unlock': personAnswer,
  'staff remove': personAnswer,
  'staff rights': dictionary(dictionary(rightSpec), 'by verb, then by role'),
  'staff recover': fields({person: personSpec('who is in again'), recoveryCode: optional(codeText, 'there is none')}),
};

async function addOne(
  session: Session,
  {name = '', role = 'cashier', language}: OptionsOf<typeof addOptions>,
): Promise<ExitCode> {
  const wanted = {name, role: roleFrom(session, role), language: languageFrom(session, language)};
  return withTill(session, 'staff add', async ({till}) => {
    const pin = await newSecret(session, 'newPin', name);
    const {person, recoveryCode} = await till.addPerson({...wanted, pin});
    noteShort(session, person, pin);
    return answer(session, answers['staff add'], {...person, recoveryCode}, () => [
      line(person, session.language),
      ...codeLines(session, recoveryCode),
    ]);
  });
}

/** The recovery code is shown only once; the owner has to write it down. */
function codeLines({language}: Session, code: string | undefined): readonly string[] {
  const {recoveryCode, recoveryKeep} = messages(language).staff;
  return code === undefined ? [] : [`${recoveryCode({code})} ${recoveryKeep}`];
}

async function addToken(
  session: Session,
  name: string,
  {right = []}: {readonly right?: readonly string[]},
): Promise<ExitCode> {
  const {language} = session;
  const rights = right.map(value => oneOf({name: '--right', value, language}, verbs));
  if (rights.length === 0) oneOf({name: '--right', value: '', language}, verbs);
  return withTill(session, 'staff token', async ({till}) => {
    const {person, token} = await till.addToken({name, verbs: rights});
    return answer(session, answers['staff token'], {...person, token}, () => [
      line(person, language),
      messages(language).staff.token({token}),
    ]);
  });
}

async function listAll(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state: {staff}}) => {
    const people = presentPeople(staff);
    return answer(session, answers['staff list'], people, () =>
      people.length > 0
        ? people.map(person => line(person, session.language))
        : [messages(session.language).staff.nobody],
    );
  });
}

async function changeOne(session: Session, called: string, options: ChangeOptions): Promise<ExitCode> {
  const {name, role, language, ...secrets} = options;
  const changes = {
    name,
    role: role === undefined ? undefined : roleFrom(session, role),
    language: languageFrom(session, language),
  };
  return withTill(session, 'staff change', async ({till}) => {
    const {number, name: before} = calledIn(till.state.staff, called);
    const pin = secrets.newPin === true ? await newSecret(session, 'newPin', before) : undefined;
    const person = await till.changePerson(number, {
      ...changes,
      pin,
      ...(secrets.passphrase === true && {passphrase: await newSecret(session, 'newPassphrase', before)}),
      ...(secrets.badge === true && {badge: await newSecret(session, 'newBadge', before)}),
      ...(secrets.withoutBadge === true && {badge: null}),
    });
    noteShort(session, person, pin);
    return written(session, person);
  });
}

async function changing(
  session: Session,
  called: string,
  change: (till: Till, person: Person) => Promise<void>,
): Promise<ExitCode> {
  return withTill(session, 'staff', async ({till}) => {
    const person = calledIn(till.state.staff, called);
    await change(till, person);
    const after = till.state.staff.people.find(({number}) => number === person.number) ?? person;
    return written(session, after);
  });
}

async function rightsOf(
  session: Session,
  typedVerb: string | undefined,
  typedRole: string | undefined,
  typedRight: string | undefined,
  {limit = [], shiftLimit = []}: OptionsOf<typeof limitOptions>,
): Promise<ExitCode> {
  const {language} = session;
  if (typedVerb === undefined) return withReading(session, async ({state}) => showRights(session, state.staff));
  const verb = oneOf({name: 'verb', value: typedVerb, language}, verbs);
  const role = roleFrom(session, typedRole ?? '');
  const right = oneOf({name: 'right', value: typedRight ?? '', language}, rights);
  const data = {verb, role, right, most: limitsFrom(session, limit), mostInShift: limitsFrom(session, shiftLimit)};
  return withTill(session, 'staff rights', async ({till}) => {
    await till.changeRights(data);
    return showRights(session, till.state.staff);
  });
}

const limitsFrom = (session: Session, typed: readonly string[]): readonly Money[] =>
  countsFrom(typed, configOf(session).amounts).map(({currency, minor}) => ({currency: currencyFrom(currency), minor}));

function showRights(session: Session, {rights: changes}: Staff): Promise<ExitCode> {
  const rows = verbs.map(verb => ({verb, of: roles.map(role => permissionOf(changes, role, verb))}));
  const byRole = (of: readonly Permission[]) => Object.fromEntries(of.map((each, at) => [roles[at] ?? '', each]));
  const told = Object.fromEntries(rows.map(({verb, of}) => [verb, byRole(of)]));
  return answer(session, answers['staff rights'], told, () => rightsLines(rows, session.language));
}

function rightsLines(
  rows: readonly {readonly verb: Verb; readonly of: readonly Permission[]}[],
  language: Language,
): readonly string[] {
  const words = messages(language).staff;
  const cells = [
    ['', ...roles.map(role => words.roles[role])],
    ...rows.map(({verb, of}) => [verb, ...of.map(each => permissionText(each, language))]),
  ];
  return inColumns(cells, {longest: 200});
}

/** Lets the owner back in with the recovery code. The code is then used up, and a new one is shown once. */
async function recoverOwner(session: Session): Promise<ExitCode> {
  const opened = await openTill(session.surroundings(), 'duka staff recover', {opensUnproved: true}); // else nobody could accept the lines
  try {
    const {till} = opened;
    const words = messages(session.language).staff;
    if (!hasStaff(till.state.staff)) throw new Problem('person-unknown', {name: '1'});
    const code = await secretFrom(session, words.askRecoveryCode);
    if (code === undefined) throw new Problem('sign-in-needed');
    const pin = await newSecret(session, 'newPin', '');
    const {person, recoveryCode} = await till.recover({code, pin}, session.face.interrupted);
    noteShort(session, person, pin);
    return await answer(session, answers['staff recover'], {person, recoveryCode}, () => [
      line(person, session.language),
      ...codeLines(session, recoveryCode),
    ]);
  } finally {
    await opened.till.close();
  }
}

const written = (session: Session, person: Person): Promise<ExitCode> =>
  answer(session, personAnswer, person, () => [line(person, session.language)]);

/** Proposes a longer PIN to whoever may change settings or people. */
function noteShort(session: Session, {role}: Person, pin: string | undefined): void {
  if (pin !== undefined && isShortPin(role, pin))
    note(session, `! ${messages(session.language).staff.pinShort({digits: pin.length})}`);
}

/** Asks twice at a terminal, since what is typed is not shown. Throws `Problem` secret-missing, secret-differs. */
async function newSecret(
  session: Session,
  what: 'newPin' | 'newPassphrase' | 'newBadge',
  name: string,
): Promise<string> {
  const words = messages(session.language).staff;
  const question = {newPin: words.askNewPin, newPassphrase: words.askNewPassphrase, newBadge: words.askNewBadge}[what];
  const secret = await secretFrom(session, question({name: cleanText(name, 60)}));
  if (secret === undefined) throw new Problem('secret-missing');
  if (session.flags.pinStdin === true || what === 'newBadge') return secret;
  if ((await secretFrom(session, words.askAgain)) !== secret) throw new Problem('secret-differs');
  return secret;
}

/** The person with this name or number. Throws `Problem` person-unknown. */
function calledIn(staff: Staff, called: string): Person {
  const person =
    presentPeople(staff).find(({number}) => String(number) === called.trim()) ?? personCalled(staff, called);
  if (person === undefined || person.status === 'removed')
    throw new Problem('person-unknown', {name: cleanText(called, 60)});
  return person;
}

function roleFrom({language}: Session, typed: string): StaffRole {
  return oneOf({name: '--role', value: typed.trim().toLowerCase(), language}, roles);
}

function languageFrom({language}: Session, typed: string | undefined): Language | undefined {
  if (typed === undefined) return undefined;
  return oneOf({name: '--language', value: typed.trim().toLowerCase(), language}, languages);
}

function line({number, name, role, status, verbs: rights}: Person, language: Language): string {
  const words = messages(language).staff;
  const text = words.person({
    number,
    name: cleanText(name, 60),
    role: rights === undefined ? words.roles[role] : words.script({rights: rights.join(', ')}),
  });
  return status === 'active' ? text : `${text}  ${words.states[status]}`;
}
