import {Problem} from '../../src/core/problem.js';
import {cleanText} from '../../src/core/text/text.js';
import {type BindingId, bindingIds, bindings, defaultKeys, type Keymap} from './bindings.js';
import {numberRules} from './line.js';

/** A shop's own keys, as its settings give them: `{"check": ["c"]}`. */
export type Shortcuts = Readonly<Record<string, readonly string[]>>;

const named: readonly string[] = ['enter', 'tab', 'shift-tab', 'escape', 'up', 'down', 'page-up', 'page-down'];
/** For actions that are directions. Keys that move the cursor in a field cannot have another meaning there. */
const directions: readonly string[] = [...named, 'left', 'right', 'home', 'end'];

/**
 * Returns the keys of every action. Throws the `Problem` `setting-invalid` for an action or a key that does not exist, for a key that two
 * actions of a screen would share, and for settings that would leave a person unable to go on.
 */
export function keymapOf(shortcuts: Shortcuts): Keymap {
  const own: Partial<Record<BindingId, readonly string[]>> = {};
  for (const [name, keys] of Object.entries(shortcuts)) own[checkedAction(name)] = checkedKeys(name, keys);
  const keymap: Keymap = {...defaultKeys, ...own};
  for (const id of bindingIds) if (own[id] !== undefined) checkTaken(id, keymap);
  return keymap;
}

const isAction = (name: string): name is BindingId => Object.hasOwn(bindings, name);

const invalid = (name: string, value: string): Problem =>
  new Problem('setting-invalid', {name: cleanText(name), value: cleanText(value)});

function checkedAction(name: string): BindingId {
  if (!isAction(name) || bindings[name].isFixed) throw invalid('shortcuts', name);
  return name;
}

function checkedKeys(name: string, said: readonly string[]): readonly string[] {
  const {isDirected = false, isInText = false, keys: usual} = bindings[checkedAction(name)];
  const keys = said.map(key => key.toLowerCase());
  const odd = keys.find(key => !isKey(key, isDirected));
  if (odd !== undefined) throw invalid(`shortcuts.${name}`, odd);
  const isEnough = isDirected ? keys.length === usual.length : keys.length > 0;
  const isReachable = !isInText || keys.some(key => named.includes(key));
  if (!isEnough || !isReachable || new Set(keys).size < keys.length) throw invalid(`shortcuts.${name}`, keys.join(' '));
  return keys;
}

/** Whether this is the name of a key, or a letter or sign that cannot be part of a number. Those that can are typed. */
function isKey(key: string, isDirected: boolean): boolean {
  if ((isDirected ? directions : named).includes(key)) return true;
  return /^[^\p{C}\p{Z}\p{M}]$/u.test(key) && !numberRules.accepts.test(key);
}

/**
 * Two actions of a screen may share a key only if they share one in the table too, or are listed in `apart`: such actions are never offered
 * together.
 */
function checkTaken(id: BindingId, keymap: Keymap): void {
  for (const other of bindingIds) {
    const isRival = other !== id && shareScreen(id, other) && !mayShare(id, other);
    const taken = isRival ? keymap[id].find(key => keymap[other].includes(key)) : undefined;
    if (taken !== undefined) throw invalid(`shortcuts.${id}`, `${taken} (${other})`);
  }
}

const mayShare = (one: BindingId, other: BindingId) =>
  isOneKey(bindings[one].keys, bindings[other].keys) ||
  bindings[one].apart?.includes(other) === true ||
  bindings[other].apart?.includes(one) === true;

const isOneKey = (some: readonly string[], others: readonly string[]) => some.some(key => others.includes(key));

function shareScreen(one: BindingId, other: BindingId): boolean {
  const {groups} = bindings[one];
  const {groups: others} = bindings[other];
  return [groups, others].some(list => list.includes('everywhere')) || groups.some(group => others.includes(group));
}
