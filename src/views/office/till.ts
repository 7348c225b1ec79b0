import {type Language, messages} from '../../core/messages/messages.js';
import type {OfficeIncident} from '../../core/office/incident.js';
import {standingOf, type TillStanding} from '../../core/office/view.js';
import {compact, fact, title} from '../block.js';
import {tillList, tones} from './describe.js';
import {incidentText} from './needs.js';
import type {PageBlock} from './page-block.js';
import {receivedText} from './takings.js';

type Watching = {readonly language: Language; readonly now: number; readonly zone: string};
type TillIncident = {
  readonly number: number;
  readonly at: string;
  readonly what: OfficeIncident;
  readonly closedBy: string | null;
  readonly note: string | null;
};

export const describeTills = (tills: readonly TillStanding[], {zone, ...watching}: Watching): readonly PageBlock[] => [
  title(messages(watching.language).officePage.names.tills),
  tillList(tills, zone, watching),
];

/** Describes a till: its standing, how far the office has its journal, and its incidents. */
export function describeTill(
  till: TillStanding,
  incidents: readonly TillIncident[],
  {language, now, zone}: Watching,
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
    {
      kind: 'list',
      id: 'incidents',
      columns: [
        {title: columns.number, align: 'right'},
        {title: columns.at, width: 16},
        {title: columns.what, grows: true},
        {title: columns.state, most: 40},
      ],
      count: incidents.length,
      rowAt: at => {
        const {number, at: found, what, closedBy, note} = incidents[at] as TillIncident;
        const state = closedBy === null ? '' : words.closed({person: closedBy, note: note ?? ''});
        return {
          id: String(number),
          cells: compact([String(number), receivedText(found, zone), incidentText(what, language), state]),
          tone: closedBy === null ? 'needs-person' : 'quiet',
        };
      },
      marked: -1,
      markedText: '',
      empty: noIncidents,
    },
  ];
}
