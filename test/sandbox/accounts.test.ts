import {describe, expect, test} from 'vitest';
import {openSandbox} from './support.js';

const naira = {currency: 'NGN', bank_code: '000013', account_number: '0123456789'};
const cedi = {currency: 'GHS', bank_code: 'MTN', account_number: '233241234567'};

test.each([
  ['NGN', naira],
  ['GHS', cedi],
])('%s: the holder of an account, in the shape of the contract', async (_currency, asked) => {
  const client = await openSandbox();
  const {status, json} = await client.holder(asked);
  expect([status, json]).toEqual([
    200,
    {
      response_code: 200,
      response_message: 'Approved or completely successful',
      response_content: {
        account_number: asked.account_number,
        bank_code: asked.bank_code,
        account_name: expect.stringMatching(/^[A-Z ]{8,}$/),
        account_status: 'ACTIVE',
        transaction_reference: expect.any(Number),
      },
      response_content_class: expect.any(String),
    },
  ]);
  expect((await client.holder(asked)).json.response_content.account_name).toBe(json.response_content.account_name);
});

describe('what cannot be found is refused in the documented words', () => {
  test.each([
    [{...naira, bank_code: '00013'}, 'Bank code should be 6 values'],
    [{...naira, bank_code: '999999'}, 'Unknown Bank Code'],
    [{...naira, account_number: '123'}, 'Account number should be 10 values'],
    [{...naira, account_number: '01234X6789'}, 'Invalid Account'],
    [{...naira, account_number: '0123456101'}, 'Invalid Account'],
    [{...cedi, bank_code: 'SAFKEN'}, 'Unknown Bank Code'],
    [{...cedi, account_number: '0241234567'}, 'Invalid Account'],
    [{...cedi, account_number: '233241234101'}, 'Invalid Account'],
    [{...naira, currency: 'KES'}, 'Currency not supported'],
    [{...naira, currency: undefined}, 'currency is required'],
    [{...naira, bank_code: 13}, 'bank_code is required'],
    [{...naira, account_number: ''}, 'account_number is required'],
  ])('%j: %s', async (asked, message) => {
    const client = await openSandbox();
    const {status, json} = await client.holder(asked);
    expect([status, json]).toEqual([400, {response_code: 500, response_message: message}]);
  });
});

test('the end of the number decides who it is', async () => {
  const client = await openSandbox();
  const contentOf = async (account_number: string) =>
    (await client.holder({...naira, account_number})).json.response_content;
  expect((await contentOf('0123456102')).account_status).toBe('DORMANT');
  expect((await contentOf('0123456114')).account_name).toContain('\u001b[2J');
  expect((await contentOf('0123456780')).account_name).not.toBe((await contentOf('0123456781')).account_name);
});
