import {type AcquirerCode, acquirerCode} from '../card/acquirer.js';
import type {Language} from './fill.js';

/** What an acquirer means by its word, and what the cashier can do: one or two short sentences. */
export const acquirerWords: Readonly<Record<Language, Readonly<Record<AcquirerCode, string>>>> = {
  en: {
    APPROVED: 'The card’s bank approved it.',
    PARTIALLY_APPROVED: 'The card’s bank approved a part of the amount alone. Call the owner.',
    PENDING: 'The card’s bank is still working on it.',
    DECLINED: 'The card’s bank said no. Ask for another card or another way to pay.',
    DECLINED_DO_NOT_CONTACT: 'The card’s bank said no for good. Do not try this card again.',
    DO_NOT_PROCEED: 'The bank’s check of the customer ended badly. Ask for another card.',
    REFERRED: 'The card’s bank wants to be called by its customer. Ask for another way to pay.',
    CANCELLED: 'The customer broke it off. Try again if the customer wants to.',
    TIMED_OUT: 'The card’s bank did not answer in time. Try again, or ask for another way to pay.',
    EXPIRED_CARD: 'The card has expired. Ask for another card.',
    INSUFFICIENT_FUNDS: 'There is not enough money on the card. Ask for another card or a smaller amount.',
    INVALID_CSC: 'The security code or the PIN was wrong. Compare it with the card and type it again.',
    INVALID_CARD: 'No bank knows this card number. Compare it with the card and type it again.',
    INVALID_FIELD: 'Something in the request was not accepted. Look at the fields and type the card again.',
    AUTHENTICATION_FAILED: 'The customer could not prove to the bank who they are. Ask for another card.',
    NOT_ENROLLED_3D_SECURE: 'The card cannot be checked by its bank online. Ask for another card.',
    EXCEEDED_RETRY_LIMIT: 'The card was tried too often. Do not try it again today.',
    BLOCKED: 'The payment was stopped by a rule against fraud. Do not try this card again.',
    NOT_SUPPORTED: 'The card’s bank does not do this kind of payment. Ask for another card.',
    REQUEST_REJECTED: 'The acquirer rejected the request. Ask for another way to pay.',
    SYSTEM_ERROR: 'A system of the bank failed. Try again, or ask for another way to pay.',
    UNSPECIFIED_FAILURE: 'The bank does not say why. Ask for another card or another way to pay.',
    DUPLICATE: 'The service had seen this reference before. Call the owner before you try again.',
    UNKNOWN: 'The bank does not know how it ended. The till asks what became of it.',
  },
  fr: {
    APPROVED: 'La banque de la carte a accepté.',
    PARTIALLY_APPROVED: 'La banque n’a accepté qu’une partie du montant. Appelez le responsable.',
    PENDING: 'La banque de la carte y travaille encore.',
    DECLINED: 'La banque de la carte a refusé. Demandez une autre carte ou un autre moyen de paiement.',
    DECLINED_DO_NOT_CONTACT: 'La banque a refusé définitivement. N’essayez plus cette carte.',
    DO_NOT_PROCEED: 'La vérification du client par sa banque a échoué. Demandez une autre carte.',
    REFERRED: 'La banque veut que son client l’appelle. Demandez un autre moyen de paiement.',
    CANCELLED: 'Le client a abandonné. Recommencez s’il le souhaite.',
    TIMED_OUT: 'La banque n’a pas répondu à temps. Réessayez, ou demandez un autre moyen de paiement.',
    EXPIRED_CARD: 'La carte a expiré. Demandez une autre carte.',
    INSUFFICIENT_FUNDS: 'Il n’y a pas assez d’argent sur la carte. Demandez une autre carte ou un montant plus petit.',
    INVALID_CSC: 'Le code de sécurité ou le code PIN était faux. Comparez avec la carte et saisissez-le à nouveau.',
    INVALID_CARD: 'Aucune banque ne connaît ce numéro. Comparez avec la carte et saisissez-le à nouveau.',
    INVALID_FIELD: 'La demande n’a pas été acceptée. Vérifiez les champs et saisissez la carte à nouveau.',
    AUTHENTICATION_FAILED: 'Le client n’a pas pu prouver son identité à sa banque. Demandez une autre carte.',
    NOT_ENROLLED_3D_SECURE: 'La banque ne peut pas vérifier cette carte en ligne. Demandez une autre carte.',
    EXCEEDED_RETRY_LIMIT: 'La carte a été essayée trop souvent. Ne l’essayez plus aujourd’hui.',
    BLOCKED: 'Une règle contre la fraude a arrêté le paiement. N’essayez plus cette carte.',
    NOT_SUPPORTED: 'La banque de la carte ne fait pas ce genre de paiement. Demandez une autre carte.',
    REQUEST_REJECTED: 'L’acquéreur a rejeté la demande. Demandez un autre moyen de paiement.',
    SYSTEM_ERROR: 'Un système de la banque est en panne. Réessayez, ou demandez un autre moyen de paiement.',
    UNSPECIFIED_FAILURE: 'La banque ne dit pas pourquoi. Demandez une autre carte ou un autre moyen de paiement.',
    DUPLICATE: 'Le service connaissait déjà cette référence. Appelez le responsable avant de réessayer.',
    UNKNOWN: 'La banque ne sait pas comment cela a fini. La caisse demande ce qu’il en est.',
  },
};

/** What a refusal of a card means and what can be done about it; empty for words that nobody has listed. */
export function acquirerAdvice(text: string, language: Language): string {
  const code = acquirerCode(text);
  return code === 'UNKNOWN' ? '' : acquirerWords[language][code];
}
