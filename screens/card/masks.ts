import {emptyCard, groupsOf, readCard} from '../../src/core/card.js';
import {type Line, textOf} from '../terminal/line.js';

export const dot = '•';

/** Dots for digits, in the groups of the brand; `shown` are the last of them. */
function grouped(digits: string, shown: string): string {
  const hidden = [...dot.repeat(digits.length - shown.length), ...shown];
  let from = 0;
  const parts = groupsOf(digits).map(size => {
    from += size;
    return hidden.slice(from - size, from).join('');
  });
  return [...parts, hidden.slice(from).join('')].filter(part => part !== '').join(' ');
}

/** A card number while it is typed: of its digits none is shown, since every one of them was once the last. */
export function typedNumber({before, after}: Line): Line {
  const cells = grouped(before + after, '');
  let place = 0;
  for (let left = before.length; left > 0; place += 1) if (cells[place] === dot) left -= 1;
  return {before: cells.slice(0, place), after: cells.slice(place)};
}

/** A card number that has been typed: its last four digits, if it is one. */
export const leftNumber = (line: Line): string => grouped(textOf(line), lastFourOf(line));

/** The last four digits of a card number; `''` for what is none. */
export function lastFourOf(line: Line): string {
  const number = textOf(line);
  const {problems} = readCard({...emptyCard, number}, {month: '', pin: 'none'});
  return problems.number === undefined ? number.slice(-4) : '';
}

/** A card number without the blanks between its groups, as people paste it. */
export function bareNumber({before, after}: Line): Line {
  const bare = (text: string) => text.replaceAll(/[\s\p{Zs}\p{Cf}./-]/gu, '');
  return {before: bare(before), after: bare(after)};
}
