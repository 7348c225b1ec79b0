import {ageText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney, sumByCurrency} from '../../src/core/money/money.js';
import {isOpen, type Payment, verdictOf} from '../../src/core/payment/payment.js';
import {channelName} from '../../src/core/payment/tender.js';

import type {TrayScreen} from '../model.js';
import {textOf} from '../terminal/line.js';
import {lastAnswer, nextText} from '../tray/answers.js';
import {markedIndex, trayRows} from '../tray/tray-logic.js';
import type {Ear} from '../view.js';
import {fact, standing, type Telling} from './fact.js';
import {asked, payerText} from './said.js';

/** The payments that want an eye: how many, and the marked one. */
export function tellTray(screen: TrayScreen, ear: Ear, keys: string): Telling {
  const {language, till, words} = ear;
  const {ask, pending} = messages(language).narration;
  const digits = textOf(screen.search);
  const rows = trayRows(till.state, digits);
  const index = markedIndex(screen, rows);
  const marked = rows[index];
  const open = rows.filter(isOpen);
  const sums = sumByCurrency(open.map(({request}) => request.amount)).map(displayMoney);
  const none = digits === '' ? words.pendingScreen.empty : words.pendingScreen.noMatch({digits});
  return {
    facts:
      marked === undefined
        ? [standing(none)]
        : [
            ...(open.length === 0
              ? []
              : [fact(pending({count: open.length, sums: sums.join(', ')}), `tray ${open.length}`)]),
            standing(rowText(marked, {index, count: rows.length}, ear), rowKey(marked, index)),
          ],
    prompt: screen.isSearching ? asked(ask({label: words.pendingScreen.search}), screen.search) : keys,
  };
}

/** Without its age and its next question, which change by themselves. */
const rowKey = (payment: Payment, index: number) =>
  `${index} ${payment.reference} ${payment.status} ${verdictOf(payment)}`;

function rowText(payment: Payment, {index, count}: {index: number; count: number}, ear: Ear): string {
  const {language, now} = ear;
  const {row, rowNext} = messages(language).narration;
  const {request, requestedAt} = payment;
  const text = row({
    at: index + 1,
    count,
    amount: displayMoney(request.amount),
    wallet: payerText(request, language),
    network: channelName(payment.request, language),
    age: ageText(now - requestedAt, language),
    answer: lastAnswer(payment, ear),
  });
  const next = nextText(payment, ear);
  return next === '' ? `${text}.` : rowNext({row: text, next}).replace('….', '…');
}
