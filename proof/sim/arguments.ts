/** The options of `perpetua sim`. */

export interface SimOptions {
  readonly seeds: number;
  readonly commands: number;
  readonly from: number;
  /** Only this seed, with every detail if it fails. */
  readonly seed: number | null;
  readonly jobs: number;
  /** Replicas and a log that misbehaves, instead of a market. */
  readonly cluster: boolean;
  /** A whole market with everything that happens to it, instead of random traders. */
  readonly market: boolean;
  readonly shrink: boolean;
  readonly writeGolden: boolean;
  readonly rehashGolden: boolean;
  readonly json: boolean;
}

export const SIM_HELP = `Usage: perpetua sim [options]

Runs seeded random markets against the engine, audits every entry, and stops at
the first failure. With --cluster it runs three replicas that share a log which
misbehaves, and checks CLU-1 to CLU-8. With --market it runs whole markets with
jumps, halts, outages and restarts, and checks MKT-17 and MKT-18.

  --seeds N       how many seeds to run (default 100)
  --commands M    how many entries each seed gets (default 400)
  --from S        the first seed (default 1)
  --seed X        only this seed, with every detail if it fails
  --jobs J        how many threads (default: one for each core, at most 8)
  --cluster       simulate replicas that share a log
  --market        simulate markets and what happens to them
  --shrink        if a seed fails, drop commands while it still fails
  --json          print JSON
  --write-golden  write the journals that test/golden lacks, with the hashes
                  they reach
  --rehash-golden keep the journals, but write the hashes they reach now`;

const NUMBERS = ['--seeds', '--commands', '--from', '--seed', '--jobs'] as const;
type NumberName = (typeof NUMBERS)[number];
const FLAGS = [
  '--cluster',
  '--market',
  '--shrink',
  '--json',
  '--write-golden',
  '--rehash-golden',
] as const;
type FlagName = (typeof FLAGS)[number];

const isNumberName = (word: string): word is NumberName => NUMBERS.some((name) => name === word);
const isFlagName = (word: string): word is FlagName => FLAGS.some((name) => name === word);

/** The options, or what is wrong with them. */
export function parseSimArguments(args: readonly string[], cores: number): SimOptions | string {
  const numbers = new Map<NumberName, number>();
  const flags = new Set<FlagName>();
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (isFlagName(word)) flags.add(word);
    else if (isNumberName(word)) {
      const text = args[at + 1] ?? '';
      const value = Number(text);
      if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
        return `${word} needs a whole number, not "${text}"`;
      numbers.set(word, value);
      at += 1;
    } else return `"${word}" is not an option`;
  }
  const seed = numbers.get('--seed') ?? null;
  const options: SimOptions = {
    seeds: seed === null ? (numbers.get('--seeds') ?? 100) : 1,
    commands: numbers.get('--commands') ?? 400,
    from: seed ?? numbers.get('--from') ?? 1,
    seed,
    jobs: numbers.get('--jobs') ?? Math.min(8, cores),
    cluster: flags.has('--cluster'),
    market: flags.has('--market'),
    shrink: flags.has('--shrink'),
    writeGolden: flags.has('--write-golden'),
    rehashGolden: flags.has('--rehash-golden'),
    json: flags.has('--json'),
  };
  if (options.seeds < 1 || options.commands < 1 || options.jobs < 1)
    return 'seeds, commands and jobs are at least 1';
  return options;
}
