import * as z from 'zod';
import {currencies} from './money.js';

const currency = z.enum(currencies);

/** An amount as the journal keeps it, never negative. */
export const moneySchema = z.strictObject({currency, minor: z.number().int().nonnegative()});

/** A difference, a correction, a sum of either. */
export const signedMoneySchema = z.strictObject({currency, minor: z.number().int()});
