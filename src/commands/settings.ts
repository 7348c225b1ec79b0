import {momentText} from '../core/day/business-day.js';
import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../core/problem.js';
import {dictionary, fields, json, list, object, oneOf, orNull, text} from '../core/spec/spec.js';
import {
  isWatched,
  type OutsideValue,
  type SettingChange,
  type SettingsStanding,
  type ShownSetting,
  settingMeaning,
  settingValues,
  shownSettings,
} from '../core/technical/settings.js';
import {cleanText} from '../core/text/text.js';
import {wrap} from '../core/text/width.js';
import {answer, noteToPerson} from '../session/print.js';
import type {Session} from '../session/session.js';
import {toAllow} from '../till/home-tills.js';
import {type Reading, tillFolder} from '../till/opened-journal.js';

import {namedTill} from '../till/own-till.js';
import {changesToWrite, standingOf} from '../till/settings.js';
import {storedKey} from '../till/signing.js';
import {type CommandSpec, commandOf} from './define.js';
import {withReading, withTill} from './reading.js';

export const command: CommandSpec = {
  examples: ['duka settings show', 'duka settings set zone Africa/Nairobi', 'duka settings accept'],
  commands: {
    show: commandOf({
      arguments: ['[name]'],
      examples: ['duka settings show', 'duka settings show printer --json'],
      action: showAll,
    }),
    set: commandOf({
      arguments: ['<name>', '<value>'],
      examples: [
        'duka settings set zone Africa/Nairobi',
        'duka settings set printer.address 192.168.1.50:9100 --as Amina',
        'duka settings set tips "5, 10, 15"',
      ],
      action: setOne,
    }),
    unset: commandOf({
      arguments: ['<name>'],
      examples: ['duka settings unset baseUrl --as Amina'],
      action: (session, name) => setOne(session, name, undefined),
    }),
    allow: commandOf({examples: ['duka settings allow --new-till --till N2W --as Amina'], action: allowAll}),
    accept: commandOf({examples: ['duka settings accept --as Amina'], action: acceptAll}),
  },
};

/**
 * How the till's settings compare with what it signed, without opening the till. `first` if there is no till or no key yet, since nothing
 * has been signed.
 */
export async function standingRead(session: Session, {state}: Pick<Reading, 'state'>): Promise<SettingsStanding> {
  const {config, settings} = session.surroundings();
  const till = namedTill(config);
  const folder = tillFolder(config, till ?? '');
  const key = till === undefined ? undefined : await storedKey(folder).catch(() => undefined);
  if (till === undefined || key === undefined) return {kind: 'first'};
  return standingOf({folder, till, publicKey: key.publicKey}, settings.read(), state);
}

const changes = list(
  fields({
    name: text('of the setting'),
    from: orNull(text('what it was'), 'it was not set'),
    to: orNull(text('what it is'), 'it is not set'),
  }),
  'settings that matter for money',
);
const allowed = list(
  fields({name: text('what is said in place of a setting'), value: text('what may be said')}),
  'for every later start',
);
const changesSpec = fields({changes});
export const answers = {
  settings: fields({
    settings: dictionary(json(), 'by name; of a key only that it is set'),
    standing: oneOf(
      ['as-signed', 'changed', 'first'],
      '`changed` outside the till; `first`: the till has not signed anything yet',
    ),
    changes,
    allowed,
    changedBy: dictionary(
      object({at: text('when'), person: orNull(text('who'), 'it was changed outside this till')}),
      'who changed a setting last, by name, as far as the journal knows',
    ),
  }),
  'settings set': changesSpec,
  'settings unset': changesSpec,
  'settings accept': changesSpec,
  'settings allow': fields({allowed}),
};

/** Shows what is set, by name, and who changed it last; of a key only that it is set. */
async function showAll(session: Session, named: string | undefined): Promise<ExitCode> {
  const {settings, config} = session.surroundings();
  const isWanted = (name: string) => named === undefined || name === named || name.startsWith(`${named}.`);
  const {standing, shown, allowed} = await withReading(session, async reading => {
    const standing = await standingRead(session, reading);
    const all = shownSettings(settings.read(), standing, reading.state.technical.settingsBy);
    const allowed = Object.entries(reading.state.technical.allowed ?? {}).map(([name, value]) => ({name, value}));
    return {
      standing,
      shown: all.filter(({name}) => isWanted(name)),
      allowed: allowed.filter(({name}) => isWanted(name)),
    };
  });
  const changes = standing.kind === 'changed' ? changesToWrite(standing.changes) : [];
  const words = messages(session.language).settings;
  const told = {
    settings: Object.fromEntries(settingValues(settings.read()).filter(([name]) => isWanted(name))),
    standing: standing.kind === 'sign-again' ? ('as-signed' as const) : standing.kind,
    ...{changes, allowed},
    changedBy: Object.fromEntries(shown.flatMap(({name, author}) => (author === undefined ? [] : [[name, author]]))),
  };
  const width = Math.max(0, ...shown.map(({name}) => name.length));
  const authorOf = ({author}: ShownSetting) => {
    if (author === undefined) return '';
    const when = momentText(Date.parse(author.at), config.zone);
    const {person} = author;
    return `  (${person === null ? words.setOutside({when}) : words.setBy({person: cleanText(person, 40), when})})`;
  };
  const line = (each: ShownSetting) =>
    `  ${each.name.padEnd(width)}  ${cleanText(each.text ?? '', 200)}${authorOf(each)}`;
  const meaning = named === undefined ? undefined : settingMeaning(named, messages(session.language).setting);
  const example =
    meaning?.example === undefined
      ? []
      : [`  ${messages(session.language).settingsScreen.example}: ${meaning.example}`];
  const about = meaning === undefined ? [] : [...wrap(meaning.about, 80), ...example];
  await answer(session, answers.settings, told, [...about, ...(shown.length === 0 ? [words.none] : shown.map(line))]);
  for (const each of allowed) noteToPerson(session, `! ${allowedLine(session, each)}`);
  if (standing.kind === 'changed') {
    noteToPerson(session, `! ${words.changedOutside}`);
    for (const each of changes) noteToPerson(session, `  ${changeLine(each)}`);
  }
  return exitCodes.done;
}

const changeLine = ({name, from, to}: SettingChange) => `${name}  ${from ?? '-'} → ${to ?? '-'}`;

/** Sets or removes one setting. */
async function setOne(session: Session, name: string, value: string | undefined): Promise<ExitCode> {
  const command = value === undefined ? 'settings unset' : 'settings set';
  const changes = await withTill(session, command, ({till}) =>
    till.changeSetting({name, value, checkKeys: session.face.checkKeys}),
  );
  return writeChanges(session, changes, isWatched(name) ? 'same' : 'kept');
}

const allowedLine = ({language}: Session, {name, value}: OutsideValue) =>
  messages(language).settings.allowed({name, value: cleanText(value, 200)});

/**
 * Allows what the command line and the environment say in place of settings, and a till that is new in the home, for every later start.
 */
async function allowAll(session: Session): Promise<ExitCode> {
  const words = messages(session.language).settings;
  const asked = await toAllow(session.surroundings());
  if (asked !== undefined)
    await withTill(session, 'settings allow', ({till}) => till.allowOutside(asked.values), {
      flags: {...session.flags, ...asked.at, newTill: false},
      allowsOutside: true,
    });
  const allowed = asked?.values ?? [];
  return answer(session, answers['settings allow'], {allowed}, () =>
    allowed.length === 0 ? [words.nothingToAllow] : allowed.map(each => `✓ ${allowedLine(session, each)}`),
  );
}

async function acceptAll(session: Session): Promise<ExitCode> {
  const changes = await withTill(session, 'settings accept', ({till}) => till.acceptSettings(), {
    acceptsSettings: true,
  });
  return writeChanges(session, changes, 'accepted');
}

function writeChanges(
  session: Session,
  all: readonly SettingChange[],
  otherwise: 'same' | 'kept' | 'accepted',
): Promise<ExitCode> {
  const words = messages(session.language).settings;
  const changes = changesToWrite(all);
  return answer(session, changesSpec, {changes}, () =>
    changes.length === 0 ? [`✓ ${words[otherwise]}`] : changes.map(each => `✓ ${changeLine(each)}`),
  );
}
