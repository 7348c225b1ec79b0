import type {Badge} from '../payment/badge.js';
import type {Attention} from '../payment/follow-up.js';
import type {FailureReason, PaymentStatus, Verdict} from '../payment/payment.js';
import type {Rule} from '../payment/timeline.js';
import type {Contradiction} from '../service/status-evidence.js';
import type {Language} from './fill.js';

/** What the customer must do, and what the till waits for, as a key of the sentences below. */
export type Waiting =
  | 'sending'
  | 'prompt'
  | 'otp'
  | 'otp-again'
  | 'otp-unclear'
  | 'otp-still-wanted'
  | 'redirect'
  | 'challenge'
  | 'no-page'
  | 'answer'
  | 'record'
  | 'odd'
  | 'contradictory';

export const cashWord: Readonly<Record<Language, string>> = {en: 'Cash', fr: 'Espèces'};

/** What takes the place of a network's name where a subscription is charged. */
export const subscriptionWords: Readonly<Record<Language, {readonly enrolment: string; readonly renewal: string}>> = {
  en: {enrolment: 'Enrolment', renewal: 'Renewal'},
  fr: {enrolment: 'Abonnement', renewal: 'Renouvellement'},
};

type PaymentWords = {
  readonly verdicts: Readonly<Record<Badge, string>>;
  readonly statuses: Readonly<Record<PaymentStatus, string>>;
  /** To the cashier: what to do with the goods. */
  readonly release: Readonly<Record<Verdict, string>>;
  /** The same of a paid payment that was given back whole. */
  readonly givenBack: string;
  /** The same of a first charge that was not paid, of a subscription that the service may charge by itself. */
  readonly stillBilled: string;
  /** The same of one that the service says was taken from the customer and given back, and that nobody here saw paid. */
  readonly takenBack: string;
  readonly waiting: Readonly<Record<Waiting, string>>;
  /** To the customer, in the customer's language. */
  readonly say: Readonly<
    Record<
      Waiting | 'paid' | 'paid-while-open' | 'paid-twice' | 'paid-already' | 'not-paid' | 'needs-person' | 'refunded',
      string
    >
  >;
  readonly failures: Readonly<Record<FailureReason, string>>;
  readonly mispaid: string;
  readonly disputed: string;
  /** The same where it is known what was said first. */
  readonly reversedLater: string;
  readonly paidAgain: string;
  readonly paidLater: string;
  readonly judgedPaid: string;
  readonly feeBasis: string;
  readonly paidTwice: string;
  readonly attention: Readonly<Record<Attention | 'refund-unclear', string>>;
  /** Why a record proves nothing. */
  readonly contradictions: Readonly<Record<Contradiction, string>>;
  readonly rules: Readonly<Record<Rule, string>>;
};

export const paymentWords: Readonly<Record<Language, PaymentWords>> = {
  en: {
    verdicts: {
      paid: 'PAID',
      'judged-paid': 'JUDGED PAID',
      'given-back': 'GIVEN BACK',
      'not-paid': 'NOT PAID',
      'not-known': 'NOT KNOWN YET',
      'needs-person': 'NEEDS A PERSON',
    },
    statuses: {
      requested: 'about to be sent',
      sent: 'sent, no answer yet',
      unknown: 'may have been sent',
      pending: 'waiting for the customer',
      paid: 'paid',
      mispaid: 'another amount paid',
      failed: 'not paid',
      disputed: 'contradictory',
    },
    release: {
      paid: 'Hand over the goods.',
      'not-paid': 'Keep the goods. Nothing was paid; a new payment is safe.',
      'not-known': 'Keep the goods. Do not charge again: the till goes on asking.',
      'needs-person': 'Keep the goods. Call the owner before doing anything else.',
    },
    stillBilled:
      'Keep the goods. The service may still charge the card by itself: do not collect otherwise, or cancel subscription {id} first.',
    givenBack: 'All of it was given back: keep the goods.',
    takenBack: 'Keep the goods. The service says that the customer’s money was taken and given back.',
    waiting: {
      sending: 'Sending the request to the service.',
      prompt: 'Waiting for the customer to approve on {wallet}.',
      otp: 'Waiting for the one-time password that {wallet} received.',
      'otp-again': 'That code was wrong: ask the customer for the right one.',
      'otp-unclear':
        'The code was sent and no answer came. The till asks, and takes another only if the service still waits for it a minute later.',
      'otp-still-wanted':
        'No answer came to the code, and the service still waits: ask the customer for a new code. The same one is not sent twice.',
      redirect: 'Waiting for the customer to approve on the page of {network}.',
      challenge: 'The card’s bank wants the customer to confirm on its page.',
      'no-page':
        'The card’s bank wants the customer to confirm on a page that this till does not open: it is not https, or not whole.',
      answer: 'The request may or may not have reached the service.',
      record: 'The service is working on it.',
      odd: 'The service says “{raw}”, which this till does not know.',
      contradictory: 'The service says “{raw}”, but that proves nothing: {why}.',
    },
    say: {
      sending: 'One moment, please.',
      prompt: 'Please approve the payment on your phone.',
      otp: 'Please tell me the code that you have just received.',
      'otp-again': 'That code was not right. Please read it to me again.',
      'otp-unclear': 'One moment, I am checking your code.',
      'otp-still-wanted': 'Please get a new code and read it to me.',
      redirect: 'Please open this page and approve the payment.',
      challenge: 'Your bank asks you to confirm the payment on its page.',
      'no-page': 'Your bank wants to ask you something that I cannot show. One moment, please.',
      answer: 'The network is slow. Please do not pay again; I am checking.',
      record: 'One moment, the payment is being worked on.',
      odd: 'One moment, I am checking with the service.',
      contradictory: 'One moment, I am checking with the service.',
      paid: 'Thank you, your payment has arrived.',
      'paid-while-open': 'Thank you, your payment has arrived. Please approve nothing else for it.',
      'paid-twice': 'Your money has arrived twice. Please ask for one of the two payments back.',
      'paid-already': 'This has been paid already. Please do not approve or pay anything more.',
      refunded: 'Your money is on its way back to you.',
      'not-paid': 'The payment did not go through. Nothing was taken.',
      'needs-person': 'Something is not right with this payment. I am calling my manager.',
    },
    failures: {
      declined: 'It was declined: {text}.',
      field: 'The service refused the request: {text}.',
      credentials: 'The service refused this till’s key: {text}.',
      reversed: 'The money was taken back: {text}.',
      record: 'The service says that it failed. {text}',
      unreachable: 'The service could not be reached, so nothing was sent ({text}).',
      'never-left': 'The till stopped before anything was sent.',
      judged: 'A person judged so: {text}.',
    },
    mispaid: '{paid} was paid instead of {asked}.',
    disputed: 'The service first said one thing and then another.',
    reversedLater: 'It was paid, and then the money was taken back.',
    paidAgain: 'It was paid, then the money was taken back; now the service says again that it is paid.',
    paidLater: 'The service first said that it failed, and then that it was paid.',
    judgedPaid: '{person} judged it paid: {reason}.',
    feeBasis: 'The amount differs by exactly the fee of {fee}.',
    paidTwice: 'Two payments of this sale were paid: give one back.',
    attention: {
      'ten-minutes': 'open for more than 10 minutes',
      day: 'open for more than a day',
      week: 'open for more than a week',
      'refund-unclear': 'a refund of it may have been made',
    },
    contradictions: {
      'no-reference': 'it does not say of which payment it is',
      around: 'something around it says otherwise',
      doubled: 'it says two things at once',
      partial: 'only a part of it came',
      'no-currency': 'it names no currency',
      amount: 'its amount is not above 0',
      fee: 'no fee can be as it says',
    },
    rules: {
      'intent-on-disk': 'decided and written down',
      'sent-after-sync': 'sent to the service',
      'never-left': 'found at start-up: it had never left',
      'answer-not-sent': 'did not leave this machine',
      'answer-unknown': 'no clear answer: it may have arrived',
      'answer-refused': 'the service refused it',
      'answer-accepted': 'accepted, waiting for the customer',
      'answer-completed': 'approved, says the answer; the record has to say so',
      'otp-sent-after-sync': 'one-time password sent',
      'otp-accepted': 'one-time password accepted',
      'otp-wrong-code': 'the service says the code is wrong',
      'otp-credentials': 'the service refused this till’s key',
      'otp-not-sent': 'the code did not leave this machine',
      'otp-unknown': 'no clear answer to the code',
      'record-paid': 'the service confirms the payment',
      'record-paid-by-fee': 'the service confirms it; the amount differs by its fee',
      'record-mispaid': 'the service records another amount',
      'record-failed': 'the service records a failure',
      'record-reversed': 'the service records that it was taken back',
      'record-pending': 'asked again: still waiting',
      'record-odd': 'asked again: an answer that this till does not know',
      'record-contradictory': 'a record that proves nothing: {why}',
      'question-not-found': 'asked again: no record, which proves nothing',
      'question-failed': 'the question failed, which proves nothing',
      'question-no-answer': 'asked again: no answer',
      'set-aside': 'set aside',
      'judged-paid': 'judged paid by a person',
      'judged-not-paid': 'judged not paid by a person',
      'record-refunded': 'the service records that it was given back',
      'cash-taken': 'taken in cash',
      'enrolment-charged': 'charged by the service at the enrolment',
      'renewal-listed': 'a renewal that the service lists as charged',
      'refund-in-cash': 'refund {refund} given back in cash',
      'refund-seen': 'refund {refund} found in the service’s history, and not in this journal',
      'refund-on-disk': 'refund {refund} decided and written down',
      'refund-sent-after-sync': 'refund {refund} sent to the service',
      'refund-never-left': 'refund {refund} had never left',
      'refund-answer-not-sent': 'refund {refund} did not leave this machine',
      'refund-answer-unknown': 'refund {refund}: no clear answer, it may have been made',
      'refund-answer-refused': 'refund {refund} was refused',
      'refund-answer-accepted': 'refund {refund} accepted, not done yet',
      'refund-answer-done': 'refund {refund} is done, says the service',
      'refund-record-done': 'refund {refund}: the service records it as done',
      'refund-record-failed': 'refund {refund}: the service records a failure',
      'refund-record-pending': 'refund {refund}: not done yet',
      'refund-found-done': 'refund {refund} found in the service’s history: done',
      'refund-found-failed': 'refund {refund} found in the service’s history: failed',
      'refund-found-pending': 'refund {refund} found in the service’s history: not done yet',
      'refund-not-in-history': 'refund {refund}: not in the service’s history, which proves nothing',
      'refund-several-in-history': 'refund {refund}: several like it in the service’s history',
      'refund-question-failed': 'refund {refund}: the question failed, which proves nothing',
      'refund-no-answer': 'refund {refund}: asked again, no answer',
      'refund-judged-done': 'refund {refund} judged done by a person',
      'refund-judged-failed': 'refund {refund} judged not done by a person',
    },
  },
  fr: {
    verdicts: {
      paid: 'PAYÉ',
      'judged-paid': 'JUGÉ PAYÉ',
      'given-back': 'REMBOURSÉ',
      'not-paid': 'NON PAYÉ',
      'not-known': 'PAS ENCORE SU',
      'needs-person': 'À VOIR PAR UN RESPONSABLE',
    },
    statuses: {
      requested: 'sur le point de partir',
      sent: 'envoyé, sans réponse',
      unknown: 'peut-être envoyé',
      pending: 'attend le client',
      paid: 'payé',
      mispaid: 'autre montant payé',
      failed: 'non payé',
      disputed: 'contradictoire',
    },
    release: {
      paid: 'Remettez la marchandise.',
      'not-paid': 'Gardez la marchandise. Rien n’a été payé ; un nouveau paiement est sans risque.',
      'not-known': 'Gardez la marchandise. Ne débitez pas une seconde fois : la caisse continue de demander.',
      'needs-person': 'Gardez la marchandise. Appelez le responsable avant toute autre chose.',
    },
    stillBilled:
      'Gardez la marchandise. Le service peut encore débiter la carte de lui-même : n’encaissez pas autrement sans résilier d’abord l’abonnement {id}.',
    givenBack: 'Tout a été rendu : gardez la marchandise.',
    takenBack: 'Gardez la marchandise. Le service dit que l’argent du client a été pris, puis rendu.',
    waiting: {
      sending: 'Envoi de la demande au service.',
      prompt: 'On attend que le client approuve sur le {wallet}.',
      otp: 'On attend le code à usage unique reçu par le {wallet}.',
      'otp-again': 'Ce code était faux : demandez le bon au client.',
      'otp-unclear':
        'Le code est parti sans réponse. La caisse demande, et n’en prend un autre que si le service l’attend encore une minute après.',
      'otp-still-wanted':
        'Le code est resté sans réponse et le service attend encore : demandez un nouveau code. Le même ne part pas deux fois.',
      redirect: 'On attend que le client approuve sur la page de {network}.',
      challenge: 'La banque de la carte veut que le client confirme sur sa page.',
      'no-page':
        'La banque de la carte veut que le client confirme sur une page que cette caisse n’ouvre pas : elle n’est pas en https, ou pas entière.',
      answer: 'La demande a peut-être atteint le service, peut-être pas.',
      record: 'Le service y travaille.',
      odd: 'Le service dit « {raw} », que cette caisse ne connaît pas.',
      contradictory: 'Le service dit « {raw} », mais cela ne prouve rien : {why}.',
    },
    say: {
      sending: 'Un instant, s’il vous plaît.',
      prompt: 'Veuillez approuver le paiement sur votre téléphone.',
      otp: 'Veuillez me donner le code que vous venez de recevoir.',
      'otp-again': 'Ce code n’est pas bon. Veuillez me le relire.',
      'otp-unclear': 'Un instant, je vérifie votre code.',
      'otp-still-wanted': 'Veuillez prendre un nouveau code et me le lire.',
      redirect: 'Veuillez ouvrir cette page et approuver le paiement.',
      challenge: 'Votre banque vous demande de confirmer le paiement sur sa page.',
      'no-page': 'Votre banque veut vous poser une question que je ne peux pas afficher. Un instant.',
      answer: 'Le réseau est lent. Ne payez pas une seconde fois, je vérifie.',
      record: 'Un instant, le paiement est en cours.',
      odd: 'Un instant, je vérifie auprès du service.',
      contradictory: 'Un instant, je vérifie auprès du service.',
      paid: 'Merci, votre paiement est arrivé.',
      'paid-while-open': 'Merci, votre paiement est arrivé. N’approuvez plus rien d’autre pour cet achat.',
      'paid-twice': 'Votre argent est arrivé deux fois. Demandez le remboursement d’un des deux paiements.',
      'paid-already': 'C’est déjà payé. N’approuvez et ne payez plus rien.',
      refunded: 'Votre argent vous revient.',
      'not-paid': 'Le paiement n’a pas abouti. Rien n’a été débité.',
      'needs-person': 'Il y a un souci avec ce paiement. J’appelle mon responsable.',
    },
    failures: {
      declined: 'Refusé : {text}.',
      field: 'Le service a refusé la demande : {text}.',
      credentials: 'Le service a refusé la clé de cette caisse : {text}.',
      reversed: 'L’argent a été repris : {text}.',
      record: 'Le service dit que cela a échoué. {text}',
      unreachable: 'Le service était injoignable, rien n’a été envoyé ({text}).',
      'never-left': 'La caisse s’est arrêtée avant tout envoi.',
      judged: 'Une personne en a jugé ainsi : {text}.',
    },
    mispaid: '{paid} payés au lieu de {asked}.',
    disputed: 'Le service a dit une chose, puis une autre.',
    reversedLater: 'Il a été payé, puis l’argent a été repris.',
    paidAgain: 'Il a été payé, puis l’argent a été repris ; le service dit maintenant de nouveau qu’il est payé.',
    paidLater: 'Le service a d’abord dit que le paiement avait échoué, puis qu’il était payé.',
    judgedPaid: 'Jugé payé par {person} : {reason}.',
    feeBasis: 'Le montant diffère exactement des frais de {fee}.',
    paidTwice: 'Deux paiements de cette vente ont été payés : il faut en rendre un.',
    attention: {
      'ten-minutes': 'ouvert depuis plus de 10 minutes',
      day: 'ouvert depuis plus d’un jour',
      week: 'ouvert depuis plus d’une semaine',
      'refund-unclear': 'un remboursement en a peut-être été fait',
    },
    contradictions: {
      'no-reference': 'rien ne dit de quel paiement il s’agit',
      around: 'ce qui l’entoure dit le contraire',
      doubled: 'deux choses y sont dites à la fois',
      partial: 'une partie seulement est arrivée',
      'no-currency': 'aucune devise n’est nommée',
      amount: 'le montant n’est pas supérieur à 0',
      fee: 'de tels frais ne sont pas possibles',
    },
    rules: {
      'intent-on-disk': 'décidé et écrit',
      'sent-after-sync': 'envoyé au service',
      'never-left': 'constaté au démarrage : jamais parti',
      'answer-not-sent': 'n’a pas quitté cette machine',
      'answer-unknown': 'pas de réponse claire : peut-être arrivé',
      'answer-refused': 'le service l’a refusé',
      'answer-accepted': 'accepté, on attend le client',
      'answer-completed': 'approuvé, dit la réponse ; la fiche doit le dire',
      'otp-sent-after-sync': 'code à usage unique envoyé',
      'otp-accepted': 'code à usage unique accepté',
      'otp-wrong-code': 'le service dit que le code est faux',
      'otp-credentials': 'le service a refusé la clé de cette caisse',
      'otp-not-sent': 'le code n’a pas quitté cette machine',
      'otp-unknown': 'pas de réponse claire au code',
      'record-paid': 'le service confirme le paiement',
      'record-paid-by-fee': 'le service confirme ; le montant diffère des frais',
      'record-mispaid': 'le service a un autre montant',
      'record-failed': 'le service a un échec',
      'record-reversed': 'le service dit que l’argent a été repris',
      'record-pending': 'redemandé : attend encore',
      'record-odd': 'redemandé : réponse inconnue de cette caisse',
      'record-contradictory': 'un enregistrement qui ne prouve rien : {why}',
      'question-not-found': 'redemandé : aucune trace, ce qui ne prouve rien',
      'question-failed': 'la question a échoué, ce qui ne prouve rien',
      'question-no-answer': 'redemandé : sans réponse',
      'set-aside': 'mis de côté',
      'judged-paid': 'jugé payé par une personne',
      'judged-not-paid': 'jugé non payé par une personne',
      'record-refunded': 'le service note qu’il a été remboursé',
      'cash-taken': 'reçu en espèces',
      'enrolment-charged': 'débité par le service à l’abonnement',
      'renewal-listed': 'renouvellement que le service donne pour débité',
      'refund-in-cash': 'remboursement {refund} rendu en espèces',
      'refund-seen': 'remboursement {refund} trouvé dans l’historique du service, et pas dans ce journal',
      'refund-on-disk': 'remboursement {refund} décidé et écrit',
      'refund-sent-after-sync': 'remboursement {refund} envoyé au service',
      'refund-never-left': 'remboursement {refund} : jamais parti',
      'refund-answer-not-sent': 'remboursement {refund} : n’a pas quitté cette machine',
      'refund-answer-unknown': 'remboursement {refund} : pas de réponse claire, peut-être fait',
      'refund-answer-refused': 'remboursement {refund} refusé',
      'refund-answer-accepted': 'remboursement {refund} accepté, pas encore fait',
      'refund-answer-done': 'remboursement {refund} fait, dit le service',
      'refund-record-done': 'remboursement {refund} : le service le note comme fait',
      'refund-record-failed': 'remboursement {refund} : le service note un échec',
      'refund-record-pending': 'remboursement {refund} : pas encore fait',
      'refund-found-done': 'remboursement {refund} trouvé dans l’historique du service : fait',
      'refund-found-failed': 'remboursement {refund} trouvé dans l’historique du service : échoué',
      'refund-found-pending': 'remboursement {refund} trouvé dans l’historique du service : pas encore fait',
      'refund-not-in-history': 'remboursement {refund} : absent de l’historique, ce qui ne prouve rien',
      'refund-several-in-history': 'remboursement {refund} : plusieurs semblables dans l’historique',
      'refund-question-failed': 'remboursement {refund} : la question a échoué, ce qui ne prouve rien',
      'refund-no-answer': 'remboursement {refund} : redemandé, sans réponse',
      'refund-judged-done': 'remboursement {refund} jugé fait par une personne',
      'refund-judged-failed': 'remboursement {refund} jugé non fait par une personne',
    },
  },
};
