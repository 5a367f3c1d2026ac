import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/kit/long-first.ts';

/**
 * Where the launcher, too, keeps what Node made of the sources: workers and the processes that they
 * start need not make it again. It is said before the first worker is there.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('dist/compiled', import.meta.url));

/**
 * What starts processes, browsers or whole venues gets a worker of its own for each file. The rest
 * shares workers, which saves half of its time: nothing there outlives its test.
 */
const WHOLE = [
  'test/*.test.ts',
  'test/binance/clients/*.test.ts',
  'test/{archive,ccxt,cli,cluster,competition,deploy,examples,faults,fuzz,gateways}/**/*.test.ts',
  'test/{keys,lives,log,market,mcp,proof,python,records,replica,sandbox,time,torture}/**/*.test.ts',
  'test/{web,web-arena,web-console}/**/*.test.ts',
];

/** A loaded machine is slow, not wrong: only what hangs is ended. */
const PATIENCE_MILLIS = 180_000;

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'threads',
    maxWorkers: 3,
    // The package's own name leads to the sources.
    execArgv: ['--conditions=perpetua-source'],
    restoreMocks: true,
    passWithNoTests: false,
    testTimeout: PATIENCE_MILLIS,
    hookTimeout: PATIENCE_MILLIS,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: LongFirst },
    // Files are imported by Node itself, as in the running program, and not rewritten: what only
    // computes then takes half of the time. There is no `vi.mock` without the rewriting.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'whole',
          include: WHOLE,
          globalSetup: ['./test/kit/program.ts', './test/kit/cluster-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: WHOLE,
          isolate: false,
        },
      },
    ],
  },
});
