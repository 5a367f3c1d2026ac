/** The options of `perpetua sim`. */
import type { ProofOptions } from '../proof-command.ts';

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

export type SimOptions = ReturnType<typeof readSimOptions>;

export function readSimOptions({ values, switches, countOf }: ProofOptions, cores: number) {
  const seed = values.has('seed') ? countOf('seed', 0) : null;
  return {
    seeds: seed === null ? countOf('seeds') : 1,
    commands: countOf('commands'),
    from: seed ?? countOf('from', 0),
    /** Only this seed, with every detail if it fails. */
    seed,
    jobs: values.has('jobs') ? countOf('jobs') : Math.min(8, cores),
    /** Replicas and a log that misbehaves, instead of a market. */
    cluster: switches.has('cluster'),
    /** A whole market with everything that happens to it, instead of random traders. */
    market: switches.has('market'),
    shrink: switches.has('shrink'),
    writeGolden: switches.has('write-golden'),
    rehashGolden: switches.has('rehash-golden'),
    json: switches.has('json'),
  };
}
