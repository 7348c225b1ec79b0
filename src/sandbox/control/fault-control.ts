import {json} from '../answer.js';
import type {OwnHandler} from '../call.js';
import {faultSettingsSchema, readFaultSettings, writeFaultSettings} from '../faults/fault-settings.js';
import {readControl} from './json-text.js';

/** `POST /sandbox/faults`: replaces the rules and switches, and answers with the new ones. */
export const setFaults: OwnHandler = (world, {text}) => {
  const asked = readControl(faultSettingsSchema, text);
  if ('refused' in asked) return asked.refused;
  writeFaultSettings(world.database, asked.value);
  return json(200, asked.value);
};

/** `GET /sandbox/faults`: the present rules and switches. */
export const showFaults: OwnHandler = world => json(200, readFaultSettings(world.database));
