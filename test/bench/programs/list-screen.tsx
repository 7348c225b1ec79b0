import {Box, render, Text, useApp, useInput} from 'ink';
import {Table} from 'ink-table';
import {type ComponentType, type ReactNode, useState} from 'react';
import {Blocks} from '../../../screens/kit/ink.js';
import {stylesFor} from '../../../screens/terminal/styles.js';
import {fit} from '../../../src/core/text/width.js';
import type {Column, ListBlock} from '../../../src/views/block.js';

const height = 16;
const names = ['Amina Wanjiru', 'Adébáyọ̀ Ọlátúnjí', '東京商店', 'Kofi Mensah', 'Nakato Achieng'] as const;
const states = ['paid', 'waiting', 'not paid', 'needs a person'] as const;

type Sale = {
  readonly time: string;
  readonly amount: string;
  readonly wallet: string;
  readonly network: string;
  readonly name: string;
  readonly state: string;
};
type Window = {readonly rows: readonly Sale[]; readonly offset: number};

const columns: readonly Column[] = [
  {title: 'Time', width: 8},
  {title: 'Amount', width: 14, align: 'right'},
  {title: 'Wallet', width: 10},
  {title: 'Network', width: 10},
  {title: 'Name', width: 16},
  {title: 'State', width: 12},
];
const cellsOf = ({time, amount, wallet, network, name, state}: Sale) => [time, amount, wallet, network, name, state];

const room = {columns: 80, height: height + 1, styles: stylesFor({}), language: 'en', range: () => ''} as const;

/** The list that the till draws, with the mark on the first row of the window. */
function Ours({rows, offset}: Window): ReactNode {
  const list: ListBlock = {
    kind: 'list',
    id: 'list',
    columns,
    count: height,
    rowAt: at => ({id: String(at), cells: cellsOf(rows[offset + at] as Sale), tone: 'plain'}),
    marked: 0,
    markedText: '',
    empty: '',
  };
  return <Blocks blocks={[list]} room={room} />;
}

/** One text for each row: the least that shows the same. */
function Plain({rows, offset}: Window): ReactNode {
  return rows.slice(offset, offset + height).map((sale, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line of the window is its place
    <Text key={line} inverse={line === 0}>
      {cellsOf(sale)
        .map((text, at) => fit(text, columns[at]?.width ?? 0, columns[at]?.align === 'right'))
        .join(' ')}
    </Text>
  ));
}

/** ink-table as it comes, given the rows of the window; it draws a rule between every two, so half of it is seen. */
function TableOfWindow({rows, offset}: Window): ReactNode {
  return <Table data={rows.slice(offset, offset + height).map(sale => ({...sale}))} />;
}

/** ink-table as it comes, given everything, of which a box shows a part. */
function TableOfAll({rows, offset}: Window): ReactNode {
  return (
    <Box height={height} overflow="hidden" flexDirection="column">
      <Box flexShrink={0} marginTop={-2 * offset}>
        <Table data={rows.map(sale => ({...sale}))} />
      </Box>
    </Box>
  );
}

const kinds: Readonly<Record<string, ComponentType<Window>>> = {
  ours: Ours,
  plain: Plain,
  'table-of-window': TableOfWindow,
  'table-of-all': TableOfAll,
};

function Screen({rows, kind}: {readonly rows: readonly Sale[]; readonly kind: string}): ReactNode {
  const {exit} = useApp();
  const [offset, setOffset] = useState(0);
  useInput((input, key) => {
    if (key.ctrl && input === 'c') exit();
    else if (key.downArrow) setOffset(from => Math.min(rows.length - height, from + 1));
  });
  const List = kinds[kind] ?? Plain;
  return (
    <Box flexDirection="column" height={23} overflow="hidden">
      <Text bold>
        row {offset + 1} of {rows.length}
      </Text>
      <Box flexDirection="column" height={height + 2} overflow="hidden" flexShrink={0}>
        <List rows={rows} offset={offset} />
      </Box>
      <Text dimColor>↓ next</Text>
    </Box>
  );
}

const saleOf = (_: unknown, number: number): Sale => ({
  time: `${String(Math.floor(number / 60) % 24).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`,
  amount: `KES ${(50 + (number % 4000)).toLocaleString('en')}.00`,
  wallet: `…${String(number % 10_000).padStart(4, '0')}`,
  network: number % 3 === 0 ? 'Airtel' : 'M-PESA',
  name: names[number % names.length] ?? '',
  state: states[number % states.length] ?? '',
});

/** A list of so many rows, drawn in one of four ways, which a key moves on by one row so that every line changes. */
export async function showList(kind: string, count: number): Promise<void> {
  const rows = Array.from({length: count}, saleOf);
  const window = render(<Screen rows={rows} kind={kind} />, {
    alternateScreen: true,
    incrementalRendering: true,
    interactive: true,
    maxFps: 250,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  await window.waitUntilExit();
}
