import type {ProblemCode} from '../problem.js';
import type {Language} from './fill.js';

/** What happened, what it means for the money, what to do now: one line each. */
export const problemWords: Readonly<Record<Language, Readonly<Record<ProblemCode, string>>>> = {
  en: {
    'amount-missing': 'Type the amount.',
    'amount-not-a-number': '“{amount}” is not an amount: use digits and one decimal mark, as in 1250.50.',
    'amount-ambiguous': '“{amount}” can be read in two ways: leave out the thousands mark, as in 1500.',
    'amount-not-positive': 'The amount must be more than 0.',
    'amount-too-fine': '{currency} is paid here in steps of {step}: type a rounder amount.',
    'amount-above-maximum': 'The most that one payment can be here is {maximum}: split the sale.',
    'currency-unknown': 'There is no currency {currency} here.',
    'currency-of-another-country': '{country} pays in {expected}, not in {currency}.',
    'country-unknown': 'There are no mobile-money payments in the country “{country}”.',
    'network-missing': 'Choose the network: it cannot be told from this number.',
    'network-unknown': 'There is no network {network} in {country}.',
    'network-of-another-country': '{network} is a network of {other}, not of {country}.',
    'wallet-missing': 'Type the wallet number.',
    'wallet-not-digits': '“{wallet}” is not a wallet number: digits only, spaces and a leading + are fine.',
    'wallet-wrong-length':
      'A wallet number in {country} has {digits} digits with the country code; this one has {given}.',
    'wallet-of-another-country': 'This is a number of {other}, not of {country}.',
    'wallet-unusual': 'This number looks unusual for {country}: compare it with the customer’s phone.',
    'email-invalid': '“{email}” is not an e-mail address.',
    'shop-missing': 'Type the name of the shop, as it stands on receipts.',
    'text-too-long': 'This text has {given} characters; {longest} are the most.',
    'text-has-card': 'This text holds a card number, which is never written down: take it out. Nothing was sent.',
    'zone-unknown': 'There is no time zone “{zone}”: use a name such as Africa/Nairobi.',
    'url-not-https': 'The return address {url} must begin with https://.',
    'code-wrong-length': 'The one-time password has {digits} digits.',
    'code-not-asked': 'No one-time password is asked for payment {reference} now. Nothing was sent.',
    'reason-missing': 'Say why: this needs a reason.',
    'person-missing': 'Say who it is: this needs a name.',
    'payment-unknown': 'There is no payment {reference} in this till’s journal.',
    'payment-not-open': 'Nothing of payment {reference} is left to judge: what is written down stands.',
    'payment-not-resendable':
      'Payment {reference} may have reached the service, so it is not sent again. Look at its state.',
    'sale-unknown': 'There is no sale {sale} in this till’s journal.',
    'sale-amount-differs': 'Sale {sale} is for {amount}: another attempt must ask for the same.',
    'earlier-payment':
      'The same wallet or card was asked for {amount} a moment ago ({reference}). Nothing was sent. Look at that payment first, or go on with a reason.',
    'unknown-option': '{detail}',
    'no-terminal': 'The till needs a terminal. Use a command instead (duka --help), or watch “duka demo”.',
    'day-invalid': '“{day}” is not a day: write it as 2026-11-20.',
    'file-not-readable':
      '{file} cannot be read ({code}): look at its name and its folder, and whether you may open it. Nothing was taken from it.',
    'file-too-large':
      '{file} is too large: {megabytes} MB and {rows} rows are the most. Nothing was taken from it: ask for a file of fewer days.',
    'file-not-table':
      '{file} is neither a table in plain text (CSV) nor a bank statement in camt.053. Nothing was taken from it: save it as CSV and give that file.',
    'file-not-in-encoding':
      '{file} is not written in {encoding}. Nothing was taken from it: say how it is written, or leave it to be found.',
    'file-not-understood':
      '{file} is not well formed at line {line}. Nothing was taken from it: fetch it again, or say what it is written in.',
    'file-cut-off':
      '{file} ends in the middle, or its last row may. Nothing was taken from it: fetch it again; if it is whole, end its last line.',
    'file-quote-open':
      '{file} has a quotation mark that is never closed, from line {line} on. Nothing was taken from it: fetch the file again.',
    'file-record-too-long':
      '{file} has a row or a cell at line {line} that is far too long. Nothing was taken from it: fetch it again, or say its separator.',
    'file-xml-unsafe':
      '{file} holds at line {line} what no bank statement needs (a document type, or an element without an end). Nothing was taken from it: ask the bank for another.',
    'file-field-unknown': 'There is no column “{field}” to name here: the columns are {fields}.',
    'file-heading-missing':
      '{file} has no line of headings that is known here. Nothing was taken from it: name its columns, as in amount=HEADING.',
    'file-heading-unknown':
      '{file} has no column with the heading “{column}”. Nothing was taken from it: write the heading as the file does.',
    'file-heading-twice':
      '{file} has two columns with the heading “{column}”. Nothing was taken from it: fetch a file in which they differ, or name another column.',
    'file-column-missing':
      'No column of {file} is known as {field}. Nothing was taken from it: say which one it is, as in {field}=HEADING.',
    'file-currency-missing':
      '{file} does not say in which currency it is. Nothing was taken from it: name the column, as in currency=HEADING, or the currency of the whole file.',
    'file-decimal-mark-unclear':
      '“{text}” in the column “{column}” of {file} can be read in two ways. Nothing was taken from it: say whether its decimal mark is a point or a comma.',
    'file-date-order-unclear':
      '“{text}” in the column “{column}” of {file} can be read in two ways. Nothing was taken from it: say whether the day or the month comes first.',
    'file-row-uneven':
      'Line {line} of {file} has {given} cells where the headings are {expected}. Nothing was taken from it: fetch it again, or say its separator.',
    'file-row-invalid':
      'Line {line} of {file} cannot be read: its column “{column}” says “{text}”. Nothing was taken from it: mend the file where it was made, or name another column.',
    'claim-too-short': '“{value}” is too little: type the whole code, or at least the last {count} digits.',
    'claim-time-invalid': '“{time}” is not a time: type it as 14:02, or as 2026-11-20 14:02.',
    'phone-missing':
      'Type the customer’s telephone number, or set the shop’s with DUKA_PHONE: the service wants one with every card.',
    'phone-invalid': '“{phone}” is not a telephone number.',
    'card-number-missing': 'Type the card number.',
    'card-number-not-digits': 'A card number has digits alone: compare it with the card.',
    'card-number-wrong-length':
      'A card of this brand has another number of digits than {given}: compare it with the card.',
    'card-number-mistyped': 'This card number has a wrong digit in it: compare it with the card.',
    'card-expiry-invalid': 'Type the expiry as it stands on the card: month and year, as in 01/39.',
    'card-expired': 'This card has expired: ask for another one. Nothing was sent.',
    'card-code-invalid': 'The security code of this card has {length} digits.',
    'card-pin-invalid': 'The PIN of a naira card has 4 to 6 digits.',
    'card-pin-not-needed': 'Only naira cards have a PIN here: leave it out.',
    'card-pin-refused':
      'This till takes no PINs: leave it out, or let the owner set cardPin in the settings. Nothing was sent.',
    'card-holder-has-digits': 'The name on a card has no digits in it.',
    'card-on-command-line':
      'A card never goes on the command line, where every process and the shell’s history can see it: use --card-stdin. Nothing was sent.',
    'card-input-invalid':
      'No card could be read from standard input: one JSON object with cardNumber, expiryMonth, expiryYear and securityCode is wanted. Nothing was sent.',
    'card-currency-not-taken': 'Cards are taken here in {currencies}, not in {currency}. Nothing was sent.',
    'cards-not-typed': 'This shop does not type cards into the till. Take mobile money or another way to pay.',
    'refund-not-offered':
      'The service gives no mobile money back. Give it back in cash out of the drawer, or pay it out to {wallet} from the service’s dashboard. Nothing was sent.',
    'refund-not-paid':
      'Payment {reference} is not known to be paid, so there is nothing to give back. Nothing was sent.',
    'refund-above-rest':
      'Of payment {reference} {rest} can still be given back, refunds that may have been made counted. Nothing was sent.',
    'refund-unclear':
      'Refund {refund} of payment {reference} may have been made: find that out first, or judge it. Nothing was sent.',
    'challenge-address':
      'The bank’s page {url} is not one that this till opens. Nothing was charged: use another card.',
    'listen-failed':
      'The challenge page cannot be served on {address}: give --listen an address of this machine. The payment goes on.',
    'port-unusable': 'Port {port} of this machine cannot be used ({code}): give --port another, or 0 for any.',
    'file-exists': '{file} is there already: name another file. Nothing was written over.',
    'printer-unreachable':
      'The printer at {address} cannot be reached ({code}): look at its cable, paper and address. The payment is not touched by it.',
    'till-closing': 'The till is being closed: finish the close or leave it, then sell on. Nothing was sent.',
    'shift-open-already': 'Shift {shift} of {person} is open: hand it over, or close it with a Z first.',
    'shift-not-open': 'No shift is open: open one first.',
    'tendered-too-little': '{tendered} is less than {amount}: take more, or split the sale.',
    'count-missing': 'Count the drawer first: there should be {currency} in it.',
    'count-invalid': '“{text}” is no count: write it as KES:1000, or by pieces as KES:1000x3+200x5.',
    'difference-needs-note':
      'The drawer differs by {difference}: say why, then close again. Nothing was written but the count.',
    'difference-needs-second-person':
      'The drawer differs by {difference}, more than the owner allows: a second person must accept it by name. Nothing was written but the count.',
    'report-unknown': 'There is no {z} in this till’s journal.',
    'review-nothing-there':
      'There is no journal in {folder}: name the folder of a till, or that of its segments. Nothing was written.',
    'moment-invalid': '“{moment}” is no moment of this journal: give the number of an event, or a time such as 14:02.',
    'file-not-writable': '{file} cannot be written ({code}): name another file. The payment is not touched by it.',
    'printer-missing': 'No printer is set: name one as “printer” in the settings, or write the slip to a file.',
    'file-not-imported': 'No file “{file}” was read into this till: see duka reconcile files.',
    'file-changed': 'The till’s own copy {file} is not what was read into it: read the file again. No sum was made.',
    'difference-unknown': 'There is no open difference {key} in this reconciliation.',
    'plan-name-missing': 'Type the name of the plan, as the customer will know it.',
    'interval-unknown': '“{interval}” is no interval: choose one of {intervals}.',
    'days-invalid': '“{given}” is no number of trial days: whole days from {least} to {most}, or nothing.',
    'cycles-invalid':
      '“{given}” is no number of charges: a whole number from {least} to {most}, or nothing for no end.',
    'card-holder-missing': 'Type the name on the card: the service wants it for a subscription.',
    'enrolment-unclear':
      'Nobody knows yet whether {email} was enrolled at {time} ({enrolment}): the card may have been charged. Nothing was sent now. Look it up, or let a person judge it, first.',
    'enrolment-of-another':
      'Subscription {id} is not of enrolment {enrolment}: it is another customer’s, or on another plan, or was there before. Nothing was written down. Look at its number again.',
    'enrolment-unknown': 'There is no open enrolment {enrolment} in this till’s journal.',
    'subscription-id-invalid': '“{id}” is not the number of a subscription.',
    'plan-refused': 'The service made no plan: {text}. Nothing is charged.',
    'plan-unknown': 'The service knows no plan {plan}. Nothing was charged.',
    'plan-not-seen': 'This till has not seen plan {plan}, and the service was not asked.',
    'plan-not-chargeable': 'Plan {plan} is in {currency}, which this till cannot count: nothing was sent.',
    'subscription-unknown': 'The service knows no subscription {id}. Nothing was changed.',
    'subscription-not-seen': 'This till has not seen subscription {id}, and the service was not asked.',
    'subscription-refused': 'The service refused: {text}. Nothing was changed.',
    'call-not-offered': 'This service does not offer that. Nothing was changed.',
    'plan-unclear':
      'Nobody knows whether the plan was made ({text}). Nothing is charged by that. Look at the list of plans before making it again.',
    'subscription-unclear':
      'Nobody knows whether the service did it ({text}). Look at subscription {id} before trying again.',
    'account-refused': 'The service knows no such account: {text}. Nothing was sent.',
    'setting-missing': '{name} is not set: set it and start again. Nothing was sent.',
    'setting-invalid': '{name} cannot be “{value}”. Nothing was sent.',
    'settings-damaged':
      '{file} is not as it should be ({name}). Nothing was sent: mend it, or put it aside and answer the first questions again.',
    'return-url-missing':
      'This network sends the customer back to a web page of yours: set DUKA_RETURN_URL to an https address.',
    'key-missing': 'There is no key for {profile}: set DUKA_API_KEY. Nothing was sent.',
    'key-refused':
      'The service refused this till’s key: check the key and whether it is test or live. Nothing was charged.',
    'home-was-live':
      'This till works in {profile} and has no key. Set DUKA_API_KEY, or say --profile sandbox to practise. Nothing was sent.',
    'base-url-insecure': 'The service’s address {url} must begin with https://. Nothing was sent.',
    'on-paid-failed':
      'The command for paid payments failed ({cause}): try it in a terminal. Payments are not touched by it.',
    'runtime-too-old': 'Duka needs Node 26; this is {version}. Start it with “npm start”, or install Node 26.',
    'service-unreachable':
      'The service cannot be reached ({code}). Nothing was sent and nothing was charged: check the link and send again.',
    'service-busy': 'The service is too busy and took nothing. Nothing was charged: wait a moment and send again.',
    'service-unclear': 'The service’s answer could not be understood. No money was asked for.',
    'journal-locked':
      'This till is open in another window ({command}, process {pid}, since {since}). Nothing was sent: use that one.',
    'journal-damaged':
      'The journal is damaged in {segment}, line {line}. Nothing was sent and nothing was repaired: run “duka journal verify”, then restore a backup.',
    'journal-newer': 'A newer Duka wrote this journal: it can be read here, but not written. Update Duka to sell.',
    'journal-not-writable':
      'The journal cannot be written ({cause}). Take no payments: make room or mend the disk, then start again.',
    'journal-poisoned':
      'The journal could not be written ({cause}). Take no more payments: make room or mend the disk, then start again.',
  },
  fr: {
    'amount-missing': 'Saisissez le montant.',
    'amount-not-a-number':
      '« {amount} » n’est pas un montant : des chiffres et une seule marque décimale, par exemple 1250,50.',
    'amount-ambiguous':
      '« {amount} » peut se lire de deux façons : écrivez sans séparateur de milliers, par exemple 1500.',
    'amount-not-positive': 'Le montant doit être supérieur à 0.',
    'amount-too-fine': 'Le {currency} se paie ici par pas de {step} : saisissez un montant plus rond.',
    'amount-above-maximum': 'Un paiement ne peut dépasser {maximum} ici : partagez la vente.',
    'currency-unknown': 'La devise {currency} n’existe pas ici.',
    'currency-of-another-country': 'On paie en {expected} dans ce pays ({country}), pas en {currency}.',
    'country-unknown': 'Pas de paiement mobile dans le pays « {country} ».',
    'network-missing': 'Choisissez le réseau : ce numéro ne permet pas de le deviner.',
    'network-unknown': 'Le réseau {network} n’existe pas dans ce pays ({country}).',
    'network-of-another-country': '{network} est un réseau d’un autre pays ({other}), pas de celui-ci ({country}).',
    'wallet-missing': 'Saisissez le numéro du portefeuille.',
    'wallet-not-digits': '« {wallet} » n’est pas un numéro : des chiffres seulement, espaces et + au début permis.',
    'wallet-wrong-length':
      'Un numéro de ce pays ({country}) a {digits} chiffres avec l’indicatif ; celui-ci en a {given}.',
    'wallet-of-another-country': 'C’est un numéro d’un autre pays ({other}), pas de celui-ci ({country}).',
    'wallet-unusual': 'Ce numéro est inhabituel pour ce pays ({country}) : comparez-le avec le téléphone du client.',
    'email-invalid': '« {email} » n’est pas une adresse e-mail.',
    'shop-missing': 'Saisissez le nom de la boutique, comme sur les reçus.',
    'text-too-long': 'Ce texte a {given} caractères ; {longest} au plus.',
    'text-has-card': 'Ce texte contient un numéro de carte, qui n’est jamais écrit : enlevez-le. Rien n’a été envoyé.',
    'zone-unknown': 'Le fuseau « {zone} » n’existe pas : utilisez un nom comme Africa/Abidjan.',
    'url-not-https': 'L’adresse de retour {url} doit commencer par https://.',
    'code-wrong-length': 'Le code à usage unique a {digits} chiffres.',
    'code-not-asked': 'Aucun code n’est demandé pour le paiement {reference} en ce moment. Rien n’a été envoyé.',
    'reason-missing': 'Dites pourquoi : il faut un motif.',
    'person-missing': 'Dites qui : il faut un nom.',
    'payment-unknown': 'Le paiement {reference} n’est pas dans le journal de cette caisse.',
    'payment-not-open': 'Il ne reste rien à juger du paiement {reference} : ce qui est écrit est maintenu.',
    'payment-not-resendable':
      'Le paiement {reference} a pu atteindre le service : il n’est pas renvoyé. Regardez son état.',
    'sale-unknown': 'La vente {sale} n’est pas dans le journal de cette caisse.',
    'sale-amount-differs': 'La vente {sale} est de {amount} : une autre tentative doit demander la même somme.',
    'earlier-payment':
      'On vient de demander {amount} au même portefeuille ou à la même carte ({reference}). Rien n’a été envoyé. Regardez d’abord ce paiement, ou continuez avec un motif.',
    'unknown-option': '{detail}',
    'no-terminal': 'La caisse a besoin d’un terminal. Utilisez une commande (duka --help), ou regardez « duka demo ».',
    'day-invalid': '« {day} » n’est pas un jour : écrivez 2026-11-20.',
    'file-not-readable':
      '{file} ne peut pas être lu ({code}) : voyez son nom, son dossier et vos droits. Rien n’en a été repris.',
    'file-too-large':
      '{file} est trop grand : {megabytes} Mo et {rows} lignes au plus. Rien n’en a été repris : demandez un fichier de moins de jours.',
    'file-not-table':
      '{file} n’est ni un tableau en texte (CSV) ni un relevé bancaire camt.053. Rien n’en a été repris : enregistrez-le en CSV et donnez ce fichier.',
    'file-not-in-encoding':
      '{file} n’est pas écrit en {encoding}. Rien n’en a été repris : dites comment il l’est, ou laissez-le chercher.',
    'file-not-understood':
      '{file} est mal formé à la ligne {line}. Rien n’en a été repris : téléchargez-le à nouveau, ou dites son encodage.',
    'file-cut-off':
      '{file} s’arrête au milieu, ou sa dernière ligne peut-être. Rien n’en a été repris : téléchargez-le à nouveau ; s’il est entier, terminez sa dernière ligne.',
    'file-quote-open':
      '{file} a des guillemets jamais fermés à partir de la ligne {line}. Rien n’en a été repris : téléchargez-le à nouveau.',
    'file-record-too-long':
      '{file} a, à la ligne {line}, une ligne ou une cellule beaucoup trop longue. Rien n’en a été repris : téléchargez-le à nouveau, ou dites son séparateur.',
    'file-xml-unsafe':
      '{file} contient à la ligne {line} ce dont aucun relevé n’a besoin (un type de document, ou un élément sans fin). Rien n’en a été repris : demandez-en un autre à la banque.',
    'file-field-unknown': 'Il n’y a pas ici de colonne « {field} » à nommer : les colonnes sont {fields}.',
    'file-heading-missing':
      '{file} n’a pas de ligne d’en-têtes connue ici. Rien n’en a été repris : nommez ses colonnes, par exemple amount=EN-TÊTE.',
    'file-heading-unknown':
      '{file} n’a pas de colonne à l’en-tête « {column} ». Rien n’en a été repris : écrivez l’en-tête comme le fichier.',
    'file-heading-twice':
      '{file} a deux colonnes à l’en-tête « {column} ». Rien n’en a été repris : prenez un fichier où elles diffèrent, ou nommez une autre colonne.',
    'file-column-missing':
      'Aucune colonne de {file} n’est connue comme {field}. Rien n’en a été repris : dites laquelle c’est, par exemple {field}=EN-TÊTE.',
    'file-currency-missing':
      '{file} ne dit pas sa devise. Rien n’en a été repris : nommez la colonne, par exemple currency=EN-TÊTE, ou la devise de tout le fichier.',
    'file-decimal-mark-unclear':
      '« {text} » dans la colonne « {column} » de {file} peut se lire de deux façons. Rien n’en a été repris : dites si la marque décimale est un point ou une virgule.',
    'file-date-order-unclear':
      '« {text} » dans la colonne « {column} » de {file} peut se lire de deux façons. Rien n’en a été repris : dites si le jour ou le mois vient d’abord.',
    'file-row-uneven':
      'La ligne {line} de {file} a {given} cellules pour {expected} en-têtes. Rien n’en a été repris : téléchargez-le à nouveau, ou dites son séparateur.',
    'file-row-invalid':
      'La ligne {line} de {file} ne peut pas être lue : sa colonne « {column} » dit « {text} ». Rien n’en a été repris : corrigez le fichier à sa source, ou nommez une autre colonne.',
    'claim-too-short':
      '« {value} » est trop peu : saisissez le code entier, ou au moins les {count} derniers chiffres.',
    'claim-time-invalid': '« {time} » n’est pas une heure : saisissez 14:02, ou 2026-11-20 14:02.',
    'phone-missing':
      'Saisissez le téléphone du client, ou réglez celui de la boutique avec DUKA_PHONE : le service en veut un pour chaque carte.',
    'phone-invalid': '« {phone} » n’est pas un numéro de téléphone.',
    'card-number-missing': 'Saisissez le numéro de la carte.',
    'card-number-not-digits': 'Un numéro de carte n’a que des chiffres : comparez avec la carte.',
    'card-number-wrong-length': 'Une carte de cette marque n’a pas {given} chiffres : comparez avec la carte.',
    'card-number-mistyped': 'Ce numéro de carte contient un chiffre faux : comparez avec la carte.',
    'card-expiry-invalid': 'Saisissez l’expiration comme sur la carte : mois et année, par exemple 01/39.',
    'card-expired': 'Cette carte a expiré : demandez-en une autre. Rien n’a été envoyé.',
    'card-code-invalid': 'Le code de sécurité de cette carte a {length} chiffres.',
    'card-pin-invalid': 'Le code PIN d’une carte en nairas a 4 à 6 chiffres.',
    'card-pin-not-needed': 'Seules les cartes en nairas ont un code PIN ici : n’en mettez pas.',
    'card-pin-refused':
      'Cette caisse ne prend pas de code PIN : n’en mettez pas, ou que le responsable règle cardPin. Rien n’a été envoyé.',
    'card-holder-has-digits': 'Le nom sur une carte ne contient pas de chiffres.',
    'card-on-command-line':
      'Une carte ne va jamais sur la ligne de commande, où tout processus et l’historique la voient : utilisez --card-stdin. Rien n’a été envoyé.',
    'card-input-invalid':
      'Aucune carte lisible sur l’entrée standard : il faut un objet JSON avec cardNumber, expiryMonth, expiryYear et securityCode. Rien n’a été envoyé.',
    'card-currency-not-taken': 'Les cartes sont prises ici en {currencies}, pas en {currency}. Rien n’a été envoyé.',
    'cards-not-typed':
      'Cette boutique ne saisit pas de cartes à la caisse. Prenez le mobile money ou un autre moyen de paiement.',
    'refund-not-offered':
      'Le service ne rend pas le mobile money. Rendez-le en espèces du tiroir, ou reversez-le au {wallet} depuis le tableau de bord du service. Rien n’a été envoyé.',
    'refund-not-paid':
      'On ne sait pas si le paiement {reference} est payé : il n’y a rien à rendre. Rien n’a été envoyé.',
    'refund-above-rest':
      'Du paiement {reference}, on peut encore rendre {rest}, remboursements peut-être faits compris. Rien n’a été envoyé.',
    'refund-unclear':
      'Le remboursement {refund} du paiement {reference} a peut-être été fait : éclaircissez-le d’abord, ou jugez-le. Rien n’a été envoyé.',
    'challenge-address':
      'La page {url} de la banque n’est pas de celles que cette caisse ouvre. Rien n’a été débité : prenez une autre carte.',
    'listen-failed':
      'La page de la banque ne peut pas être servie sur {address} : donnez à --listen une adresse de cette machine. Le paiement continue.',
    'port-unusable': 'Le port {port} de cette machine est inutilisable ({code}) : donnez-en un autre à --port, ou 0.',
    'file-exists': '{file} existe déjà : donnez un autre nom. Rien n’a été écrasé.',
    'printer-unreachable':
      'L’imprimante {address} est injoignable ({code}) : voyez son câble, son papier et son adresse. Le paiement n’en est pas touché.',
    'till-closing':
      'La caisse est en cours de clôture : terminez-la ou quittez-la avant de vendre. Rien n’a été envoyé.',
    'shift-open-already': 'Le service {shift} de {person} est ouvert : passez-le, ou clôturez-le d’abord par un Z.',
    'shift-not-open': 'Aucun service n’est ouvert : ouvrez-en un d’abord.',
    'tendered-too-little': '{tendered} est moins que {amount} : prenez plus, ou partagez la vente.',
    'count-missing': 'Comptez d’abord le tiroir : il devrait contenir des {currency}.',
    'count-invalid': '« {text} » n’est pas un comptage : écrivez KES:1000, ou par pièces KES:1000x3+200x5.',
    'difference-needs-note':
      'Le tiroir diffère de {difference} : dites pourquoi, puis clôturez à nouveau. Seul le comptage a été écrit.',
    'difference-needs-second-person':
      'Le tiroir diffère de {difference}, plus que ne le permet le responsable : une seconde personne doit l’accepter en son nom. Seul le comptage a été écrit.',
    'report-unknown': 'Il n’y a pas de {z} dans le journal de cette caisse.',
    'review-nothing-there':
      'Pas de journal dans {folder} : donnez le dossier d’une caisse, ou celui de ses segments. Rien n’a été écrit.',
    'moment-invalid':
      '« {moment} » n’est pas un moment de ce journal : donnez le numéro d’un événement, ou une heure comme 14:02.',
    'file-not-writable':
      '{file} ne peut pas être écrit ({code}) : donnez un autre nom. Le paiement n’en est pas touché.',
    'printer-missing':
      'Aucune imprimante n’est réglée : nommez-la sous « printer » dans les réglages, ou écrivez le ticket dans un fichier.',
    'file-not-imported': 'Aucun fichier « {file} » n’a été lu dans cette caisse : voyez duka reconcile files.',
    'file-changed':
      'La copie {file} de la caisse n’est plus ce qui a été lu : relisez le fichier. Aucun total n’a été fait.',
    'difference-unknown': 'Il n’y a pas d’écart ouvert {key} dans ce rapprochement.',
    'plan-name-missing': 'Saisissez le nom de la formule, tel que le client le connaîtra.',
    'interval-unknown': '« {interval} » n’est pas une périodicité : choisissez parmi {intervals}.',
    'days-invalid': '« {given} » n’est pas un nombre de jours d’essai : un nombre entier de {least} à {most}, ou rien.',
    'cycles-invalid':
      '« {given} » n’est pas un nombre de prélèvements : un nombre entier de {least} à {most}, ou rien pour aucune fin.',
    'card-holder-missing': 'Saisissez le nom inscrit sur la carte : le service le demande pour un abonnement.',
    'enrolment-unclear':
      'On ne sait pas encore si {email} a été abonné à {time} ({enrolment}) : la carte a pu être débitée. Rien n’a été envoyé maintenant. Cherchez-le d’abord, ou faites-le trancher par une personne.',
    'enrolment-of-another':
      'L’abonnement {id} n’est pas celui de {enrolment} : il est d’un autre client, d’une autre formule, ou existait déjà. Rien n’a été écrit. Vérifiez son numéro.',
    'enrolment-unknown': 'Il n’y a pas d’abonnement en cours {enrolment} dans le journal de cette caisse.',
    'subscription-id-invalid': '« {id} » n’est pas le numéro d’un abonnement.',
    'plan-refused': 'Le service n’a pas créé la formule : {text}. Rien n’est débité.',
    'plan-unknown': 'Le service ne connaît pas la formule {plan}. Rien n’a été débité.',
    'plan-not-seen': 'Cette caisse n’a pas vu la formule {plan}, et le service n’a pas été interrogé.',
    'plan-not-chargeable':
      'La formule {plan} est en {currency}, que cette caisse ne sait pas compter : rien n’a été envoyé.',
    'subscription-unknown': 'Le service ne connaît pas l’abonnement {id}. Rien n’a été changé.',
    'subscription-not-seen': 'Cette caisse n’a pas vu l’abonnement {id}, et le service n’a pas été interrogé.',
    'subscription-refused': 'Le service a refusé : {text}. Rien n’a été changé.',
    'call-not-offered': 'Ce service ne propose pas cela. Rien n’a été changé.',
    'plan-unclear':
      'On ne sait pas si la formule a été créée ({text}). Cela ne débite rien. Regardez la liste des formules avant de recommencer.',
    'subscription-unclear':
      'On ne sait pas si le service l’a fait ({text}). Regardez l’abonnement {id} avant de réessayer.',
    'account-refused': 'Le service ne connaît pas ce compte : {text}. Rien n’a été envoyé.',
    'setting-missing': '{name} n’est pas réglé : réglez-le et relancez. Rien n’a été envoyé.',
    'setting-invalid': '{name} ne peut pas être « {value} ». Rien n’a été envoyé.',
    'settings-damaged':
      '{file} n’est pas comme il devrait ({name}). Rien n’a été envoyé : réparez-le, ou mettez-le de côté et répondez à nouveau aux premières questions.',
    'return-url-missing':
      'Ce réseau renvoie le client vers une de vos pages web : réglez DUKA_RETURN_URL sur une adresse https.',
    'key-missing': 'Il n’y a pas de clé pour {profile} : réglez DUKA_API_KEY. Rien n’a été envoyé.',
    'key-refused':
      'Le service refuse la clé de cette caisse : vérifiez la clé, et si elle est de test ou réelle. Rien n’a été débité.',
    'home-was-live':
      'Cette caisse travaille en {profile} et n’a pas de clé. Réglez DUKA_API_KEY, ou dites --profile sandbox pour vous exercer. Rien n’a été envoyé.',
    'base-url-insecure': 'L’adresse du service {url} doit commencer par https://. Rien n’a été envoyé.',
    'on-paid-failed':
      'La commande pour les paiements payés a échoué ({cause}) : essayez-la dans un terminal. Les paiements n’en souffrent pas.',
    'runtime-too-old': 'Duka a besoin de Node 26 ; ceci est {version}. Lancez « npm start », ou installez Node 26.',
    'service-unreachable':
      'Le service est injoignable ({code}). Rien n’a été envoyé ni débité : vérifiez la liaison et renvoyez.',
    'service-busy':
      'Le service est trop occupé et n’a rien pris. Rien n’a été débité : attendez un moment et renvoyez.',
    'service-unclear': 'La réponse du service est incompréhensible. Aucun argent n’a été demandé.',
    'journal-locked':
      'Cette caisse est ouverte dans une autre fenêtre ({command}, processus {pid}, depuis {since}). Rien n’a été envoyé : utilisez celle-là.',
    'journal-damaged':
      'Le journal est endommagé dans {segment}, ligne {line}. Rien n’a été envoyé ni réparé : lancez « duka journal verify », puis restaurez une sauvegarde.',
    'journal-newer':
      'Un Duka plus récent a écrit ce journal : il se lit ici, mais ne s’écrit pas. Mettez Duka à jour pour vendre.',
    'journal-not-writable':
      'Le journal ne peut pas être écrit ({cause}). N’encaissez rien : faites de la place ou réparez le disque, puis relancez.',
    'journal-poisoned':
      'Le journal n’a pas pu être écrit ({cause}). N’encaissez plus : faites de la place ou réparez le disque, puis relancez.',
  },
};
