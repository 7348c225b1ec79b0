import {messages} from '../../src/core/messages/messages.js';
import {fact, gap, paper} from '../../src/views/block.js';
import {Screens} from '../kit/program.js';
import type {PlacesOf} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import type {Stacked} from '../model.js';
import {bindingHelp, keyGroups} from '../terminal/bindings.js';
import {reviewDays} from './days.js';
import {reviewEvent, reviewEvents} from './events.js';
import type {At, ReviewContext, ReviewScreen} from './looking.js';
import {reviewPayments} from './payments.js';

const reviewHelp: ReviewScreen<'review-help', At, {readonly at: At; readonly offset: number}> = {
  id: 'review-help',
  layout: 'tall',
  open: at => ({state: {at, offset: 0}}),
  describe: ({offset}, context) => {
    const {narration, review} = context.messages;
    const group = bindingHelp(context)[keyGroups.indexOf('review')];
    const rows = (group?.rows ?? []).map(({key, text}, at) => fact(`key ${at}`, text, {lead: key}));
    const again = context.isPlain ? [fact('again', narration.again)] : [];
    return [paper(review.title, offset, [fact('lead', review.helpLead), ...again, gap('below'), ...rows])];
  },
  keys: [scrollKey(), {id: 'back', press: () => ({go: 'back'})}],
};

const all = [reviewDays, reviewPayments, reviewEvents, reviewEvent, reviewHelp] as const;

declare module '../places.js' {
  interface Places extends PlacesOf<(typeof all)[number]> {}
}

export type ReviewOver = Omit<ReviewContext, 'messages'>;

export const reviewScreens = new Screens<Stacked, ReviewOver, ReviewContext>({
  screens: all,
  contextOf: (_, over) => ({...over, messages: messages(over.language)}),
  isOwnPin: () => false,
  mayLook: () => true,
});
