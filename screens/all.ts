import {bank} from './bank/bank.js';
import type {AnyScreen} from './kit/screen.js';
import {sale} from './sale/sale.js';

/** Every screen of the kit. */
export const screens: readonly AnyScreen[] = [sale, bank];
