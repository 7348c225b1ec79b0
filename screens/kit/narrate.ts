import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/display.js';
import {qrLines} from '../../src/core/text/qr.js';
import {
  type Block,
  type ChoiceBlock,
  type FieldBlock,
  type ListBlock,
  type TallyBlock,
  title,
} from '../../src/views/block.js';
import {is} from '../../src/views/text.js';
import {keyText} from '../terminal/bindings.js';
import {type Line, textOf} from '../terminal/line.js';
import {
  clauses,
  detail,
  fact,
  line,
  oneSentence,
  type ScreenNarration,
  standing,
  type Utterance,
  unsigned,
} from './said.js';
import type {Context} from './screen.js';

type Listener = Pick<Context, 'language' | 'keys'>;

/** Returns what a description says and what it asks for: the field with the focus, or a question, or else the `keys`. */
export function narrate(blocks: readonly Block[], listener: Listener, keys: string): ScreenNarration {
  const focused = blocks.find((block): block is FieldBlock | ChoiceBlock => 'isFocused' in block && block.isFocused);
  const question = blocks.find(block => block.kind === 'question');
  const prompt =
    focused !== undefined
      ? promptOf(focused, listener)
      : question === undefined
        ? keys
        : `${question.text} ${keys}`.trim();
  return {facts: blocks.flatMap(block => factsOf(block, listener)), prompt};
}

const makers = {news: fact, standing, detail} as const;

/** Returns the lines of a text. Equal lines have different keys, so that each is narrated; one that comes later changes no other's. */
function lines(name: string, texts: readonly string[]): readonly Utterance[] {
  const before = new Map<string, number>();
  return texts.map(text => {
    const at = before.get(text) ?? 0;
    before.set(text, at + 1);
    return line(text, `${name} ${at} ${text}`);
  });
}

/** Returns a line being typed, with a bar at the cursor unless that is at the end. */
const typedText = ({before, after}: Line): string => (after === '' ? before : `${before}▏${after}`);

const asked = (question: string, line: Line): string => `${question} ${typedText(line)}`;

function factsOf(block: Block, listener: Listener): readonly Utterance[] {
  if (block.kind === 'exact' && block.said === '') return [];
  if (block.kind === 'paper' && !block.isRead) {
    const name = title(block.title, block.said === undefined ? {} : {said: block.said});
    return [name, ...block.blocks].flatMap(each => factsOf(each, listener));
  }
  if (block.kind === 'paper') return lines(block.id, linesOf(block, listener));
  if (block.kind === 'exact' || block.kind === 'code') return lines(block.id, linesOf(block, listener));
  if (block.kind === 'table') {
    const make = makers[block.importance ?? 'news'];
    return linesOf(block, listener).map((text, at) => make(text, `${block.id} ${at} ${text}`));
  }
  const own = factOf(block, listener);
  const wrong =
    'problem' in block && block.problem !== ''
      ? [standing(`${block.label}: ${clauses(block.problem, listener.language)}`, `${block.id} wrong ${block.problem}`)]
      : [];
  const warned =
    'warning' in block && block.warning !== ''
      ? [fact(clauses(block.warning, listener.language), `${block.id} ${block.warning}`)]
      : [];
  const noted = block.kind === 'title' && block.said === undefined ? block.note.map(({text}) => text).join(' ') : '';
  const note = noted === '' ? [] : [detail(noted, `${block.id} note ${noted}`)];
  const all =
    block.kind === 'steps' && block.said !== undefined ? [detail(said(block, listener), `${block.id} all`)] : [];
  return [...wrong, ...own, ...all, ...note, ...warned];
}

function factOf(block: Block, listener: Listener): readonly Utterance[] {
  const isSpokenWhole = block.kind !== 'question' && !('isFocused' in block && block.isFocused);
  const text = isSpokenWhole ? (block.said ?? said(block, listener)) : focusedNote(block, listener);
  if (text === '') return [];
  const isEmptyField = block.kind === 'field' && textOf(block.line).trim() === '';
  const importance = isSpokenWhole ? (block.importance ?? (isEmptyField ? 'detail' : 'news')) : 'detail';
  return [makers[importance](text, `${block.id} ${block.ageless ?? text}`)];
}

/** Returns what a field with the focus shows beside the typed text. The prompt says the text itself. */
function focusedNote(block: Block, listener: Listener): string {
  if (!('isFocused' in block)) return '';
  const {label, note} = block;
  const value = block.kind === 'choice' ? block.value : block.fallback;
  return note === '' ? '' : is(label, value === '' ? note : value, listener, value === '' ? '' : note);
}

function said(block: Block, listener: Listener): string {
  const {language} = listener;
  switch (block.kind) {
    case 'title':
      return `${block.text}.`;
    case 'fact': {
      const {lead, text, note} = block;
      const all = note === '' ? text : `${text} (${note})`;
      return lead === '' ? clauses(all, language) : is(lead, clauses(all, language), listener).replace(/\.\.$/u, '.');
    }
    case 'notice':
      return clauses(block.text, language);
    case 'verdict':
      return block.texts.length === 0
        ? `${block.word}.`
        : `${block.word}: ${clauses(block.texts.join(', '), language)}`;
    case 'amount':
      return [displayMoney(block.money, language), ...block.beside.map(({text}) => text)].join(', ');
    case 'tally':
      return tallied(block, language);
    case 'list':
      return markedIn(block, language);
    case 'options':
      return oneSentence(
        block.options.map(({key, text}) => clauses(`${key} ${text}`, language)),
        language,
      );
    case 'chart':
      return oneSentence(
        [
          block.sentence,
          ...block.series,
          block.compared,
          ...block.aside.map(({key, text}) => `${key} ${text}`.trim()),
        ].filter(each => each !== ''),
        language,
      );
    case 'progress':
      return block.text;
    case 'steps': {
      const each = block.steps.map((word, at) => `${at + 1} ${word}`);
      return `${each.join(messages(language).narration.pause)}.`;
    }
    case 'choice':
      return is(block.label, unsigned(block.value), listener, block.note);
    case 'field': {
      const {label, line, unit, shown, fallback, note, spoken} = block;
      if (spoken !== '') return is(label, spoken, listener);
      const value = textOf(line).trim() === '' ? fallback || unit || '—' : shown;
      return is(label.trim(), value, listener, note.trim());
    }
    case 'gap':
    case 'question':
    case 'paper':
    case 'exact':
    case 'code':
    case 'table':
      return '';
  }
}

function tallied({label, rows}: TallyBlock, language: Listener['language']): string {
  const counts = rows.map(({text, sums, note}) =>
    [text, ...sums.map(sum => displayMoney(sum, language)), note].filter(each => each !== '').join(', '),
  );
  return `${label === '' ? '' : `${label}: `}${counts.join('; ')}.`;
}

const markedIn = ({count, empty, markedText}: ListBlock, language: Listener['language']): string =>
  count === 0 ? clauses(empty, language) : markedText;

function promptOf(block: FieldBlock | ChoiceBlock, listener: Listener): string {
  const {ask, askIn, askHinted, choose} = messages(listener.language).narration;
  const label = block.label.trim();
  if (block.kind === 'choice')
    return block.isFolded
      ? askHinted({label, hint: block.value})
      : choose({label, key: keyText('choose', listener), value: unsigned(block.value)});
  const {line, unit, fallback, hint, spoken} = block;
  if (spoken !== '') return askHinted({label, hint: spoken});
  if (unit !== '') return asked(askIn({label, currency: unit}), line);
  const hinted = hint || (textOf(line).trim() === '' ? fallback : '');
  return asked(hinted === '' ? ask({label}) : askHinted({label, hint: hinted}), line);
}

/** Returns the lines of a block for a command, or for a text that is read: one or more lines for each block, and every row of a list. */
export function linesOf(block: Block, listener: Listener): readonly string[] {
  switch (block.kind) {
    case 'exact':
      return block.lines;
    case 'code': {
      const instead = block.instead.map(({text}) => text);
      if (!block.isSaid) return instead;
      const texts = block.beside.map(({text}) => `${text}.`);
      return [...texts.slice(0, 1), ...qrLines(block.text), ...texts.slice(1), ...instead];
    }
    case 'table':
      return block.rows.map(({said: own, cells}) => own ?? cells.filter(cell => cell.trim() !== '').join(', '));
    case 'paper':
      return [`${block.title}.`.replace(/\.\.$/u, '.'), ...block.blocks.flatMap(each => linesOf(each, listener))];
    case 'list':
      return Array.from({length: block.count}, (_, at) => block.rowAt(at).cells.join('  '));
    default: {
      const text = block.said ?? said(block, listener);
      return text === '' ? [] : [text];
    }
  }
}
