/** `perpetua lives`: runs a program against many markets, and shows what came of it. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDuration } from '../../domain/duration.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { readContractRows } from '../../gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { readSettings } from '../settings/read-settings.ts';
import { NO_LIMITS } from '../start/own-process.ts';
import { drawLives } from './draw-lives.ts';
import { hasLived, type LifeOutcome } from './life.ts';
import { formatLives, livesCsv, livesJson, percentText } from './lives-report.ts';
import { LIVES_HELP, type LivesChoice, readChoice } from './lives-words.ts';
import { runLife } from './run-life.ts';

export const runLives = command({ help: LIVES_HELP }, async (flags) => {
  const choice = readChoice(flags);
  const faults = findFaults(choice);
  if (faults.length > 0) {
    const after = 'words after -- are settings of a venue: npx perpetua start --help';
    throw new Misunderstood([...faults, after].join('\nperpetua: '));
  }
  try {
    mkdirSync(choice.out, { recursive: true });
  } catch (error) {
    return complain(`--out ${choice.out}: ${reasonOf(error)}`, EXIT.failed);
  }
  const outcomes = await inTemporaryFolder((folder) => liveAll(choice, tableIn(folder, choice)));
  writeFiles(choice, outcomes);
  print(choice, outcomes);
  const isWhole = outcomes.length === choice.seeds.length && outcomes.every(hasLived);
  return isWhole ? EXIT.done : EXIT.failed;
});

/** In the order of the seeds. After Ctrl-C only the lives that are over. */
async function liveAll(choice: LivesChoice, contracts: string | undefined): Promise<LifeOutcome[]> {
  const { seeds, parallel } = choice;
  const outcomes = new Map<string, LifeOutcome>();
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  const bar = createLivesBar(seeds.length);
  const waiting = seeds.values();
  const worker = async (): Promise<void> => {
    for (const seed of waiting) {
      if (interrupted.signal.aborted) return;
      const progress = (done: number): void => bar.tell(seed, done);
      const terms = termsOf(choice, seed, contracts);
      const outcome = await runLife({ ...terms, stop: interrupted.signal, progress });
      if (interrupted.signal.aborted && !hasLived(outcome)) return;
      outcomes.set(seed, outcome);
      bar.tellOver(outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, seeds.length) }, worker));
  bar.end();
  for (const signal of signals) process.off(signal, interrupt);
  return seeds.flatMap((seed) => outcomes.get(seed) ?? []);
}

/** The table of the contracts that are wanted; undefined for the one that is shipped. */
function tableIn(folder: string, { only }: LivesChoice): string | undefined {
  if (only.length === 0) return undefined;
  const table = join(folder, 'contracts.json');
  const rows = readContractRows().filter(({ base }) => only.includes(base));
  writeFileSync(table, JSON.stringify(rows));
  return table;
}

/** A wrong setting would end every life. */
function findFaults(choice: LivesChoice): readonly string[] {
  const { settings: args } = termsOf(choice, choice.seeds[0] ?? '', undefined);
  const outcome = readSettings({ args, environment: {}, readText: () => undefined });
  return 'faults' in outcome ? outcome.faults : [];
}

function termsOf(choice: LivesChoice, seed: string, contracts: string | undefined) {
  const { bot, hours, speed, patienceMillis, startAt, wallet, isReplay: isShown } = choice;
  const settings = [
    ...['--port', '0', '--admin-port', '0', '--host', '127.0.0.1'],
    ...['--page', 'off', '--log-level', 'error', '--sandbox-accounts', '1'],
    ...['--oneway-accounts', '0', '--sandbox-wallet', String(wallet), ...NO_LIMITS],
    ...['--seed', seed, '--start-at', startAt],
    ...(speed === null ? ['--time', 'stepped'] : ['--speed', String(speed)]),
    ...(contracts === undefined ? [] : ['--contracts', contracts]),
    ...choice.settings,
  ];
  const seconds = Math.max(1, Math.round(hours * 3_600));
  return { bot, seed, seconds, speed, patienceMillis, isShown, settings };
}

function writeFiles(choice: LivesChoice, outcomes: readonly LifeOutcome[]): void {
  const lives = outcomes.filter(hasLived);
  const picture = join(choice.out, 'lives.svg');
  if (lives.length > 0) writeFileSync(picture, drawLives(lives));
  else rmSync(picture, { force: true });
  writeFileSync(join(choice.out, 'lives.json'), `${livesJson(choice, outcomes)}\n`);
  writeFileSync(join(choice.out, 'lives.csv'), livesCsv(outcomes));
}

function print(choice: LivesChoice, outcomes: readonly LifeOutcome[]): void {
  if (choice.prints === 'json') process.stdout.write(`${livesJson(choice, outcomes)}\n`);
  else if (choice.prints === 'csv') process.stdout.write(livesCsv(outcomes));
  else {
    const picture = outcomes.some(hasLived) ? 'lives.svg, ' : '';
    const files = ['', `Written to ${choice.out}: ${picture}lives.json, lives.csv`];
    process.stdout.write(`${[...formatLives(choice, outcomes), ...files].join('\n')}\n`);
  }
}

/** How far the lives have come: a bar on a terminal, and elsewhere a line for each life. */
export interface LivesBar {
  /** A life has come so far, from 0 to 1. */
  readonly tell: (seed: string, part: number) => void;
  readonly tellOver: (outcome: LifeOutcome) => void;
  readonly end: () => void;
}

const CELLS = 24;
const CLEAR = '\u001b[K';

export function createLivesBar(count: number): LivesBar {
  const began = performance.now();
  const parts = new Map<string, number>();
  const over = { lived: 0, failed: 0 };
  const isDrawn = process.stderr.isTTY;
  const draw = (): void => {
    const part = [...parts.values()].reduce((sum, each) => sum + each, 0) / count;
    const cells = '#'.repeat(Math.floor(part * CELLS)).padEnd(CELLS, '.');
    const failed = over.failed === 0 ? '' : `, ${over.failed} failed`;
    const lives = `${over.lived} of ${count} lives${failed}${leftText(began, part)}`;
    process.stderr.write(`\r[${cells}] ${Math.floor(100 * part)} %  ${lives}${CLEAR}`);
  };
  return {
    tell: (seed, part) => {
      parts.set(seed, part);
      if (isDrawn) draw();
    },
    tellOver: (outcome) => {
      parts.set(outcome.seed, 1);
      over[hasLived(outcome) ? 'lived' : 'failed'] += 1;
      if (isDrawn) draw();
      else
        process.stderr.write(
          `${over.lived + over.failed}/${count} ${outcome.seed}: ${wordsOf(outcome)}\n`,
        );
    },
    end: () => {
      if (isDrawn) process.stderr.write(`\r${CLEAR}`);
    },
  };
}

function leftText(began: number, part: number): string {
  if (part === 0) return '';
  const left = ((performance.now() - began) * (1 - part)) / part;
  return `, ${formatDuration(Math.ceil(left / 1_000) * 1_000)} left`;
}

/** The reason of a failure is in the report. */
function wordsOf(outcome: LifeOutcome): string {
  if (!hasLived(outcome)) return 'failed';
  const { figures, wallSeconds } = outcome;
  return `return ${percentText(figures.return)}, ${wallSeconds.toFixed(0)} s`;
}
