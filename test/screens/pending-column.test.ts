import {expect, test} from 'vitest';
import {languages, loadMessages, messages} from '../../src/core/messages/messages.js';
import {widthOf} from '../../src/core/text/width.js';

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
