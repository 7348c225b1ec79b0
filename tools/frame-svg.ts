import type {IBufferCell, Terminal} from '@xterm/headless';

export type Look = 'dark' | 'light';

/** A terminal's sixteen colours, its background and its text; close to those that people have. */
const palettes: Readonly<Record<Look, {readonly back: string; readonly text: string; readonly colours: string[]}>> = {
  dark: {
    back: '#16181d',
    text: '#d6d9e0',
    colours: [
      ...['#1e2127', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d6d9e0'],
      ...['#7f848e', '#ef7e87', '#a9d58a', '#f0cf8c', '#77bdf7', '#d68cec', '#6cc8d4', '#ffffff'],
    ],
  },
  light: {
    back: '#fbfbf9',
    text: '#24262b',
    colours: [
      ...['#24262b', '#c0392b', '#2f8f46', '#e0b13c', '#2866c4', '#9b3fb5', '#2aa3b0', '#f2f2f0'],
      ...['#75787f', '#d9534f', '#3fa85a', '#eac25a', '#3b7be0', '#b257cc', '#35b7c4', '#ffffff'],
    ],
  },
};

const cell = {width: 8.4, height: 19} as const;
const margin = 14;
const fontSize = 14;

/** Blocks are drawn as the parts of the cell that they fill: fonts leave gaps between them. */
const blocks: Readonly<Record<string, readonly [x: number, y: number, width: number, height: number]>> = {
  '█': [0, 0, 1, 1],
  '▀': [0, 0, 1, 0.5],
  '▐': [0.5, 0, 0.5, 1],
  ...Object.fromEntries([...'▁▂▃▄▅▆▇'].map((block, at) => [block, [0, 1 - (at + 1) / 8, 1, (at + 1) / 8]])),
  ...Object.fromEntries([...'▏▎▍▌▋▊▉'].map((block, at) => [block, [0, 0, (at + 1) / 8, 1]])),
  '─': [0, 0.47, 1, 0.06],
};

type Paint = {
  readonly ink: string;
  readonly back: string | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
};

/** The picture of what stands on a terminal's screen. */
export function svgOf(terminal: Terminal, look: Look, title: string): string {
  const {back, text} = palettes[look];
  const width = terminal.cols * cell.width + 2 * margin;
  const height = terminal.rows * cell.height + 2 * margin;
  const lines = Array.from({length: terminal.rows}, (_, y) => lineOf(terminal, y, look)).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width)}" height="${number(height)}"`,
    ` viewBox="0 0 ${number(width)} ${number(height)}"`,
    ` font-family="'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace" font-size="${fontSize}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${back}"/>`,
    `<g fill="${text}" transform="translate(${margin} ${margin})">\n${lines}</g></svg>\n`,
  ].join('');
}

type Run = {readonly x: number; readonly text: string; readonly cells: number; readonly paint: Paint};

function lineOf(terminal: Terminal, y: number, look: Look): string {
  const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + y);
  const runs: Run[] = [];
  for (let x = 0; x < terminal.cols; x += 1) {
    const each = line?.getCell(x);
    if (each === undefined || each.getWidth() === 0) continue;
    const text = each.getChars() || ' ';
    const paint = paintOf(each, look);
    const last = runs.at(-1);
    const isSame = last !== undefined && samePaint(last.paint, paint) && !(last.text in blocks) && !(text in blocks);
    if (isSame) runs.splice(-1, 1, {...last, text: last.text + text, cells: last.cells + each.getWidth()});
    else if (last !== undefined && last.text === text && blocks[text]?.[2] === 1 && samePaint(last.paint, paint))
      runs.splice(-1, 1, {...last, cells: last.cells + 1});
    else runs.push({x, text, cells: each.getWidth(), paint});
  }
  const drawn = runs.map(run => drawRun(run, y, palettes[look].text)).join('');
  return drawn === '' ? '' : `${drawn}\n`;
}

function paintOf(each: IBufferCell, look: Look): Paint {
  const {back, text, colours} = palettes[look];
  const ink = each.isFgPalette() ? (colours[each.getFgColor()] ?? text) : text;
  const paper = each.isBgPalette() ? colours[each.getBgColor()] : undefined;
  const isInverse = each.isInverse() !== 0;
  return {
    ink: isInverse ? (paper ?? back) : ink,
    back: isInverse ? ink : paper,
    isBold: each.isBold() !== 0,
    isDim: each.isDim() !== 0,
  };
}

const samePaint = (one: Paint, other: Paint) =>
  one.ink === other.ink && one.back === other.back && one.isBold === other.isBold && one.isDim === other.isDim;

function drawRun({x, text, cells, paint}: Run, y: number, usual: string): string {
  const left = x * cell.width;
  const top = y * cell.height;
  const width = cells * cell.width;
  const behind = paint.back === undefined ? '' : rect([left, top, width, cell.height], paint.back, 1);
  const opacity = paint.isDim ? 0.6 : 1;
  const block = blocks[text];
  if (block !== undefined) {
    const [dx, dy, blockWidth, blockHeight] = block;
    // A run of whole blocks is one; what fills a part of its cell from the left stands alone.
    const whole = blockWidth === 1 ? width : blockWidth * cell.width;
    const part = [left + dx * cell.width, top + dy * cell.height, whole, blockHeight * cell.height] as const;
    return behind + rect(part, paint.ink, opacity);
  }
  const shown = text.trimEnd();
  if (shown === '') return behind;
  const lead = shown.length - shown.trimStart().length;
  const from = left + lead * cell.width;
  const length = cells * cell.width - (text.length - shown.length + lead) * cell.width;
  const attributes = [
    `x="${number(from)}"`,
    `y="${number(top + cell.height * 0.74)}"`,
    `textLength="${number(length)}"`,
    ...(paint.ink === usual ? [] : [`fill="${paint.ink}"`]),
    ...(paint.isBold ? ['font-weight="bold"'] : []),
    ...(paint.isDim ? [`opacity="${opacity}"`] : []),
    'xml:space="preserve"',
  ];
  return `${behind}<text ${attributes.join(' ')}>${escaped(shown.trimStart())}</text>`;
}

function rect([x, y, width, height]: readonly [number, number, number, number], fill: string, opacity: number): string {
  const faint = opacity === 1 ? '' : ` opacity="${opacity}"`;
  return `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" fill="${fill}"${faint} shape-rendering="crispEdges"/>`;
}

const number = (value: number) => String(Math.round(value * 100) / 100);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
