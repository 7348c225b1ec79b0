import {randomBytes} from 'node:crypto';
import type {Language} from '../core/messages/messages.js';
import {messages} from '../core/messages/messages.js';
import {escapeHtml} from '../core/text/html.js';
import {cleanText} from '../core/text/text.js';
import {loopbackSources} from './address.js';
import {pageScript} from './page-script.js';
import {pageStyle} from './page-style.js';

/** The state of a payment, as far as the page shows it. */
export type PageStanding = 'waiting' | 'paid' | 'not-paid' | 'needs-person';

export type PageParts = {
  /** `url` has been checked; `creq` is exactly what the service gave. */
  readonly challenge: {readonly url: string; readonly creq: string};
  readonly amount: string;
  readonly shop: string;
  readonly reference: string;
  readonly language: Language;
  readonly allowsLoopback: boolean;
  readonly standing: PageStanding;
};

/** Returns the page with its headers. If the payment has ended, the page says so and does not call the bank. */
export function challengePage(page: PageParts): {readonly markup: string; readonly headers: Record<string, string>} {
  const nonce = randomBytes(16).toString('base64');
  const {title} = messages(page.language).challenge;
  const markup =
    `<!DOCTYPE html>\n<html lang="${page.language}">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width">\n` +
    `<title>${clean(page.amount)} · ${title}</title>\n` +
    `<style nonce="${nonce}">${pageStyle}</style>\n</head>\n<body>\n` +
    `${order(page)}${statusLine(page)}${page.standing === 'waiting' ? bank(page, nonce) : ''}</body>\n</html>\n`;
  return {markup, headers: {...pageHeaders, 'Content-Security-Policy': policy(nonce, page.allowsLoopback)}};
}

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Browsers check every redirect of the bank against the same two lists. */
function policy(nonce: string, allowsLoopback: boolean): string {
  const banks = ['https:', ...(allowsLoopback ? loopbackSources : [])].join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `frame-src ${banks}`,
    `form-action ${banks}`,
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function order({amount, shop, reference, language}: PageParts): string {
  return (
    `<header>\n<h1>${clean(amount)}</h1>\n<p class="shop">${clean(shop)}</p>\n` +
    `<p class="reference">${messages(language).challenge.reference} ${clean(reference)}</p>\n</header>\n`
  );
}

/** The status line. It is hidden until a script keeps it up to date, unless the payment has ended. */
function statusLine({language, standing}: PageParts): string {
  const {sentences} = messages(language).challenge;
  const said = Object.entries(sentences).map(([name, sentence]) => ` data-say-${name}="${escapeHtml(sentence)}"`);
  const hidden = standing === 'waiting' ? ' hidden' : '';
  return `<p role="status"${hidden} data-standing="${standing}"${said.join('')}>${escapeHtml(sentences[standing])}</p>\n`;
}

/** The bank's frame and form. Without scripts the frame stays hidden, and the form shows a button that leads to the bank in this tab. */
function bank({challenge, language}: PageParts, nonce: string): string {
  const words = messages(language).challenge;
  return (
    `<iframe name="bank" title="${escapeHtml(words.bank)}" hidden></iframe>\n` +
    `<form method="post" action="${escapeHtml(challenge.url)}" autocomplete="off">\n` +
    `<input type="hidden" name="creq" value="${escapeHtml(challenge.creq)}">\n` +
    `<noscript><p>${escapeHtml(words.noScript)}</p><button>${escapeHtml(words.goOn)}</button></noscript>\n</form>\n` +
    `<script nonce="${nonce}">${pageScript}</script>\n`
  );
}

const clean = (text: string) => escapeHtml(cleanText(text, 120));
