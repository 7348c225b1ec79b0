import {marketOf} from '../../core/market/markets.js';
import {messages} from '../../core/messages/messages.js';
import {shopsTyped, type TillPerson, tillRoleTyped} from '../../core/office/till-staff.js';
import {type ExitCode, Problem} from '../../core/problem.js';
import {count, fields, flag, list, oneOf, optional, orNull, text} from '../../core/spec/spec.js';
import {looksLike} from '../../core/staff/name.js';
import {roles} from '../../core/staff/schema.js';
import {cleanText} from '../../core/text/text.js';
import type {HeadOffice} from '../../office/program.js';
import {answer} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {inColumns} from '../../views/text.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {currencies} from '../values.js';
import {withOffice} from './open.js';
import {byOf} from './person.js';

const role = {says: 'staffRole', offers: roles} as const;
const addOptions = {'--role <role>': {...role, isRequired: true}} satisfies OptionSpecs;
const changeOptions = {
  '--role <role>': role,
  '--name <name>': 'staffNewName',
  '--new-code': 'officeNewCode',
} satisfies OptionSpecs;
const priceOptions = {'--currency <code>': {says: 'cashCurrency', offers: currencies}} satisfies OptionSpecs;

const personMembers = {
  name: text('of the person'),
  role: oneOf(roles, 'at the tills'),
  shops: orNull(list(text(), 'at whose tills the person works'), 'all'),
  isLocked: flag('whether the person can sign in at no till'),
};
const code = text('with which the person signs in at a till until a PIN is set there; it is shown only once');
const personAnswer = fields({...personMembers, code: optional(code, 'there is no new one')});
const removed = fields({name: text('of the person'), isRemoved: flag('the tills refuse the person')});
export const answers = {
  'office staff add': personAnswer,
  'office staff list': list(fields(personMembers), 'who works at the tills of the office'),
  'office staff change': personAnswer,
  'office staff lock': personAnswer,
  'office staff unlock': personAnswer,
  'office staff remove': removed,
  'office prices': fields({
    file: text('that was read'),
    shop: orNull(text('at whose tills the list holds'), 'all, in place of the lists of single shops'),
    items: count('on the list'),
  }),
};

const named = (verb: string, action: (session: Session, name: string) => Promise<ExitCode>) =>
  commandOf({arguments: ['<name>'], examples: [`duka office staff ${verb} Baraka`], action});

export const staffCommand: CommandSpec = {
  examples: ['duka office staff add Baraka --role cashier', 'duka office staff list'],
  commands: {
    add: commandOf({
      arguments: ['<name>'],
      options: addOptions,
      examples: [
        'duka office staff add Baraka --role cashier',
        'duka office staff add Esi --role manager --shop corner',
      ],
      action: add,
    }),
    list: commandOf({examples: ['duka office staff list --json'], action: listAll}),
    change: commandOf({
      arguments: ['<name>'],
      options: changeOptions,
      examples: ['duka office staff change Baraka --role supervisor', 'duka office staff change Baraka --new-code'],
      action: changeOne,
    }),
    lock: named('lock', (session, typed) => changed(session, typed, {isLocked: true})),
    unlock: named('unlock', (session, typed) => changed(session, typed, {isLocked: false})),
    remove: named('remove', remove),
  },
};

export const pricesCommand: CommandSpec = commandOf({
  arguments: ['<file>'],
  options: priceOptions,
  examples: ['duka office prices prices.xlsx', 'duka office prices prices.csv --shop corner --currency KES'],
  action: setPrices,
});

const toldOf = ({name, role, shops, isLocked}: TillPerson) => ({name, role, shops, isLocked});

/** The person of a name. Throws `Problem` office-person-unknown. */
async function called({lists}: HeadOffice, typed: string): Promise<TillPerson> {
  const person = (await lists.staff()).find(({name}) => looksLike(name, typed));
  if (person === undefined) throw new Problem('office-person-unknown');
  return person;
}

function add(session: Session, name: string, {role: typed}: OptionsOf<typeof addOptions>): Promise<ExitCode> {
  const given = {name, role: tillRoleTyped(typed), shops: shopsTyped(session.flags.shop ?? '')};
  return withOffice(session, async office => {
    const made = await office.lists.add(given, byOf(session));
    return tell(session, await called(office, name), made);
  });
}

async function tell(session: Session, person: TillPerson, made?: string): Promise<ExitCode> {
  const {office: words, staff} = messages(session.language);
  const name = cleanText(person.name, 60);
  const state = person.isLocked ? 'locked' : 'active';
  const told = {...toldOf(person), code: made};
  const lines =
    made === undefined
      ? [words.staffChanged({name, state})]
      : [words.staffAdded({name, role: staff.roles[person.role]}), made];
  return answer(session, personAnswer, told, lines);
}

function listAll(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const people = await office.lists.staff();
    const {office: words, officePeople, staff} = messages(session.language);
    return answer(session, answers['office staff list'], people.map(toldOf), () =>
      people.length === 0
        ? [words.staffNobody]
        : inColumns(
            people.map(({name, role, shops, isLocked}) => [
              ...[cleanText(name, 60), staff.roles[role], shops?.join(', ') ?? officePeople.allShops],
              isLocked ? staff.states.locked : '',
            ]),
            {longest: 200},
          ),
    );
  });
}

type Changes = Partial<Pick<TillPerson, 'name' | 'role' | 'isLocked' | 'shops'>>;

function changed(session: Session, typed: string, changes: Changes): Promise<ExitCode> {
  return withOffice(session, async office => {
    const {id} = await called(office, typed);
    await office.lists.change({type: 'change', id, ...changes}, byOf(session));
    return tell(session, await called(office, changes.name ?? typed));
  });
}

function changeOne(session: Session, typed: string, options: OptionsOf<typeof changeOptions>): Promise<ExitCode> {
  const {role: newRole, name, newCode} = options;
  const {shop} = session.flags;
  const changes: Changes = {
    ...(newRole !== undefined && {role: tillRoleTyped(newRole)}),
    ...(name !== undefined && {name}),
    ...(shop !== undefined && {shops: shopsTyped(shop)}),
  };
  if (newCode !== true) return changed(session, typed, changes);
  return withOffice(session, async office => {
    const {id} = await called(office, typed);
    const made = await office.lists.renew(id, undefined, byOf(session));
    if (Object.keys(changes).length > 0) await office.lists.change({type: 'change', id, ...changes}, byOf(session));
    return tell(session, await called(office, name ?? typed), made);
  });
}

function remove(session: Session, typed: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    const {id, name} = await called(office, typed);
    await office.lists.change({type: 'remove', id}, byOf(session));
    const said = messages(session.language).office.staffChanged({name: cleanText(name, 60), state: 'removed'});
    return answer(session, removed, {name, isRemoved: true}, [said]);
  });
}

function setPrices(session: Session, path: string, options: OptionsOf<typeof priceOptions>): Promise<ExitCode> {
  const {shop: named} = session.flags;
  const currency = options.currency?.toUpperCase() ?? marketOf(configOf(session).country).currency;
  return withOffice(session, async office => {
    const [shop = null] = shopsTyped(named ?? '') ?? [];
    const {file, items} = await office.lists.setPricesOf({shop, currency, path}, byOf(session));
    const {pricesSet, allShops} = messages(session.language).office;
    const said = pricesSet({shop: shop ?? allShops, items});
    return answer(session, answers['office prices'], {file, shop, items}, [said]);
  });
}
