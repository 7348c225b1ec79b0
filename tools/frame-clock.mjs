/** Loaded before a program whose pictures are taken: its clock is that of a Friday afternoon, and runs on from there. */
const shift = Number(process.env['FRAME_CLOCK_SHIFT']);
const now = Date.now.bind(Date);
Date.now = () => now() + shift;
