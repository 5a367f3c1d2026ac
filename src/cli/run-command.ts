/**
 * The command table of the command line. Each command lives in a module of its own, loaded only
 * when it is asked for, takes the words after its name and returns an exit code: 0 for success, 1
 * for a failure, 2 for words that were not understood.
 */
import { findNearest } from '../terminal/nearest.ts';
import type { Output } from '../terminal/output.ts';

type Run = (args: string[]) => Promise<number> | number;

interface CommandLineEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Run>;
}

const TABLE: readonly CommandLineEntry[] = [
  {
    name: 'start',
    summary: 'start the venue',
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'account',
    summary: 'create, list, fund and reset accounts of a running venue, and issue keys',
    load: async () => (await import('./account/run-account.ts')).runAccount,
  },
  {
    name: 'keys',
    summary: 'give a stopped venue new keys, where the files of the old ones are lost',
    load: async () => (await import('./keys/run-keys.ts')).runKeys,
  },
  {
    name: 'market',
    summary: 'show the market of a running venue, and choose where its prices come from',
    load: async () => (await import('./market/run-market.ts')).runMarket,
  },
  {
    name: 'time',
    summary: 'show, speed up, pause and step the time of a running sandbox',
    load: async () => (await import('./time/run-time.ts')).runTime,
  },
  {
    name: 'chaos',
    summary: 'give a running sandbox a bad day: shocks, outages, thin books, halts',
    load: async () => (await import('./chaos/run-chaos.ts')).runChaos,
  },
  {
    name: 'qualify',
    summary: 'walk through what a trading program needs, and say what works',
    load: async () => (await import('./run-qualify.ts')).runQualify,
  },
  {
    name: 'competition',
    summary: 'run a season: teams, keys, reset, start, standings, sanctions, result',
    load: async () => (await import('./competition/run-competition.ts')).runCompetition,
  },
  {
    name: 'settings',
    summary: 'show every setting and what it is',
    load: async () => (await import('./settings/show-settings.ts')).showSettings,
  },
  {
    name: 'demo',
    summary: 'tell a short scripted market, as the engine sees it',
    load: async () => (await import('../proof/scripted-market/run-demo.ts')).runDemo,
  },
  {
    name: 'sim',
    summary: 'run seeded workloads against the engine and audit every step',
    load: async () => (await import('../proof/sim/run-sim.ts')).runSim,
  },
  {
    name: 'journal',
    summary: 'check, show or replay the journal of a data folder',
    load: async () => (await import('./journal/run-journal.ts')).runJournal,
  },
  {
    name: 'torture',
    summary: 'kill a venue of its own again and again, and see whether it keeps its word',
    load: async () => (await import('./run-torture.ts')).runTorture,
  },
  {
    name: 'bench',
    summary: 'measure this machine: book, engine, journal, http, ws, market or flood',
    load: async () => (await import('./run-bench.ts')).runBench,
  },
];

const HELP_WORDS: ReadonlySet<string> = new Set(['help', '--help', '-h']);

export async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || HELP_WORDS.has(name)) {
    output.out(formatHelp());
    return 0;
  }
  const entry = TABLE.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    const nearest = findNearest(name, [...TABLE.map((known) => known.name), 'help']);
    output.err(`perpetua: no command "${name}"; did you mean "${nearest}"?`);
    output.err('Run "npx perpetua help" for the list of commands.');
    return 2;
  }
  const run = await entry.load();
  return run(rest);
}

function formatHelp(): string {
  const rows = [...TABLE, { name: 'help', summary: 'show this list' }];
  const lines = rows.map(({ name, summary }) => `  ${name.padEnd(13)}${summary}`);
  return ['Usage: perpetua <command> [options]', '', 'Commands:', ...lines].join('\n');
}
