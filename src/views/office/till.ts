import {type Language, messages} from '../../core/messages/messages.js';
import type {OfficeIncident} from '../../core/office/incident.js';
import {standingOf, type TillStanding} from '../../core/office/view.js';
import {compact, fact, title} from '../block.js';
import {tillList, tones} from './describe.js';
import {incidentText} from './needs.js';
import type {PageBlock} from './page-block.js';
import {hidden, rowsOf} from './people.js';
import {receivedText} from './takings.js';

/** `mayChange`: the visitor may let tills in and shut them out. `shop` is the usual one of a code. */
type Watching = {
  readonly language: Language;
  readonly now: number;
  readonly zone: string;
  readonly mayChange: boolean;
  readonly shop?: string;
};
type TillIncident = {
  readonly number: number;
  readonly at: string;
  readonly what: OfficeIncident;
  readonly closedBy: string | null;
  readonly note: string | null;
};

export function describeTills(tills: readonly TillStanding[], {zone, mayChange, shop = '', ...watching}: Watching) {
  const {officePage} = messages(watching.language);
  const form: PageBlock = {
    kind: 'form',
    id: 'code',
    method: 'post',
    to: '/tills',
    button: officePage.till.newCode,
    fields: [hidden('do', 'code'), {name: 'shop', label: officePage.prices.shop, value: shop, isRequired: true}],
  };
  const blocks: readonly PageBlock[] = [title(officePage.names.tills), tillList(tills, zone, watching)];
  return mayChange ? [...blocks, form] : blocks;
}

/** What a form that revokes a till was made of: a till that has joined again is another one. */
export const tillVersion = ({isRevoked, branches}: TillStanding): string => `${isRevoked} ${branches}`;

function tillForms(till: TillStanding, language: Language): readonly PageBlock[] {
  const words = messages(language).officePage.till;
  const form = {kind: 'form', method: 'post', to: `/tills/${till.till}`} as const;
  const revoke: PageBlock = {
    ...form,
    id: 'revoke',
    button: words.revoke,
    fields: [
      ...[hidden('do', 'revoke'), hidden('version', tillVersion(till))],
      {name: 'till', label: words.revoke, note: words.revokeNote({till: till.till}), isRequired: true},
    ],
  };
  return [
    {...form, id: 'code', button: words.codeAgain, fields: [hidden('do', 'code')]},
    ...(till.isRevoked ? [] : [revoke]),
  ];
}

export function describeTill(
  till: TillStanding,
  incidents: readonly TillIncident[],
  {language, now, zone, mayChange}: Watching,
): readonly PageBlock[] {
  const {columns, standings, noIncidents} = messages(language).office;
  const words = messages(language).officePage.till;
  const standing = standingOf(till, now);
  const facts: readonly (readonly [string, string])[] = [
    [columns.shop, till.shop],
    [columns.heard, receivedText(till.heardAt, zone)],
    [words.line, `${till.rows}/${till.seq}`],
    [words.head, till.head],
  ];
  return [
    title(till.till, {note: [{text: standings[standing], tone: tones[standing]}]}),
    ...facts.map(([lead, text]) => fact(lead, text, {lead})),
    fact('incidents', words.incidents, {tone: 'strong'}),
    rowsOf('incidents', {
      columns: [
        {title: columns.number, align: 'right'},
        {title: columns.at, width: 16},
        {title: columns.what, grows: true},
        {title: columns.state, most: 40},
      ],
      rows: incidents.map(({number, at: found, what, closedBy, note}) => {
        const state = closedBy === null ? '' : words.closed({person: closedBy, note: note ?? ''});
        return {
          id: String(number),
          cells: compact([String(number), receivedText(found, zone), incidentText(what, language), state]),
          tone: closedBy === null ? 'needs-person' : 'quiet',
        };
      }),
      empty: noIncidents,
    }),
    ...(mayChange ? tillForms(till, language) : []),
  ];
}
