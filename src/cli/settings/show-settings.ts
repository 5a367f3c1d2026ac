/** `perpetua settings`: every setting, its value now, and the place that set it. */

import type { Choice } from '../../assembly/choose-settings.ts';
import { flagOf } from '../../assembly/setting.ts';
import { SETTING_ROWS } from '../../assembly/settings.ts';
import { isHelp } from '../../terminal/flags.ts';
import { formatMeanings } from '../../terminal/wrap-text.ts';
import { readProcessSettings } from './read-settings.ts';

const HELP = `Usage: perpetua settings [options]

  --json  print JSON
  every option of "perpetua start", to see what it would change`;

export function showSettings(args: string[]): number {
  if (args.some(isHelp)) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const outcome = readProcessSettings(args.filter((word) => word !== '--json'));
  if ('faults' in outcome) {
    for (const fault of outcome.faults) process.stderr.write(`perpetua: ${fault}\n`);
    return 2;
  }
  const isJson = args.includes('--json');
  const text = isJson ? JSON.stringify(outcome.choices, null, 2) : formatChoices(outcome.choices);
  process.stdout.write(`${text}\n`);
  return 0;
}

/** The table of settings as help on the terminal. */
export const formatSettingsHelp = (): string =>
  formatMeanings(
    SETTING_ROWS.map(({ name, summary, allowed, otherwise }) => [
      flagOf(name),
      `${summary}: ${allowed} (${otherwise})`,
    ]),
  );

/** Every setting with its value now and the place that set it. */
export function formatChoices(choices: readonly Choice[]): string {
  const width = Math.max(...choices.map(({ name }) => name.length));
  return choices
    .map(({ name, value, whence }) => {
      const source = whence === undefined ? '' : `   from ${whence}`;
      return `  ${name.padEnd(width)}  ${value}${source}`;
    })
    .join('\n');
}
