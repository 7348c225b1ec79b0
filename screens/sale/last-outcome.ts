import {lastOutcome, verdictWord} from '../../src/core/journal/selectors.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {maskSource} from '../../src/core/payment/payer.js';
import type {Context} from '../kit/step.js';
import {keyText} from '../terminal/bindings.js';

/** How the last payment ended, as a sentence; `''` where none has. */
export function lastText(context: Context): string {
  const {language, till} = context;
  const last = lastOutcome(till.state);
  if (last === undefined) return '';
  const facts = {
    verdict: verdictWord(till.state, last, language),
    about: [displayMoney(last.request.amount, language), maskSource(last.request)]
      .filter(part => part !== '')
      .join(', '),
    key: keyText('last-outcome', context),
  };
  return messages(language).narration.last(facts);
}
