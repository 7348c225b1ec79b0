import {validateFreeText} from '../payment/order.js';
import {Problem} from '../problem.js';

/** Letters that look like a Latin one, from the confusables of Unicode Technical Standard 39, after case was folded. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    'aаɑα',
    'bЬьƅвβ',
    'cсϲᴄ',
    'dԁɗ',
    'eеєҽ℮ε',
    'fſϝ',
    'gɡց',
    'hһհн',
    'iіıɩιӏl1|!',
    'jјϳ',
    'kкκ',
    'mмϻ',
    'nոпη',
    'oоοօσ0',
    'pрρ',
    'qԛգ',
    'rгᴦ',
    'sѕꜱ',
    'tтτ',
    'uսυ',
    'vѵνⅴ',
    'wԝωшա',
    'xхχ×',
    'yуγүʏ',
    'zᴢζ',
  ].flatMap(([latin = '', ...others]) => others.map(other => [other, latin] as const)),
);

const longestName = 40;
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic'].map(
  name => new RegExp(String.raw`\p{Script=${name}}`, 'u'),
);

/**
 * What a name looks like: two people of one skeleton could be taken for one another. Case, accents, blanks, marks and letters of
 * other scripts that look alike make no difference (Unicode Technical Standard 39, section 4).
 */
export function nameSkeleton(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\p{C}\p{P}]/gu, '');
  const latin = [...plain].map(letter => lookAlikes.get(letter) ?? letter).join('');
  return latin.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/**
 * A name as it is kept. Throws `Problem` person-missing, name-too-long, name-of-two-scripts (a Latin name with a Cyrillic letter is
 * meant to be taken for another), text-has-card.
 */
export function staffName(typed: string): string {
  const name = typed.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  if (nameSkeleton(name) === '') throw new Problem('person-missing');
  if ([...name].length > longestName) throw new Problem('name-too-long', {most: longestName});
  if (scripts.filter(script => script.test(name)).length > 1) throw new Problem('name-of-two-scripts', {name});
  validateFreeText(name);
  return name;
}
