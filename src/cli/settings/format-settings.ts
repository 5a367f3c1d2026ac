/** Formats the table of settings: as help on the terminal, and as Markdown for the manual. */

import type { Choice } from '../../assembly/choose-settings.ts';
import { flagOf, variableOf } from '../../assembly/setting.ts';
import { SETTING_ROWS } from '../../assembly/settings.ts';
import { formatMeanings } from '../../terminal/wrap-text.ts';

export const formatSettingsHelp = (): string =>
  formatMeanings(
    SETTING_ROWS.map(({ name, summary, allowed, otherwise }) => [
      flagOf(name),
      `${summary}: ${allowed} (${otherwise})`,
    ]),
  );

export function formatSettingsMarkdown(): string {
  const rows = SETTING_ROWS.map(({ name, alias, summary, allowed, otherwise }) => {
    const variables = [variableOf(name), ...(alias === undefined ? [] : [alias])];
    const spelt = [flagOf(name), ...variables].map((word) => `\`${word}\``).join(', ');
    const cells = [spelt, summary, allowed, otherwise];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| flag, variable | what it is | allowed | otherwise |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

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
