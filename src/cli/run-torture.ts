/**
 * `perpetua torture`: starts a venue, kills it many times, and reports whether it kept every
 * promise.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { reasonOf } from '../domain/reason-of.ts';
import { findNatsServer, NATS_NEEDED, startNats } from '../proof/cluster/nats-servers.ts';
import { openNetwork } from '../proof/cluster/network.ts';
import { REPLICA_NAMES, SERVER_NAMES, tortureCluster } from '../proof/cluster/torture-cluster.ts';
import { dataFolderIn } from '../proof/program.ts';
import { type TortureCount, type TortureResult, torture } from '../proof/torture/torture.ts';
import { type Flags, parseFlags } from '../terminal/flags.ts';
import { complain, TERMINAL } from '../terminal/output.ts';
import { runJournal } from './journal/run-journal.ts';

const FLAGS = { values: ['kills', 'seed'], switches: ['cluster', 'help', 'json'] } as const;

const HELP = `Usage: perpetua torture [--cluster] [--kills N] [--seed S] [--json]

Starts a venue in a new folder, trades on it with several clients, kills it with SIGKILL at random
moments and starts it again. Every acknowledged order must still exist. An order that is sent again,
with its client_oid or as the same signed bytes, must not be placed twice. The journal must lead to
the same state.

  --cluster   three replicas that share a log on three NATS servers: replicas, the holder of duties
              and the leader of the log are killed and stopped, and the whole log is read at the end
  --kills N   how many times to kill it (default 20)
  --seed S    chooses orders and moments (default 1); threads and disks still add chance`;

const KILLS = 20;
const SEED = 1;

export async function runTorture(args: string[]): Promise<number> {
  const flags = parseFlags(args, FLAGS);
  if (typeof flags === 'string') return complain(flags, 2);
  if (flags.switches.has('help')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const kills = readCount(flags, 'kills', KILLS);
  const seed = readCount(flags, 'seed', SEED);
  if (kills === undefined || seed === undefined || flags.words.length > 0)
    return complain('--kills and --seed take a whole number; see npx perpetua torture --help', 2);
  if (flags.switches.has('cluster')) return runClusterTorture({ kills, seed }, flags);
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-torture-'));
  const begun = performance.now();
  try {
    const result = await torture({ folder, kills, seed, progress: tellProgress(kills) });
    const faults = await checkStored(folder, result);
    if (faults.length > 0) throw new Error(faults.join('; '));
    const seconds = (performance.now() - begun) / 1_000;
    if (flags.switches.has('json')) TERMINAL.out(JSON.stringify({ ...result, seconds }));
    else tellResult(result, seconds);
    rmSync(folder, { recursive: true, force: true });
    return 0;
  } catch (error) {
    const words = reasonOf(error);
    complain(`VIOLATION: ${words}`, 1);
    complain(`the folder is kept: ${folder}`, 1);
    return complain(`to repeat: npx perpetua torture --kills ${kills} --seed ${seed}`, 1);
  }
}

async function runClusterTorture(
  { kills, seed }: { readonly kills: number; readonly seed: number },
  { switches }: Flags,
): Promise<number> {
  const program = findNatsServer();
  if (program === undefined) return complain(NATS_NEEDED, 1);
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-torture-'));
  const network = openNetwork([...SERVER_NAMES, ...REPLICA_NAMES]);
  if (network === undefined) TERMINAL.err('nothing is cut off: only root can make networks here');
  const servers = await startNats(program, SERVER_NAMES.length, { machines: network });
  try {
    const progress = TERMINAL.redraw ?? TERMINAL.err;
    const result = await tortureCluster({ folder, servers, network, kills, seed, progress });
    TERMINAL.redraw?.('');
    if (switches.has('json')) TERMINAL.out(JSON.stringify(result));
    else
      for (const [name, value] of Object.entries(result)) TERMINAL.out(`${name}: ${textOf(value)}`);
    return result.lost + result.doubled + result.hashesDiffering === 0 ? 0 : 1;
  } catch (error) {
    return complain(`VIOLATION: ${reasonOf(error)}`, 1);
  } finally {
    await servers.close();
    network?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const textOf = (value: number | Readonly<Record<string, number>>): string =>
  typeof value === 'number'
    ? `${value}`
    : Object.entries(value)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ');

/** Runs `perpetua journal` on the folder: every record must be good and lead to the same hash. */
export async function checkStored(folder: string, { hash }: TortureResult): Promise<string[]> {
  const data = ['--data', dataFolderIn(folder), '--json'];
  const lines: string[] = [];
  const printer = {
    out: (line: string) => lines.push(line),
    err: (line: string) => lines.push(line),
  };
  const verified = await runJournal(['verify', ...data], printer);
  if (verified !== 0) return [`journal verify: ${lines.join(' ')}`];
  lines.length = 0;
  const replayed = await runJournal(['replay', ...data], printer);
  if (replayed !== 0 || !lines.some((line) => line.includes(hash)))
    return [`journal replay: ${lines.join(' ')}, expected ${hash}`];
  return [];
}

const readCount = ({ values }: Flags, name: string, fallback: number): number | undefined => {
  const text = values.get(name) ?? String(fallback);
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

const tellProgress =
  (kills: number) =>
  (count: TortureCount): void => {
    const line = `kills ${count.kills}/${kills}  ${describe(count)}`;
    (TERMINAL.redraw ?? TERMINAL.err)(line);
  };

const describe = (count: TortureCount): string =>
  `sent ${count.sent}  acknowledged ${count.acknowledged}  refused ${count.refused}  ` +
  `canceled ${count.canceled}  retried ${count.retried} (${count.foundPlaced} had been placed)`;

function tellResult({ count, seq, hash }: TortureResult, seconds: number): void {
  process.stdout.write(
    `\n${count.kills} kills in ${seconds.toFixed(0)} s: ${describe(count)}\n` +
      `No acknowledged order was lost, none was placed twice, and every start succeeded.\n` +
      `The journal is good: ${seq} entries replay to ${hash}.\n`,
  );
}
