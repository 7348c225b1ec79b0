import type {Language} from './fill.js';

type ReportWords = {
  readonly x: string;
  readonly z: string;
  readonly notFinal: string;
  readonly till: string;
  readonly businessDate: string;
  readonly opened: string;
  readonly closed: string;
  readonly zone: string;
  readonly shift: string;
  readonly people: string;
  readonly tills: string;
  readonly newKey: string;
  readonly newKeyUnsigned: string;
  readonly takings: string;
  readonly noTakings: string;
  readonly cash: string;
  readonly total: string;
  readonly totalWithoutCash: string;
  readonly fees: string;
  readonly feesUnknown: string;
  readonly byCashier: string;
  readonly late: string;
  readonly lateLine: string;
  readonly corrections: string;
  readonly correctionLine: string;
  readonly refunds: string;
  readonly refundMethods: {readonly card: string; readonly cash: string};
  readonly refundsAsked: string;
  readonly inFlight: string;
  readonly unknown: string;
  readonly needsPerson: string;
  readonly notTotalled: string;
  readonly others: string;
  readonly wholeList: string;
  readonly notAsked: string;
  readonly drawer: string;
  /** Cash that is in the float already. */
  readonly beforeFloat: string;
  readonly float: string;
  readonly sales: string;
  readonly givenBack: string;
  readonly paidIn: string;
  readonly paidOut: string;
  readonly drops: string;
  readonly expected: string;
  readonly counted: string;
  readonly difference: string;
  readonly timesCounted: string;
  readonly countedFirst: string;
  readonly differenceFirst: string;
  readonly toldWhenCounted: string;
  readonly because: string;
  readonly acceptedBy: string;
  readonly counts: string;
  readonly notPaid: string;
  readonly notSent: string;
  readonly setAside: string;
  readonly judgements: string;
  readonly receipts: string;
  readonly copies: string;
  readonly pendingSlips: string;
  readonly drawerOpenings: string;
  readonly tax: string;
  readonly taxNotTracked: string;
  readonly perpetual: string;
  readonly perpetualSales: string;
  readonly perpetualRefunds: string;
  readonly perpetualCorrections: string;
  readonly perpetualNet: string;
  readonly sequence: string;
  readonly head: string;
  readonly check: string;
};

/** What X and Z say on paper. */
export const reportWords: Readonly<Record<Language, ReportWords>> = {
  en: {
    x: 'X REPORT',
    z: 'Z REPORT',
    notFinal: 'X - NOTHING WAS CLOSED',
    till: 'Till',
    businessDate: 'Business day',
    opened: 'From',
    closed: 'To',
    zone: 'Time zone',
    shift: 'Shift',
    people: 'People',
    tills: 'Tills here',
    newKey: 'New signing key',
    newKeyUnsigned: '! KEY CHANGED, UNSIGNED',
    takings: 'TAKINGS',
    noTakings: 'Nothing was taken.',
    cash: 'Cash',
    total: 'Total {currency}',
    totalWithoutCash: 'Total {currency} without cash',
    fees: 'Fees stated {currency}',
    feesUnknown: 'Payments without a stated fee',
    byCashier: 'BY CASHIER',
    late: 'OF THESE, SOLD EARLIER',
    lateLine: 'Late from {z}',
    corrections: 'CORRECTIONS',
    correctionLine: 'Taken in {z}',
    refunds: 'REFUNDS',
    refundMethods: {card: 'To cards', cash: 'Out of the drawer'},
    refundsAsked: 'Asked for {requested}, failed {failed}',
    inFlight: 'IN FLIGHT',
    unknown: 'NOT KNOWN',
    needsPerson: 'NEEDS A PERSON',
    notTotalled: 'Listed, in no total; the next Z has what is paid.',
    others: 'And others in {currency}',
    wholeList: 'The whole list:',
    notAsked: 'Not asked about before this close',
    drawer: 'DRAWER {currency}',
    beforeFloat: 'Cash before the float was counted',
    float: 'Float',
    sales: 'Cash sales',
    givenBack: 'Given back',
    paidIn: 'Paid in',
    paidOut: 'Paid out',
    drops: 'Drops to the safe',
    expected: 'Expected',
    counted: 'Counted',
    difference: 'Over (+) or short (-)',
    timesCounted: 'Times counted',
    countedFirst: 'Counted first',
    differenceFirst: 'Over or short then',
    toldWhenCounted: 'Cash is told when the drawer is counted.',
    because: 'Because',
    acceptedBy: 'Accepted by',
    counts: 'COUNTS',
    notPaid: 'Not paid',
    notSent: 'Never left the till',
    setAside: 'Set aside',
    judgements: 'Judged by a person',
    receipts: 'Receipts',
    copies: 'Copies',
    pendingSlips: 'Pending slips',
    drawerOpenings: 'Drawer opened',
    tax: 'Tax',
    taxNotTracked: 'not tracked',
    perpetual: 'SINCE THE TILL BEGAN',
    perpetualSales: 'Sales',
    perpetualRefunds: 'Refunds',
    perpetualCorrections: 'Corrections',
    perpetualNet: 'Net',
    sequence: 'Journal lines',
    head: 'Journal head',
    check: 'duka journal verify --z checks this code',
  },
  fr: {
    x: 'RAPPORT X',
    z: 'RAPPORT Z',
    notFinal: 'X - RIEN N’EST CLÔTURÉ',
    till: 'Caisse',
    businessDate: 'Journée',
    opened: 'Du',
    closed: 'Au',
    zone: 'Fuseau horaire',
    shift: 'Session',
    people: 'Personnes',
    tills: 'Caisses ici',
    newKey: 'Nouvelle clé de signature',
    newKeyUnsigned: '! CLÉ CHANGÉE, NON SIGNÉE',
    takings: 'RECETTES',
    noTakings: 'Rien n’a été encaissé.',
    cash: 'Espèces',
    total: 'Total {currency}',
    totalWithoutCash: 'Total {currency} sans espèces',
    fees: 'Frais annoncés {currency}',
    feesUnknown: 'Paiements sans frais annoncés',
    byCashier: 'PAR CAISSIER',
    late: 'DONT VENDUS PLUS TÔT',
    lateLine: 'Tardif de {z}',
    corrections: 'CORRECTIONS',
    correctionLine: 'Encaissé en {z}',
    refunds: 'REMBOURSEMENTS',
    refundMethods: {card: 'Sur cartes', cash: 'Sortis du tiroir'},
    refundsAsked: 'Demandés {requested}, échoués {failed}',
    inFlight: 'EN COURS',
    unknown: 'NON CONNUS',
    needsPerson: 'À VOIR PAR UN RESPONSABLE',
    notTotalled: 'Listés, dans aucun total ; le Z suivant aura ce qui est payé.',
    others: 'Et d’autres en {currency}',
    wholeList: 'La liste entière :',
    notAsked: 'Non demandés avant cette clôture',
    drawer: 'TIROIR {currency}',
    beforeFloat: 'Espèces avant le comptage du fond',
    float: 'Fond de caisse',
    sales: 'Ventes en espèces',
    givenBack: 'Rendu',
    paidIn: 'Entrées',
    paidOut: 'Sorties',
    drops: 'Mis au coffre',
    expected: 'Attendu',
    counted: 'Compté',
    difference: 'En plus (+) ou en moins (-)',
    timesCounted: 'Nombre de comptages',
    countedFirst: 'Compté d’abord',
    differenceFirst: 'En plus ou en moins alors',
    toldWhenCounted: 'Les espèces sont dites une fois le tiroir compté.',
    because: 'Parce que',
    acceptedBy: 'Accepté par',
    counts: 'NOMBRES',
    notPaid: 'Non payés',
    notSent: 'Jamais partis de la caisse',
    setAside: 'Mis de côté',
    judgements: 'Jugés par une personne',
    receipts: 'Reçus',
    copies: 'Copies',
    pendingSlips: 'Tickets en attente',
    drawerOpenings: 'Tiroir ouvert',
    tax: 'Taxe',
    taxNotTracked: 'non suivie',
    perpetual: 'DEPUIS LE DÉBUT DE LA CAISSE',
    perpetualSales: 'Ventes',
    perpetualRefunds: 'Remboursements',
    perpetualCorrections: 'Corrections',
    perpetualNet: 'Net',
    sequence: 'Lignes du journal',
    head: 'Tête du journal',
    check: 'duka journal verify --z contrôle ce code',
  },
};
