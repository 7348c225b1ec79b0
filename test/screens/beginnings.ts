import type {PlaceId} from '../../screens/model.js';
import {loadScreens, tillScreens} from '../../screens/till-screens.js';

await loadScreens();

const planned = 'u p n gym enter enter 9 enter right enter enter 7 enter enter e a@b.co enter';
const cardTyped = '4444333322221111 enter 0139 enter 100 enter amina enter';

/** A basket of two lines that is paid in cash. */
const soldLines = 'f 50␣Bag enter 2x30␣Tea enter enter h enter';

/** Keys that lead from the sale to states of a screen that random keys hardly ever reach; `␣` is a blank. */
const ofScreens: Readonly<Partial<Record<PlaceId, readonly string[]>>> = {
  account: [`i tab Njeri enter 0712345678 enter 2000 enter enter`],
  'account-form': ['i tab', 'i tab Njeri enter 12 enter 2000 enter'],
  accounts: ['i', '350 i', 'i tab Njeri enter 0712345678 enter 2000 enter', 'i nobody'],
  'on-book': [
    'i tab Njeri enter 0712345678 enter 300 enter escape 350 i enter',
    '50 i tab Njeri enter 0712345678 enter 2000 enter enter',
    '50 i enter',
  ],
  bank: ['b ngn enter 000020 enter', 'b ngn enter 000020 enter shift-tab', 'b ngn enter 000015 enter 0123456780 enter'],
  card: [
    'c',
    'c 24 enter 4444333322221111 enter 0139 enter 100 enter',
    'c 24 enter 4444333322221111 enter 0139 enter 100 enter 7391 enter',
    'c 24 enter 4444333322221111 enter 0139 enter 100 enter 7391 enter escape',
    'c 24 enter 4012000033330027 tab 1325 tab 1 tab 12 tab',
    'c 12.5 tab right tab 371449635398431 tab 01/39 tab 1000 tab',
    'c m 4 tab amina tab tab x@ tab 99 enter',
  ],
  cash: ['1240 h', '1240 h 3', '240 h 6 200 enter', 'h 2 enter'],
  claim: ['k 678 enter', 'k 0712345678 tab 300 enter down', 'k 102 tab 200 tab 1'],
  'close-check': ['t z Amina enter up up 5000 enter enter enter enter enter'],
  'close-count': [
    't z Amina enter 3 down 2',
    't z Amina enter up right up 90 down enter',
    't enter Amina enter 100 enter enter h Joseph tab right enter',
  ],
  'close-print': ['t z Amina enter up up 5000 enter enter enter why enter Jo enter enter'],
  'close-stop': ['t p 40 enter enter 1 enter z', 't z ␣ enter'],
  confirm: ['700 enter 0712345678 enter', '200 enter 0712345102 enter enter'],
  day: ['d'],
  enrol: [
    'u n',
    'u n zz enter',
    `${planned} 4012000033330027 tab 1325 tab 1 tab tab`,
    `${planned} ${cardTyped}`,
    `${planned} ${cardTyped} escape`,
    `${planned} ${cardTyped} enter`,
    `${planned} ${cardTyped} moved enter`,
  ],
  'items-import': ['e tab', 'e tab /nowhere.csv enter'],
  items: ['e', 'e milk', 'e nothing'],
  palette: [':', 'b ctrl-p claim'],
  payment: ['v', 'w enter', 'w enter s', 'w end enter', 'v f'],
  qr: ['w end enter q'],
  pending: ['w', 'w /', 'w 5102', 'w 9'],
  'plan-form': [
    'u p n Gym enter enter 1.500 tab tab right tab 999 tab tab',
    'u p n Gym enter enter 9 enter enter enter 7 enter 12 enter',
    'u p n Gym enter enter 9 enter enter enter enter enter e',
  ],
  plan: ['u p enter', 'u p n Gym enter enter 9 enter enter enter enter enter enter'],
  plans: ['u p', 'u p / gym', 'u p e'],
  evidence: ['v e'],
  help: ['?', 'b ?', '? refund', '? nothing␣has␣this'],
  'reconcile-accept': [
    'd r down enter a',
    'd r down enter a tab amina tab seen enter enter',
    'd r down down enter a tab amina tab seen enter enter enter',
  ],
  'reconcile-unaccept': ['d r s s s enter u', 'd r s s s s enter u'],
  'reconcile-layouts-export': ['d r y x', 'd r y x /nowhere/layouts.json enter'],
  'reconcile-layouts-import': ['d r y tab', 'd r y tab /nowhere.json enter'],
  'reconcile-layouts': ['d r y'],
  'reconcile-match': [
    'd r c enter m',
    'd r c c enter m amina enter',
    'd r c end enter m amina enter',
    'd r c c end enter m amina enter',
  ],
  'reconcile-unmatch': [
    'd r s s s enter u',
    'd r s s s s enter u',
    'd r s s s s s enter u',
    'd r s s s s s end enter u',
  ],
  'reconcile-receive': ['d r c enter n', 'd r c c enter n amina enter', 'd r c end enter n amina enter'],
  reconcile: [
    'd r',
    'd r s',
    'd r / nothing',
    'd r c',
    'd r tab',
    'd r tab tab end',
    'd r down enter',
    'd r f /nothing tab tab 2026 enter',
    'd r f /nothing enter enter',
  ],
  'reconcile-rule': ['d r end up up enter r', 'd r end up up enter r 631 enter amina enter'],
  'reconcile-rules': ['d r r', 'd r r enter'],
  refund: ['v h', 'v h enter enter 4 enter', 'v h enter 1', `${soldLines} h tab enter`],
  'refund-lines': [`${soldLines} h`, `${soldLines} h tab down 1`, `${soldLines} h 9 enter`],
  archive: ['t a', 't a 7', 't a enter down'],
  slip: ['v p'],
  resolve: ['w enter v', 'w enter v right tab enter enter'],
  setting: ['t e enter enter', 't e enter enter enter', 't e down down enter enter right enter'],
  settings: ['t e', 't e page-down'],
  'join-office': [
    't e end up enter j',
    't e end up enter j http://127.0.0.1:1 enter 7K3M-9QX2-A0VT-4RDE enter',
    't e end up enter j http://example.com enter 7K3M-9QX2-A0VT-4RDE enter enter',
  ],
  'learn-scanner': ['t e down enter c'],
  'try-out': [
    't e down down enter p',
    't e down down enter o',
    't e down down enter m nobody enter',
    't e down down enter f 127.0.0.71-72 enter',
    't e end up enter b',
    't e end up enter b /nowhere enter',
  ],
  'settings-page': ['t e enter', 't e end enter page-down'],
  person: ['t s n', 't s n Amina enter 739154 enter 739154 enter'],
  'staff-report': ['t s r', 't s r v', 't s r v v v', 't s r left'],
  rights: ['t s t', 't s t page-down', 't s t right right'],
  staff: ['t s'],
  change: ['u down enter p 2099-01-01 enter Amina enter', 'u down enter p 2020 enter', 'u down enter x enter'],
  charges: ['u down enter c'],
  charge: ['u down enter c enter'],
  enrolment: ['u enter', 'u enter right tab 0 enter Amina enter enter', 'u enter shift-tab qq enter right right'],
  subscriptions: ['u', 'u s s', 'u / Amina', 'u a 250 enter', 'u a enter'],
  subscription: ['u down enter'],
  'close-books': ['d m z', 'd m z amina enter'],
  takings: ['d m', 'd m v', 'd m v v'],
  abandon: ['1000 / 300 enter enter h enter / a'],
  split: ['1000 /', '1000 / 300 enter', '1000 / 300 enter enter'],
  ticket: ['1000 / 300 enter enter h enter /'],
  tickets: ['1000 / 300 enter enter escape s'],
  tip: ['1250 %', '1250 % 75', '1250 % enter % end'],
  shift: ['t', 't x'],
  'shift-form': [
    't enter Amina enter 2000 enter right enter',
    't d 25 enter enter',
    't d 99000 enter enter 1 enter',
    't o enter enter 4 a␣bulb escape o',
  ],
  sales: ['l', 'l paid', 'l 345 down', 'l nowhere␣at␣all'],
  mail: ['v p m', 'v p m a@example.com enter'],
  basket: ['f', 'f 50␣Bag enter', 'f 50␣Bag enter 2x30␣Tea', 'f nothing enter'],
  park: ['f 50␣Bag enter ctrl-o', 'f 50␣Bag enter enter j Ann enter'],
  parked: [
    'y',
    'f 50␣Bag enter ctrl-o enter y',
    'f 50␣Bag enter ctrl-o enter y x',
    'f 50␣Bag enter ctrl-o enter y enter',
  ],
  'basket-discount': ['f 50␣Bag enter ctrl-d', 'f 50␣Bag enter ctrl-d 10% enter', 'f 50␣Bag enter enter n 60 enter'],
  correct: ['5 h enter x', '5 h enter x tab Ann tab gone enter'],
  exchange: [`${soldLines} h tab x 50␣Bag enter enter`, `${soldLines} h tab x 50␣Bag enter enter size enter`],
  'basket-line': ['f 50␣Bag enter tab', 'f 50␣Bag enter tab 3 tab tab 10% enter'],
  sale: ['', 'm', '#', '+256772345678 tab', '1250 enter 0712345678 tab', '1250 % down enter f tab'],
};

/** Those of all screens, in the order of their list. */
export const allBeginnings: readonly (readonly string[])[] = tillScreens.all().flatMap(({id}) =>
  (ofScreens[id as PlaceId] ?? []).map(keys =>
    keys
      .split(' ')
      .filter(key => key !== '')
      .map(key => key.replaceAll('␣', ' ')),
  ),
);
