import {hash} from 'node:crypto';
import {type Answer, text} from '../answer.js';
import type {Country} from '../countries.js';

type Page = {
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
const hashOf = (content: string): string =>
  `sha256-${Buffer.from(hash('sha256', content, 'buffer')).toString('base64')}`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text of the merchant or the customer for use between tags or in a quoted attribute. */
export const escapeHtml = (words: string): string => words.replace(/[&<>"']/g, character => entities[character] ?? '');

/** The style of every page: one card, large buttons, light or dark by the reader's system. */
const style = `
:root {
  color-scheme: light dark;
  --ink: #1b1f24; --paper: #fff; --back: #eef1f4; --soft: #57606a; --line: #d0d7de; --go: #116329; --stop: #a40e26;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6edf3; --paper: #161b22; --back: #0d1117; --soft: #9aa4af; --line: #30363d; --go: #1a7f37; --stop: #d1242f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
}
main {
  width: min(26rem, calc(100% - 2rem)); padding: 2rem;
  background: var(--paper); border: 1px solid var(--line); border-radius: 1rem;
}
h1 { margin: 0 0 .5rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
small, dt { color: var(--soft); }
dl { margin: 1.25rem 0; padding: 1rem 0; border-block: 1px solid var(--line); }
dd { margin: 0 0 .75rem; overflow-wrap: anywhere; }
.amount { font-size: 1.75rem; font-weight: 700; }
label { display: block; margin: 0 0 1rem; color: var(--soft); }
input {
  display: block; width: 100%; margin: .25rem 0 0; padding: .75rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--back); color: var(--ink); font: inherit; letter-spacing: .3em;
}
button, .button {
  display: block; width: 100%; margin: 0 0 .75rem; padding: .85rem; border: 0; border-radius: .6rem;
  background: var(--go); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer;
}
button.decline, button.later { background: transparent; color: var(--ink); border: 1px solid var(--stop); }
button.later { border-color: var(--line); }
[role="alert"] { color: var(--stop); font-weight: 600; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;

export function unknownPage(): Answer {
  const {en, fr} = pageWords;
  return page(404, {language: 'en', title: en.unknown, main: `<h1>${en.unknown}</h1><p lang="fr">${fr.unknown}</p>`});
}

export type PageWords = {
  readonly title: string;
  readonly practice: string;
  readonly amount: string;
  readonly description: string;
  readonly reference: string;
  readonly approve: string;
  readonly decline: string;
  readonly decided: string;
  readonly goBack: string;
  readonly close: string;
  readonly unknown: string;
};

export const pageWords: Readonly<Record<Country['language'], PageWords>> = {
  en: {
    title: 'Confirm your payment',
    practice: 'Practice page of the sandbox: no money moves.',
    amount: 'Amount',
    description: 'For',
    reference: 'Reference',
    approve: 'Approve',
    decline: 'Decline',
    decided: 'This payment has been answered already. There is nothing more to do here.',
    goBack: 'Back to the merchant',
    close: 'You can close this page.',
    unknown: 'There is no payment at this address.',
  },
  fr: {
    title: 'Confirmez votre paiement',
    practice: 'Page d’essai du bac à sable : aucun argent ne circule.',
    amount: 'Montant',
    description: 'Objet',
    reference: 'Référence',
    approve: 'Approuver',
    decline: 'Refuser',
    decided: 'Ce paiement a déjà reçu une réponse. Il n’y a plus rien à faire ici.',
    goBack: 'Retour chez le marchand',
    close: 'Vous pouvez fermer cette page.',
    unknown: 'Il n’y a pas de paiement à cette adresse.',
  },
};
