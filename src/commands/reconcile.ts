import {messages} from '../core/messages/messages.js';
import type {ExitCode} from '../core/problem.js';
import {receivableIn} from '../core/reconcile/result/decide.js';
import {everyLine, type Reconciliation} from '../core/reconcile/result/reconcile.js';
import {fields, flag} from '../core/spec/spec.js';
import {lookRights} from '../core/staff/permissions.js';
import {isChangedOutside} from '../core/technical/settings.js';
import {answerLong, note} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {type Reading, tillFolder} from '../till/opened-journal.js';

import {readReconciliation} from '../till/reconcile.js';
import {standingRead} from '../till/settings.js';
import {commandOf} from './define.js';
import {checkMayLook, withTillOrReading} from './reading.js';
import {
  accept,
  knownKeys,
  match,
  noteOptions,
  receive,
  receiveOptions,
  rowOptions,
  unaccept,
  unmatch,
} from './reconcile/decisions.js';
import {exportLayouts, importLayouts, importOptions, listFiles, listLayouts, withdraw} from './reconcile/files.js';
import {askedIn, type Options, reconcileOptions} from './reconcile/options.js';
import {addRule, listRules, removeRule, ruleCommands} from './reconcile/rules.js';
import {checkSeal, countersignSeal, seal, sealOptions, sealOutOptions} from './reconcile/seal.js';
import {exitOf, resultJson, resultLines, resultMembers, withAdvice} from './reconcile/shown.js';
import {writeBook, writeOut} from './reconcile/write.js';

export const command = commandOf({
  options: reconcileOptions,
  examples: [
    'duka reconcile --day 2026-11-20 --provider-file transactions.csv',
    'duka reconcile --live --json',
    'duka reconcile --from 2026-11-01 --to 2026-11-30 --provider-file nov.csv --payout-file payouts.csv --bank-file bank.xml',
    'duka reconcile --day 2026-11-20 --provider-file relevé.csv --map amount="Montant brut" --out november-20.xlsx',
    'duka reconcile --from 2026-11-01 --to 2026-11-30 --book hledger --out november.journal',
    'duka reconcile accept MISSING_LOCALLY:T7K0MZ4K8Q2RD --person Amina --note "taken by the stall at the market"',
  ],
  action: reconcileCommand,
  commands: {
    accept: commandOf({
      arguments: ['<key...>'],
      options: noteOptions,
      examples: [
        'duka reconcile accept FEE_MISSING:T7K0MZ4K8Q2RD --person Amina --note "told by telephone"',
        'duka reconcile accept NET_MISMATCH/-16%-fee/2026-11-30 --person Amina --note "tax on the fees"',
      ],
      action: accept,
    }),
    unaccept: commandOf({
      arguments: ['<key>'],
      examples: ['duka reconcile unaccept FEE_MISSING:T7K0MZ4K8Q2RD --person Amina'],
      action: unaccept,
    }),
    match: commandOf({
      arguments: ['<key>', '<reference...>'],
      options: rowOptions,
      examples: [
        'duka reconcile match MISSING_LOCALLY:QKX12ABC T7K0MZ4K8Q2RD --person Amina',
        'duka reconcile match QKX12ABC T7K0MZ4K8Q2RD T7K0MZ4K8Q2RE --person Amina',
        'duka reconcile match QKX12ABC T7K0MZ4K8Q2RD --row QKX12ABD --person Amina',
      ],
      action: match,
    }),
    receive: commandOf({
      arguments: ['<key>'],
      options: receiveOptions,
      examples: ['duka reconcile receive QKX12ABC --person Amina'],
      action: receive,
    }),
    unmatch: commandOf({
      arguments: ['<key>'],
      examples: ['duka reconcile unmatch MISSING_LOCALLY:QKX12ABC:KES200.00'],
      action: unmatch,
    }),
    seal: commandOf({
      options: sealOptions,
      examples: ['duka reconcile seal --from 2026-11-01 --to 2026-11-30 --out november.sealed'],
      action: seal,
    }),
    check: commandOf({
      arguments: ['<file>'],
      options: {'--key <key>': {says: 'sealKey', isRepeatable: true}},
      examples: ['duka reconcile check november.sealed --key KEY'],
      action: checkSeal,
    }),
    countersign: commandOf({
      arguments: ['<file>'],
      options: sealOutOptions,
      examples: ['duka reconcile countersign november.sealed --out november-signed.sealed'],
      action: countersignSeal,
    }),
    layouts: {
      examples: ['duka reconcile layouts export layouts.json', 'duka reconcile layouts import layouts.json'],
      commands: {
        list: commandOf({action: listLayouts}),
        export: commandOf({arguments: ['<file>'], action: exportLayouts}),
        import: commandOf({arguments: ['<file>'], options: importOptions, action: importLayouts}),
      },
    },
    rules: {
      ...ruleCommands({list: listRules, add: addRule, remove: removeRule}),
      examples: [
        'duka reconcile rules add "SMS CHARGE" --account 631 --person Amina',
        'duka reconcile rules add RENT --account "Expenses:Rent 80% (tax 16%) + Expenses:Water" --person Amina',
        'duka reconcile rules add "MOMO FEE" --tolerance "1 %" --person Amina',
      ],
    },
    files: commandOf({examples: ['duka reconcile files', 'duka reconcile files --json'], action: listFiles}),
    withdraw: commandOf({
      arguments: ['<file>'],
      examples: ['duka reconcile withdraw transactions.csv'],
      action: withdraw,
    }),
  },
});

export const answers = {
  reconcile: fields({
    ...resultMembers,
    isReadOnly: flag('whether the till is open elsewhere, so that nothing of it is kept'),
  }),
};

/** Compares the days, shows what remains. Exits with 0 if nothing does, 4 if something, 3 if only payments without an end. */
async function reconcileCommand(session: Session, options: Options): Promise<ExitCode> {
  const {face, language} = session;
  const words = messages(language).reconcileCommand;
  const {isListed, book, out, sources, ...asked} = await askedIn(session, options);
  const wanted = {...asked.wanted, signal: face.interrupted};
  const write = async (result: Reconciliation, reading: Reading, isReadOnly: boolean) => {
    const lines = options.all === true ? everyLine(result) : result.lines;
    const shown = {lines, isListed, sources};
    if (book !== undefined) {
      const {providerOwed} = await import('./export/book.js');
      const {shop, till = '', profile} = configOf(session);
      await writeBook(session, book, {
        result,
        shop: {shop, till, profile},
        owed: () => providerOwed(reading, result.days),
      });
    } else if (out !== undefined) await writeOut(session, out, {result, reading, lines, isListed});
    else
      await answerLong(
        session,
        answers.reconcile,
        () => ({...resultJson(session, result, shown), isReadOnly}),
        () =>
          resultLines(session, result, {
            ...shown,
            known: knownKeys(reading.state.reconciled),
            command: 'reconcile',
            isWhole: options.all === true,
            mayBeReceived: receivableIn(reading.state),
          }),
      );
    return exitOf(session, result);
  };
  return withAdvice(session, () =>
    withTillOrReading(session, 'reconcile', {
      ask: async ({till, journal, tornBytes}) => {
        await till.look(lookRights.reconcile, 'reconcile');
        return write(await till.reconcile(wanted), {state: till.state, journal, tornBytes}, false);
      },
      read: async reading => {
        await checkMayLook(session, 'reconcile', reading.state.staff);
        if (wanted.isLive === true) note(session, `! ${words.notAsked}`);
        note(session, `! ${words.notKept}`);
        const config = configOf(session);
        const till = config.till ?? 'none';
        const isOutside = isChangedOutside(await standingRead(session.surroundings(), reading), 'reconciliation');
        const settings = {...config, ...(isOutside && {reconciliation: {}}), till, folder: tillFolder(config, till)};
        return write(await readReconciliation({...reading, settings, world: face.world}, wanted), reading, true);
      },
      needsService: wanted.isLive === true,
    }),
  );
}
