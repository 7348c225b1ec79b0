import {createHash} from 'node:crypto';
import type {RowKind, SourceKind} from '../core/reconcile/rows/row.js';
import {accountCurrencies} from './amount-text.js';

/** Several taxes may be taken beside a fee, each in a column of its own. */
export const taxFields = ['tax', 'tax2', 'tax3', 'tax4', 'tax5', 'tax6'] as const;
export type TaxField = (typeof taxFields)[number];
const amountFields = [
  'amount',
  'gross',
  'fee',
  'payerFee',
  ...taxFields,
  'net',
  'credit',
  'debit',
  'balance',
  'refunded',
] as const;
export type AmountField = (typeof amountFields)[number];
export type HeadingField =
  | AmountField
  | 'reference'
  | 'serviceReference'
  | 'currency'
  | 'status'
  | 'at'
  | 'phone'
  | 'payout'
  | 'linked'
  | 'kind'
  | 'entry'
  | 'direction'
  | 'bookedOn'
  | 'narration';

/** The fields without which no file of a kind can be read. */
export const neededFields = {
  provider: ['reference', 'amount'],
  payout: ['payout', 'amount'],
  bank: ['bookedOn', 'amount'],
} as const satisfies Readonly<Record<SourceKind, readonly HeadingField[]>>;

export const isAmountField = (field: HeadingField): field is AmountField =>
  amountFields.some(amount => amount === field);

export const isTaxField = (field: string): field is TaxField => taxFields.some(tax => tax === field);

/** Returns the text in lower case, without accents and punctuation: `"Réf. Transaction"` becomes `"ref transaction"`. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const unitBehind = new RegExp(
  ` (?<unit>${[...accountCurrencies, 'fcfa', 'cfa', 'f cfa', 'euros?', 'en euros?'].join('|')})$`,
  'iu',
);

/** The currency at the end of a heading such as `Amount (KES)`, or `null`. */
export function currencyInHeading(heading: string): string | null {
  const unit = unitBehind.exec(plainWords(heading))?.groups?.['unit']?.toUpperCase();
  return accountCurrencies.find(currency => currency === unit?.replace(/^(?:EN )?EUROS?$/u, 'EUR')) ?? null;
}

/** A hash of the headings in 64 hexadecimal digits, the same whatever their encoding, case and accents. */
export const headingPrint = (headings: readonly string[]): string =>
  createHash('sha256').update(headings.map(plainWords).join('\n')).digest('hex');

type Names = Readonly<Partial<Record<HeadingField, string>>>;

const shared: Names = {
  currency:
    'currency|payment currency|currency code|devise|code devise|ccy|monnaie|moeda|sarafu|wahrung|waehrung|valuta|munt|moneda|divisa|العملة|عملة',
  credit:
    'credit|credits|credit amount|montant credit|montant au credit|montant du credit|bedrag bij|bedrag credit|bijgeschreven|paid in|money in|deposit|deposits|entree|entrees|credito|creditos|entrada|entradas|recebido|abono|abonos|haber|ingresos|zilizoingia|pesa zilizoingia|iliyoingia|gutschrift|gutschrift in|gutschriften|haben|eingang|eingange|bij|ontvangen|cr|encaissement|encaissements|ingreso|mapato|deposit amount|deposit amt|credit amt|credited amount|amount credited|cr amount|amount in|lodgement|lodgements|pay in|inflow|depot|depots|mvt credit|mouvement credit|mouvements credit|capitaux credit|accrediti|accredito|entrate|دائن|الدائن|ايداع|ايداعات',
  debit:
    'debit|debits|debit amount|montant debit|montant au debit|montant du debit|bedrag af|bedrag debet|afgeschreven|withdrawn|withdrawal|withdrawals|paid out|money out|retrait|retraits|sortie|sorties|debito|debitos|saida|saidas|cargo|cargos|debe|egresos|zilizotoka|pesa zilizotoka|iliyotoka|lastschrift|lastschrift in|lastschriften|soll|belastung|ausgang|ausgange|af|debet|uitgaven|dr|decaissement|decaissements|gasto|gastos|matumizi|withdrawal amount|withdrawal amt|debit amt|debited amount|amount debited|dr amount|amount out|pay out|outflow|mvt debit|mouvement debit|mouvements debit|capitaux debit|addebiti|addebito|uscite|مدين|المدين|سحب|سحوبات',
};
const balanceNames =
  'running balance|ledger balance|book balance|account balance|balance after|balance after transaction|closing balance|new balance|balance|available balance|solde apres|running bal|current balance|accountbalance|bal|solde apres operation|nouveau solde|solde courant|solde|solde disponible|saldo apos|saldo final|saldo|saldo contabilistico|saldo disponivel|saldo disponible|disponible|salio baada|salio|kontostand|saldo in|saldo nach buchung|saldo na mutatie|saldo na trn|run balance|closing bal|balance amt|solde progressif|solde cumule|saldo po operacji|bokfort saldo|الرصيد|رصيد';
const directionNames =
  'dr cr|cr dr|debit credit|credit debit|d c|c d|dc|cd|sens|direction|soll haben|s h|debe haber|debito credito|d h|af bij|bij af|e s|entree sortie|entrada saida|sentido|mwelekeo|الاتجاه';
const statusNames =
  'transaction status|payment status|status|statut de la transaction|statut du paiement|statut de paiement|statut|etat|state|result|resultat|estado da transacao|estado de la transaccion|estado|situacao|hali ya muamala|hali|حالة المعاملة|الحالة|حالة';
const payoutNames =
  'payout id|payout reference|payout|settlement id|settlement reference|settlement batch|settlement|batch id|batch reference|batch|id de reglement|reference de reglement|reference reglement|reglement|id de versement|reference de versement|versement|id de reversement|reference de reversement|reversement|numero de lot|lot|id do repasse|referencia do repasse|repasse|id da liquidacao|referencia da liquidacao|liquidacao|numero do lote|lote|id de liquidacion|liquidacion|numero de lote|namba ya kundi|kundi|auszahlungs id|auszahlungsnummer|auszahlung|uitbetalings id|uitbetaling|رقم التسوية|التسوية|رقم الدفعة';

const feeNames =
  'total fee|total fees|transaction fee|app fee|merchant fee|fee|fees|to fee|mdr|merchant discount|frais de transaction|frais ttc|frais|frais ht|charges|commission|commissions|service charge|charges|taxa|tarifa|comissao|comision|ada ya muamala|ada|makato|gebuhr|gebuhren|kosten|الرسوم|رسوم|عمولة';
/** What a payout brings to the bank. */
const paidOutNames =
  'payout amount|settlement amount|montant verse|montant reverse|valor do repasse|valor liquidado|importe liquidado|auszahlungsbetrag|net amount|montant net|net|valor liquido|montante liquido|importe neto|monto neto|kiasi halisi|nettobetrag|nettobedrag|netto|صافي المبلغ|الصافي';

/** The day from which a bank counts interest. It serves as the day of an entry if the bank gives no other. */
const valueDates =
  'value date|val date|value dt|date val|date de valeur|date valeur|valeur|data valor|data de valor|data valuta|valutadag|valuta date|value dat|dt val|fecha valor|fecha de valor|f valor|wertstellung|valuta|valutadatum|rentedatum|tarehe ya thamani|تاريخ الاستحقاق|تاريخ الحق';

/** Headings of each field in eight languages, as `plainWords`, the likeliest first. If a file has two of them, the first is taken. */
const names: Readonly<Record<SourceKind, Names>> = {
  provider: {
    ...shared,
    reference:
      'merchant transaction reference|merchant reference|reference marchand|reference du marchand|reference commercant|external reference|external id|external transaction id|ftxn id|order reference|order id|order number|reference de commande|reference commande|numero de commande|client reference|reference client|customer reference|your reference|transaction reference|tx reference|reference de la transaction|reference de transaction|reference transaction|reference|invoice number|invoice id|numero de facture|bill reference number|bill reference|reference number|reference no|a c no|referencia do comerciante|referencia del comercio|referencia|kumbukumbu namba|namba ya kumbukumbu|kumbukumbu|rejea|kundenreferenz|referenz|referentie|kenmerk|رقم المرجع|المرجع',
    serviceReference:
      'service reference|provider reference|gateway reference|processor reference|operator reference|reference du service|reference fournisseur|reference operateur|transaction id|id de transaction|id transaction|identifiant de transaction|trans id|receipt no|receipt number|receipt|rrn|retrieval reference number|arn|confirmation code|numero de recu|numero de transaction|numero transaction|id|source id|balance transaction id|financial transaction id|transaction number|transaction no|id da transacao|id transacao|id de transaccion|numero da transacao|namba ya muamala|namba ya risiti|transaktionsnummer|transaktions id|transactienummer|رقم المعاملة|رقم العملية',
    amount:
      'gross amount|montant brut|transaction amount|trans amount|montant de la transaction|montant de transaction|montant transaction|amount paid|paid amount|montant paye|amount|montant|gross|brut|total amount|montant total|total|valor da transacao|valor bruto|valor|montante|importe de la operacion|importe bruto|importe|monto|kiasi cha muamala|kiasi|bruttobetrag|betrag|transactiebedrag|bedrag|المبلغ|مبلغ|قيمة العملية',
    payerFee: 'from fee',
    refunded:
      'amount refunded|refunded amount|refund amount|montant rembourse|montant du remboursement|valor reembolsado|importe reembolsado|kiasi kilichorudishwa',
    status: statusNames,
    fee: feeNames,
    net: 'net amount|montant net|net|amount due|settlement amount|settled amount|amount settled|montant a reverser|montant reverse|net a payer|valor liquido|montante liquido|importe neto|monto neto|kiasi halisi|nettobetrag|nettobedrag|netto|صافي المبلغ|الصافي',
    at: 'transaction date|txn date|trans date|trans time|date de la transaction|date de transaction|payment date|date du paiement|date de paiement|paid at|completed at|completion time|created utc|created date utc|date time|date et heure|date heure|date|timestamp|horodatage|created at|time|heure|data da transacao|data e hora|data|fecha y hora|fecha de la transaccion|fecha|tarehe na saa|tarehe ya muamala|tarehe|datum und uhrzeit|datum tijd|buchungsdatum|datum|تاريخ المعاملة|التاريخ|تاريخ',
    phone:
      'customer phone|customer number|customer msisdn|payer phone|payer number|phone number|phone|msisdn|mobile number|mobile|wallet|numero de telephone|telephone|tel|numero du client|numero client|numero du payeur|payer|numero de telefone|telefone|telefono|numero de telefono|namba ya simu|simu|telefonnummer|telefoonnummer|رقم الهاتف|الهاتف|payer mobile number|counterparty mobile|numero de telephone de contrepartie|opposite party|other party info|other party|counterparty|contrepartie|details|description',
    payout: payoutNames,
    linked: 'linked transaction id',
    balance: balanceNames,
    direction: directionNames,
    kind: 'transaction type|reporting category|type de transaction|type de la transaction|type transaction|type|kind|entry type|record type|type d operation|type operation|nature|operation|category|categorie|tipo de transacao|tipo de operacao|tipo de movimento|tipo de transaccion|tipo de operacion|tipo de movimiento|tipo|aina ya muamala|aina ya malipo|aina|transaktionsart|transactietype|buchungsart|soort|نوع المعاملة|نوع',
  },
  payout: {
    ...shared,
    payout: `${payoutNames}|reference|id`,
    amount: `${paidOutNames}|amount|montant|valor|montante|importe|monto|kiasi|betrag|bedrag|المبلغ|مبلغ|total amount|montant total|total`,
    gross:
      'gross amount|montant brut|gross|brut|valor bruto|montante bruto|importe bruto|monto bruto|bruttobetrag|brutobedrag',
    fee: feeNames,
    status: statusNames,
    direction: directionNames,
    at: 'payout date|settlement date|date de versement|date de reglement|date de reversement|data do repasse|data da liquidacao|fecha de liquidacion|tarehe ya malipo|auszahlungsdatum|paid at|date|created at|data|fecha|tarehe|datum|التاريخ|تاريخ',
  },
  bank: {
    ...shared,
    balance: balanceNames,
    fee: feeNames,
    entry:
      'bank reference|reference bancaire|entry reference|reference de l operation|reference d operation|reference operation|numero d operation|numero operation|transaction reference|reference|receipt no|transaction id|referencia|numero de operacion|numero da operacao|namba ya muamala|namba ya risiti|kumbukumbu namba|rejea|referenz|referentie|kenmerk|رقم المرجع|المرجع',
    amount:
      'transaction amount|montant de l operation|montant operation|amount|amt|montant|valor do movimento|valor|montante|importancia|importe|monto|kiasi|umsatz|betrag|bedrag|tran amt|tran amount|importo|belopp|kwota|المبلغ|مبلغ|value|debit credit|credit debit|debit credit amount|credit debit amount|net amount|net|montant net',
    direction: `${directionNames}|indicator|transaction type|type`,
    status: statusNames,
    bookedOn: `booking date|completed date|date completed|date completed utc|date de fin|datum des abschlusses|fecha de finalizacion|data de conclusao|datum voltooid|posting date|posted date|post date|posted on|date comptable|date de comptabilisation|date de l operation|date d operation|date operation|transaction date|txn date|trans date|tran date|trn date|operation date|entry date|completion time|date|data do movimento|date posted|date op|date time|datetime|date and time|date utc|date et heure|date heure|transaction date time|transaction time|process date|processed date|date processed|effective date|transfer date|booked at|book date|entry dt|post dt|trn dt|dt ope|date ope|date oper|data movimento|data contabile|data operazione|data registrazione|bokforingsdag|data operacji|data e hora|data hora|timestamp|data mov|data de lancamento|data lancamento|data da operacao|data operacao|data|fecha de operacion|fecha operacion|f operacion|fecha contable|f contable|fecha|tarehe ya muamala|tarehe|buchungstag|buchungsdatum|buchung|boekdatum|boekingsdatum|datum|تاريخ العملية|التاريخ|تاريخ|${valueDates}`,
    narration:
      'narration|narrative|transaction description|description|transaction details|details|particulars|libelle de l operation|libelle operation|libelle des operations|nature des operations|nature de l operation|designation des operations|detail des operations|operations|naam omschrijving|omschrijving mededelingen|libelle|remarks|memo|motif|communication|objet|descricao do movimento|descricao|historico|descripcion|concepto|detalle|detalles|maelezo ya muamala|maelezo|verwendungszweck|buchungstext|beschreibung|omschrijving|beschrijving|mededelingen|البيان|الوصف|التفاصيل|وصف|payee|transaction narration|transaction narrative|transaction remarks|payment details|libelle court|libelle ecriture|libelle de l ecriture|descritivo|descrizione|beskrivning|opis operacji|avisierungstext|tran particular|tran particulars|txn desc|libelles|transaction ref1|trx details|label|omschrijving 1|naam tegenpartij|counterparty|counter party|partner name|beneficiary|merchant|merchant description|transaction|transactions|operation|nature operation|tipo de movimento|movimiento|transactie|text|name',
  },
};

const ranks: Readonly<Record<SourceKind, Readonly<Partial<Record<HeadingField, readonly string[]>>>>> = {
  provider: split(names.provider),
  payout: split(names.payout),
  bank: split(names.bank),
};

function split(all: Names) {
  return Object.fromEntries(Object.entries(all).map(([field, list]) => [field, list.split('|').map(plainWords)]));
}

const allValueDates = valueDates.split('|').map(plainWords);
/** Whether a heading is that of the day from which interest is counted. It may not be the day of the entry. */
export const isValueDate = (heading: string): boolean => allValueDates.includes(plainWords(heading));

const paidOut = paidOutNames.split('|').map(plainWords);
/** Whether a heading is that of what a payout brings to the bank. */
export const isPaidOut = (heading: string): boolean =>
  [plainWords(heading), plainWords(heading).replace(unitBehind, '')].some(name => paidOut.includes(name));

export function fieldsOf(kind: SourceKind): readonly HeadingField[] {
  return [...(Object.keys(ranks[kind]) as HeadingField[]), ...taxFields];
}

const taxWords = new Set(
  [
    'vat tax taxes gst excise levy elevy stamp withholding wht nhil getfund',
    'tva taxe taxes accise accises timbre timbres impot impots retenue taf tta',
    'iva imposto impostos selo retencao impuesto impuestos retencion',
    'kodi ushuru tozo stempu zuio steuer steuern mwst ust umsatzsteuer btw belasting',
    'ضريبة الضريبة ضرائب الضرائب دمغة الدمغة',
  ].flatMap(words => words.split(' ')),
);
/** Words that may stand beside the word for a tax in the heading of its amounts. */
const besideTaxWords = new Set(
  [
    'amount value added total sum on of the at fee fees charge charges commission service transaction sales mdr duty duties',
    'electronic e covid health recovery fund deducted charged',
    'montant total valeur ajoutee sur de du des la le les l d a frais commission commissions droit droits fiscal source electronique',
    'valor montante importe acrescentado agregado anadido sobre da do em na no o comissao comissoes taxa tarifa comision fonte fuente el',
    'kiasi ya wa za la kwa ongezeko thamani ada makato jumla betrag auf bedrag over gebuhr gebuhren kosten',
    'مبلغ المبلغ قيمة القيمة المضافة على رسم رسوم الرسوم عمولة',
  ].flatMap(words => words.split(' ')),
);

/** Whether a heading names the amounts of a tax: not its rate, its number, or an amount with it or without it. */
function isOfTax(heading: string): boolean {
  if (/[+&/]|%(?<!\d\s*%)/u.test(heading)) return false;
  const words = plainWords(heading).replace(unitBehind, '').split(' ');
  return (
    words.some(word => taxWords.has(word)) &&
    words.every(word => taxWords.has(word) || besideTaxWords.has(word) || /^\d+$/u.test(word))
  );
}

/** The name of a column: its heading; `#5` for the fifth if it has none; `Amount#2` for the second column of that heading. */
export function nameOf(headings: readonly string[], index: number): string {
  const heading = headings[index] ?? '';
  if (heading === '') return `#${index + 1}`;
  const same = headings.flatMap((each, at) => (each === heading ? [at] : []));
  return same.length === 1 ? heading : `${heading}#${same.indexOf(index) + 1}`;
}

/** Returns the usual headings that are in a line, by field. A tax's heading that no other field has is that of the next tax. */
export function recognised(kind: SourceKind, headings: readonly string[]): Partial<Record<HeadingField, string>> {
  const plain = headings.map(heading =>
    plainWords(heading)
      .replaceAll(/\bref\b/gu, 'reference')
      .replace(/^(?:n|no|num) (?=\p{L})/u, 'numero '),
  );
  const bare = plain.map(heading => heading.replace(unitBehind, ''));
  const found: Partial<Record<HeadingField, string>> = {};
  for (const field of fieldsOf(kind)) {
    const list = ranks[kind][field] ?? [];
    const name = list.find(each => plain.includes(each) || bare.includes(each));
    if (name === undefined) continue;
    const exact = plain.indexOf(name);
    found[field] = headings[exact === -1 ? bare.indexOf(name) : exact] ?? '';
  }
  const others = new Set(Object.values(found));
  const taxes = [...headings.keys()].filter(at => !others.has(headings[at] ?? '') && isOfTax(headings[at] ?? ''));
  for (const field of fieldsOf(kind).filter(isTaxField)) {
    const index = taxes.shift();
    if (index !== undefined) found[field] = nameOf(headings, index);
  }
  return found;
}

/** Words for each kind in the same eight languages as the headings, as `plainWords`. */
const signs: readonly (readonly [RowKind, RegExp])[] = [
  [
    'chargeback',
    word(
      'charge ?backs?|disputes?|litiges?|impayes?|retrofacturations?|contra ?cargos?|contestac(?:ao|oes)|rucklastschrift(?:en)?',
    ),
  ],
  [
    'reversal',
    word(
      'reversals?|reversed|annulations?|annulee?|contre ?passations?|extournes?|voids?|voided|estornos?|estornad[ao]|revers(?:ao|oes|ion|iones)|anulac(?:ao|oes|ion|iones)|anulad[ao]|storno|stornierung(?:en)?|storneringen?|عكس|الغاء',
    ),
  ],
  [
    'refund',
    word(
      'refunds?|refunded|remboursements?|remboursee?|reembolsos?|reembolsad[ao]|devoluc(?:ao|oes|ion|iones)|(?:ruck)?erstattung(?:en)?|ruckzahlung(?:en)?|terugbetaling(?:en)?|ma?rejesho|استرداد',
    ),
  ],
  [
    'reserve-released',
    word(
      '(?:reserve|retenue)s? (?:release[sd]?|liberee?s?|liberation)|(?:release|liberation) (?:.* )?reserves?|reservas? liberadas?',
    ),
  ],
  ['reserve-held', word('reserv[ae]s?|hold ?backs?|account holds?|holds? on (?:available )?balance|retenues?')],
  [
    'fee',
    word(
      'fees?|frais|commissions?|charges|comiss(?:ao|oes)|comision(?:es)?|taxas?|tarifas?|gebuhr(?:en)?|kosten|ada|makato|رسوم|عمولة',
    ),
  ],
  [
    'adjustment',
    word(
      'adjustments?|(?:currency )?conversions?|payouts?|general withdrawals?|(?:card|bank) deposits?|ajustements?|corrections?|regularisations?|ajust(?:e|es|amentos?)|correc(?:c?ao|c?oes|cion|ciones)|regularizac(?:ao|ion)|korrektur(?:en)?|correcties?|marekebisho|تسوية|تعديل',
    ),
  ],
  [
    'payment',
    word(
      'payments?|paiements?|sales?|ventes?|collections?|collectes?|encaissements?|purchases?|achats?|charge|c2b|pay ?ins?|pagamentos?|pagos?|vendas?|ventas?|cobrancas?|cobros?|recebimentos?|malipo|mauzo|zahlung(?:en)?|betaling(?:en)?|دفع|مبيعات',
    ),
  ],
];

function word(words: string): RegExp {
  return new RegExp(`(?:^| )(?:${words})(?: |$)`, 'u');
}

/**
 * Returns the kind that a word of the file gives to its row, or `undefined` if it gives none. Words with two meanings are an adjustment
 * (`refund reversal`). But a fee for something is a fee, and a payment that was given back is what it became.
 */
export function kindSaid(words: string): RowKind | undefined {
  if (known.has(words)) return known.get(words);
  const kind = kindIn(plainWords(words));
  if (known.size < mostKnown) known.set(words, kind);
  return kind;
}

/** A cache: a file has few different words for its rows, and they repeat in every row. */
const known = new Map<string, RowKind | undefined>();
const mostKnown = 1000;

function kindIn(plain: string): RowKind | undefined {
  const said = signs.filter(([, sign]) => sign.test(plain)).map(([kind]) => kind);
  if (said.includes('fee') && !said.includes('reversal') && !said.includes('refund')) return 'fee';
  const own = said.filter(
    kind => kind !== 'payment' && !(kind === 'reserve-held' && said.includes('reserve-released')),
  );
  if (own.length > 1) return 'adjustment';
  return own[0] ?? said[0];
}

const endNamed =
  /^(?:(?:paid|completed|payee?) (?:at|on|le|date|time)|(?:payment|completion) (?:date|time)|date (?:paid|completed|(?:de|du) paiement))$/;

/** Whether a heading is that of the time of payment. A row that was not paid has none. */
export const isOfEnds = (heading: string): boolean => endNamed.test(plainWords(heading));
