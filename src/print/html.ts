import {hash} from 'node:crypto';
import {renderSVG} from 'uqr';
import type {Language} from '../core/messages/messages.js';
import {decimalsOf} from '../core/money/money.js';
import type {SlipPart, SlipRow} from '../core/slip/slip.js';
import {escapeHtml} from '../core/text/html.js';
import {cleanText} from '../core/text/text.js';
import {slipStyle} from './html-style.js';

/**
 * Returns the slip as a self-contained page: it loads nothing, runs nothing, and prints on a roll of 80 mm as well as on A4. All of its
 * texts may be external.
 */
export function htmlSlip(parts: readonly SlipPart[], {title, language}: {title: string; language: Language}): string {
  const body = runsOf(parts).map(markup);
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
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

/** The policy allows the only style by its hash. */
const policy = [
  "default-src 'none'",
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

const clean = (text: string) => escapeHtml(cleanText(text));
