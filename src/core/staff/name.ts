import {nameTyped} from '../payment/said.js';
import {Problem} from '../problem.js';

type Alike = ReadonlyMap<string, string>;

const alike = (groups: readonly string[]): Alike =>
  new Map(groups.flatMap(([latin = '', ...others]) => others.map(other => [other, latin] as const)));

/** Small letters that look like a Latin one, from the confusables of Unicode Technical Standard 39. */
const smallAlikes = alike([
  ...['aаɑα', 'bЬьƅвβɓ', 'cсϲᴄ', 'dԁɗđ', 'eеєҽ℮εɛ', 'fſϝƒ', 'gɡց', 'hһհнħ', 'iіıɩιӏl1|!ł', 'jјϳ', 'kкκƙ', 'mмϻ'],
  ...['nոпη', 'oоοօσ0ø', 'pрρ', 'qԛգ', 'rгᴦ', 'sѕꜱ', 'tтτŧ', 'uսυ', 'vѵνⅴ', 'wԝωшա', 'xхχ×', 'yуγүʏƴ', 'zᴢζ'],
]);

/** Capitals that do: a Greek Eta is an H, its small letter an n. */
const capitalAlikes = alike([
  ...['AΑАᎪⲀ', 'BΒВᏴⲂƁ', 'CСϹᏟⲤ', 'DᎠƊĐ', 'EΕЕᎬⲈƐ', 'FϜ', 'GᏀԌ', 'HΗНᎻⲎĦ', 'IΙІӀⲒLᏞ1|!Ł', 'JЈᎫͿ', 'KΚКᏦⲔƘ', 'MΜМᎷⲘϺ'],
  ...['NΝⲚ', 'OΟОՕⲞ0Ø', 'PΡРᏢⲢ', 'QԚ', 'RᎡ', 'SЅՏᏚ', 'TΤТᎢⲦŦ', 'UՍ', 'VѴᏙ', 'WԜᎳ', 'XΧХⲬ', 'YΥУҮⲨƳ', 'ZΖᏃⲌ'],
]);

const longestName = 40;
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  name => new RegExp(String.raw`\p{Script=${name}}`, 'u'),
);

/**
 * What a name looks like in small letters and in capitals, which are alike in other ways. Case, accents, blanks, marks and letters of
 * other scripts that look alike make no difference (Unicode Technical Standard 39, section 4).
 */
function looksOf(name: string): readonly [small: string, capital: string] {
  const capitals = name.normalize('NFKD').toUpperCase();
  const small = lookOf(capitals.toLowerCase(), smallAlikes);
  return [small.replaceAll('rn', 'm').replaceAll('vv', 'w'), lookOf(capitals, capitalAlikes).replaceAll('VV', 'W')];
}

const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{P}]/gu;
const lookOf = (name: string, alikes: Alike): string =>
  Array.from(name.normalize('NFKD').replaceAll(unseen, ''), letter => alikes.get(letter) ?? letter).join('');

/** Whether two names could be taken for one another, as they are or in the other case. */
export function looksLike(one: string, other: string): boolean {
  const [a, b] = [looksOf(one), looksOf(other)];
  return a[0] === b[0] || a[1] === b[1];
}

/**
 * A name as it is kept. Throws `Problem` person-missing, name-too-long, name-of-two-scripts (a Latin name with a Cyrillic letter is
 * meant to be taken for another), person-without-letters, text-has-card.
 */
export function staffName(typed: string): string {
  const name = typed.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  if (looksLike(name, '')) throw new Problem('person-missing');
  if ([...name].length > longestName) throw new Problem('name-too-long', {most: longestName});
  if (scripts.filter(script => script.test(name)).length > 1) throw new Problem('name-of-two-scripts', {name});
  return nameTyped(name);
}
