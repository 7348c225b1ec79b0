import type {Language} from './fill.js';

/** What the screens say of cash: the sale, the change, and money out of the drawer. */
export type CashScreenWords = {
  readonly title: string;
  readonly nextAttempt: string;
  readonly fields: Readonly<Record<'amount' | 'given' | 'sum', string>>;
  readonly exactly: string;
  readonly other: string;
  readonly choose: string;
  /** What will have to be given back. */
  readonly willGive: string;
  /** Before the first cash of a period, where no shift is open. */
  readonly noShift: string;
  readonly writing: string;
  readonly change: string;
  readonly noChange: string;
  /** For an ear. */
  readonly given: string;
  readonly refund: {
    readonly title: string;
    readonly question: string;
    readonly cannotRecall: string;
    readonly writing: string;
    readonly giveThisBack: string;
  };
};

export const cashWords: Readonly<Record<Language, CashScreenWords>> = {
  en: {
    title: 'New sale in cash',
    nextAttempt: 'Sale {sale}: another attempt, in cash',
    fields: {amount: 'Amount', given: 'Given', sum: 'Sum given'},
    exactly: '{amount}, exactly',
    other: 'another sum',
    choose: '{keys} chooses',
    willGive: 'Change {amount}',
    noShift: 'No shift is open: {key} counts the drawer and opens one first.',
    writing: 'Writing it down…',
    change: 'CHANGE',
    noChange: 'No change to give.',
    given: 'Change: {amount}.',
    refund: {
      title: 'Give cash back?',
      question: 'Give {amount} back out of the drawer? Why: “{reason}”.',
      cannotRecall: 'It counts as given back at once: take the money out of the drawer now.',
      writing: 'Writing it down…',
      giveThisBack: '{key} gives this one back out of the drawer.',
    },
  },
  fr: {
    title: 'Nouvelle vente en espèces',
    nextAttempt: 'Vente {sale} : autre tentative, en espèces',
    fields: {amount: 'Montant', given: 'Donné', sum: 'Somme donnée'},
    exactly: '{amount}, tout juste',
    other: 'une autre somme',
    choose: '{keys} pour choisir',
    willGive: 'À rendre {amount}',
    noShift: 'Aucune session n’est ouverte : {key} compte le tiroir et en ouvre une avant.',
    writing: 'Inscription…',
    change: 'À RENDRE',
    noChange: 'Rien à rendre.',
    given: 'À rendre : {amount}.',
    refund: {
      title: 'Rendre en espèces ?',
      question: 'Rendre {amount} du tiroir ? Motif : « {reason} ».',
      cannotRecall: 'C’est compté comme rendu aussitôt : prenez l’argent dans le tiroir maintenant.',
      writing: 'Inscription…',
      giveThisBack: '{key} rend celui-ci du tiroir.',
    },
  },
};
