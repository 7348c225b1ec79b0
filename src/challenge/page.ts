import {randomBytes} from 'node:crypto';
import {isIP} from 'node:net';
import {type Language, messages} from '../core/messages/messages.js';
import {Problem} from '../core/problem.js';
import {cleanText, escapeHtml} from '../core/text/text.js';

export type PageStanding = 'waiting' | 'paid' | 'not-paid' | 'needs-person';

type PageParts = {
  /** `url` has been checked; `creq` is exactly what the service gave. */
  readonly challenge: {readonly url: string; readonly creq: string};
  readonly amount: string;
  readonly shop: string;
  readonly reference: string;
  readonly language: Language;
  readonly allowsLoopback: boolean;
  readonly standing: PageStanding;
};

/** The style of the page: the payment and its state in two lines, and the bank in the rest of the window. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --paper: #fff; --soft: #57606a; --quiet: #eef1f4; --line: #d0d7de;
  --good: #116329; --bad: #a40e26; --odd: #7d4e00;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9aa4af; --quiet: #161b22; --line: #30363d; }
}
* { box-sizing: border-box; }
[hidden] { display: none; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--paper); color: var(--ink); font: 1rem/1.4 system-ui, sans-serif;
}
header {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding: .75rem 1rem; overflow-wrap: anywhere;
}
h1, p { margin: 0; }
h1 { flex-basis: 100%; font-size: 1.75rem; line-height: 1.25; }
.shop { font-weight: 600; }
.reference { color: var(--soft); font-size: .875rem; }
[role=status] {
  padding: .65rem 1rem; background: var(--quiet); border-block: 1px solid var(--line); font-size: 1.1rem; font-weight: 600;
}
[data-standing=paid] { background: var(--good); color: #fff; }
[data-standing=not-paid] { background: var(--bad); color: #fff; }
[data-standing=needs-person], [data-standing=gone] { background: var(--odd); color: #fff; }
/* Where the bank needs more than a phone has, the lines above it are as wide as it is. */
body:has(iframe:not([hidden])) { min-width: 390px; }
iframe { flex: 1 0 400px; width: 100%; min-width: 390px; border: 0; background: #fff; }
form p { max-width: 40rem; padding: 1rem; }
button {
  margin: 0 1rem 1rem; padding: .85rem 1.5rem; border: 0; border-radius: .6rem;
  background: var(--good); color: #fff; font: inherit; font-weight: 600; cursor: pointer;
}
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;

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

/** The origins of the sandbox's bank, in the syntax of a Content Security Policy, which has no form for IPv6 addresses. */
const loopbackSources = ['http://127.0.0.1:*', 'http://localhost:*'];

/** Returns the address of a challenge as browsers write it. Throws `challenge-address` unless https, or here if `allowsLoopback`. */
export function checkChallengeUrl(text: string, allowsLoopback: boolean): string {
  const url = URL.parse(text);
  const isLocal = url?.protocol === 'http:' && (url.hostname === '127.0.0.1' || url.hostname === 'localhost');
  if (url?.protocol === 'https:' || (allowsLoopback && isLocal)) return url.href;
  throw new Problem('challenge-address', {url: text});
}

/**
 * Returns an IP address in the form that browsers use in addresses and in the Host header. Returns undefined for a name, for an address
 * that is valid on one link only, and for one that means all interfaces, because no browser would use it.
 */
export function hostOfAddress(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  const host = URL.parse(`http://${family === 6 ? `[${address}]` : address}`)?.hostname;
  return host === '0.0.0.0' || host === '[::]' ? undefined : host;
}

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

/**
 * The script of the page. A message counts only if it comes from the bank's frame and has the form of the service's messages. Even then
 * nothing in it is passed on: the till is only told that it may ask the service, and does so. The sentences are attributes of the status
 * line, so that no external text ever becomes part of a script.
 */
const pageScript = `
'use strict';
const frame = document.querySelector('iframe');
const form = document.querySelector('form');
const line = document.querySelector('[role=status]');
let hasAnswered = false;
let isOver = false;

const say = standing => {
  if (isOver) return;
  line.dataset.standing = standing;
  line.textContent = line.getAttribute('data-say-' + standing);
};

const ask = async (method, place) => {
  try {
    const response = await fetch(location.pathname + place, {method, signal: AbortSignal.timeout(10000)});
    if (!response.ok) throw new Error(response.statusText);
    const {verdict} = await response.json();
    say(verdict === 'waiting' && hasAnswered ? 'asking' : verdict);
    isOver ||= verdict !== 'waiting';
  } catch {
    say('gone');
  }
};

const isFlag = value => [true, false, 'true', 'false'].includes(value);
const isAnswer = data => {
  try {
    const {statusOk, paymentCompleted} = typeof data === 'string' ? JSON.parse(data) : data;
    return isFlag(statusOk) && isFlag(paymentCompleted);
  } catch {
    return false;
  }
};

addEventListener('message', ({source, data}) => {
  if (source !== frame.contentWindow || !isAnswer(data)) return;
  hasAnswered = true;
  say('asking');
  ask('POST', '/message');
});

const askAgain = () =>
  AbortSignal.timeout(2000).addEventListener('abort', async () => {
    await ask('GET', '/state');
    if (!isOver) askAgain();
  });

line.hidden = frame.hidden = false;
form.target = frame.name;
form.submit();
askAgain();
`;

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

export type ChallengeHints = {
  readonly opensBrowser: boolean;
  /** Over SSH: the command that brings the page to the cashier's own machine. */
  readonly ssh?: string;
};

type Where = {
  /** The address of the page. */
  readonly url: string;
  readonly port: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** The user logged in here and the name of this machine, for the command. If they are missing, the environment gives them. */
  readonly user?: string;
  readonly host?: string;
};

/** Returns how the cashier can open the page. A page on the shop's network needs no tunnel: its link works as it is. */
export function challengeHints({
  url,
  port,
  environment,
  platform = process.platform,
  user,
  host,
}: Where): ChallengeHints {
  const {SSH_CONNECTION: connection = '', SSH_TTY: terminal = ''} = environment;
  if (connection === '' && terminal === '') return {opensBrowser: hasScreen(environment, platform)};
  if (new URL(url).hostname !== '127.0.0.1') return {opensBrowser: false};
  const person = user ?? environment['USER'] ?? 'user';
  const machine = host ?? connection.split(' ')[2] ?? 'host';
  return {opensBrowser: false, ssh: `ssh -L ${port}:127.0.0.1:${port} ${person}@${machine}`};
}

function hasScreen(environment: Where['environment'], platform: NodeJS.Platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

/** Opens the page in the system's browser. Returns false if this could not be attempted. Never throws and writes nothing. */
export async function openBrowser(url: string): Promise<boolean> {
  try {
    const {default: open} = await import('open');
    await open(url);
    return true;
  } catch {
    return false;
  }
}
