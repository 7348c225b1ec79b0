import {type Language, languages, messages} from '../core/messages/messages.js';
import {decimalText, type Money} from '../core/money/money.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {type Permission, permissionOf, permissionText} from '../core/staff/permissions.js';
import {rights, roles, type StaffRole, type Verb, verbs} from '../core/staff/schema.js';
import {isShortPin} from '../core/staff/secrets.js';
import {hasStaff, type Person, personCalled, presentPeople, type Staff} from '../core/staff/staff.js';
import {cleanText} from '../core/text/text.js';
import {note, writeJson, writeLines} from '../session/print.js';
import type {Session} from '../session/session.js';
import {openTill} from '../till/open.js';
import type {Till} from '../till/till.js';
import {inColumns} from '../views/text.js';
import {countsFrom, currencyFrom} from './counts.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from './define.js';
import {withReading, withTill} from './reading.js';
import {secretFrom} from './sign-in.js';
import {reportOptions, reportStaff} from './staff-report.js';
import {oneOf} from './values.js';

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
      action: lockOne,
    }),
    unlock: commandOf({arguments: ['<name>'], examples: ['duka staff unlock Baraka --as Amina'], action: unlockOne}),
    remove: commandOf({
      arguments: ['<name>'],
      options: reasonOptions,
      examples: ['duka staff remove Baraka --reason "left in November" --as Amina'],
      action: removeOne,
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

/** Adds a person. Under `--json` the person as in `list`, and `recoveryCode` for the first owner. */
async function addOne(
  session: Session,
  {name = '', role = 'cashier', language}: OptionsOf<typeof addOptions>,
): Promise<ExitCode> {
  const wanted = {name, role: roleFrom(session, role), language: languageFrom(session, language)};
  return withTill(session, 'staff add', async ({till}) => {
    const pin = await newSecret(session, 'newPin', name);
    const {person, recoveryCode} = await till.addPerson({...wanted, pin});
    noteShort(session, person, pin);
    if (session.isJson) writeJson(session, {...asJson(person), ...(recoveryCode && {recoveryCode})});
    else writeLines(session, [line(person, session.language), ...codeLines(session, recoveryCode)]);
    return exitCodes.done;
  });
}

/** The recovery code is shown only once; the owner has to write it down. */
function codeLines({language}: Session, code: string | undefined): readonly string[] {
  return code === undefined ? [] : [messages(language).staff.recoveryCode({code})];
}

/** Adds a script. Under `--json` the script as in `list`, and its `token`. */
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
    if (session.isJson) writeJson(session, {...asJson(person), token});
    else writeLines(session, [line(person, language), messages(language).staff.token({token})]);
    return exitCodes.done;
  });
}

async function listAll(session: Session): Promise<ExitCode> {
  return withReading(session, async ({state: {staff}}) => {
    const people = presentPeople(staff);
    if (session.isJson) writeJson(session, people.map(asJson));
    else if (!hasStaff(staff)) writeLines(session, [messages(session.language).staff.nobody]);
    else
      writeLines(
        session,
        people.map(person => line(person, session.language)),
      );
    return exitCodes.done;
  });
}

/** Changes a person. Under `--json` the person as in `list`. */
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

function lockOne(session: Session, called: string, {reason = ''}: OptionsOf<typeof reasonOptions>): Promise<ExitCode> {
  return changing(session, called, (till, {number}) => till.lockPerson(number, reason));
}

function unlockOne(session: Session, called: string): Promise<ExitCode> {
  return changing(session, called, (till, {number}) => till.unlockPerson(number));
}

function removeOne(
  session: Session,
  called: string,
  {reason = ''}: OptionsOf<typeof reasonOptions>,
): Promise<ExitCode> {
  return changing(session, called, (till, {number}) => till.removePerson(number, reason));
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

/**
 * Prints the table of rights, or changes one of them. Under `--json` `{verb: {role: {right, most, mostInShift}}}`; amounts are decimal
 * texts by currency.
 */
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
  const data = {verb, role, right, most: limitsFrom(limit), mostInShift: limitsFrom(shiftLimit)};
  return withTill(session, 'staff rights', async ({till}) => {
    await till.changeRights(data);
    return showRights(session, till.state.staff);
  });
}

const limitsFrom = (typed: readonly string[]): readonly Money[] =>
  countsFrom(typed).map(({currency, minor}) => ({currency: currencyFrom(currency), minor}));

function showRights(session: Session, {rights: changes}: Staff): ExitCode {
  const rows = verbs.map(verb => ({verb, of: roles.map(role => permissionOf(changes, role, verb))}));
  if (session.isJson) writeJson(session, Object.fromEntries(rows.map(({verb, of}) => [verb, rightsAsJson(of)])));
  else writeLines(session, rightsLines(rows, session.language));
  return exitCodes.done;
}

function rightsAsJson(permissions: readonly Permission[]) {
  const amounts = (limits: readonly Money[]) =>
    Object.fromEntries(limits.map(each => [each.currency, decimalText(each)]));
  return Object.fromEntries(
    permissions.map(({right, most, mostInShift}, at) => [
      roles[at] ?? '',
      {right, most: amounts(most), mostInShift: amounts(mostInShift)},
    ]),
  );
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

/**
 * Lets the owner back in with the recovery code. The code is then used up, and a new one is shown once. Under `--json` `{person,
 * recoveryCode}`.
 */
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
    if (session.isJson) writeJson(session, {person: asJson(person), recoveryCode});
    else writeLines(session, [line(person, session.language), ...codeLines(session, recoveryCode)]);
    return exitCodes.done;
  } finally {
    await opened.till.close();
  }
}

function written(session: Session, person: Person): ExitCode {
  if (session.isJson) writeJson(session, asJson(person));
  else writeLines(session, [line(person, session.language)]);
  return exitCodes.done;
}

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

/** A person for scripts. Of the secrets it names only the kinds. */
function asJson({number, name, role, language, status, credentials, verbs: rights, refusals}: Person) {
  return {
    number,
    name,
    role,
    ...(rights && {rights}),
    language,
    status,
    credentials: Object.keys(credentials).sort(),
    refusals,
  };
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
