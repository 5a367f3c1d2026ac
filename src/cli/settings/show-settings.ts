/** `perpetua settings`: every setting, its value now, and the place that set it. */
import { isHelp } from '../../terminal/flags.ts';
import { formatChoices, formatSettingsMarkdown } from './format-settings.ts';
import { readProcessSettings } from './process-settings.ts';

const HELP = `Usage: perpetua settings [options]

  --markdown  the table of the manual instead
  --json      print JSON
  every option of "perpetua start", to see what it would change`;

export function showSettings(args: string[]): number {
  if (args.some(isHelp)) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  if (args.includes('--markdown')) {
    process.stdout.write(`${formatSettingsMarkdown()}\n`);
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
