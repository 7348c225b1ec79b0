import {expect, test} from 'vitest';
import {entering} from '../../screens/model.js';
import {tillScreens} from '../../screens/till-screens.js';
import {begin, offersOf} from '../../screens/update.js';
import {emptyState, foldEvents} from '../../src/core/books/state.js';
import {languages, loadMessages, messages} from '../../src/core/messages/messages.js';
import {widthOf} from '../../src/core/text/width.js';
import {event, request} from '../core/payment/payment-samples.js';
import {reducerContextOf} from './reducer-context.js';

/** What is left for the last answer beside the other columns of the pending list, in a window of 80 columns. */
const room = 19;

test('no last answer is cut in the pending list at 80 columns, in any language', async () => {
  for (const language of languages) {
    await loadMessages(language);
    const {pendingScreen, payment} = messages(language);
    const {mispaid, disputed} = payment.statuses;
    const fixed = [...Object.values(pendingScreen.waiting), pendingScreen.paidTwice, pendingScreen.refundUnclear];
    const texts = [...fixed, mispaid, disputed, pendingScreen.notFound({count: 9999})];
    expect(texts.filter(text => widthOf(text) > room)).toEqual([]);
  }
});

test('a list without a pending payment offers no search', () => {
  const offered = (state = emptyState()) => {
    const reducerContext = reducerContextOf(state);
    const {model} = begin(reducerContext, {tornBytes: 0});
    const opening = {...model, stack: [model.stack[0], entering('pending')] as const};
    return offersOf(tillScreens.settled({model: opening, effects: []}, reducerContext).model, reducerContext);
  };
  const waiting = emptyState();
  foldEvents(waiting, [event(1, 'requested', request)]);
  expect([offered(), offered(waiting)].map(keys => keys.includes('search'))).toEqual([false, true]);
});
