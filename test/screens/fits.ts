import {expect} from 'vitest';
import {widthOf} from '../../src/core/text/width.js';
import type {ShopScreens, Size} from './open.js';

/** The frame is exactly one line lower than the window, and no line is wider. `where` is said when it does not fit. */
export function fits(shop: Pick<ShopScreens, 'screen'>, {columns, rows}: Size, where = ''): void {
  const lines = shop.screen().split('\n');
  expect(lines.length, `${where}\n${shop.screen()}`).toBe(rows - 1);
  for (const line of lines) expect(widthOf(line), `${where}: ${line}`).toBeLessThanOrEqual(columns);
}

/** The languages and windows in which every step of a screen has to fit. */
export const windows = [
  ['en', {columns: 60, rows: 18}],
  ['fr', {columns: 60, rows: 18}],
  ['fr', {columns: 80, rows: 24}],
  ['en', {columns: 200, rows: 60}],
] as const;
