/** The commands of a clone that prove the venue. Each is loaded only when it is used. */
import type { CommandTable } from '../src/cli/run-command.ts';

export const PROOFS: CommandTable = {
  demo: {
    summary: 'show a short scripted market, as the engine sees it',
    load: async () => (await import('./scripted-market/run-demo.ts')).runDemo,
  },
  sim: {
    summary: 'run seeded workloads against the engine and audit every step',
    load: async () => (await import('./sim/run-sim.ts')).runSim,
  },
  torture: {
    summary: 'kill a venue again and again, and check that it keeps every promise',
    load: async () => (await import('./torture/run-torture.ts')).runTorture,
  },
  bench: {
    summary: 'measure the book, engine, journal, http, ws, market, floods, or the path of an order',
    load: async () => (await import('./bench/run-bench.ts')).runBench,
  },
  'market report': {
    summary: 'measure how the simulated market behaves',
    load: async () => (await import('./market-report/run-report.ts')).runReport,
  },
  verdict: {
    summary: 'measure how often a sweep of lives is right, with and without an edge',
    load: async () => (await import('./verdict/run-verdict.ts')).runVerdict,
  },
  luck: {
    summary: 'measure how often the board of a contest tells luck from skill',
    load: async () => (await import('./luck/run-luck.ts')).runLuck,
  },
  'competition demo': {
    summary: 'a whole accelerated season with scripted teams, published and verified',
    load: async () => (await import('./demo-season/run-demo-season.ts')).runDemoSeason,
  },
  'cluster demo': {
    summary: 'a whole cluster on this machine, of which you can kill any process',
    load: async () => (await import('./cluster-demo/run-cluster-demo.ts')).runClusterDemo,
  },
};
