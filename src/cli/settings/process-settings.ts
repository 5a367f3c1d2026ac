/** The settings of this process: its flags, its environment and the file in its folder. */
import { readFileSync } from 'node:fs';
import { readSettings, type SettingsOutcome } from './read-settings.ts';

export const readProcessSettings = (args: readonly string[]): SettingsOutcome =>
  readSettings({ args, environment: process.env, readText });

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
