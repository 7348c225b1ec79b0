import type {Language} from './fill.js';

/** What is said in place of a machine's own word for a failure. */
type Meaning =
  | 'missing'
  | 'inFolderPlace'
  | 'folder'
  | 'noFile'
  | 'link'
  | 'secondName'
  | 'there'
  | 'forbidden'
  | 'readOnly'
  | 'full'
  | 'tooLarge'
  | 'diskFailed'
  | 'tooManyFiles'
  | 'noMemory'
  | 'busy'
  | 'longName'
  | 'unusable'
  | 'gone'
  | 'noDatabase'
  | 'changed'
  | 'reading'
  | 'closed'
  | 'mistake'
  | 'refused'
  | 'brokenOff'
  | 'tooLate'
  | 'nameUnknown'
  | 'noWay'
  | 'noAddress'
  | 'tooLong'
  | 'cutOff'
  | 'unreadable'
  | 'insecure'
  | 'untrusted'
  | 'outOfDate'
  | 'unsaid';

/** The words of the operating system, of the HTTP client (also the part of a request that took too long) and of the store. */
const words: Readonly<Record<Meaning, string>> = {
  missing: 'ENOENT',
  inFolderPlace: 'ENOTDIR',
  folder: 'EISDIR',
  noFile: 'EFTYPE',
  link: 'ELOOP',
  secondName: 'EMLINK',
  there: 'EEXIST ENOTEMPTY',
  forbidden: 'EACCES EPERM ERR_ACCESS_DENIED',
  readOnly: 'EROFS',
  full: 'ENOSPC EDQUOT',
  tooLarge: 'EFBIG',
  diskFailed: 'EIO',
  tooManyFiles: 'EMFILE ENFILE',
  noMemory: 'ENOMEM ENOBUFS',
  busy: 'EBUSY ETXTBSY EAGAIN EADDRINUSE',
  longName: 'ENAMETOOLONG',
  unusable: 'EINVAL ENOTSUP EOPNOTSUPP',
  gone: 'ENODEV ENXIO ESTALE ENOTCONN',
  noDatabase: 'no-database journal-damaged',
  changed: 'changed-behind-our-back',
  reading: 'opened-for-reading',
  closed: 'closed',
  mistake: 'bug',
  refused: 'ECONNREFUSED',
  brokenOff: 'ECONNRESET ECONNABORTED EPIPE ERR_ABORTED ABORT_ERR',
  tooLate: 'ETIMEDOUT ESOCKETTIMEDOUT lookup connect secureConnect socket send response read request',
  nameUnknown: 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME',
  noWay: 'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN',
  noAddress: 'EADDRNOTAVAIL',
  tooLong: 'ERR_BODY_TOO_LARGE HPE_HEADER_OVERFLOW',
  cutOff: 'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
  unreadable: 'ERR_PROTOCOL_SWITCHED ERR_READING_RESPONSE_STREAM ERR_BODY_PARSE_FAILURE ERR_NON_2XX_3XX_RESPONSE',
  insecure: 'EPROTO',
  untrusted: 'ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH CERT_UNTRUSTED CERT_REJECTED CERT_REVOKED INVALID_CA',
  outOfDate: 'CERT_HAS_EXPIRED CERT_NOT_YET_VALID',
  unsaid: '- ? unknown error UNKNOWN ERR_UNKNOWN',
};
const meanings = new Map(
  Object.entries(words).flatMap(([meaning, all]) => all.split(' ').map(word => [word, meaning as Meaning] as const)),
);

/** Words of which there are many, by how they begin or end. */
const families: readonly (readonly [RegExp, Meaning])[] = [
  [/^HPE_/, 'unreadable'],
  [/^ERR_(?:SSL|TLS|OSSL)_/, 'insecure'],
  [/^(?:UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_|ERROR_IN_CERT_)/, 'untrusted'],
];

const texts: Readonly<Record<Language, Readonly<Record<Meaning, string>>>> = {
  en: {
    missing: 'there is no such file or folder',
    inFolderPlace: 'a file is where a folder should be',
    folder: 'it is a folder',
    noFile: 'it is no ordinary file',
    link: 'it is a link to somewhere else',
    secondName: 'it has a second name, a hard link: remove the other one',
    there: 'something else is in its place',
    forbidden: 'this user may not do that',
    readOnly: 'this disk can only be read',
    full: 'the disk is full',
    tooLarge: 'the file would be too large',
    diskFailed: 'the disk failed',
    tooManyFiles: 'too many files are open on this machine',
    noMemory: 'this machine has no memory left',
    busy: 'another program is using it',
    longName: 'its name is too long',
    unusable: 'it is of no use for this',
    gone: 'it is no longer there',
    noDatabase: 'the file is damaged',
    changed: 'another program has changed it',
    reading: 'it was opened to be read only',
    closed: 'it is closed already',
    mistake: 'a mistake of this program',
    refused: 'nothing answers at that address',
    brokenOff: 'the connection was broken off',
    tooLate: 'no answer came in time',
    nameUnknown: 'its name was not found: is this machine online?',
    noWay: 'the network has no way there',
    noAddress: 'this machine has no such address',
    tooLong: 'the answer was too large',
    cutOff: 'the answer was cut off',
    unreadable: 'the answer could not be read',
    insecure: 'no secure connection could be made',
    untrusted: 'its certificate is not to be trusted',
    outOfDate: 'its certificate is not valid today: is this machine’s clock right?',
    unsaid: 'for a reason that nobody gave',
  },
  fr: {
    missing: 'ce fichier ou ce dossier n’existe pas',
    inFolderPlace: 'un fichier occupe la place d’un dossier',
    folder: 'c’est un dossier',
    noFile: 'ce n’est pas un fichier ordinaire',
    link: 'c’est un lien vers un autre endroit',
    secondName: 'il a un second nom, un lien physique : supprimez l’autre',
    there: 'autre chose est à sa place',
    forbidden: 'cet utilisateur n’en a pas le droit',
    readOnly: 'ce disque est en lecture seule',
    full: 'le disque est plein',
    tooLarge: 'le fichier serait trop grand',
    diskFailed: 'le disque est défaillant',
    tooManyFiles: 'trop de fichiers sont ouverts sur cette machine',
    noMemory: 'cette machine n’a plus de mémoire',
    busy: 'un autre programme s’en sert',
    longName: 'son nom est trop long',
    unusable: 'cela ne convient pas ici',
    gone: 'ce n’est plus là',
    noDatabase: 'le fichier est endommagé',
    changed: 'un autre programme l’a modifié',
    reading: 'il est ouvert en lecture seule',
    closed: 'il est déjà fermé',
    mistake: 'une erreur de ce programme',
    refused: 'rien ne répond à cette adresse',
    brokenOff: 'la connexion a été coupée',
    tooLate: 'aucune réponse à temps',
    nameUnknown: 'son nom est introuvable : cette machine est-elle en ligne ?',
    noWay: 'le réseau n’y mène pas',
    noAddress: 'cette machine n’a pas cette adresse',
    tooLong: 'la réponse était trop grande',
    cutOff: 'la réponse a été coupée',
    unreadable: 'la réponse était illisible',
    insecure: 'aucune connexion sûre n’a pu être établie',
    untrusted: 'son certificat n’est pas digne de confiance',
    outOfDate: 'son certificat n’est pas valable aujourd’hui : l’horloge de cette machine est-elle juste ?',
    unsaid: 'pour une raison que personne n’a dite',
  },
};

/** What a machine's word for a failure, such as `ENOSPC`, means to a person; a word that is not known here as it is. */
export function causeText(word: string, language: Language): string {
  const meaning = meanings.get(word) ?? families.find(([form]) => form.test(word))?.[1];
  return meaning === undefined ? word : texts[language][meaning];
}

/** Why a request failed: the machine's word in ours, what the service says as it says it. */
export function failureCause(failure: {readonly reason: string; readonly text: string}, language: Language): string {
  return failure.reason === 'unreachable' ? causeText(failure.text, language) : failure.text;
}
