import {fact, gap, paper} from '../kit/block.js';
import type {Screen} from '../kit/screen.js';
import {movedOffset} from '../parts/offset.js';
import type {BindingId} from '../terminal/bindings.js';
import {helpGroups} from './help-groups.js';

type Behind = {readonly behind: readonly BindingId[]};

declare module '../kit/places.js' {
  interface Places {
    /** What can be done on the screen that it was asked for on. */
    help: Behind;
  }
}

/** Every key, from those of the screen behind it to all that there are. */
export const help: Screen<'help', Behind & {readonly offset: number}> = {
  id: 'help',
  layout: 'tall',
  open: ({behind}) => ({state: {behind, offset: 0}}),
  describe: ({behind, offset}, context) => {
    const {words, isPlain} = context;
    const groups = helpGroups({...context, behind}).flatMap(({title, rows}, group) => [
      gap(`gap ${group}`),
      fact(`group ${group}`, title, {tone: 'strong', said: `${title}.`}),
      ...rows.map(({key, text}, at) => fact(`key ${group} ${at}`, text, {lead: key})),
    ]);
    return [
      paper(words.key.helpTitle, offset, [
        fact('lead', words.key.helpLead),
        ...(isPlain ? [fact('again', words.narration.again)] : []),
        ...groups,
      ]),
    ];
  },
  keys: [
    {
      id: 'scroll',
      press: (state, _, {place, page}) => ({state: {...state, offset: movedOffset(state.offset, {place, page})}}),
    },
    {id: 'back', press: () => ({go: 'back'})},
  ],
  beginnings: [['?'], ['b', '?']],
};
