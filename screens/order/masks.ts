import {emptyCard, groupsOf, readCard} from '../../src/core/card/card.js';
import {dot, type Line, textOf} from '../terminal/line.js';

/** Returns dots for the digits, in the groups of the brand. `shown` replaces the last of them. */
function grouped(line: Line, shown: string): string {
  const hidden = [...dot.repeat(textOf(line).length - shown.length), ...shown];
  let from = 0;
  const parts = groupsOf(beginningOf(line)).map(size => {
    from += size;
    return hidden.slice(from - size, from).join('');
  });
  return [...parts, hidden.slice(from).join('')].filter(part => part !== '').join(' ');
}

/** Returns a card number while it is typed. No digit is shown, because each one was the last at some time. */
export function typedNumber(line: Line): Line {
  const {before} = line;
  const cells = grouped(line, '');
  let place = 0;
  for (let left = before.length; left > 0; place += 1) if (cells[place] === dot) left -= 1;
  return {before: cells.slice(0, place), after: cells.slice(place)};
}

/** Returns a card number after it was typed, with its last four digits if it is valid. */
export const leftNumber = (line: Line): string => grouped(line, lastFourOf(line));

/** Returns the last four digits of a card number, or `''` if it is not one. */
export function lastFourOf(line: Line): string {
  const number = line.secret ?? textOf(line);
  const {problems} = readCard({...emptyCard, number}, {month: '', pin: 'none'});
  return problems.number === undefined ? number.slice(-4) : '';
}

/** Returns the digits that identify the brand of a number. */
export const beginningOf = (line: Line): string => line.secret?.slice(0, 8) ?? textOf(line);

/** What people write between the groups of a number. */
export const betweenGroups = /[\s\p{Zs}\p{Cf}./-]/gu;

/** Returns a card number without the separators between its groups, with which people paste it. */
export function bareNumber({before, after}: Line): Line {
  const bare = (text: string) => text.replaceAll(betweenGroups, '');
  return {before: bare(before), after: bare(after)};
}
