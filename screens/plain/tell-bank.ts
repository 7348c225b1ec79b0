import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import {cleanText} from '../../src/core/text/text.js';

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
  const {title, lead, fields, hints, accountMissing} = messages(language).planScreen.bank;
  const {focus, lines, wrong, bank} = screen;
  const left = bankFields.filter(field => field !== focus && !isEmpty(lines[field]));
  const saidAs = (field: (typeof bankFields)[number]) =>
    field === 'bank' && bank !== undefined ? cleanText(bank.name, 60) : textOf(lines[field]);
  const closed = closedText(screen, ear);
  const hint = focus === 'account' ? '' : hints[focus];
  const {ask, askHinted} = messages(language).narration;
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
    prompt: asked(hint === '' ? ask({label}) : askHinted({label, hint}), lines[focus]),
  };
}

function listFacts(screen: BankScreen, ear: Ear): readonly Fact[] {
  const {language} = ear;
  const {noCurrency, asking, noBanks, noMatch, again, marked} = messages(language).planScreen.bank;
  const {list, focus, index} = screen;
  const markedOf = (names: readonly string[], none: string) => {
    const name = names[markedIn(index, names.length)];
    return name === undefined ? fact(none) : standing(marked({count: names.length, name}));
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
    const key = again({key: keyText('continue', ear)});
    return [standing(clauses(`${problemText(list.problem, language)} ${key}`, language))];
  }
  if (list.banks.length === 0) return [fact(noBanks({currency: screen.currency ?? ''}))];
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
  if (answer.kind === 'asking') return [fact(messages(language).planScreen.bank.askingHolder)];
  const {word, texts} = answerTexts(answer, ear);
  return [standing(`${word}: ${clauses(texts.join(', '), language)}`)];
}
