import {hash} from 'node:crypto';
import {renderSVG} from 'uqr';
import type {Language} from '../core/messages/messages.js';
import {decimalsOf} from '../core/money/money.js';
import type {Picture, SlipPart, SlipRow} from '../core/slip/slip.js';
import {cleanText, escapeHtml} from '../core/text/text.js';
import {pngOf} from './picture.js';

/** The style of a slip: a strip as wide as the roll, on a screen and on paper; black on white, as printers print. */
const slipStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; margin: 0; padding: 0; }
body {
  background: #e7eaee; color: #000; font: 12px/1.35 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-variant-numeric: tabular-nums;
}
main { width: 72mm; margin: 8mm auto; padding: 4mm; background: #fff; overflow-wrap: anywhere; }
.centre { text-align: center; }
.large { font-size: 1.75em; line-height: 1.2; }
.strong, .banner { font-weight: 700; }
.banner { margin: 2mm 0; padding: 2mm; border: .8mm solid #000; font-size: 1.2em; text-align: center; }
hr { margin: 1.5mm 0; border: 0; border-top: .3mm dashed #000; }
.blank { height: 1.35em; }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1em; }
dd { margin-left: auto; text-align: right; }
table { width: 100%; border-collapse: collapse; }
th { width: 100%; font-weight: 400; text-align: left; vertical-align: bottom; }
td { padding-left: 1em; text-align: right; white-space: pre; vertical-align: bottom; }
figure { margin: 2mm 0; text-align: center; break-inside: avoid; }
img { display: block; max-width: 100%; height: auto; margin: 0 auto 2mm; }
svg { display: block; width: 45mm; height: 45mm; margin: 0 auto; }
.code { display: block; font-size: .6em; line-height: 1.2; }
@page { margin: 4mm; }
@media print {
  body { background: none; }
  main { width: auto; max-width: 72mm; margin: 0 auto; padding: 0; }
}
@media print and (min-width: 120mm) {
  main { max-width: 100mm; margin-top: 12mm; font-size: 14px; }
}
`;

/** Returns the slip as a page that loads and runs nothing and prints on 80 mm or A4. All of its texts may be external. */
export function htmlSlip(parts: readonly SlipPart[], {title, language}: {title: string; language: Language}): string {
  const body = runsOf(parts).map(markup);
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(parts.some(part => part.kind === 'picture'))}">`,
    '<meta name="viewport" content="width=device-width">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${clean(title)}</title>`,
    `<style>${slipStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    ...body,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The policy allows the only style by its hash, and the picture that is in the page itself. */
const policy = (hasPicture: boolean): string =>
  [
    "default-src 'none'",
    ...(hasPicture ? ['img-src data:'] : []),
    `style-src 'sha256-${Buffer.from(hash('sha256', slipStyle, 'buffer')).toString('base64')}'`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');

/** Groups consecutive parts of the same kind, which make one list or one table. */
function runsOf(parts: readonly SlipPart[]): (readonly SlipPart[])[] {
  const runs: SlipPart[][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === part.kind) last.push(part);
    else runs.push([part]);
  }
  return runs;
}

function markup(run: readonly SlipPart[]): string {
  const rows = run.map(single).join('\n');
  switch (run[0]?.kind) {
    case 'pair':
      return `<dl>\n${rows}\n</dl>`;
    case 'columns':
      return `<table>\n${rows}\n</table>`;
    default:
      return rows;
  }
}

function single(part: SlipPart): string {
  switch (part.kind) {
    case 'text': {
      const names = [part.align, part.size, ...(part.isStrong ? ['strong'] : [])].join(' ');
      return `<p class="${names}">${clean(part.text)}</p>`;
    }
    case 'rule':
      return '<hr>';
    case 'blank':
      return '<div class="blank"></div>';
    case 'pair':
      return `<div><dt>${clean(part.label)}</dt><dd>${clean(part.value)}</dd></div>`;
    case 'columns':
      return row(part);
    case 'banner':
      return `<p class="banner">${clean(part.text)}</p>`;
    case 'qr':
      return code(part);
    case 'picture':
      return part.picture === undefined ? '' : image(part.picture);
  }
}

/** Blanks as wide as a decimal mark and two digits, in any font. */
const noDecimals = '\u2008\u2007\u2007';

function row({label, count, amount}: SlipRow): string {
  const decimals = amount !== null && decimalsOf(amount.currency) === 0 ? noDecimals : '';
  const number = amount === null ? '' : amount.number + decimals;
  const code = amount?.currency ?? '';
  const cells = [count ?? '', ...(amount?.isCodeFirst === false ? [number, code] : [code, number])];
  return `<tr><th scope="row">${clean(label)}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
}

/** The text below the code is for people who cannot see or scan it. */
function code({text, caption = ''}: SlipPart & {kind: 'qr'}): string {
  const drawing = renderSVG(text, {border: 4, pixelSize: 1}).replace(
    '<svg ',
    '<svg aria-hidden="true" shape-rendering="crispEdges" ',
  );
  return `<figure>${drawing}<figcaption>${clean(caption)}<span class="code">${clean(text)}</span></figcaption></figure>`;
}

/** The dots of a thermal printer in a pixel of a page: 8 in a millimetre, and 96 pixels in an inch. */
const dotsInPixel = (8 * 25.4) / 96;

/** The name of the shop stands below it. */
const image = (picture: Picture): string =>
  `<img alt="" width="${Math.round(picture.width / dotsInPixel)}" src="data:image/png;base64,${pngOf(picture).toString('base64')}">`;

const clean = (text: string) => escapeHtml(cleanText(text));
