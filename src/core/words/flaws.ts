import {fill, type Language} from './fill.js';
import {causeText} from './system.js';

/** Why a line cannot be believed, as the journal's reader calls it. */
export type Flaw =
  | 'not-text'
  | 'without-hash'
  | 'wrong-hash'
  | 'not-json'
  | 'not-an-event'
  | 'wrong-number'
  | 'wrong-header'
  | 'too-long'
  | 'torn'
  | 'missing'
  | 'cut-short'
  | 'rewritten'
  | 'head-missing'
  | 'head-unreadable'
  | 'head-forged'
  | 'other-bytes'
  | 'of-another-till'
  | 'of-another-profile'
  | 'asked-for-twice'
  | 'not-understood';

/** By the word that the journal's reader has for it; `other` for the operating system's own. */
const flaws: Readonly<Record<Language, Readonly<Record<Flaw | 'other', string>>>> = {
  en: {
    'not-text': 'it is not text',
    'without-hash': 'its end is missing',
    'wrong-hash': 'it is not what was written',
    'not-json': 'it cannot be read',
    'not-an-event': 'it is no event',
    'wrong-number': 'its number is wrong',
    'wrong-header': 'the segment before it is another',
    'too-long': 'it has no end',
    torn: 'it was cut off',
    missing: 'the file is missing',
    'cut-short': 'lines are missing',
    rewritten: 'another line was here',
    'head-missing': 'head.json, which keeps the newest line, is gone',
    'head-unreadable': 'head.json, which keeps the newest line, cannot be read',
    'head-forged': 'head.json, which keeps the newest line, was not written by this till',
    'other-bytes': 'it is not what was written',
    'of-another-till': 'it is the journal of another till',
    'of-another-profile': 'it is the journal of another profile',
    'asked-for-twice': 'it asks for a payment a second time',
    'not-understood': 'what it says makes no sense',
    other: 'the disk does not give it out ({code})',
  },
  fr: {
    'not-text': 'ce n’est pas du texte',
    'without-hash': 'sa fin manque',
    'wrong-hash': 'ce n’est pas ce qui a été écrit',
    'not-json': 'elle est illisible',
    'not-an-event': 'ce n’est pas un événement',
    'wrong-number': 'son numéro est faux',
    'wrong-header': 'le segment qui précède est un autre',
    'too-long': 'elle n’a pas de fin',
    torn: 'elle a été coupée',
    missing: 'le fichier manque',
    'cut-short': 'des lignes manquent',
    rewritten: 'une autre ligne était ici',
    'head-missing': 'head.json, qui garde la dernière ligne, a disparu',
    'head-unreadable': 'head.json, qui garde la dernière ligne, est illisible',
    'head-forged': 'head.json, qui garde la dernière ligne, n’est pas de cette caisse',
    'other-bytes': 'ce n’est pas ce qui a été écrit',
    'of-another-till': 'c’est le journal d’une autre caisse',
    'of-another-profile': 'c’est le journal d’un autre profil',
    'asked-for-twice': 'elle demande un paiement une seconde fois',
    'not-understood': 'ce qu’elle dit n’a pas de sens',
    other: 'le disque ne la donne pas ({code})',
  },
};

/** Why a line is not believed, in words; the operating system's own word where it is that. */
export function flawText(why: string, language: Language): string {
  const words = flaws[language];
  return Object.hasOwn(words, why) ? words[why as Flaw] : fill(words.other, {code: causeText(why, language)});
}
