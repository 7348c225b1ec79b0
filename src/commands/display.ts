import {decimalText} from '../core/money/money.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {writeJson, writeLines} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {type CustomerView, followDisplay} from '../till/customer-display.js';
import {commandOf} from './define.js';

export const command = commandOf({
  examples: ['duka display', 'duka display --till T7K', 'duka display --json'],
  action: display,
});

/**
 * Opens the customer's screen on a terminal. Without a terminal, and under `--json` or `--plain`, writes a line each time that the display
 * changes.
 */
async function display(session: Session): Promise<ExitCode> {
  const {face, flags, isJson} = session;
  if (face.isTerminal && !isJson && !configOf(session).isPlain) return face.openDisplay(flags);
  const {environment, systemZone, world} = face;
  for await (const shown of followDisplay({flags, environment, systemZone, world}, face.interrupted)) {
    if (isJson) writeJson(session, asJson(shown));
    else writeLines(session, [await face.displayLine(shown)]);
  }
  return exitCodes.interrupted;
}

/** Between two sales, `verdict` and everything else about a sale is null. Money is decimal text. */
function asJson({shop, profile, language, sale, merchantNumbers = []}: CustomerView) {
  return {
    shop,
    profile,
    reference: sale?.reference ?? null,
    amount: sale === undefined ? null : decimalText(sale.amount),
    currency: sale?.amount.currency ?? null,
    verdict: sale?.verdict ?? null,
    badge: sale?.badge ?? null,
    language: sale?.language ?? language,
    say: sale?.say ?? null,
    wallet: sale?.wallet ?? null,
    card: sale?.card ?? null,
    url: sale?.page ?? null,
    receipt: sale?.receipt ?? null,
    merchantNumbers: merchantNumbers.map(({network, number}) => ({network, number})),
  };
}
