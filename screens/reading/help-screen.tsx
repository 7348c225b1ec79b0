import type {ReactNode} from 'react';
import type {ReadingScreen} from '../model.js';
import {blank, paragraph, row, span} from '../parts/rows.js';
import type {ViewOf} from '../view.js';
import {helpGroups} from './help-groups.js';
import {Sheet} from './sheet.js';

const keyWidth = 14;

/** Every key, from the one table of keys. */
export function Help({screen, view}: ViewOf<ReadingScreen>): ReactNode {
  const {columns, styles, words} = view;
  const lead = paragraph(words.key.helpLead, {width: columns - 1, most: 3, indent: 3});
  const groups = helpGroups(view).flatMap(({title, rows}) => [
    blank,
    row('   ', span(title, styles.strong)),
    ...rows.flatMap(({key, text}) =>
      paragraph(text, {width: columns - 1, most: 3, indent: keyWidth, lead: span(`   ${key}`, styles.strong)}),
    ),
  ]);
  return <Sheet title={words.key.helpTitle} lines={[...lead, ...groups]} offset={screen.offset} view={view} />;
}
