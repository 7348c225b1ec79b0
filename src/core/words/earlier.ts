import type {Language} from './fill.js';

type Sentences = Readonly<Record<'paid' | 'notPaid' | 'needsPerson', string>>;

/** The quiet line about an earlier payment of the same wallet or card, which has ended. */
export const earlierWords: Readonly<Record<Language, Readonly<Record<'wallet' | 'card', Sentences>>>> = {
  en: {
    wallet: {
      paid: 'This wallet paid {amount} at {time}.',
      notPaid: 'This wallet did not pay {amount} at {time}.',
      needsPerson: 'A payment of {amount} by this wallet at {time} needs a person.',
    },
    card: {
      paid: 'A card with this ending paid {amount} at {time}.',
      notPaid: 'A card with this ending did not pay {amount} at {time}.',
      needsPerson: 'A payment of {amount} by a card with this ending at {time} needs a person.',
    },
  },
  fr: {
    wallet: {
      paid: 'Ce numéro a payé {amount} à {time}.',
      notPaid: 'Ce numéro n’a pas payé {amount} à {time}.',
      needsPerson: 'Un paiement de {amount} par ce numéro à {time} est à voir par un responsable.',
    },
    card: {
      paid: 'Une carte finissant ainsi a payé {amount} à {time}.',
      notPaid: 'Une carte finissant ainsi n’a pas payé {amount} à {time}.',
      needsPerson: 'Un paiement de {amount} par une carte finissant ainsi à {time} est à voir par un responsable.',
    },
  },
};
