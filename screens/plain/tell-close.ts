import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {displayMoney, displayNumber} from '../../src/core/money/display.js';
import {jsonAmount} from '../../src/core/money/money.js';
import {inDrawer, zName} from '../../src/core/shift/report.js';
import type {Drawer} from '../../src/core/shift/report-schema.js';

import {checkFieldsOf, countedDrawers} from '../close/check-logic.js';
import {piecesIn} from '../close/count-logic.js';
import {askTexts, carriedTexts, demandText, differenceText, makesText, shownTotal, totalNote} from '../close/shown.js';
import type {
  CloseAskScreen,
  CloseCheckScreen,
  CloseCountScreen,
  ClosePrintScreen,
  CloseStopScreen,
} from '../shift/shift-screens.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine, textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** A step of the close, from the stop of the sales to the printing. */
export function tellClose(
  screen: CloseStopScreen | CloseCountScreen | CloseAskScreen | CloseCheckScreen | ClosePrintScreen,
  ear: Ear,
  keys: string,
): Telling {
  switch (screen.kind) {
    case 'close-stop':
      return tellStop(screen, ear);
    case 'close-count':
      return tellCount(screen, ear, keys);
    case 'close-ask':
      return tellAsk(screen, ear, keys);
    case 'close-check':
      return tellCheck(screen, ear, keys);
    case 'close-print':
      return tellPrint(screen, ear, keys);
  }
}

/** Where in the close somebody is. */
export function stepFact(step: number, {words, language}: Ear): Fact {
  const word = words.shiftScreen.close.steps[step - 1] ?? '';
  return standing(messages(language).narration.closeStep({step, word}));
}

const wrong = (problem: CloseStopScreen['problem'], {language}: Ear): readonly Fact[] =>
  problem === undefined ? [] : [standing(clauses(problemText(problem, language), language))];

function tellStop({person, problem}: CloseStopScreen, ear: Ear): Telling {
  const {stop, stopHow, person: label} = ear.words.shiftScreen.close;
  return {
    facts: [
      ...wrong(problem, ear),
      stepFact(1, ear),
      fact(stop),
      fact(clauses(stopHow({back: keyText('leave-close', ear)}), ear.language)),
    ],
    prompt: asked(messages(ear.language).narration.ask({label}), person),
  };
}

function tellCount(screen: CloseCountScreen, ear: Ear, keys: string): Telling {
  const {language, words} = ear;
  const {currency, pieces, total, focus, problem, isWriting, another} = screen;
  const {count, total: inAll, another: more} = words.shiftScreen.close;
  const {ask, askIn, choose} = messages(language).narration;
  const pieceLabel = (minor: string) => `${displayNumber(jsonAmount({currency, minor: Number(minor)}), language)} ×`;
  const left = Object.entries(pieces).filter(([minor, line]) => minor !== focus && !isEmpty(line));
  const told = {
    total: asked(askIn({label: inAll, currency}), total),
    another: choose({label: more, key: keyText('choose', ear), value: another ?? words.shiftScreen.form.nothing}),
  };
  const question =
    focus === 'total' || focus === 'another'
      ? told[focus]
      : asked(ask({label: pieceLabel(focus)}), pieces[focus] ?? emptyLine);
  return {
    facts: [
      ...wrong(problem, ear),
      screen.to === undefined ? stepFact(2, ear) : standing(`${words.shiftScreen.form.titles['hand-over']}.`),
      standing(`${count({currency})}.`),
      ...left.map(([minor, line]) => fact(is(pieceLabel(minor), textOf(line), ear))),
      detail(is(inAll, shownTotal(screen, ear), ear)),
      ...(isEmpty(total) || piecesIn(screen) === undefined ? [] : [fact(`${totalNote(screen, ear)}.`)]),
      ...(isWriting ? [fact(words.shiftScreen.form.writing)] : []),
    ],
    prompt: isWriting ? keys : question,
  };
}

function tellAsk(screen: CloseAskScreen, ear: Ear, keys: string): Telling {
  const {count, asked: done, answered} = screen;
  const {asked: told} = ear.words.shiftScreen.close;
  const {what, why} = askTexts(screen, ear);
  return {
    facts: [
      stepFact(3, ear),
      standing(what),
      detail(clauses(why, ear.language)),
      ...(done === 0 ? [] : [fact(`${told({asked: answered, count})}.`)]),
    ],
    prompt: keys,
  };
}

function tellCheck(screen: CloseCheckScreen, ear: Ear, keys: string): Telling {
  const {language, words} = ear;
  const {nothingCounted, fields} = words.shiftScreen.close;
  const drawers = countedDrawers(ear);
  const {lines, focus, making, problem} = screen;
  if (making !== undefined) return {facts: [stepFact(4, ear), fact(makesText(screen, ear))], prompt: keys};
  const asks = checkFieldsOf(ear);
  const label = fields[focus];
  const question = asked(messages(language).narration.ask({label}), lines[focus]);
  const carried = carriedTexts(screen, ear).map(text => text.replace(/^[!?] /u, '').replace(/\.?$/u, '.'));
  const demand = demandText(ear);
  return {
    facts: [
      ...wrong(problem, ear),
      stepFact(4, ear),
      ...(drawers.length === 0 ? [fact(nothingCounted)] : drawers.map(drawer => standing(drawerText(drawer, ear)))),
      ...carried.map(text => fact(text)),
      ...(demand === '' ? [] : [standing(clauses(demand, language))]),
      ...asks
        .filter(field => field !== focus && !isEmpty(lines[field]))
        .map(field => fact(is(fields[field], textOf(lines[field]), ear))),
      fact(clauses(makesText(screen, ear), language)),
    ],
    prompt: asks.length === 0 ? keys : question,
  };
}

function drawerText(drawer: Drawer, ear: Ear): string {
  const {currency, expected, counted} = drawer;
  const money = (minor: number | null) =>
    minor === null ? '–' : displayMoney(inDrawer(currency, minor), ear.language);
  return messages(ear.language).narration.drawer({
    currency,
    expected: money(expected),
    counted: money(counted),
    difference: differenceText(drawer, ear),
  });
}

function tellPrint({report, isPrinting}: ClosePrintScreen, ear: Ear, keys: string): Telling {
  const {till, words, language} = ear;
  const {print, noPrinter, printing, made} = words.shiftScreen.close;
  const facts = {z: zName(report.number), number: report.number};
  const question = till.settings.printer === undefined ? clauses(noPrinter(facts), language) : print(facts);
  return {
    facts: [stepFact(6, ear), fact(made(facts)), isPrinting ? fact(printing) : standing(question)],
    prompt: keys,
  };
}
