import type {Language} from './fill.js';

/** What the demo says before each of its scenes. */
export type SceneName =
  | 'open'
  | 'code'
  | 'enrolled'
  | 'unclear'
  | 'cards'
  | 'cash'
  | 'claim'
  | 'refund'
  | 'closed'
  | 'renewed'
  | 'reconciled';

type DemoWords = {
  readonly intro: string;
  readonly scenes: Readonly<Record<SceneName, string>>;
  /** Why the money goes back, as it is written into the journal. */
  readonly reason: string;
  /** A command that did not end as the demo had said. */
  readonly unexpected: string;
  readonly end: string;
};

export const demoWords: Readonly<Record<Language, DemoWords>> = {
  en: {
    intro:
      'A day of a shop in Abidjan, against the practice service: no money, no key, nothing kept. After $ stands what you could type, below it the heart of the answer. The clock is pushed, so nobody waits.',
    scenes: {
      open: 'Fatou opens her shift with the change that is in the drawer.',
      enrolled: 'Yao lunches here daily: his card pays now, and then every day by itself.',
      code: 'Orange sends a one-time password. Paid is what the service’s record says.',
      unclear: 'The link drops. A second request could charge twice: the till asks first.',
      cards: 'One card is declined, another approved. No number is shown or written.',
      cash: 'Cash: the change is worked out, and shown to the customer in large type.',
      claim: '“I paid, look!” A message proves nothing: the till knows what it asked.',
      refund: 'The goods bought by card come back. So does the money, to the same card.',
      closed: 'Fatou counts before she knows what should be there. Then the Z is final.',
      renewed: 'Next morning: a second lunch was charged, and is written down once.',
      reconciled: 'The provider’s own file against the journal: nothing stays unexplained.',
    },
    reason: 'came back unopened',
    unexpected: 'This did not end as it should have: exit code {code} instead of {expected}.',
    end: 'That was the day. Its folder is gone again. To try for yourself: duka',
  },
  fr: {
    intro:
      'La journée d’une boutique d’Abidjan, avec le service d’essai : ni argent ni clé, rien n’est gardé. Après $, ce que vous pourriez taper ; dessous, l’essentiel de la réponse. L’horloge est avancée : personne n’attend.',
    scenes: {
      open: 'Fatou ouvre son service avec la monnaie qui est dans le tiroir.',
      enrolled: 'Yao déjeune ici : sa carte paie maintenant, puis chaque jour d’elle-même.',
      code: 'Orange envoie un code à usage unique. Le relevé du service fait foi.',
      unclear: 'La liaison tombe. Redemander débiterait peut-être deux fois : on vérifie.',
      cards: 'Une carte est refusée, une autre acceptée. Aucun numéro montré ni écrit.',
      cash: 'Espèces : la monnaie est calculée, et montrée au client en grand.',
      claim: '« J’ai payé ! » Un message ne prouve rien : la caisse sait ses demandes.',
      refund: 'L’achat par carte est rapporté. L’argent revient, sur la même carte.',
      closed: 'Fatou compte avant de savoir ce qui devrait y être. Puis le Z est clos.',
      renewed: 'Le lendemain : un second déjeuner est débité, et inscrit une seule fois.',
      reconciled: 'Le fichier du prestataire face au journal : rien ne reste inexpliqué.',
    },
    reason: 'rapporté non ouvert',
    unexpected: 'Ceci n’a pas fini comme prévu : code de sortie {code} au lieu de {expected}.',
    end: 'C’était la journée. Son dossier a disparu. Pour essayer vous-même : duka',
  },
};
