import type {Verdict} from '../payment/payment.js';
import type {Language} from './fill.js';

/** Where a sale stood when its till was killed, by what both books say of it afterwards. */
export type MomentName =
  | 'opening'
  | 'before-intent'
  | 'before-sending'
  | 'awaiting-answer'
  | 'writing-answer'
  | 'following';

/** What a proof can fail on. */
export type FindingName =
  | 'told-and-lost'
  | 'told-and-taken-back'
  | 'sold-twice'
  | 'row-doubled'
  | 'row-without-line'
  | 'asked-twice'
  | 'row-of-cash'
  | 'left-open'
  | 'left-unwritten'
  | 'paid-here-only'
  | 'paid-there-only'
  | 'known-without-row'
  | 'failed-without-proof'
  | 'not-asked'
  | 'amounts-differ'
  | 'ends-differ'
  | 'refund-without-line'
  | 'refund-doubled'
  | 'refunds-differ'
  | 'sums-differ'
  | 'journal-damaged'
  | 'till-stopped'
  | 'till-silent';

type SelftestWords = {
  readonly intro: string;
  readonly moments: Readonly<Record<MomentName, string>>;
  readonly round: string;
  readonly findings: Readonly<Record<FindingName, string>>;
  readonly kept: string;
  readonly written: string;
  readonly certificate: {
    readonly title: string;
    readonly date: string;
    readonly software: string;
    readonly softwareIs: string;
    readonly platform: string;
    readonly platformIs: string;
    readonly disk: string;
    readonly diskSyncedAsWritten: string;
    readonly diskSyncedAfter: string;
    readonly seed: string;
    readonly rounds: string;
    readonly roundsAre: string;
    readonly kills: string;
    readonly sales: string;
    readonly salesAre: string;
    readonly methods: Readonly<Record<string, string>>;
    readonly verdicts: Readonly<Record<Verdict, string>>;
    readonly service: string;
    readonly serviceIs: string;
    readonly paidHere: string;
    readonly paidThere: string;
    readonly nothing: string;
    readonly acknowledged: string;
    readonly acknowledgedAre: string;
    readonly torn: string;
    readonly tornAre: string;
    readonly restarts: string;
    readonly restartsAre: string;
    readonly proven: string;
    readonly notProven: string;
    /** What a killed program does not show. */
    readonly limits: string;
    readonly hash: string;
  };
};

export const selftestWords: Readonly<Record<Language, SelftestWords>> = {
  en: {
    intro:
      'A practice till sells to a practice service on this disk, is killed at random moments and started again. No money moves. Seed {seed}.',
    moments: {
      opening: 'while the till was opening',
      'before-intent': 'before the sale was on the disk',
      'before-sending': 'when it was on the disk and not sent',
      'awaiting-answer': 'when it was sent and nothing was heard',
      'writing-answer': 'while the answer was being written down',
      following: 'while its outcome was found out',
    },
    round: 'Round {round} of {rounds}: killed {moment}; back in {milliseconds} ms, and both books agree.',
    findings: {
      'told-and-lost': 'a state that the cashier had been told of is not in the journal (line {seq})',
      'told-and-taken-back': 'the cashier had been told “{told}”, and the journal says “{now}”',
      'sold-twice': 'one sale became two payments, this one and {other}',
      'row-doubled': 'the service’s books have it twice',
      'row-without-line': 'the service’s books have it ({status}), and the journal has no line about it',
      'asked-twice': 'the service was asked for the money {requests} times',
      'row-of-cash': 'it was paid in cash, and the service’s books have it',
      'left-open': 'it was decided and not sent, and the next start did not close it',
      'left-unwritten': 'the service has it ({status}), and the journal does not say that it was sent',
      'paid-here-only': 'the journal calls it paid, and the service’s books have no such payment',
      'paid-there-only': 'the service was paid ({there}), and the journal says “{here}”',
      'known-without-row': 'the journal says that the service has it, and the service’s books do not',
      'failed-without-proof': 'the journal calls it not paid, and nothing proves that it never left',
      'not-asked': 'nobody knows what became of it, and the service was not asked',
      'amounts-differ': 'the service was paid {amount}, which is not what was asked for, and the journal says “{here}”',
      'ends-differ': 'the service says “{there}”, and the journal says “{here}”',
      'refund-without-line': 'the service gave money back of a payment that the journal does not have',
      'refund-doubled': '{amount} was given back {there} times, and the journal sent that {here} times',
      'refunds-differ': 'a refund is “{there}” at the service and “{here}” in the journal',
      'sums-differ': 'the sums that were paid differ: {here} in the journal, {there} at the service',
      'journal-damaged': 'the journal is damaged in {segment}, line {line}',
      'till-stopped': 'the till ended by itself with exit code {exit}: {said}',
      'till-silent': 'the till did not say within {seconds} seconds what became of its payments',
    },
    kept: 'Everything is kept for a look: {folder}',
    written: 'The certificate is written: {file}',
    certificate: {
      title: 'Duka crash certificate',
      date: 'Date',
      software: 'Software',
      softwareIs: 'Duka {version} on Node {node}',
      platform: 'Platform',
      platformIs: '{platform} {processor}, file system {files}',
      disk: 'Disk',
      diskSyncedAsWritten: 'every line is synced as it is written (O_DSYNC), {milliseconds} ms',
      diskSyncedAfter: 'every line is synced after it is written (fdatasync), {milliseconds} ms',
      seed: 'Seed',
      rounds: 'Rounds',
      roundsAre: '{rounds} in {seconds} s, the slowest in {slowest} ms',
      kills: 'Kills',
      sales: 'Sales',
      salesAre: '{begun} begun, {written} written down',
      methods: {'mobile-money': '{count} by mobile money', card: '{count} by card', cash: '{count} in cash'},
      verdicts: {
        paid: '{count} paid',
        'not-paid': '{count} not paid',
        'not-known': '{count} not known',
        'needs-person': '{count} for a person',
      },
      service: 'Service',
      serviceIs: '{rows} payments asked for once each, {refunds} refunds',
      paidHere: 'Paid here',
      paidThere: 'Paid there',
      nothing: 'nothing',
      acknowledged: 'Told',
      acknowledgedAre: '{count} states told to the cashier, each looked for in the journal',
      torn: 'Torn',
      tornAre: '{count} unfinished last lines, of which nobody had been told',
      restarts: 'Restart',
      restartsAre: 'half of them within {half} ms, the slowest {most} ms',
      proven:
        'PROVEN: nothing was lost and nothing was doubled. Both books agree about every payment, or say why nobody can know.',
      notProven: 'NOT PROVEN. Findings: {count}',
      limits:
        'The program was killed, not the power: that this disk keeps what it was told to sync, only the disk can promise.',
      hash: 'SHA-256 of the lines above this one:',
    },
  },
  fr: {
    intro:
      'Une caisse d’essai vend à un service d’essai sur ce disque, est tuée à des moments pris au hasard et relancée. Aucun argent ne circule. Graine {seed}.',
    moments: {
      opening: 'pendant l’ouverture de la caisse',
      'before-intent': 'avant que la vente soit sur le disque',
      'before-sending': 'la vente sur le disque et pas envoyée',
      'awaiting-answer': 'la vente envoyée et sa réponse pas entendue',
      'writing-answer': 'pendant l’écriture de la réponse',
      following: 'pendant que l’issue était cherchée',
    },
    round: 'Tour {round} sur {rounds} : tuée {moment} ; de retour en {milliseconds} ms, les deux livres concordent.',
    findings: {
      'told-and-lost': 'un état annoncé au caissier n’est pas dans le journal (ligne {seq})',
      'told-and-taken-back': 'le caissier avait lu « {told} », et le journal dit « {now} »',
      'sold-twice': 'une vente est devenue deux paiements, celui-ci et {other}',
      'row-doubled': 'les livres du service l’ont deux fois',
      'row-without-line': 'les livres du service l’ont ({status}), et le journal n’en a pas une ligne',
      'asked-twice': 'l’argent a été demandé {requests} fois au service',
      'row-of-cash': 'elle a été payée en espèces, et les livres du service l’ont',
      'left-open': 'il a été décidé et pas envoyé, et le redémarrage ne l’a pas clos',
      'left-unwritten': 'le service l’a ({status}), et le journal ne dit pas qu’il a été envoyé',
      'paid-here-only': 'le journal le dit payé, et les livres du service n’ont pas ce paiement',
      'paid-there-only': 'le service a été payé ({there}), et le journal dit « {here} »',
      'known-without-row': 'le journal dit que le service l’a, et les livres du service ne l’ont pas',
      'failed-without-proof': 'le journal le dit non payé, et rien ne prouve qu’il n’est jamais parti',
      'not-asked': 'personne ne sait ce qu’il est devenu, et le service n’a pas été interrogé',
      'amounts-differ': 'le service a reçu {amount}, autre chose que demandé, et le journal dit « {here} »',
      'ends-differ': 'le service dit « {there} », et le journal dit « {here} »',
      'refund-without-line': 'le service a rendu l’argent d’un paiement que le journal n’a pas',
      'refund-doubled': '{amount} ont été rendus {there} fois, et le journal l’a envoyé {here} fois',
      'refunds-differ': 'un remboursement est « {there} » au service et « {here} » au journal',
      'sums-differ': 'les sommes payées diffèrent : {here} au journal, {there} au service',
      'journal-damaged': 'le journal est endommagé dans {segment}, ligne {line}',
      'till-stopped': 'la caisse s’est arrêtée d’elle-même avec le code de sortie {exit} : {said}',
      'till-silent': 'la caisse n’a pas dit en {seconds} secondes ce que ses paiements sont devenus',
    },
    kept: 'Tout est gardé pour un examen : {folder}',
    written: 'Le certificat est écrit : {file}',
    certificate: {
      title: 'Certificat d’arrêt brutal de Duka',
      date: 'Date',
      software: 'Logiciel',
      softwareIs: 'Duka {version} sur Node {node}',
      platform: 'Machine',
      platformIs: '{platform} {processor}, système de fichiers {files}',
      disk: 'Disque',
      diskSyncedAsWritten: 'chaque ligne est assurée à l’écriture (O_DSYNC), {milliseconds} ms',
      diskSyncedAfter: 'chaque ligne est assurée après l’écriture (fdatasync), {milliseconds} ms',
      seed: 'Graine',
      rounds: 'Tours',
      roundsAre: '{rounds} en {seconds} s, le plus lent en {slowest} ms',
      kills: 'Arrêts',
      sales: 'Ventes',
      salesAre: '{begun} commencées, {written} écrites',
      methods: {'mobile-money': '{count} par mobile money', card: '{count} par carte', cash: '{count} en espèces'},
      verdicts: {
        paid: '{count} payées',
        'not-paid': '{count} non payées',
        'not-known': '{count} non sues',
        'needs-person': '{count} à voir',
      },
      service: 'Service',
      serviceIs: '{rows} paiements demandés une fois chacun, {refunds} remboursements',
      paidHere: 'Payé ici',
      paidThere: 'Payé là-bas',
      nothing: 'rien',
      acknowledged: 'Annoncés',
      acknowledgedAre: '{count} états annoncés au caissier, chacun cherché au journal',
      torn: 'Déchirées',
      tornAre: '{count} dernières lignes inachevées, dont personne n’avait été informé',
      restarts: 'Reprise',
      restartsAre: 'la moitié en {half} ms, la plus lente en {most} ms',
      proven:
        'PROUVÉ : rien n’a été perdu et rien n’a été doublé. Les deux livres concordent sur chaque paiement, ou disent pourquoi personne ne peut savoir.',
      notProven: 'PAS PROUVÉ. Constats : {count}',
      limits:
        'Le programme a été tué, le courant n’a pas été coupé : que ce disque garde ce qu’il doit assurer, lui seul peut le promettre.',
      hash: 'SHA-256 des lignes au-dessus de celle-ci :',
    },
  },
};
