import {hasWords} from '../../src/core/text/text.js';
import {fact, gap, paper} from '../../src/views/block.js';
import {emptyForm, type Filled, type Form, fieldBlocks, typedIn} from '../kit/form.js';
import type {Screen} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import type {Context} from '../kit/step.js';
import {helpRules} from '../terminal/line.js';
import {type Behind, helpGroups} from './help-groups.js';

type Help = Filled<'find'> & Behind & {readonly offset: number};

const form = (_: Help, {messages}: Context): Form<Help> => [
  {id: 'find', label: messages.paletteScreen.field, rules: helpRules, edited: state => ({...state, offset: 0})},
];

/** Every key: first those of the screen behind, then all keys. Typed words leave only the lines that contain them. */
export const help: Screen<['help', Behind], Help> = {
  id: 'help',
  layout: 'tall',
  open: ({behind}) => ({state: {behind, offset: 0, ...emptyForm('find')}}),
  form,
  describe: (state, context) => {
    const {messages, isPlain} = context;
    const {behind, offset} = state;
    const typed = typedIn(state, 'find');
    const groups = helpGroups({...context, behind}).flatMap(({title, rows}, group) => {
      const found = rows.filter(({key, text}) => hasWords(`${title} ${key} ${text}`, typed));
      if (found.length === 0) return [];
      return [
        gap(`gap ${group}`),
        fact(`group ${group}`, title, {tone: 'strong', said: `${title}.`}),
        ...found.map(({key, text}, at) => fact(`key ${group} ${at}`, text, {lead: key})),
      ];
    });
    const lead = groups.length === 0 ? messages.paletteScreen.empty : messages.key.helpLead;
    return [
      ...fieldBlocks(form(state, context), state, context),
      paper(messages.key.helpTitle, offset, [
        fact('lead', lead),
        ...(isPlain ? [fact('again', messages.narration.again)] : []),
        ...groups,
      ]),
    ];
  },
  keys: [scrollKey(), {id: 'back', press: () => ({go: 'back'})}],
};
