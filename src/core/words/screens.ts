import type {Verdict} from '../payment.js';
import type {Language} from './fill.js';
import type {Waiting} from './payment.js';

/** Everything that a key can do on the screens. */
export type BindingId =
  | 'continue'
  | 'next-field'
  | 'previous-field'
  | 'choose'
  | 'more'
  | 'same-wallet'
  | 'drop-sale'
  | 'send'
  | 'look-at-earlier'
  | 'change'
  | 'confirm-clock'
  | 'send-code'
  | 'next-sale'
  | 'next-customer'
  | 'check'
  | 'set-aside'
  | 'other-attempt'
  | 'do-set-aside'
  | 'keep-waiting'
  | 'send-again'
  | 'resolve'
  | 'evidence'
  | 'slip'
  | 'qr'
  | 'open'
  | 'search'
  | 'select'
  | 'scroll'
  | 'judge'
  | 'back'
  | 'pending'
  | 'help'
  | 'leave'
  | 'do-leave'
  | 'interrupt';

type Many = {readonly one: string; readonly other: string};

/** The form of a word for a number: French says zero as it says one. */
export function forCount({one, other}: Many, count: number, language: Language): string {
  return count === 1 || (count === 0 && language === 'fr') ? one : other;
}

type ScreenWords = {
  /** A word for the footer, a sentence for the help. */
  readonly keys: Readonly<Record<BindingId, readonly [string, string]>>;
  readonly groups: Readonly<
    Record<'sale' | 'confirm' | 'payment' | 'tray' | 'reading' | 'resolve' | 'everywhere', string>
  >;
  readonly keysTitle: string;
  readonly helpTitle: string;
  readonly helpLead: string;
  readonly profiles: Readonly<Record<'sandbox' | 'test' | 'live', string>>;
  readonly link: Readonly<Record<'untried' | 'up' | 'down', string>>;
  readonly pending: string;
  readonly nothingPending: string;
  /** Bytes of the link. */
  readonly wire: string;
  readonly bytes: Readonly<Record<'few' | 'many', string>>;
  readonly tooSmall: string;
  readonly opening: string;
  readonly recovered: Many;
  readonly torn: string;
  readonly ended: string;
  readonly endedMore: string;
  readonly offline: string;
  readonly skewed: Readonly<Record<'ahead' | 'behind', string>>;
  readonly stopped: string;
  readonly leave: string;
  readonly leaveInFlight: Many;
  readonly sale: {
    readonly title: string;
    readonly nextAttempt: string;
    readonly fields: Readonly<
      Record<
        'amount' | 'wallet' | 'network' | 'country' | 'more' | 'firstName' | 'lastName' | 'email' | 'description',
        string
      >
    >;
    readonly noWallet: string;
    readonly fromPrefix: string;
    readonly fromNumber: string;
    readonly chosen: string;
    readonly onlyOne: string;
    readonly networkLater: string;
    readonly moreHint: string;
    readonly sameAmount: string;
    readonly byItself: string;
    readonly today: string;
    readonly byHour: string;
    readonly busiest: string;
    readonly latest: string;
    readonly counts: Readonly<Record<Verdict, Many>>;
    readonly nobodyBefore: string;
  };
  readonly confirm: {
    readonly title: string;
    readonly rows: Readonly<Record<'to' | 'phone' | 'network' | 'as' | 'name' | 'email' | 'sale', string>>;
    readonly as: string;
    readonly attempt: string;
    readonly cannotRecall: Readonly<Record<'prompt' | 'otp' | 'redirect', string>>;
    readonly sending: string;
    readonly earlier: string;
    readonly earlierPaid: string;
    readonly asking: string;
    readonly reason: string;
    readonly reasonMissing: string;
    readonly clockTitle: string;
    readonly clock: string;
    readonly clockNow: string;
    readonly clockQuestion: string;
  };
  readonly payment: {
    readonly say: string;
    readonly quoted: string;
    readonly service: string;
    readonly code: string;
    readonly codeDigits: string;
    readonly codeSome: string;
    readonly codeSending: string;
    readonly link: string;
    readonly qrHint: string;
    readonly qrTooBig: string;
    readonly scan: string;
    readonly nextLook: string;
    readonly asking: string;
    readonly askedTimes: Many;
    readonly setAsideTitle: string;
    readonly setAside: string;
    readonly othersPaid: string;
    readonly othersOpen: string;
    readonly maySendAgain: string;
    readonly mayResolve: string;
    readonly notOpenHere: string;
    readonly repeated: string;
  };
  readonly evidence: {readonly title: string; readonly judged: string};
  readonly slip: {readonly title: string};
  readonly tray: {
    readonly title: string;
    readonly empty: string;
    readonly noMatch: string;
    readonly search: string;
    readonly columns: Readonly<Record<'age' | 'amount' | 'wallet' | 'network' | 'answer' | 'next', string>>;
    readonly withYou: string;
    readonly asking: string;
    readonly resolve: string;
    readonly look: string;
    readonly notFound: string;
    readonly paidTwice: string;
    /** What a payment waits for, in a column's width. */
    readonly waiting: Readonly<Record<Waiting, string>>;
    readonly range: string;
  };
  readonly resolve: {
    readonly title: string;
    readonly lead: string;
    readonly leadContrary: string;
    readonly notFound: Many;
    readonly last: string;
    readonly fields: Readonly<Record<'as' | 'person' | 'reason', string>>;
    readonly verdicts: Readonly<Record<'paid' | 'not-paid', string>>;
    readonly choose: string;
    readonly chooseFirst: string;
    readonly note: string;
  };
  readonly firstRun: {
    readonly title: string;
    readonly lead: string;
    readonly fields: Readonly<Record<'shop' | 'email' | 'country' | 'zone' | 'profile' | 'key', string>>;
    readonly hints: Readonly<Record<'shop' | 'email' | 'country' | 'zone' | 'profile' | 'key', string>>;
    readonly emailOptional: string;
    readonly keyHidden: string;
    readonly keyMissing: string;
    readonly foot: string;
    readonly keeping: string;
  };
};

export const keyNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    enter: 'Enter',
    tab: 'Tab',
    'shift-tab': 'Shift-Tab',
    escape: 'Esc',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    'page-up': 'PgUp',
    'page-down': 'PgDn',
    home: 'Home',
    end: 'End',
    'ctrl-c': 'Ctrl-C',
  },
  fr: {
    enter: 'Entrée',
    tab: 'Tab',
    'shift-tab': 'Maj-Tab',
    escape: 'Échap',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    'page-up': 'PgPréc',
    'page-down': 'PgSuiv',
    home: 'Début',
    end: 'Fin',
    'ctrl-c': 'Ctrl-C',
  },
};

export const screenWords: Readonly<Record<Language, ScreenWords>> = {
  en: {
    keys: {
      continue: ['continue', 'To the next thing that is needed. Nothing is sent or written yet.'],
      'next-field': ['next', 'To the next field.'],
      'previous-field': ['back', 'To the field before.'],
      choose: ['choose', 'Another network, country or answer, in the field that is marked.'],
      more: ['more', 'Shows the customer’s name, e-mail and the description, or hides them.'],
      'same-wallet': ['same wallet', 'Sells again to the last wallet.'],
      'drop-sale': ['clear', 'Begins a new sale. Payments under way go on.'],
      send: ['send', 'Sends exactly what is shown, once.'],
      'look-at-earlier': ['the earlier payment', 'Looks at the earlier payment to the same wallet.'],
      change: ['change', 'Back to the sale; nothing is sent.'],
      'confirm-clock': ['it is right', 'Says that this machine’s date is right.'],
      'send-code': ['send code', 'Sends the one-time password that was typed.'],
      'next-sale': ['next sale', 'Begins the next sale.'],
      'next-customer': [
        'next customer',
        'Leaves this payment to the till, which goes on asking, and begins the next sale.',
      ],
      check: ['check', 'Asks the service about this payment now.'],
      'set-aside': ['set aside', 'Takes this attempt off the front and begins another for the same sale.'],
      'other-attempt': ['try another way', 'Begins another attempt for the same sale.'],
      'do-set-aside': ['set aside', 'Yes: sets it aside.'],
      'keep-waiting': ['go on waiting', 'No: goes on waiting.'],
      'send-again': ['send again', 'Sends the same request again; offered only while it has provably not left.'],
      resolve: ['resolve', 'A named person says how it ended, with a reason.'],
      evidence: ['evidence', 'Everything that was done and heard, in the service’s own words.'],
      slip: ['slip', 'Shows the slip.'],
      qr: ['QR code', 'Shows the page’s address as a large QR code.'],
      open: ['open', 'Opens the marked payment.'],
      search: ['search', 'Finds a payment by the last digits of its wallet; digits alone do it too.'],
      select: ['select', 'Marks another payment.'],
      scroll: ['scroll', 'Moves the text.'],
      judge: ['write it down', 'On the reason: writes the judgement into the journal.'],
      back: ['back', 'Back to where you came from.'],
      pending: ['pending', 'Shows the payments that nobody knows the end of yet.'],
      help: ['help', 'This help. In a field that takes letters, a ? is only a letter.'],
      leave: ['leave', 'Leaves the till, after asking.'],
      'do-leave': ['leave', 'Leaves the till.'],
      interrupt: ['leave', 'Leaves the till; asks once while payments are in flight. Leaving never cancels a payment.'],
    },
    groups: {
      sale: 'Sale',
      confirm: 'Confirmation',
      payment: 'Payment',
      tray: 'Pending payments',
      reading: 'Evidence, slip and help',
      resolve: 'Resolving a payment',
      everywhere: 'Everywhere',
    },
    keysTitle: '| Key | What it does |',
    helpTitle: 'Help',
    helpLead: 'Only ✓ PAID means that goods may be handed over. Leaving a screen never cancels a payment.',
    profiles: {sandbox: 'SANDBOX', test: 'TEST', live: 'LIVE'},
    link: {untried: 'connecting', up: 'online', down: 'offline {age}'},
    pending: '{count} pending {age}',
    nothingPending: '0 pending',
    wire: '{sale} a sale · {question} a question',
    bytes: {few: '{count} B', many: '{count} kB'},
    tooSmall: 'This window is {columns}x{rows}: make it 60x18. The till goes on asking.',
    opening: 'Opening the till…',
    recovered: {
      one: 'A payment was in flight when the till stopped: it is being asked about.',
      other: '{count} payments were in flight when the till stopped: they are being asked about.',
    },
    torn: 'The last line of the journal was cut off by a crash ({bytes} bytes) and dropped; nothing else was touched.',
    ended: '{verdict}  {amount}  {wallet}',
    endedMore: 'and {count} more',
    offline: 'The service cannot be reached. What is under way is kept and asked about.',
    skewed: {
      ahead: 'This machine’s clock is {age} ahead of the service’s: set it right.',
      behind: 'This machine’s clock is {age} behind the service’s: set it right.',
    },
    stopped: 'NO MORE SALES.',
    leave: 'Leave the till? {leave} leaves, {stay} stays.',
    leaveInFlight: {
      one: 'A payment is in flight; leaving does not cancel it. Ctrl-C or {leave} leaves, {stay} stays.',
      other: '{count} payments are in flight; leaving cancels none. Ctrl-C or {leave} leaves, {stay} stays.',
    },
    sale: {
      title: 'New sale',
      nextAttempt: 'Sale {sale}: another attempt',
      fields: {
        amount: 'Amount',
        wallet: 'Wallet',
        network: 'Network',
        country: 'Country',
        more: 'More',
        firstName: 'First name',
        lastName: 'Last name',
        email: 'E-mail',
        description: 'Description',
      },
      noWallet: 'the customer’s phone; paid on a web page',
      fromPrefix: 'from the prefix',
      fromNumber: 'from the number',
      chosen: 'chosen by you',
      onlyOne: 'the only one',
      networkLater: 'from the wallet',
      moreHint: 'customer, e-mail, description',
      sameAmount: 'the sale’s amount',
      byItself: 'Sale and its reference',
      today: 'Today',
      byHour: '{currency} by hour',
      busiest: 'most {amount}',
      latest: 'Latest',
      counts: {
        paid: {one: 'paid', other: 'paid'},
        'not-paid': {one: 'not paid', other: 'not paid'},
        'not-known': {one: 'pending', other: 'pending'},
        'needs-person': {one: 'needs a person', other: 'need a person'},
      },
      nobodyBefore: 'There is no wallet to sell to again yet.',
    },
    confirm: {
      title: 'Send this request?',
      rows: {to: 'to', phone: 'phone', network: 'on', as: 'as', name: 'for', email: 'e-mail', sale: 'sale'},
      as: 'Sale, with a reference of its own',
      attempt: '{sale}, attempt {number}',
      cannotRecall: {
        prompt: 'The customer is asked on the phone. A request cannot be recalled.',
        otp: 'The customer may be asked for a one-time password. A request cannot be recalled.',
        redirect: 'The customer pays on a web page. A request cannot be recalled.',
      },
      sending: 'Writing it down and sending…',
      earlier: 'This wallet was asked for {amount} already ({age} ago, {reference}): {status}.',
      earlierPaid: 'This wallet has just paid {amount} ({reference}). Is this another sale?',
      asking: 'The service is being asked about it.',
      reason: 'Why ask again',
      reasonMissing: 'Type why this wallet is asked again, or press {key}.',
      clockTitle: 'Is this machine’s date right?',
      clock: 'The service’s clock differs from this machine’s by {age}.',
      clockNow: 'This machine says {date}, {time}.',
      clockQuestion:
        'Receipts and the day’s totals go by this date. If it is wrong, press {key}, leave the till and set the clock.',
    },
    payment: {
      say: 'Say',
      quoted: '“{text}”',
      service: 'Service',
      code: 'Code',
      codeDigits: '{count} digits, from the customer’s message',
      codeSome: 'digits from the customer’s message',
      codeSending: 'sending the code…',
      link: 'Page',
      qrHint: '{key} shows it as a QR code',
      qrTooBig: 'This window is too small for the QR code: use the address.',
      scan: 'Scan to pay',
      nextLook: 'asks again in {age}',
      asking: 'asking the service…',
      askedTimes: {one: 'asked once', other: 'asked {count} times'},
      setAsideTitle: 'Set this attempt aside?',
      setAside:
        'What was sent cannot be recalled: the customer may still pay it. If both attempts are paid, the till says so.',
      othersPaid: 'Another attempt of this sale is paid: {reference}.',
      othersOpen: 'Another attempt of this sale is still open: {reference}.',
      maySendAgain: 'It has provably not left this machine: {key} sends the same request again.',
      mayResolve: '{key}: a person may say how it ended.',
      notOpenHere: 'This payment is not at hand.',
      repeated: '×{count}',
    },
    evidence: {title: 'Evidence', judged: '{person}: {reason}'},
    slip: {title: 'Slip'},
    tray: {
      title: 'Pending',
      empty: 'Nothing is pending.',
      noMatch: 'No pending wallet ends in {digits}.',
      search: 'wallet ends in',
      columns: {
        age: 'age',
        amount: 'amount',
        wallet: 'wallet',
        network: 'network',
        answer: 'last answer',
        next: 'next',
      },
      withYou: 'with you',
      asking: 'asking…',
      resolve: 'resolve',
      look: 'look',
      notFound: 'no record, {count}×',
      paidTwice: 'paid twice',
      waiting: {
        sending: 'no answer yet',
        prompt: 'waits for approval',
        otp: 'waits for the code',
        'otp-again': 'the code was wrong',
        'otp-unclear': 'code: no answer',
        redirect: 'waits on its page',
        answer: 'no clear answer',
        record: 'being worked on',
        odd: 'an unknown answer',
      },
      range: '{first} to {last} of {count}',
    },
    resolve: {
      title: 'How did this payment end?',
      lead: 'The service does not say. Find out from the customer’s phone or the network’s statement.',
      leadContrary: 'What the service says does not settle it. Compare it with the network’s statement.',
      notFound: {one: 'No record in the one answer since {time}.', other: 'No record in {count} answers since {time}.'},
      last: 'Last heard: {rule} {raw}',
      fields: {as: 'It was', person: 'Your name', reason: 'How you know'},
      verdicts: {paid: '✓ paid', 'not-paid': '✗ not paid'},
      choose: '{key} chooses',
      chooseFirst: 'Choose with {key}: paid or not paid.',
      note: 'It is written down as a judgement under your name. If the service says otherwise later, the till will say so.',
    },
    firstRun: {
      title: 'Welcome. A few questions before the first sale.',
      lead: 'Enter takes what is shown.',
      fields: {
        shop: 'Shop',
        email: 'E-mail',
        country: 'Country',
        zone: 'Time zone',
        profile: 'Service',
        key: 'Public key',
      },
      hints: {
        shop: 'as it stands on receipts',
        email: 'of the shop, for the service’s receipts',
        country: '← → chooses',
        zone: 'an IANA name',
        profile: '← → chooses; the sandbox is for practice',
        key: 'from the service’s dashboard; kept in a file that only you can read',
      },
      emailOptional: 'may be left empty in the sandbox',
      keyHidden: '{count} characters',
      keyMissing: 'Type the key, or choose the sandbox to practise.',
      foot: 'All of it can be changed later in settings.json.',
      keeping: 'Opening the till…',
    },
  },
  fr: {
    keys: {
      continue: ['continuer', 'Vers ce qui manque encore. Rien n’est encore envoyé ni inscrit.'],
      'next-field': ['suivant', 'Au champ suivant.'],
      'previous-field': ['retour', 'Au champ précédent.'],
      choose: ['choisir', 'Un autre réseau, pays ou réponse, dans le champ marqué.'],
      more: ['plus', 'Montre ou cache le nom et l’e-mail du client, et la description.'],
      'same-wallet': ['même numéro', 'Vend encore au dernier numéro.'],
      'drop-sale': ['effacer', 'Commence une nouvelle vente. Les paiements en cours continuent.'],
      send: ['envoyer', 'Envoie exactement ce qui est affiché, une seule fois.'],
      'look-at-earlier': ['le paiement précédent', 'Regarde le paiement précédent de ce numéro.'],
      change: ['modifier', 'Retour à la vente ; rien n’est envoyé.'],
      'confirm-clock': ['elle est juste', 'Dit que la date de cette machine est juste.'],
      'send-code': ['envoyer', 'Envoie le code à usage unique saisi.'],
      'next-sale': ['vente suivante', 'Commence la vente suivante.'],
      'next-customer': [
        'client suivant',
        'Laisse ce paiement à la caisse, qui continue de demander, et commence la vente suivante.',
      ],
      check: ['vérifier', 'Demande au service maintenant.'],
      'set-aside': ['mettre de côté', 'Met cette tentative de côté et en commence une autre pour la même vente.'],
      'other-attempt': ['essayer autrement', 'Commence une autre tentative pour la même vente.'],
      'do-set-aside': ['mettre de côté', 'Oui : la met de côté.'],
      'keep-waiting': ['attendre encore', 'Non : continue d’attendre.'],
      'send-again': ['renvoyer', 'Renvoie la même demande ; seulement si elle n’est de façon sûre pas partie.'],
      resolve: ['trancher', 'Une personne nommée dit comment il a fini, et pourquoi.'],
      evidence: ['preuves', 'Tout ce qui a été fait et entendu, dans les mots du service.'],
      slip: ['ticket', 'Montre le ticket.'],
      qr: ['code QR', 'Montre l’adresse de la page en grand code QR.'],
      open: ['ouvrir', 'Ouvre le paiement marqué.'],
      search: ['chercher', 'Trouve un paiement par les derniers chiffres du numéro ; les chiffres seuls suffisent.'],
      select: ['choisir', 'Marque un autre paiement.'],
      scroll: ['défiler', 'Fait défiler le texte.'],
      judge: ['inscrire', 'Sur le motif : inscrit le jugement au journal.'],
      back: ['retour', 'Retour à l’écran d’avant.'],
      pending: ['en attente', 'Montre les paiements dont on ne sait pas encore la fin.'],
      help: ['aide', 'Cette aide. Dans un champ qui prend des lettres, ? n’est qu’une lettre.'],
      leave: ['quitter', 'Quitte la caisse, après avoir demandé.'],
      'do-leave': ['quitter', 'Quitte la caisse.'],
      interrupt: [
        'quitter',
        'Quitte la caisse ; demande une fois si des paiements sont en cours. Quitter n’annule jamais un paiement.',
      ],
    },
    groups: {
      sale: 'Vente',
      confirm: 'Confirmation',
      payment: 'Paiement',
      tray: 'Paiements en attente',
      reading: 'Preuves, ticket et aide',
      resolve: 'Trancher un paiement',
      everywhere: 'Partout',
    },
    keysTitle: '| Touche | Ce qu’elle fait |',
    helpTitle: 'Aide',
    helpLead: 'Seul ✓ PAYÉ permet de remettre la marchandise. Quitter un écran n’annule jamais un paiement.',
    profiles: {sandbox: 'SANDBOX', test: 'TEST', live: 'LIVE'},
    link: {untried: 'connexion', up: 'en ligne', down: 'hors ligne {age}'},
    pending: '{count} en attente {age}',
    nothingPending: '0 en attente',
    wire: '{sale} par vente · {question} par question',
    bytes: {few: '{count} o', many: '{count} ko'},
    tooSmall: 'Fenêtre de {columns}x{rows} : il en faut une de 60x18. La caisse continue de demander.',
    opening: 'Ouverture de la caisse…',
    recovered: {
      one: 'Un paiement était en cours à l’arrêt de la caisse : elle demande ce qu’il devient.',
      other: '{count} paiements étaient en cours à l’arrêt de la caisse : elle demande ce qu’ils deviennent.',
    },
    torn: 'La dernière ligne du journal, coupée par une panne ({bytes} octets), a été écartée ; rien d’autre n’a changé.',
    ended: '{verdict}  {amount}  {wallet}',
    endedMore: 'et {count} de plus',
    offline: 'Le service est injoignable. Ce qui est en cours est gardé et sera redemandé.',
    skewed: {
      ahead: 'L’horloge de cette machine avance de {age} sur le service : réglez-la.',
      behind: 'L’horloge de cette machine retarde de {age} sur le service : réglez-la.',
    },
    stopped: 'PLUS DE VENTES.',
    leave: 'Quitter la caisse ? {leave} quitte, {stay} reste.',
    leaveInFlight: {
      one: 'Un paiement est en cours ; quitter ne l’annule pas. Ctrl-C ou {leave} quitte, {stay} reste.',
      other: '{count} paiements sont en cours ; quitter n’en annule aucun. Ctrl-C ou {leave} quitte, {stay} reste.',
    },
    sale: {
      title: 'Nouvelle vente',
      nextAttempt: 'Vente {sale} : autre tentative',
      fields: {
        amount: 'Montant',
        wallet: 'Numéro',
        network: 'Réseau',
        country: 'Pays',
        more: 'Plus',
        firstName: 'Prénom',
        lastName: 'Nom',
        email: 'E-mail',
        description: 'Description',
      },
      noWallet: 'le téléphone du client ; payé sur une page web',
      fromPrefix: 'd’après le préfixe',
      fromNumber: 'd’après le numéro',
      chosen: 'choisi par vous',
      onlyOne: 'le seul',
      networkLater: 'd’après le numéro',
      moreHint: 'client, e-mail, description',
      sameAmount: 'montant de la vente',
      byItself: 'Vente et sa référence',
      today: 'Aujourd’hui',
      byHour: '{currency} /heure',
      busiest: 'au plus {amount}',
      latest: 'Derniers',
      counts: {
        paid: {one: 'payé', other: 'payés'},
        'not-paid': {one: 'non payé', other: 'non payés'},
        'not-known': {one: 'en attente', other: 'en attente'},
        'needs-person': {one: 'pour le responsable', other: 'pour le responsable'},
      },
      nobodyBefore: 'Il n’y a pas encore de dernier numéro.',
    },
    confirm: {
      title: 'Envoyer cette demande ?',
      rows: {to: 'à', phone: 'téléphone', network: 'par', as: 'libellé', name: 'pour', email: 'e-mail', sale: 'vente'},
      as: 'Vente, avec sa propre référence',
      attempt: '{sale}, tentative {number}',
      cannotRecall: {
        prompt: 'La demande arrive sur le téléphone du client. Elle ne peut pas être rappelée.',
        otp: 'Un code à usage unique peut être demandé au client. La demande ne peut pas être rappelée.',
        redirect: 'Le client paie sur une page web. La demande ne peut pas être rappelée.',
      },
      sending: 'Inscription et envoi…',
      earlier: 'On a déjà demandé {amount} à ce numéro (il y a {age}, {reference}) : {status}.',
      earlierPaid: 'Ce numéro vient de payer {amount} ({reference}). Est-ce une autre vente ?',
      asking: 'La caisse demande au service ce qu’il devient.',
      reason: 'Pourquoi redemander',
      reasonMissing: 'Dites pourquoi on redemande à ce numéro, ou appuyez sur {key}.',
      clockTitle: 'La date de cette machine est-elle juste ?',
      clock: 'L’horloge du service diffère de celle-ci de {age}.',
      clockNow: 'Cette machine dit {date}, {time}.',
      clockQuestion:
        'Les tickets et les totaux du jour suivent cette date. Si elle est fausse : {key}, quittez la caisse et réglez l’horloge.',
    },
    payment: {
      say: 'Dites',
      quoted: '« {text} »',
      service: 'Service',
      code: 'Code',
      codeDigits: '{count} chiffres, reçus par le client',
      codeSome: 'chiffres reçus par le client',
      codeSending: 'envoi du code…',
      link: 'Page',
      qrHint: '{key} la montre en code QR',
      qrTooBig: 'Cette fenêtre est trop petite pour le code QR : utilisez l’adresse.',
      scan: 'Scannez pour payer',
      nextLook: 'redemande dans {age}',
      asking: 'on demande au service…',
      askedTimes: {one: 'demandé une fois', other: 'demandé {count} fois'},
      setAsideTitle: 'Mettre cette tentative de côté ?',
      setAside:
        'Ce qui est parti ne peut être rappelé : le client peut encore le payer. Si les deux sont payées, la caisse le dira.',
      othersPaid: 'Une autre tentative de cette vente est payée : {reference}.',
      othersOpen: 'Une autre tentative de cette vente est encore ouverte : {reference}.',
      maySendAgain: 'Elle n’a de façon sûre pas quitté cette machine : {key} renvoie la même demande.',
      mayResolve: '{key} : une personne peut dire comment il a fini.',
      notOpenHere: 'Ce paiement n’est pas sous la main.',
      repeated: '×{count}',
    },
    evidence: {title: 'Preuves', judged: '{person} : {reason}'},
    slip: {title: 'Ticket'},
    tray: {
      title: 'En attente',
      empty: 'Rien n’est en attente.',
      noMatch: 'Aucun numéro en attente ne finit par {digits}.',
      search: 'le numéro finit par',
      columns: {
        age: 'âge',
        amount: 'montant',
        wallet: 'numéro',
        network: 'réseau',
        answer: 'dernière réponse',
        next: 'suite',
      },
      withYou: 'à vous',
      asking: 'demande…',
      resolve: 'trancher',
      look: 'à voir',
      notFound: 'aucune trace, {count}×',
      paidTwice: 'payé deux fois',
      waiting: {
        sending: 'pas de réponse',
        prompt: 'attend l’accord',
        otp: 'attend le code',
        'otp-again': 'le code était faux',
        'otp-unclear': 'code : sans réponse',
        redirect: 'attend sur sa page',
        answer: 'réponse pas claire',
        record: 'le service y est',
        odd: 'réponse inconnue',
      },
      range: '{first} à {last} sur {count}',
    },
    resolve: {
      title: 'Comment ce paiement a-t-il fini ?',
      lead: 'Le service ne le dit pas. Voyez le téléphone du client ou le relevé du réseau.',
      leadContrary: 'Ce que dit le service ne suffit pas. Comparez avec le relevé du réseau.',
      notFound: {
        one: 'Aucune trace dans la seule réponse depuis {time}.',
        other: 'Aucune trace en {count} réponses depuis {time}.',
      },
      last: 'Dernière nouvelle : {rule} {raw}',
      fields: {as: 'Il est', person: 'Votre nom', reason: 'Comment vous le savez'},
      verdicts: {paid: '✓ payé', 'not-paid': '✗ pas payé'},
      choose: '{key} pour choisir',
      chooseFirst: 'Choisissez avec {key} : payé ou pas payé.',
      note: 'C’est inscrit comme un jugement sous votre nom. Si le service dit autre chose plus tard, la caisse le dira.',
    },
    firstRun: {
      title: 'Bienvenue. Quelques questions avant la première vente.',
      lead: 'Entrée prend ce qui est affiché.',
      fields: {
        shop: 'Boutique',
        email: 'E-mail',
        country: 'Pays',
        zone: 'Fuseau',
        profile: 'Service',
        key: 'Clé publique',
      },
      hints: {
        shop: 'comme sur les reçus',
        email: 'de la boutique, pour les reçus du service',
        country: '← → pour choisir',
        zone: 'un nom IANA',
        profile: '← → pour choisir ; le bac à sable sert à s’exercer',
        key: 'du tableau de bord du service ; gardée dans un fichier que vous seul lisez',
      },
      emailOptional: 'peut rester vide dans le bac à sable',
      keyHidden: '{count} caractères',
      keyMissing: 'Saisissez la clé, ou choisissez le bac à sable pour vous exercer.',
      foot: 'Tout se change plus tard dans settings.json.',
      keeping: 'Ouverture de la caisse…',
    },
  },
};
