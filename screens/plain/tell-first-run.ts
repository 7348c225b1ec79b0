import {marketOf} from '../../src/core/market/markets.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';

import type {FirstRunField} from '../../src/till/start.js';
import {type FirstRunModel, fieldsOf} from '../first-run/first-run.js';
import {hintText, leadText, tillText} from '../first-run/hints.js';
import {masked} from '../parts/field.js';
import {type Keymap, keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import {type Fact, fact, standing, type Told} from './fact.js';
import {asked, clauses, is} from './said.js';

/** What a new shop is asked, one question after another. */
export function tellFirstRun(model: FirstRunModel, keys: Keymap): Told {
  const {focus, problems, isKeeping, language} = model;
  const words = messages(language).firstRun;
  const problem = problems[focus];
  const wrong = problem?.code === 'key-missing' ? words.keyMissing : problem && problemText(problem, language);
  return {
    facts: [
      ...(wrong === undefined ? [] : [standing(clauses(wrong, language))]),
      fact(clauses(words.title, language), 'title'),
      fact(leadText({language, keys}), 'lead'),
      fact(words.foot, 'foot'),
      ...fieldsOf(model)
        .filter(field => field !== focus)
        .flatMap(field => answered(field, model)),
    ],
    language,
    prompt: isKeeping ? words.keeping : question(model, keys),
  };
}

/** An answer when its field has been left, once, also if it brings another language; a key is never said. */
function answered(field: FirstRunField, model: FirstRunModel): readonly Fact[] {
  const words = messages(model.language).firstRun;
  const value = shownOf(field, model);
  return value === '' ? [] : [fact(is(words.fields[field], value, model), `${field} ${keyOf(field, model)}`)];
}

const keyOf = (field: FirstRunField, {country, profile, till, lines}: FirstRunModel): string => {
  if (field === 'country') return country;
  if (field === 'profile') return profile;
  if (field === 'till') return till;
  return field === 'key' ? String(textOf(lines.key).length) : textOf(lines[field]);
};

function shownOf(field: FirstRunField, model: FirstRunModel): string {
  const {country, profile, lines, language} = model;
  const all = messages(language);
  if (field === 'country') return messages(language).country[marketOf(country).country];
  if (field === 'profile') return all.frame.profiles[profile];
  if (field === 'till') return tillText(model);
  const {length} = textOf(lines.key);
  if (field === 'key') return length === 0 ? '' : all.firstRun.keyHidden({count: length});
  return textOf(lines[field]);
}

function question(model: FirstRunModel, keys: Keymap): string {
  const {focus, lines, language} = model;
  const words = messages(language).firstRun;
  const {askHinted, choose} = messages(language).narration;
  const label = words.fields[focus];
  if (focus === 'country' || focus === 'profile' || focus === 'till') {
    return choose({label, key: keyText('choose', {language, keys}), value: shownOf(focus, model)});
  }
  const hint = hintText(focus, model, keys);
  return asked(askHinted({label, hint}), focus === 'key' ? masked(lines.key) : lines[focus]);
}
