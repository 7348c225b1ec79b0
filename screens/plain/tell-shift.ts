import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';

import {beyondTexts, chosenCurrency, countText, fieldLabel, fieldProblem, shownSum} from '../shift/form-screen.js';
import {reasonsOf, shiftFieldsOf} from '../shift/shift-form.js';
import type {ShiftField, ShiftFormScreen} from '../shift/shift-screens.js';
import {carriedText, lastZText, shiftText} from '../shift/shown.js';
import {keyText} from '../terminal/bindings.js';
import {emptyLine, textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {detail, type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** Who has the shift, and what can be done about it. */
export function tellShift(ear: Ear, keys: string): Telling {
  const {till, words, language} = ear;
  const floats = (till.state.ledger.shift?.floats ?? []).map(sum => displayMoney(sum, language)).join(', ');
  const more = [carriedText(ear), lastZText(ear)].filter(text => text !== '');
  return {
    facts: [
      standing(`${words.shiftScreen.title}: ${shiftText(ear)}${till.state.ledger.shift === null ? '' : '.'}`),
      ...(floats === '' ? [] : [detail(is(words.shiftScreen.float, floats, ear))]),
      ...more.map(text => detail(clauses(text, language))),
    ],
    prompt: keys,
  };
}

/** The opening of a shift, its handing over, or a movement of the drawer. */
export function tellShiftForm(screen: ShiftFormScreen, ear: Ear, keys: string): Telling {
  const {language, words} = ear;
  const {titles, leads, writing} = words.shiftScreen.form;
  const {about, focus, isWriting} = screen;
  const problem = fieldProblem(focus, screen, ear);
  const reasons = keyChoices(reasonsOf(screen, language), 'pick-reason', ear);
  return {
    facts: [
      ...(problem === undefined ? [] : [standing(clauses(problem, language))]),
      standing(`${titles[about]}.`),
      fact(clauses(leads[about], language)),
      ...shiftFieldsOf(screen, language).flatMap(field => fieldFacts(field, screen, ear)),
      ...(focus === 'why' ? [fact(`${reasons}.`)] : []),
      ...(isWriting ? [fact(writing)] : []),
      ...(screen.asked === undefined ? [] : beyondTexts(ear).map(text => standing(clauses(text, language)))),
    ],
    prompt: isWriting || screen.asked !== undefined ? keys : prompt(screen, ear),
  };
}

/** A field is told of when it has been left. */
function fieldFacts(field: ShiftField, screen: ShiftFormScreen, ear: Ear): readonly Fact[] {
  const value = field === screen.focus ? '' : saidAs(field, screen, ear);
  return value === '' ? [] : [fact(is(fieldLabel(field, screen, ear), value, ear))];
}

function saidAs(field: ShiftField, screen: ShiftFormScreen, ear: Ear): string {
  const {lines, why, floats} = screen;
  if (field === 'person' || field === 'reason') return textOf(lines[field]);
  if (field === 'why') return reasonsOf(screen, ear.language)[why ?? -1] ?? '';
  if (field === 'currency') return '';
  if (field === 'count') return screen.isCounted ? countText(screen, ear) : '';
  const line = field === 'amount' ? lines.amount : floats.find(({currency}) => currency === field)?.line;
  return line === undefined || isEmpty(line) ? '' : shownSum(field, screen, ear);
}

function prompt(screen: ShiftFormScreen, ear: Ear): string {
  const {ask, askIn, choose} = messages(ear.language).narration;
  const {focus, lines, floats, currency} = screen;
  const label = fieldLabel(focus, screen, ear);
  const key = keyText('choose', ear);
  if (focus === 'why') return choose({label, key, value: saidAs('why', screen, ear) || '…'});
  if (focus === 'count') return choose({label, key, value: countText(screen, ear)});
  if (focus === 'currency') return choose({label, key, value: chosenCurrency(screen, ear)});
  if (focus === 'amount') return asked(askIn({label, currency: currency ?? ''}), lines.amount);
  const line =
    focus === 'person' || focus === 'reason' ? lines[focus] : floats.find(each => each.currency === focus)?.line;
  return asked(ask({label}), line ?? emptyLine);
}

/** Which key stands for which of several answers. */
function keyChoices(texts: readonly string[], id: 'pick-reason', ear: Ear): string {
  const {key, pause} = messages(ear.language).narration;
  return texts.map((word, at) => key({key: ear.keys[id][at] ?? '', word})).join(pause);
}
