import {instantText} from '../../core/day/schema.js';
import {languages, messages} from '../../core/messages/messages.js';
import {alertWays, waysOf} from '../../core/office/alert.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {count, fields, flag, list, oneOf, text, written} from '../../core/spec/spec.js';
import {alertSettings} from '../../core/technical/schema.js';
import {answer, note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {alertState} from '../../views/office/needs.js';
import {receivedText} from '../../views/office/takings.js';
import {inColumns} from '../../views/text.js';
import {type CommandSpec, commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {personNamed, secretFrom} from '../sign-in.js';
import {withOffice, zoneOf} from './open.js';

const setOptions = {
  '--to <addresses>': 'alertTo',
  '--server <server>': 'alertServer',
  '--user <user>': 'alertUser',
  '--from <address>': 'alertFrom',
  '--webhook <url>': 'alertWebhook',
  '--quiet <hours>': 'alertQuiet',
  '--open <hours>': 'alertOpen',
  '--language <language>': {says: 'alertLanguage', offers: languages},
} satisfies OptionSpecs;

const settingsSpec = fields(alertSettings, 'how alerts reach the owner; empty: not at all, or at no time');

export const answers = {
  'office alerts list': fields({
    settings: settingsSpec,
    raised: list(
      fields({
        key: text('of what needs a person'),
        level: count('how bad it is: it is told again when this rises'),
        what: text('what it is'),
        where: text('the till; empty: the office itself'),
        since: text('since when it is so'),
        now: text('what to do'),
        raisedAt: written(instantText('when it was raised'), (at: number) => new Date(at).toISOString()),
        waits: list(oneOf(alertWays), 'the ways by which it is still to be sent'),
        trouble: text('why it could not be sent; empty: it could'),
      }),
      'newest first',
    ),
  }),
  'office alerts set': settingsSpec,
  'office alerts test': fields({isSent: flag('whether it was sent by every way that is set')}),
};

export const alertsCommand: CommandSpec = {
  examples: ['duka office alerts set --to owner@example.com --server mail.example.com:587', 'duka office alerts test'],
  commands: {
    list: commandOf({examples: ['duka office alerts list --json'], action: listAll}),
    set: commandOf({
      options: setOptions,
      examples: [
        'duka office alerts set --to owner@example.com --server mail.example.com:587 --user duka@example.com --person Amina',
        'duka office alerts set --webhook https://example.com/duka --quiet 22:00-06:00 --open 08:00-20:00 --person Amina',
      ],
      action: set,
    }),
    test: commandOf({examples: ['duka office alerts test'], action: test}),
  },
};

function listAll(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    const [settings, raised] = [await office.alerts.settings(), await office.alerts.raised()];
    const {language} = session;
    const words = messages(language).officePage.alerts;
    const zone = await zoneOf(office);
    const {to, webhook} = settings;
    const ways = waysOf(settings).map(way => [
      words.settings[way === 'mail' ? 'to' : way],
      way === 'mail' ? to : webhook,
    ]);
    const rows = raised.map(each => [
      ...[receivedText(new Date(each.raisedAt).toISOString(), zone), each.where, each.what],
      alertState(each, zone, language),
    ]);
    await answer(session, answers['office alerts list'], {settings, raised}, [
      ...inColumns(ways),
      ...(rows.length === 0 ? [words.none] : inColumns(rows, {longest: 200})),
    ]);
    return exitCodes.done;
  });
}

async function set(session: Session, typed: OptionsOf<typeof setOptions>): Promise<ExitCode> {
  const person = personNamed(session);
  const {alerts: words} = messages(session.language).officePage;
  const password = typed.user ? await secretFrom(session, words.password) : undefined;
  return withOffice(session, async office => {
    const settings = await office.alerts.set(typed, {person, password, language: session.language});
    note(session, `✓ ${words.set}`);
    return answer(session, answers['office alerts set'], settings, []);
  });
}

function test(session: Session): Promise<ExitCode> {
  return withOffice(session, async office => {
    await office.alerts.sendTest();
    note(session, `✓ ${messages(session.language).officePage.alerts.testSent}`);
    return answer(session, answers['office alerts test'], {isSent: true}, []);
  });
}
