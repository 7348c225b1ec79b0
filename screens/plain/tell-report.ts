import {dateText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/money.js';
import {tenderName} from '../../src/core/payment/tender.js';
import {zName} from '../../src/core/shift/report.js';
import {slipText} from '../../src/core/slip/slip.js';

import {totalLabel} from '../day/day-screen.js';
import {todayIn} from '../day/today.js';
import type {SlipScreen} from '../model.js';
import {archivedIn} from '../report/archived.js';
import {reportWidth, slipParts, slipWidth} from '../report/slip-lines.js';
import {todayText} from '../sale/sentences.js';
import type {ArchiveScreen, ReportScreen} from '../shift/shift-screens.js';
import {shiftText} from '../shift/shown.js';
import type {Ear} from '../view.js';
import {type Fact, fact, line, lines, standing, type Telling} from './fact.js';
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

/** With one full stop at its end, whatever it ends in. */
const stopped = (text: string): string => `${text.replace(/\.$/u, '')}.`;

/** The day at a glance, line by line. */
export function dayFacts(ear: Ear): readonly Fact[] {
  const {language, words} = ear;
  const {date, takings, totals, untold, refunds} = todayIn(ear);
  const said = messages(language).day;
  const {is, count} = messages(language).narration;
  const worth = (label: string, value: string) => line(is({label, value}), `day ${label} ${value}`);
  return [
    line(stopped(words.shiftScreen.day.title({date: dateText(date, language)}))),
    line(stopped(shiftText(ear))),
    ...(totals.length + untold.length === 0 ? [line(said.nothing)] : []),
    ...takings.map(({total, count: times, ...tender}) =>
      worth(tenderName(tender, language), count({count: times, word: displayMoney(total)})),
    ),
    ...untold.map(({currency, sales}) => worth(said.untold({currency}), String(sales))),
    ...(untold.length === 0 ? [] : [line(said.toldWhenCounted)]),
    ...totals.flatMap(({currency, count: times, minor, refunded, net}) => [
      worth(totalLabel(currency, ear), count({count: times, word: displayMoney({currency, minor})})),
      ...(refunded === 0
        ? []
        : [
            worth(said.givenBack({currency}), displayMoney({currency, minor: refunded})),
            worth(said.net({currency}), displayMoney({currency, minor: net})),
          ]),
    ]),
    ...refunds.map(({method, total}) => worth(said.refundMethods[method], displayMoney(total))),
    line(todayText(ear)),
  ];
}
