import {businessDate, dateText, secondsText} from '../day/business-day.js';
import {type Language, messages} from '../messages/messages.js';

/** After which event it is shown, `at` which instant: null before the first one. `asked` is the time that a person gave. */
type AsOf = {
  readonly seq: number;
  readonly at: number | null;
  readonly asked?: {readonly day: string; readonly time: string};
};

/** Which moment is shown, and which one was asked for where that is another. */
export function asOfText({seq, at, asked}: AsOf, zone: string, language: Language): string {
  const {asOf, asOfNothing, asOfTime, asOfTimeNothing} = messages(language).review;
  const askedFor = asked && {askedDay: dateText(asked.day, language), askedTime: asked.time};
  if (at === null) return askedFor === undefined ? asOfNothing : asOfTimeNothing(askedFor);
  const facts = {seq, time: secondsText(at, zone), day: dateText(businessDate(at, zone, '00:00'), language)};
  return askedFor === undefined ? asOf(facts) : asOfTime({...facts, ...askedFor});
}
