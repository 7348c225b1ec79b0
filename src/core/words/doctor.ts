import type {Language} from './fill.js';

/** What the doctor looks at, in its order. */
export type CheckName =
  | 'runtime'
  | 'settings'
  | 'tills'
  | 'zone'
  | 'files'
  | 'disk'
  | 'journal'
  | 'signing-key'
  | 'key'
  | 'clock'
  | 'link'
  | 'approval'
  | 'printer';

type DoctorWords = {
  readonly names: Readonly<Record<CheckName, string>>;
  readonly runtime: string;
  readonly runtimeOld: string;
  readonly settings: string;
  readonly pinIgnored: string;
  readonly tills: string;
  readonly tillsNone: string;
  readonly tillsSeveral: string;
  readonly zone: string;
  readonly files: string;
  readonly filesOpen: string;
  readonly folderOpen: string;
  readonly filesNotKnown: string;
  readonly disk: string;
  readonly diskSlow: string;
  readonly diskFailed: string;
  readonly journal: string;
  readonly journalEmpty: string;
  readonly journalTorn: string;
  readonly signingKey: string;
  readonly signingKeyUnsigned: string;
  readonly signingKeyOther: string;
  readonly key: string;
  readonly keyTenantOnly: string;
  readonly clock: string;
  readonly clockOff: string;
  readonly clockNotKnown: string;
  readonly linkList: string;
  readonly linkSales: string;
  readonly linkNoSales: string;
  readonly approval: string;
  readonly printer: string;
};

/** What the doctor finds. */
export const doctorWords: Readonly<Record<Language, DoctorWords>> = {
  en: {
    names: {
      runtime: 'runtime',
      settings: 'settings',
      tills: 'tills',
      zone: 'zone',
      files: 'files',
      disk: 'disk',
      journal: 'journal',
      'signing-key': 'signing key',
      key: 'key',
      clock: 'clock',
      link: 'link',
      approval: 'approval',
      printer: 'printer',
    },
    runtime: 'Node {version}.',
    runtimeOld: 'Node {version} is too old: Duka needs 26.',
    settings: '{profile}, till {till}, data in {home}.',
    pinIgnored: 'cardPin in the settings is passed over: a live till takes no card PINs.',
    tills: 'In this folder: {tills}.',
    tillsNone: 'No till has sold in this folder yet.',
    tillsSeveral: 'In this folder: {tills}. More than one of {profile}: look at the payments and the reports of each.',
    zone: '{zone}; the business day starts at {dayStartsAt}.',
    files: 'Only this user can read the {count} files of the data.',
    filesOpen: 'Other users of this machine can read {count} files, the first is {file}: take their rights away.',
    folderOpen:
      'Other users of this machine can change the settings and the books in {folder}: make it your own and take their rights away.',
    filesNotKnown: 'This system has no file modes to look at.',
    disk: 'A write is safe on the disk after {milliseconds} ms.',
    diskSlow: 'A write is safe on the disk only after {milliseconds} ms: every payment waits for two of them.',
    diskFailed: 'The data cannot be written ({cause}): make room or mend the disk.',
    journal: 'Whole. Segments: {segments}, events: {events}.',
    journalEmpty: 'Empty.',
    journalTorn:
      'Whole, but for {bytes} bytes of an unfinished last line that nobody had been told of; the next start takes them off.',
    signingKey: '{key}, in force since line {line} of the journal.',
    signingKeyUnsigned:
      'The signing key was changed at line {line} of the journal, and the one before did not sign that. If nobody here did it, slips since then may be forged: compare them with the service’s list.',
    signingKeyOther:
      'The signing key in the till’s folder is not the one that the journal names ({key}). If nobody here changed it, somebody else did.',
    key: 'The service takes the key for {profile} and lists {count} networks for {currency}.',
    keyTenantOnly: 'The service takes the key for {profile}, and has no list for {currency}.',
    clock: '{skew} off the service’s clock.',
    clockOff: '{skew} off the service’s clock: set this machine’s.',
    clockNotKnown: 'The service did not tell its time.',
    linkList: 'The list of networks took {sent} bytes out and {received} in.',
    linkSales: 'A sale takes {perSale} bytes and a question {perQuestion}, on the average of the last day’s {sales}.',
    linkNoSales: 'The journal’s last day has no sale to measure.',
    approval:
      'Whether {currency} is switched on for this account is not known: the service says so only to the first payment.',
    printer: 'None is set up; receipts are text.',
  },
  fr: {
    names: {
      runtime: 'moteur',
      settings: 'réglages',
      tills: 'caisses',
      zone: 'fuseau',
      files: 'fichiers',
      disk: 'disque',
      journal: 'journal',
      'signing-key': 'clé de signature',
      key: 'clé',
      clock: 'horloge',
      link: 'liaison',
      approval: 'accord',
      printer: 'imprimante',
    },
    runtime: 'Node {version}.',
    runtimeOld: 'Node {version} est trop ancien : Duka demande 26.',
    settings: '{profile}, caisse {till}, données dans {home}.',
    pinIgnored: 'cardPin dans les réglages est ignoré : une caisse réelle ne prend pas de code PIN.',
    tills: 'Dans ce dossier : {tills}.',
    tillsNone: 'Aucune caisse n’a encore vendu dans ce dossier.',
    tillsSeveral:
      'Dans ce dossier : {tills}. Plus d’une en {profile} : regardez les paiements et les rapports de chacune.',
    zone: '{zone} ; le jour de caisse commence à {dayStartsAt}.',
    files: 'Seul cet utilisateur peut lire les {count} fichiers de données.',
    filesOpen:
      'D’autres utilisateurs de cette machine peuvent lire {count} fichiers, le premier est {file} : retirez-leur ce droit.',
    folderOpen:
      'D’autres utilisateurs de cette machine peuvent changer les réglages et les livres dans {folder} : prenez-en possession et retirez-leur ce droit.',
    filesNotKnown: 'Ce système n’a pas de droits de fichier à regarder.',
    disk: 'Une écriture est sûre sur le disque après {milliseconds} ms.',
    diskSlow: 'Une écriture n’est sûre sur le disque qu’après {milliseconds} ms : chaque paiement en attend deux.',
    diskFailed: 'Les données ne peuvent pas être écrites ({cause}) : faites de la place ou réparez le disque.',
    journal: 'Entier. Segments : {segments}, événements : {events}.',
    journalEmpty: 'Vide.',
    journalTorn:
      'Entier, hormis {bytes} octets d’une dernière ligne inachevée dont personne n’avait été informé ; le prochain départ les enlève.',
    signingKey: '{key}, en vigueur depuis la ligne {line} du journal.',
    signingKeyUnsigned:
      'La clé de signature a été changée à la ligne {line} du journal, et la précédente ne l’a pas signé. Si personne ici ne l’a fait, les tickets depuis peuvent être faux : comparez-les avec la liste du service.',
    signingKeyOther:
      'La clé de signature dans le dossier de la caisse n’est pas celle que nomme le journal ({key}). Si personne ici ne l’a changée, un autre l’a fait.',
    key: 'Le service accepte la clé pour {profile} et liste {count} réseaux en {currency}.',
    keyTenantOnly: 'Le service accepte la clé pour {profile}, sans liste pour {currency}.',
    clock: '{skew} d’écart avec l’horloge du service.',
    clockOff: '{skew} d’écart avec l’horloge du service : réglez celle de cette machine.',
    clockNotKnown: 'Le service n’a pas dit son heure.',
    linkList: 'La liste des réseaux a pris {sent} octets aller et {received} retour.',
    linkSales:
      'Une vente prend {perSale} octets et une question {perQuestion}, en moyenne des {sales} du dernier jour.',
    linkNoSales: 'Le dernier jour du journal n’a pas de vente à mesurer.',
    approval: 'On ne sait pas si {currency} est ouvert pour ce compte : le service ne le dit qu’au premier paiement.',
    printer: 'Aucune n’est réglée ; les reçus sont du texte.',
  },
};
