import {dateText, timerText} from '../../core/day/business-day.js';
import {marketOf} from '../../core/market/markets.js';
import {messages} from '../../core/messages/messages.js';
import type {Currency} from '../../core/money/money.js';
import type {Badge} from '../../core/payment/badge.js';
import {trafficOf} from '../../core/present/traffic.js';
import {exitCodes, Problem} from '../../core/problem.js';
import type {Attempt} from '../../core/sale/attempt.js';
import type {Answer} from '../../core/service/answer.js';
import {configOf, type Session} from '../../session/session.js';
import {accountsProblem} from '../../till/accounts.js';
import {type BankList, listBanks} from '../../till/bank-list.js';
import type {Reading, Surroundings} from '../../till/opened-journal.js';
import {findSales} from '../../till/sales.js';
import {clockTolerance} from '../reading.js';
import {badCheck, type Check, check, journalSays} from './check.js';

const hour = 60 * 60_000;

/** Checks key, tenant, clock and connection with the list of banks: the only call that needs all of them and moves no money. */
export async function checkService(session: Session, surroundings: Surroundings): Promise<readonly Check[]> {
  const {profile, country} = surroundings.config;
  const {currency} = marketOf(country);
  const approval = await checkApproval(session, currency);
  try {
    const list = await listBanks(surroundings, currency);
    const link = await checkLink(session, list);
    return [checkKey(session, list, {profile, currency}), checkClock(session, list.answer), link, approval];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [badCheck('key', error, session), await checkLink(session, undefined), approval];
  }
}

/** The service says only with a payment whether an account may take a currency. The newest that it has paid proves it. */
async function checkApproval(session: Session, currency: Currency): Promise<Check> {
  const words = messages(session.language).doctor;
  const paid = await newestPaid(session, currency);
  if (paid === undefined) return check('approval', 'unknown', words.approval({currency}), {currency});
  const {reference, businessDate: date} = paid;
  const message = words.approved({currency, reference, date: dateText(date, session.language)});
  return check('approval', 'ok', message, {currency, reference, date});
}

/** Enough sales that a description of a cash sale, which may have the same words, hides no other. */
const mostSales = 20;

/** The newest payment of the journal that the service has confirmed. */
async function newestPaid(session: Session, currency: Currency): Promise<Attempt | undefined> {
  const confirmed: readonly Badge[] = ['paid', 'given-back'];
  const search = [
    {texts: [currency.toLowerCase()], standings: []},
    {texts: ['mobile', 'card', 'subscription'], standings: []},
    {texts: [], standings: confirmed},
  ];
  const {zone} = configOf(session);
  const limits = {search, limit: mostSales};
  const found = await journalSays(session, reading => findSales({...reading, zone}, limits), undefined);
  return found?.rows
    .flatMap(({attempts}) => attempts.toReversed())
    .find(
      ({badge, tender, amount}) =>
        confirmed.includes(badge) && tender.method !== 'cash' && amount.currency === currency,
    );
}

function checkKey(
  session: Session,
  {answer, banks}: BankList,
  about: {readonly profile: string; readonly currency: string},
): Check {
  const words = messages(session.language).doctor;
  if (banks !== undefined) {
    const facts = {...about, count: banks.length};
    return check('key', 'ok', words.key(facts), facts);
  }
  const problem = accountsProblem(answer, about.currency);
  if (problem.code !== 'currency-refused') return badCheck('key', problem, session);
  return check('key', 'warning', words.keyTenantOnly(about), about);
}

/** More than two minutes is wrong. From one hour on it is bad, since a payment could be booked on another day. */
function checkClock({language, face}: Session, answer: Answer): Check {
  const words = messages(language).doctor;
  if (answer.kind !== 'answered' || answer.serverTime === undefined)
    return check('clock', 'unknown', words.clockNotKnown);
  const milliseconds = Math.round(face.world.now() - answer.serverTime);
  const skew = timerText(Math.abs(milliseconds), language);
  const facts = {skewSeconds: Math.round(milliseconds / 1000)};
  if (Math.abs(milliseconds) <= clockTolerance) return check('clock', 'ok', words.clock({skew}), facts);
  const message = words.clockOff({skew});
  if (Math.abs(milliseconds) < hour) return check('clock', 'warning', message, facts);
  return {...check('clock', 'bad', message, facts), exit: exitCodes.configuration};
}

/** Checks the connection and counts its bytes of HTTP, for a shop that pays by the megabyte; TLS and TCP add theirs. */
async function checkLink(session: Session, list: BankList | undefined): Promise<Check> {
  const words = messages(session.language).doctor;
  const events = await journalSays(session, ({journal}) => eventsOfToday(journal), []);
  const {sales, perSale, perQuestion} = trafficOf(events);
  const own = perSale === undefined || perQuestion === undefined ? undefined : {sales, perSale, perQuestion};
  const taken = list?.answer.kind === 'answered' ? list.traffic : undefined;
  const texts = [
    ...(taken === undefined ? [] : [words.linkList(taken)]),
    own === undefined ? words.linkNoSales : words.linkSales(own),
  ];
  const state = taken === undefined && own === undefined ? 'unknown' : 'ok';
  return check('link', state, texts.join(' '), {...taken, ...own});
}

const eventsOfToday = (journal: Reading['journal']) => Array.fromAsync(journal.readSegment(journal.tail().segment));
