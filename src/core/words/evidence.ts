import type {Language} from './fill.js';

type EvidenceWords = Readonly<
  Record<
    | 'title'
    | 'made'
    | 'masked'
    | 'timeline'
    | 'slips'
    | 'slip'
    | 'noSlips'
    | 'clock'
    | 'noClock'
    | 'chain'
    | 'rule'
    | 'segment'
    | 'withheld'
    | 'z'
    | 'head'
    | 'written',
    string
  >
>;

/** What an evidence pack says for people. */
export const evidenceWords: Readonly<Record<Language, EvidenceWords>> = {
  en: {
    title: 'Evidence of payment {reference}',
    made: '{shop}, till {till}, {profile}, made {at} by Duka {version}',
    masked: 'Telephone numbers, cards and addresses are masked; keys, tokens and the bank’s challenge are left out.',
    timeline: 'What happened',
    slips: 'Slips that left the till',
    slip: '#{seq} {at} {kind}, copy {copy}, {format}',
    noSlips: 'none',
    clock: 'The till’s clock against the service’s',
    noClock: 'not known',
    chain: 'Proof by the journal',
    rule: 'Each hash is the SHA-256 of the hash before it followed by its line.',
    segment: '{date}: first line #{firstSeq} {hash}, written by Duka {version}',
    withheld: 'its line has secrets in it and is left out',
    z: 'Counted in {z}, which was signed after line #{throughSeq} {head}',
    head: 'The journal ended at line #{seq} {hash}',
    written: 'Evidence written: {file}',
  },
  fr: {
    title: 'Preuve du paiement {reference}',
    made: '{shop}, caisse {till}, {profile}, faite le {at} par Duka {version}',
    masked: 'Téléphones, cartes et adresses sont masqués ; clés, jetons et authentification bancaire sont omis.',
    timeline: 'Ce qui s’est passé',
    slips: 'Tickets sortis de la caisse',
    slip: '#{seq} {at} {kind}, copie n° {copy}, {format}',
    noSlips: 'aucun',
    clock: 'L’horloge de la caisse face à celle du service',
    noClock: 'inconnu',
    chain: 'Preuve par le journal',
    rule: 'Chaque empreinte est le SHA-256 de l’empreinte précédente suivie de sa ligne.',
    segment: '{date} : première ligne #{firstSeq} {hash}, écrite par Duka {version}',
    withheld: 'sa ligne contient des secrets et est omise',
    z: 'Compté dans {z}, signé après la ligne #{throughSeq} {head}',
    head: 'Le journal finissait à la ligne #{seq} {hash}',
    written: 'Preuve écrite : {file}',
  },
};
