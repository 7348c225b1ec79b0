import {hash} from 'node:crypto';
import {type Answer, text} from '../answer.js';
import {style} from './style.js';

export type Page = {
  readonly language: 'en' | 'fr';
  readonly title: string;
  /** Markup, in which everything that came from outside is escaped already. */
  readonly main: string;
  /** Origins to which a form of the page may lead, beside the page's own. */
  readonly formOrigins?: readonly string[];
  /** What may run on the page, exactly as it stands; nothing where it is left out. */
  readonly script?: string;
  /** Whether pages of this machine may show it in a frame. */
  readonly framed?: boolean;
};

/** A whole page. Nothing in it loads or frames anything: the one style, and a script if any, are allowed by hash. */
export function page(status: number, {language, title, main, formOrigins = [], script, framed}: Page): Answer {
  const markup =
    `<!DOCTYPE html>\n<html lang="${language}">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>\n` +
    `<body><main>${main}</main>${script === undefined ? '' : `<script>${script}</script>`}</body>\n</html>\n`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    // Browsers hold form-action against the address that a form is redirected to as well.
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

/** The source by which a policy allows a style or a script: its text and no other. */
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

/** Text of the merchant or the customer, for use between tags or in a quoted attribute. */
export function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, character => entities[character] ?? '');
}
