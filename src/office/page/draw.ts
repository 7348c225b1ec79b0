import {randomBytes} from 'node:crypto';
import {encode} from 'uqr';
import {type Language, messages} from '../../core/messages/messages.js';
import {displayMoney} from '../../core/money/display.js';
import {glyphs} from '../../core/payment/badge.js';
import {cleanText, escapeHtml} from '../../core/text/text.js';
import type {ChartBlock, Column, FactBlock, ListRow, Piece} from '../../views/block.js';
import type {FormBlock, PageBlock, PageField} from '../../views/office/page-block.js';
import {pageScript} from './script.js';
import {pageStyle} from './style.js';

/** Markup that is already escaped. Only `html` makes it. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | false | undefined | readonly Part[];

const markupOf = (part: Part): string => {
  if (part === false || part === undefined) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(markupOf).join('') : escapeHtml(cleanText(String(part), 4096));
};

/** Returns markup in which every text that is put in is cleaned and escaped. */
const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(texts.reduce((whole, text, at) => whole + markupOf(parts[at - 1]) + text));

const attribute = (name: string, value: string | number | undefined | false): Markup | undefined =>
  value === undefined || value === false ? undefined : html` ${new Markup(name)}="${value}"`;

export type PageContext = {
  readonly language: Language;
  /** The places of the office that the visitor may go to. */
  readonly places?: readonly {readonly to: string; readonly text: string; readonly isHere: boolean}[];
  /** Who is signed in: the name, what leads out, and the token that forms carry. */
  readonly visitor?: {readonly name: string; readonly formToken: string} | undefined;
  /** The path under which the office is shown, with which its addresses begin. */
  readonly prefix?: string | undefined;
  /** The language that was asked for in the address, which links keep. */
  readonly keepsLanguage?: boolean;
  /** The address that says when the page has changed. */
  readonly live?: string;
  /** A script of the page's own. */
  readonly script?: string;
};

/** A whole page with its headers, of which nothing is stored and which calls no other host. */
export function drawPage(
  title: string,
  blocks: readonly PageBlock[],
  context: PageContext,
): {readonly body: string; readonly headers: Readonly<Record<string, string>>} {
  const nonce = randomBytes(16).toString('base64');
  const {language, places = [], visitor, live, script, prefix = ''} = context;
  const words = messages(language).officePage;
  const keyed = attribute('nonce', nonce);
  const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Duka</title>
<link rel="icon" href="data:,">
<style${keyed}>${new Markup(pageStyle)}</style>
</head>
<body data-months="${messages(language).intl.months.join(' ')}"${attribute('data-live', live && prefix + live)}>
<a class="skip" href="#main">${words.skip}</a>
${
  (places.length > 0 || visitor !== undefined) &&
  html`<nav aria-label="${words.places}">${places.map(
    ({to, text, isHere}) =>
      html`<a href="${keeping(to, context)}"${attribute('aria-current', isHere && 'page')}>${text}</a>`,
  )}${
    visitor !== undefined &&
    html`<form method="post" action="${prefix}/sign-out"><input type="hidden" name="token" value="${visitor.formToken}"><span>${visitor.name}</span> <button>${words.signOut}</button></form>`
  }</nav>`
}
<main id="main">
${drawBlocks(blocks, context)}
</main>
<p id="said" role="status"></p>
${[pageScript, script].map(text => text !== undefined && html`<script${keyed}>${new Markup(text)}</script>`)}
</body>
</html>
`;
  return {body: body.text, headers: {...pageHeaders, 'content-security-policy': policy(nonce)}};
}

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin', // without any, a browser would not say from which page a form comes
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "form-action 'self'",
    'img-src data:',
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** An address of the office with the language that was asked for. */
function keeping(to: string, {language, keepsLanguage, prefix = ''}: PageContext): string {
  return keepsLanguage === true ? `${prefix}${to}${to.includes('?') ? '&' : '?'}lang=${language}` : prefix + to;
}

function drawBlocks(blocks: readonly PageBlock[], context: PageContext): Part {
  const groups: (readonly FactBlock[] | PageBlock)[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'gap') continue;
    if (block.kind !== 'fact' || block.lead === '') groups.push(block);
    else if (last !== undefined && 'length' in last) groups[groups.length - 1] = [...last, block];
    else groups.push([block]);
  }
  return groups.map(group => ('length' in group ? html`<dl>${group.map(term)}</dl>` : drawBlock(group, context)));
}

/** A fact without a label of its own belongs to the one before it. */
const term = ({lead, text, tone, note}: FactBlock): Markup =>
  html`<div><dt>${lead.trim()}</dt><dd class="${tone}">${text}${note !== '' && html` <small>${note}</small>`}</dd></div>`;

function drawBlock(block: PageBlock, context: PageContext): Part {
  switch (block.kind) {
    case 'title':
      return html`<header><h1>${block.text}</h1>${pieces(block.note)}</header>`;
    case 'verdict':
      return html`<section class="verdict ${block.badge}"><strong><span aria-hidden="true">${glyphs[block.badge]}</span> ${block.word}</strong>${block.texts.map(text => html`<p>${text}</p>`)}</section>`;
    case 'fact':
      return html`<p class="${block.tone}">${block.text}${block.note !== '' && html` <small>${block.note}</small>`}</p>`;
    case 'notice':
      return html`<p class="notice ${block.tone}" role="alert"><span aria-hidden="true">${block.glyph}</span> ${block.text}</p>`;
    case 'question':
      return html`<h2>${block.text}</h2>`;
    case 'amount':
      return html`<p class="amount ${block.tone}">${displayMoney(block.money, context.language)} ${pieces(block.beside)}</p>`;
    case 'tally':
      return html`<section class="tally" aria-label="${block.label}">${block.rows.map(
        ({glyph, tone, text, sums, note}) =>
          html`<p class="${tone}"><span><span aria-hidden="true">${glyph}</span> ${text}</span> ${sums.map(sum => html`<strong>${displayMoney(sum, context.language)}</strong> `)}<small>${note}</small></p>`,
      )}</section>`;
    case 'list':
      if (block.count === 0) return html`<p class="quiet">${block.empty}</p>`;
      return table(
        block.columns,
        Array.from({length: block.count}, (_, at) => block.rowAt(at)),
        context,
      );
    case 'table':
      return table(block.columns, block.rows, context);
    case 'chart':
      return chart(block);
    case 'progress':
      return html`<p><progress value="${block.value}" max="${block.full}" aria-label="${block.text}"></progress> ${block.text}</p>`;
    case 'steps':
      return html`<ol class="steps">${block.steps.map((word, at) => html`<li${attribute('aria-current', at + 1 === block.now && 'step')}>${word}</li>`)}</ol>`;
    case 'paper':
      return html`<article class="paper"><h2>${block.title}</h2>${drawBlocks(block.blocks, context)}</article>`;
    case 'exact':
      return html`<pre tabindex="0">${block.lines.map(line => html`${line.trimEnd() === '' ? '' : exact(line)}\n`)}</pre>`;
    case 'code':
      return html`${qr(block.text)}${pieces(block.beside)}${pieces(block.instead)}`;
    case 'folded':
      return html`<details><summary>${block.title}</summary>${drawBlocks(block.blocks, context)}</details>`;
    case 'links':
      return html`<p class="links">${block.links.map(({to, text}) => html`<a href="${keeping(to, context)}">${text}</a> `)}</p>`;
    case 'form':
      return form(block, context);
    case 'field':
    case 'choice':
    case 'options':
    case 'gap':
      return undefined; // what a person types at a till
  }
}

/** A line as it is printed, of which the blanks at the beginning stay. */
const exact = (line: string): Markup => {
  const text = line.trimStart();
  return html`${new Markup(' '.repeat(line.length - text.length))}${text}`;
};

const pieces = (all: readonly Piece[]): Part =>
  all.length > 0 &&
  html`<p class="pieces">${all.map(({text, tone, badge}) => html`<span class="${badge === undefined ? tone : `badge ${badge}`}">${text.replace(/^· /, '')}</span> `)}</p>`;

const aligned = (column: Column | undefined) => attribute('class', column?.align === 'right' && 'number');

/** On a telephone, a row is drawn as a card, which would be no row to a screen reader without its role. */
function table(columns: readonly Column[], rows: readonly Omit<ListRow, 'id'>[], context: PageContext): Markup {
  const heads = columns.map(column => html`<th role="columnheader" scope="col"${aligned(column)}>${column.title}</th>`);
  const isTitled = columns.some(({title}) => title !== '');
  const lines = rows.map(({cells, tone, to}) => {
    const of = cells.map((cell, at) => {
      const text = at === 0 && to !== undefined ? html`<a href="${keeping(to, context)}">${cell}</a>` : cell;
      const name = attribute('data-title', columns[at]?.title || undefined);
      return html`<td role="cell"${aligned(columns[at])}${name}>${text}</td>`;
    });
    return html`<tr role="row" class="${tone}">${of}</tr>`;
  });
  // With several figures in a row, each needs its name beside it on a telephone too.
  const isShort = columns.filter(({align}) => align === 'right').length < 2;
  return html`<table role="table"${attribute('class', isShort && 'short')}>${isTitled && html`<thead role="rowgroup"><tr role="row">${heads}</tr></thead>`}<tbody role="rowgroup">${lines}</tbody></table>`;
}

const [barWidth, chartHeight, axisHeight] = [40, 120, 18];

/** Bars over a line that is zero; a value below it hangs under the line. The figures are in a table of their own. */
function chart({label, points, sentence, aside}: ChartBlock): Markup {
  const totals = points.map(({values}) => values.reduce((sum, value) => sum + value, 0));
  const [top, bottom] = [Math.max(0, ...totals), Math.min(0, ...totals)];
  const scale = chartHeight / Math.max(1, top - bottom);
  const zero = top * scale;
  const width = Math.max(1, points.length) * barWidth;
  const bars = points.map(({label: name}, at) => {
    const value = totals[at] ?? 0;
    const height = Math.round(Math.abs(value) * scale * 10) / 10;
    const y = Math.round((value < 0 ? zero : zero - height) * 10) / 10;
    return html`<rect x="${at * barWidth + 4}" y="${y}" width="${barWidth - 8}" height="${height}" rx="2"${attribute('class', value < 0 && 'below')}/><text x="${(at + 0.5) * barWidth}" y="${chartHeight + axisHeight - 5}">${name}</text>`;
  });
  return html`<figure><figcaption>${label} <small>${aside.map(({text}) => text).join(' ')}</small></figcaption><svg viewBox="0 0 ${width} ${chartHeight + axisHeight}" preserveAspectRatio="xMinYMid" role="img" aria-label="${sentence}">${bars}<line x1="0" x2="${width}" y1="${Math.round(zero)}" y2="${Math.round(zero)}"/></svg></figure>`;
}

function qr(text: string): Markup {
  const {data, size} = encode(text, {border: 2});
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR"><path d="${new Markup(path)}"/></svg>`;
}

function form({id, method, to, fields, more, button}: FormBlock, context: PageContext): Markup {
  const {visitor, keepsLanguage, language, prefix = ''} = context;
  const isUpload = fields.some(({type}) => type === 'file');
  const own: PageField[] =
    method === 'post' && visitor !== undefined
      ? [{name: 'token', label: '', type: 'hidden', value: visitor.formToken}]
      : method === 'get' && keepsLanguage === true
        ? [{name: 'lang', label: '', type: 'hidden', value: language}]
        : [];
  return html`<form id="${id}" method="${method}"${attribute('action', to && prefix + to)}${attribute('enctype', isUpload && 'multipart/form-data')}>${[...own, ...fields].map(each => field(each, id))}${more && html`<details><summary>${more.title}</summary><div>${more.fields.map(each => field(each, id))}</div></details>`}<button>${button}</button></form>`;
}

function field(given: PageField, form: string): Markup {
  const {name, label, type = 'text', value, options, note = '', problem = ''} = given;
  const {isRequired, autocomplete, takesSeveral} = given;
  if (type === 'hidden') return html`<input type="hidden" name="${name}" value="${value ?? ''}">`;
  const id = `${form}-${name}`;
  const said = problem || note;
  const common = html` id="${id}" name="${name}"${isRequired === true && new Markup(' required')}${takesSeveral === true && new Markup(' multiple')}${attribute('aria-describedby', said !== '' && `${id}-note`)}${attribute('aria-invalid', problem !== '' && 'true')}`;
  const input =
    options === undefined
      ? html`<input type="${type}"${common}${attribute('value', value)}${attribute('autocomplete', autocomplete ?? 'off')}>`
      : html`<select${common}>${options.map(each => html`<option value="${each.value}"${each.value === value && new Markup(' selected')}>${each.text}</option>`)}</select>`;
  return html`<p class="field"><label for="${id}">${label}</label>${input}${said !== '' && html`<small id="${id}-note" class="${problem === '' ? 'quiet' : 'problem'}">${said}</small>`}</p>`;
}
