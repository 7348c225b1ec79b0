import type {Config} from '../../config.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../../core/problem.js';

import {writeJson, writeLines} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import type {Check} from './check.js';

/** Shows the settings of the printer. A check prints nothing, so only the test slip shows whether the printer is there. */
export function checkPrinter({language}: Session, config: Config | undefined): Check {
  const name = 'printer';
  if (config?.printer === undefined)
    return {name, state: 'warning', message: messages(language).doctor.printer, facts: {}};
  const {address, columns, codePage} = config.printer;
  const facts = {address, columns, codePage};
  return {name, state: 'ok', message: messages(language).command.slip.printer(facts), facts};
}

/**
 * Prints a slip that shows an owner what the printer can do. Under `--json` `{printer}`, its address. Throws `Problem` printer-missing,
 * printer-unreachable.
 */
export async function probePrinter(session: Session): Promise<ExitCode> {
  const {printer} = configOf(session);
  const {language, isJson} = session;
  if (printer === undefined) throw new Problem('printer-missing');
  const [{sendToPrinter}, {probeSlip}] = await Promise.all([
    import('../../print/deliver.js'),
    import('../../print/escpos.js'),
  ]);
  const {address} = printer;
  await sendToPrinter(address, probeSlip(printer, language));
  if (isJson) writeJson(session, {printer: address});
  else writeLines(session, [`✓ ${messages(language).command.slip.probed({address})}`]);
  return exitCodes.done;
}
