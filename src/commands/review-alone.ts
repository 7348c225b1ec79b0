import type {Define} from './define.js';
import {needsSubcommand} from './family.js';
import {defineReview} from './review.js';

/**
 * Defines `journal` in a process that can do nothing but review a journal: the other subcommands would load modules that this process may
 * not load.
 */
export const define: Define = (family, parts) => {
  needsSubcommand(family.description(parts.help.commands.journal), parts.help);
  defineReview(family, parts);
};
