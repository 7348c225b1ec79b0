import type {Enrolment} from '../subscription/enrolment.js';
import type {Change} from '../subscription/evidence.js';
import type {Plan} from '../subscription/plan-evidence.js';
import type {Subscription} from '../subscription/record.js';
import {fill, type Language} from './fill.js';

type Interval = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'ANNUAL';

type SubscriptionCommandWords = {
  readonly every: Readonly<Record<Interval, string>>;
  readonly everyMany: Readonly<Record<Interval, string>>;
  readonly everyOther: string;
  readonly trial: string;
  readonly limit: string;
  readonly plan: {
    readonly made: string;
    readonly code: string;
    readonly none: string;
    readonly unknown: string;
  };
  /** Said above what was not asked of the service just now. */
  readonly fromMemory: string;
  /** The service has no list: what follows is what this till has seen. */
  readonly notListed: string;
  readonly enrolling: string;
  readonly chargedNow: string;
  readonly free: string;
  readonly freeUntil: string;
  readonly states: Readonly<Record<Enrolment['status'] | 'waiting', string>>;
  readonly duplicate: string;
  readonly refused: string;
  readonly neverLeft: string;
  readonly notPaid: string;
  /** It was not paid either, and is not tried again. */
  readonly givenUp: string;
  readonly unclear: string;
  /** As `unclear`, where the service calls it a duplicate. */
  readonly unclearDuplicate: string;
  readonly toLook: string;
  readonly toJudge: string;
  readonly noReference: string;
  readonly looked: Readonly<Record<'doubtful' | 'several' | 'not-listed' | 'not-offered' | 'no-answer', string>>;
  readonly judged: string;
  readonly judgedWithoutNumber: string;
  readonly foundAtLast: string;
  readonly noneUnclear: string;
  readonly none: string;
  readonly noneSuch: string;
  readonly nextCharge: string;
  readonly nextByPlan: string;
  readonly noNextCharge: string;
  readonly own: string;
  readonly elsewhere: string;
  readonly added: string;
  readonly otherMode: string;
  readonly unclearChange: Readonly<Record<Change, string>>;
  readonly done: Readonly<Record<Change | 'pauseUntil', string>>;
  readonly fields: Readonly<Record<Exclude<keyof Subscription, 'id'>, string>>;
  readonly planField: string;
  readonly page: string;
  readonly pageOfMany: string;
  readonly nextPage: string;
  readonly noCharges: string;
  readonly cycle: string;
  readonly attempt: string;
  readonly retryAt: string;
};

/** What the commands say of plans, subscriptions and enrolments. */
export const subscriptionCommandWords: Readonly<Record<Language, SubscriptionCommandWords>> = {
  en: {
    every: {
      DAILY: 'every day',
      WEEKLY: 'every week',
      MONTHLY: 'every month',
      QUARTERLY: 'every quarter',
      ANNUAL: 'every year',
    },
    everyMany: {
      DAILY: 'every {count} days',
      WEEKLY: 'every {count} weeks',
      MONTHLY: 'every {count} months',
      QUARTERLY: 'every {count} quarters',
      ANNUAL: 'every {count} years',
    },
    everyOther: '{interval} × {count}',
    trial: '{days} days free',
    limit: '{cycles} times',
    plan: {
      made: 'The plan is made. Nothing is charged until a customer is enrolled on it.',
      code: 'Enrol customers with: {command}',
      none: 'No plan is known here yet.',
      unknown: 'not known here: look it up with {command}',
    },
    fromMemory: 'This is what this till remembers; the service was not heard.',
    notListed: 'This service has no such list: these are those that this till has seen.',
    enrolling: 'Enrolment {enrolment}: {email} with the card {card}, {brand}, on {plan} ({code}).',
    chargedNow: '{amount} is charged now, and {every} from then on.',
    free: 'Nothing is charged: the plan costs {amount} {every}.',
    freeUntil: 'Free for {days} days, until about {date}; then {amount} is charged {every}.',
    states: {
      requested: 'ENROLMENT NOT KNOWN',
      sent: 'ENROLMENT NOT KNOWN',
      unknown: 'ENROLMENT NOT KNOWN',
      made: 'ENROLLED',
      waiting: 'ENROLLED, NOT PAID YET',
      'not-made': 'NOT ENROLLED',
    },
    duplicate: '{email} has a subscription already, so the service made no second one and charged nothing: {text}',
    refused: 'The service enrolled nobody and charged nothing: {text}',
    neverLeft: 'It never left this machine: nobody was enrolled and nothing was charged.',
    notPaid:
      'The service keeps the subscription although its first charge was not paid. It may charge the card by itself. Before you collect otherwise, or enrol this customer again, end it with: {command}',
    givenUp:
      'The first charge was not paid and is not tried again, but the service keeps the subscription. Before you enrol this customer again, end it with: {command}',
    unclear:
      'Nobody knows whether {email} was enrolled: the card may have been charged. Do not enrol this customer again; the till would refuse.',
    unclearDuplicate:
      '{email} has a subscription: perhaps this very one, if it was asked for twice on its way, perhaps one that another till made at the same time. The till cannot tell them apart, and the card may have been charged. Do not enrol this customer again.',
    toLook: 'Look for it in the service’s list with: {command}',
    toJudge: 'Or let a person who has seen the service’s dashboard judge it: {command}',
    noReference:
      'The service gave no reference of the first charge, so nobody can ask about it yet. Look at the charges with: {command}',
    looked: {
      doubtful: 'The service lists a subscription of {email} that may be it, or another till’s: a person must judge.',
      several: 'The service lists several subscriptions of {email} that it may be: a person must judge.',
      'not-listed': 'The service does not list it. That proves nothing yet: look again later, or let a person judge.',
      'not-offered': 'This service has no list to look in: a person must judge.',
      'no-answer': 'The service gave no answer: look again later.',
    },
    judged: 'Enrolment {enrolment} is kept as {state} by the word of {person}.',
    judgedWithoutNumber:
      'Without its number the till counts no money of it: say --subscription with the number that the dashboard shows, or compare the day with the service’s file.',
    noneUnclear: 'No enrolment is unclear.',
    foundAtLast: 'The service knows how it ended, so nobody’s word was needed or kept.',
    none: 'No subscription is known here yet.',
    noneSuch: 'No subscription is like that.',
    nextCharge: 'Next charge: {date}',
    nextByPlan: 'Next charge by the plan: {date}',
    noNextCharge: 'No charge is to come.',
    own: 'Of this till: it writes down the renewals as payments.',
    elsewhere: 'Made elsewhere: its renewals are not counted here. To count them from now on: {command}',
    added: 'It is this till’s own from now on: renewals that come later are written down as payments.',
    otherMode:
      'The service keeps it as {mode}, and this till works in {profile}: its charges are not of the same money. Check the key.',
    unclearChange: {
      cancel: 'Nobody knows yet whether it was cancelled: see its state before trying again.',
      pause: 'Nobody knows yet whether it was paused: see its state before trying again.',
      resume: 'Nobody knows yet whether it was resumed: see its state before trying again.',
    },
    done: {
      cancel: 'Cancelled: nothing more is charged, and it cannot be resumed. What was paid stays paid.',
      pause: 'Paused: nothing is charged until it is resumed. The card stays enrolled.',
      pauseUntil: 'Paused until {date}: nothing is charged before. The card stays enrolled.',
      resume: 'Resumed: the service charges the card again from the next charge on.',
    },
    fields: {
      customerId: 'customer id',
      customerEmail: 'e-mail',
      firstName: 'first name',
      lastName: 'last name',
      customerAuthorizedAt: 'authorised at',
      status: 'state',
      currentPeriodStart: 'period begins',
      currentPeriodEnd: 'period ends',
      nextChargeDate: 'next charge',
      trialEndDate: 'trial ends',
      pauseResumesAt: 'pause ends',
      pausedAt: 'paused at',
      cancelAt: 'ends at',
      cancelledAt: 'cancelled at',
      cancellationReason: 'cancelled because',
      cardExpiryAlertSent: 'card expiry alert sent',
      connectionMode: 'connection mode',
      enrollmentReference: 'enrolment reference',
      enrollmentTxnReference: 'enrolment charge',
      chargeMode: 'charge mode',
      metadata: 'metadata',
      createdAt: 'created at',
      updatedAt: 'updated at',
      customerBearsFee: 'customer bears fee',
      enrollConfirmed: 'enrolment confirmed',
    },
    planField: 'plan',
    page: 'Page {page}',
    pageOfMany: 'Page {page} of {pages}',
    nextPage: 'More: {command}',
    noCharges: 'There is no charge on this page.',
    cycle: 'cycle {number}',
    attempt: 'attempt {number}',
    retryAt: 'tried again {date}',
  },
  fr: {
    every: {
      DAILY: 'chaque jour',
      WEEKLY: 'chaque semaine',
      MONTHLY: 'chaque mois',
      QUARTERLY: 'chaque trimestre',
      ANNUAL: 'chaque année',
    },
    everyMany: {
      DAILY: 'tous les {count} jours',
      WEEKLY: 'toutes les {count} semaines',
      MONTHLY: 'tous les {count} mois',
      QUARTERLY: 'tous les {count} trimestres',
      ANNUAL: 'tous les {count} ans',
    },
    everyOther: '{interval} × {count}',
    trial: '{days} jours gratuits',
    limit: '{cycles} fois',
    plan: {
      made: 'La formule est créée. Rien n’est débité tant qu’aucun client n’y est abonné.',
      code: 'Abonnez des clients avec : {command}',
      none: 'Aucune formule n’est encore connue ici.',
      unknown: 'inconnue ici : cherchez-la avec {command}',
    },
    fromMemory: 'Voici ce dont cette caisse se souvient ; le service n’a pas été entendu.',
    notListed: 'Ce service n’a pas une telle liste : voici ce que cette caisse a vu.',
    enrolling: 'Abonnement {enrolment} : {email} avec la carte {card}, {brand}, à {plan} ({code}).',
    chargedNow: '{amount} sont débités maintenant, puis {every}.',
    free: 'Rien n’est débité : la formule coûte {amount} {every}.',
    freeUntil: 'Gratuit pendant {days} jours, jusqu’au {date} environ ; ensuite {amount} sont débités {every}.',
    states: {
      requested: 'ABONNEMENT INCERTAIN',
      sent: 'ABONNEMENT INCERTAIN',
      unknown: 'ABONNEMENT INCERTAIN',
      made: 'ABONNÉ',
      waiting: 'ABONNÉ, PAS ENCORE PAYÉ',
      'not-made': 'NON ABONNÉ',
    },
    duplicate: '{email} a déjà un abonnement : le service n’en a pas créé un second et n’a rien débité : {text}',
    refused: 'Le service n’a abonné personne et n’a rien débité : {text}',
    neverLeft: 'Rien n’a quitté cette machine : personne n’a été abonné et rien n’a été débité.',
    notPaid:
      'Le service garde l’abonnement bien que son premier prélèvement n’ait pas été payé. Il peut débiter la carte de lui-même. Avant d’encaisser autrement, ou d’abonner ce client à nouveau, mettez-y fin avec : {command}',
    givenUp:
      'Le premier prélèvement n’a pas été payé et n’est plus tenté, mais le service garde l’abonnement. Avant d’abonner ce client à nouveau, mettez-y fin avec : {command}',
    unclear:
      'On ne sait pas si {email} a été abonné : la carte a pu être débitée. N’abonnez pas ce client une seconde fois ; la caisse refuserait.',
    unclearDuplicate:
      '{email} a un abonnement : peut-être celui-ci, s’il a été demandé deux fois en chemin, peut-être celui d’une autre caisse au même moment. La caisse ne peut les distinguer, et la carte a pu être débitée. N’abonnez pas ce client une seconde fois.',
    toLook: 'Cherchez-le dans la liste du service avec : {command}',
    toJudge: 'Ou faites trancher une personne qui a vu le tableau de bord du service : {command}',
    noReference:
      'Le service n’a pas donné de référence du premier prélèvement : on ne peut pas encore l’interroger. Voyez les prélèvements avec : {command}',
    looked: {
      doubtful:
        'Le service liste un abonnement de {email} qui est peut-être celui-ci, ou celui d’une autre caisse : une personne doit trancher.',
      several: 'Le service liste plusieurs abonnements de {email} qui pourraient l’être : une personne doit trancher.',
      'not-listed':
        'Le service ne le liste pas. Cela ne prouve rien encore : cherchez plus tard, ou faites trancher une personne.',
      'not-offered': 'Ce service n’a pas de liste où chercher : une personne doit trancher.',
      'no-answer': 'Le service n’a pas répondu : cherchez plus tard.',
    },
    judged: 'L’abonnement {enrolment} est tenu pour {state} sur la parole de {person}.',
    judgedWithoutNumber:
      'Sans son numéro la caisse n’en compte aucun argent : dites --subscription avec le numéro du tableau de bord, ou comparez le jour au fichier du service.',
    noneUnclear: 'Aucun abonnement n’est incertain.',
    foundAtLast: 'Le service sait comment il a fini : la parole de personne n’a été nécessaire ni gardée.',
    none: 'Aucun abonnement n’est encore connu ici.',
    noneSuch: 'Aucun abonnement ne correspond.',
    nextCharge: 'Prochain prélèvement : {date}',
    nextByPlan: 'Prochain prélèvement d’après la formule : {date}',
    noNextCharge: 'Aucun prélèvement n’est à venir.',
    own: 'De cette caisse : elle note les renouvellements comme paiements.',
    elsewhere:
      'Fait ailleurs : ses renouvellements ne comptent pas ici. Pour les compter à partir de maintenant : {command}',
    added: 'Il est désormais de cette caisse : les renouvellements à venir seront notés comme paiements.',
    otherMode:
      'Le service le tient pour {mode} et cette caisse travaille en {profile} : ses prélèvements ne sont pas du même argent. Vérifiez la clé.',
    unclearChange: {
      cancel: 'On ne sait pas encore s’il a été résilié : voyez son état avant de recommencer.',
      pause: 'On ne sait pas encore s’il a été mis en pause : voyez son état avant de recommencer.',
      resume: 'On ne sait pas encore s’il a été repris : voyez son état avant de recommencer.',
    },
    done: {
      cancel: 'Résilié : plus rien n’est débité, et il ne peut pas reprendre. Ce qui a été payé reste payé.',
      pause: 'En pause : rien n’est débité jusqu’à la reprise. La carte reste enregistrée.',
      pauseUntil: 'En pause jusqu’au {date} : rien n’est débité avant. La carte reste enregistrée.',
      resume: 'Repris : le service débite à nouveau la carte dès le prochain prélèvement.',
    },
    fields: {
      customerId: 'numéro du client',
      customerEmail: 'adresse e-mail',
      firstName: 'prénom',
      lastName: 'nom',
      customerAuthorizedAt: 'autorisé le',
      status: 'état',
      currentPeriodStart: 'début de période',
      currentPeriodEnd: 'fin de période',
      nextChargeDate: 'prochain prélèvement',
      trialEndDate: 'fin de l’essai',
      pauseResumesAt: 'fin de la pause',
      pausedAt: 'en pause depuis',
      cancelAt: 'se termine le',
      cancelledAt: 'résilié le',
      cancellationReason: 'résilié car',
      cardExpiryAlertSent: 'alerte d’expiration',
      connectionMode: 'mode de connexion',
      enrollmentReference: 'référence',
      enrollmentTxnReference: 'premier prélèvement',
      chargeMode: 'mode de prélèvement',
      metadata: 'métadonnées',
      createdAt: 'créé le',
      updatedAt: 'modifié le',
      customerBearsFee: 'frais au client',
      enrollConfirmed: 'abonnement confirmé',
    },
    planField: 'formule',
    page: 'Page {page}',
    pageOfMany: 'Page {page} sur {pages}',
    nextPage: 'La suite : {command}',
    noCharges: 'Il n’y a pas de prélèvement sur cette page.',
    cycle: 'cycle {number}',
    attempt: 'essai {number}',
    retryAt: 'nouvel essai le {date}',
  },
};

/** How often a plan charges: `every month`. An interval of which the till does not know is shown as it came. */
export function rhythmText(
  {interval, intervalCount: count}: Pick<Plan, 'interval' | 'intervalCount'>,
  language: Language,
): string {
  const {every, everyMany, everyOther} = subscriptionCommandWords[language];
  const name = interval.toUpperCase();
  if (!isInterval(name, every)) return fill(everyOther, {interval, count});
  return count === 1 ? every[name] : fill(everyMany[name], {count});
}

const isInterval = (name: string, every: object): name is Interval => Object.hasOwn(every, name);
