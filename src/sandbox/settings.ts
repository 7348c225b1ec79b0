import type {Database} from './database.js';

type SettingName = 'clock-offset' | 'faults' | 'fault-counts' | 'port';

/** Returns a setting that all processes on this database share; undefined if it is not set. */
export function readSetting(database: Database, name: SettingName): string | undefined {
  const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name) as {value: string} | undefined;
  return row?.value;
}

export function writeSetting(database: Database, name: SettingName, value: string): void {
  database
    .prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, value);
}
