import {marketOf} from '../../src/core/market/markets.js';
import {fill, messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';
import type {FirstRunField} from '../../src/till/start.js';
import {atBottom, type Block, fact, gap, title} from '../kit/block.js';
import {masked} from '../parts/field.js';
import {type Keymap, keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import {type FirstRunModel, fieldsOf} from './first-run.js';

/** What a new shop is asked, once. */
export function describeFirstRun(model: FirstRunModel, keys: Keymap): readonly Block[] {
  const {language, isKeeping} = model;
  const words = messages(language).firstRun;
  return [
    title(words.title, {importance: 'news', ageless: 'title'}),
    fact('lead', words.lead({key: keyText('continue', {language, keys})}), {tone: 'quiet', ageless: 'lead'}),
    gap('below-the-lead'),
    ...fieldsOf(model).flatMap(field => [...fieldBlocks(field, model, keys), gap(`below ${field}`)]),
    atBottom,
    isKeeping
      ? {kind: 'question', id: 'keeping', text: words.keeping}
      : fact('foot', words.foot, {tone: 'quiet', ageless: 'foot'}),
  ];
}

/** A question, and below the one that is being answered what its answer is for; a key is never shown or said. */
function fieldBlocks(field: FirstRunField, model: FirstRunModel, keys: Keymap): readonly Block[] {
  const {country, profile, till, lines, language} = model;
  const all = messages(language);
  const words = all.firstRun;
  const problem = model.problems[field];
  const isFocused = model.focus === field && !model.isKeeping;
  const hint = hintText(field, model, keys);
  const facts = {
    id: field,
    label: words.fields[field],
    isFocused,
    note: '',
    warning: '',
    problem:
      problem === undefined ? '' : problem.code === 'key-missing' ? words.keyMissing : problemText(problem, language),
  };
  const isHintInField = field in lines && textOf(lines[field as keyof typeof lines]) === '';
  // The prompt of an answer that is typed says its hint too.
  const spoken = field in lines ? {said: ''} : {importance: 'detail' as const};
  const below =
    isFocused && problem === undefined && !isHintInField
      ? [fact(`${field} hint`, hint, {tone: 'quiet', most: 1, ...spoken})]
      : [];
  const chosen = (value: string, ageless: string): Block => ({
    kind: 'choice',
    ...facts,
    value,
    isFolded: false,
    ageless,
  });
  switch (field) {
    case 'country':
      return [chosen(all.country[marketOf(country).country], country), ...below];
    case 'profile':
      return [chosen(all.frame.profiles[profile], profile), ...below];
    case 'till':
      return [chosen(tillText(model), till), ...below];
    default: {
      const text = textOf(lines[field]);
      const [line, shown] =
        field === 'key'
          ? [masked(lines.key), text === '' ? '' : words.keyHidden({count: text.length})]
          : [lines[field], text];
      const ageless = field === 'key' ? String(text.length) : text;
      return [
        {
          kind: 'field',
          ...facts,
          line,
          shown,
          unit: '',
          fallback: '',
          hint,
          spoken: '',
          isKept: false,
          isLocked: false,
          ageless,
        },
        ...below,
      ];
    }
  }
}

/** Which till was chosen: one that lies here, with what is open in it, or a new one. */
function tillText({till, profile, offered, language}: FirstRunModel): string {
  const {tillFound, tillUnread, tillNew} = messages(language).firstRun;
  const found = offered.find(each => each.profile === profile && each.till === till);
  if (found === undefined) return tillNew;
  const {open, lastDay} = found;
  return open === undefined ? tillUnread({till}) : tillFound({till, open, lastDay});
}

/** What an answer is for, and the keys that choose one. */
function hintText(field: FirstRunField, {profile, language}: FirstRunModel, keys: Keymap): string {
  const {emailOptional, hints} = messages(language).firstRun;
  if (field === 'email' && profile === 'sandbox') return emailOptional;
  return fill(hints[field], {key: keyText('choose', {language, keys})});
}
