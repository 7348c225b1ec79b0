import {type Language, messages} from '../messages/messages.js';
import {nameTyped} from '../payment/said.js';
import {Problem} from '../problem.js';

type Alike = ReadonlyMap<string, string>;

const alike = (groups: readonly string[]): Alike =>
  new Map(groups.flatMap(([latin = '', ...others]) => others.map(other => [other, latin] as const)));

/** Lower-case letters that look like a Latin one, from the confusables of Unicode Technical Standard 39. */
const smallAlikes = alike([
  ...['aаɑα', 'bЬьƅвβɓ', 'cсϲᴄ', 'dԁɗđ', 'eеєҽ℮εɛ', 'fſϝƒ', 'gɡց', 'hһհнħ', 'iіıɩιӏl1|!ł', 'jјϳ', 'kкκƙ', 'mмϻ'],
  ...['nոпη', 'oоοօσ0ø', 'pрρ', 'qԛգ', 'rгᴦ', 'sѕꜱ', 'tтτŧ', 'uսυ', 'vѵνⅴ', 'wԝωшա', 'xхχ×', 'yуγүʏƴ', 'zᴢζ'],
]);

/** The same for capitals: a Greek Eta looks like an H, but its lower-case letter looks like an n. */
const capitalAlikes = alike([
  ...['AΑАᎪⲀ', 'BΒВᏴⲂƁ', 'CСϹᏟⲤ', 'DᎠƊĐ', 'EΕЕᎬⲈƐ', 'FϜ', 'GᏀԌ', 'HΗНᎻⲎĦ', 'IΙІӀⲒLᏞ1|!Ł', 'JЈᎫͿ', 'KΚКᏦⲔƘ', 'MΜМᎷⲘϺ'],
  ...['NΝⲚ', 'OΟОՕⲞ0Ø', 'PΡРᏢⲢ', 'QԚ', 'RᎡ', 'SЅՏᏚ', 'TΤТᎢⲦŦ', 'UՍ', 'VѴᏙ', 'WԜᎳ', 'XΧХⲬ', 'YΥУҮⲨƳ', 'ZΖᏃⲌ'],
]);

const longestName = 40;
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  name => new RegExp(String.raw`\p{Script=${name}}`, 'u'),
);

/**
 * Returns what a name looks like in lower case and in capitals, since different letters look alike in each. Case, accents, blanks, marks
 * and similar letters of other scripts make no difference (Unicode Technical Standard 39, section 4).
 */
function looksOf(name: string): readonly [small: string, capital: string] {
  const capitals = name.normalize('NFKD').toUpperCase();
  const small = lookOf(capitals.toLowerCase(), smallAlikes);
  return [small.replaceAll('rn', 'm').replaceAll('vv', 'w'), lookOf(capitals, capitalAlikes).replaceAll('VV', 'W')];
}

const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{P}]/gu;
const lookOf = (name: string, alikes: Alike): string =>
  Array.from(name.normalize('NFKD').replaceAll(unseen, ''), letter => alikes.get(letter) ?? letter).join('');

/** Whether two names could be mistaken for each other, in lower case or in capitals. */
export function looksLike(one: string, other: string): boolean {
  const [a, b] = [looksOf(one), looksOf(other)];
  return a[0] === b[0] || a[1] === b[1];
}

/**
 * Returns a name in the form in which it is stored. Throws `Problem` person-missing, name-too-long, name-of-two-scripts (a Latin name with
 * a Cyrillic letter is meant to pass for another name), person-without-letters, text-has-card.
 */
export function staffName(typed: string): string {
  const name = typed.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  if (looksLike(name, '')) throw new Problem('person-missing');
  if ([...name].length > longestName) throw new Problem('name-too-long', {most: longestName});
  if (scripts.filter(script => script.test(name)).length > 1) throw new Problem('name-of-two-scripts', {name});
  return nameTyped(name);
}

/** The id that is recorded as the person when nobody has said who is at the till. It is not a name. */
export const unnamed = 'cashier';

/** Returns a person as people read it: the name, or the word for a cashier if the till has no name for the person. */
export const personText = (person: string, language: Language): string =>
  person === unnamed ? messages(language).staff.roles.cashier : person;
