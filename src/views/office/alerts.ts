import {momentText} from '../../core/day/business-day.js';
import {type Language, languages, messages} from '../../core/messages/messages.js';
import {type Alert, type AlertSettings, alertSettingNames, type RaisedAlert} from '../../core/office/alert.js';
import {fact, type ListBlock, title} from '../block.js';
import type {PageBlock, PageField} from './page-block.js';

const mostTold = 50;

/** An e-mail with alerts: what each is about, and what to do. */
export function alertText(
  alerts: readonly Alert[],
  language: Language,
): {readonly subject: string; readonly text: string} {
  const words = messages(language).officePage.alerts;
  const {since: sinceWord} = messages(language).officePage.needs;
  const told = alerts
    .slice(0, mostTold)
    .map(({what, where, since, now}) =>
      [
        [what, where].filter(Boolean).join(' · '),
        ...(since === '' ? [] : [`  ${sinceWord}: ${since}`]),
        ...(now === '' ? [] : [`  ${now}`]),
      ].join('\n'),
    );
  const more = alerts.length - told.length;
  const [first] = alerts;
  return {
    subject: alerts.length === 1 && first !== undefined ? `Duka: ${first.what}` : words.subject({count: alerts.length}),
    text: `${[...told, ...(more > 0 ? [words.more({count: more})] : [])].join('\n\n')}\n`,
  };
}

/** What came of an alert: it waits, was sent, or could not be. */
export function alertState({waits, dueAt, trouble, goneAt}: RaisedAlert, zone: string, language: Language): string {
  const words = messages(language).officePage.alerts;
  if (waits.length > 0 && goneAt === null)
    return [words.waits({time: momentText(dueAt, zone)}), ...(trouble === '' ? [] : [trouble])].join(' · ');
  return trouble === ''
    ? goneAt === null || waits.length === 0
      ? words.sent
      : words.over
    : words.unsent({why: trouble});
}

type AlertFacts = {
  readonly settings: AlertSettings;
  readonly raised: readonly RaisedAlert[];
  readonly zone: string;
  /** By which a receiver checks who has called it. */
  readonly officeKey: string;
};

/** How alerts reach the owner, with a form to change it and one that sends a test, and which were raised. */
export function describeAlerts(
  {settings, raised, zone, officeKey}: AlertFacts,
  language: Language,
): readonly PageBlock[] {
  const {alerts: words, names, needs} = messages(language).officePage;
  const {columns} = messages(language).office;
  const {toNote, serverNote, fromNote, webhookNote, quietNote, openNote} = words.settings;
  const notes: Readonly<Partial<Record<string, string>>> = {
    ...{to: toNote, server: serverNote, from: fromNote, webhook: webhookNote, quiet: quietNote, open: openNote},
  };
  const fields = alertSettingNames.map(
    (name): PageField => ({
      ...{name, label: words.settings[name], value: settings[name]},
      note: notes[name] ?? '',
      ...(name === 'language' && {
        options: languages.map(value => ({value, text: messages(language).language[value]})),
      }),
    }),
  );
  const password: PageField = {
    ...{name: 'password', label: words.password, type: 'password', note: words.passwordNote},
    autocomplete: 'new-password',
  };
  const list: ListBlock = {
    kind: 'list',
    id: 'raised',
    columns: [
      {title: columns.what, grows: true, width: 30},
      {title: columns.till, most: 20},
      {title: needs.since, width: 16, from: 90},
      {title: columns.state, most: 40},
    ],
    count: raised.length,
    rowAt: at => {
      const each = raised[at] as RaisedAlert;
      const cells = [each.what, each.where, momentText(each.raisedAt, zone), alertState(each, zone, language)];
      return {id: each.key, cells, tone: each.goneAt === null ? 'plain' : 'quiet'};
    },
    marked: -1,
    markedText: '',
    empty: words.none,
  };
  return [
    title(names.alerts),
    list,
    {kind: 'question', id: 'how', text: words.how},
    {
      ...{kind: 'form', id: 'settings', method: 'post', button: words.save},
      fields: [{name: 'do', label: '', type: 'hidden', value: 'set'}, ...fields, password],
    },
    fact('key', words.key({key: officeKey}), {tone: 'quiet', most: 9}),
    {
      ...{kind: 'form', id: 'test', method: 'post', button: words.tryIt},
      fields: [{name: 'do', label: '', type: 'hidden', value: 'test'}],
    },
  ];
}
