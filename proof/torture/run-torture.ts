/**
 * `perpetua torture`: starts a venue, kills it many times, and reports whether it kept every
 * promise.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runJournal } from '../../src/cli/journal/run-journal.ts';
import { reasonOf } from '../../src/domain/reason-of.ts';
import type { Flags } from '../../src/terminal/flags.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { complain, TERMINAL } from '../../src/terminal/output.ts';
import { findNatsServer, NATS_NEEDED, startNats } from '../cluster/nats-servers.ts';
import { openNetwork } from '../cluster/network.ts';
import { findPostgres, POSTGRES_NEEDED, startPostgres } from '../cluster/postgres-server.ts';
import { type ClusterTortureResult, violationsIn } from '../cluster/torture-audit.ts';
import { SERVER_NAMES, tortureCluster } from '../cluster/torture-cluster.ts';
import { TORTURE_FAULTS } from '../cluster/torture-faults.ts';
import { type ClusterTortureTerms, REPLICA_NAMES } from '../cluster/torture-field.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { dataFolderIn } from '../program.ts';
import { proofCommand } from '../proof-command.ts';
import { type TortureCount, type TortureResult, torture } from './torture.ts';

const HELP = `Usage: perpetua torture [--cluster [--faults NAME,…]] [--kills N] [--seed S]
                        [--gateways N] [--json]

Starts a venue in a new folder, trades on it with several clients, kills it with
SIGKILL at random moments and starts it again. Every acknowledged order must
still exist. An order that is sent again, with its client_oid or as the same
signed bytes, must not be placed twice. The journal must lead to the same state.

  --cluster   three replicas that share a log on three NATS servers, and a
              database: each of them is killed, stopped and cut off, clocks are
              wrong, the database is locked, messages are forged; the whole log
              is judged at the end (200 faults take about 50 minutes)
  --faults NAME,…  only these, of
${TORTURE_FAULTS.map(({ name }) => `              ${name}`).join('\n')}
  --gateways N  with N processes for the connections (default 0); half of the
              kills hit one of them alone
  --kills N   how many times to kill it (default 20)
  --seed S    chooses orders and moments (default 1); threads and disks still
              add chance`;

export const runTorture = proofCommand(HELP, async (flags) => {
  const kills = flags.countOf('kills', 0);
  const seed = flags.countOf('seed', 0);
  const gateways = flags.countOf('gateways', 0);
  const only = flags.values.get('faults')?.split(',');
  const unknown = only?.find((name) => !TORTURE_FAULTS.some((fault) => fault.name === name));
  if (unknown !== undefined) return complain(`there is no fault "${unknown}"; see --help`, 2);
  if (flags.switches.has('cluster')) return runClusterTorture({ kills, seed, only }, flags);
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-torture-'));
  const begun = performance.now();
  try {
    const result = await torture({ folder, kills, seed, gateways, progress: tellProgress(kills) });
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
});

async function runClusterTorture(
  choices: Pick<ClusterTortureTerms, 'kills' | 'seed' | 'only'>,
  { switches }: Flags,
): Promise<number> {
  const program = findNatsServer();
  if (program === undefined) return complain(NATS_NEEDED, 1);
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-torture-'));
  const network = openNetwork([...SERVER_NAMES, ...REPLICA_NAMES]);
  if (network === undefined) TERMINAL.err('nothing is cut off: only root can make networks here');
  const bin = findPostgres();
  if (bin === undefined) TERMINAL.err(`nothing happens to a database: ${POSTGRES_NEEDED}`);
  const servers = await startNats(program, SERVER_NAMES.length, { machines: network });
  const server =
    bin === undefined ? undefined : await startPostgres(bin, { host: network?.ownAddress });
  const begun = performance.now();
  try {
    const database = server && { server, url: await server.provide('torture') };
    const progress = TERMINAL.redraw ?? TERMINAL.err;
    const terms = { folder, servers, network, database, ...choices, progress };
    const result = await tortureCluster(terms);
    TERMINAL.redraw?.('');
    if (switches.has('json')) TERMINAL.out(JSON.stringify(result));
    else for (const line of formatTorture(result)) TERMINAL.out(line);
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    TERMINAL.err(`${choices.kills} faults in ${minutes} minutes, seed ${choices.seed}`);
    return violationsIn(result) === 0 ? 0 : 1;
  } catch (error) {
    return complain(`VIOLATION: ${reasonOf(error)}`, 1);
  } finally {
    await servers.close();
    await server?.close();
    network?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

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

/** What came of a torture, as tables; docs/SCALING.md sums up a long one. */
export function formatTorture(result: ClusterTortureResult): string[] {
  const { faults, silenceMillis, skipped } = result;
  const seconds = (millis: number | undefined): string =>
    millis === undefined ? '' : `${(millis / 1_000).toFixed(millis < 1_000 ? 2 : 1)} s`;
  const counts: readonly (readonly [string, number | null])[] = [
    ['requests acknowledged', result.acknowledged],
    ['refused, because their window had passed', result.refused],
    ['not answered, because their replica died or was cut off', result.unknown],
    ['**lost**', result.lost],
    ['**doubled**', result.doubled],
    ['**took effect after their window**', result.late],
    ['**refused, and took effect all the same**', result.contradicted],
    ['**forged, and took effect**', result.forged],
    ['hashes of states compared', result.hashesCompared],
    ['**hashes differing**', result.hashesDiffering],
    ['**rows of history missing or too many**', result.historyDiffering],
    ['servers of the log started again, as their copy did not come back', result.startedAgain],
    ...Object.entries(skipped).map(
      ([why, times]) => [`messages passed over: ${why}`, times] as const,
    ),
  ];
  const struck = Object.entries(faults);
  return [
    ...formatMarkdownTable([
      ['fault', 'times', 'longest time without a write elsewhere'],
      ...struck.map(([name, times]) => [name, String(times), seconds(silenceMillis[name])]),
    ]),
    '',
    ...formatMarkdownTable([
      ['', ''],
      ...counts.flatMap(([name, count]) => (count === null ? [] : [[name, whole(count)]])),
    ]),
  ];
}
