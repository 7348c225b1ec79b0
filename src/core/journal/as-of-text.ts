import {businessDate, dateText, secondsText} from '../day/business-day.js';
import {type Language, messages} from '../messages/messages.js';

/** The moment shown: after event `seq`, at instant `at` (null before the first event). `asked` is the time that a person entered. */
type AsOf = {
  readonly seq: number;
  readonly at: number | null;
  readonly asked?: {readonly day: string; readonly time: string};
};

/** Says which moment is shown and, if a person asked for a different one, which one they asked for. */
export function asOfText({seq, at, asked}: AsOf, zone: string, language: Language): string {
  const {asOf, asOfNothing, asOfTime, asOfTimeNothing} = messages(language).review;
  const askedFor = asked && {askedDay: dateText(asked.day, language), askedTime: asked.time};
  if (at === null) return askedFor === undefined ? asOfNothing : asOfTimeNothing(askedFor);
  const facts = {seq, time: secondsText(at, zone), day: dateText(businessDate(at, zone, '00:00'), language)};
  return askedFor === undefined ? asOf(facts) : asOfTime({...facts, ...askedFor});
}
