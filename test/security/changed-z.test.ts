import {describe, it} from 'vitest';
import {beginDays} from '../commands/day-support.js';
import {openShop, type Shop} from '../commands/support.js';
import {cut, keepAnew, linesOf, newestOf, rewrite} from '../commands/thief.js';

const codeIn = (text: string, kind: 'DUKA1' | 'DUKAZ1') =>
  new RegExp(`${kind}\\.[\\w-]+\\.[\\w-]{86}`).exec(text.replaceAll(/\s/g, ''))?.[0] ?? '';

/** A day that was sold and closed with a difference; the codes of its Z and of a receipt were printed before the Z. */
async function closedDay(whenFinished: Parameters<typeof openShop>[1]) {
  const shop = await openShop({DUKA_TILL: 'T7K'}, whenFinished);
  const {run} = await beginDays(shop);
  await run('shift', 'open', '--person', 'Amina', '--float', 'KES:100');
  const {json: sold} = await run('cash', 'sale', '--amount', '200', '--json');
  await run('cash', 'sale', '--amount', '300', '--json');
  const receipt = codeIn((await run('receipt', sold.reference)).out, 'DUKA1');
  await run('shift', 'z', '--person', 'Amina', '--count', 'KES:590', '--note', 'lost', '--approver', 'Joseph');
  const z = codeIn((await run('shift', 'show', '--z', '1')).out, 'DUKAZ1');
  return {shop, run, z, receipt, reference: String(sold.reference)};
}

type Report = Record<string, unknown> & {
  people: string[];
  drawers: Record<string, unknown>[];
  perpetual: Record<string, unknown>[];
};

/** Changes the Z where it stands, writes the chain anew, and says of the newest line what the till would have said. */
function changeZ(shop: Shop, change: (report: Report) => unknown): void {
  rewrite(newestOf(shop), line => {
    if (line.type !== 'z-reported') return line;
    const report = structuredClone(line.data['report']) as Report;
    change(report);
    return {...line, data: {report}};
  });
  keepAnew(shop);
}

describe.concurrent('the printed code of a Z finds that the Z was changed since, with the chain after it written anew', () => {
  it.for([
    ['who was there', ['people'], report => report.people.splice(0, 1, 'Nobody')],
    ['when it was made', [], report => Object.assign(report, {closedAt: Number(report['closedAt']) - 60_000})],
    [
      'what was counted',
      ['drawers'],
      report => Object.assign(report.drawers[0] ?? {}, {counted: 60_000, difference: 0}),
    ],
    ['what was said of a difference', [], report => Object.assign(report, {difference: null})],
    ['the perpetual total', ['perpetual'], report => Object.assign(report.perpetual[0] ?? {}, {sales: 1})],
    [
      'how many drawers were opened',
      ['counts'],
      report => Object.assign(report, {counts: {...(report['counts'] as object), drawerOpenings: 9}}),
    ],
  ] as readonly (readonly [string, readonly string[], (report: Report) => unknown])[])(
    '%s',
    async ([, differs, change], {expect, onTestFinished}) => {
      const {shop, run, z} = await closedDay(onTestFinished);
      const verify = ['journal', 'verify', '--z', z] as const;
      expect(await run(...verify, '--json')).toMatchObject({exit: 0, json: {ok: true, checks: {line: true}}});
      changeZ(shop, change);
      // The chain itself is whole. What only the till knows of its Z follows from no line.
      expect(await run('journal', 'verify', '--json')).toMatchObject({
        exit: differs.length === 0 ? 0 : 4,
        json: {ok: true, zs: differs.length === 0 ? [] : [{number: 1, differs}]},
      });
      expect(await run(...verify, '--json')).toMatchObject({
        exit: 4,
        json: {
          ok: false,
          checks: {signature: true, exists: true, head: true, totals: true, line: false, remade: differs.length === 0},
        },
      });
      expect((await run(...verify)).out).toContain('✗ The journal’s Z-0001 is another one now');
    },
  );
});

describe.concurrent('the printed code of a receipt', () => {
  it('finds that a line before it was changed, with the chain written anew', async ({expect, onTestFinished}) => {
    const {shop, run, receipt, reference} = await closedDay(onTestFinished);
    const prove = ['claim', '--qr', receipt, '--json'] as const;
    expect(await run(...prove)).toMatchObject({exit: 0, json: {genuine: true, agrees: true, line: true}});
    rewrite(newestOf(shop), line => (line.type === 'shift-opened' ? {...line, person: 'Nobody'} : line));
    keepAnew(shop);
    expect(await run(...prove)).toMatchObject({
      exit: 4,
      json: {genuine: true, agrees: false, journal: 'paid', line: false},
    });
    expect((await run('claim', '--qr', receipt)).out).toContain('is not the one that the slip names');
    expect(await run('journal', 'verify', '--json')).toMatchObject({
      exit: 4,
      json: {outside: {kind: 'receipt', name: reference}, zs: [{number: 1, differs: ['people']}]},
    });
  });

  it('is named as what outsiders know the journal by, and up to which line', async ({expect, onTestFinished}) => {
    const {shop, run, reference} = await closedDay(onTestFinished);
    const printed = linesOf(newestOf(shop)).find(({type}) => type === 'slip-printed');
    const {json, out} = await run('journal', 'verify', '--json');
    expect([json.outside, out.length > 0]).toEqual([
      {seq: printed?.seq, kind: 'receipt', name: reference, at: printed?.at},
      true,
    ]);
    const text = (await run('journal', 'verify')).out;
    expect(text).toContain(`Known outside up to line ${printed?.seq}, by the receipt ${reference} of `);
    await run('shift', 'show', '--z', '1', '--out', `${shop.home}/z.txt`);
    const z = linesOf(newestOf(shop)).find(({type}) => type === 'z-reported');
    expect((await run('journal', 'verify', '--json')).json.outside).toMatchObject({
      seq: z?.seq,
      kind: 'z',
      name: 'Z-0001',
    });
    cut(shop, 1);
    keepAnew(shop);
    expect((await run('journal', 'verify', '--json')).json.outside).toMatchObject({kind: 'receipt'});
  });
});
