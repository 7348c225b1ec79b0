import {messages} from '../../core/messages/messages.js';
import {isEnrolled, personCalled, rightsTyped} from '../../core/office/person.js';
import {type ExitCode, Problem} from '../../core/problem.js';
import {always, count, fields, flag, list, oneOf, orNull, text} from '../../core/spec/spec.js';
import {visitorRoles} from '../../core/staff/visitor-schema.js';
import {cleanText} from '../../core/text/text.js';
import type {HeadOffice} from '../../office/program.js';
import {answer, note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {inColumns} from '../../views/text.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withOffice} from './open.js';

const name = text('of the person');
const address = text('with which the person sets how to sign in, good once and for 15 minutes');
const addOptions = {
  '--role <role>': {says: 'officeRole', offers: visitorRoles, isRequired: true},
} satisfies OptionSpecs;

export const answers = {
  'office person list': list(
    fields({
      name: text('of the person; empty: the first owner, who has not set one'),
      role: oneOf(visitorRoles, 'what the person may do'),
      shops: orNull(list(text(), 'that the person may look at'), 'all'),
      canSignIn: flag('whether there is anything that the person can sign in with'),
      passkeys: count('how many the person has'),
    }),
    'each of the people',
  ),
  'office person add': fields({name, address}),
  'office person reset': fields({name, address}),
  'office person remove': fields({name, isRemoved: always('the person can sign in no more')}),
};

export const personCommand: CommandSpec = {
  examples: ['duka office person add Amina --role owner', 'duka office person list'],
  commands: {
    add: commandOf({
      arguments: ['<name>'],
      options: addOptions,
      examples: ['duka office person add Amina --role owner', 'duka office person add Esi --role viewer --shop corner'],
      action: add,
    }),
    list: commandOf({examples: ['duka office person list --json'], action: listAll}),
    reset: commandOf({arguments: ['<name>'], examples: ['duka office person reset Esi'], action: reset}),
    remove: commandOf({arguments: ['<name>'], examples: ['duka office person remove Esi'], action: remove}),
  },
};

const usualOrigin = 'http://localhost:7878';

export const invitationAddress = (code: string, origin = usualOrigin): string => `${origin}/enrol?code=${code}`;

/** Who does it, as the office's chain says. */
export const byOf = ({flags}: Session): string => flags.person?.trim() || 'office';

function add(session: Session, typed: string, {role}: OptionsOf<typeof addOptions>): Promise<ExitCode> {
  const rights = rightsTyped(role, session.flags.shop ?? '');
  return withOffice(session, async office => {
    const at = invitationAddress(await office.register.add(typed, rights, byOf(session)));
    const words = messages(session.language).officePeople;
    const facts = {name: cleanText(typed, 60), role: words.roles[rights.role]};
    await answer(session, answers['office person add'], {name: typed, address: at}, [words.personAdded(facts), at]);
    note(session, words.ownerLasts({host: new URL(at).host}));
    return 0;
  });
}

function listAll(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const people = await office.register.store.people();
    const words = messages(session.language).officePeople;
    const found = people.map(person => ({
      name: person.name,
      role: person.role,
      shops: person.shops === 'all' ? null : person.shops,
      canSignIn: isEnrolled(person),
      passkeys: person.passkeys.length,
    }));
    const rows = found.map(({name: called, role, shops, canSignIn}) => [
      ...[cleanText(called, 60) || '–', words.roles[role], shops?.join(', ') ?? words.allShops],
      canSignIn ? '' : words.ways.none,
    ]);
    return answer(session, answers['office person list'], found, inColumns(rows, {longest: 200}));
  });
}

/** The id of the person of a name. Throws `Problem` office-person-unknown. */
async function idOf(office: HeadOffice, typed: string): Promise<string> {
  const person = personCalled(await office.register.store.people(), typed);
  if (person === undefined) throw new Problem('office-person-unknown');
  return person.id;
}

function reset(session: Session, typed: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    const at = invitationAddress(await office.register.reset(await idOf(office, typed), byOf(session)));
    const words = messages(session.language).officePeople;
    const lines = [words.personReset({name: cleanText(typed, 60)}), at];
    await answer(session, answers['office person reset'], {name: typed, address: at}, lines);
    note(session, words.ownerLasts({host: new URL(at).host}));
    return 0;
  });
}

function remove(session: Session, typed: string): Promise<ExitCode> {
  return withOffice(session, async office => {
    await office.register.remove(await idOf(office, typed), undefined, byOf(session));
    note(session, `✓ ${messages(session.language).officePeople.personRemoved({name: cleanText(typed, 60)})}`);
    return answer(session, answers['office person remove'], {name: typed, isRemoved: true}, []);
  });
}
