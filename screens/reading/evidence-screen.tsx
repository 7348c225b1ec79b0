import type {ReactNode} from 'react';
import {secondsText} from '../../src/core/day/business-day.js';
import {stepSentence} from '../../src/core/journal/questions.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/money.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import {cleanText} from '../../src/core/text/text.js';

import type {ReadingScreen} from '../model.js';
import {blank, paragraph, Rows, row, span} from '../parts/rows.js';
import {otherDay, rawText} from '../parts/timeline.js';
import {verdictSpan} from '../parts/verdict.js';
import type {ViewOf} from '../view.js';
import {Sheet} from './sheet.js';

/** Every step of a payment with the service's own words in full. */
export function Evidence({screen, view}: ViewOf<ReadingScreen>): ReactNode {
  const payment = view.till.state.payments.get(screen.reference);
  if (payment === undefined) return <Rows rows={[row(' ', view.words.paymentScreen.notOpenHere)]} />;
  const {columns, language, shop, styles, words} = view;
  const sentences = messages(language).payment;
  const badge = badgeOf(payment);
  const head = row(
    '   ',
    verdictSpan(badge, sentences.verdicts[badge], styles),
    ` ${displayMoney(payment.request.amount)}  ${displayPayer(payment.request)}`,
  );
  const steps = payment.steps.flatMap((step, index) => {
    const often =
      step.repeated === undefined || step.repeated === 0
        ? ''
        : ` ${words.paymentScreen.repeated({count: step.repeated + 1})}`;
    const day = otherDay(step.at, view, payment.steps[index - 1]?.at);
    const lead = span(`   ${secondsText(step.at, shop.zone)}`, styles.quiet);
    const {person, facts} = step;
    const own = /^HTTP /u.test(step.raw ?? '') ? (step.raw ?? '') : rawText(step, view);
    const said =
      facts['reason'] === undefined ? own : words.readingScreen.evidence.judged({person, reason: facts['reason']});
    const raw =
      said === ''
        ? []
        : paragraph(cleanText(said, 400), {width: columns - 1, most: 4, indent: 15, style: styles.quiet});
    return [
      ...(day === undefined ? [] : [row('   ', span(day, styles.quiet))]),
      ...paragraph(`${stepSentence(step, language)}${often}`, {width: columns - 1, most: 2, indent: 13, lead}),
      ...raw,
    ];
  });
  return (
    <Sheet
      title={`${words.readingScreen.evidence.title}  ${payment.reference}`}
      lines={[head, blank, ...steps]}
      offset={screen.offset}
      view={view}
    />
  );
}
