import {Box} from 'ink';
import type {ReactNode} from 'react';
import {zName} from '../../src/core/shift/report.js';
import type {Column} from '../parts/ledger.js';
import {LedgerPage} from '../parts/ledger-page.js';
import {Rows, row, span} from '../parts/rows.js';
import type {ArchiveScreen} from '../shift/shift-screens.js';
import type {View, ViewOf} from '../view.js';
import {type ArchivedZ, archivedIn} from './archived.js';

/** All Zs, the newest first: when, what was taken, and whether the drawer was right. */
export function Archive({screen, view}: ViewOf<ArchiveScreen>): ReactNode {
  const {styles, words} = view;
  const {index} = screen;
  const {title, empty} = words.shiftScreen.archive;
  const rows = archivedIn(screen, view);
  return (
    <Box flexDirection="column">
      <Rows rows={[row(' ', span(title, styles.strong)), row(' ')]} />
      <LedgerPage
        view={view}
        columns={columnsFor(view, rows[index])}
        rows={rows}
        index={index}
        empty={empty}
        styleOf={({isRight}) => (isRight ? styles.plain : styles['needs-person'])}
      />
    </Box>
  );
}

const widths = {mark: 2, number: 7, date: 10, difference: 22, printed: 8} as const;

function columnsFor({columns, words}: View, marked: ArchivedZ | undefined): readonly Column<ArchivedZ>[] {
  const titles = words.shiftScreen.archive.columns;
  const isRoomy = columns >= 76;
  const shown = [widths.mark, widths.number, widths.date, widths.difference, ...(isRoomy ? [widths.printed] : [])];
  const rest = columns - shown.reduce((sum, width) => sum + width + 1, 0) - 1;
  return [
    {title: '', width: widths.mark, text: each => ` ${each === marked ? '▸' : ' '}`},
    {title: titles.number, width: widths.number, text: ({number}) => zName(number)},
    {title: titles.date, width: widths.date, text: ({date}) => date},
    {title: titles.takings, width: rest, text: ({takings}) => takings},
    {title: titles.difference, width: widths.difference, text: ({difference}) => difference},
    ...(isRoomy
      ? [{title: titles.printed, width: widths.printed, right: true, text: ({printed}: ArchivedZ) => String(printed)}]
      : []),
  ];
}
