/**
 * Limits the memory of a process with screens from its start: what V8 has once allowed stays allowed. A frame makes megabytes of garbage and
 * keeps almost nothing of it. V8 would respond by growing the old generation to four times the live objects, and an old computer may not
 * have that much memory.
 */
export const growthFlag = '--heap-growing-percent=30';

/**
 * Stops the young generation, which V8 would grow by 60 MB, at the size that it has reached when the screens are loaded. At the size with
 * which Node starts, it would be cleared at every key, which takes a quarter of the time of a frame.
 */
export const youngFlag = '--semi-space-growth-factor=1';
/** Takes that back. */
export const usualYoungFlag = '--semi-space-growth-factor=2';

/**
 * In milliseconds. A program that runs longer has compiled by then what it begins with. No other flag is set before: compiled code fits
 * only the flags that it was compiled with, be it kept by Duka or part of Node, whose modules take twice as long without it.
 */
export const begun = 3000;

/** Rows are made by the million and dropped. Without this flag, V8 reserves room in the old generation for all of them. */
export const rowsFlag = '--no-allocation-site-pretenuring';
/** Takes that back. */
export const usualRowsFlag = '--allocation-site-pretenuring';
