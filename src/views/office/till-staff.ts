import {type Language, listText, messages} from '../../core/messages/messages.js';
import type {TillPerson} from '../../core/office/till-staff.js';
import {roles} from '../../core/staff/schema.js';
import {cleanText} from '../../core/text/text.js';
import {fact, title} from '../block.js';
import type {PageBlock, PageField} from './page-block.js';
import {hidden, rowsOf} from './people.js';

const at = '/people/staff';
const shopsText = ({shops}: TillPerson, language: Language): string =>
  shops === null ? messages(language).officePeople.allShops : listText(shops, language);

function fieldsOf({name, role, shops}: Pick<TillPerson, 'name' | 'role' | 'shops'>, language: Language): PageField[] {
  const words = messages(language);
  const {officePeople: own, staff} = words;
  return [
    {name: 'name', label: own.name, value: name, isRequired: true},
    {name: 'role', label: own.role, value: role, options: roles.map(value => ({value, text: staff.roles[value]}))},
    {name: 'shops', label: own.shops, note: own.shopsNote, value: shops?.join(', ') ?? ''},
  ];
}

/** Who works at the tills of an office, and a form to add somebody. */
export function describeTillStaff(people: readonly TillPerson[], language: Language): readonly PageBlock[] {
  const {officePeople: words, staff, office} = messages(language);
  const {states} = words.tillStaff;
  const rows = people.map(person => ({
    id: person.id,
    cells: [
      ...[cleanText(person.name, 60), staff.roles[person.role], shopsText(person, language)],
      person.isLocked ? states.locked : states.active,
    ],
    tone: person.isLocked ? ('quiet' as const) : ('plain' as const),
    to: `${at}/${person.id}`,
  }));
  const columns = [{title: words.name}, {title: words.role}, {title: words.shops}, {title: words.tillStaff.state}];
  return [
    title(words.tillStaff.title),
    fact('intro', words.tillStaff.intro, {tone: 'quiet', most: 3}),
    rowsOf('staff', {columns, rows, empty: office.staffNobody}),
    {kind: 'question', id: 'add-title', text: words.add},
    {
      ...{kind: 'form', id: 'add', method: 'post', to: at, button: words.addButton},
      fields: [hidden('do', 'add'), ...fieldsOf({name: '', role: 'cashier', shops: null}, language)],
    },
  ];
}

/** One of them, with forms that change what the list says. */
export function describeTillPerson(person: TillPerson, language: Language): readonly PageBlock[] {
  const {officePeople: words} = messages(language);
  const {tillStaff, columns} = words;
  const of = (does: string) => [hidden('do', does), hidden('version', String(person.version))];
  const form = {kind: 'form', method: 'post', to: `${at}/${person.id}`} as const;
  const lock = person.isLocked ? 'unlock' : 'lock';
  return [
    title(cleanText(person.name, 60)),
    fact('state', tillStaff.states[person.isLocked ? 'locked' : 'active'], {lead: tillStaff.state}),
    {...form, id: 'change', button: words.save, fields: [...of('change'), ...fieldsOf(person, language)]},
    {...form, id: lock, button: messages(language).staff.told[lock], fields: of(lock)},
    fact('code', tillStaff.newCodeNote, {lead: columns.by, tone: 'quiet', most: 2}),
    {...form, id: 'renew', button: tillStaff.newCode, fields: of('renew')},
    {...form, id: 'remove', button: words.remove, fields: of('remove')},
  ];
}

/** A code that is shown once. */
export const describeCode = (heading: string, code: string, note: string): readonly PageBlock[] => [
  title(heading),
  {kind: 'exact', id: 'code', lines: [code], onRoll: false},
  fact('note', note, {most: 3}),
];
