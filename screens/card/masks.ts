import {emptyCard, groupsOf, readCard} from '../../src/core/card/card.js';
import {dot, type Line, textOf} from '../terminal/line.js';

/** Dots for digits, in the groups of the brand; `shown` are the last of them. */
function grouped(line: Line, shown: string): string {
  const hidden = [...dot.repeat(textOf(line).length - shown.length), ...shown];
  let from = 0;
  const parts = groupsOf(beginningOf(line)).map(size => {
    from += size;
    return hidden.slice(from - size, from).join('');
  });
  return [...parts, hidden.slice(from).join('')].filter(part => part !== '').join(' ');
}

/** A card number while it is typed: of its digits none is shown, since every one of them was once the last. */
export function typedNumber(line: Line): Line {
  const {before} = line;
  const cells = grouped(line, '');
  let place = 0;
  for (let left = before.length; left > 0; place += 1) if (cells[place] === dot) left -= 1;
  return {before: cells.slice(0, place), after: cells.slice(place)};
}

/** A card number that has been typed: its last four digits, if it is one. */
export const leftNumber = (line: Line): string => grouped(line, lastFourOf(line));

/** The last four digits of a card number; `''` for what is none. */
export function lastFourOf(line: Line): string {
  const number = line.secret ?? textOf(line);
  const {problems} = readCard({...emptyCard, number}, {month: '', pin: 'none'});
  return problems.number === undefined ? number.slice(-4) : '';
}

/** The digits that tell the brand of a number. */
export const beginningOf = (line: Line): string => line.secret?.slice(0, 8) ?? textOf(line);

/** What people write between the groups of a number. */
export const betweenGroups = /[\s\p{Zs}\p{Cf}./-]/gu;

/** A card number without the blanks between its groups, as people paste it. */
export function bareNumber({before, after}: Line): Line {
  const bare = (text: string) => text.replaceAll(betweenGroups, '');
  return {before: bare(before), after: bare(after)};
}
