/**
 * The command table. Each command has its own module, which is loaded only when the command is
 * used. It receives the words after its name and returns an exit code: 0 for success, 1 for a
 * failure, 2 for words it does not understand.
 */
import { readVersion } from '../gateway/read-version.ts';
import { isHelp } from '../terminal/flags.ts';
import { didYouMean } from '../terminal/nearest.ts';
import { complain, EXIT, type Output } from '../terminal/output.ts';
import { formatMeanings } from '../terminal/wrap-text.ts';

type Run = (args: string[]) => Promise<number> | number;

export interface CommandLineEntry {
  readonly summary: string;
  readonly load: () => Promise<Run>;
}

/** By the word, or the two, that it is called by. */
export type CommandTable = Readonly<Record<string, CommandLineEntry>>;

const TABLE: CommandTable = {
  start: {
    summary: 'start the venue',
    load: async () => (await import('./start.ts')).start,
  },
  gateway: {
    summary: 'a process with the doors of a venue; "start --gateways N" starts them',
    load: async () => (await import('./run-gateway.ts')).startGateway,
  },
  cluster: {
    summary: 'look after a venue of several replicas: try one out, see how it is, restore its log',
    load: async () => (await import('./cluster/run-cluster.ts')).runCluster,
  },
  account: {
    summary: 'create, list, fund and reset accounts of a running venue, and issue keys',
    load: async () => (await import('./account/run-account.ts')).runAccount,
  },
  keys: {
    summary: 'give a stopped venue new keys, if the files of the old ones were lost',
    load: async () => (await import('./run-keys.ts')).runKeys,
  },
  market: {
    summary: 'show the market of a running venue, and choose where its prices come from',
    load: async () => (await import('./market/run-market.ts')).runMarket,
  },
  time: {
    summary: 'show, speed up, pause and step the time of a running sandbox',
    load: async () => (await import('./time/run-time.ts')).runTime,
  },
  chaos: {
    summary: 'give a running sandbox a bad day: shocks, outages, thin books, halts',
    load: async () => (await import('./chaos/run-chaos.ts')).runChaos,
  },
  fork: {
    summary: 'make a second venue that goes on from a moment of the first, which does not notice',
    load: async () => (await import('./fork/run-fork.ts')).runFork,
  },
  tape: {
    summary: 'look into a recording of a real market, which a venue can play',
    load: async () => (await import('./tape/run-tape.ts')).runTape,
  },
  export: {
    summary: 'write what happened at a venue as data: LOBSTER, npz, Tardis CSV, CSV, Parquet',
    load: async () => (await import('./export/run-export.ts')).runExport,
  },
  lives: {
    summary: 'run a trading program against many markets, and compare what came of it',
    load: async () => (await import('./lives/run-lives.ts')).runLives,
  },
  report: {
    summary: 'tell what an account of a data folder did, as a page and as data',
    load: async () => (await import('./report/run-account-report.ts')).runAccountReport,
  },
  mcp: {
    summary: 'let a language model trade with one key, through the Model Context Protocol',
    load: async () => (await import('./mcp/run-mcp.ts')).runMcp,
  },
  lab: {
    summary: 'run markets in lockstep with a program that learns to trade, such as a Python one',
    load: async () => (await import('./run-lab.ts')).runLab,
  },
  qualify: {
    summary: 'check that a trading program can do everything it needs on a venue',
    load: async () => (await import('./qualify/run-qualify.ts')).runQualify,
  },
  competition: {
    summary: 'run a season: teams, keys, reset, start, standings, sanctions, result',
    load: async () => (await import('./competition/run-competition.ts')).runCompetition,
  },
  contest: {
    summary: 'run a contest of programs: rules, hidden seeds, a board, a result anyone re-runs',
    load: async () => (await import('./contest/run-contest.ts')).runContest,
  },
  arena: {
    summary: 'let language models trade against each other on markets that nobody knew',
    load: async () => (await import('./arena/run-arena.ts')).runArena,
  },
  settings: {
    summary: 'show every setting, its value and where that was set',
    load: async () => (await import('./settings/show-settings.ts')).showSettings,
  },
  journal: {
    summary: 'check, show or replay the journal of a data folder',
    load: async () => (await import('./journal/run-journal.ts')).runJournal,
  },
};

/** With the commands of a clone, if this is one. A name of two words is a verb of a command. */
export async function runCommand(
  args: readonly string[],
  output: Output,
  ofClone: CommandTable = {},
): Promise<number> {
  const [name] = args;
  if (name === undefined || isHelp(name)) {
    output.out(formatHelp(ofClone));
    return 0;
  }
  if (name === '--version' || name === '-v') {
    output.out(readVersion());
    return 0;
  }
  const found = Object.entries({ ...ofClone, ...TABLE }).find(([candidate]) =>
    candidate.split(' ').every((word, at) => args[at] === word),
  );
  if (found === undefined) {
    const known = Object.keys({ ...TABLE, ...ofClone });
    const hint = didYouMean(name, [...known, 'help', '--version'], (meant) => `"${meant}"`);
    output.err(`perpetua: no command "${name}"${hint}`);
    output.err('Run "npx perpetua help" for the list of commands.');
    return 2;
  }
  const [called, entry] = found;
  const run = await entry.load();
  try {
    return await run(args.slice(called.split(' ').length));
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    return complain(error.message, EXIT.failed, output);
  }
}

/** A file, a folder or an address is not as it should be. The operator can mend that; we cannot. */
const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && ('syscall' in error || 'path' in error);

function formatHelp(ofClone: CommandTable): string {
  const list = (rows: Readonly<Record<string, Pick<CommandLineEntry, 'summary'>>>): string =>
    formatMeanings(Object.entries(rows).map(([name, { summary }]) => [name, summary]));
  const commands = list({
    ...TABLE,
    help: { summary: 'show this list' },
    '--version': { summary: 'show the version' },
  });
  const proofs =
    Object.keys(ofClone).length === 0
      ? ['Proofs (sim, bench, torture and others) run in a clone of the repository.']
      : ['What proves the venue, in a clone of the repository:', list(ofClone)];
  return ['Usage: perpetua <command> [options]', '', 'Commands:', commands, '', ...proofs].join(
    '\n',
  );
}
