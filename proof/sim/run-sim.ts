/**
 * The `perpetua sim` command: many seeds, two threads, one line of progress, and a replay on
 * failure.
 */

import { availableParallelism } from 'node:os';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { simulateCluster } from '../cluster/simulate-cluster.ts';
import { proofCommand } from '../proof-command.ts';
import { readSimOptions, SIM_HELP, type SimOptions } from './arguments.ts';
import { rehashGolden, writeGolden } from './golden.ts';
import { runThread, type SeedReport } from './seed-thread.ts';
import { shrink } from './shrink.ts';
import { type SimOutcome, simulate } from './simulate.ts';
import { simulateMarket } from './simulate-market.ts';

export const runSim = proofCommand(SIM_HELP, (asked) => {
  const options = readSimOptions(asked, availableParallelism());
  if (options.writeGolden || options.rehashGolden) {
    for (const line of options.writeGolden ? writeGolden() : rehashGolden()) console.log(line);
    return 0;
  }
  return options.seed === null ? runSeeds(options) : runOne(options, options.seed);
});

function runOne(options: SimOptions, seed: number): number {
  if (options.cluster || options.market) return runOneOf(options, seed);
  const outcome = simulate(seed, options.commands);
  if (outcome.failure === null) {
    const { hash, entries } = outcome;
    console.log(
      options.json
        ? JSON.stringify({ seed, entries: entries.length, hash })
        : `seed ${seed}: ${entries.length} entries, clean, hash ${hash}`,
    );
    return 0;
  }
  tellFailure(options.shrink ? shrink(outcome) : outcome, options);
  return 1;
}

function runOneOf({ json, cluster }: SimOptions, seed: number): number {
  const outcome = cluster ? simulateCluster(seed) : simulateMarket(seed);
  const { happened, failure, ...counts } = { seed, ...outcome };
  const { entries } = counts;
  if (failure !== undefined) {
    console.error(`seed ${seed} fails after ${entries} entries: ${failure}`);
    console.error(`replay: npx perpetua sim --${cluster ? 'cluster' : 'market'} --seed ${seed}`);
    return 1;
  }
  const facts = [...Object.entries(counts), ...happened];
  if (json) console.log(JSON.stringify(Object.fromEntries(facts)));
  else for (const [name, count] of facts) console.log(`${name}: ${count}`);
  return 0;
}

async function runSeeds(options: SimOptions): Promise<number> {
  const jobs = Math.min(options.jobs, options.seeds);
  const failed: number[] = [];
  const progress = { seeds: 0, entries: 0 };
  const started = performance.now();
  const onReport = (report: SeedReport): void => {
    progress.seeds += 1;
    progress.entries += report.entries;
    if (report.failed) {
      failed.push(report.seed);
      for (const { worker } of threads) void worker.terminate();
    }
    tellProgress(progress, options, started);
  };
  const threads = Array.from({ length: jobs }, (_, job) =>
    runThread({ ...options, jobs, job }, onReport),
  );
  await Promise.all(threads.map(({ done }) => done));
  TERMINAL.redraw?.('');
  const [first] = failed.sort((one, other) => one - other);
  if (first !== undefined) return runOne({ ...options, seed: first }, first);
  const missing = options.seeds - progress.seeds;
  if (missing > 0) {
    console.error(`perpetua sim: ${missing} seeds were not run: a thread stopped early`);
    return 1;
  }
  console.log(
    options.json
      ? JSON.stringify(progress)
      : `${progress.seeds} seeds, ${progress.entries} entries, no invariant broken`,
  );
  return 0;
}

function tellProgress(
  progress: { readonly seeds: number; readonly entries: number },
  options: SimOptions,
  started: number,
): void {
  const seconds = Math.max(1, Math.round((performance.now() - started) / 1_000));
  const rate = Math.round(progress.entries / seconds);
  const line = `seeds ${progress.seeds}/${options.seeds}  entries ${progress.entries}  ${rate}/s`;
  if (TERMINAL.redraw !== undefined) TERMINAL.redraw(`${line}  ${seconds} s`);
  else if (progress.seeds % 250 === 0) TERMINAL.err(`${line}  ${seconds} s`);
}

/** How many events of the last entry are shown. */
const EVENTS_SHOWN = 20;

function tellFailure({ seed, entries, failure }: SimOutcome, options: SimOptions): void {
  if (failure === null) return;
  const { entry, error, events } = failure;
  console.error(`seed ${seed} fails at entry ${entry.seq} of ${entries.length}: ${error.message}`);
  console.error(`  ${stringifyPlain(entry)}`);
  for (const event of events.slice(-EVENTS_SHOWN)) console.error(`    ${stringifyPlain(event)}`);
  if (options.seed !== null) console.error(error.stack);
  if (options.shrink) {
    console.error(`the shortest journal found, ${entries.length} entries:`);
    for (const each of entries) console.error(`  ${stringifyPlain(each)}`);
  }
  console.error(`replay: npx perpetua sim --seed ${seed} --commands ${options.commands}`);
}
