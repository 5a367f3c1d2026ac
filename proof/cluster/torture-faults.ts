/**
 * What can happen to a cluster under torture. Each fault breaks something, sees that those who were
 * left alone write on, mends it again and waits until everybody is open.
 */
import { pick, roll } from '../sim/dice.ts';
import { REPLICA_NAMES, replicaName, type TortureField } from './torture-field.ts';

export interface TortureFault {
  readonly name: string;
  /** How often it is drawn, beside the others. */
  readonly weight: number;
  /** What it cannot do without. */
  readonly needs?: 'network' | 'database';
  readonly strike: (field: TortureField) => Promise<void>;
}

/** A stop, or a cut, that passes before anybody has to be replaced. */
const SHORT = [500, 6_000] as const;

const plain = (
  name: string,
  weight: number,
  strike: TortureFault['strike'],
  needs?: TortureFault['needs'],
): TortureFault => ({ name, weight, strike, ...(needs === undefined ? {} : { needs }) });

/** What of a machine's messages is lost. */
type Loss = 'all' | 'sent' | 'heard';

function cut(field: TortureField, name: string, others: readonly string[], loss: Loss): void {
  for (const other of others.filter((each) => each !== name)) {
    if (loss !== 'heard') field.network.cut(name, other);
    if (loss !== 'sent') field.network.cut(other, name);
  }
}

const everybody = (field: TortureField): readonly string[] => [
  ...field.servers.names,
  ...REPLICA_NAMES,
];

/** What is cut off must open again by itself when the network is whole. */
const cutReplica =
  (loss: Loss, [low, high]: readonly [number, number]) =>
  async (field: TortureField): Promise<void> => {
    const victim = field.pickReplica();
    await field.leaveAlone(field.othersThan(victim), async () => {
      cut(field, replicaName(victim.place), everybody(field), loss);
      await field.rest(roll(field.dice, low, high));
      field.network.heal();
      await field.untilOpen();
    });
  };

const cutLeader =
  (loss: Loss) =>
  async (field: TortureField): Promise<void> => {
    const leader = await field.findLeader();
    await field.leaveAlone(field.replicas, async () => {
      cut(field, leader, everybody(field), loss);
      await field.untilWritten();
      field.network.heal();
      await field.untilOpen();
    });
    await field.untilWhole();
  };

/** The leader, or one of the others. */
async function pickServer(field: TortureField, isLeader: boolean): Promise<string> {
  const leader = await field.findLeader();
  if (isLeader) return leader;
  return pick(
    field.dice,
    field.servers.names.filter((each) => each !== leader),
  );
}

/** Replicas still reach it, and it answers their pings; it has lost its quorum all the same. */
const cutFromPeers =
  (isLeader: boolean, [low, high]: readonly [number, number]) =>
  async (field: TortureField): Promise<void> => {
    const server = await pickServer(field, isLeader);
    await field.leaveAlone(field.replicas, async () => {
      cut(field, server, field.servers.names, 'all');
      const healed = performance.now() + roll(field.dice, low, high);
      await field.untilAllWrite();
      await field.rest(healed - performance.now());
      field.network.heal();
      await field.untilOpen();
    });
    await field.untilWhole();
  };

const killReplica =
  (isHolder: boolean) =>
  async (field: TortureField): Promise<void> => {
    const victim = (isHolder ? field.findHolder() : undefined) ?? field.pickReplica();
    await field.leaveAlone(field.othersThan(victim), () => field.replace(victim));
  };

async function stopReplica(field: TortureField): Promise<void> {
  const victim = field.pickReplica();
  await field.leaveAlone(field.othersThan(victim), async () => {
    victim.isStopped = true;
    victim.process.kill('SIGSTOP');
    await field.rest(roll(field.dice, ...SHORT));
    victim.process.kill('SIGCONT');
    victim.isStopped = false;
    await field.untilOpen();
  });
}

async function killLeader(field: TortureField): Promise<void> {
  const leader = await field.findLeader();
  await field.leaveAlone(field.replicas, async () => {
    await field.servers.kill(leader);
    await field.untilWritten();
    field.servers.start(leader);
  });
  await field.untilWhole();
}

async function killBoth(field: TortureField): Promise<void> {
  const victim = field.pickReplica();
  const leader = await field.findLeader();
  await field.leaveAlone(field.othersThan(victim), async () => {
    await field.servers.kill(leader);
    await field.replace(victim);
    await field.untilWritten();
    field.servers.start(leader);
  });
  await field.untilWhole();
}

const stopServer =
  (isLeader: boolean) =>
  async (field: TortureField): Promise<void> => {
    const server = await pickServer(field, isLeader);
    await field.leaveAlone(field.replicas, async () => {
      field.servers.signal(server, 'SIGSTOP');
      await field.rest(roll(field.dice, ...SHORT));
      await field.untilWritten();
      field.servers.signal(server, 'SIGCONT');
      await field.untilOpen();
    });
    await field.untilWhole();
  };

/** The clock of one replica is wrong for a while. Nobody else minds. */
async function skewClock(field: TortureField): Promise<void> {
  const victim = field.pickReplica();
  const skew = roll(field.dice, 1_000, 8_000) * pick(field.dice, [-1, 1]);
  await field.leaveAlone(field.othersThan(victim), async () => {
    field.tell(victim, { kind: 'set-skew', skew });
    await field.rest(roll(field.dice, 2_000, 8_000));
    field.tell(victim, { kind: 'set-skew', skew: roll(field.dice, -300, 300) });
    await field.untilOpen();
  });
}

const hurtDatabase =
  (hurt: (field: TortureField) => Promise<() => Promise<void>>) =>
  async (field: TortureField): Promise<void> => {
    await field.leaveAlone(field.replicas, async () => {
      const mend = await hurt(field);
      await field.rest(roll(field.dice, 1_000, 8_000));
      await mend();
      await field.untilOpen();
    });
  };

const lockDatabase = hurtDatabase((field) => field.lockHistory());

const stopDatabase = hurtDatabase(async ({ database: { server } }) => {
  server.signal('SIGSTOP');
  return async () => server.signal('SIGCONT');
});

/** Under a lock, so that transactions hold connections. A replica that starts meanwhile waits. */
const killDatabase = hurtDatabase(async (field) => {
  const { server } = field.database;
  const unlock = await field.lockHistory();
  await field.rest(roll(field.dice, 200, 1_500));
  await server.stop('SIGKILL');
  return async () => {
    await unlock();
    await server.start();
  };
});

async function killDatabaseAndReplica(field: TortureField): Promise<void> {
  const victim = field.pickReplica();
  const { server } = field.database;
  await field.leaveAlone(field.othersThan(victim), async () => {
    await server.stop('SIGKILL');
    const starting = field.replace(victim);
    await field.rest(roll(field.dice, 1_000, 6_000));
    await server.start();
    await starting;
  });
}

async function forge(field: TortureField): Promise<void> {
  await field.leaveAlone(field.replicas, async () => {
    for (let burst = 0; burst < 5; burst += 1) {
      await field.forge();
      await field.rest(roll(field.dice, 100, 600));
    }
    await field.untilAllWrite();
  });
}

/** In seconds, and how often each is drawn. */
const LONG_CUTS = new Map([
  [20, 4],
  [45, 3],
  [80, 2],
  [200, 2],
]);

/** The weights are out of a hundred. */
export const TORTURE_FAULTS: readonly TortureFault[] = [
  plain('kill a replica', 9, killReplica(false)),
  plain('kill the holder', 5, killReplica(true)),
  plain('stop a replica', 6, stopReplica),
  plain('kill the leader', 5, killLeader),
  plain('stop the leader', 5, stopServer(true)),
  plain('stop a server', 4, stopServer(false)),
  plain('kill leader and replica', 5, killBoth),
  plain('cut off a replica', 6, cutReplica('all', SHORT), 'network'),
  plain('cut what a replica sends', 4, cutReplica('sent', SHORT), 'network'),
  plain('cut what a replica hears', 4, cutReplica('heard', SHORT), 'network'),
  plain('cut off the leader', 4, cutLeader('all'), 'network'),
  plain('cut what the leader sends', 4, cutLeader('sent'), 'network'),
  plain('cut the leader from its peers', 5, cutFromPeers(true, [5_000, 15_000]), 'network'),
  plain('cut a server from its peers', 4, cutFromPeers(false, [5_000, 15_000]), 'network'),
  ...Array.from(LONG_CUTS, ([seconds, weight]) => {
    const cutLong = cutReplica('all', [seconds * 1_000, seconds * 1_000]);
    return plain(`cut off a replica for ${seconds} s`, weight, cutLong, 'network');
  }),
  plain('skew a clock', 6, skewClock),
  plain('lock the database', 4, lockDatabase, 'database'),
  plain('stop the database', 4, stopDatabase, 'database'),
  plain('kill the database', 4, killDatabase, 'database'),
  plain('kill database and replica', 3, killDatabaseAndReplica, 'database'),
  plain('forge messages', 5, forge),
];
