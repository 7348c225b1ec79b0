import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {languages, type Messages, messages} from '../../src/core/messages/messages.js';
import {isProving} from '../hostile/runs.js';
import {type SandboxServer, sandbox} from '../sandbox/support.js';
import {walk} from '../walk.js';
import {home, open, type Terminal} from './terminal.js';

const sizes = [
  [40, 10],
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

/** What each language calls money that has come, a drawer that is right, and money that was given back. */
const words = {
  en: ['PAID', 'exact', /Refund of KES 700\.00: done/],
  fr: ['PAYÉ', 'juste', /Remboursement de 700,00 KES\s+: fait/],
  sw: ['YAMELIPWA', 'sawa', /KES 700\.00/],
  pt: ['PAGO', 'certo', /700,00 KES/],
} as const;
/** In digits or, where there is room, in large ones. */
const sum = /700[.,]00|▀▀█ █▀█ █▀█/;

type Walk = {
  readonly till: Terminal;
  readonly server: SandboxServer;
  readonly folder: string;
  readonly size: (typeof sizes)[number];
  readonly shown: {rows: number};
  readonly said: Messages;
  readonly words: (typeof words)[keyof typeof words];
};
type Steps = Parameters<typeof walk>[1];

const inCash = ({till, said, words: [paid]}: Walk): Steps => [
  ['', said.saleScreen.title],
  [() => till.paste('700'), /700/],
  ['h', said.cashScreen.title],
  ['enter', paid, sum, said.key.does['next-sale'].short],
  ['enter', said.saleScreen.title],
];
const byWallet = ({till, said, server, words: [paid]}: Walk): Steps => [
  ['', said.saleScreen.title],
  [() => till.paste('700'), /700/],
  ['enter', /700[.,]00[\s\S]*▸/],
  [() => till.paste('0712345678'), /678▌/],
  ['enter', said.confirmScreen.title, sum],
  ['enter'],
  [() => expect.poll(server.books).toHaveLength(1)],
  [() => server.advance('PT3S'), paid, sum, said.key.does['next-sale'].short],
  ['enter', said.saleScreen.title],
];

const personas: Readonly<Record<string, (walk: Walk) => Steps>> = {
  'the first sale of a cashier': byWallet,
  'the first close of an owner': here => {
    const {
      said,
      till,
      words: [, exact],
    } = here;
    const {close, none} = said.shiftScreen;
    return [
      ...inCash(here),
      ['t', none, /z .*Z|z /],
      ['z', close.steps[0] ?? ''],
      ['enter', close.count({currency: 'KES'})],
      [() => till.paste('700'), /700/],
      ['enter', exact, sum],
      ['enter'],
      ['', close.made({z: 'Z-0001'})],
    ];
  },
  'the refund of a manager': here => {
    const {
      said,
      words: [paid, , refunded],
    } = here;
    const {does} = said.key;
    return [
      ...inCash(here),
      ['l', does['open-sale'].short, /▸.*700[.,]00/],
      ['enter', does['next-sale'].short, paid, sum],
      ['h', said.cashScreen.refund.title],
      ['enter', `▸ ${said.cardScreen.refund.fields.why}`],
      ['1', does['give-back'].short, sum],
      ['enter', refunded],
    ];
  },
  'the reconciliation of an accountant': here => {
    const {said, till, server, folder, size} = here;
    const path = join(folder, 'provider.csv');
    const file = async () =>
      writeFileSync(path, await (await fetch(`${server.baseUrl}/sandbox/transactions?format=csv`)).text());
    return [
      ...byWallet(here),
      [file],
      ['d', size[0] > 40 ? said.key.does.reconcile.short : /↑↓/],
      ['r', said.reconcileScreen.toLookAt({count: 0})],
      ['f', said.reconcileScreen.file.title],
      [() => till.paste(path)],
      [['enter', 'enter'], /▸[\s\S]*transaction_reference/],
      ['tab', /▸[\s\S]* amount/],
      ['enter', said.reconcileScreen.toLookAt({count: 0})],
    ];
  },
};

/** Nothing has scrolled, and no word is cut but those that people abbreviate. */
function whole({till: {screen}, shown: {rows}, said}: Walk): void {
  const lines = screen().split('\n');
  expect(lines[0], screen()).toMatch(/SANDBOX|MAZOEZI/);
  expect(lines.length, screen()).toBeLessThan(rows);
  const own = JSON.stringify(said, (_, value) => (typeof value === 'function' ? String(value) : value));
  const cut = lines.flatMap(line => line.match(/\p{L}+…/gu) ?? []).filter(word => !own.includes(word));
  expect(cut, screen()).toEqual([]);
}

/** Each language, persona and window twice, in eight walks; all sixty-four where everything is proved. */
const isWalked = (language: number, persona: number, size: number) =>
  isProving || ((language + persona) % 4 === size && (persona >> 1) % 2 === language % 2);
const all = languages.flatMap((language, at) =>
  Object.keys(personas).flatMap((persona, place) =>
    sizes.flatMap((size, of) => (isWalked(at, place, of) ? [{language, persona, size}] : [])),
  ),
);

it.each(all)('$persona in $language at $size', async ({language, persona, size}) => {
  const server = await sandbox();
  const folder = home();
  const environment = {
    ...server.environment,
    DUKA_LANG: language,
    DUKA_COUNTRY: 'KE',
    DUKA_PERSON: 'Ann',
    DUKA_ZONE: 'UTC',
  };
  const till = open(folder, environment, {columns: size[0], rows: size[1]});
  const here: Walk = {
    till,
    server,
    folder,
    size,
    shown: {rows: size[1]},
    said: messages(language),
    words: words[language],
  };
  const steps = personas[persona]?.(here) ?? [];
  await walk(
    till,
    steps.flatMap(step => [step, [() => whole(here)]]),
  );
});
