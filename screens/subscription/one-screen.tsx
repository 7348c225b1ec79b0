import type {ReactNode} from 'react';
import {messages} from '../../src/core/messages/messages.js';
import {fit} from '../../src/core/text/width.js';

import {blank, paragraph, type Row, row, span} from '../parts/rows.js';
import {Sheet} from '../reading/sheet.js';
import type {Style} from '../terminal/styles.js';
import type {View, ViewOf} from '../view.js';
import type {SubscriptionScreen} from './screens.js';
import {customerInFull, fieldsOf, resultSaid, type Said, sourceText, standingOf} from './shown.js';

const labelWidth = 26;

/** One subscription: what was done last, how it stands, and every field that the service has of it. */
export function Subscription({screen, view}: ViewOf<SubscriptionScreen>): ReactNode {
  const {id, offset, hearing, result} = screen;
  const {language, styles} = view;
  const {one} = messages(language).subscriptionScreen;
  const known = view.till.state.registry.subscriptions.get(id);
  const title = one.title({id});
  const source = paragraph(sourceText(hearing, view), wide(view, styles.quiet));
  if (known === undefined) return <Sheet title={title} lines={[row('   ', one.gone)]} offset={0} view={view} />;
  const lines = [
    ...(result === undefined ? [] : [...saidRows(resultSaid(result, view), view), blank]),
    ...standingOf(known, view).flatMap(said => saidRows(said, view)),
    ...source,
    blank,
    ...fieldRows(fieldsOf(known, view), view),
  ];
  return <Sheet title={`${title}  ${customerInFull(known, view)}`} lines={lines} offset={offset} view={view} />;
}

const wide = ({columns}: View, style: Style) => ({width: columns - 1, most: 4, indent: 5, style});

function saidRows({glyph, text}: Said, view: View): readonly Row[] {
  const style = styleOf(glyph, view);
  return paragraph(text, {...wide(view, style), lead: span(`   ${glyph} `, style)});
}

function styleOf(glyph: Said['glyph'], {styles}: View): Style {
  const styled: Readonly<Record<Said['glyph'], Style>> = {
    '✓': styles.paid,
    '!': styles['needs-person'],
    '?': styles['not-known'],
    '✗': styles.problem,
    '–': styles.quiet,
    ' ': styles.plain,
  };
  return styled[glyph];
}

/** A record, one member to a line; a long one goes on below. */
export function fieldRows(fields: readonly (readonly [string, string])[], {columns, styles}: View): readonly Row[] {
  const indent = labelWidth + 3;
  return fields.flatMap(([label, value]) =>
    paragraph(value, {
      width: columns - 1,
      most: 4,
      indent,
      lead: span(fit(`   ${label}`, indent), styles.quiet),
    }),
  );
}
