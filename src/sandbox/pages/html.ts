import {hash} from 'node:crypto';
import {type Answer, text} from '../answer.js';
import {style} from './style.js';

export type Page = {
  readonly language: 'en' | 'fr';
  readonly title: string;
  /** Markup in which all external text is already escaped. */
  readonly main: string;
  /** Origins that a form of the page may lead to, besides the page's own. */
  readonly formOrigins?: readonly string[];
  /** The only script that may run on the page, exactly as it stands; absent if the page has none. */
  readonly script?: string;
  /** Whether pages of this machine may show it in a frame. */
  readonly framed?: boolean;
};

/** Returns a whole page. Nothing in it loads or frames anything. Its style and its script, if it has one, are allowed by their hash. */
export function page(status: number, {language, title, main, formOrigins = [], script, framed}: Page): Answer {
  const markup =
    `<!DOCTYPE html>\n<html lang="${language}">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>\n` +
    `<body><main>${main}</main>${script === undefined ? '' : `<script>${script}</script>`}</body>\n</html>\n`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    // Browsers also check form-action against the address that a form is redirected to.
    ["form-action 'self'", ...formOrigins].join(' '),
    framed === true ? "frame-ancestors 'self' http://127.0.0.1:* http://localhost:*" : "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return text(status, 'text/html', markup, {
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

/** Returns the source by which a policy allows exactly this style or script. */
function hashOf(content: string): string {
  return `sha256-${Buffer.from(hash('sha256', content, 'buffer')).toString('base64')}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text of the merchant or the customer for use between tags or in a quoted attribute. */
export function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, character => entities[character] ?? '');
}
