import {marketOf} from '../../src/core/markets.js';
import {fill} from '../../src/core/words/fill.js';
import {plainWords} from '../../src/core/words/plain.js';
import {keyNames, screenWords} from '../../src/core/words/screens.js';
import {problemText} from '../../src/core/words/words.js';
import type {FirstRunField} from '../../src/till/start.js';
import {type FirstRunModel, fieldsOf} from '../first-run/first-run.js';
import {masked} from '../parts/field.js';
import {textOf} from '../terminal/line.js';
import {type Fact, fact, standing, type Telling} from './fact.js';
import {asked, is} from './said.js';

/** What a new shop is asked, one question after another. */
export function tellFirstRun(model: FirstRunModel): Telling {
  const {focus, problems, isKeeping, language} = model;
  const words = screenWords[language].firstRun;
  const problem = problems[focus];
  const wrong = problem?.code === 'key-missing' ? words.keyMissing : problem && problemText(problem, language);
  return {
    facts: [
      fact(words.title),
      fact(words.lead),
      fact(words.foot),
      ...fieldsOf(model)
        .filter(field => field !== focus)
        .flatMap(field => answered(field, model)),
      ...(wrong === undefined ? [] : [standing(wrong)]),
    ],
    prompt: isKeeping ? words.keeping : question(model),
  };
}

/** An answer when its field has been left; a key is never said. */
function answered(field: FirstRunField, model: FirstRunModel): readonly Fact[] {
  const words = screenWords[model.language].firstRun;
  const value = shownOf(field, model);
  return value === '' ? [] : [fact(is(words.fields[field], value, model))];
}

function shownOf(field: FirstRunField, {country, profile, lines, language}: FirstRunModel): string {
  const all = screenWords[language];
  if (field === 'country') return marketOf(country).name[language];
  if (field === 'profile') return all.profiles[profile];
  const {length} = textOf(lines.key);
  if (field === 'key') return length === 0 ? '' : fill(all.firstRun.keyHidden, {count: length});
  return textOf(lines[field]);
}

function question(model: FirstRunModel): string {
  const {focus, lines, language, profile} = model;
  const words = screenWords[language].firstRun;
  const {askHinted, choose} = plainWords[language];
  const label = words.fields[focus];
  if (focus === 'country' || focus === 'profile') {
    const {left = '', right = ''} = keyNames[language];
    return fill(choose, {label, key: `${left}${right}`, value: shownOf(focus, model)});
  }
  const hint = focus === 'email' && profile === 'sandbox' ? words.emailOptional : words.hints[focus];
  return asked(fill(askHinted, {label, hint}), focus === 'key' ? masked(lines.key) : lines[focus]);
}
