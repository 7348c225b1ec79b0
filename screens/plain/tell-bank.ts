import {cleanText} from '../../src/core/text/text.js';
import {fill} from '../../src/core/words/fill.js';
import {plainWords} from '../../src/core/words/plain.js';
import {planScreenWords} from '../../src/core/words/screens-plans.js';
import {problemText} from '../../src/core/words/words.js';
import {banksFitting, currenciesFitting, isPicking} from '../bank/bank-logic.js';
import {type BankScreen, bankFields} from '../bank/bank-screens.js';
import {markedIn} from '../bank/pick.js';
import {answerTexts, bankText, closedText, currencyText} from '../bank/shown.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {type Fact, fact, standing, type Telling} from './fact.js';
import {asked, clauses, is, isEmpty} from './said.js';

/** Who holds an account, step by step; of a list the marked one is told. */
export function tellBank(screen: BankScreen, ear: Ear): Telling {
  const {language} = ear;
  const {title, lead, fields, hints, accountMissing} = planScreenWords[language].bank;
  const {focus, lines, wrong, bank} = screen;
  const left = bankFields.filter(field => field !== focus && !isEmpty(lines[field]));
  const saidAs = (field: (typeof bankFields)[number]) =>
    field === 'bank' && bank !== undefined ? cleanText(bank.name, 60) : textOf(lines[field]);
  const closed = closedText(screen, ear);
  const hint = focus === 'account' ? '' : hints[focus];
  const {ask, askHinted} = plainWords[language];
  const label = fields[focus];
  return {
    facts: [
      ...(wrong === undefined
        ? []
        : [standing(`${fields[wrong.field]}: ${clauses(problemText(wrong.problem, language), language)}`)]),
      standing(title),
      fact(clauses(lead, language)),
      ...left.map(field => fact(is(fields[field], saidAs(field), ear))),
      ...(closed === '' ? [] : [fact(clauses(closed, language))]),
      ...(isPicking(screen) ? listFacts(screen, ear) : answerFacts(screen, ear)),
      ...(focus === 'account' && isEmpty(lines.account) ? [fact(clauses(accountMissing, language))] : []),
    ],
    prompt: asked(hint === '' ? fill(ask, {label}) : fill(askHinted, {label, hint}), lines[focus]),
  };
}

function listFacts(screen: BankScreen, ear: Ear): readonly Fact[] {
  const {language} = ear;
  const {noCurrency, asking, noBanks, noMatch, again, marked} = planScreenWords[language].bank;
  const {list, focus, index} = screen;
  const markedOf = (names: readonly string[], none: string) => {
    const name = names[markedIn(index, names.length)];
    return name === undefined ? fact(none) : standing(fill(marked, {count: names.length, name}));
  };
  if (focus === 'currency')
    return [
      markedOf(
        currenciesFitting(screen).map(each => currencyText(each, ear)),
        noCurrency,
      ),
    ];
  if (list === undefined) return [];
  if (list.kind === 'asking') return [fact(asking)];
  if (list.kind === 'failed') {
    const key = fill(again, {key: keyText('continue', ear)});
    return [standing(clauses(`${problemText(list.problem, language)} ${key}`, language))];
  }
  if (list.banks.length === 0) return [fact(fill(noBanks, {currency: screen.currency ?? ''}))];
  return [
    markedOf(
      banksFitting(screen).map(each => bankText(each, ear)),
      noMatch,
    ),
  ];
}

function answerFacts({answer}: BankScreen, ear: Ear): readonly Fact[] {
  const {language} = ear;
  if (answer === undefined) return [];
  if (answer.kind === 'asking') return [fact(planScreenWords[language].bank.askingHolder)];
  const {word, texts} = answerTexts(answer, ear);
  return [standing(`${word}: ${clauses(texts.join(', '), language)}`)];
}
