import {timerText} from '../../core/day/business-day.js';
import {marketOf} from '../../core/market/markets.js';
import {messages} from '../../core/messages/messages.js';
import {problemText} from '../../core/messages/problem-text.js';
import {exitCodes, Problem, problemExits} from '../../core/problem.js';
import type {Answer} from '../../core/service/answer.js';
import type {Session} from '../../session/session.js';
import {type BankList, listBanks} from '../../till/bank-list.js';
import type {Surroundings} from '../../till/open.js';
import {problemOf} from '../bank.js';
import {clockTolerance} from '../clock-note.js';
import type {Check} from './check.js';
import {checkLink} from './link.js';

const hour = 60 * 60_000;

/**
 * Checks the key, the tenant, the clock and the connection by asking for the list of banks: the only call that needs all of them and moves
 * no money.
 */
export async function checkService(session: Session, surroundings: Surroundings): Promise<readonly Check[]> {
  const {profile, country} = surroundings.config;
  const {currency} = marketOf(country);
  const words = messages(session.language).doctor;
  const approval: Check = {
    name: 'approval',
    state: 'unknown',
    message: words.approval({currency}),
    facts: {currency},
  };
  try {
    const list = await listBanks(surroundings, currency);
    const link = await checkLink(session, list);
    return [checkKey(session, list, {profile, currency}), checkClock(session, list.answer), link, approval];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [badKey(session, error), await checkLink(session, undefined), approval];
  }
}

function checkKey(
  session: Session,
  {answer, banks}: BankList,
  about: {readonly profile: string; readonly currency: string},
): Check {
  const words = messages(session.language).doctor;
  if (banks !== undefined) {
    const facts = {...about, count: banks.length};
    return {name: 'key', state: 'ok', message: words.key(facts), facts};
  }
  const problem = problemOf(answer, about.currency);
  if (problem.code !== 'currency-unknown') return badKey(session, problem);
  return {name: 'key', state: 'warning', message: words.keyTenantOnly(about), facts: about};
}

function badKey({language}: Session, problem: Problem): Check {
  const {code, facts} = problem;
  return {
    name: 'key',
    state: 'bad',
    exit: problemExits[code],
    message: problemText(problem, language),
    facts: {error: code, ...facts},
  };
}

/** More than two minutes is wrong. From one hour on it is bad, since a payment could be booked on another day. */
function checkClock({language, face}: Session, answer: Answer): Check {
  const words = messages(language).doctor;
  if (answer.kind !== 'answered' || answer.serverTime === undefined) {
    return {name: 'clock', state: 'unknown', message: words.clockNotKnown, facts: {}};
  }
  const milliseconds = Math.round(face.world.now() - answer.serverTime);
  const skew = timerText(Math.abs(milliseconds), language);
  const facts = {skewSeconds: Math.round(milliseconds / 1000)};
  if (Math.abs(milliseconds) <= clockTolerance)
    return {name: 'clock', state: 'ok', message: words.clock({skew}), facts};
  const message = words.clockOff({skew});
  if (Math.abs(milliseconds) < hour) return {name: 'clock', state: 'warning', message, facts};
  return {name: 'clock', state: 'bad', exit: exitCodes.configuration, message, facts};
}
