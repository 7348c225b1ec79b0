import type {Language} from './fill.js';

/** Every command that help speaks of; a family's own line stands under its bare name. */
export type CommandName =
  | 'collect'
  | 'charge'
  | 'otp'
  | 'status'
  | 'pending'
  | 'display'
  | 'refund'
  | 'resolve'
  | 'receipt'
  | 'why'
  | 'journal'
  | 'journal list'
  | 'journal show'
  | 'journal verify'
  | 'bank'
  | 'bank list'
  | 'sandbox'
  | 'doctor'
  | 'demo'
  | 'completion';

type OptionName =
  | 'home'
  | 'profile'
  | 'baseUrl'
  | 'till'
  | 'person'
  | 'shop'
  | 'email'
  | 'zone'
  | 'dayStartsAt'
  | 'lang'
  | 'returnUrl'
  | 'listen'
  | 'onPaid'
  | 'plain'
  | 'json'
  | 'help'
  | 'version'
  | 'country'
  | 'network'
  | 'phone'
  | 'amount'
  | 'currency'
  | 'otp'
  | 'sale'
  | 'again'
  | 'firstName'
  | 'lastName'
  | 'description'
  | 'customerEmail'
  | 'cardStdin'
  | 'cardAmount'
  | 'cardCurrency'
  | 'cardPhone'
  | 'cardAgain'
  | 'refundAmount'
  | 'refundReason'
  | 'resolveRefund'
  | 'wait'
  | 'waitForStatus'
  | 'watch'
  | 'as'
  | 'reason'
  | 'format'
  | 'width'
  | 'day'
  | 'port'
  | 'data';

type UsageMistake =
  | 'missingArgument'
  | 'optionMissingArgument'
  | 'optionMissing'
  | 'unknownOption'
  | 'excessArguments'
  | 'unknownCommand'
  | 'subcommandMissing'
  | 'invalidValue';

export type HelpWords = {
  readonly tagline: string;
  readonly titles: {
    readonly usage: string;
    readonly arguments: string;
    readonly options: string;
    readonly globalOptions: string;
    readonly commands: string;
    readonly examples: string;
  };
  /** A heading and one line for each exit code. */
  readonly exits: readonly string[];
  readonly helpCommand: string;
  readonly commands: Readonly<Record<CommandName, string>>;
  readonly options: Readonly<Record<OptionName, string>>;
  readonly usage: Readonly<Record<UsageMistake, string>>;
};

/** What `--help` says, and the one line for a command that was typed wrongly. */
export const helpWords: Readonly<Record<Language, HelpWords>> = {
  en: {
    tagline: 'A till for the terminal. Without a command it opens the till.',
    titles: {
      usage: 'Usage:',
      arguments: 'Arguments:',
      options: 'Options:',
      globalOptions: 'For every command:',
      commands: 'Commands:',
      examples: 'Examples:',
    },
    exits: [
      'Exit codes:',
      '  0    paid or done',
      '  1    not paid, or nothing given back',
      '  2    wrong usage or input; nothing was sent',
      '  3    not known yet: never charge or refund again, ask with duka status',
      '  4    needs a person',
      '  5    the key or the settings',
      '  6    the service is not reachable and nothing was sent',
      '  7    the journal is locked, damaged or not writable',
      '  130  interrupted',
    ],
    helpCommand: 'Explains a command.',
    commands: {
      collect: 'Asks a customer’s wallet for money and waits for the outcome.',
      charge: 'Charges a card that is piped in, serves its bank’s page where that asks, and waits for the outcome.',
      otp: 'Sends the one-time password that the customer was given.',
      status: 'Asks the service where a payment and its refunds stand; with --wait it serves the bank’s page again.',
      pending: 'Lists the payments that are not known yet.',
      display: 'Shows a customer the sale in front, on another terminal or over SSH. Only reads; q leaves.',
      refund: 'Gives money of a paid card payment back, once, and waits for the outcome.',
      resolve: 'A named person says how a payment or a refund ended that the service cannot tell. Sends nothing.',
      receipt: 'Prints the slip of a payment. Only a paid one is a receipt.',
      why: 'Shows the proof of a verdict: every rule that fired, with its line in the journal.',
      journal: 'Reads the journal. Works with the network cable out.',
      'journal list': 'Lists the events of a business day.',
      'journal show': 'Shows every event of a payment, or the event of one number, whole.',
      'journal verify': 'Reads the whole journal and checks every link of its chain.',
      bank: 'Speaks of the banks and networks of the service.',
      'bank list':
        'Lists the networks of a currency as the service has them, and which of them can be asked for money.',
      sandbox: 'Runs the practice service on this machine until it is interrupted.',
      doctor: 'Checks this till: settings, clock, disk, files, key, journal. Never asks for money.',
      demo: 'Plays a day of a shop in plain text, on this machine alone. Needs no key and keeps nothing.',
      completion: 'Prints the script by which a shell completes what is typed: bash, zsh or fish.',
    },
    options: {
      home: 'the folder of the data (DUKA_HOME)',
      profile: 'sandbox, test or live (DUKA_PROFILE)',
      baseUrl: 'the address of the service (DUKA_BASE_URL)',
      till: 'the id of this till, 1 to 3 letters and digits (DUKA_TILL)',
      person: 'who does this (DUKA_PERSON)',
      shop: 'the name of the shop (DUKA_SHOP)',
      email: 'the shop’s e-mail address (DUKA_EMAIL)',
      zone: 'the time zone, such as Africa/Nairobi (DUKA_ZONE)',
      dayStartsAt: 'when the business day starts, such as 04:00 (DUKA_DAY_STARTS_AT)',
      lang: 'en or fr (DUKA_LANG)',
      onPaid:
        'what the shell runs when a payment becomes paid; it finds DUKA_SENTENCE in its environment (DUKA_ON_PAID)',
      plain: 'the till in sentences, for a screen reader',
      returnUrl: 'where customers come back to from a payment page (DUKA_RETURN_URL)',
      listen: 'an address of this machine, so that a phone in the shop can open the bank’s page',
      json: 'one JSON object or array on standard output',
      help: 'shows this',
      version: 'shows the version',
      country: 'two letters, such as KE (DUKA_COUNTRY)',
      network: 'the network’s code, such as SAFKEN; guessed from the number when left out',
      phone: 'the customer’s wallet number, national or international',
      amount: 'in the currency of the country, such as 1250.50',
      currency: 'checked against the country',
      otp: 'the code of a customer who has it already; it is sent once, when it is asked for',
      sale: 'the sale whose earlier attempt this one follows',
      again: 'why this wallet is asked again although it was asked a short while ago',
      firstName: 'of the customer; Customer when left out',
      lastName: 'of the customer; the shop’s name when left out',
      description: 'what the payment is for; Sale and the reference when left out',
      customerEmail: 'of the customer; the shop’s when left out',
      cardStdin:
        'reads the card from standard input: one JSON object with cardNumber, expiryMonth, expiryYear, securityCode, and pin or cardHolderName where they are needed',
      cardAmount: 'in the currency of the charge, such as 24.50',
      cardCurrency: 'one in which this shop takes cards; the first of them when left out',
      cardPhone: 'of the customer; the shop’s when left out (DUKA_PHONE)',
      cardAgain: 'why this card is charged the same amount again although it was a short while ago',
      refundAmount: 'in the currency of the payment; all that is left when left out',
      refundReason: 'why; it is kept in the journal and told to the service',
      resolveRefund: 'judges the refund of which nobody knows whether it was made',
      wait: 'how many seconds the whole command may take; 30 when left out',
      waitForStatus: 'goes on asking for so many seconds; 0 when left out: asks once',
      watch: 'goes on asking until none is left',
      as: 'paid or not-paid; of a refund: done or failed',
      reason: 'why; it is kept in the journal',
      format: 'text',
      width: 'columns of the paper: 32, 42 or 48',
      day: 'a business day such as 2026-11-20; today when left out',
      port: 'the port to listen on; 4010 when left out, 0 for any',
      data: 'the folder of the practice service’s books',
    },
    usage: {
      missingArgument: 'Say which {name}: see duka {command} --help.',
      optionMissingArgument: 'The option {name} needs a value.',
      optionMissing: 'The option {name} is needed: see duka {command} --help.',
      unknownOption: 'There is no option {name}: see duka {command} --help.',
      excessArguments: 'There is a word too many: see duka {command} --help.',
      unknownCommand: 'There is no command {name}: see duka --help.',
      subcommandMissing: 'Say which: duka {command} {names}.',
      invalidValue: '{name} cannot be “{value}”: it is {expected}. Nothing was sent.',
    },
  },
  fr: {
    tagline: 'Une caisse pour le terminal. Sans commande, elle ouvre la caisse.',
    titles: {
      usage: 'Utilisation :',
      arguments: 'Arguments :',
      options: 'Options :',
      globalOptions: 'Pour chaque commande :',
      commands: 'Commandes :',
      examples: 'Exemples :',
    },
    exits: [
      'Codes de sortie :',
      '  0    payé ou fait',
      '  1    pas payé, ou rien rendu',
      '  2    mauvaise saisie ; rien n’a été envoyé',
      '  3    pas encore su : ne jamais débiter ni rendre à nouveau, demander',
      '       avec duka status',
      '  4    à voir par un responsable',
      '  5    la clé ou les réglages',
      '  6    le service est injoignable et rien n’a été envoyé',
      '  7    le journal est pris, endommagé ou non inscriptible',
      '  130  interrompu',
    ],
    helpCommand: 'Explique une commande.',
    commands: {
      collect: 'Demande de l’argent au portefeuille d’un client et attend l’issue.',
      charge:
        'Débite une carte reçue sur l’entrée standard, sert la page de sa banque si elle demande, et attend l’issue.',
      otp: 'Envoie le code à usage unique que le client a reçu.',
      status:
        'Demande au service où en sont un paiement et ses remboursements ; avec --wait, sert à nouveau la page de la banque.',
      pending: 'Liste les paiements dont l’issue n’est pas encore connue.',
      display: 'Montre au client la vente en cours, sur un autre terminal ou par SSH. Ne fait que lire ; q quitte.',
      refund: 'Rend l’argent d’un paiement par carte, une seule fois, et attend l’issue.',
      resolve:
        'Une personne nommée dit comment a fini un paiement ou un remboursement que le service ne peut dire. N’envoie rien.',
      receipt: 'Imprime le ticket d’un paiement. Seul un paiement payé fait un reçu.',
      why: 'Montre la preuve d’un verdict : chaque règle appliquée, avec sa ligne du journal.',
      journal: 'Lit le journal. Marche sans réseau.',
      'journal list': 'Liste les événements d’un jour de caisse.',
      'journal show': 'Montre en entier les événements d’un paiement, ou celui d’un numéro.',
      'journal verify': 'Lit tout le journal et vérifie chaque maillon de sa chaîne.',
      bank: 'Parle des banques et réseaux du service.',
      'bank list': 'Liste les réseaux d’une devise selon le service, et ceux à qui l’on peut demander de l’argent.',
      sandbox: 'Fait tourner le service d’essai sur cette machine jusqu’à interruption.',
      doctor: 'Examine cette caisse : réglages, horloge, disque, fichiers, clé, journal. Ne demande jamais d’argent.',
      demo: 'Joue une journée de boutique en texte simple, sur cette machine seule. Sans clé, et sans rien garder.',
      completion: 'Imprime le script par lequel un shell complète la saisie : bash, zsh ou fish.',
    },
    options: {
      home: 'le dossier des données (DUKA_HOME)',
      profile: 'sandbox, test ou live (DUKA_PROFILE)',
      baseUrl: 'l’adresse du service (DUKA_BASE_URL)',
      till: 'l’identifiant de cette caisse, 1 à 3 lettres ou chiffres (DUKA_TILL)',
      person: 'qui fait cela (DUKA_PERSON)',
      shop: 'le nom de la boutique (DUKA_SHOP)',
      email: 'l’adresse e-mail de la boutique (DUKA_EMAIL)',
      zone: 'le fuseau horaire, par exemple Africa/Abidjan (DUKA_ZONE)',
      dayStartsAt: 'quand commence le jour de caisse, par exemple 04:00 (DUKA_DAY_STARTS_AT)',
      lang: 'en ou fr (DUKA_LANG)',
      onPaid:
        'ce que le shell lance quand un paiement est payé ; il y trouve DUKA_SENTENCE dans son environnement (DUKA_ON_PAID)',
      plain: 'la caisse en phrases, pour un lecteur d’écran',
      returnUrl: 'où reviennent les clients d’une page de paiement (DUKA_RETURN_URL)',
      listen: 'une adresse de cette machine, pour qu’un téléphone de la boutique ouvre la page de la banque',
      json: 'un objet ou tableau JSON sur la sortie standard',
      help: 'montre ceci',
      version: 'montre la version',
      country: 'deux lettres, par exemple CI (DUKA_COUNTRY)',
      network: 'le code du réseau, par exemple MOMCIV ; deviné d’après le numéro sinon',
      phone: 'le numéro du portefeuille du client, national ou international',
      amount: 'dans la devise du pays, par exemple 1250,50',
      currency: 'vérifiée d’après le pays',
      otp: 'le code d’un client qui l’a déjà ; il part une fois, quand il est demandé',
      sale: 'la vente dont ceci est une autre tentative',
      again: 'pourquoi redemander à ce portefeuille peu après une autre demande',
      firstName: 'du client ; Customer sinon',
      lastName: 'du client ; le nom de la boutique sinon',
      description: 'l’objet du paiement ; Sale et la référence sinon',
      customerEmail: 'du client ; celle de la boutique sinon',
      cardStdin:
        'lit la carte sur l’entrée standard : un objet JSON avec cardNumber, expiryMonth, expiryYear, securityCode, et pin ou cardHolderName au besoin',
      cardAmount: 'dans la devise du débit, par exemple 24,50',
      cardCurrency: 'une de celles où cette boutique prend les cartes ; la première sinon',
      cardPhone: 'du client ; celui de la boutique sinon (DUKA_PHONE)',
      cardAgain: 'pourquoi débiter à nouveau cette carte de la même somme peu après',
      refundAmount: 'dans la devise du paiement ; tout ce qui reste sinon',
      refundReason: 'pourquoi ; gardé dans le journal et dit au service',
      resolveRefund: 'juge le remboursement dont personne ne sait s’il a été fait',
      wait: 'combien de secondes la commande peut durer en tout ; 30 sinon',
      waitForStatus: 'continue de demander pendant tant de secondes ; 0 sinon : une seule fois',
      watch: 'continue de demander jusqu’à ce qu’il n’en reste aucun',
      as: 'paid (payé) ou not-paid (pas payé) ; d’un remboursement : done (fait) ou failed (pas fait)',
      reason: 'pourquoi ; gardé dans le journal',
      format: 'text',
      width: 'colonnes du papier : 32, 42 ou 48',
      day: 'un jour de caisse comme 2026-11-20 ; aujourd’hui sinon',
      port: 'le port d’écoute ; 4010 sinon, 0 pour n’importe lequel',
      data: 'le dossier des livres du service d’essai',
    },
    usage: {
      missingArgument: 'Dites quel {name} : voir duka {command} --help.',
      optionMissingArgument: 'L’option {name} demande une valeur.',
      optionMissing: 'L’option {name} est nécessaire : voir duka {command} --help.',
      unknownOption: 'L’option {name} n’existe pas : voir duka {command} --help.',
      excessArguments: 'Il y a un mot de trop : voir duka {command} --help.',
      unknownCommand: 'La commande {name} n’existe pas : voir duka --help.',
      subcommandMissing: 'Dites laquelle : duka {command} {names}.',
      invalidValue: '{name} ne peut pas être « {value} » : c’est {expected}. Rien n’a été envoyé.',
    },
  },
};
