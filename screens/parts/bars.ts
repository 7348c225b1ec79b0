import {isOpen, type Payment} from '../../src/core/payment/payment.js';

const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const eighths = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;

type Bars = {readonly height: number; readonly width: number; readonly full?: number};

/**
 * Returns bars side by side in `height` lines, the highest line first. A value above 0 is always visible. `full`: the value of a bar that
 * fills all lines, by default the highest one.
 */
export function columnBars(values: readonly number[], {height, width, full}: Bars): string[] {
  const most = full ?? Math.max(...values, 1);
  const heights = values.map(value =>
    value <= 0 ? 0 : Math.max(1, Math.round((value / most) * height * levels.length)),
  );
  return Array.from({length: height}, (_, line) => {
    const below = (height - 1 - line) * levels.length;
    const cells = heights.map(each => levels[Math.min(each - below, levels.length) - 1] ?? ' ');
    return cells.map(cell => cell.repeat(width)).join(' ');
  });
}

const wantsAnEyeAfter = 10 * 60_000;

/** Returns a bar of how long a payment has waited, full when a person should look at it; empty if it is not open. */
export function waitBar(payment: Payment, now: number, width: number): string {
  return isOpen(payment) ? ageBar(now - payment.requestedAt, {full: wantsAnEyeAfter, width}) : '';
}

/** Returns a bar that is full at `full` and ends with `!` from then on. */
export function ageBar(value: number, {full, width}: {full: number; width: number}): string {
  if (value >= full) return `${'█'.repeat(width - 1)}!`;
  const filled = Math.max(1, Math.ceil((Math.max(0, value) / full) * width * eighths.length));
  const whole = Math.floor((filled - 1) / eighths.length);
  return ('█'.repeat(whole) + eighths[(filled - 1) % eighths.length]).padEnd(width);
}

/** Returns a bar of how much of a whole is done. */
export function fillBar(value: number, {full, width}: {full: number; width: number}): string {
  const filled = full <= 0 ? width : Math.round((Math.min(value, full) / full) * width);
  return '█'.repeat(filled) + '░'.repeat(width - filled);
}
