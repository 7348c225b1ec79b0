import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {StoredEvent} from '../../src/core/events/event.js';
import {Problem} from '../../src/core/problem.js';
import {rightsAudit} from '../../src/core/rights/audit.js';
import {ApprovalNeeded} from '../../src/core/rights/rights.js';
import type {StaffRole} from '../../src/core/staff/schema.js';
import type {Staff} from '../../src/core/staff/staff.js';
import type {World} from '../../src/core/world.js';
import type {TillSettings} from '../../src/till/context.js';
import type {Till} from '../../src/till/till.js';
import type {Disk} from '../../store/disk.js';
import {outsideOfHashes} from '../outside-of-hashes.js';
import {MemoryDisk} from '../store/memory-disk.js';
import {slowDisk} from './card-till.js';
import {openTillOverJournal} from './over-journal.js';
import {temporaryFolder} from './real-till.js';
import {kes, obedientService, stillWorld} from './still-shop.js';

const people = [
  ['Amina', 'owner', '739154'],
  ['Baraka', 'manager', '482601'],
  ['Chidi', 'supervisor', '915372'],
  ['Dara', 'cashier', '260847'],
] as const satisfies readonly (readonly [name: string, role: StaffRole, pin: string])[];
const wrongPin = '604913';

const inCash = (minor: number) =>
  ({amount: kes(minor), country: 'KE', description: 'bread', customerLanguage: 'en'}) as const;

/** A till of four people over a journal in memory; their secrets are in a real folder. */
async function openStaffed(
  world: World & {readonly pass: (milliseconds: number) => void},
  diskOver: (memory: MemoryDisk) => Disk = memory => memory,
  home: Pick<TillSettings, 'staffInHome'> = {},
) {
  const folder = temporaryFolder();
  const disk = new MemoryDisk();
  const {service} = obedientService();
  const open = () =>
    openTillOverJournal({folder: '/till', disk: diskOver(disk), world, service, settings: {folder, ...home}});
  let opened = await open();
  for (const [name, role, pin] of people) await opened.till.addPerson({name, role, pin});
  return {
    get till(): Till {
      return opened.till;
    },
    signIn: (at: number, secret: string = people[at]?.[2] ?? '') =>
      opened.till.signIn({name: people[at]?.[0] ?? '', by: 'pin', secret}),
    /** Does it, with somebody's approval where it needs one. */
    approved: async (work: (till: Till) => Promise<unknown>, at: number): Promise<void> => {
      try {
        await work(opened.till);
      } catch (error) {
        if (!(error instanceof ApprovalNeeded)) throw error;
        const [name, , secret] = people[at] ?? expect.fail('nobody');
        await opened.till.approve(error.action, {name, by: 'pin', secret});
        await work(opened.till);
      }
    },
    /** The process is killed, and another one opens the till. */
    crash: async () => {
      disk.restartProcess();
      opened = await open();
    },
    events: async (): Promise<readonly StoredEvent[]> => {
      const all: StoredEvent[] = [];
      for (const date of await opened.journal.segments())
        for await (const event of opened.journal.readSegment(date)) all.push(event);
      return all;
    },
    bytes: () =>
      [
        ...[...disk.files.values()].map(({bytes}) => Buffer.from(bytes).toString('latin1')),
        readFileSync(join(folder, 'staff-secrets.json'), 'latin1'),
      ].join('\n'),
  };
}
type Staffed = Awaited<ReturnType<typeof openStaffed>>;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    error => (error instanceof Problem ? error.code : String(error)),
  );

type Act = (shop: Staffed) => Promise<unknown>;

const acts = {
  signIn: at => shop => shop.signIn(at),
  mistype: at => shop => shop.signIn(at, wrongPin),
  signOut: () => shop => shop.till.signOut('asked'),
  crash: () => shop => shop.crash(),
  sell: (_, amount) => shop => shop.till.takeCash(inCash(amount)),
  giveBack: (at, amount) => shop =>
    shop.approved(async till => {
      const [reference] = [...till.state.payments.keys()];
      if (reference !== undefined) await till.refundInCash(reference, {reason: 'torn', amount: kes(amount)});
    }, at),
  openDrawer: at => shop => shop.approved(till => till.noteDrawer('change'), at),
  takeOut: (at, amount) => shop =>
    shop.approved(till => till.moveCash({kind: 'out', amount: kes(amount), reason: 'milk'}, {isSure: true}), at),
  lock: (at, _, of) => shop => shop.approved(till => till.lockPerson(of + 1, 'away'), at),
  unlock: (at, _, of) => shop => shop.approved(till => till.unlockPerson(of + 1), at),
  allowRefunds: (at, amount) => shop =>
    shop.approved(
      till =>
        till.changeRights({
          verb: 'refund-in-cash',
          role: 'cashier',
          right: 'yes',
          most: [kes(amount)],
          mostInShift: [kes(amount * 2)],
        }),
      at,
    ),
} satisfies Record<string, (at: number, amount: number, of: number) => Act>;

const who = fc.integer({min: 0, max: people.length - 1});
const minor = fc.integer({min: 1, max: 60}).map(each => each * 100);
const anybody = (make: (at: number, amount: number, of: number) => Act, weight = 1) => ({
  weight,
  arbitrary: fc.tuple(who, minor, who).map(each => make(...each)),
});
const act = fc.oneof(
  {weight: 3, arbitrary: fc.constantFrom(3, 3, 3, 2, 1, 0).map(acts.signIn)},
  anybody(acts.sell, 3),
  anybody(acts.giveBack, 4),
  anybody(acts.openDrawer, 2),
  ...[acts.mistype, acts.signOut, acts.crash, acts.takeOut, acts.lock, acts.unlock, acts.allowRefunds].map(make =>
    anybody(make),
  ),
);
/** One of each, with an approval for each that needs one. */
const eachAct = [
  ...[acts.giveBack(1, 100), acts.openDrawer(2), acts.takeOut(1, 100), acts.allowRefunds(0, 500), acts.lock(0, 0, 2)],
  ...[acts.unlock(0, 0, 2), acts.mistype(2), acts.signOut(), acts.crash(), acts.signIn(3), acts.giveBack(1, 100)],
];

const whatEachLeaves = ['requested', 'approved', 'refund-in-cash', 'drawer-opened', 'cash-moved', 'sign-in-refused'];

describe('people with rights at one till', () => {
  it('leave no line that nobody had the right to, and no PIN, in whatever order they work', {
    tags: ['slow'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, {minLength: 15, maxLength: 25}), async day => {
        const shop = await openStaffed(stillWorld());
        await shop.till.takeCash(inCash(9000));
        await shop.signIn(3);
        for (const each of day) await codeOf(each(shop));
        const events = await shop.events();
        const audit = rightsAudit(text => createHash('sha256').update(text).digest('hex'));
        expect(events.flatMap(event => audit(event) ?? [])).toEqual([]);
        if (day === eachAct) expect(events.map(({type}) => type)).toEqual(expect.arrayContaining(whatEachLeaves));
        const bytes = outsideOfHashes(shop.bytes());
        for (const secret of [...people.map(([, , pin]) => pin), wrongPin]) expect(bytes).not.toContain(secret);
        await shop.till.close();
      }),
      {examples: [[eachAct]], numRuns: 4},
    );
  });

  it('wait for one approval at a time, and for none once the till closes', async () => {
    const shop = await openStaffed(stillWorld());
    await shop.signIn(3);
    shop.till.approveOnScreens();
    const takeOut = codeOf(shop.till.moveCash({kind: 'out', amount: kes(500), reason: 'milk'}, {isSure: true}));
    await expect.poll(() => shop.till.pendingApproval()?.verb).toBe('cash-out');
    expect(await codeOf(shop.till.noteDrawer('change'))).toBe('approval-needed');
    expect(await codeOf(shop.till.takeCash(inCash(700)))).toBe('done');
    const [name, , secret] = people[1];
    await shop.till.answerApproval({name, by: 'pin', secret});
    expect(await takeOut).toBe('done');
    const opened = codeOf(shop.till.noteDrawer('change'));
    await expect.poll(() => shop.till.pendingApproval()?.verb).toBe('open-drawer');
    await shop.till.close();
    expect(await opened).toBe('approval-needed');
  });

  it('use an approval once, within five minutes, before the sign-in ends', async () => {
    const world = stillWorld();
    const shop = await openStaffed(world);
    await shop.signIn(3);
    const drawer = () => codeOf(shop.till.noteDrawer('change'));
    const approve = async () => {
      const refused = await shop.till.noteDrawer('change').catch((error: unknown) => error);
      if (!(refused instanceof ApprovalNeeded)) throw new Error(`not refused: ${refused}`);
      await shop.till.approve(refused.action, {name: 'Chidi', by: 'pin', secret: '915372'});
    };
    await approve();
    expect(await Promise.all([drawer(), drawer()])).toEqual(['done', 'approval-needed']);
    await approve();
    world.rewind(3_600_000);
    world.pass(5 * 60_000 + 1);
    expect(await drawer()).toBe('approval-needed');
    await approve();
    await shop.signIn(3);
    expect(await drawer()).toBe('approval-needed');
    await approve();
    await shop.crash();
    await shop.signIn(3);
    expect(await drawer()).toBe('approval-needed');
    await shop.till.close();
  });

  it.each<[what: string, change: (till: Till) => Promise<unknown>]>([
    ['locked', till => till.lockPerson(3, 'away')],
    ['removed', till => till.removePerson(3, 'left')],
    ['made a cashier', till => till.changePerson(3, {role: 'cashier'})],
    [
      'of a role that may no longer',
      till =>
        till.changeRights({verb: 'open-drawer', role: 'supervisor', right: 'approval', most: [], mostInShift: []}),
    ],
  ])('do nothing by the approval of somebody who was %s since', async (_, change) => {
    const shop = await openStaffed(stillWorld());
    await shop.till.changeRights({verb: 'open-drawer', role: 'manager', right: 'approval', most: [], mostInShift: []});
    await shop.signIn(1);
    const drawer = () => codeOf(shop.till.noteDrawer('change'));
    const approve = async () => {
      const refused = await shop.till.noteDrawer('change').catch((error: unknown) => error);
      if (!(refused instanceof ApprovalNeeded)) throw new Error(`not refused: ${refused}`);
      await shop.till.approve(refused.action, {name: 'Chidi', by: 'pin', secret: '915372'});
    };
    await approve();
    expect(await drawer()).toBe('done');
    await approve();
    await shop.approved(change, 0);
    expect(await drawer()).toBe('approval-needed');
    await shop.till.close();
  });

  it('do nothing by an approval that was being written down while they signed in again', async () => {
    const released = Promise.withResolvers<void>();
    let writing: Promise<void> = Promise.resolve();
    const shop = await openStaffed(stillWorld(), memory => {
      const slow = slowDisk('approved', memory, () => released.promise);
      writing = slow.writing;
      return slow.disk;
    });
    await shop.signIn(3);
    const refused = await shop.till.noteDrawer('change').catch((error: unknown) => error);
    if (!(refused instanceof ApprovalNeeded)) throw new Error(`not refused: ${refused}`);
    const approving = shop.till.approve(refused.action, {name: 'Chidi', by: 'pin', secret: '915372'});
    await writing;
    const signing = shop.signIn(3);
    await expect.poll(() => shop.till.isOwnPin('260847')).toBe(false); // the PIN was right: they are being signed in
    released.resolve();
    await Promise.all([approving, signing]);
    expect(await codeOf(shop.till.noteDrawer('change'))).toBe('approval-needed');
    await shop.till.close();
  });

  it('are signed in no longer where they sign out while that was being written down', async () => {
    const [released, writing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isSlow = false;
    const shop = await openStaffed(
      stillWorld(),
      memory =>
        slowDisk('signed-in', memory, async () => {
          if (!isSlow) return;
          writing.resolve();
          await released.promise;
        }).disk,
    );
    await shop.till.signOut('asked');
    isSlow = true;
    const signing = shop.signIn(3);
    await writing.promise;
    const leaving = shop.till.signOut('asked');
    released.resolve();
    await Promise.all([signing, leaving]);
    expect((await shop.events()).slice(-2).map(({type}) => type)).toEqual(['signed-in', 'signed-out']);
    expect(shop.till.actor()).toBeUndefined();
    expect(shop.till.isOwnPin('260847')).toBe(false);
    expect(await codeOf(shop.till.noteDrawer('change'))).toBe('sign-in-needed');
    await shop.till.close();
  });

  it('make no plan and send nothing again without the right, or anybody who is signed in', async () => {
    const shop = await openStaffed(stillWorld());
    const plan = {
      name: 'Club',
      description: '',
      amount: '100',
      currency: 'KES',
      interval: 'MONTHLY',
      trialPeriodDays: 0,
    } as const;
    const make = () => shop.till.createPlan(plan);
    expect(await codeOf(make())).toBe('plan-unclear'); // the service is out of reach
    await shop.signIn(3);
    expect(await codeOf(make())).toBe('approval-needed');
    expect(await codeOf(shop.approved(make, 1))).toBe('plan-unclear');
    expect(await codeOf(make())).toBe('approval-needed');
    const {reference} = await shop.till.takeCash(inCash(100));
    expect(await codeOf(shop.till.sendAgain(reference))).toBe('payment-not-resendable');
    await shop.till.signOut('asked');
    expect(await codeOf(make())).toBe('sign-in-needed');
    expect(await codeOf(shop.till.sendAgain(reference))).toBe('sign-in-needed');
    await shop.till.close();
  });

  it('do nothing more once they are locked, although they had signed in', async () => {
    const shop = await openStaffed(stillWorld());
    await shop.signIn(1);
    await shop.approved(till => till.lockPerson(2, 'away'), 0);
    expect(await codeOf(shop.till.takeCash(inCash(100)))).toBe('sign-in-needed');
    expect(await codeOf(shop.signIn(1))).toBe('person-locked');
    await shop.till.close();
  });

  it('wait after wrong PINs, whoever restarts the till or sets its clock', async () => {
    const still = stillWorld();
    const slept: number[] = [];
    const world = {...still, sleep: async (milliseconds: number) => void slept.push(milliseconds)};
    const shop = await openStaffed(world);
    for (let tried = 0; tried < 4; tried += 1) expect(await codeOf(shop.signIn(3, wrongPin))).toBe('sign-in-refused');
    expect(slept).toEqual([30_000]);
    still.rewind(-86_400_000);
    await shop.crash();
    expect(await codeOf(shop.signIn(3, wrongPin))).toBe('sign-in-refused');
    expect(slept).toEqual([30_000, 60_000]);
    still.pass(45_000);
    await shop.signIn(0);
    expect(slept).toEqual([30_000, 60_000]);
    await shop.signIn(3);
    expect(slept).toEqual([30_000, 60_000, 75_000]);
    await shop.signIn(3);
    expect(slept).toHaveLength(3);
    await shop.till.close();
  });
});

it('whoever was refused at another till waits at one that has long been open, from then on', async () => {
  const slept: number[] = [];
  const world = {...stillWorld(), sleep: async (milliseconds: number) => void slept.push(milliseconds)};
  const others: Staff[] = [];
  const shop = await openStaffed(world, undefined, {staffInHome: async () => others});
  const {staff} = shop.till.state;
  const tried = {refusals: 3, refusedAt: '2026-11-21T00:00:00Z'};
  others.push({...staff, people: staff.people.map(each => (each.number === 1 ? {...each, ...tried} : each))});
  world.pass(3_600_000);
  await shop.signIn(3);
  expect(slept).toEqual([]);
  await shop.signIn(0);
  expect(slept).toEqual([30_000]);
  await shop.till.close();
});

it('whoever was refused waits, also where the disk takes no line of it', async () => {
  const slept: number[] = [];
  const world = {...stillWorld(), sleep: async (milliseconds: number) => void slept.push(milliseconds)};
  const full = () => Promise.reject(Object.assign(new Error('no space'), {code: 'ENOSPC'}));
  const shop = await openStaffed(world, memory => slowDisk('sign-in-refused', memory, full).disk);
  for (let tries = 0; tries < 3; tries += 1) expect(await codeOf(shop.signIn(0, wrongPin))).toMatch(/^journal-/);
  expect(slept).toEqual([]);
  await codeOf(shop.signIn(0));
  expect(slept).toEqual([30_000]);
  await shop.till.close();
});
