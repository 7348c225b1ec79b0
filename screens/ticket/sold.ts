import {displayMoney} from '../../src/core/money/display.js';
import {countedName} from '../../src/core/ticket/line-rows.js';
import {type FactBlock, fact} from '../kit/block.js';
import type {Context} from '../kit/step.js';

/** What a ticket is for, and the tip in its total; nothing where it is of a sum alone. */
export function soldBlocks(reference: string | undefined, {language, till, messages}: Context): readonly FactBlock[] {
  const lines = till.state.tickets.all.get(reference ?? '')?.lines ?? [];
  const goods = lines.filter(({kind}) => kind !== 'tip').map(line => countedName(line, language));
  const tips = lines.filter(({kind}) => kind === 'tip').map(({amount}) => displayMoney(amount, language));
  const quiet = {tone: 'quiet', importance: 'detail', isRoomy: true} as const;
  return [
    ...(goods.length === 0
      ? []
      : [fact('sold', goods.join(', '), {...quiet, lead: messages.ticketScreen.sold, most: 2})]),
    ...tips.map(tip => fact('tip', tip, {...quiet, lead: messages.receipt.tip})),
  ];
}
