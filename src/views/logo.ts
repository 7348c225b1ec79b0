import type {ExactBlock} from './block.js';

/** The name of the program in the blocks of the large digits. A terminal that shows no more than ASCII gets them as `#`. */
export const logo: ExactBlock = {
  kind: 'exact',
  id: 'logo',
  said: '',
  isOptional: true,
  onRoll: false,
  lines: ['█▀▄ █ █ █ █ █▀█', '█ █ █ █ █▀▄ █▀█', '▀▀  ▀▀▀ ▀ ▀ ▀ ▀', ''],
};
