import {hash} from 'node:crypto';
import {type Answer, redirect, text} from '../answer.js';
import type {OwnHandler, World} from '../call.js';
import {type CardPayment, countWrongCode, findChallenged} from '../cards/card-records.js';
import {callbackForm, merchant, paid, tokenOf} from '../cards/charge-card.js';
import {type Collection, endNow, findCollectionByPage, startCourse} from '../collections/collection-records.js';
import {type Country, decimalsOf, findCountry} from '../countries.js';
import {applyDueChanges, type Outcome, planEnd} from '../transactions.js';

/** The texts of the page of the cardholder's bank. They are in one language, since a bank writes to its own customers. */
const words = {
  title: 'Confirm your card payment',
  practice: 'Practice page of the sandbox: no money moves, and no bank sends a code. It is 1234.',
  merchant: 'Merchant',
  amount: 'Amount',
  card: 'Card',
  code: 'The code that your bank sent you',
  approve: 'Approve',
  decline: 'Decline',
  later: 'Decide later',
  wrongCode: 'This is not the code.',
  undecided: 'The payment is not decided',
  undecidedMeaning: 'Your card was not charged. The merchant goes on waiting until you approve or decline.',
  goOn: 'Back to the payment',
  approved: 'The payment is approved',
  approvedMeaning: 'Your card was charged. Go back to the merchant; you can close this page.',
  declined: 'You declined the payment',
  failed: 'Your bank could not confirm that it is you',
  failedMeaning: 'Your card was not charged. Go back to the merchant; you can close this page.',
} as const;

const rightCode = '1234';
const triesAllowed = 3;

/** What the payer's bank reports about a cardholder who declines, and about one who does not know the code. */
const declined: Outcome = {status: 'Failed', reason: 'DO_NOT_PROCEED'};
const notProven: Outcome = {status: 'Failed', reason: 'AUTHENTICATION_FAILED'};

/** Reports to the page around it how the payment ended. In a window of its own it posts to itself, which has no effect. */
const report = "window.parent.postMessage(document.querySelector('[data-result]').dataset.result, '*');";

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
function page(status: number, {language, title, main, formOrigins = [], script, framed}: Page): Answer {
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
const escapeHtml = (words: string): string => words.replace(/[&<>"']/g, character => entities[character] ?? '');

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

function unknownPage(): Answer {
  const {en, fr} = pageWords;
  return page(404, {language: 'en', title: en.unknown, main: `<h1>${en.unknown}</h1><p lang="fr">${fr.unknown}</p>`});
}

type PageWords = {
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

const pageWords: Readonly<Record<Country['language'], PageWords>> = {
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

/** `POST /3ds/challenge`: takes the merchant's form and sends it on to a server of another origin, as banks do. */
export const beginChallenge: OwnHandler = (world, {text}) => {
  const payment = findChallenged(world.database, tokenOf(new URLSearchParams(text).get('creq') ?? ''));
  if (payment === undefined) return unknownPage();
  return redirect(307, `${world.bankUrl}/acs/${payment.challenge_token}`);
};

/** `/acs/{token}`, by either method: the question to the cardholder, or its result. */
export const showChallenge: OwnHandler = (world, {values}) => {
  const payment = findChallenged(world.database, values.token ?? '');
  if (payment === undefined) return unknownPage();
  return payment.status === 'Initialized' ? question(payment) : result(payment);
};

/** `POST /acs/{token}/approve`, with the code. A decision is final, whatever is posted again. */
export const approveChallenge: OwnHandler = (world, {values, text}) =>
  answer(world, values.token, payment => {
    if (new URLSearchParams(text).get('code')?.trim() === rightCode) return paid;
    return countWrongCode(world.database, payment) < triesAllowed ? undefined : notProven;
  });

export const declineChallenge: OwnHandler = (world, {values}) => answer(world, values.token, () => declined);

/** `POST /acs/{token}/later`: decides nothing. */
export const leaveChallenge: OwnHandler = (world, {values}) => {
  const payment = findChallenged(world.database, values.token ?? '');
  if (payment === undefined) return unknownPage();
  if (payment.status !== 'Initialized') return redirect(303, pageOf(world, payment));
  const main =
    `<h1>${words.undecided}</h1><p>${words.undecidedMeaning}</p>` +
    `<a class="button" href="/acs/${payment.challenge_token}">${words.goOn}</a>`;
  return page(200, {language: 'en', title: words.undecided, main, framed: true});
};

function answer(
  world: World,
  token: string | undefined,
  decide: (payment: CardPayment) => Outcome | undefined,
): Answer {
  const payment = findChallenged(world.database, token ?? '');
  if (payment === undefined) return unknownPage();
  if (payment.status !== 'Initialized') return redirect(303, pageOf(world, payment));
  const outcome = decide(payment);
  if (outcome !== undefined) {
    planEnd(world.database, payment, outcome, world.now);
    applyDueChanges(world.database, world.now);
  }
  return redirect(303, pageOf(world, payment));
}

const pageOf = ({bankUrl}: World, {challenge_token: token}: CardPayment): string => `${bankUrl}/acs/${token}`;

function question(payment: CardPayment): Answer {
  const path = `/acs/${payment.challenge_token}`;
  const main =
    `<h1>${words.title}</h1><small>${words.practice}</small>` +
    `<dl><dt>${words.amount}</dt><dd class="amount">${escapeHtml(writtenAmount(payment))}</dd>` +
    `<dt>${words.merchant}</dt><dd>${merchant}</dd>` +
    `<dt>${words.card}</dt><dd>${payment.network} •••• ${payment.payer_account_number}</dd></dl>` +
    (payment.wrong_codes === 0 ? '' : `<p role="alert">${words.wrongCode}</p>`) +
    `<form method="post" action="${path}/approve"><label>${words.code}` +
    '<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required></label>' +
    `<button>${words.approve}</button></form>` +
    `<form method="post" action="${path}/decline"><button class="decline">${words.decline}</button></form>` +
    `<form method="post" action="${path}/later"><button class="later">${words.later}</button></form>`;
  return page(200, {language: 'en', title: words.title, main, framed: true});
}

function result(payment: CardPayment): Answer {
  const [title, meaning] = resultWords(payment);
  const main = `<h1>${title}</h1><p data-result="${escapeHtml(callbackForm(payment))}">${meaning}</p>`;
  return page(200, {
    language: 'en',
    title,
    main: `${main}<small>${words.practice}</small>`,
    script: report,
    framed: true,
  });
}

function resultWords(payment: CardPayment): readonly [string, string] {
  if (payment.status === 'Completed') return [words.approved, words.approvedMeaning];
  return [payment.status_reason === declined.reason ? words.declined : words.failed, words.failedMeaning];
}

const writtenAmount = ({amount, currency}: CardPayment): string =>
  `${new Intl.NumberFormat('en', {minimumFractionDigits: 2}).format(amount)} ${currency}`;

/** `GET /pay/{token}`: the page on which the customer of a Wave or ZAR payment approves or declines it. */
export const showPaymentPage: OwnHandler = (world, {values}) => {
  const payment = findCollectionByPage(world.database, values.token ?? '');
  return payment === undefined ? unknownPage() : paymentPage(payment);
};

/** `POST /pay/{token}/approve`. A second answer changes nothing: the page shows the customer that there is one already. */
export const approveOnPage: OwnHandler = (world, {values}) => {
  const payment = findCollectionByPage(world.database, values.token ?? '');
  if (payment === undefined) return unknownPage();
  if (payment.waits_for !== 'page') return redirect(303, `${world.baseUrl}/pay/${payment.page_token}`);
  startCourse(world.database, payment, world.now);
  return redirect(303, payment.redirect_url ?? `${world.baseUrl}/sandbox/return`);
};

/** `POST /pay/{token}/decline`. Wave has no cancel_url, so its customer goes to the same address as after an approval. */
export const declineOnPage: OwnHandler = (world, {values}) => {
  const payment = findCollectionByPage(world.database, values.token ?? '');
  if (payment === undefined) return unknownPage();
  if (payment.waits_for !== 'page') return redirect(303, `${world.baseUrl}/pay/${payment.page_token}`);
  endNow(world.database, payment, {status: 'Failed', reason: 'Transaction declined by customer'}, world.now);
  return redirect(303, payment.cancel_url ?? payment.redirect_url ?? `${world.baseUrl}/sandbox/return`);
};

/** `GET /sandbox/return`: the page for customers of a merchant that has no page of its own. */
export const showReturnPage: OwnHandler = () => {
  const {en, fr} = pageWords;
  const main = `<h1>${en.close}</h1><p lang="fr">${fr.close}</p><small>${en.practice}</small>`;
  return page(200, {language: 'en', title: en.close, main});
};

function paymentPage(payment: Collection): Answer {
  const language = findCountry(payment.country)?.language ?? 'en';
  const words = pageWords[language];
  const main =
    `<h1>${words.title}</h1><small>${words.practice}</small>` +
    `<dl><dt>${words.amount}</dt><dd class="amount">${escapeHtml(amountIn(payment))}</dd>` +
    `<dt>${words.description}</dt><dd>${escapeHtml(payment.description)}</dd>` +
    `<dt>${words.reference}</dt><dd>${escapeHtml(payment.transaction_reference)}</dd></dl>` +
    (payment.waits_for === 'page' ? buttons(payment, words) : decided(payment, words));
  const links = [payment.redirect_url, payment.cancel_url].filter(link => link !== null);
  return page(200, {language, title: words.title, main, formOrigins: links.map(link => new URL(link).origin)});
}

function buttons({page_token: token}: Collection, words: PageWords): string {
  return (
    `<form method="post" action="/pay/${token}/approve"><button>${words.approve}</button></form>` +
    `<form method="post" action="/pay/${token}/decline"><button class="decline">${words.decline}</button></form>`
  );
}

function decided(payment: Collection, words: PageWords): string {
  const back = payment.status === 'Failed' ? (payment.cancel_url ?? payment.redirect_url) : payment.redirect_url;
  const link = back === null ? '' : `<a class="button" href="${escapeHtml(back)}">${words.goBack}</a>`;
  return `<p>${words.decided}</p>${link}`;
}

function amountIn({amount, currency, country}: Collection): string {
  const locale = `${findCountry(country)?.language ?? 'en'}-${country}`;
  const digits = decimalsOf(currency);
  const number = new Intl.NumberFormat(locale, {minimumFractionDigits: digits, maximumFractionDigits: digits});
  return `${number.format(amount)} ${currency}`;
}
