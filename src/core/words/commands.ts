import type {RefundStatus} from '../refund/refund.js';
import type {Language} from './fill.js';

type CommandWords = {
  /** `{sentence}` is said to the customer. */
  readonly say: string;
  /** For a payment that is not known yet: when a command ends, no till goes on asking. */
  readonly keepTheGoods: string;
  readonly sending: string;
  /** Of a payment out of no wallet. */
  readonly sendingOnPage: string;
  readonly charging: string;
  readonly openPage: string;
  /** The page of the card's bank, which this command serves for as long as it waits. */
  readonly openChallenge: string;
  readonly challengeOverSsh: string;
  readonly challengeClosed: string;
  readonly pinOnComputer: string;
  readonly nobodyWatches: string;
  readonly enterCode: string;
  readonly askCode: string;
  readonly codeOnLine: string;
  readonly interrupted: string;
  readonly asLocked: string;
  readonly asUnwritable: string;
  readonly torn: string;
  readonly notAsked: string;
  readonly unreachable: string;
  readonly clockSkew: string;
  readonly bug: string;
  readonly bugAfterSending: string;
  /** Nobody can tell whether a payment was under way. */
  readonly bugAnywhere: string;
  readonly afterSending: string;
  readonly commands: string;
  readonly none: string;
  readonly needPerson: string;
  readonly evidence: string;
  readonly resolved: string;
  readonly refund: RefundWords;
  readonly heardAgain: string;
  readonly conclusion: string;
  readonly noEvents: string;
  readonly intact: string;
  readonly intactEmpty: string;
  readonly holder: {readonly closed: string; readonly other: string};
  readonly bank: Readonly<Record<'offered' | 'inactive' | 'blocked' | 'unusable', string>>;
  readonly sandboxReady: string;
  readonly slip: SlipWords;
  readonly claim: ClaimWords;
  readonly zCheck: ZCheckWords;
  /** Up to which line of the journal a slip that left proves it. */
  readonly outside: {readonly none: string; readonly by: Readonly<Record<'receipt' | 'z', string>>};
  readonly exported: string;
};

/** About slips that leave the till. */
type SlipWords = {
  /** Stands at both ends of a slip that the till did not number. */
  readonly banner: string;
  readonly preview: string;
  readonly printed: string;
  readonly written: string;
  readonly noOriginal: string;
  readonly probed: string;
  readonly printer: string;
};

type ClaimWords = {
  readonly genuine: string;
  readonly forged: string;
  readonly says: string;
  readonly practice: string;
  readonly elsewhere: string;
  readonly unknownHere: string;
  readonly unknownOurs: string;
  readonly agrees: string;
  readonly givenBack: string;
  readonly judged: string;
  readonly copies: string;
  readonly notPaid: string;
  readonly differs: string;
  /** About the line of the journal that a receipt names. */
  readonly sameLine: string;
  readonly otherLine: string;
  readonly noCode: string;
};

/** What was compared of a Z and the journal; a `{line}` is the number of the journal's line that differs. */
type ZCheckWords = {
  readonly says: string;
  readonly signature: Checked;
  readonly exists: Checked;
  readonly head: Checked;
  readonly totals: Checked;
  readonly line: Checked;
  /** Of a code by version 0.1.0. */
  readonly lineNotCovered: string;
  readonly chain: string;
};
type Checked = {readonly ok: string; readonly bad: string};

type RefundWords = {
  readonly name: string;
  readonly statuses: Readonly<Record<RefundStatus, string>>;
  /** Why money is given back, when nobody says it. */
  readonly reason: string;
  readonly fromHistory: string;
  readonly sending: string;
  /** For money that no card can take back. */
  readonly inCash: string;
  readonly open: string;
  readonly notDone: string;
  readonly unclear: string;
  readonly resolved: string;
};

/** What the commands say beside the sentences about payments and problems. */
export const commandWords: Readonly<Record<Language, CommandWords>> = {
  en: {
    say: 'Say: “{sentence}”',
    keepTheGoods: 'Keep the goods. Do not charge again.',
    sending: 'Payment {reference}: asking {wallet}, {network}, for {amount}.',
    sendingOnPage: 'Payment {reference}: asking for {amount} by {network}; the customer pays on a web page.',
    charging: 'Payment {reference}: charging the card {card}, {brand}: {amount}.',
    openPage: 'The customer approves here: {url}',
    openChallenge: 'The customer confirms here, while this command waits: {url}',
    challengeOverSsh: 'From your own machine, bring the page there first: {command}',
    challengeClosed:
      'Nobody watches payment {reference} now, and the bank’s page is closed. To serve it again: {command}',
    pinOnComputer: 'Card PINs typed on a computer can be stolen there: use a card terminal where you can.',
    nobodyWatches: 'Nobody watches payment {reference} now. Ask again with: {command}',
    enterCode: 'Enter the customer’s code with: {command}',
    askCode: 'The customer’s code:',
    codeOnLine:
      'Other programs and the shell’s history see a code on the command line. Leave it out: it is asked for, or read from standard input. The next version takes none here.',
    interrupted: 'Interrupted. The payment stays as it is.',
    asLocked: 'This till is open in another window ({command}, process {pid}): this is what its journal says.',
    asUnwritable: 'The journal cannot be written here ({cause}): this is what it says, and nothing was asked.',
    torn: 'The last start left {bytes} bytes of an unfinished line, which nobody had been told of.',
    notAsked: 'The service was not asked.',
    unreachable: 'The service gave no answer ({code}): this is what the journal says.',
    clockSkew: 'This machine’s clock is {skew} off the service’s: set it.',
    bug: 'Duka met a mistake of its own. Nothing was sent. Details: {file}',
    bugAfterSending:
      'Duka met a mistake of its own after payment {reference} was begun. Do not charge again. Details: {file}',
    bugAnywhere:
      'Duka met a mistake of its own. Look at what is pending before you charge anybody again. Details: {file}',
    afterSending: 'Payment {reference} was begun: do not charge again before you know how it ended.',
    commands: 'Commands: {names}',
    none: 'Nothing is pending.',
    needPerson: 'Payment {reference} needs a person: {command}',
    evidence: 'What is known of payment {reference}:',
    resolved: 'Payment {reference} is kept as {verdict} by the word of {person}.',
    refund: {
      name: 'Refund {refund}',
      statuses: {
        requested: 'about to be sent',
        sent: 'sent, no answer yet',
        unknown: 'may have been made',
        pending: 'accepted, not done yet',
        done: 'given back',
        failed: 'not given back',
      },
      reason: 'Refund',
      fromHistory: 'found in the service’s history, and not in this journal',
      sending: 'Payment {reference}: giving {amount} back to the card {card}, {brand}.',
      inCash: 'Payment {reference} was made in cash: give it back with duka cash refund {reference}. Nothing was sent.',
      open: 'Refund {refund} of payment {reference} is not done yet: {command}',
      notDone: 'Refund {refund} of payment {reference} is accepted. Do not send it again: ask with {command}',
      unclear:
        'Do not send refund {refund} of payment {reference} again: it may have been made. The till looks for it in the service’s history and sends no other refund of this payment meanwhile. Ask with {command}',
      resolved: 'Refund {refund} of payment {reference} is kept as {status} by the word of {person}.',
    },
    heardAgain: 'and {count} more times',
    conclusion: 'So: {verdict}, {status}.',
    noEvents: 'The journal has no event of {day}.',
    intact: 'The journal is whole. Segments: {segments}, events: {events}, head: {head}.',
    intactEmpty: 'The journal is empty.',
    holder: {
      closed: 'This bank is inactive or blocked at the service: money would not arrive now.',
      other: 'The answer is about another account or bank: do not send anything on it.',
    },
    bank: {offered: 'offered', inactive: 'inactive', blocked: 'blocked', unusable: 'not for mobile money here'},
    sandboxReady: 'The practice service runs until you press Ctrl-C. Its books: {data}',
    slip: {
      banner: 'PREVIEW - NOT ISSUED',
      preview: 'This is a preview: it has no number and no signature, and it is not written down.',
      printed: 'Sent to the printer: {title}.',
      written: 'Written: {file}',
      noOriginal: 'No receipt of {reference} has left the till yet: leave --copy out for the original.',
      probed: 'The test slip was sent to the printer {address}.',
      printer: '{address}, {columns} columns, {codePage}. Test it with: duka doctor --printer',
    },
    claim: {
      genuine: 'The code is genuine: it was signed with the key of till {till}.',
      forged: 'The code is forged or of another till: the key does not fit its signature.',
      says: 'It claims that {amount} were paid on {businessDate} under {reference} at till {till}, {profile}.',
      practice: 'It is a slip of {profile}: no money moved.',
      elsewhere: 'The money was not asked for at the service’s own address but at {service}.',
      unknownHere: 'This till knows nothing of {reference}.',
      unknownOurs: 'This till’s journal has no {reference}, although the slip says that it made it.',
      agrees: 'This till’s journal agrees: {reference} is paid.',
      givenBack: 'This till’s journal has {reference} as paid and given back whole: it buys nothing any more.',
      judged: 'It is paid by the word of {person}, not of the service.',
      copies: 'Copies of this slip that left the till beside it: {count}.',
      notPaid: 'This till’s journal contradicts it: {reference} is {verdict}.',
      differs: 'This till’s journal contradicts it: {reference} is {amount} of {businessDate}.',
      sameLine: 'Line {line} of the journal is the one that the slip names.',
      otherLine:
        'Line {line} of the journal is not the one that the slip names: it or a line before it was changed since, or is gone.',
      noCode: 'This is not the code of a slip that Duka made.',
    },
    zCheck: {
      says: '{z} of till {till}, up to line {line}: {totals}.',
      signature: {
        ok: 'It was signed with this till’s key.',
        bad: 'It is forged or of another till: the key does not fit.',
      },
      exists: {ok: 'The journal has {z}.', bad: 'The journal has no such {z}, made up to line {line}.'},
      head: {
        ok: 'Line {line} of the journal is the one that it was made after.',
        bad: 'Line {line} of the journal is another one now: this line or one before it was changed since.',
      },
      totals: {ok: 'Its totals are those of the journal.', bad: 'The journal’s {z} has other totals: {totals}.'},
      line: {
        ok: 'Every word of {z} in the journal is as it was printed: people, times, counts, differences, totals.',
        bad: 'The journal’s {z} is another one now: something in it was changed since it was printed.',
      },
      lineNotCovered: 'This code is of version 0.1.0: it says nothing of people, times, counts and differences.',
      chain: 'The whole journal is intact: {events} lines.',
    },
    outside: {
      none: 'No receipt and no Z left this till yet: nobody outside can know these lines.',
      by: {
        receipt:
          'Known outside up to line {line}, by the receipt {name} of {moment}. Of the {rest} lines after it only this machine knows.',
        z: 'Known outside up to line {line}, by {name}, printed {moment}. Of the {rest} lines after it only this machine knows.',
      },
    },
    exported: 'Written: {file}, {count} lines',
  },
  fr: {
    say: 'À dire : « {sentence} »',
    keepTheGoods: 'Gardez la marchandise. Ne débitez pas une seconde fois.',
    sending: 'Paiement {reference} : on demande {amount} au {wallet}, {network}.',
    sendingOnPage: 'Paiement {reference} : on demande {amount} par {network} ; le client paie sur une page web.',
    charging: 'Paiement {reference} : on débite la carte {card}, {brand} : {amount}.',
    openPage: 'Le client approuve ici : {url}',
    openChallenge: 'Le client confirme ici, tant que cette commande attend : {url}',
    challengeOverSsh: 'Depuis votre propre machine, amenez-y d’abord la page : {command}',
    challengeClosed:
      'Personne ne suit le paiement {reference} à présent et la page de la banque est fermée. Pour la servir à nouveau : {command}',
    pinOnComputer:
      'Un code PIN saisi sur un ordinateur peut y être volé : préférez un terminal de paiement quand c’est possible.',
    nobodyWatches: 'Personne ne suit le paiement {reference} à présent. Redemandez avec : {command}',
    enterCode: 'Saisissez le code du client avec : {command}',
    askCode: 'Le code du client :',
    codeOnLine:
      'D’autres programmes et l’historique du shell voient un code sur la ligne de commande. Ne l’y mettez pas : il est demandé, ou lu sur l’entrée standard. La prochaine version n’en prendra plus ici.',
    interrupted: 'Interrompu. Le paiement reste ce qu’il est.',
    asLocked:
      'Cette caisse est ouverte dans une autre fenêtre ({command}, processus {pid}) : voici ce que dit son journal.',
    asUnwritable: 'Le journal ne peut pas être écrit ici ({cause}) : voici ce qu’il dit, rien n’a été demandé.',
    torn: 'Le dernier arrêt a laissé {bytes} octets d’une ligne inachevée, dont personne n’avait été informé.',
    notAsked: 'Le service n’a pas été interrogé.',
    unreachable: 'Le service n’a pas répondu ({code}) : voici ce que dit le journal.',
    clockSkew: 'L’horloge de cette machine diffère de {skew} de celle du service : réglez-la.',
    bug: 'Duka a rencontré une erreur de sa part. Rien n’a été envoyé. Détails : {file}',
    bugAfterSending:
      'Duka a rencontré une erreur de sa part après le début du paiement {reference}. Ne débitez pas à nouveau. Détails : {file}',
    bugAnywhere:
      'Duka a rencontré une erreur de sa part. Regardez ce qui est en attente avant de débiter qui que ce soit. Détails : {file}',
    afterSending: 'Le paiement {reference} était commencé : ne débitez pas à nouveau avant de savoir comment il finit.',
    commands: 'Commandes : {names}',
    none: 'Rien n’est en attente.',
    needPerson: 'Le paiement {reference} est à voir par un responsable : {command}',
    evidence: 'Ce que l’on sait du paiement {reference} :',
    resolved: 'Le paiement {reference} est tenu pour {verdict} sur la parole de {person}.',
    refund: {
      name: 'Remboursement {refund}',
      statuses: {
        requested: 'sur le point de partir',
        sent: 'envoyé, sans réponse',
        unknown: 'peut-être fait',
        pending: 'accepté, pas encore fait',
        done: 'rendu',
        failed: 'pas rendu',
      },
      reason: 'Remboursement',
      fromHistory: 'trouvé dans l’historique du service, et pas dans ce journal',
      sending: 'Paiement {reference} : on rend {amount} à la carte {card}, {brand}.',
      inCash:
        'Le paiement {reference} était en espèces : rendez-le avec duka cash refund {reference}. Rien n’a été envoyé.',
      open: 'Le remboursement {refund} du paiement {reference} n’est pas encore fait : {command}',
      notDone:
        'Le remboursement {refund} du paiement {reference} est accepté. Ne le renvoyez pas : demandez avec {command}',
      unclear:
        'Ne renvoyez pas le remboursement {refund} du paiement {reference} : il a peut-être été fait. La caisse le cherche dans l’historique du service et n’envoie aucun autre remboursement de ce paiement d’ici là. Demandez avec {command}',
      resolved: 'Le remboursement {refund} du paiement {reference} est tenu pour {status} sur la parole de {person}.',
    },
    heardAgain: 'et {count} fois encore',
    conclusion: 'Donc : {verdict}, {status}.',
    noEvents: 'Le journal n’a pas d’événement du {day}.',
    intact: 'Le journal est entier. Segments : {segments}, événements : {events}, fin : {head}.',
    intactEmpty: 'Le journal est vide.',
    holder: {
      closed: 'Cette banque est inactive ou bloquée chez le service : l’argent n’arriverait pas maintenant.',
      other: 'La réponse parle d’un autre compte ou d’une autre banque : n’envoyez rien sur sa foi.',
    },
    bank: {offered: 'proposé', inactive: 'inactif', blocked: 'bloqué', unusable: 'pas pour le paiement mobile ici'},
    sandboxReady: 'Le service d’essai tourne jusqu’à Ctrl-C. Ses livres : {data}',
    slip: {
      banner: 'APERÇU - NON ÉMIS',
      preview: 'Ceci est un aperçu : il n’a ni numéro ni signature, et rien n’en est écrit.',
      printed: 'Envoyé à l’imprimante : {title}.',
      written: 'Écrit : {file}',
      noOriginal: 'Aucun reçu de {reference} n’est encore sorti de la caisse : sans --copy, vous aurez l’original.',
      probed: 'Le ticket d’essai a été envoyé à l’imprimante {address}.',
      printer: '{address}, {columns} colonnes, {codePage}. À essayer avec : duka doctor --printer',
    },
    claim: {
      genuine: 'Le code est authentique : il a été signé avec la clé de la caisse {till}.',
      forged: 'Le code est faux ou d’une autre caisse : la clé ne va pas avec sa signature.',
      says: 'Il affirme que {amount} ont été payés le {businessDate} sous {reference} à la caisse {till}, {profile}.',
      practice: 'C’est un ticket de {profile} : aucun argent n’a bougé.',
      elsewhere: 'L’argent n’a pas été demandé à l’adresse du service, mais à {service}.',
      unknownHere: 'Cette caisse ne sait rien de {reference}.',
      unknownOurs: 'Le journal de cette caisse n’a pas {reference}, que le ticket dit pourtant venir d’elle.',
      agrees: 'Le journal de cette caisse est d’accord : {reference} est payé.',
      givenBack:
        'Le journal de cette caisse a {reference} comme payé puis remboursé en entier : il n’achète plus rien.',
      judged: 'Il est payé sur la parole de {person}, pas du service.',
      copies: 'Copies de ce ticket sorties de la caisse en plus : {count}.',
      notPaid: 'Le journal de cette caisse le contredit : {reference} est {verdict}.',
      differs: 'Le journal de cette caisse le contredit : {reference} est de {amount}, du {businessDate}.',
      sameLine: 'La ligne {line} du journal est celle que nomme le ticket.',
      otherLine:
        'La ligne {line} du journal n’est pas celle que nomme le ticket : elle ou une ligne d’avant a été changée depuis, ou manque.',
      noCode: 'Ce n’est pas le code d’un ticket fait par Duka.',
    },
    zCheck: {
      says: '{z} de la caisse {till}, jusqu’à la ligne {line} : {totals}.',
      signature: {
        ok: 'Il a été signé avec la clé de cette caisse.',
        bad: 'Il est faux ou d’une autre caisse : la clé ne va pas.',
      },
      exists: {ok: 'Le journal a {z}.', bad: 'Le journal n’a pas ce {z}, fait jusqu’à la ligne {line}.'},
      head: {
        ok: 'La ligne {line} du journal est celle après laquelle il a été fait.',
        bad: 'La ligne {line} du journal n’est plus la même : elle ou une ligne d’avant a été changée depuis.',
      },
      totals: {ok: 'Ses totaux sont ceux du journal.', bad: 'Le {z} du journal a d’autres totaux : {totals}.'},
      line: {
        ok: 'Chaque mot du {z} du journal est tel qu’imprimé : personnes, heures, comptes, écarts, totaux.',
        bad: 'Le {z} du journal n’est plus le même : quelque chose y a été changé depuis l’impression.',
      },
      lineNotCovered: 'Ce code est de la version 0.1.0 : il ne dit rien des personnes, heures, comptes et écarts.',
      chain: 'Tout le journal est entier : {events} lignes.',
    },
    outside: {
      none: 'Aucun reçu ni Z n’a encore quitté cette caisse : personne à l’extérieur ne peut connaître ces lignes.',
      by: {
        receipt:
          'Connu à l’extérieur jusqu’à la ligne {line}, par le reçu {name} du {moment}. Des {rest} lignes suivantes, seule cette machine sait quelque chose.',
        z: 'Connu à l’extérieur jusqu’à la ligne {line}, par {name}, imprimé le {moment}. Des {rest} lignes suivantes, seule cette machine sait quelque chose.',
      },
    },
    exported: 'Écrit : {file}, {count} lignes',
  },
};
