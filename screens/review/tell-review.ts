import {secondsText} from '../../src/core/day/business-day.js';
import {messages} from '../../src/core/messages/messages.js';
import {displayMoney} from '../../src/core/money/money.js';
import {badgeOf} from '../../src/core/payment/badge.js';
import {displayPayer} from '../../src/core/payment/payer.js';
import {channelName, tenderName} from '../../src/core/payment/tender.js';
import {cleanText} from '../../src/core/text/text.js';

import {verdictCounts} from '../../src/till/review-export.js';
import {type Fact, fact, line, standing, type Told} from '../plain/fact.js';
import {asked} from '../plain/said.js';
import {type BindingId, bindingHelp, footerParts, keyGroups, keyText} from '../terminal/bindings.js';
import {bannerTexts} from './banners.js';
import {listedEvent, paymentEvent, stateText, takingsText, whenText} from './columns.js';
import type {Desk, Model} from './model.js';
import {countOf, daysOf, markedIndex, offersOf} from './review-logic.js';
import {emptyText, eventLines, noticeText, paymentRows, searchingText, titleText} from './texts.js';

const wide = 1000;
const unheard: readonly BindingId[] = ['scroll'];

/** All that the review has to say at this moment: one line for each change. */
export function tellReview(model: Model, desk: Desk): Told {
  const {language, keys, review} = desk;
  const words = messages(language).review;
  const {till, profile} = review.origin();
  const opening = `${words.title} ${till} ${till === '' ? '' : messages(language).frame.profiles[profile]}. ${words.confinedWhole}.`;
  const banners = bannerTexts(model, desk).map(({kind, text}) => fact(text, kind === 'as-of' ? text : kind));
  const notice = noticeText(model, language);
  const facts = [
    fact(opening, 'opening'),
    ...banners,
    ...(notice === '' ? [] : [fact(notice)]),
    ...tellScreen(model, desk),
  ];
  const {key, keys: sentence, ask} = messages(language).narration;
  const parts = footerParts(
    offersOf(model, desk).filter(id => !unheard.includes(id)),
    {language, keys},
    wide,
  );
  const prompt =
    model.asking === undefined
      ? sentence({keys: parts.map(part => key(part)).join(', ')})
      : asked(ask({label: words.asking[model.asking.what]}), model.asking.line);
  return {facts, prompt, language};
}

function tellScreen(model: Model, desk: Desk): readonly Fact[] {
  const {top} = model;
  const title = `${titleText(model, desk)}.`;
  if (top.kind === 'help') return helpFacts(desk);
  if (top.kind === 'event') {
    const lines = eventLines(top.event);
    return [
      line(title),
      ...lines.map(([name, value], at) => line(`${name}: ${value}`, `event ${top.event.seq} ${at}`)),
    ];
  }
  const marked = markedText(model, desk);
  const searching = searchingText(model, desk);
  const isRunning = top.kind === 'events' && !top.isOver;
  return [
    fact(title, `${model.below.length} ${top.kind} ${title}`),
    ...(searching === '' ? [] : [isRunning ? fact(searching, `searching ${top.id}`) : fact(searching)]),
    ...(isRunning && marked === '' ? [] : [standing(marked === '' ? emptyText(model, desk) : marked)]),
  ];
}

/** The marked line of a list; empty where it has none. */
function markedText(model: Model, desk: Desk): string {
  const {top} = model;
  const {language, review} = desk;
  const {said} = messages(language).review;
  const {zone} = review.origin();
  const index = markedIndex(model, desk);
  const place = {at: index + 1, count: countOf(model, desk)};
  switch (top.kind) {
    case 'days': {
      const row = daysOf(model, desk)[index];
      if (row === undefined) return '';
      const counts = verdictCounts(row);
      const open = counts['not-known'] + counts['needs-person'];
      const facts = {...place, day: row.day, payments: row.payments, paid: counts.paid, open};
      return `${said.day({...facts, takings: takingsText(row, language), state: ''}).trim()}.`;
    }
    case 'payments': {
      const [row] = paymentRows(model, desk, index, index + 1);
      if (row === undefined) return '';
      const {payer, tender, reference} = row;
      const facts = {
        ...place,
        payer,
        channel: tenderName(tender, language),
        reference,
        amount: displayMoney(row.amount),
      };
      return `${said.payment({...facts, state: stateText(row, language).slice(2), time: whenText(row, zone)})}.`;
    }
    case 'payment': {
      const event = top.events[index];
      if (event === undefined) return '';
      const {request} = top.payment;
      const verdict = messages(language).payment.verdicts[badgeOf(top.payment)];
      const about = [verdict, displayMoney(request.amount), displayPayer(request), channelName(request, language)];
      const said1 = eventText(paymentEvent(top, event, language).said);
      return `${index === 0 ? `${about.join(', ')}. ` : ''}${said1}`;
    }
    case 'events': {
      const found = listedEvent(top, index);
      return found === undefined ? '' : eventText(found.said);
    }
    default:
      return '';
  }

  function eventText(words: string): string {
    const event = 'events' in top ? top.events[index] : undefined;
    if (event === undefined) return '';
    const {seq, type, at} = event;
    return said.event({...place, seq, type: cleanText(type, 60), time: secondsText(Date.parse(at), zone), words});
  }
}

function helpFacts({language, keys}: Desk): readonly Fact[] {
  const {is, again} = messages(language).narration;
  const group = bindingHelp({language, keys})[keyGroups.indexOf('review')];
  return [
    line(`${group?.title ?? ''}. ${keyText('help', {language, keys})}`),
    line(messages(language).review.helpLead),
    line(again),
    ...(group?.rows ?? []).map(({key, text}) => line(is({label: key, value: text}).replace(/\.\.$/u, '.'))),
  ];
}
