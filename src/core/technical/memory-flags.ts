/**
 * The flags of V8 that limit the memory of a process with screens. A frame makes megabytes of garbage and keeps almost nothing of it. V8
 * would respond by growing the young generation by 60 MB, and the old generation to four times the live objects, and an old computer may
 * not have that much memory.
 */
export const memoryFlags: readonly string[] = ['--semi-space-growth-factor=1', '--heap-growing-percent=30'];

/** Rows are made by the million and dropped. Without this flag, V8 reserves room in the old generation for all of them. */
export const rowsFlag = '--no-allocation-site-pretenuring';
