import {expect, it} from 'vitest';
import {isNewEnough, isSecure, secureNode} from '../../../src/core/technical/node-version.js';

it.each<[string, boolean, boolean]>([
  ['18.20.8', false, false],
  ['20.20.2', false, false],
  ['25.9.0', false, false],
  ['26.0.0', true, false],
  ['26.10.0', true, false],
  ['26.12.0', true, false],
  ['26.12.1', true, true],
  ['26.12.10', true, true],
  ['26.13.0', true, true],
  ['27.0.0', true, true],
  ['30.1.0', true, true],
  ['27.0.0-nightly2026', true, true],
  ['', false, false],
  ['26', true, false],
  ['26.x.1', true, false],
])('about Node %s: new enough %s, secure %s', (version, isEnough, isSafe) =>
  expect([isNewEnough(version), isSecure(version)]).toEqual([isEnough, isSafe]),
);

it('calls the newest security release itself secure', () => expect(isSecure(secureNode)).toBe(true));
