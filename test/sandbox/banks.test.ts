import {expect, test} from 'vitest';
import {openSandbox} from './support.js';

test.each([
  ['KES', ['SAFKEN', 'AIRKEN', 'TKASHKEN']],
  ['GHS', ['MTN', 'VOD', 'AIR', 'GMYGHA']],
  ['UGX', ['MTNUGA', 'AIRUGA']],
  ['TZS', ['VODTZA', 'AIRTZA', 'TIGTZA', 'HALTZA']],
  ['LRD', ['ORALBR', 'MTNLBR']],
  ['ZAR', ['EFTZAR', 'CPZZAR']],
  ['XOF', ['MOMCIV', 'WAVCIV', 'WIZCIV', 'MTNBEN', 'MOOBEN']],
  ['CDF', ['AIRCOD', 'ORACOD', 'VODCOD']],
  ['XAF', ['MTNCMR', 'ORACMR', 'EXPCMR']],
  ['ZMW', ['AIRZMB', 'MTNZMB', 'ZAMZMB']],
  ['SLE', ['ORASLE', 'AFRSLE']],
  [
    'NGN',
    [
      '000013',
      '000014',
      '000016',
      '000015',
      '000004',
      '000001',
      '000003',
      '000007',
      '000010',
      '000012',
      '000017',
      '000018',
      '000020',
    ],
  ],
])('%s has its networks', async (currency, codes) => {
  const client = await openSandbox();
  const {status, json} = await client.banks(currency);
  expect(status).toBe(200);
  expect(json).toMatchObject({message: expect.any(String), status: true, retry_count: 0});
  expect(json.data.map((bank: {code: string}) => bank.code)).toEqual(codes);
});

test('a record has the fields of the contract', async () => {
  const client = await openSandbox();
  const {data} = (await client.banks('KES')).json;
  expect(Object.entries(data[0])).toEqual([
    ['id', expect.any(Number)],
    ['name', 'Safaricom M-Pesa'],
    ['avatar', expect.stringMatching(/^https:/)],
    ['code', 'SAFKEN'],
    ['active', true],
    ['type', 'mobile_money'],
    ['short_name', 'M-PESA'],
    ['sort_code', null],
    ['currency_code', 'KES'],
    ['country_code', 'KEN'],
    ['block_transaction', false],
  ]);
});

test('a bank of Nigeria is no wallet', async () => {
  const client = await openSandbox();
  const {data} = (await client.banks('NGN')).json;
  expect(data[0]).toEqual({
    id: expect.any(Number),
    name: 'Guaranty Trust Bank',
    avatar: expect.stringMatching(/^https:/),
    code: '000013',
    active: true,
    type: 'nuban',
    short_name: 'GTB',
    sort_code: null,
    currency_code: 'NGN',
    country_code: 'NGA',
    block_transaction: false,
  });
  expect(data.at(-1)).toMatchObject({code: '000020', active: false});
});

test('some networks are inactive and some are blocked', async () => {
  const client = await openSandbox();
  expect((await client.banks('KES')).json.data[2]).toMatchObject({active: false, block_transaction: false});
  expect((await client.banks('GHS')).json.data[3]).toMatchObject({active: true, block_transaction: true});
});

test.each(['ngn', 'kes', 'XXX', '%E0%A4%A'])('%s is refused in the dialect of bank codes', async currency => {
  const client = await openSandbox();
  const {status, json} = await client.banks(currency);
  expect(status).toBe(400);
  expect(json).toEqual({message: 'Currency not supported', status: false, retry_count: 0});
});
