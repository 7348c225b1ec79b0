import type {ExitCode} from '../../src/core/problem.js';
import {type DisplayParts, followDisplay} from '../../src/till/customer-display.js';
import {showEach} from '../each-shown.js';
import {stylesFor} from '../terminal/styles.js';
import {CustomerDisplay} from './display.js';

/**
 * Shows this terminal to the customer until `q` or Ctrl-C. It takes no lock, writes nothing and sends no requests. Rejects with the error
 * of `followFront`.
 */
export const openDisplay = (parts: DisplayParts): Promise<ExitCode> =>
  showEach(
    signal => followDisplay(parts, signal),
    (shown, size) => <CustomerDisplay shown={shown} size={size} styles={stylesFor(parts.environment, shown.theme)} />,
  );
