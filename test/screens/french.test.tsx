import {test} from 'vitest';
import {walk} from '../walk.js';
import {openShop} from './open.js';

test('a sale in French, with its one-time password, to its slip', async () => {
  const shop = await openShop({environment: {DUKA_COUNTRY: 'CI', DUKA_ZONE: 'Africa/Abidjan'}});
  await walk(shop, [
    ['', 'Nouvelle vente', 'SANDBOX'],
    [['1.500', 'enter'], 'peut se lire de deux façons'],
    [['escape', '5000', 'enter', '0707462945', 'enter'], 'Envoyer cette demande ?', 'Orange Money, Côte d’Ivoire'],
    ['enter', '? EN ATTENTE DU CLIENT', 'Demandez au client le code'],
    [['4567', 'enter'], 'code accepté'],
    [() => shop.later('PT3S'), '✓ PAYÉ', 'Remettez la marchandise.'],
    ['p', 'Ticket', '5 000 XOF'],
    [['escape', 'enter'], /✓ 1 payés? +5 000 +XOF/],
    ['d', /Le jour, ven\. 20 nov\. *\n/],
  ]);
});
