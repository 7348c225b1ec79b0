/** The five kinds of accounts of plain-text accounting. */
export const kinds = ['assets', 'liabilities', 'equity', 'income', 'expenses'] as const;
export type AccountKind = (typeof kinds)[number];

/** An account of others' money, of money that is not earned yet, or of money on its way may be on either side of a balance sheet. */
const balance = ['assets', 'liabilities', 'equity'] as const satisfies readonly AccountKind[];

/** The roles of accounts, with the kinds that each may have. The root of an account's name says which kind it is. */
export const roles = {
  cash: ['assets'],
  'mobile-money': ['assets'],
  card: ['assets'],
  subscription: ['assets'],
  safe: ['assets'],
  float: ['assets'],
  pending: ['assets'],
  'pending-sales': balance,
  sales: ['income'],
  refunds: ['income', 'expenses'],
  over: ['income'],
  short: ['expenses'],
  fees: ['expenses'],
  'input-tax': ['assets', 'expenses'],
  'paid-in': [...balance, 'income'],
  'paid-out': ['expenses', ...balance],
  clearing: ['assets'],
  unsettled: ['assets'],
  'in-transit': ['assets'],
  bank: ['assets'],
  reserve: ['assets'],
  chargebacks: ['expenses', 'income'],
  suspense: balance,
  vat: ['liabilities'],
  tips: ['liabilities'],
} as const satisfies Readonly<Record<string, readonly AccountKind[]>>;
export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as readonly Role[];

/**
 * The accounts of a book, by role. A name may have the placeholders `{till}` and `{operator}`, and that of `vat` `{rate}`. `cash` is the
 * drawer; `mobile-money`, `card` and `subscription` are what the service owes until it pays out. The roles from `clearing` on are for a
 * reconciliation: `clearing` is what it settles, and comes to nothing; `unsettled` is what the provider still holds. `vat` is the tax in
 * what was sold, `input-tax` the taxes that the provider takes beside its fee, `tips` what belongs to the staff who served.
 */
export type Chart = {
  readonly roots: Readonly<Record<AccountKind, string>>;
  readonly accounts: Readonly<Record<Role, string>>;
};

/** Plain names, for a shop whose law asks for no chart of accounts. */
const english: Chart = {
  roots: {
    assets: 'Assets',
    liabilities: 'Liabilities',
    equity: 'Equity',
    income: 'Income',
    expenses: 'Expenses',
  },
  accounts: {
    cash: 'Assets:Cash:{till}',
    'mobile-money': 'Assets:Clearing:{operator}',
    card: 'Assets:Clearing:{operator}',
    subscription: 'Assets:Clearing:Subscriptions',
    safe: 'Assets:Safe',
    float: 'Assets:Safe',
    pending: 'Assets:Pending:{operator}',
    'pending-sales': 'Equity:Pending',
    sales: 'Income:Sales',
    refunds: 'Income:Refunds',
    over: 'Income:Cash-Over',
    short: 'Expenses:Cash-Short',
    fees: 'Expenses:Fees',
    'input-tax': 'Assets:Input-Tax',
    'paid-in': 'Equity:Cash-Paid-In',
    'paid-out': 'Expenses:Cash-Paid-Out',
    clearing: 'Assets:Clearing:Provider',
    unsettled: 'Assets:Unsettled',
    'in-transit': 'Assets:In-Transit',
    bank: 'Assets:Bank',
    reserve: 'Assets:Reserve',
    chargebacks: 'Expenses:Chargebacks',
    suspense: 'Assets:Suspense',
    vat: 'Liabilities:VAT:{rate}',
    tips: 'Liabilities:Tips',
  },
};

/** The French chart of accounts (plan comptable général). */
const french: Chart = {
  roots: {
    assets: 'Actif',
    liabilities: 'Passif',
    equity: 'Capitaux',
    income: 'Produits',
    expenses: 'Charges',
  },
  accounts: {
    cash: 'Actif:531-Caisse:{till}',
    'mobile-money': 'Actif:511-Valeurs-à-l-encaissement:{operator}',
    card: 'Actif:511-Valeurs-à-l-encaissement:{operator}',
    subscription: 'Actif:511-Valeurs-à-l-encaissement:Abonnements',
    safe: 'Actif:531-Caisse:Coffre',
    float: 'Actif:531-Caisse:Coffre',
    pending: 'Actif:511-Valeurs-à-l-encaissement:En-attente:{operator}',
    'pending-sales': 'Passif:471-Comptes-d-attente:En-attente',
    sales: 'Produits:707-Ventes-de-marchandises',
    refunds: 'Produits:707-Ventes-de-marchandises:Retours',
    over: 'Produits:758-Produits-divers-de-gestion-courante',
    short: 'Charges:658-Charges-diverses-de-gestion-courante',
    fees: 'Charges:627-Services-bancaires',
    'input-tax': 'Actif:44566-TVA-déductible-sur-autres-biens-et-services',
    'paid-in': 'Actif:580-Virements-internes',
    'paid-out': 'Charges:658-Charges-diverses-de-gestion-courante:Petite-caisse',
    clearing: 'Actif:511-Valeurs-à-l-encaissement:Prestataire',
    unsettled: 'Actif:511-Valeurs-à-l-encaissement:Non-versé',
    'in-transit': 'Actif:580-Virements-internes:Versements',
    bank: 'Actif:512-Banques',
    reserve: 'Actif:467-Autres-comptes-débiteurs-ou-créditeurs:Réserve',
    chargebacks: 'Charges:658-Charges-diverses-de-gestion-courante:Impayés',
    suspense: 'Passif:471-Comptes-d-attente:Écarts',
    vat: 'Passif:44571-TVA-collectée',
    tips: 'Passif:421-Personnel-rémunérations-dues:Pourboires',
  },
};

/** The chart of the OHADA countries (SYSCOHADA) as revised in 2017: electronic money is in class 55, unexplained amounts in 471. */
const syscohada: Chart = {
  roots: {
    assets: 'Actif',
    liabilities: 'Passif',
    equity: 'Capitaux',
    income: 'Produits',
    expenses: 'Charges',
  },
  accounts: {
    cash: 'Actif:571-Caisse:{till}',
    'mobile-money': 'Actif:552-Monnaie-électronique-téléphone-portable:{operator}',
    card: 'Actif:515-Cartes-de-crédit-à-encaisser:{operator}',
    subscription: 'Actif:515-Cartes-de-crédit-à-encaisser:Abonnements',
    safe: 'Actif:571-Caisse:Coffre',
    float: 'Actif:571-Caisse:Coffre',
    pending: 'Actif:518-Autres-valeurs-à-l-encaissement:En-attente:{operator}',
    'pending-sales': 'Passif:471-Débiteurs-et-créditeurs-divers:En-attente',
    sales: 'Produits:701-Ventes-de-marchandises',
    refunds: 'Produits:701-Ventes-de-marchandises:Retours',
    over: 'Produits:758-Produits-divers',
    short: 'Charges:658-Charges-diverses',
    fees: 'Charges:631-Frais-bancaires',
    'input-tax': 'Actif:4454-TVA-récupérable-sur-services-extérieurs',
    'paid-in': 'Actif:585-Virements-de-fonds',
    'paid-out': 'Charges:658-Charges-diverses:Petite-caisse',
    clearing: 'Actif:518-Autres-valeurs-à-l-encaissement:Prestataire',
    unsettled: 'Actif:518-Autres-valeurs-à-l-encaissement:Non-versé',
    'in-transit': 'Actif:585-Virements-de-fonds:Versements',
    bank: 'Actif:521-Banques-locales',
    reserve: 'Actif:471-Débiteurs-et-créditeurs-divers:Réserve',
    chargebacks: 'Charges:658-Charges-diverses:Impayés',
    suspense: 'Passif:471-Débiteurs-et-créditeurs-divers:Écarts',
    vat: 'Passif:4431-TVA-facturée-sur-ventes',
    tips: 'Passif:422-Personnel-rémunérations-dues:Pourboires',
  },
};

/** The charts that have a name. `docs/accounts` has each as a file, to start a chart of one's own. */
export const charts = {english, syscohada, french} as const;
export const chartNames = ['english', 'syscohada', 'french'] as const satisfies readonly (keyof typeof charts)[];
