import type {TextProps} from 'ink';
import type {Badge} from '../../src/core/payment/badge.js';

export type Style = Readonly<
  Pick<TextProps, 'color' | 'bold' | 'dimColor' | 'inverse' | 'backgroundColor' | 'underline'>
>;

type Name =
  | 'plain'
  | 'strong'
  | 'quiet'
  | Badge
  | 'problem'
  | 'selected'
  | 'sandbox'
  | 'live'
  | 'bar'
  | 'paper'
  | `${Badge | 'problem' | 'sandbox'}-block`;

/** The only table of styles. A colour only repeats what a glyph and a word say. */
export type Styles = Readonly<Record<Name, Style>>;

export type TerminalTheme = 'auto' | 'light' | 'dark';

const block = (backgroundColor: string): Style => ({color: 'black', backgroundColor, bold: true});

/**
 * Styles in the sixteen colours of every terminal, however the owner has set them. Blocks set both of their colours, so that they are
 * legible on any background. Text has colours that are dark enough for white and light enough for black. Amber is neither, so such text is
 * only bold.
 */
const onAny: Styles = {
  plain: {},
  strong: {bold: true},
  quiet: {dimColor: true},
  paid: {color: 'green', bold: true},
  'judged-paid': {bold: true, underline: true},
  'given-back': {bold: true},
  'not-paid': {color: 'red', bold: true},
  'not-known': {bold: true},
  'needs-person': {color: 'magenta', bold: true},
  sending: {bold: true},
  waiting: {bold: true},
  'with-provider': {bold: true},
  'amount-differs': {color: 'magenta', bold: true},
  reversed: {color: 'red', bold: true},
  'on-book': {bold: true},
  problem: {color: 'red', bold: true},
  selected: {inverse: true},
  sandbox: {color: 'magenta', bold: true},
  live: {bold: true},
  bar: {color: 'green'},
  paper: {color: 'black', backgroundColor: 'white'},
  'paid-block': block('green'),
  'judged-paid-block': block('cyan'),
  'given-back-block': block('white'),
  'not-paid-block': {...block('red'), color: 'white'},
  'not-known-block': {...block('blue'), color: 'white'},
  'sending-block': block('white'),
  'waiting-block': block('yellow'),
  'with-provider-block': block('white'),
  'amount-differs-block': {...block('magenta'), color: 'white'},
  'on-book-block': block('blueBright'),
  'reversed-block': {...block('red'), color: 'white'},
  'needs-person-block': {...block('magenta'), color: 'white'},
  'problem-block': {...block('red'), color: 'white'},
  'sandbox-block': block('cyan'),
};

const themes: Readonly<Record<TerminalTheme, Styles>> = {
  auto: onAny,
  dark: {
    ...onAny,
    waiting: {color: 'yellow', bold: true},
    'not-known': {color: 'blueBright', bold: true},
    'on-book': {color: 'cyan', bold: true},
    sandbox: {color: 'cyan', bold: true},
  },
  // Dim text is hard to read on white; grey is not.
  light: {
    ...onAny,
    'on-book': {color: 'blue', bold: true},
    quiet: {color: 'gray'},
    sandbox: {color: 'blue', bold: true},
    bar: {color: 'blue'},
  },
};

/** The same styles without colours. Blocks are inverse. Ink itself ignores NO_COLOR. */
const colourless = Object.fromEntries(
  Object.entries(onAny).map(([name, {color: _, backgroundColor, ...style}]) => [
    name,
    backgroundColor === undefined || name === 'paper' ? style : {...style, inverse: true},
  ]),
) as Styles;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the styles for a terminal: without colours if `NO_COLOR` is not empty, and for its background if that is known. The terminal is
 * never asked for it, because its answer could be taken for keys.
 */
export function stylesFor(environment: Environment, theme: TerminalTheme = 'auto'): Styles {
  if (environment['NO_COLOR']) return colourless;
  return themes[theme === 'auto' ? backgroundIn(environment) : theme];
}

/**
 * Returns the background that some terminals give in `COLORFGBG`, as one of the sixteen colours after the text's: `15;0` is white on black.
 */
function backgroundIn({COLORFGBG = ''}: Environment): TerminalTheme {
  const said = /;(\d+)$/.exec(COLORFGBG)?.[1];
  if (said === undefined) return 'auto';
  return said === '7' || Number(said) > 8 ? 'light' : 'dark';
}
