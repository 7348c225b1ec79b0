import type {Language} from './fill.js';

type SlipWords = {
  readonly title: string;
  /** `{columns}` is the width that the till prints with now. */
  readonly width: string;
  readonly codePages: string;
  readonly code: string;
};

/** What the slip says by which an owner finds out what a printer can do. */
export const probeWords: Readonly<Record<Language, SlipWords>> = {
  en: {
    title: 'PRINTER TEST',
    width: 'Choose the widest ruler that stays on one line ({columns} now).',
    codePages: 'Choose the code page of a line that ends in: é è à ç œ € and a box.',
    code: 'If no code is printed here, choose text for codes.',
  },
  fr: {
    title: 'TEST DE L’IMPRIMANTE',
    width: 'Choisissez la plus large règle qui tient sur une ligne (maintenant {columns}).',
    codePages: 'Choisissez la page de codes d’une ligne qui finit par : é è à ç œ € et un cadre.',
    code: 'Si aucun code n’est imprimé ici, choisissez le texte pour les codes.',
  },
};
