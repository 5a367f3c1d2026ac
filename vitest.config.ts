import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ProjectByProject } from './test/kit/project-by-project.ts';

/**
 * Where the launcher, too, keeps what Node made of the sources: workers and the processes that they
 * start need not make it again. It is said before the first worker is there.
 */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('dist/compiled', import.meta.url));

/** What is made from the sources and not kept. */
execFileSync(
  process.execPath,
  [fileURLToPath(new URL('scripts/make-client.mjs', import.meta.url))],
  {
    stdio: 'inherit',
  },
);

/** Who takes more than some ten seconds: `npm run prove` runs these, `npm test` the others. */
const LONG = ['{src,proof,test}/**/*.long.test.ts'];

/**
 * Tests of servers and of clients that connect again and again: what is left of them may still be
 * heard when they are over, so each file gets a worker of its own.
 */
const ALONE = [
  'test/binance/clients/*.test.ts',
  'test/bybit/clients/*.test.ts',
  'test/{archive,ccxt,cluster,facts,gateways,keys,log,python,records,replica,torture}/**/*.test.ts',
];

/** Other tests of processes, browsers and whole venues. */
const WHOLE = [
  'test/*.test.ts',
  'test/{cli,competition,deploy,examples,faults,fuzz,lives,market,mcp,proof}/**/*.test.ts',
  'test/{sandbox,time,web,web-arena,web-console}/**/*.test.ts',
];

/** Built and looked for once, before the first of them. */
const SETUP = ['./test/kit/program.ts', './test/kit/cluster-setup.ts'];

/** A loaded machine is slow, not wrong: only what hangs is ended. */
const PATIENCE_MILLIS = 180_000;

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'threads',
    // Two cores: tests wait for disks and other processes for a quarter of their time.
    maxWorkers: 4,
    // The package's own name leads to the sources.
    execArgv: ['--conditions=perpetua-source'],
    restoreMocks: true,
    passWithNoTests: false,
    testTimeout: PATIENCE_MILLIS,
    hookTimeout: PATIENCE_MILLIS,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: ProjectByProject },
    // Files are imported by Node itself, as in the running program, and not rewritten: what only
    // computes then takes half of the time. There is no `vi.mock` without the rewriting.
    experimental: { viteModuleRunner: false },
    projects: [
      {
        extends: true,
        test: { name: 'long', include: LONG, globalSetup: SETUP },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, exclude: LONG, globalSetup: SETUP },
      },
      // The rest shares workers, which saves the time in which each would load the same modules.
      {
        extends: true,
        test: {
          name: 'whole',
          include: WHOLE,
          exclude: [...LONG, ...ALONE],
          globalSetup: SETUP,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{src,proof,test}/**/*.test.ts'],
          exclude: [...LONG, ...ALONE, ...WHOLE],
          isolate: false,
        },
      },
    ],
  },
});
