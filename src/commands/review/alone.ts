import type {Define} from '../define.js';
import {needsSubcommand} from '../family.js';
import {defineReview} from '../review.js';

/** `journal` in a process that can do nothing but review one: the other subcommands load what it may not. */
export const define: Define = (family, parts) => {
  needsSubcommand(family.description(parts.help.commands.journal), parts.help);
  defineReview(family, parts);
};
