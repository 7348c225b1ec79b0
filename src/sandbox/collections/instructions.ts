import type {Country} from '../fixtures/countries.js';
import type {Party} from './collection-records.js';

type Instructions = {readonly before: string; readonly after: string};

/** The instructions for the customer, by who acts next, in the languages of the service's countries. */
const texts: Readonly<Record<Country['language'], Readonly<Record<Party, Instructions>>>> = {
  fr: {
    otp: {
      before: 'Composez #144*82# puis choisissez l’option 2 pour obtenir votre code de paiement.',
      after: 'Saisissez le code à 4 chiffres reçu par SMS pour valider le paiement.',
    },
    page: {
      before: 'Vous allez être redirigé vers la page de paiement.',
      after: 'Validez le paiement sur la page, puis revenez chez le marchand.',
    },
    network: {
      before: 'Une demande de paiement va être envoyée sur votre téléphone.',
      after: 'Validez le paiement en saisissant votre code secret sur votre téléphone.',
    },
  },
  en: {
    otp: {
      before: 'Request a payment code from your mobile-money menu.',
      after: 'Enter the 4-digit code that you received to approve the payment.',
    },
    page: {
      before: 'You will be redirected to the payment page.',
      after: 'Approve the payment on the page, then return to the merchant.',
    },
    network: {
      before: 'A payment request will be sent to your phone.',
      after: 'Approve the payment by entering your mobile-money PIN on your phone.',
    },
  },
};

export function instructionsFor(country: Country, party: Party): Instructions {
  return texts[country.language][party];
}
