import type {ZRow} from '../core/books/z-row.js';
import {checkpointIn} from '../core/office/checkpoint.js';
import {projectionVersion} from '../core/office/projection.js';
import {type DayRoot, dayOfHeads, type HeadProof, proofOf, rootIn} from '../core/office/proof.js';
import {Problem} from '../core/problem.js';
import {zName} from '../core/shift/report.js';
import {type Database, everyShop} from './database.js';
import type {TillName} from './journals.js';
import {type OfficeKey, sha256} from './key.js';

type Signer = {readonly database: Database; readonly key: OfficeKey};
const dayMs = 86_400_000;
const instant = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toString({smallestUnit: 'millisecond'});
/** The day of an instant, in UTC. */
const dayOf = (at: number) => instant(at).slice(0, 10);

/** Signs all tills' newest checkpoints under one root after the day before `now` (UTC), once; no till that joined later, no empty root. */
export async function sealDay({database, key}: Signer, now: number): Promise<void> {
  const day = dayOf(now - dayMs);
  const end = `${dayOf(now)}T00:00:00Z`;
  await database.transaction(async client => {
    await client.query('select pg_advisory_xact_lock(6845362)'); // two offices on one database sign one root
    const {rows: known} = await client.query('select 1 from day_root where shop = $1 and day = $2', [everyShop, day]);
    if (known.length > 0) return;
    // A till that was revoked has no key any more. Its lines stay under the key with which they came.
    const {rows} = await client.query(
      `select shop, till, seq, head, coalesce(record ->> 'key',
         (select max(id) from till_key where till_key.shop = till.shop and till_key.till = till.till)) as key
       from till where seq > 0 and joined_at < $1`,
      [end],
    );
    const heads = rows as {shop: string; till: string; seq: number; head: string; key: string}[];
    if (heads.length === 0) return;
    const at = instant(now);
    const {notes, note} = dayOfHeads(
      day,
      heads.map(head => ({...head, at})),
      sha256,
    );
    await client.query('insert into day_root (shop, day, note, signature, made_at) values ($1, $2, $3, $4, $5)', [
      ...[everyShop, day, note, key.sign(note), new Date(now)],
    ]);
    for (const text of notes) {
      const checkpoint = checkpointIn(text);
      await client.query('insert into day_checkpoint (shop, day, till, seq, note) values ($1, $2, $3, $4, $5)', [
        ...[checkpoint?.shop, day, checkpoint?.till, checkpoint?.seq, text],
      ]);
    }
  });
}

/** The newest root of a day that is over, and of a day to come, which a fast clock signed and which says nothing of when lines existed. */
export async function newestRoots(
  {database}: Pick<Signer, 'database'>,
  now: number,
): Promise<{readonly over: DayRoot | undefined; readonly toCome: DayRoot | undefined}> {
  const rows = await database.query<{note: string}>(
    `select note from (select note, day, row_number() over (partition by day < $2 order by day desc) as place from day_root
       where shop = $1) as each where place = 1 order by day`,
    [everyShop, dayOf(now)],
  );
  const roots = rows.flatMap(({note}) => rootIn(note) ?? []);
  return {over: roots.find(({day}) => day < dayOf(now)), toCome: roots.find(({day}) => day >= dayOf(now))};
}

/**
 * The proof that a till's lines were there on a day: the earliest day that covers the Z, or the newest of all if no Z is named, but no day
 * that is still to come at `now`. Throws `Problem` office-z-unknown, and office-root-missing if no day that is over covers it.
 */
export async function proveTill(
  {database, key}: Signer,
  {shop, till}: TillName,
  {z: number, now}: {readonly z: number | undefined; readonly now: number},
): Promise<HeadProof> {
  const z = number === undefined ? null : await zOf(database, {shop, till}, number);
  const [found] = await database.query<{day: string}>(
    `select day from day_checkpoint where shop = $1 and till = $2 and seq >= $3 and day < $4
     order by day ${z === null ? 'desc' : 'asc'} limit 1`,
    [shop, till, z?.seq ?? 1, dayOf(now)],
  );
  if (found === undefined) throw new Problem('office-root-missing', {till});
  const notes = await database.query<{note: string}>(
    `select note from day_checkpoint where day = $1 order by (shop || '/' || till) collate "C"`,
    [found.day],
  );
  const [root] = await database.query<{note: string; signature: string}>(
    'select note, signature from day_root where shop = $1 and day = $2',
    [everyShop, found.day],
  );
  if (root === undefined) throw new Problem('office-root-missing', {till});
  return proofOf({notes: notes.map(({note}) => note), root, office: key.publicKey}, {till: {shop, till}, z}, sha256);
}

async function zOf(database: Database, {shop, till}: TillName, number: number): Promise<HeadProof['z']> {
  const [found] = await database.query<{row: ZRow}>(
    'select row from z where shop = $1 and till = $2 and fold = $3 and number = $4',
    [shop, till, projectionVersion, number],
  );
  if (found === undefined) throw new Problem('office-z-unknown', {z: zName(number), till});
  const {seq, hash} = found.row;
  return {number, seq, hash};
}
