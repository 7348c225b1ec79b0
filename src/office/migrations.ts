/**
 * The tables of an office, version by version. A version that was released never changes. Every key begins with the shop, so that the same
 * tables can be distributed by it; `test/office/migrations.test.ts` checks that. Only the list of the shops is in one place.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table till (
       shop text not null,
       till text not null,
       seq bigint not null,
       head text not null,
       record jsonb not null,
       seen_at timestamptz,
       joined_at timestamptz not null default now(),
       primary key (shop, till)
     )`,
    `create table till_key (
       shop text not null,
       till text not null,
       id text not null,
       public_key text not null,
       primary key (shop, till, id)
     )`,
    `create table chunk (
       shop text not null,
       till text not null,
       chain int not null,
       first bigint not null,
       last bigint not null,
       prev text not null,
       head text not null,
       raw int not null,
       codec text not null,
       body bytea not null,
       primary key (shop, till, chain, first)
     )`,
    `create table incident (
       shop text not null,
       till text not null,
       number bigint not null,
       at timestamptz not null default now(),
       what jsonb not null,
       closed_at timestamptz,
       closed_by text,
       note text,
       signed text,
       primary key (shop, till, number)
     )`,
    `create table join_code (
       shop text not null,
       name text not null,
       given jsonb not null,
       primary key (shop, name)
     )`,
    // `kept` is no jsonb, which puts members into another order: a fold may compare what it has read with what it was given.
    // `trouble`: why the next rows of a till could not be made; null if they could. `newest`: when its latest payment was asked for.
    `create table till_fold (
       shop text not null,
       till text not null,
       fold int not null,
       seq bigint not null,
       kept json not null,
       trouble text,
       newest bigint,
       primary key (shop, till, fold)
     )`,
    `create table payment (
       shop text not null,
       till text not null,
       fold int not null,
       reference text not null,
       business_date text not null,
       requested_at bigint not null,
       digest text not null,
       search text not null,
       standing text not null,
       records text[],
       primary key (shop, till, fold, reference)
     ) with (fillfactor = 90)`,
    'create index payment_by_time on payment (shop, fold, requested_at desc)',
    'create index payment_by_day on payment (fold, business_date, requested_at desc)',
    // The names of the record of the provider that a payment was made of: few payments have any.
    'create index payment_by_record on payment using gin (records) where records is not null',
    // A few pages of rows are read for a state that few payments are in. An index of every row would be written at each change of a state.
    'create index payment_by_standing on payment using brin (standing text_bloom_ops) with (pages_per_range = 16)',
    `create table till_day (
       shop text not null,
       till text not null,
       fold int not null,
       business_date text not null,
       place text not null,
       currency text not null,
       quarter bigint not null,
       tender jsonb not null,
       paid bigint not null,
       minor bigint not null,
       not_paid bigint not null,
       refunds bigint not null,
       refunded bigint not null,
       primary key (shop, till, fold, business_date, place, currency, quarter)
     )`,
    `create table z (
       shop text not null,
       till text not null,
       fold int not null,
       number int not null,
       row jsonb not null,
       primary key (shop, till, fold, number)
     )`,
    // A root belongs to the whole office. It has the column like every table, but names no shop.
    `create table day_root (
       shop text not null,
       day text not null,
       note text not null,
       signature text not null,
       made_at timestamptz not null default now(),
       primary key (shop, day)
     )`,
    `create table day_checkpoint (
       shop text not null,
       day text not null,
       till text not null,
       seq bigint not null,
       note text not null,
       primary key (shop, day, till)
     )`,
    // Belongs to the whole office, like a root.
    `create table backup (
       shop text not null,
       at timestamptz not null,
       primary key (shop, at)
     )`,
    'create index day_checkpoint_of_till on day_checkpoint (shop, till, seq)',
    'create index payment_of_all_by_time on payment (fold, requested_at desc)',
    'create index payment_by_reference on payment (reference)',
    'create index till_by_code on till (till)',
    // Nonces that were used, for as long as they would be valid.
    `create table nonce_use (
       shop text not null,
       till text not null,
       nonce text not null,
       given_at bigint not null,
       primary key (shop, till, nonce)
     )`,
    // What is stated about the reconciliations of all shops together has an empty shop.
    `create table reconciliation_line (
       shop text not null,
       seq bigint not null,
       line text not null,
       primary key (shop, seq)
     )`,
    // The names of all shops, on the server that is asked: what the office still knows of a shop whose node does not answer.
    'create table shop (name text primary key)',
    'create index join_code_by_name on join_code (name)',
    // The people of the office, their sessions, tries in vain and the log of sign-ins belong to the whole office, like a root.
    `create table person (
       shop text not null,
       id text not null,
       record jsonb not null,
       primary key (shop, id)
     )`,
    `create table person_session (
       shop text not null,
       id text not null,
       person text not null,
       seen_at bigint not null,
       record jsonb not null,
       primary key (shop, id)
     )`,
    `create table sign_in_try (
       shop text not null,
       about text not null,
       at bigint not null,
       record jsonb not null,
       primary key (shop, about)
     )`,
    `create table sign_in_log (
       shop text not null,
       seq bigint not null,
       entry jsonb not null,
       primary key (shop, seq)
     )`,
    // What belongs to the whole office and is read as a whole: alerts and how they are sent, tokens of programs.
    `create table office_record (
       shop text not null,
       kind text not null,
       id text not null,
       record jsonb not null,
       primary key (shop, kind, id)
     )`,
    // What is shipped to tills: of a shop, or of all in an empty one.
    `create table shipped_list (
       shop text not null,
       kind text not null,
       version bigint not null,
       sha256 text not null,
       body text not null,
       primary key (shop, kind)
     )`,
  ],
];

/** What finds a text in the middle of others, if the database may have it. Without it, a search for what few payments have reads them all. */
export const textIndex: readonly string[] = [
  'create extension if not exists pg_trgm',
  'create index payment_by_text on payment using gin (search gin_trgm_ops)',
];

export const tableNames: readonly string[] = migrations
  .flat()
  .flatMap(text => /^create table (\w+)/.exec(text)?.[1] ?? []);

/** The calls by which Citus keeps a shop's rows together, for tables new to it: `$1` to `$3` of `create_distributed_table`. */
export function distribution(
  known: ReadonlySet<string>,
): readonly (readonly [table: string, by: string, beside: string])[] {
  const tables = migrations.flat().flatMap(text => /^create table (\w+) \(\s*shop /m.exec(text)?.[1] ?? []);
  const [first = ''] = tables;
  return tables
    .filter(table => !known.has(table))
    .map(table => [table, 'shop', table === first ? 'default' : first] as const);
}
