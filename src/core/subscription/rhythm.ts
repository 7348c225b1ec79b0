import type {Plan} from '../endpoints/plans.js';
import {type Language, type Messages, messages} from '../messages/messages.js';

/** How often a plan charges: `every month`. An interval that the till does not know is shown as it came. */
export function rhythmText(
  {interval, intervalCount: count}: Pick<Plan, 'interval' | 'intervalCount'>,
  language: Language,
): string {
  const {every, everyMany, everyOther} = messages(language).subscription;
  const name = interval.toUpperCase();
  if (!isInterval(name, every)) return everyOther({interval, count});
  return count === 1 ? every[name] : everyMany[name]({count});
}

const isInterval = (name: string, every: object): name is keyof Messages['subscription']['every'] =>
  Object.hasOwn(every, name);
