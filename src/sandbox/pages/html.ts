import {hash} from 'node:crypto';
import {type Answer, text} from '../answer.js';
import {style} from './style.js';

const styleHash = Buffer.from(hash('sha256', style, 'buffer')).toString('base64');

export type Page = {
  readonly language: 'en' | 'fr';
  readonly title: string;
  /** Markup, in which everything that came from outside is escaped already. */
  readonly main: string;
  /** Origins to which a form of the page may lead, beside the page's own. */
  readonly formOrigins?: readonly string[];
};

/** A whole page. Nothing in it runs, loads or frames anything: the one style is allowed by its hash. */
export function page(status: number, {language, title, main, formOrigins = []}: Page): Answer {
  const markup =
    `<!DOCTYPE html>\n<html lang="${language}">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>\n` +
    `<body><main>${main}</main></body>\n</html>\n`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    // Browsers hold form-action against the address that a form is redirected to as well.
    ["form-action 'self'", ...formOrigins].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return text(status, 'text/html', markup, {
    'Content-Security-Policy': policy.join('; '),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
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
