import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import type {Problem} from '../../src/core/problem.js';
import {namedAmount} from '../../src/core/reconcile/amount.js';
import type {ReconciliationLine} from '../../src/core/reconcile/discrepancy.js';
import {equationText} from '../../src/core/reconcile/reconciliation-text.js';

import {differenceTexts} from '../reconcile/difference.js';
import {fileFields, focusOf, isTyped, lineIn} from '../reconcile/file-form.js';
import type {
  DifferenceScreen,
  FileScreen,
  ReconcilePageScreen,
  ReconcileScreen,
  ReconcileScreens,
  Work,
} from '../reconcile/reconcile-screens.js';
import {
  chosenText,
  coverageTexts,
  fieldLabel,
  fileProblemText,
  listedText,
  loadedTexts,
  openTexts,
  resultWordsOf,
  takenText,
  titleText,
  wordsOf,
  workText,
} from '../reconcile/shown.js';
import {markedLine, workRows} from '../reconcile/work-list.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Ear} from '../view.js';
import {type Fact, fact, line, lines, standing, type Telling} from './fact.js';
import {asked, clauses, is} from './said.js';

const readingWidth = 76;

/** The reconciliation of a day, one line per change; its pages are read line by line. */
export function tellReconcile(screen: ReconcileScreens, ear: Ear, keys: string): Telling {
  switch (screen.kind) {
    case 'reconcile':
      return {facts: listFacts(screen, ear), prompt: keys};
    case 'reconcile-page':
      return {facts: pageFacts(screen, ear), prompt: keys};
    case 'reconcile-line':
      return {facts: differenceFacts(screen, ear), prompt: keys};
    case 'reconcile-file':
      return tellFile(screen, ear, keys);
  }
}

const problemFacts = (problem: Problem | undefined, {language}: Ear): readonly Fact[] =>
  problem === undefined ? [] : [standing(clauses(problemText(problem, language), language))];

/** Said once for each step; how far it has come is told to who asks. */
const workFacts = (work: Work | undefined, ear: Ear): readonly Fact[] =>
  work === undefined
    ? []
    : [standing(clauses(workText(work, ear), ear.language), `work ${work.isStopping} ${work.progress?.step ?? ''}`)];

function listFacts(screen: ReconcileScreen, ear: Ear): readonly Fact[] {
  const {result, work, problem} = screen;
  const {said, empty, noMatch} = wordsOf(ear);
  const rows = workRows(screen);
  const index = markedLine(screen, rows);
  const marked = rows[index];
  const title = titleText(screen, ear);
  const open = result === undefined ? [] : openTexts(result, ear);
  const isAll = screen.state === 'remaining' && screen.code === 'all';
  const none = isAll && open.length === 0 ? empty : noMatch;
  const listed = listedText(screen, ear);
  return [
    ...problemFacts(problem, ear),
    ...workFacts(work, ear),
    ...(result === undefined
      ? [standing(`${title}.`)]
      : [
          standing(`${said.list({title, count: result.totals.remaining})}.`),
          fact(`${loadedTexts(result, ear).join('; ')}.`),
          ...open.map(text => fact(text)),
          ...(listed === '' ? [] : [fact(`${listed}.`)]),
          marked === undefined
            ? standing(none)
            : standing(
                rowText(marked, {at: index + 1, count: rows.length}, ear),
                `${index} ${marked.key} ${marked.status}`,
              ),
        ]),
  ];
}

function rowText(each: ReconciliationLine, place: {readonly at: number; readonly count: number}, ear: Ear): string {
  const {said} = wordsOf(ear);
  const {codes, owners} = resultWordsOf(ear);
  const {code, reference, age, owner} = each;
  return said.row({
    ...place,
    what: codes[code],
    reference: reference || '–',
    amounts: amountsText(each, ear),
    days: age,
    owner: owners[owner],
  });
}

function amountsText({local, provider, delta}: ReconciliationLine, ear: Ear): string {
  const said = (amount: ReconciliationLine['local']) => (amount === null ? '–' : namedAmount(amount, ear.language));
  return wordsOf(ear).said.amounts({here: said(local), there: said(provider), delta: said(delta)});
}

function pageFacts({page, result}: ReconcilePageScreen, ear: Ear): readonly Fact[] {
  const {pages, noEquations} = wordsOf(ear);
  const texts =
    page === 'coverage'
      ? coverageTexts(result, ear)
      : result.equations.flatMap(equation => equationText(equation, {language: ear.language, width: readingWidth}));
  return [
    line(`${pages[page]}.`),
    line(`${loadedTexts(result, ear).join('; ')}.`, `loaded ${page}`),
    ...lines(page, texts.length === 0 ? [noEquations] : texts.filter(text => text !== '')),
  ];
}

function differenceFacts(screen: DifferenceScreen, ear: Ear): readonly Fact[] {
  const {codes} = resultWordsOf(ear);
  const {code, reference, key} = screen.line;
  const {stands, texts} = differenceTexts(screen, ear);
  return lines(`difference ${key}`, [
    `${[codes[code], reference].join(' ')}, ${stands}`,
    amountsText(screen.line, ear),
    ...texts.map(({label, text}) => (label === '' ? text : is(label, text, ear).replace(/\.\.$/u, '.'))),
  ]);
}

function tellFile(screen: FileScreen, ear: Ear, keys: string): Telling {
  const {language} = ear;
  const {taken, isChanged, problem, work} = screen;
  const {file, said} = wordsOf(ear);
  const focus = focusOf(screen);
  const facts = fileFields(screen).filter(field => field !== focus);
  return {
    facts: [
      ...(problem === undefined ? [] : [standing(clauses(fileProblemText(problem, ear), language))]),
      ...workFacts(work, ear),
      standing(taken === undefined ? `${file.title}.` : `${said.taken({what: takenText(taken, ear)})}.`),
      fact(clauses(taken === undefined ? file.lead : isChanged ? file.changed : file.check, language)),
      ...(taken?.isNew === true ? [fact(file.leaveOut({key: keyText('back', ear)}))] : []),
      ...facts.flatMap(field => {
        const value = isTyped(field, screen) ? textOf(lineIn(field, screen)) : chosenText(field, screen, ear);
        return value === '' ? [] : [fact(is(fieldLabel(field, ear), value, ear))];
      }),
    ],
    prompt: work !== undefined || focus === undefined ? keys : filePrompt(screen, focus, ear),
  };
}

function filePrompt(screen: FileScreen, focus: NonNullable<ReturnType<typeof focusOf>>, ear: Ear): string {
  const {ask, choose} = messages(ear.language).narration;
  const label = fieldLabel(focus, ear);
  if (isTyped(focus, screen)) return asked(ask({label}), lineIn(focus, screen));
  return choose({label, key: keyText('choose', ear), value: chosenText(focus, screen, ear)});
}
