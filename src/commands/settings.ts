import {messages} from '../core/messages/messages.js';
import {type ExitCode, exitCodes, Problem} from '../core/problem.js';
import {dictionary, fields, json, list, object, oneOf, orNull, text} from '../core/spec/spec.js';
import {type SettingPage, settingPages} from '../core/technical/setting-table.js';
import {
  isSecret,
  isWatched,
  mailPassword,
  type OutsideValue,
  type SettingChange,
  type SettingRow,
  settingMeaning,
  settingRows,
  settingValues,
  shownOrigin,
  shownSettings,
  shownValue,
} from '../core/technical/settings.js';
import {cleanText} from '../core/text/text.js';
import {fit, widthOf, wrap} from '../core/text/width.js';
import {answer, noteToPerson} from '../session/print.js';
import {configOf, type Session} from '../session/session.js';
import {toAllow} from '../till/home-tills.js';
import {changesToWrite, standingRead} from '../till/settings.js';
import {type CommandSpec, commandOf} from './define.js';
import {tillOpener, withReading, withTill} from './reading.js';
import {secretFrom} from './sign-in.js';

export const command: CommandSpec = {
  examples: ['duka settings', 'duka settings set zone Africa/Nairobi', 'duka settings accept'],
  action: (session: Session) => showAll(session, undefined),
  commands: {
    show: commandOf({
      arguments: ['[name]'],
      examples: ['duka settings show', 'duka settings show printer --json'],
      action: showAll,
    }),
    set: commandOf({
      arguments: ['<name>', '[value]'],
      examples: [
        'duka settings set zone Africa/Nairobi',
        'duka settings set printer.address 192.168.1.50:9100 --as Amina',
        'duka settings set tips "5, 10, 15"',
        'duka settings set keys.live --as Amina',
      ],
      action: setOne,
    }),
    unset: commandOf({
      arguments: ['<name>'],
      examples: ['duka settings unset baseUrl --as Amina'],
      action: (session, name) => changeOne(session, name, {verb: 'unset', get: () => undefined}),
    }),
    allow: commandOf({examples: ['duka settings allow --new-till --till N2W --as Amina'], action: allowAll}),
    accept: commandOf({examples: ['duka settings accept --as Amina'], action: acceptAll}),
  },
};

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
  const {standing, all, shown, allowed} = await withReading(session, async reading => {
    const standing = await standingRead(session.surroundings(), reading);
    const all = shownSettings(settings.read(), standing, config, reading.state.technical.settingsBy);
    const allowed = Object.entries(reading.state.technical.allowed ?? {}).map(([name, value]) => ({name, value}));
    return {
      standing,
      all,
      shown: all.filter(({name}) => isWanted(name)),
      allowed: allowed.filter(({name}) => isWanted(name)),
    };
  });
  const changes = standing.kind === 'changed' ? changesToWrite(standing.changes) : [];
  const words = messages(session.language).settings;
  const told = {
    settings: Object.fromEntries(settingValues(settings.read()).filter(([name]) => isWanted(name))),
    standing: standing.kind === 'sign-again' ? ('as-signed' as const) : standing.kind,
    changes,
    allowed,
    changedBy: Object.fromEntries(shown.flatMap(({name, author}) => (author === undefined ? [] : [[name, author]]))),
  };
  const isPage = settingPages.some(page => page === named);
  const rows = settingRows(settings.read(), all, config, config.outside).filter(
    ({name, page}) => page === named || isWanted(name) || named?.startsWith(`${name}.`) === true,
  );
  await answer(session, answers.settings, told, [
    ...(named === undefined || isPage ? [] : meaningLines(session, named)),
    ...settingPages.flatMap(page => pageLines(session, page, rows)),
    ...(rows.length === 0 ? [words.none] : []),
  ]);
  for (const each of allowed) noteToPerson(session, `! ${allowedLine(session, each)}`);
  if (standing.kind === 'changed') {
    noteToPerson(session, `! ${words.changedOutside}`);
    for (const each of changes) noteToPerson(session, `  ${changeLine(each)}`);
  }
  return exitCodes.done;
}

function meaningLines(session: Session, name: string): readonly string[] {
  const {setting, settingsScreen} = messages(session.language);
  const meaning = settingMeaning(name, setting, configOf(session));
  if (meaning === undefined) return [];
  const {about, example} = meaning;
  return [...wrap(about, 80), ...(example === undefined ? [] : [`  ${settingsScreen.example}: ${example}`])];
}

/** A page of settings: what each is called, the value in force, its name for `settings set`, and where the value comes from. */
function pageLines(session: Session, page: SettingPage, all: readonly SettingRow[]): readonly string[] {
  const said = messages(session.language);
  const rows = all.filter(each => each.page === page);
  if (rows.length === 0) return [];
  const cells = rows.map(row => {
    const origin = shownOrigin(row, said, configOf(session).zone);
    const name = cleanText(row.name, 60);
    const called = settingMeaning(row.name, said.setting)?.name ?? name;
    return [called, name, shownValue(row, session.language), origin && `(${origin})`] as const;
  });
  const width = (at: 0 | 1) => Math.max(...cells.map(row => widthOf(row[at])));
  const widths = [width(0), width(1)] as const;
  const line = ([called, name, value, origin]: (typeof cells)[number]) =>
    `  ${fit(called, widths[0])}  ${fit(name, widths[1])}  ${value}${origin && `  ${origin}`}`;
  return [said.settingsScreen.pages[page], ...cells.map(line)];
}

const changeLine = ({name, from, to}: SettingChange) => `${name}  ${from ?? '-'} → ${to ?? '-'}`;

/** A secret is asked for, or follows the PIN on standard input, since every process can read the words of a command. */
function setOne(session: Session, name: string, value: string | undefined): Promise<ExitCode> {
  const {settings: words, setting, help} = messages(session.language);
  if (!isSecret(name)) {
    const detail = help.usage.missingArgument({name: 'value', command: 'settings set'});
    if (value === undefined) throw new Problem('unknown-option', {detail});
    return changeOne(session, name, {verb: 'set', get: () => value});
  }
  if (value !== undefined) throw new Problem('unknown-option', {detail: words.secretOnLine({name})});
  const get = async () => {
    const secret = await secretFrom(session, `${settingMeaning(name, setting)?.name ?? name}:`);
    if (secret === undefined) throw new Problem('unknown-option', {detail: words.secretOnLine({name})});
    return secret;
  };
  return changeOne(session, name, {verb: 'set', get});
}

/** Sets one setting to the value that is got when the till is open and somebody has signed in; undefined removes it. */
async function changeOne(
  session: Session,
  name: string,
  {verb, get}: {readonly verb: 'set' | 'unset'; readonly get: () => Promise<string> | string | undefined},
): Promise<ExitCode> {
  const isMail = name === mailPassword;
  const changes = await withTill(session, `settings ${verb}`, async ({till}) => {
    const value = await get();
    if (!isMail) return till.changeSetting({name, value, checkKeys: session.face.checkKeys});
    await till.keepMailPassword(value ?? '');
    return [];
  });
  return writeChanges(session, changes, isWatched(name) && !isMail ? 'same' : 'kept');
}

const allowedLine = ({language}: Session, {name, value}: OutsideValue) =>
  messages(language).settings.allowed({name, value: cleanText(value, 200)});

/** Allows what the command line and the environment say in place of settings, and a till that is new in the home, for every later start. */
async function allowAll(session: Session): Promise<ExitCode> {
  const words = messages(session.language).settings;
  const asked = await toAllow(session.surroundings());
  if (asked !== undefined)
    await withTill(session, 'settings allow', ({till}) => till.allowOutside(asked.values), {
      flags: {...session.flags, ...asked.at, newTill: false},
      allowsOutside: true,
    });
  const allowed = asked?.values ?? [];
  if (allowed.some(({name}) => name === 'till')) await begun(session);
  return answer(session, answers['settings allow'], {allowed}, () =>
    allowed.length === 0 ? [words.nothingToAllow] : allowed.map(each => `✓ ${allowedLine(session, each)}`),
  );
}

/** A new till that the owner allows begins there and then. */
async function begun(session: Session): Promise<void> {
  const open = await tillOpener();
  const {till} = await open(session.surroundings(), 'duka settings allow', {allowsOutside: true});
  await till.close();
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
