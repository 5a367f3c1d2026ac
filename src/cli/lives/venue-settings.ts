/** The settings of the venue of one life, as `perpetua start` takes them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContractRows } from '../../gateway/load-contracts.ts';
import { NO_LIMITS } from '../start/own-process.ts';
import type { LivesChoice } from './lives-words.ts';

/** What all lives of a run have in common, and their market depends on. */
export type LifeMarket = Pick<
  LivesChoice,
  'startAt' | 'wallet' | 'speed' | 'only' | 'settings' | 'isTape'
>;

/** The table of contracts is undefined for the one that is shipped. */
export const venueSettings = (
  { startAt, wallet, speed, settings, isTape }: LifeMarket,
  seed: string,
  contracts: string | undefined,
): string[] => [
  ...['--port', '0', '--admin-port', '0', '--host', '127.0.0.1'],
  ...['--page', 'off', '--log-level', 'error', '--sandbox-accounts', '1'],
  ...['--oneway-accounts', '0', '--sandbox-wallet', String(wallet), ...NO_LIMITS],
  ...(isTape ? ['--feed', 'tape', '--tape', seed] : ['--seed', seed]),
  // A tape begins at the time it was recorded.
  ...(isTape ? [] : ['--start-at', startAt]),
  ...(speed === null ? ['--time', 'stepped'] : ['--speed', String(speed)]),
  ...(contracts === undefined ? [] : ['--contracts', contracts]),
  ...settings,
];

/** The table of the contracts that are wanted; undefined for the one that is shipped. */
export function contractsIn(folder: string, { only }: LifeMarket): string | undefined {
  if (only.length === 0) return undefined;
  const table = join(folder, 'contracts.json');
  const rows = readContractRows().filter(({ base }) => only.includes(base));
  writeFileSync(table, JSON.stringify(rows));
  return table;
}
