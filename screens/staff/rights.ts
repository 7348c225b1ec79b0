import {permissionText} from '../../src/core/staff/permission-text.js';
import {permissionOf} from '../../src/core/staff/permissions.js';
import {roles, type StaffRole, verbs} from '../../src/core/staff/schema.js';
import {fact, gap, paper} from '../../src/views/block.js';
import {beside} from '../kit/form.js';
import {is} from '../kit/said.js';
import type {Screen} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';

type Rights = {readonly offset: number; readonly role: StaffRole};

/** What a role may do. One role at a time is shown, so that it fits into every window. */
export const rights: Screen<'rights', Rights> = {
  id: 'rights',
  layout: 'tall',
  open: () => ({state: {offset: 0, role: 'cashier'}}),
  describe: ({offset, role}, context) => {
    const {till, messages} = context;
    const {rightsTitle, rightsLead} = messages.staffScreen;
    const {roles: names, verbs: actions} = messages.staff;
    const rows = verbs.map(verb => {
      const text = permissionText(permissionOf(till.state.staff.rights, role, verb), context.language);
      return {cells: [actions[verb], text], tone: 'plain', said: is(actions[verb], text, context)} as const;
    });
    return [
      paper(rightsTitle({role: names[role]}), offset, [
        fact('lead', rightsLead, {tone: 'quiet'}),
        gap('above'),
        {
          kind: 'table',
          id: 'rights',
          columns: [
            {title: '', width: 46},
            {title: '', grows: true},
          ],
          rows,
        },
      ]),
    ];
  },
  keys: [
    scrollKey(),
    {
      id: 'other-role',
      press: ({role}, _, {place}) => ({
        state: {offset: 0, role: beside<StaffRole>(roles, role, place === 0 ? -1 : 1)},
      }),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
};
