import {hash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {writeXlsx} from 'hucre';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type SignedSeal, signSeal} from '../../src/print/signature.js';
import {makeSigningKey} from '../../src/print/signing-key.js';
import {zipOf} from '../sources/containers.js';
import {charging, piped} from './card-support.js';
import {beginDays, csvRows, type ShopDays} from './day-support.js';
import {equationsIn, found, own, providerFile, unexplained} from './reconcile-support.js';
import {collecting, paymentIn, type Shop, startShop} from './support.js';

type Words = Readonly<Record<string, string>>;

/** The provider's words in the words of somebody else. */
const gateway: Words = {Completed: 'SUCCESS', Failed: 'Declined', Initialized: 'In progress'};
const french: Words = {Completed: 'Réussi', Failed: 'ÉCHOUÉ', Initialized: 'En attente'};

describe('files as people have them', () => {
  let shop: Shop;
  let days: ShopDays;
  let file: string;
  const references: Record<string, string> = {};
  const reconciling = (...line: readonly string[]) =>
    days.run('reconcile', ...line, '--as-of', `${days.today()}T18:00:00Z`);
  /** What a file leaves open, alone: it is taken out again. */
  async function alone(name: string, content: string, ...line: readonly string[]) {
    writeFileSync(join(shop.home, name), content);
    const ran = await reconciling('--provider-file', join(shop.home, name), ...line, '--json');
    if (ran.exit !== 2) await days.run('reconcile', 'withdraw', name);
    return ran;
  }
  const rows = () => csvRows(readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));

  beforeAll(async () => {
    shop = await startShop(own);
    days = await beginDays(shop);
    for (const ending of ['678', '101', '102', '104']) {
      references[ending] = paymentIn(await days.run(...collecting(`0712345${ending}`))).reference;
    }
    const card = paymentIn(await shop.run(charging('24'), {input: piped(), world: days.world}));
    references['card'] = card.reference;
    await days.run('refund', card.reference, '--amount', '10');
    await days.world.pass(120_000);
    file = await providerFile(shop, 'provider.csv');
  });
  afterAll(() => shop.close());

  it('say how payments ended in the words of gateways and of French', async () => {
    const plain = await alone('plain.csv', readFileSync(file, 'utf8'));
    expect(found(plain)).toContain(`AMOUNT_UNDER ${references['104']}`);
    for (const words of [gateway, french]) {
      const text = rows().map(({transaction_reference: reference, amount, currency, status = ''}) =>
        [reference, amount, currency, words[status]].join(','),
      );
      const ran = await alone('words.csv', `reference,amount,currency,status\n${text.join('\n')}\n`);
      expect(found(ran)).toEqual(found(plain));
      expect(equationsIn(ran)).toEqual(equationsIn(plain));
    }
  });

  it('may say another word, which the owner is told where to explain', async () => {
    const text = rows().map(({transaction_reference: reference, amount, currency}) =>
      [reference, amount, currency, 'Annulé'].join(','),
    );
    writeFileSync(join(shop.home, 'other.csv'), `reference,amount,currency,status\n${text.join('\n')}\n`);
    const ran = await reconciling('--provider-file', join(shop.home, 'other.csv'));
    await days.run('reconcile', 'withdraw', 'other.csv');
    expect(ran.exit).toBe(4);
    expect(ran.out).toMatch(/UNKNOWN_STATUS · medium · today · UNKNOWN_STATUS\/Annulé\/\S+/);
    expect(ran.out.replaceAll(/\s+/g, ' ')).toContain(
      '5 of one cause: the status “Annulé”; together KES 800.00 + USD 24.00',
    );
    expect(ran.out.replaceAll(/\s+/g, ' ')).toContain('sets a rule for it in settings.json (“statusWords”)');
  });

  it('are workbooks, locked or in an archive, and their copy is the table that was read', async () => {
    const cells = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map(line => line.split(','));
    const book = (password?: string) =>
      writeXlsx({
        sheets: [
          {name: 'Cover', rows: [['Mama Njeri']]},
          {name: 'Payments', rows: cells},
        ],
        ...(password === undefined ? {} : {encryption: {password, spinCount: 1000}}),
      });
    const plain = await alone('plain.csv', readFileSync(file, 'utf8'));
    const asked = [
      '--provider-file',
      join(shop.home, 'book.xlsx'),
      '--part',
      'Payments',
      '--as-of',
      `${days.today()}T18:00:00Z`,
    ];
    writeFileSync(join(shop.home, 'book.xlsx'), await book('zuri'));
    expect(await days.run('reconcile', ...asked, '--json')).toMatchObject({exit: 2, json: {error: 'file-locked'}});
    const opened = await shop.run(['reconcile', ...asked, '--password-stdin', '--json'], {
      input: 'zuri\n',
      world: days.world,
    });
    expect(found(opened)).toEqual(found(plain));
    expect(opened.json.sources[0]).toMatchObject({
      file: 'book.xlsx',
      original: {opened: [{kind: 'xlsx', part: 'Payments', others: ['Cover']}]},
    });
    const again = await reconciling('--json');
    expect(found(again)).toEqual(found(plain));
    expect((await days.run('reconcile', 'files', '--json')).json[0]).toMatchObject({
      file: 'book.xlsx',
      openedFrom: {parts: [{kind: 'xlsx', part: 'Payments'}]},
    });
    await days.run('reconcile', 'withdraw', 'book.xlsx');
    writeFileSync(join(shop.home, 'book.zip'), zipOf({'book.xlsx': await book()}));
    const said = await reconciling('--provider-file', join(shop.home, 'book.zip'), '--part', 'Payments');
    expect(said.out).toContain('read in it: book.xlsx › Payments');
    expect(said.out).toContain('also in it: Cover (--part NAME)');
    await days.run('reconcile', 'withdraw', 'book.zip');
  });

  it('are sealed with what was made of them, and anybody comes to the same', async () => {
    await reconciling('--provider-file', file);
    const sealed = join(shop.home, 'day.sealed');
    const asOf = ['--as-of', `${days.today()}T18:00:00Z`];
    const sealing = await days.run('reconcile', 'seal', ...asOf, '--out', sealed, '--json');
    expect(sealing, sealing.err + sealing.out).toMatchObject({exit: 0});
    const elsewhere = await startShop({DUKA_TILL: 'B2'});
    try {
      const checked = await elsewhere.run(['reconcile', 'check', sealed, '--json']);
      expect(checked).toMatchObject({
        exit: 0,
        json: {same: true, difference: null, till: 'T7K', files: [{name: 'provider.csv', rows: 5}]},
      });
      expect(checked.json.signatures).toEqual([{till: 'T7K', office: null, isOfThis: true, isProved: false}]);
      const {signingKeys} = JSON.parse(readFileSync(join(shop.home, 'settings.json'), 'utf8'));
      const proved = await elsewhere.run(['reconcile', 'check', sealed, '--key', signingKeys.sandbox, '--json']);
      expect(proved.json.signatures).toEqual([{till: 'T7K', office: null, isOfThis: true, isProved: true}]);
      const both = join(shop.home, 'both.sealed');
      await elsewhere.run(['reconcile', 'countersign', sealed, '--out', both]);
      const twice = await days.run('reconcile', 'check', both);
      expect(twice).toMatchObject({exit: 0});
      expect(checked.json.remaining).toBeGreaterThan(0);
      expect(twice.out).toContain(`✓ The result is the same. To look at: ${checked.json.remaining}.`);
      expect(twice.out).toContain('✓ Signed by till T7K.');
      expect(twice.out).toContain('? Signed by till B2; no key given here proves it (--key).');
      const text = readFileSync(sealed, 'utf8');
      // The key of a forger in the settings proves nothing, nor does it sign in the name of an office.
      const forger = makeSigningKey();
      const settings = readFileSync(join(shop.home, 'settings.json'), 'utf8');
      const others = join(shop.home, 'others.sealed');
      const sha256 = hash('sha256', text.slice(0, text.lastIndexOf('{"signature":')));
      const signedBy = (by: Partial<SignedSeal>) =>
        `${JSON.stringify({signature: signSeal({till: 'T7K', sha256, ...by}, forger.privateKey)})}\n`;
      const office = signingKeys.sandbox;
      writeFileSync(others, text + signedBy({}) + signedBy({office}));
      writeFileSync(join(shop.home, 'settings.json'), settings.replace(office, forger.publicKey));
      const proofs = async (...key: readonly string[]) =>
        (await days.run('reconcile', 'check', others, ...key, '--json')).json.signatures.map(
          ({isProved}: {isProved: boolean}) => isProved,
        );
      expect(await proofs()).toEqual([true, false, false]);
      expect(await proofs('--key', forger.publicKey)).toEqual([true, true, false]);
      writeFileSync(join(shop.home, 'settings.json'), settings);
      const forgeries: readonly (readonly [string | RegExp, string])[] = [
        // Without the signature of whoever has sealed it.
        [/\{"signature":.*\n/, ''],
        [/\{"signature":.*\n/, signedBy({till: 'B2'})],
        ['"remaining":', '"remaining":1'],
        ['"minor":20000', '"minor":30000'],
        ['"copySha256":"', '"copySha256":"0'],
        // In the inputs and in the result, so that both still agree: what is copied from one to the other comes before the counts.
        [/(?<=^\{[^\n]*)"profile":"sandbox"/gm, '"profile":{"remaining":0}'],
        [/"zone":"[^"]+"/g, '"zone":{"remaining":0}'],
        [/"businessDate":"[^"]+"/, '"businessDate":7'],
      ];
      for (const [from, to] of forgeries) {
        const forged = join(shop.home, 'forged.sealed');
        const changed = text.replace(from, to);
        expect(changed).not.toBe(text);
        writeFileSync(forged, changed);
        const ran = await elsewhere.run(['reconcile', 'check', forged, '--json']);
        expect([from, ran.exit === 4 || ran.json.error === 'file-damaged']).toEqual([from, true]);
        const signed = await elsewhere.run(['reconcile', 'countersign', forged, '--out', `${forged}2`, '--json']);
        expect(signed.exit).toBe(2);
      }
      // What comes out the same, but was not sealed here: a till puts its name to nothing that claims to be its own.
      const own = join(shop.home, 'own.sealed');
      const changed = text.replace('"version":"', '"version":"9');
      const named = signedBy({sha256: hash('sha256', changed.slice(0, changed.lastIndexOf('{"signature":')))});
      for (const forged of [changed, changed.replace(/\{"signature":.*\n/, named)]) {
        writeFileSync(own, forged);
        expect((await days.run('reconcile', 'check', own, '--json')).json.difference).toBeNull();
        const signed = await days.run('reconcile', 'countersign', own, '--out', `${own}2`, '--json');
        expect(signed.json).toMatchObject({error: 'seal-differs'});
      }
      expect(await days.run('reconcile', 'countersign', both, '--out', `${both}2`)).toMatchObject({exit: 0});
    } finally {
      await elsewhere.close();
      await days.run('reconcile', 'withdraw', 'provider.csv');
    }
  });

  it('are read in a seal for the days that it was sealed with, whatever they say above their headings', async () => {
    const day = days.today();
    writeFileSync(join(shop.home, 'period.csv'), `Period: ${day} - ${day}\n${readFileSync(file, 'utf8')}`);
    const ran = await reconciling('--provider-file', join(shop.home, 'period.csv'), '--json');
    expect(ran.json.sources[0]).toMatchObject({file: 'period.csv', interval: {from: day, to: day}});
    const sealed = join(shop.home, 'period.sealed');
    await days.run('reconcile', 'seal', '--as-of', `${day}T18:00:00Z`, '--out', sealed);
    const stated = `"interval":{"from":"${day}","to":"${day}"}`;
    const text = readFileSync(sealed, 'utf8');
    expect(text.split(stated)).toHaveLength(3);
    for (const changed of [text, text.replaceAll(stated, '"interval":null')]) {
      writeFileSync(sealed, changed);
      expect((await days.run('reconcile', 'check', sealed, '--json')).json).toMatchObject({difference: null});
    }
    await days.run('reconcile', 'withdraw', 'period.csv');
  });

  /** A bank's statement of an account, of one entry, dated today. */
  const messageOf = (account: string, amount: string) => {
    const day = days.today().slice(2).replaceAll('-', '');
    return [
      ':20:S',
      `:25:${account}`,
      ':28C:1/1',
      `:60F:C${day}KES0,`,
      `:61:${day}C${amount},NTRFNONREF//B${account}`,
      ':86:CARD 4111111111111111',
      `:62F:C${day}KES${amount},`,
      '-',
      '',
    ].join('\n');
  };
  const bankFile = (name: string, content: string, ...line: readonly string[]) => {
    writeFileSync(join(shop.home, name), content);
    return reconciling('--bank-file', join(shop.home, name), ...line);
  };

  it('are statements of a bank, which say what proves them', async () => {
    const said = await bankFile('bank.sta', messageOf('11', '250'));
    expect(said.out).toContain('Proved by its closing balance.');
    expect(said.out).toContain('MT940, statements: 1');
    expect((await bankFile('bank.sta', messageOf('11', '250'), '--json')).json.sources[0]).toMatchObject({
      file: 'bank.sta',
      rows: 1,
      mapping: null,
      proof: {by: 'closing', count: 1},
      detection: {format: 'MT940', accounts: ['11']},
    });
    expect((await reconciling('--json')).exit).not.toBe(2);
    await days.run('reconcile', 'withdraw', 'bank.sta');
    const wrong = await bankFile('wrong.sta', messageOf('11', '250').replace(':62F:C', ':62F:D'), '--json');
    expect(wrong).toMatchObject({exit: 2, json: {error: 'file-balance-differs', readWith: '--unproved'}});
    expect(wrong.err).toContain('To read it anyway, without proof: --unproved');
    const open = messageOf('11', '250').replace(/:62F:.*\n/, '');
    const read = await bankFile('open.sta', open, '--unproved', '--json');
    expect(read.json.sources[0]).toMatchObject({proof: {by: 'nothing', differs: [{part: ':62F:'}]}, rows: 1});
    expect((await reconciling('--json')).json.coverage.bank).toMatchObject([{name: 'open.sta', rows: 1}]);
    await days.run('reconcile', 'withdraw', 'open.sta');
  });

  it('are one statement where they are its pages, each in a file of its own', async () => {
    const balance = (code: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
    const entry = `<Ntry><Amt Ccy="KES">10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${days.today()}</Dt></BookgDt></Ntry>`;
    const page = (number: number, isLast: boolean, inner: string) => {
      const file = join(shop.home, `page${number}.xml`);
      const head = `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn><Acct><Id><IBAN>KE12</IBAN></Id></Acct>`;
      writeFileSync(
        file,
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>7</Id>${head}${inner}</Stmt></BkToCstmrStmt></Document>`,
      );
      return ['--bank-file', file];
    };
    const first = page(1, false, balance('OPBD', '100') + entry);
    const alone = await reconciling(...first, '--json');
    expect(alone.json.lines).toContainEqual(expect.objectContaining({reason: 'page-missing'}));
    const all = await reconciling(...first, ...page(2, true, entry + balance('CLBD', '120')), '--json');
    expect(all.json.coverage.bank).toMatchObject([{proof: {by: 'closing'}}, {proof: {by: 'closing'}}]);
    expect(all.json.lines.filter(({reason}: {reason: string}) => reason.startsWith('page'))).toEqual([]);
    for (const name of ['page1.xml', 'page2.xml']) await days.run('reconcile', 'withdraw', name);
  });

  it('are asked about where they are of several accounts, once', async () => {
    const two = (amount: string) => messageOf('11', amount) + messageOf('22', amount);
    expect(await bankFile('two.sta', two('5'), '--json')).toMatchObject({
      exit: 2,
      json: {error: 'file-accounts-several', accounts: ['11', '22']},
    });
    const said = await bankFile('two.sta', two('5'), '--map', 'account=22', '--json');
    expect(said.json.sources[0]).toMatchObject({rows: 1, mapping: {columns: {account: '22'}}});
    const next = await bankFile('next.sta', two('7'), '--json');
    expect(next.json.sources[0]).toMatchObject({file: 'next.sta', rows: 1, mapping: {columns: {account: '22'}}});
    await days.run('reconcile', 'withdraw', 'two.sta');
    await days.run('reconcile', 'withdraw', 'next.sta');
  });

  it('are asked once for the currency and the order of dates that QIF does not say', async () => {
    const plain = '!Type:Bank\nD05/06/2026\nT5.00\nPPayout\n^\n';
    expect(await bankFile('a.qif', plain, '--json')).toMatchObject({exit: 2, json: {error: 'file-currency-missing'}});
    expect(await bankFile('a.qif', plain, '--currency', 'KES', '--json')).toMatchObject({
      exit: 2,
      json: {error: 'file-date-order-unclear', column: 'D'},
    });
    const said = await bankFile('a.qif', plain, '--currency', 'KES', '--date-order', 'month-first', '--json');
    expect(said.json.sources[0]).toMatchObject({proof: {by: 'nothing', lookAt: [2]}});
    const next = await bankFile('b.qif', plain.replace('5.00', '6.00'), '--json');
    expect(next.json.sources[0]).toMatchObject({mapping: {currency: 'KES', dateOrder: 'month-first'}});
    await days.run('reconcile', 'withdraw', 'a.qif');
    await days.run('reconcile', 'withdraw', 'b.qif');
  });

  it('call a refund of ours by its French name', async () => {
    const refunded = rows().map(({transaction_reference: reference = '', amount, currency, status = ''}) =>
      [reference, amount, currency, reference === references['card'] ? 'Remboursée' : french[status]].join(';'),
    );
    const ran = await alone('refunded.csv', `N° de commande;Montant;Devise;Statut\n${refunded.join('\n')}\n`);
    expect(found(ran)).not.toContain(`STATUS_LOCAL_PAID ${references['card']}`);
    expect(unexplained(ran)).toEqual(['a KES 0.00', 'a USD 0.00']);
  });

  it('may have a title above and a total below, which is told', async () => {
    const body = rows().map(({transaction_reference: reference, amount = '', currency, status = ''}) =>
      [reference, amount.replace('.', ','), currency, french[status], ''].join(';'),
    );
    const lines = [
      'RELEVÉ;;;;',
      ';;;;',
      'N° de commande;Montant;Devise;Statut;',
      ...body,
      ';;;;',
      'Total;824,00;;;',
      '',
    ];
    writeFileSync(join(shop.home, 'relevé.csv'), Buffer.from(lines.join('\r\n'), 'latin1'));
    const ran = await reconciling('--provider-file', join(shop.home, 'relevé.csv'));
    await days.run('reconcile', 'withdraw', 'relevé.csv');
    expect(ran.out).toContain(`relevé.csv, rows: ${rows().length},`);
    expect(ran.out).toContain('totals, balances and notes that are not rows, left out: 1');
    expect(ran.out).not.toContain('MISSING_LOCALLY');
  });

  it('are refused with what is to be done about each', async () => {
    const missing = await alone('german.csv', 'Beleg;Amount;Currency\nR1;5,00;KES\n');
    expect(missing).toMatchObject({exit: 2, json: {error: 'file-column-missing'}});
    expect(missing.err).toContain('reference=HEADING. Its headings: Beleg, Amount, Currency.');
    const bare = await alone('bare.csv', '4012000033330026;4012000033330034\n');
    expect(bare).toMatchObject({exit: 2, json: {error: 'file-heading-missing', headings: ''}});
    expect(bare.err).toMatch(/^✗ .*Name its columns, e\.g\. amount=HEADING\..*\nTo say how a file is written: .*\n$/);
    expect(await alone('empty.csv', '\r\n')).toMatchObject({exit: 2, json: {error: 'file-empty'}});
    const statement =
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"></Document>';
    const given = await alone('bank.csv', statement);
    expect(given).toMatchObject({exit: 2, json: {error: 'file-is-statement'}});
    expect(given.err).toContain('Give it as the bank’s file');
  });

  it('are all in one currency only where no column says another', async () => {
    const written = 'reference,amount,currency\nX1,5.00,USD\n';
    writeFileSync(join(shop.home, 'said.csv'), written);
    const ran = await reconciling('--provider-file', join(shop.home, 'said.csv'), '--currency', 'KES');
    await days.run('reconcile', 'withdraw', 'said.csv');
    expect(ran.out).toMatch(/Provider +USD 5\.00/);
    expect(ran.out).not.toContain('all in KES');
    writeFileSync(join(shop.home, 'unsaid.csv'), 'reference,amount\nX1,5.00\n');
    const other = await reconciling('--provider-file', join(shop.home, 'unsaid.csv'), '--currency', 'KES');
    await days.run('reconcile', 'withdraw', 'unsaid.csv');
    expect(other.out).toContain('all in KES');
  });
});
