import type {Verdict} from '../payment.js';
import type {Language} from './fill.js';

/** What the demo says before each of its scenes, and within them. */
export type SceneName =
  | 'paid'
  | 'declined'
  | 'code'
  | 'page'
  | 'customer'
  | 'dropped'
  | 'lost'
  | 'judged'
  | 'slow'
  | 'later'
  | 'aside'
  | 'twice'
  | 'taken'
  | 'takenBack';

type DemoWords = {
  readonly intro: readonly string[];
  readonly scenes: Readonly<Record<SceneName, string>>;
  /** Why the owner judges, as it is written into the journal. */
  readonly reason: string;
  readonly exit: string;
  /** A command that did not end as the demo had said. */
  readonly unexpected: string;
  readonly summary: string;
  readonly counts: Readonly<Record<Verdict, string>>;
  readonly nothing: string;
  readonly payments: string;
  readonly journal: string;
  readonly end: string;
};

export const demoWords: Readonly<Record<Language, DemoWords>> = {
  en: {
    intro: [
      'A day of a shop in Nairobi, played on this machine against the practice service. No money moves, no key is needed, and nothing is kept.',
      'A line that begins with $ is a command that you could type, and below it is what it says. The clock is pushed, so nobody waits.',
    ],
    scenes: {
      paid: 'Three customers pay. The till asks, the customer approves on the phone, and the service’s own record says that it is paid.',
      declined: 'A customer declines on the phone. Nothing was paid, and the till knows it.',
      code: 'A visitor pays in francs from an Orange wallet, which sends her a one-time password. She reads out a wrong one first.',
      page: 'Another visitor has Wave, and approves on a web page.',
      customer: 'The demo now plays the customer, and approves on that page.',
      dropped:
        'The connection drops after the service took the request. To charge again would take the money twice; the till asks until it knows.',
      lost: 'The connection breaks before anything arrives. The till cannot tell this from the case before, so it does not guess.',
      judged:
        'Four minutes later the service still has no record. That proves nothing, so the owner looks, and judges under her own name.',
      slow: 'A customer is slow to answer. The payment is left to wait, and the next customer can come.',
      later: 'Ten minutes later:',
      aside:
        'A customer has no luck with one phone and gives another. The first attempt is set aside; what was sent to that phone cannot be called back.',
      twice:
        'Ten minutes later the first phone was answered after all. Both attempts of one sale are paid, which the till says aloud:',
      taken: 'A payment arrives…',
      takenBack: '… and is taken back two minutes later. Whoever asks again finds out:',
    },
    reason: 'no record in the dashboard',
    exit: 'Exit code {code}.',
    unexpected: 'This did not end as it should have: exit code {code} instead of {expected}.',
    summary: 'The day in sums, each currency by itself:',
    counts: {
      paid: '{count} paid',
      'not-paid': '{count} not paid',
      'not-known': '{count} not known yet',
      'needs-person': '{count} for a person',
    },
    nothing: 'nothing',
    payments: 'Every payment, with its verdict:',
    journal: 'All of this is in the journal, a line for each thing that was done or heard. It checks itself:',
    end: 'That was the day. Its folder is gone again. To try for yourself: duka',
  },
  fr: {
    intro: [
      'Une journée d’une boutique de Nairobi, jouée sur cette machine avec le service d’essai. Aucun argent ne circule, aucune clé n’est demandée, rien n’est gardé.',
      'Une ligne qui commence par $ est une commande que vous pourriez taper, et dessous ce qu’elle répond. L’horloge est avancée : personne n’attend.',
    ],
    scenes: {
      paid: 'Trois clients paient. La caisse demande, le client approuve sur son téléphone, et le relevé du service lui-même dit que c’est payé.',
      declined: 'Un client refuse sur son téléphone. Rien n’a été payé, et la caisse le sait.',
      code: 'Une visiteuse paie en francs depuis un portefeuille Orange, qui lui envoie un code à usage unique. Elle en lit d’abord un faux.',
      page: 'Un autre visiteur a Wave, et approuve sur une page web.',
      customer: 'La démonstration joue à présent le client, et approuve sur cette page.',
      dropped:
        'La liaison tombe après que le service a pris la demande. Redemander prendrait l’argent deux fois ; la caisse interroge jusqu’à savoir.',
      lost: 'La liaison tombe avant que rien n’arrive. La caisse ne peut distinguer ce cas du précédent : elle ne devine pas.',
      judged:
        'Quatre minutes plus tard le service n’en a toujours aucune trace. Cela ne prouve rien : la patronne regarde, et juge sous son propre nom.',
      slow: 'Un client tarde à répondre. On laisse le paiement attendre, et le client suivant peut venir.',
      later: 'Dix minutes plus tard :',
      aside:
        'Un client n’arrive à rien avec un téléphone et en donne un autre. La première tentative est mise de côté ; ce qui est parti vers ce téléphone ne se rappelle pas.',
      twice:
        'Dix minutes plus tard, le premier téléphone a tout de même répondu. Les deux tentatives d’une même vente sont payées, ce que la caisse dit haut et fort :',
      taken: 'Un paiement arrive…',
      takenBack: '… et est repris deux minutes plus tard. Qui redemande l’apprend :',
    },
    reason: 'aucune trace dans le tableau de bord',
    exit: 'Code de sortie {code}.',
    unexpected: 'Ceci n’a pas fini comme prévu : code de sortie {code} au lieu de {expected}.',
    summary: 'La journée en sommes, chaque devise à part :',
    counts: {
      paid: '{count} payé(s)',
      'not-paid': '{count} pas payé(s)',
      'not-known': '{count} pas encore su(s)',
      'needs-person': '{count} à voir par un responsable',
    },
    nothing: 'rien',
    payments: 'Chaque paiement, avec son verdict :',
    journal: 'Tout cela est dans le journal, une ligne pour chaque chose faite ou entendue. Il se vérifie lui-même :',
    end: 'C’était la journée. Son dossier a de nouveau disparu. Pour essayer vous-même : duka',
  },
};
