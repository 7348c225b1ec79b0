/**
 * The tables of an office, version by version: a version that was released is never changed. Every key begins with the shop, so that the
 * same tables can be distributed by it; `test/office/migrations.test.ts` holds them to that.
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
       primary key (shop, till, number)
     )`,
    `create table join_code (
       shop text not null,
       name text not null,
       given jsonb not null,
       primary key (shop, name)
     )`,
  ],
  [
    `create table till_fold (
       shop text not null,
       till text not null,
       fold int not null,
       seq bigint not null,
       kept jsonb not null,
       primary key (shop, till, fold)
     )`,
    `create table payment (
       shop text not null,
       till text not null,
       fold int not null,
       reference text not null,
       business_date text not null,
       requested_at bigint not null,
       verdict text not null,
       row jsonb not null,
       primary key (shop, till, fold, reference)
     )`,
    'create index payment_by_time on payment (shop, fold, requested_at desc)',
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
  ],
];
