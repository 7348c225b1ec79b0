import type {SubscriptionCharge} from '../../core/endpoints/subscription/subscription-charges.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem, problemExits} from '../../core/problem.js';
import type {Page} from '../../core/service/reply.js';
import {count, fields, flag, list, orNull, whole} from '../../core/spec/spec.js';
import {chargeAnswer} from '../../core/subscription/json.js';
import {statedAmount} from '../../core/subscription/plan-text.js';
import type {KnownSubscription} from '../../core/subscription/registry.js';
import type {ChargeSeen} from '../../core/subscription/schema.js';
import {chargeSeen} from '../../core/subscription/schema.js';
import {answer, noteToPerson} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import type {Till} from '../../till/till.js';
import {inColumns} from '../../views/text.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withTillOrReading} from '../reading.js';
import {refuseValue} from '../values.js';
import {idFrom, learn, noteMemory, timeText} from './shown.js';

const options = {'--page <number>': 'page', '--size <number>': 'pageSize'} satisfies OptionSpecs;

export const chargesCommand = commandOf({
  arguments: ['<id>'],
  options,
  examples: ['duka subscription charges 14', 'duka subscription charges 14 --page 2 --json'],
  action: showCharges,
});

type Options = OptionsOf<typeof options>;
type Wanted = {readonly id: number; readonly page: number; readonly size: number};

const mostOnPage = 100;
const mostPages = 1_000_000;

/** Shows a page of charges, from 1, and records this till's newest renewals. Without the service, the newest in the journal. */
async function showCharges(session: Session, typed: string, options: Options): Promise<ExitCode> {
  const wanted = {
    id: idFrom(typed),
    page: countFrom(session, '--page', options.page ?? '1', mostPages),
    size: countFrom(session, '--size', options.size ?? '20', mostOnPage),
  };
  return withTillOrReading(session, 'subscription charges', {
    ask: async ({till}) => {
      const page = await pageOf(till, wanted);
      const known = till.state.registry.subscriptions.get(wanted.id);
      if (!('problem' in page)) {
        if (known !== undefined) await learn(session, till, wanted.id);
        return writePage(session, wanted, page);
      }
      if (known === undefined || known.chargesAt === null) throw page.problem;
      noteMemory(session, {isListed: false, problem: page.problem});
      return writeRecorded(session, known);
    },
    read: async ({state}) => {
      const known = state.registry.subscriptions.get(wanted.id);
      if (known === undefined) throw new Problem('subscription-not-seen', {id: wanted.id});
      return writeRecorded(session, known);
    },
  });
}

/** A page of charges, or the problem if the service cannot be reached. A problem that the service answered with is thrown. */
async function pageOf(till: Till, {id, page, size}: Wanted) {
  try {
    return await till.chargesOf(id, {page: page - 1, size});
  } catch (problem) {
    if (!(problem instanceof Problem) || problemExits[problem.code] !== problemExits['service-unreachable'])
      throw problem;
    return {problem};
  }
}

const pageMembers = {
  subscription: whole('the service’s number of it'),
  page: count('from 1'),
  pages: orNull(count('how many there are'), 'the service does not say'),
  isLast: flag('whether it is the last page'),
  fromMemory: flag('whether the service could not be asked: then it is what the till knows of all charges'),
};
export const answers = {
  'subscription charges': fields({...pageMembers, charges: list(chargeAnswer, 'newest first')}),
  'subscription charges (from memory)': fields({...pageMembers, charges: list(chargeSeen(), 'oldest first')}),
};

async function writePage(session: Session, {id, size}: Wanted, fetched: Page<SubscriptionCharge>): Promise<ExitCode> {
  const {language} = session;
  const words = messages(language).subscription;
  const {rows, totalPages: pages, isLast} = fetched;
  const page = fetched.page + 1;
  const told = {subscription: id, page, pages, isLast, fromMemory: false, charges: rows};
  await answer(session, answers['subscription charges'], told, () => {
    const lines = rows.map(row => [...markCells(session, row), ...moneyCells(session, row)]);
    const heading = pages === null || pages === 0 ? words.page({page}) : words.pageOfMany({page, pages});
    return [heading, ...(rows.length === 0 ? [words.noCharges] : inColumns(lines, {longest: 60}))];
  });
  const command = `duka subscription charges ${id} --page ${page + 1}${size === 20 ? '' : ` --size ${size}`}`;
  if (!isLast) noteToPerson(session, words.nextPage({command}));
  return exitCodes.done;
}

function writeRecorded(session: Session, {subscription: {id}, charges}: KnownSubscription): Promise<ExitCode> {
  const {noCharges} = messages(session.language).subscription;
  const told = {subscription: id, page: 1, pages: 1, isLast: true, fromMemory: true, charges};
  return answer(session, answers['subscription charges (from memory)'], told, () =>
    charges.length === 0
      ? [noCharges]
      : inColumns(charges.map(charge => [...markCells(session, charge), charge.transactionReference ?? ''])),
  );
}

function markCells(session: Session, {cycleNumber, attemptNumber, status, chargedAt, nextRetryAt}: ChargeSeen) {
  const words = messages(session.language).subscription;
  return [
    words.cycle({number: cycleNumber ?? '?'}),
    words.attempt({number: attemptNumber ?? '?'}),
    chargedAt === null ? '–' : timeText(session, chargedAt),
    status,
    nextRetryAt === null ? '' : words.retryAt({date: timeText(session, nextRetryAt)}),
  ];
}

function moneyCells(
  {language}: Session,
  {amount, currency, transactionReference, failureReason, respCode}: SubscriptionCharge,
) {
  const why = [respCode, failureReason].filter(text => text !== null).join(' ');
  return [statedAmount(amount, currency, language), transactionReference ?? '', why];
}

function countFrom({language}: Session, name: string, value: string, most: number): number {
  const count = /^\d{1,7}$/.test(value.trim()) ? Number(value) : 0;
  return count >= 1 && count <= most ? count : refuseValue({name, value, language}, `1–${most}`);
}
