import {zName} from '../../src/core/shift/report.js';
import {slipText} from '../../src/core/slip/slip.js';

import type {SlipScreen} from '../model.js';
import {archivedIn} from '../report/archived.js';
import {reportWidth, slipParts, slipWidth} from '../report/slip-lines.js';
import type {ArchiveScreen, ReportScreen} from '../shift/shift-screens.js';
import type {Ear} from '../view.js';
import {fact, line, lines, standing, type Telling} from './fact.js';
import {stepFact} from './tell-close.js';

/** An X or a Z, read line by line as it prints. */
export function tellReport({report, parts, isNew, isPrinting}: ReportScreen, ear: Ear, keys: string): Telling {
  const {report: words, close} = ear.words.shiftScreen;
  const name = report.kind === 'x' ? words.x : zName(report.number);
  return {
    facts: [
      ...(isNew ? [stepFact(5, ear), standing(close.made({z: name}))] : [line(`${name}.`)]),
      ...lines(name, slipText(parts, reportWidth)),
      ...(isPrinting ? [fact(close.printing)] : []),
    ],
    prompt: keys,
  };
}

/** The slip of a payment, read line by line. */
export function tellSlip(screen: SlipScreen, ear: Ear, keys: string): Telling {
  const {words, till} = ear;
  const payment = till.state.payments.get(screen.reference);
  if (payment === undefined) return {facts: [fact(words.paymentScreen.notOpenHere)], prompt: keys};
  const text = lines('slip', slipText(slipParts(screen, payment, ear), slipWidth));
  return {
    facts: [
      line(`${words.readingScreen.slip.title}.`),
      ...text,
      ...(screen.isPrinting ? [fact(words.shiftScreen.close.printing)] : []),
    ],
    prompt: keys,
  };
}

/** The archive: how many there are, and the marked Z. */
export function tellArchive(screen: ArchiveScreen, ear: Ear, keys: string): Telling {
  const {title, empty, row} = ear.words.shiftScreen.archive;
  const rows = archivedIn(screen, ear);
  const marked = rows[screen.index];
  if (marked === undefined) return {facts: [standing(empty)], prompt: keys};
  const {number, date, takings, difference} = marked;
  const facts = {at: screen.index + 1, count: rows.length, z: zName(number), date, takings};
  const said = row(facts);
  return {
    facts: [fact(`${title}.`), standing(`${difference === '' ? said : `${said}, ${difference}`}.`)],
    prompt: keys,
  };
}
