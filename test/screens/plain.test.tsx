import {expect, test} from 'vitest';
import {detail, fact, line, type ScreenNarration, standing} from '../../screens/kit/said.js';
import {createSpeaker, silence, speak, Transcript} from '../../screens/kit/transcript.js';
import {walk} from '../walk.js';
import {draw, openShop, type ShopScreens, turn} from './open.js';

const said = (spoken: ReturnType<typeof speak>) => spoken.lines.map(({text}) => text);

const tell = (spoken: Parameters<typeof speak>[0], telling: ScreenNarration, isAsked = false) =>
  speak(spoken, {...telling, language: 'en'}, isAsked);

test('what becomes so is said, once, and again when it becomes so again', () => {
  const first = tell(silence, {facts: [fact('a'), fact('b')], prompt: '?'});
  expect(said(first)).toEqual(['a; b']);
  const grown = tell(first, {facts: [fact('b'), fact('c')], prompt: '?'});
  expect(said(grown)).toEqual(['a; b', 'c']);
  expect(said(tell(grown, {facts: [fact('a')], prompt: '?'}))).toEqual(['a; b', 'c', 'a']);
});

test('what is so at once is one sentence, in either language; a text keeps its lines', () => {
  const facts = [line('Slip.'), fact('Send it?'), fact('It costs 5.'), line('KES 5'), fact('Yes.')];
  expect(said(tell(silence, {facts, prompt: ''}))).toEqual(['Send it? It costs 5; Yes.', 'Slip.', 'KES 5']);
  const french = speak(silence, {facts: [fact('Oui.'), fact('Non.')], prompt: '', language: 'fr'}, false);
  expect(said(french)).toEqual(['Oui ; Non.']);
});

test('what only grows older is not said again; nothing new changes nothing', () => {
  const first = tell(silence, {facts: [fact('after 0:14', 'row')], prompt: '?'});
  expect(tell(first, {facts: [fact('after 0:15', 'row')], prompt: '?'})).toBe(first);
});

test('a key that brings nothing new brings back what stands, with its details', () => {
  const telling = {facts: [fact('said'), standing('WAITING FOR CUSTOMER'), detail('for Amina')], prompt: '?'};
  const first = tell(silence, telling);
  expect(said(first)).toEqual(['said; WAITING FOR CUSTOMER']);
  expect(said(tell(first, telling, true))).toEqual(['said; WAITING FOR CUSTOMER', 'WAITING FOR CUSTOMER; for Amina']);
  expect(said(tell(first, {...telling, prompt: '5?'}, true))).toEqual(['said; WAITING FOR CUSTOMER']);
});

test('a speaker tells its listeners of what was said, and of nothing else', () => {
  let facts = [fact('a')];
  const speaker = createSpeaker(() => ({facts, prompt: '', language: 'en'}));
  let heard = 0;
  speaker.subscribe(() => {
    heard += 1;
  });
  speaker.changed();
  facts = [fact('a'), fact('b')];
  speaker.changed();
  speaker.changed();
  expect([heard, ...said(speaker.spoken())]).toEqual([1, 'a', 'b']);
});

test('forgets what the terminal has kept for long, and goes on without a gap', async () => {
  let count = 0;
  const speaker = createSpeaker(() => ({facts: [fact(`line ${count}.`)], prompt: 'more?', language: 'en'}));
  const {screen, close} = await draw(<Transcript speaker={speaker} />);
  for (count = 1; count < 1203; count += 1) speaker.changed();
  await turn();
  expect(speaker.spoken().lines.length).toBeLessThanOrEqual(500);
  for (count = 1203; count < 1206; count += 1) speaker.changed();
  await turn();
  expect(screen()).toMatch(/line 1203\.\nline 1204\.\nline 1205\.\nmore\?$/);
  close();
});

/** Here lines break where the window ends; in a terminal they are as long as their sentence. */
const hears = (shop: ShopScreens, text: string) =>
  shop.sees(new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')));

test('a till in words: a code, a page, a list, a judgement', async () => {
  const shop = await openShop({
    environment: {INK_SCREEN_READER: 'true', DUKA_COUNTRY: 'CI', DUKA_ZONE: 'Africa/Abidjan', DUKA_LANG: 'en'},
  });
  await walk(shop, [
    ['', /^Corner Shop, till \w+, cashier, SANDBOX; the key \? explains all keys; New sale;\s/],
    [() => hears(shop, 'Amount in XOF:')],
    [() => shop.sale('5000', '0707462945')],
    [() => hears(shop, 'Code, 4 digits, from the customer’s message:')],
    [['12', 'enter']],
    [() => hears(shop, 'The code has 4 digits.')],
    ['escape'],
    [() => hears(shop, 'Today: 0 paid; 1 pending, XOF 5,000; 0 not paid.')],
    [['70', 'enter', '0748293975', 'tab left']],
    [() => hears(shop, 'Network, ←→ for another: Wave')],
    ['enter'],
    [() => hears(shop, 'The customer pays on a web page;')],
    ['enter'],
    [() => hears(shop, `Page: ${shop.baseUrl}/pay/`)],
    ['q', /Scan to pay\.\n[█▀▄ ]+\n/],
    [['escape escape', 'w']],
    [() => hears(shop, '2 pending: XOF 5,070;')],
    [() => hears(shop, 'waits for the code; next: your turn.')],
    ['down', /2 of 2: XOF 70, /],
    ['9'],
  ]);
  await hears(shop, 'number or card ends in: 9');
  await hears(shop, 'No pending number or card ends in 9.');
});

test('a judgement in words, in French', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true', DUKA_LANG: 'fr'}});
  await shop.sale('300', '0712345108');
  await hears(shop, 'RÉSULTAT INCONNU : 300,00 KES');
  await shop.type('k');
  await hears(shop, 'vérifié : introuvable');
  shop.wall.off += 4 * 60_000;
  await shop.type('k');
  await hears(shop, 'v : saisir le résultat.');
  await shop.type('v');
  await hears(shop, 'Quel est le résultat de ce paiement ?');
  await hears(shop, 'Résultat, ←→ pour changer : …');
  await shop.press('right', 'right', 'enter');
  await hears(shop, 'Résultat : non payé.');
  await shop.type('Amina');
  await shop.press('enter');
  await hears(shop, 'Votre nom : Amina.');
  await shop.type('rien sur son téléphone');
  await shop.press('enter');
  await hears(shop, 'NON PAYÉ : 300,00 KES');
});

test('what broke in a link is read out in words, not in the machine’s own', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.sale('150', '0712345106');
  await hears(shop, 'no clear answer: may have gone through (the connection was cut)');
  expect(shop.frames().join('\n')).not.toMatch(/ECONN|ERR_|ETIMED/);
});

test('a slip whose code is signed while it is read is read once', async () => {
  const shop = await openShop({environment: {INK_SCREEN_READER: 'true'}});
  await shop.till.takeCash({amount: {currency: 'KES', minor: 5000}, country: 'KE', description: ''});
  await walk(shop, [['z', /RECEIPT[\s\S]*DUKA1\./]]);
  expect(shop.screen().match(/Thank you\./gu)).toHaveLength(1);
});
