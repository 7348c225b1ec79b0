import {type Answer, redirect} from '../answer.js';
import type {OwnHandler} from '../call.js';
import {type Collection, endNow, findCollectionByPage, startCourse} from '../collections/collection-records.js';
import {decimalsOf, findCountry} from '../countries.js';
import {escapeHtml, type PageWords, page, pageWords, unknownPage} from './page.js';

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
    `<dl><dt>${words.amount}</dt><dd class="amount">${escapeHtml(writtenAmount(payment))}</dd>` +
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

function writtenAmount({amount, currency, country}: Collection): string {
  const locale = `${findCountry(country)?.language ?? 'en'}-${country}`;
  const digits = decimalsOf(currency);
  const number = new Intl.NumberFormat(locale, {minimumFractionDigits: digits, maximumFractionDigits: digits});
  return `${number.format(amount)} ${currency}`;
}
