import {momentText} from '../../core/day/business-day.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import type {ReconciliationRecords} from '../../core/reconcile/records.js';
import {plainText, type RuleSaid, ruleOffers, type ShopRule} from '../../core/reconcile/rules.js';
import {cleanText} from '../../core/text/text.js';
import {note, writeJson, writeLines} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {withReading, withTill} from '../reading.js';

/** What persons have said of entries of the bank. Under `--json` an array of `{text, amount, tolerance, account, by, at}`. */
export async function listRules(session: Session): Promise<ExitCode> {
  const {zone} = configOf(session);
  return withReading(session, async ({state: {reconciled}}) => {
    const words = messages(session.language).reconcileCommand.rules;
    const rules = reconciled.rules.toSorted((a, b) => (a.text < b.text ? -1 : 1));
    const told = ({text, amount, tolerance, account, learned, who, when}: ShopRule) =>
      [
        text,
        ...(amount === null ? [] : [words.amount({amount})]),
        ...(tolerance === null ? [] : [words.tolerance({tolerance})]),
        ...(account === null ? [] : [words.account({account})]),
        ...(learned === undefined ? [] : [messages(session.language).reconcile.rule.learned({count: learned})]),
        words.by({who: cleanText(who, 80), when: momentText(Date.parse(when), zone)}),
      ].join(' · ');
    if (session.isJson)
      writeJson(
        session,
        rules.map(({who, when, ...rule}) => ({...rule, by: who, at: when})),
      );
    else writeLines(session, rules.length === 0 ? [words.none] : rules.map(told));
    return exitCodes.done;
  });
}

type Said = {readonly amount?: string; readonly tolerance?: string; readonly account?: string};

/** Adds one, in the place of one with its text; where nothing is said of it, as what was accepted before says. Under `--json` the rule. Throws `Problem` person-missing, rule-invalid, and the journal's. */
export async function addRule(session: Session, text: string, options: Said): Promise<ExitCode> {
  const {amount = null, tolerance = null, account = null} = options;
  const typed = {text, amount, tolerance, account};
  return withTill(session, 'reconcile rules add', async ({till}) => {
    const rule = account === null && tolerance === null ? {...typed, ...learned(till.state.reconciled, text)} : typed;
    await till.addRule(rule, session.flags.person ?? '');
    const named = {text: plainText(text)};
    note(session, `✓ ${messages(session.language).reconcileCommand.rules.added(named)}`);
    if (session.isJson) writeJson(session, {...rule, ...named});
    return exitCodes.done;
  });
}

/** Where entries with the text belong by the note that all of them were accepted with; nothing where there is none. */
function learned(records: ReconciliationRecords, text: string): Partial<RuleSaid> {
  const offer = ruleOffers(records).find(each => each.text === plainText(text));
  return offer?.account == null ? {} : {account: offer.account, learned: offer.count};
}

/** Removes one. Under `--json` `{text}`. Throws `Problem` person-missing, rule-unknown, and the journal's. */
export async function removeRule(session: Session, text: string): Promise<ExitCode> {
  return withTill(session, 'reconcile rules remove', async ({till}) => {
    await till.removeRule(text, session.flags.person ?? '');
    const named = {text: plainText(text)};
    note(session, `✓ ${messages(session.language).reconcileCommand.rules.removed(named)}`);
    if (session.isJson) writeJson(session, named);
    return exitCodes.done;
  });
}
