import {Box} from 'ink';
import {type ReactNode, useSyncExternalStore} from 'react';
import {marketOf} from '../../src/core/market/markets.js';
import {messages} from '../../src/core/messages/messages.js';
import {problemText} from '../../src/core/messages/problem-text.js';

import type {FirstRunField} from '../../src/till/start.js';
import {chosenField, type FieldOptions, masked, typedField} from '../parts/field.js';
import {blank, blanks, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import type {Program} from '../program.js';
import type {Keymap} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {Size} from '../terminal/size.js';
import type {Styles} from '../terminal/styles.js';
import {type FirstRunMessage, type FirstRunModel, fieldsOf} from './first-run.js';
import {hintText, leadText, tillText} from './hints.js';

const labelWidth = 13;

type FirstRunProps = {
  readonly program: Program<FirstRunModel, FirstRunMessage>;
  readonly keys: Keymap;
  readonly size: Size;
  readonly styles: Styles;
};

/** What a new shop is asked, once. */
export function FirstRunQuestions({program, keys, size, styles}: FirstRunProps): ReactNode {
  const model = useSyncExternalStore(program.subscribe, program.model);
  const words = messages(model.language).firstRun;
  const {columns} = size;
  const height = Math.max(1, size.rows - 1);
  const fields = fieldsOf(model).flatMap(field => [
    ...fieldRows(field, model, {columns, keys, styles}),
    ...(height >= 20 ? [blank] : []),
  ]);
  const foot = model.isKeeping ? span(words.keeping, styles['not-known']) : span(words.foot, styles.quiet);
  const rows: readonly Row[] = [
    blank,
    row(' ', span(words.title, styles.strong)),
    row(' ', span(leadText({language: model.language, keys}), styles.quiet)),
    blank,
    ...fields,
    ...blanks(height - fields.length - 6),
    row(span('─'.repeat(columns), styles.quiet)),
    row(' ', foot),
  ];
  return (
    <Box width={columns} height={height} overflow="hidden">
      <Rows rows={rows.slice(0, height)} />
    </Box>
  );
}

type Look = {readonly columns: number; readonly keys: Keymap; readonly styles: Styles};

function fieldRows(field: FirstRunField, model: FirstRunModel, {columns: width, keys, styles}: Look): readonly Row[] {
  const {lines, focus, problems, language} = model;
  const all = messages(language);
  const words = all.firstRun;
  const problem = problems[field];
  const isFocused = focus === field;
  const hint = hintText(field, model, keys);
  const options: FieldOptions = {
    label: words.fields[field],
    labelWidth,
    width,
    isFocused,
    styles,
    problem: problem?.code === 'key-missing' ? words.keyMissing : problem && problemText(problem, language),
  };
  const below =
    isFocused && problem === undefined
      ? paragraph(hint, {width: width - 1, most: 1, indent: labelWidth + 3, style: styles.quiet})
      : [];
  switch (field) {
    case 'country':
      return [...chosenField(messages(language).country[marketOf(model.country).country], options), ...below];
    case 'profile':
      return [...chosenField(all.frame.profiles[model.profile], options), ...below];
    case 'till':
      return [...chosenField(tillText(model), options), ...below];
    case 'key': {
      const {length} = textOf(lines.key);
      return [
        ...typedField(masked(lines.key), length === 0 ? '' : words.keyHidden({count: length}), options),
        ...below,
      ];
    }
    default:
      return [...typedField(lines[field], textOf(lines[field]), options), ...below];
  }
}
