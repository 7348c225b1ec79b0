import {expect, it} from 'vitest';
import {describeDisplay} from '../../screens/display/display.js';
import {centredRows} from '../../screens/kit/centred.js';
import {bigText, bigWord} from '../../screens/parts/big-text.js';
import {stylesFor} from '../../screens/terminal/styles.js';
import {messages} from '../../src/core/messages/messages.js';
import type {Money} from '../../src/core/money/money.js';
import type {Badge} from '../../src/core/payment/badge.js';
import {widthOf} from '../../src/core/text/width.js';
import type {CustomerView} from '../../src/till/customer-display.js';

const styles = stylesFor({NO_COLOR: '1'});
const kes: Money = {currency: 'KES', minor: 125_000};
const page = 'https://pay.example/c/cos-1x2y3z?a=350&c=XOF&m=Duka%20la%20Amani';

function shown(
  sale: Partial<NonNullable<CustomerView['sale']>> | undefined,
  more: Partial<CustomerView> = {},
): CustomerView {
  const whole = {
    reference: 'T7K0MZ4K8Q2RDWX',
    amount: kes,
    verdict: 'not-known' as const,
    badge: 'not-known' as const,
    language: 'en' as const,
    say: 'Please approve the payment on your phone.',
    wallet: '…345 678',
    card: undefined,
    change: undefined,
    page: undefined,
  };
  const base = {shop: 'Corner Shop', profile: 'sandbox', language: 'en', theme: 'auto'} as const;
  return {...base, ...more, sale: sale && {...whole, ...sale}};
}

const linesOf = (what: CustomerView, columns = 80, rows = 24) =>
  centredRows(describeDisplay(what), {
    columns,
    height: rows - 1,
    styles,
    language: (what.sale ?? what).language,
    range: () => '',
  }).map(row =>
    row
      .map(({text}) => text)
      .join('')
      .trimEnd(),
  );
const textOf = (what: CustomerView, columns?: number, rows?: number) => linesOf(what, columns, rows).join('\n');

const sizes = [
  [40, 12],
  [41, 13],
  [60, 18],
  [80, 24],
  [80, 50],
  [132, 43],
  [200, 60],
] as const;
const badges: readonly Badge[] = ['paid', 'judged-paid', 'given-back', 'not-paid', 'not-known', 'needs-person'];
const amounts: readonly Money[] = [
  kes,
  {currency: 'KES', minor: 5},
  {currency: 'UGX', minor: 1_250_000},
  {currency: 'CDF', minor: 99_999_999_999},
];

it.each(sizes)('fills a window of %ix%i exactly, whatever is shown', (columns, rows) => {
  const sales = badges.flatMap(badge =>
    amounts.flatMap(amount =>
      [undefined, page, `${page}&more=${'x'.repeat(300)}`, `${page}${'y'.repeat(4000)}`].map(url =>
        shown({badge, amount, page: url}),
      ),
    ),
  );
  const names = ['Corner Shop', 'Épicerie Adébáyọ̀ 東京商店', 'x'.repeat(200), `\u001B[2J\u202Eevil\nshop`];
  const idle = names.map(shop => shown(undefined, {shop}));
  for (const what of [...sales, ...idle, ...sales.map(sale => ({...sale, profile: 'live' as const}))]) {
    const lines = linesOf(what, columns, rows);
    expect(lines).toHaveLength(rows - 1);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    expect(lines.join('')).not.toMatch(/\p{Cc}|\u202E/u);
  }
});

it.each(sizes)('says amount, verdict and what to do in a window of %ix%i', (columns, rows) => {
  for (const badge of badges) {
    const text = textOf(shown({badge, say: 'Do this now.'}), columns, rows);
    expect(text).toContain('KES');
    expect(text).toContain('Do this now.');
    const word = `  ${messages('en').display.verdicts[badge]} `;
    expect(text.includes(word.trim()) || /[█▀▄] [█▀▄]/.test(text)).toBe(true);
  }
});

/** The lines of a drawing stand below each other, whatever is beside them. */
const drawn = (lines: readonly string[]) =>
  new RegExp(lines.map(line => `${RegExp.escape(line.trimEnd())} *`).join('\\n.*'));

it.each([
  [80, 24],
  [40, 12],
] as const)(
  'draws amount and verdict in large letters in a window of %ix%i, with the shop where there is room',
  (columns, rows) => {
    const [paid, open] = (
      [
        ['paid', '✓ PAID'],
        ['waiting', '? WAITING'],
      ] as const
    ).map(([badge, word]) => {
      const text = textOf(shown({badge, say: 'Do this now.'}), columns, rows);
      expect(text).toMatch(drawn(bigText('1,250.00')));
      expect(text).toMatch(drawn(bigWord(word) ?? []));
      expect(text).toMatch(/KES {2}▀▀▀/);
      expect(text).toMatch(/Do this now\.\n +Number …345 678\n[\s\S]*SANDBOX$/);
      return text;
    });
    expect(paid?.includes('Corner Shop')).toBe(columns === 80);
    expect(paid).not.toBe(open);
  },
);

it('has large letters for every verdict in every language, and a word in letters where they have no room', () => {
  for (const language of ['en', 'fr'] as const) {
    for (const badge of badges) {
      expect(textOf(shown({badge, language}), 80, 24), badge).not.toContain(messages(language).display.verdicts[badge]);
      expect(textOf(shown({badge, language}), 40, 12)).toMatch(/[█▀▄]/);
    }
  }
  expect(textOf(shown({badge: 'needs-person'}), 40, 12)).toContain('! ONE MOMENT');
});

it('shows the code of the page beside the amount, below it, or its address, as there is room', () => {
  const isCode = /^ *[█▀▄ ]*(?:█▀▀▀▀▀█|▄▄▄▄▄|█ ▄▄▄▄▄ █).*$/m;
  expect(textOf(shown({page}), 80, 24)).toMatch(isCode);
  expect(textOf(shown({page}), 80, 24)).not.toContain('https://');
  expect(textOf(shown({page}), 44, 40)).toMatch(isCode);
  expect(textOf(shown({page}), 44, 40)).toContain('Scan to pay');
  expect(linesOf(shown({page}), 40, 12).join('').replaceAll(/\s/g, '')).toContain(page);
});

it('is calm between two sales', () => {
  expect(
    linesOf(shown(undefined))
      .filter(line => line !== '')
      .map(line => line.trim()),
  ).toEqual(['Corner Shop', 'Welcome.', 'SANDBOX']);
  expect(textOf(shown(undefined, {profile: 'live', language: 'fr'}))).not.toMatch(/SANDBOX|BAC|LIVE|RÉEL/);
});

it('has the receipt of what is paid as a code beside it at 80x24, and nothing in its place where there is no room', () => {
  const receipt = `DUKA2:${'A'.repeat(168)}`;
  const sale = {badge: 'paid', verdict: 'paid', say: 'Paid. Thank you.', receipt} as const;
  const whole = linesOf(shown(sale, {profile: 'live'}));
  expect(whole.filter(line => /[▀▄█]{3}/.test(line)).length).toBeGreaterThan(20);
  expect(whole.join('\n')).toContain('Paid. Thank you.');
  expect(textOf(shown(sale), 40, 12)).toContain('Paid. Thank you.');
  expect(textOf(shown(sale), 40, 12)).not.toContain('DUKA2');
  expect(textOf(shown(sale), 60, 30)).toContain('Scan for your receipt');
});

it('tells a tip in what is asked for, and of a sale without one nothing', () => {
  const money = (minor: number): Money => ({currency: 'KES', minor});
  const sale = {badge: 'waiting' as const, verdict: 'not-known' as const, amount: money(49_500)};
  const ticket = {total: money(49_500), left: money(0), parts: [{amount: money(49_500), isPaid: false}]};
  expect(textOf(shown({...sale, ticket: {...ticket, tip: money(4500)}}))).toMatch(
    /KES\s450\.00 and a tip of KES\s45\.00/,
  );
  expect(textOf(shown({...sale, ticket}))).not.toContain('tip');
});

it('tells the parts of a split sale, and what is left of it', () => {
  const money = (minor: number): Money => ({currency: 'KES', minor});
  const part = {badge: 'paid' as const, verdict: 'paid' as const, amount: money(30_000)};
  const parts = [
    {amount: money(30_000), isPaid: true},
    {amount: money(20_000), isPaid: false},
  ];
  expect(textOf(shown({...part, ticket: {total: money(100_000), left: money(50_000), parts}}))).toMatch(
    /Split sale of KES\s1,000\.00\n.*KES\s300\.00 paid · KES\s200\.00 waiting\n.*Left to pay: KES\s500\.00/,
  );
  const all = parts.map(({amount}) => ({amount, isPaid: true}));
  const paid = textOf(shown({...part, ticket: {total: money(50_000), left: money(0), parts: all}}));
  expect(paid).toContain('Paid in full.');
});

it('tells the change of cash, and of a sale that is paid at once no word of parts', () => {
  const money = (minor: number): Money => ({currency: 'KES', minor});
  const sale = {badge: 'paid' as const, verdict: 'paid' as const, amount: money(35_000), change: money(15_000)};
  const ticket = {total: money(35_000), left: money(0), parts: [{amount: money(35_000), isPaid: true}]};
  const text = textOf(shown({...sale, ticket}));
  expect(text).toContain('Your change');
  expect(text).toMatch(drawn(bigText('150.00')));
  expect(text).toMatch(/KES\s350\.00/);
  expect(text).not.toMatch(/Split sale|All of it/);
});

it('says where customers pay by themselves, between two sales alone', () => {
  const merchantNumbers = [{networkId: 'SAFARICOM_KE', network: 'M-Pesa', number: 'till 123456'}];
  expect(textOf(shown(undefined, {merchantNumbers}))).toContain('Pay to M-Pesa: till 123456');
  expect(textOf(shown({}, {merchantNumbers}))).not.toContain('123456');
});
