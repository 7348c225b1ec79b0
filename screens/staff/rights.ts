import {displayMoney} from '../../src/core/money/display.js';
import {type Permission, permissionOf} from '../../src/core/staff/permissions.js';
import {roles, type Verb, verbs} from '../../src/core/staff/schema.js';
import {fact, gap, paper, type TableBlock} from '../kit/block.js';
import type {Screen} from '../kit/screen.js';
import type {Context} from '../kit/step.js';
import {movedOffset} from '../parts/offset.js';
import {oneSentence} from '../plain/said.js';

declare module '../kit/places.js' {
  interface Places {
    rights: undefined;
  }
}

/** With its limits where it has any. */
function rightText({right, most, mostInShift}: Permission, {language, words}: Context): string {
  const {rights, limit, shiftLimit} = words.staff;
  return [
    rights[right],
    ...most.map(each => limit({amount: displayMoney(each, language)})),
    ...mostInShift.map(each => shiftLimit({amount: displayMoney(each, language)})),
  ].join(', ');
}

function rowOf(verb: Verb, context: Context): TableBlock['rows'][number] {
  const {language, till, words} = context;
  const {staff} = words;
  const permissions = roles.map(role => permissionOf(till.state.staff.rights, role, verb));
  const texts = permissions.map(each => rightText(each, context));
  const said = [`${staff.verbs[verb]}:`, ...roles.map((role, at) => `${staff.roles[role]} ${texts[at] ?? ''};`)];
  return {
    cells: [
      staff.verbs[verb],
      ...permissions.map(({right, most, mostInShift}) => {
        const isLimited = most.length + mostInShift.length > 0;
        return `${staff.rights[right]}${isLimited ? '*' : ''}`;
      }),
    ],
    tone: 'plain',
    said: oneSentence(said, language),
  };
}

/** What has limits, written out below the table. */
function limitsOf(context: Context) {
  const {till, words} = context;
  return verbs.flatMap(verb =>
    roles.flatMap(role => {
      const permission = permissionOf(till.state.staff.rights, role, verb);
      if (permission.most.length + permission.mostInShift.length === 0) return [];
      const {staff} = words;
      const text = `${staff.verbs[verb]}, ${staff.roles[role]}: ${rightText(permission, context)}`;
      return [fact(`limit ${verb} ${role}`, text, {lead: '*'})];
    }),
  );
}

/** What each role may do. */
export const rights: Screen<'rights', {readonly offset: number}> = {
  id: 'rights',
  layout: 'tall',
  open: () => ({state: {offset: 0}}),
  describe: ({offset}, context) => {
    const {rightsTitle, rightsLead} = context.words.staffScreen;
    const {roles: names} = context.words.staff;
    const limits = limitsOf(context);
    return [
      paper(rightsTitle, offset, [
        fact('lead', rightsLead, {tone: 'quiet'}),
        gap('above'),
        {
          kind: 'table',
          id: 'rights',
          columns: [{title: '', grows: true}, ...roles.map(role => ({title: names[role], width: 11}))],
          rows: verbs.map(verb => rowOf(verb, context)),
        },
        ...(limits.length === 0 ? [] : [gap('limits'), ...limits]),
      ]),
    ];
  },
  keys: [
    {id: 'scroll', press: ({offset}, _, {place, page}) => ({state: {offset: movedOffset(offset, {place, page})}})},
    {id: 'back', press: () => ({go: 'back'})},
  ],
  beginnings: [
    ['t', 's', 't'],
    ['t', 's', 't', 'page-down'],
  ],
};
