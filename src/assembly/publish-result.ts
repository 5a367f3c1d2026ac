/**
 * Publishes the result of a season with the command of the command line, in a process of its own:
 * a season is replayed twice for it, and the venue goes on trading meanwhile.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { reasonOf } from '../domain/reason-of.ts';
import type { PublicationControl, PublicationState } from '../gateway/admin/controls.ts';

const LINES_KEPT = 20;

/** Puts what is kept elsewhere into the data folder. Answers with a function that removes it. */
export type Lend = () => Promise<() => void>;

/** `program` is the command that runs this venue, without its arguments. */
export function createPublication(
  [command = '', ...first]: readonly string[],
  dataFolder: string,
  lend: Lend = async () => () => undefined,
): PublicationControl {
  let state: PublicationState | null = null;
  const run = async (words: readonly string[]): Promise<number | null> => {
    const child = spawn(command, [...first, 'competition', ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => {
        if (state !== null) state = { ...state, lines: [...state.lines, line].slice(-LINES_KEPT) };
      });
    return new Promise((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', resolve);
    });
  };
  const goThrough = async (begun: PublicationState): Promise<void> => {
    const { season, folder } = begun;
    const step = (next: PublicationState['step']): void => {
      state = { ...(state ?? begun), step: next };
    };
    const isThere = existsSync(join(folder, 'manifest.json'));
    const from = ['--data', dataFolder, '--out', folder, '--season', String(season)];
    if (!isThere) {
      const takeBack = await lend();
      const code = await run(['publish', ...from]);
      takeBack();
      if (code !== 0) return step('failed');
    }
    step('verifying');
    step((await run(['verify', folder])) === 0 ? 'done' : 'failed');
  };
  return {
    show: () => state,
    begin: (season) => {
      if (state?.step === 'publishing' || state?.step === 'verifying')
        return 'a publication is under way';
      const folder = join(dataFolder, 'results', `season-${season}`);
      state = { season, step: 'publishing', lines: [], folder };
      goThrough(state).catch((error: unknown) => {
        const lines = [...(state?.lines ?? []), reasonOf(error)];
        if (state !== null) state = { ...state, step: 'failed', lines };
      });
      return undefined;
    },
  };
}
