/**
 * A few hundred short markets under audit, in two threads, and proof that they were worth it:
 * across the seeds everything that can happen has happened.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { addCoverage, type Coverage } from '../../proof/sim/coverage.ts';
import { runThread, type SeedReport } from '../../proof/sim/seed-thread.ts';
import {
  CANCEL_REASONS,
  DELEVERAGE_CLASSES,
  EVENT_KINDS,
  FILL_VENUES,
  LIQUIDATION_STAGES,
  REJECT_REASONS,
} from './everything.ts';

/** Together they meet everything below; for more there is `perpetua sim`. */
const FIRST_SEED = 154;
const SEEDS = 330;
const COMMANDS = 210;
const THREADS = 2;
const PATIENCE = 240_000;

/** Nobody can meet these with commands, and why. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  // A liquidation begins and ends inside one entry, so no command comes in between.
  'reject account-liquidating',
  // Five thousand teams do not fit into a short market.
  'reject season-full',
  // No tape is played.
  'event levels-played',
]);

const reports: SeedReport[] = [];
const coverage: Coverage = new Map();

beforeAll(async () => {
  const share = {
    from: FIRST_SEED,
    seeds: SEEDS,
    commands: COMMANDS,
    jobs: THREADS,
    cluster: false,
    market: false,
  };
  const threads = Array.from({ length: THREADS }, (_, job) =>
    runThread({ ...share, job }, (report) => reports.push(report)),
  );
  await Promise.all(threads.map(({ done }) => done));
  for (const report of reports) addCoverage(coverage, new Map(report.coverage));
}, PATIENCE);

test(`[SIM-1] the auditor finds nothing in ${SEEDS} seeds from ${FIRST_SEED} on`, () => {
  const failures = reports.filter(({ failed }) => failed);
  expect(failures.map(({ seed, message }) => `seed ${seed}, ${message}`)).toEqual([]);
  expect(reports).toHaveLength(SEEDS);
});

describe('what happened at least once', () => {
  const missing = (prefix: string, names: readonly string[]): string[] =>
    names
      .map((name) => `${prefix} ${name}`)
      .filter((mark) => !coverage.has(mark) && !UNREACHABLE.has(mark));

  test('[SIM-1] every kind of event', () => {
    expect(missing('event', EVENT_KINDS)).toEqual([]);
  });
  test('[SIM-1] every reason to cancel', () => {
    expect(missing('cancel', CANCEL_REASONS)).toEqual([]);
  });
  test('[SIM-1] every reason to refuse, but those nobody can meet', () => {
    expect(missing('reject', REJECT_REASONS)).toEqual([]);
  });
  test('[SIM-1] every venue of a fill', () => {
    expect(missing('venue', FILL_VENUES)).toEqual([]);
  });
  test('[SIM-1] every stage of a liquidation', () => {
    expect(LIQUIDATION_STAGES.filter((mark) => !coverage.has(mark))).toEqual([]);
  });
  test('[SIM-1] every class of deleveraging', () => {
    expect(missing('class', DELEVERAGE_CLASSES)).toEqual([]);
  });
});
