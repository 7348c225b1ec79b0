import type {RowKind} from '../core/reconcile/rows/row.js';
import {plainWords} from './headings.js';

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

/**
 * The kind of a row by its type. A row without a known type is a payment. If its money went out, it is no payment to the shop, whatever its
 * type calls it, and its status decides instead.
 */
export function rowKind(type: string, status: string, isOut: boolean): RowKind {
  const said = type === '' ? undefined : kindSaid(type);
  if (said !== undefined && (said !== 'payment' || !isOut)) return said;
  if (!isOut) return 'payment';
  const become = kindSaid(status);
  return become === 'refund' || become === 'reversal' || become === 'chargeback' ? become : 'adjustment';
}
