import type {TextProps} from 'ink';

export type Style = Readonly<
  Pick<TextProps, 'color' | 'bold' | 'dimColor' | 'inverse' | 'backgroundColor' | 'underline'>
>;

/** The one table of styles. Colour repeats what a glyph and a word say already. */
export type Styles = Readonly<
  Record<
    | 'plain'
    | 'strong'
    | 'quiet'
    | 'paid'
    | 'not-paid'
    | 'not-known'
    | 'needs-person'
    | 'problem'
    | 'selected'
    | 'sandbox'
    | 'live'
    | 'paper',
    Style
  >
>;

const colourful: Styles = {
  plain: {},
  strong: {bold: true},
  quiet: {dimColor: true},
  paid: {color: 'green', bold: true},
  'not-paid': {color: 'red', bold: true},
  'not-known': {color: 'yellow', bold: true},
  'needs-person': {color: 'magenta', bold: true},
  problem: {color: 'red', bold: true},
  selected: {inverse: true},
  sandbox: {color: 'cyan', bold: true},
  live: {color: 'green', bold: true},
  paper: {color: 'black', backgroundColor: 'white'},
};

/** The same without a colour; Ink itself does not listen to NO_COLOR. */
const colourless = Object.fromEntries(
  Object.entries(colourful).map(([name, {color: _, backgroundColor: __, ...style}]) => [name, style]),
) as Styles;

/** The styles for a terminal: without colours where `NO_COLOR` is set to anything. */
export function stylesFor({NO_COLOR}: Readonly<Record<string, string | undefined>>): Styles {
  return NO_COLOR ? colourless : colourful;
}
