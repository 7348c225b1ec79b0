import {type Language, type Messages, messages} from './messages.js';

/** A key of the messages that explain a technical failure to a person. */
type Meaning = keyof Messages['cause'];

/** The error codes of the operating system, of the HTTP client (including the phase of a request that timed out) and of the store. */
const words: Readonly<Record<Meaning, string>> = {
  missing: 'ENOENT',
  inFolderPlace: 'ENOTDIR',
  folder: 'EISDIR ERR_FS_EISDIR',
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

/** Groups of many error codes, recognised by how they begin. */
const families: readonly (readonly [RegExp, Meaning])[] = [
  [/^HPE_/, 'unreadable'],
  [/^ERR_(?:SSL|TLS|OSSL)_/, 'insecure'],
  [/^(?:UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_|ERROR_IN_CERT_)/, 'untrusted'],
];

/** Returns what an error code such as `ENOSPC` means to a person; an unknown code is returned as it is. */
export function causeText(word: string, language: Language): string {
  const meaning = meanings.get(word) ?? families.find(([form]) => form.test(word))?.[1];
  return meaning === undefined ? word : messages(language).cause[meaning];
}

/** Returns why a request failed: the meaning of the error code if the service was not reached, else the service's own words. */
export const failureCause = (failure: {readonly reason: string; readonly text: string}, language: Language): string =>
  failure.reason === 'unreachable' ? causeText(failure.text, language) : failure.text;

/** Why a line is not trusted, by the name that the journal's reader uses. */
export type Flaw = Exclude<keyof Messages['journalFlaw'], 'other'>;

/** Says why a line is not trusted. If the reason is an error code of the operating system, the text is about that code. */
export function flawText(why: string, language: Language): string {
  const {other, ...flaws} = messages(language).journalFlaw;
  const known: Readonly<Record<string, string>> = flaws;
  return known[why] ?? other({code: causeText(why, language)});
}
