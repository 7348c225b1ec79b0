import type {ProblemWords} from './problems.js';

export const problemsEnglish: ProblemWords = {
  'amount-missing': 'Type the amount.',
  'amount-not-a-number': '“{amount}” is not an amount: use digits and one decimal mark, as in 1250.50.',
  'amount-ambiguous': '“{amount}” can be read in two ways: leave out the thousands mark, as in 1500.',
  'amount-not-positive': 'The amount must be more than 0.',
  'amount-too-fine': '{currency} is paid here in steps of {step}: type a rounder amount.',
  'amount-above-maximum': 'The most that one payment can be here is {maximum}: split the sale.',
  'currency-unknown': 'There is no currency {currency} here: compare its three letters.',
  'currency-of-another-country': '{country} pays in {expected}, not in {currency}.',
  'country-unknown': 'There are no mobile-money payments in the country “{country}”.',
  'network-missing': 'Choose the network: nothing that was typed tells it.',
  'network-unknown': 'There is no network {network} in {country}: “duka bank list” has the networks of a currency.',
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
  'code-unclear':
    'Nobody knows whether the last code for payment {reference} arrived, and the service has not said for a minute that it still waits. No second one was sent: ask again in a moment, or set the payment aside and take another way.',
  'code-not-other':
    'No answer came to an earlier code for payment {reference}, and it may still count: the same code is never sent twice. Nothing was sent. Ask the customer for a new code, and say that it is another.',
  'code-not-asked': 'No one-time password is asked for payment {reference} now. Nothing was sent.',
  'reason-missing': 'Say why: this needs a reason.',
  'person-missing': 'Say who it is: this needs a name.',
  'payment-unknown': 'There is no payment {reference} in this till’s journal.',
  'payment-not-open': 'Nothing of payment {reference} is left to judge: what is written down stands.',
  'judged-too-early':
    'The service may still tell how {reference} ends, so nobody judges it yet and nothing was written. Ask about it again; a person may say from {time} on.',
  'judged-unseen':
    'More was heard of payment {reference} in this very moment, so nothing was judged and nothing was written. Look at it again first.',
  'payment-not-resendable':
    'Payment {reference} may have reached the service, so it is not sent again. Look at its state.',
  'sale-unknown': 'There is no sale {sale} in this till’s journal.',
  'sale-amount-differs': 'Sale {sale} is for {amount}: another attempt must ask for the same.',
  'sale-paid':
    'Sale {sale} has been paid already, by payment {reference}. Nothing was sent and nothing was taken: look at that payment. Another sale begins as a new one.',
  'earlier-payment':
    'The same wallet or card was asked for {amount} already ({reference}), which may still be paid. Nothing was sent. Look at that payment first, or go on with a reason.',
  'unknown-option': '{detail}',
  'no-terminal': 'The till needs a terminal. Use a command instead (duka --help), or watch “duka demo”.',
  'day-invalid': '“{day}” is not a day: write it as 2026-11-20.',
  'file-not-readable':
    '{file} cannot be read ({code}): look at its name and its folder, and whether you may open it. Nothing was taken from it.',
  'file-too-large':
    '{file} is too large: {megabytes} MB and {rows} rows are the most. Nothing was taken from it: ask for a file of fewer days.',
  'file-not-table':
    '{file} is neither a table in plain text (CSV) nor a bank statement in camt.053. Nothing was taken from it: save it as CSV and give that file.',
  'file-empty': '{file} is empty. Nothing was taken from it: fetch it again.',
  'file-is-statement': '{file} is a bank’s statement. Nothing was taken from it: give it as the bank’s file.',
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
    '{file} has no line of headings that is known here. Nothing was taken from it: name its columns, as in amount=HEADING. It seems to call them: {headings}.',
  'file-heading-unknown':
    '{file} has no column with the heading “{column}”. Nothing was taken from it: write the heading as the file does.',
  'file-heading-twice':
    '{file} has two columns with the heading “{column}”. Nothing was taken from it: fetch a file in which they differ, or name another column.',
  'file-column-missing':
    'No column of {file} is known as {field}. Nothing was taken from it: say which one it is, as in {field}=HEADING. Its headings: {headings}.',
  'file-currency-missing':
    '{file} does not say in which currency it is. Nothing was taken from it: name the column, as in currency=HEADING, or the currency of the whole file.',
  'file-decimal-mark-unclear':
    '“{text}” in the column “{column}” of {file} can be read in two ways. Nothing was taken from it: say whether its decimal mark is a point or a comma.',
  'file-date-order-unclear':
    '“{text}” in the column “{column}” of {file} can be read in two ways. Nothing was taken from it: say whether the day, the month or the year comes first.',
  'file-direction-unclear':
    'The column “{column}” of {file} (“{text}”) looks like credit and debit. Nothing was taken from it: say which column tells the direction, as in direction=HEADING, or direction= if none does.',
  'file-status-unclear':
    'The column “{column}” of {file} (“{text}”) looks like a status that decides what was paid. Nothing was taken from it: say which column tells it, as in status=HEADING, or status= if none does.',
  'file-amount-too-fine':
    'Line {line} of {file}: “{text}” in the column “{column}” has more decimals than {currency} has. Nothing was taken from it: say its decimal mark, or mend the file where it was made.',
  'file-row-uneven':
    'Line {line} of {file} has {given} cells where the headings are {expected}. Nothing was taken from it: fetch it again, or say its separator.',
  'file-row-invalid':
    'Line {line} of {file} cannot be read: its column “{column}” says “{text}”. Nothing was taken from it: mend the file where it was made, or name another column.',
  'claim-too-short': '“{value}” is too little: type the whole code, or at least the last {count} digits.',
  'claim-time-invalid': '“{time}” is not a time: type it as 14:02, or as 2026-11-20 14:02.',
  'phone-missing':
    'Type the customer’s telephone number, or set the shop’s with DUKA_PHONE: the service wants one with this payment.',
  'phone-invalid': '“{phone}” is not a telephone number: digits only, spaces and a leading + are fine.',
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
  'card-naira-without-pin':
    'The service charges naira cards with their PIN alone, and this till takes no PIN. Take the card in {currencies}, or another way to pay. Nothing was sent.',
  'cards-in-naira-alone':
    'This shop takes cards in naira alone, which the service charges with their PIN, and this till takes no PIN. Take another way to pay. Nothing was sent.',
  'card-holder-has-digits': 'The name on a card has no digits in it.',
  'card-on-command-line':
    'A card never goes on the command line, where every process and the shell’s history can see it: use --card-stdin. Nothing was sent.',
  'card-input-invalid':
    'No card could be read from standard input: one JSON object with cardNumber, expiryMonth, expiryYear and securityCode is wanted. Nothing was sent.',
  'card-currency-not-taken': 'Cards are taken here in {currencies}, not in {currency}. Nothing was sent.',
  'cards-not-typed': 'This shop does not type cards into the till. Take mobile money or another way to pay.',
  'refund-not-by-page':
    'The service gives nothing back that was paid on a web page. Give it back in cash out of the drawer, or pay it out from the service’s dashboard. Nothing was sent.',
  'refund-not-offered':
    'The service gives no mobile money back. Give it back in cash out of the drawer, or pay it out to {wallet} from the service’s dashboard. Nothing was sent.',
  'refund-not-paid': 'Payment {reference} is not known to be paid, so there is nothing to give back. Nothing was sent.',
  'refund-above-rest':
    'Of payment {reference} {rest} can still be given back, refunds that may have been made counted. Nothing was sent.',
  'refund-changed':
    'Money of payment {reference} was given back that this screen or command did not know of: {rest} is left. Nothing was sent. Look at its refunds before you give more back.',
  'refund-history-unheard':
    'The service does not say which refunds it has of payment {reference}. One that was made elsewhere, or that this till has lost, would be given back twice. Nothing was sent. Ask again later, or go on with a reason.',
  'refund-unclear':
    'Refund {refund} of payment {reference} may have been made: find that out first, or judge it. Nothing was sent.',
  'challenge-address':
    'This till does not open the bank’s page {url}, since it is not https. The card may be charged all the same: the till goes on asking.',
  'listen-failed':
    'The bank’s page cannot be served on {address}: give --listen an address of this machine. The payment goes on.',
  'port-unusable': 'Port {port} of this machine cannot be used ({code}): give --port another, or 0 for any.',
  'practice-port-unusable':
    'The practice service can use no port of this machine ({code}). Nothing was sent: let programs listen on 127.0.0.1, then start again.',
  'folder-unusable': 'Nothing can be written in {file} ({code}): make room, or name another folder. Nothing was sent.',
  'file-exists': '{file} is there already: name another file. Nothing was written over.',
  'printer-unreachable':
    'The printer at {address} cannot be reached ({code}): look at its cable, paper and address. The payment is not touched by it.',
  'till-closing': 'The till is being closed: finish the close or leave it, then sell on. Nothing was sent.',
  'shift-open-already': 'Shift {shift} of {person} is open: hand it over, or close it with a Z first.',
  'shift-not-open': 'No shift is open: open one first.',
  'tendered-too-little': '{tendered} is less than {amount}: take more, or split the sale.',
  'drawer-holds-less':
    'More goes out than the till knows to be in the drawer, so nothing was written down. Look at the amount and the currency; if both are right, say it again with --anyway.',
  'count-missing': 'Count the drawer first: there should be {currency} in it.',
  'count-contradicts':
    'The pieces come to {pieces}, and the total says {total}. Mend one of them, or empty it: nothing is counted yet.',
  'count-twice':
    '{currency} is there twice: give each currency once, by pieces where it takes more, as in KES:1000x3+200x5.',
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
  'file-ambiguous':
    'Several files that were read are called “{file}”, so none was taken out: say the hash that duka reconcile files shows.',
  'file-changed': 'The till’s own copy {file} is not what was read into it: read the file again. No sum was made.',
  'copy-not-kept':
    'No copy of the file can be kept in {folder} ({code}), so it was not read in: make room or mend the disk, then read it again. No payment is touched.',
  'difference-unknown': 'There is no open difference {key} in this reconciliation.',
  'plan-name-missing': 'Type the name of the plan, as the customer will know it.',
  'interval-unknown': '“{interval}” is no interval: choose one of {intervals}.',
  'days-invalid': '“{given}” is no number of trial days: whole days from {least} to {most}, or nothing.',
  'cycles-invalid': '“{given}” is no number of charges: a whole number from {least} to {most}, or nothing for no end.',
  'card-holder-missing': 'Type the name on the card: the service wants it for a subscription.',
  'customer-enrolled':
    '{email} has subscription {subscription} already, which is not over: a second one charges the customer twice. Nothing was sent. Look at it first, or go on with a reason.',
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
  'subscription-unknown': 'The service knows no subscription {id}: compare its number.',
  'subscription-not-seen': 'This till has not seen subscription {id}, and the service was not asked.',
  'subscription-refused': 'The service refused: {text}. Nothing was changed.',
  'call-not-offered': 'The service does not offer that and did nothing: use its dashboard instead.',
  'plan-unclear':
    'Nobody knows whether the plan was made ({text}). Nothing is charged by that. Look at the list of plans before making it again.',
  'subscription-unclear':
    'Nobody knows whether the service did it ({text}). Look at subscription {id} before trying again.',
  'account-refused': 'The service knows no such account: {text}. Nothing was sent.',
  'setting-missing': '{name} is not set: set it and start again. Nothing was sent.',
  'setting-invalid': '{name} cannot be “{value}”. Nothing was sent.',
  'settings-damaged':
    '{file} is not as it should be ({name}). Nothing was sent. Mend it, or put it aside and start again: a till that lies here is found by its folder and offered ({tills}), with its open payments.',
  'return-url-missing':
    'This network sends the customer back to a web page of yours: set DUKA_RETURN_URL to an https address.',
  'key-missing': 'There is no key for {profile}: set DUKA_API_KEY. Nothing was sent.',
  'key-refused':
    'The service refused this till’s key: check the key and whether it is test or live. Nothing was charged.',
  'home-was-live':
    'This till works in {profile} and has no key. Set DUKA_API_KEY, or say --profile sandbox to practise. Nothing was sent.',
  'home-is-live':
    'This home takes real money, and {name} means {value}. Nothing was sent. Take {name} out of the environment; whoever means it says {flag} each time.',
  'home-differs':
    'This home’s live till works with {own}, and {name} says {value}. Nothing was sent. Take {name} out of the environment. For one time say {flag}; to change it for good, write {setting} into settings.json.',
  'key-differs':
    'This home’s live till has a key in its settings, and {name} holds another one: customers would perhaps pay another account. Nothing was sent. Take {name} out of the environment; if the key is new, write it into settings.json.',
  'till-not-named':
    'The settings name no till, and {home} has the journal of {tills} ({profile}), perhaps with open payments. Nothing was sent. Go on with it by --till {first}, or for good by {setting} in settings.json. Only to make another till say --new-till.',
  'till-not-here':
    'There is no till {till} in {home}, which has the journal of {tills} ({profile}), perhaps with open payments. Nothing was sent. Go on with it by --till {first}, or for good by {setting} in settings.json. Only to make another till say --new-till.',
  'home-unsafe':
    'Other users of this machine can change {file}, and could lead this till to another service or change its books. A live till does not open then. Nothing was sent: make it your own and say {command}',
  'live-home-elsewhere':
    'This folder has no payment yet: {own}. The live till of this user lies in {home}. If you mean that one, take DUKA_HOME (or --home) away before you sell.',
  'base-url-insecure': 'The service’s address {url} must begin with https://. Nothing was sent.',
  'service-host-refused':
    'A live till asks for money at {service} alone, not at {host}. Take that address out of DUKA_BASE_URL, --base-url or "baseUrl". If it is the shop’s own way to the service, its owner writes "serviceHosts": ["{host}"] into settings.json. Nothing was sent.',
  'on-paid-failed':
    'The command for paid payments failed ({cause}): try it in a terminal. Payments are not touched by it.',
  'on-paid-unsafe':
    'The command for paid payments was not run: other users of this machine can change {file}. Take their rights away. Payments are not touched by it.',
  'runtime-too-old': 'Duka needs Node 26; this is {version}. Start it with “npm start”, or install Node 26.',
  'service-unreachable':
    'The service cannot be reached ({code}). Nothing was sent and nothing was charged: check the link and send again.',
  'service-busy':
    'The service is too busy to answer this question. A question moves no money: wait a moment and ask again.',
  'service-unclear': 'The service’s answer could not be understood. No money was asked for.',
  'clock-impossible':
    'This machine’s clock says {date}, which cannot be. Nothing was sent and nothing was taken: set the clock, then try again.',
  'journal-locked':
    'This till is open in another window ({command}, process {pid}, since {opened}). Nothing was sent: use that one.',
  'journal-damaged':
    'The journal is damaged in {segment}, line {line}: {why}. Nothing was sent and nothing was repaired: restore a backup; “duka journal review” shows all before it.',
  'journal-newer': 'A newer Duka wrote this journal: it can be read here, but not written. Update Duka to sell.',
  'journal-is-link':
    '{file} is a link to another place, and no till sells through one: its books could be led elsewhere. Nothing was sent. Put the folder itself there, or give the real one as DUKA_HOME.',
  'journal-not-writable':
    'The journal cannot be written ({cause}): what is not written down is not sent. Take no payments: make room or mend the disk, then start again.',
  'journal-poisoned':
    'The journal could not be written ({cause}): what is not written down is not sent. Take no more payments: make room or mend the disk, then start again.',
};
