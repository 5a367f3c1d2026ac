/**
 * Breaks a real cluster in every way it knows while requests are written to it: three replicas as
 * processes, a log on three NATS servers, a database. At the end the log itself is judged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '../../src/domain/reason-of.ts';
import { connectNats } from '../../src/venue/replica/nats-log.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';
import { pickWeighted, roll } from '../sim/dice.ts';
import { auditTorture, type ClusterTortureResult } from './torture-audit.ts';
import { TORTURE_FAULTS, type TortureFault } from './torture-faults.ts';
import {
  type ClusterTortureTerms,
  insist,
  REPLICAS,
  TORTURE_NAME,
  TortureField,
} from './torture-field.ts';

/** The machines of a network under torture, besides the replicas. */
export const SERVER_NAMES = ['n1', 'n2', 'n3'];

export async function tortureCluster(terms: ClusterTortureTerms): Promise<ClusterTortureResult> {
  const faults = faultsOf(terms);
  // Servers that have just started are given a while.
  const connection = await insist(() => connectNats(terms.servers.urls));
  try {
    const { venue } = await insist(async () => {
      const opened = await openStream(connection, TORTURE_NAME, { copies: REPLICAS });
      if (typeof opened === 'string') throw new Error(opened);
      return opened;
    });
    const field = new TortureField(terms, connection, venue);
    try {
      const struck = await strikeAll(field, faults, terms);
      field.quieten();
      await pause(2_000);
      return { faults: struck, ...(await auditTorture(field, connection, venue)) };
    } finally {
      await field.close();
    }
  } finally {
    await connection.close();
  }
}

/** Those that can be met here. */
export function faultsOf({
  network,
  database,
  only,
}: Pick<ClusterTortureTerms, 'network' | 'database' | 'only'>): readonly TortureFault[] {
  const has = { network: network !== undefined, database: database !== undefined };
  return TORTURE_FAULTS.filter(
    ({ name, needs }) =>
      (needs === undefined || has[needs]) && (only === undefined || only.includes(name)),
  );
}

async function strikeAll(
  field: TortureField,
  faults: readonly TortureFault[],
  { kills, progress }: ClusterTortureTerms,
): Promise<Record<string, number>> {
  const struck: Record<string, number> = {};
  const weights = faults.map(({ name, weight }) => [name, weight] as const);
  await field.open();
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(roll(field.dice, 300, 1_500));
    const name = pickWeighted(field.dice, weights);
    field.begin(name);
    const begun = performance.now();
    try {
      await faults.find((fault) => fault.name === name)?.strike(field);
    } catch (error) {
      throw new Error(`${kill}/${kills}, ${name}: ${reasonOf(error)}`, { cause: error });
    }
    struck[name] = (struck[name] ?? 0) + 1;
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const { size } = field.acknowledged;
    progress(`${kill}/${kills}  ${name}  ${seconds} s  acknowledged ${size}`);
  }
  return struck;
}
