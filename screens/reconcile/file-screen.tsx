import type {ReactNode} from 'react';
import {partAround} from '../parts/choices.js';
import {chosenField, type FieldOptions, typedField} from '../parts/field.js';
import {blank, paragraph, type Row, Rows, row, span} from '../parts/rows.js';
import {keyText} from '../terminal/bindings.js';
import {textOf} from '../terminal/line.js';
import type {View, ViewOf} from '../view.js';
import {columnOf, fileFields, focusOf, isTyped, lineIn} from './file-form.js';
import type {FileField, FileScreen} from './reconcile-screens.js';
import {chosenText, fieldLabel, fileProblemText, takenText, wordsOf, workText} from './shown.js';

const labelWidth = 18;

/** Somebody else's file: where it lies, then what it was taken for. */
export function AddFile({screen, view}: ViewOf<FileScreen>): ReactNode {
  const {height, styles} = view;
  const {title} = wordsOf(view).file;
  const below = [...headRows(screen, view), blank];
  const fields = fileFields(screen);
  const groups = fields.map(field => rowsOf(field, screen, view));
  const focus = focusOf(screen);
  const {from, to} = partAround(groups, focus === undefined ? 0 : fields.indexOf(focus), height - 1 - below.length);
  const place = to - from < groups.length ? `  ${from + 1}–${to} / ${groups.length}` : '';
  const head = row(' ', span(title, styles.strong), span(place, styles.quiet));
  return <Rows rows={[head, ...below, ...groups.slice(from, to).flat()].slice(0, height)} />;
}

/** What is going on, what is wrong, or what was understood. */
function headRows(screen: FileScreen, view: View): readonly Row[] {
  const {columns, styles} = view;
  const {taken, work, problem, isChanged} = screen;
  const {lead, check, changed, leaveOut, notBooked, sums} = wordsOf(view).file;
  const way = taken?.isNew === true ? leaveOut({key: keyText('back', view)}) : '';
  const advice = [taken?.mapping == null ? '' : isChanged ? changed : check, way].filter(text => text !== '').join(' ');
  const say = (text: string, style = styles.plain) => paragraph(text, {width: columns - 1, most: 3, indent: 3, style});
  const announced = taken === undefined || taken.detection.format === 'delimited' ? 0 : taken.detection.notBooked;
  const summed = taken?.detection.sums ?? 0;
  return [
    ...(taken === undefined ? say(lead, styles.quiet) : say(takenText(taken, view), styles.strong)),
    ...(announced === 0 ? [] : say(notBooked({count: announced}), styles['not-known'])),
    ...(summed === 0 ? [] : say(sums({count: summed}), styles['not-known'])),
    ...(taken === undefined ? [] : say(advice, isChanged ? styles['not-known'] : styles.quiet)),
    ...(problem === undefined
      ? []
      : paragraph(fileProblemText(problem, view), {
          width: columns - 1,
          most: 6,
          indent: 3,
          style: styles.problem,
          lead: span(' ✗ ', styles.problem),
        })),
    ...(work === undefined ? [] : say(workText(work, view), styles['not-known'])),
  ];
}

function rowsOf(field: FileField, screen: FileScreen, view: View): readonly Row[] {
  const {columns, styles} = view;
  const {hints, choose} = wordsOf(view).file;
  const isFocused = focusOf(screen) === field;
  const options: FieldOptions = {
    label: fieldLabel(field, view),
    labelWidth,
    width: columns,
    isFocused,
    styles,
    note: isFocused && !isTyped(field, screen) ? choose({key: keyText('choose', view)}) : '',
  };
  if (!isTyped(field, screen)) return chosenField(chosenText(field, screen, view), options);
  const line = lineIn(field, screen);
  const hint = hints[columnOf(field) === undefined ? (field as keyof typeof hints) : 'column'];
  return typedField(line, textOf(line), {...options, placeholder: isFocused ? ` ${hint}` : hint});
}
