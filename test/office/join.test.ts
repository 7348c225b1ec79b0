import {spawnSync} from 'node:child_process';
import {generateKeyPairSync, randomUUID, sign} from 'node:crypto';
import {existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {checkpointNote} from '../../src/core/office/checkpoint.js';
import type {ShipperOptions} from '../../src/shipper/run.js';
import {settledMembership, startShipping} from '../../src/till/office.js';
import {settingsDigest} from '../../src/till/settings.js';
import {storedKey} from '../../src/till/signing.js';
import {machine} from '../../src/world.js';
import {nodeDisk} from '../../store/disk.js';
import {chainLine, genesis} from '../../store/line.js';
import {writeHeadOfCopy} from '../../store/stored-head.js';
import {openShop, type Shop} from '../commands/support.js';
import {cutAfter} from '../cut-disk.js';
import {type Answered, startOffice} from './office.js';
import {journalBytes} from './support.js';

const till = 'T7K';
const sale = ['cash', 'sale', '--amount', '200'];
const folderOf = ({home}: Shop) => join(home, 'sandbox', till);

async function shopWithOffice() {
  const office = await startOffice();
  onTestFinished(() => office.close());
  const shop = await openShop({DUKA_TILL: till});
  await shop.run(sale);
  return {office, shop};
}

const typesIn = async (shop: Shop) => {
  const {json} = await shop.run(['journal', 'events', '--technical', '--json']);
  return (json as readonly {type: string; data: Record<string, unknown>}[]).map(({type}) => type);
};

const sending = ({url}: {readonly url: string}) =>
  `Sending the journal to the office of corner at ${url}, until it has every line.\n`;

type Line = {readonly type: string; readonly data: {readonly seq: number}};

describe('a till and its head office', () => {
  it('joins by a code, sends, says how far the office is, and leaves', async () => {
    const {office, shop} = await shopWithOffice();
    const joined = await shop.run(['join', `${office.url}/`, office.code().toLowerCase(), '--json']);
    expect(joined).toMatchObject({exit: 0, json: {url: office.url, shop: 'corner', office: office.key, seq: 0}});
    expect((await shop.run(['doctor'])).out).toMatch(/\? office +.*no contact yet/);
    const shipped = await shop.run(['ship', '--once']);
    expect(shipped).toMatchObject({exit: 0, err: sending(office)});
    expect(office.bytesOf(till)).toBe(journalBytes(folderOf(shop)));
    const lines = office.recordOf(till)?.seq;
    expect(shipped.out).toBe(`✓ The office has the journal up to line ${lines} and has signed it.\n`);
    expect((await shop.run(['doctor', '--json'])).json.checks).toContainEqual(
      expect.objectContaining({name: 'office', state: 'ok', facts: {url: office.url, line: lines, lines}}),
    );
    const later = {world: {...machine, now: () => machine.now() + 15 * 86_400_000}};
    expect((await shop.run(['doctor'], later)).out).toMatch(/✓ office/); // nothing waits
    await shop.run(sale);
    expect((await shop.run(['doctor'])).out).toMatch(/✓ office/);
    expect((await shop.run(['doctor'], later)).out).toMatch(/! office +.*last contact 15 days ago; \d+ lines wait/);
    expect(await shop.run(['join', office.url, office.code()])).toMatchObject({exit: 2});
    expect(await shop.run(['leave', '--json'])).toMatchObject({exit: 0, json: {url: office.url}});
    expect(globSync('office*', {cwd: folderOf(shop)})).toEqual([]);
    expect(await shop.run(['ship', '--once'])).toMatchObject({exit: 5});
    expect(await shop.run(['leave'])).toMatchObject({exit: 5});
    expect((await typesIn(shop)).filter(type => type.startsWith('office'))).toEqual(['office-joined', 'office-left']);
  });

  it('may be cut off by the power at every file as it joins, and is asked for no more than to join again', async () => {
    let cut = 0;
    for (let isCut = true; isCut; cut += 1) {
      const {office, shop} = await shopWithOffice();
      const joining = () => shop.run(['join', office.url, office.code(), '--json']);
      isCut = (await cutAfter(shop.home, cut, joining)) > cut;
      const said = [await shop.run([...sale, '--json']), await shop.run(['ship', '--once', '--json'])];
      for (const {json} of said)
        expect([undefined, 'office-none', 'office-not-settled', 'settings-changed-outside']).toContain(json.error);
      if ((await shop.run(['settings', 'accept'])).exit !== 0) throw new Error('not accepted');
      const again = await joining();
      expect([cut, again.json.error ?? 'office-joined-already']).toEqual([cut, 'office-joined-already']);
      expect([cut, (await shop.run(['ship', '--once'])).exit]).toEqual([cut, 0]);
      expect(office.bytesOf(till)).toBe(journalBytes(folderOf(shop)));
      expect(office.incidents.map(({kind}) => kind)).not.toContain('forked');
      expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
      await office.close();
      await shop.close();
    }
    expect(cut).toBeGreaterThan(5);
  });

  it('is one of several tills of a home, each of which joins, sends and leaves by itself', async () => {
    const {office, shop} = await shopWithOffice();
    const other = {environment: {DUKA_TILL: 'B2'}};
    await shop.run(['join', office.url, office.code()]);
    await shop.run(sale, other);
    expect(await shop.run(['ship', '--once', '--json'], other)).toMatchObject({json: {error: 'office-not-settled'}});
    const elsewhere = await startOffice();
    onTestFinished(() => elsewhere.close());
    expect(await shop.run(['join', elsewhere.url, elsewhere.code(), '--json'], other)).toMatchObject({
      exit: 2,
      json: {error: 'office-of-others'},
    });
    expect(await shop.run(['join', office.url, office.code(), '--json'], other)).toMatchObject({exit: 0});
    expect(await shop.run(['join', office.url, office.code(), '--json'], other)).toMatchObject({
      json: {error: 'office-joined-already'},
    });
    for (const options of [{}, other])
      expect(await shop.run(['ship', '--once'], options)).toMatchObject({exit: 0, err: sending(office)});
    expect(office.bytesOf('B2')).toBe(journalBytes(join(shop.home, 'sandbox', 'B2')));
    // The first that leaves takes nothing from the other.
    expect(await shop.run(['leave'])).toMatchObject({exit: 0});
    expect(await shop.run(['leave', '--json'])).toMatchObject({json: {error: 'office-none'}});
    await shop.run(sale, other);
    expect(await shop.run(['ship', '--once'], other)).toMatchObject({exit: 0});
    expect(office.bytesOf('B2')).toBe(journalBytes(join(shop.home, 'sandbox', 'B2')));
    expect(await shop.run(['leave'], other)).toMatchObject({exit: 0});
    expect(JSON.parse(readFileSync(join(shop.home, 'settings.json'), 'utf8')).office?.sandbox).toBeUndefined();
  });

  it('keeps its key for its owner alone, apart from that of its slips', async () => {
    const {office, shop} = await shopWithOffice();
    await shop.run(['join', office.url, office.code()]);
    const key = join(folderOf(shop), 'office-key.pem');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const pem = readFileSync(key, 'utf8');
    expect(pem).not.toBe(readFileSync(join(folderOf(shop), 'signing-key.pem'), 'utf8'));
    const everything = `${journalBytes(folderOf(shop))}${readFileSync(join(shop.home, 'settings.json'), 'utf8')}`;
    expect(everything).not.toContain(pem.split('\n')[1]);
    const {signature: _, ...data} = JSON.parse(readFileSync(join(folderOf(shop), 'settings-signed.json'), 'utf8'));
    expect(data.settings['office.sandbox']).toContain(office.key);
  });

  it.each<[string, (office: {url: string; code: () => string}) => readonly string[], string]>([
    ['an address in the open', ({code}) => ['http://office.example.com', code()], 'office-address'],
    ['an address with a password', ({url, code}) => [url.replace('//', '//a:b@'), code()], 'office-address'],
    ['no address', ({code}) => ['office', code()], 'office-address'],
    ['no code', ({url}) => [url, '1234'], 'office-code'],
    ['a code that was never made', ({url}) => [url, 'AAAA-AAAA-AAAA-AAAA'], 'office-refused'],
    ['nobody there', ({code}) => ['http://127.0.0.1:9', code()], 'office-unreachable'],
  ])('joins nothing by %s', async (_, line, problem) => {
    const {office, shop} = await shopWithOffice();
    const ran = await shop.run(['join', ...line({url: office.url, code: () => office.code()}), '--json']);
    expect(ran.json).toMatchObject({error: problem});
    expect(ran.err.split('\n')).toHaveLength(2);
    expect(readFileSync(join(shop.home, 'settings.json'), 'utf8')).not.toContain('office');
  });

  it('believes no other office that answers in the place of the one that made the code', async () => {
    const {office, shop} = await shopWithOffice();
    const other = await startOffice();
    onTestFinished(() => other.close());
    const answers: readonly (() => Answered)[] = [
      // Its own key, well signed.
      () => other.joinAnswer({till}),
      // The office's key, signed by its own; or not signed.
      () => other.joinAnswer({till, office: office.key}),
      () => ({...office.joinAnswer({till}), headers: {}}),
      // Of another till.
      () => office.joinAnswer({till: 'X1'}),
      () => ({http: 200, body: Buffer.from('<html>')}),
    ];
    for (const answer of answers) {
      office.behave(({path}) => (path === '/v1/join' ? answer() : undefined));
      const ran = await shop.run(['join', office.url, office.code(), '--json']);
      expect(ran).toMatchObject({exit: 5, json: {error: 'office-not-trusted'}});
    }
    expect(await typesIn(shop)).not.toContain('office-joined');
  });

  it('sends nothing to an office that somebody has put into the settings', async () => {
    const {office, shop} = await shopWithOffice();
    await shop.run(['join', office.url, office.code()]);
    const thief = await startOffice();
    onTestFinished(() => thief.close());
    const path = join(shop.home, 'settings.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(office.url, thief.url).replace(office.key, thief.key));
    const ran = await shop.run(['ship', '--once', '--json']);
    expect(ran).toMatchObject({exit: 5, json: {error: 'office-not-settled', url: thief.url}});
    expect(thief.requests).toEqual([]);
    expect((await shop.run(['doctor'])).out).toMatch(/! office +.*a different office/);
  });

  it('believes no office that no line of the journal has put in force, whoever has signed for every line', async () => {
    const {office: first, shop} = await shopWithOffice();
    const folder = folderOf(shop);
    const paths = ['settings.json', `sandbox/${till}/settings-signed.json`, `sandbox/${till}/office.json`];
    const texts = () => paths.map(path => readFileSync(join(shop.home, path), 'utf8'));
    await shop.run(['join', first.url, first.code()]);
    await shop.run(['ship', '--once']);
    const former = texts();
    await shop.run(['leave']);
    const next = await startOffice();
    onTestFinished(() => next.close());
    await shop.run(['join', next.url, next.code()]);
    await shop.run(['ship', '--once']);
    const [settings = '', signed = '', standing = ''] = texts();
    const witnessed = async () => {
      const events = (await shop.run(['journal', 'events', '--technical', '--json'])).json as readonly Line[];
      return events.filter(({type}) => type === 'witnessed').map(({data}) => data.seq);
    };
    const before = await witnessed(); // by the first office, while the shop was with it
    expect(before).toHaveLength(1);
    const office = {seq: before[0], agrees: true};
    const pair = generateKeyPairSync('ed25519');
    const own = String(pair.publicKey.export({format: 'jwk'}).x);
    const {seq, hash: head} = JSON.parse(journalBytes(folder).trimEnd().split('\n').at(-1) ?? '');
    const note = checkpointNote({shop: 'corner', till, key: 'a'.repeat(16), seq, head, at: '2026-11-21T12:00:00Z'});
    const checkpoint = {note, signature: sign(null, Buffer.from(note), pair.privateKey).toString('base64')};
    const forged = JSON.stringify({...JSON.parse(standing), office: own, checkpoint});
    for (const lying of [
      [settings.replace(next.key, own), signed, forged],
      [settings.replace(next.key, own), '', forged],
      former,
    ]) {
      paths.forEach((path, at) => void writeFileSync(join(shop.home, path), lying[at] ?? ''));
      expect(await shop.run(['journal', 'verify', '--json'])).toMatchObject({exit: 0, json: {office}});
      expect(await shop.run(['ship', '--once', '--json'])).toMatchObject({json: {error: 'office-not-settled'}});
      expect((await shop.run(['doctor'])).out).toMatch(/! office +.*a different office/);
      expect(await shop.run(sale)).toMatchObject({exit: 0});
      expect(await witnessed()).toEqual(before);
    }
  });

  it('is told what is in the way, by a code that a script understands', async () => {
    const {office, shop} = await shopWithOffice();
    await shop.run(['join', office.url, office.code()]);
    office.behave(() => ({http: 503, body: {}}));
    expect(await shop.run(['ship', '--once', '--json'])).toMatchObject({exit: 6, json: {trouble: 'busy', seq: 0}});
    office.behave(({path}) => (path === '/v1/nonce' ? undefined : {http: 401, body: {why: 'revoked'}}));
    expect(await shop.run(['ship', '--once'])).toMatchObject({
      exit: 5,
      err: expect.stringMatching(/^Sending .*\n! The office no longer lets this till in/),
    });
    expect((await shop.run(['doctor'])).out).toMatch(/! office +.*ask the office for a new code/);
  });

  it('writes down once a day for which line the office has signed, and prints it on the Z', async () => {
    const {office, shop} = await shopWithOffice();
    await shop.run(['join', office.url, office.code()]);
    await shop.run(['ship', '--once']);
    const witnessed = office.recordOf(till)?.seq ?? 0;
    const now = machine.now(); // no day ends meanwhile
    for (const _ of [1, 2]) {
      await shop.run(sale, {world: {...machine, now: () => now}});
      await shop.run(['ship', '--once']);
    }
    const events = (await shop.run(['journal', 'events', '--technical', '--json'])).json;
    const found = events.filter(({type}: {type: string}) => type === 'witnessed');
    expect(found).toMatchObject([{data: {seq: witnessed, office: office.key}}]);
    const z = ['shift', 'z', '--person', 'Amina', '--count', 'KES:600', '--json'];
    expect((await shop.run(z, {world: {...machine, now: () => now}})).json).toMatchObject({kind: 'z', witnessed});
    expect((await shop.run(['shift', 'show', '--z', '1'])).out).toMatch(
      new RegExp(`Witnessed by the office to +${witnessed}\n`),
    );
    expect(await shop.run(['journal', 'verify'])).toMatchObject({exit: 0});
    expect(existsSync(join(folderOf(shop), 'office.json'))).toBe(true);
  });

  it('takes no word for what the office has signed', async () => {
    const {office, shop} = await shopWithOffice();
    await shop.run(['join', office.url, office.code()]);
    await shop.run(['ship', '--once']);
    const path = join(folderOf(shop), 'office.json');
    const kept = JSON.parse(readFileSync(path, 'utf8'));
    const {note} = kept.checkpoint;
    for (const forged of [note.replace(/\n\d+\n/, '\n2\n'), note.replace('/T7K', '/T7'), `${note}\n`]) {
      writeFileSync(path, JSON.stringify({...kept, checkpoint: {...kept.checkpoint, note: forged}}));
      await shop.run(sale);
    }
    expect(await typesIn(shop)).not.toContain('witnessed');
  });

  it('is the owner’s to join and to leave', async () => {
    const {office, shop} = await shopWithOffice();
    const by = (name: string, pin: string) => (line: readonly string[]) =>
      shop.run([...line, '--as', name, '--pin-stdin', '--json'], {input: pin});
    await shop.run(['staff', 'add', '--name', 'Amina', '--role', 'owner', '--pin-stdin'], {input: '582931\n'});
    const owner = by('Amina', '582931\n');
    const hired = ['staff', 'add', '--name', 'Baraka', '--role', 'cashier', '--as', 'Amina', '--pin-stdin'];
    expect(await shop.run(hired, {input: '582931\n739164\n'})).toMatchObject({exit: 0});
    const cashier = by('Baraka', '739164\n');
    const join = ['join', office.url, office.code()];
    expect((await cashier(join)).json).toMatchObject({error: 'not-allowed'});
    expect(office.requests).toEqual([]);
    expect(await owner(join)).toMatchObject({exit: 0});
    expect((await cashier(['leave'])).json).toMatchObject({error: 'not-allowed'});
    expect(await owner(['leave'])).toMatchObject({exit: 0});
    expect(await shop.run(['journal', 'verify', '--json'])).toMatchObject({exit: 0, json: {breaches: []}});
  });

  it('starts who ships beside the screens, to the office that it has joined and to no other', async () => {
    const {office, shop} = await shopWithOffice();
    await shop.run(['join', office.url, office.code()]);
    const settings = JSON.parse(readFileSync(join(shop.home, 'settings.json'), 'utf8'));
    const place = {profile: 'sandbox', till, folder: folderOf(shop)} as const;
    const started: ShipperOptions[] = [];
    const stopped = vi.fn();
    const start = (told: ShipperOptions) => {
      started.push(told);
      return stopped;
    };
    const left = join(folderOf(shop), `office.json.${randomUUID()}.tmp`);
    writeFileSync(left, '{');
    const technical = {settings: settingsDigest(settings), version: ''};
    const stop = startShipping(settings, place, {technical}, start);
    await expect.poll(() => started).toHaveLength(1);
    expect(started).toMatchObject([{url: office.url, office: office.key, untilInputEnds: true, tells: 'nothing'}]);
    expect(existsSync(left)).toBe(false);
    stop();
    expect(stopped).toHaveBeenCalledOnce();
    const {url, key} = {url: 'https://thief.example.com', key: office.key};
    const changed = {...settings, office: {sandbox: {url, key, shop: 'corner'}}};
    expect(await settledMembership(changed, place, {technical})).toBeUndefined();
    expect(await settledMembership(settings, place, {technical})).toMatchObject({url: office.url});
    startShipping(settings, place, {technical}, start)(); // left at once
    startShipping({}, place, {technical}, start)();
    await settledMembership(settings, place, {technical});
    expect(started).toHaveLength(1);
  });

  it('leaves behind a command who ships once what the office lacks, and never a second one', async () => {
    const {office, shop} = await shopWithOffice();
    const started: ShipperOptions[] = [];
    const startShipper = (told: ShipperOptions) => {
      started.push(told);
      return () => undefined;
    };
    /** What a command left behind. */
    const leftBy = async (line: readonly string[] = sale) => {
      expect(await shop.run(line, {startShipper})).toMatchObject({exit: 0});
      return started.splice(0).map(({once, endsAfter, url}) => ({once, endsAfter, url}));
    };
    const pass = {once: true, endsAfter: 120_000, url: office.url};
    expect(await leftBy()).toEqual([]); // it has joined no office
    expect(await leftBy(['join', office.url, office.code()])).toEqual([pass]);
    expect(await leftBy()).toEqual([pass]); // none has been at work yet
    expect(await leftBy(['journal', 'verify'])).toEqual([]); // it only reads
    await shop.run(['ship', '--once']);
    expect(await leftBy()).toEqual([pass]);
    const path = join(folderOf(shop), 'office.json');
    const stored = JSON.parse(readFileSync(path, 'utf8'));
    const gone = spawnSync(process.execPath, ['--version']).pid;
    const soon = machine.now() + 60_000;
    for (const [pid, until, left] of [
      [process.pid, soon, []],
      [gone, soon, [pass]], // killed
      [process.pid, machine.now() - 60_000, [pass]], // its number is another's by now
      [process.pid, machine.now() + 86_400_000, [pass]], // the clock was wrong
    ] as const) {
      writeFileSync(path, JSON.stringify({...stored, atWork: {pid, until: new Date(until).toISOString()}}));
      expect(await leftBy()).toEqual(left);
    }
    writeFileSync(path, JSON.stringify({...stored, seq: 1_000_000})); // nobody has signed that
    expect(await leftBy()).toEqual([pass]);
    const fails = {
      startShipper: () => {
        throw new Error('no more processes');
      },
    };
    expect(await shop.run(sale, fails)).toMatchObject({exit: 0, err: expect.not.stringContaining('!')});
  });

  it('meets what the office has signed where a journal was rewritten, its key and its seal and all', async () => {
    const {office, shop} = await shopWithOffice();
    await shop.run(['join', office.url, office.code()]);
    await shop.run(['ship', '--once']);
    await shop.run(sale); // with what was witnessed
    const verify = ['journal', 'verify', '--json'];
    const seq = office.recordOf(till)?.seq;
    expect(await shop.run(verify)).toMatchObject({exit: 0, json: {office: {seq, agrees: true}}});
    await rewrite(folderOf(shop), line => line.replace('"minor":20000', '"minor":10000'));
    expect(await shop.run(verify)).toMatchObject({exit: 4, json: {ok: true, office: {seq, agrees: false}}});
    rmSync(join(folderOf(shop), 'office.json'));
    const told = await shop.run(['journal', 'verify']);
    expect(told).toMatchObject({exit: 4, err: expect.stringMatching(/^! The head office has signed a different line/)});
    // What was signed cannot be put right either.
    await rewrite(folderOf(shop), line => line.replace(/(duka\.head.*?)[0-9a-f]{64}/, `$1${'0'.repeat(64)}`));
    expect(await shop.run(verify)).toMatchObject({exit: 4, json: {office: {seq, agrees: false}}});
  });
});

/** What somebody can do who has everything that lies on the machine: another journal, whole and sealed by the till's own key. */
async function rewrite(folder: string, change: (line: string) => string): Promise<void> {
  const [path = ''] = globSync(join(folder, 'journal', '*.jsonl'));
  const lines: string[] = [];
  let before = genesis;
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const {at, till: of, person, type, data} = JSON.parse(change(line));
    const made = chainLine(before, Date.parse(at), {till: of, person, type, data: JSON.stringify(data)});
    const {seq, hash: head} = JSON.parse(made);
    lines.push(made);
    before = {seq, head};
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
  const segment = basename(path, '.jsonl');
  await writeHeadOfCopy(nodeDisk, folder, {...before, segment}, await storedKey(folder));
}
