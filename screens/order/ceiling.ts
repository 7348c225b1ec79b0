import {checkCeiling} from '../../src/core/money/ceiling.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {problemOf} from '../../src/core/payment/said.js';
import {type Block, notice} from '../../src/views/block.js';
import type {Context} from '../kit/step.js';
import {type BindingId, keyText} from '../terminal/bindings.js';

/**
 * Whether a new sale is above the ceiling and needs a confirmation. The next attempt of a sale and a part of a ticket were confirmed
 * before.
 */
export function isAboveCeiling(
  {sale, ticket}: {readonly sale?: string | undefined; readonly ticket?: string | undefined},
  amount: Money,
  {till}: Context,
): boolean {
  return (sale ?? ticket) === undefined && problemOf(() => checkCeiling(amount, till.settings)) !== undefined;
}

/** Returns the notice that the amount is above the ceiling, with the keys that go on and back. */
export function ceilingBlocks(yes: BindingId, no: BindingId, context: Context, currency: Currency): readonly Block[] {
  const {language, till, messages} = context;
  const ceiling = displayMoney({currency, minor: till.settings.saleCeiling[currency] ?? 0}, language);
  const text = messages.saleScreen.aboveCeiling({ceiling, yes: keyText(yes, context), no: keyText(no, context)});
  return [notice('ceiling', text, {tone: 'needs-person', glyph: '!', importance: 'standing'})];
}
