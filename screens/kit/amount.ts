import type {Language} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import type {Currency, Money} from '../../src/core/money/money.js';
import {problemOf} from '../../src/core/payment/said.js';

type Typed = {readonly typed: string; readonly currency: Currency; readonly language: Language};

/** An amount as it is understood; as it stands where `read` throws a `Problem`. */
export const amountShown = (read: () => Money, {typed, currency, language}: Typed): string =>
  problemOf(read) === undefined ? displayMoney(read(), language) : `${currency} ${typed}`;
