/**
 * Kills and stops replicas and servers of a real cluster while commands are written to it: three
 * replicas as processes, a log on three NATS servers. At the end the log itself is read from its
 * first message on: what was acknowledged is in it, once, and every replica had the same states.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { NatsConnection } from '@nats-io/transport-node';
import { SNAPSHOT_VERSION } from '../../engine/snapshot.ts';
import { stateHash } from '../../engine/state-hash.ts';
import { applyEntry, createPresent } from '../../venue/present.ts';
import { BatchReader } from '../../venue/replica/batch-reader.ts';
import { connectNats, NatsLog } from '../../venue/replica/nats-log.ts';
import { findLeader, openStream } from '../../venue/replica/nats-stream.ts';
import { createDice, type Dice, pick, roll } from '../sim/dice.ts';
import type { NatsServers } from './nats-servers.ts';
import { HERE, type Network } from './network.ts';
import { proofMac } from './proof-mac.ts';
import { type FromReplica, HASH_EVERY_ENTRIES, type ToReplica } from './replica-process.ts';
import { setUpCommands } from './simulate-cluster.ts';

export interface ClusterTortureTerms {
  /** Empty; the replicas have their data in it. */
  readonly folder: string;
  readonly servers: NatsServers;
  /** With the servers and `replica-1`, `replica-2`, …; undefined where none can be made. */
  readonly network?: Network | undefined;
  readonly kills: number;
  readonly seed: number;
  readonly progress: (line: string) => void;
}

export interface ClusterTortureResult {
  readonly faults: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Sent, and not acknowledged because the replica died: some of them are in the log. */
  readonly unknown: number;
  readonly lost: number;
  readonly doubled: number;
  readonly hashesCompared: number;
  readonly hashesDiffering: number;
  /** Messages that were stored and did not count. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The longest time, in milliseconds, in which a replica that was left alone wrote nothing. */
  readonly silenceMillis: Readonly<Record<string, number>>;
}

const NAME = 'torture';
const REPLICAS = 3;
/** Per replica: about 150 commands a second. */
const SEND_EVERY_MILLIS = 20;
const SEND_COUNT = 3;
const PATIENCE_MILLIS = 120_000;
const FAULTS = [
  ...(['kill a replica', 'kill a replica', 'stop a replica', 'kill the holder'] as const),
  ...(['kill the leader', 'stop the leader', 'kill leader and replica'] as const),
] as const;
/** What is lost, of that which a machine and all others send each other. */
const CUTS = [
  ...(['cut off a replica', 'cut what a replica sends', 'cut what a replica hears'] as const),
  ...(['cut off the leader', 'cut what the leader sends'] as const),
] as const;
type Fault = (typeof FAULTS)[number] | (typeof CUTS)[number];
const isCut = (fault: Fault): fault is (typeof CUTS)[number] => fault.startsWith('cut');

const replicaName = (place: number): string => `replica-${place + 1}`;
/** The machines of a network under torture. */
export const SERVER_NAMES = ['n1', 'n2', 'n3'];
export const REPLICA_NAMES = Array.from({ length: REPLICAS }, (_, place) => replicaName(place));

interface Child {
  readonly process: ChildProcess;
  readonly place: number;
  state: Extract<FromReplica, { kind: 'state' }> | undefined;
  /** When something of it was acknowledged last. */
  acknowledgedAt: number;
  isStopped: boolean;
}

export async function tortureCluster(terms: ClusterTortureTerms): Promise<ClusterTortureResult> {
  const connection = await soon(() => connectNats(terms.servers.urls));
  try {
    const { venue } = await soon(async () => {
      const opened = await openStream(connection, NAME, { copies: REPLICAS });
      if (typeof opened === 'string') throw new Error(opened);
      return opened;
    });
    const run = new ClusterTorture(terms, connection, venue);
    return await run.run();
  } finally {
    await connection.close();
  }
}

class ClusterTorture {
  readonly #terms: ClusterTortureTerms;
  readonly #connection: NatsConnection;
  readonly #venue: string;
  readonly #dice: Dice;
  readonly #children: Child[] = [];
  readonly #acknowledged = new Set<string>();
  readonly #hashes: { readonly seq: number; readonly hash: string }[] = [];
  readonly #faults = new Map<string, number>();
  readonly #silences = new Map<string, number>();
  #sent = 0;

  constructor(terms: ClusterTortureTerms, connection: NatsConnection, venue: string) {
    this.#terms = terms;
    this.#connection = connection;
    this.#venue = venue;
    this.#dice = createDice(terms.seed);
  }

  async run(): Promise<ClusterTortureResult> {
    for (let place = 0; place < REPLICAS; place += 1) this.#children[place] = this.#start(place);
    const timer = setInterval(() => this.#write(), SEND_EVERY_MILLIS);
    try {
      await this.#untilOpen();
      this.#tell(this.#children[0]!, { kind: 'run', commands: setUpCommands() });
      for (let kill = 1; kill <= this.#terms.kills; kill += 1) {
        await pause(roll(this.#dice, 300, 1_500));
        const fault = pick(this.#dice, this.#choices());
        await this.#strike(fault);
        const count = this.#acknowledged.size;
        this.#terms.progress(`${kill}/${this.#terms.kills}  ${fault}  acknowledged ${count}`);
      }
      clearInterval(timer);
      await pause(2_000);
      return await this.#audit();
    } finally {
      clearInterval(timer);
      for (const { process } of this.#children) {
        const gone = new Promise((resolve) => process.once('exit', resolve));
        if (process.kill('SIGKILL')) await gone;
      }
    }
  }

  #start(place: number): Child {
    const program = new URL('./replica-process.ts', import.meta.url);
    const { network = HERE, folder, servers } = this.#terms;
    const words = [execPath, fileURLToPath(program), replicaName(place)];
    const [first = '', ...args] = network.commandOn(replicaName(place), words);
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    const process = spawn(first, args, { stdio: [...stdio], serialization: 'advanced' });
    const now = performance.now();
    const child: Child = {
      process,
      place,
      state: undefined,
      acknowledgedAt: now,
      isStopped: false,
    };
    process.on('message', (message: FromReplica) => this.#hear(child, message));
    const skew = roll(this.#dice, -300, 300);
    const dataFolder = join(folder, replicaName(place));
    const order = { urls: servers.urls, name: NAME, venue: this.#venue, skew, dataFolder };
    this.#tell(child, { kind: 'begin', order });
    return child;
  }

  #tell({ process }: Child, message: ToReplica): void {
    if (process.connected) process.send(message, () => undefined);
  }

  #hear(child: Child, message: FromReplica): void {
    if (message.kind === 'state') {
      child.state = message;
      if (message.haltedBecause !== null)
        throw new Error(`a replica halted: ${message.haltedBecause}`);
    } else if (message.kind === 'hash') this.#hashes.push(message);
    else {
      this.#acknowledged.add(message.name);
      child.acknowledgedAt = performance.now();
    }
  }

  #write(): void {
    for (const child of this.#children) {
      if (child.state?.isOpen !== true || child.isStopped) continue;
      const names = Array.from({ length: SEND_COUNT }, () => {
        this.#sent += 1;
        return `write ${this.#sent}`;
      });
      this.#tell(child, { kind: 'submit', names });
    }
  }

  #choices(): readonly Fault[] {
    return this.#terms.network === undefined ? FAULTS : [...FAULTS, ...CUTS];
  }

  async #strike(fault: Fault): Promise<void> {
    this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1);
    if (isCut(fault)) return this.#cut(fault);
    const holder = this.#children.find(({ state }) => state?.holdsMarket === true);
    const victim =
      fault === 'kill the holder' && holder !== undefined
        ? holder
        : pick(this.#dice, this.#children);
    const isServer = fault.includes('leader');
    const isReplica = fault !== 'kill the leader' && fault !== 'stop the leader';
    const others = this.#children.filter((child) => !isReplica || child !== victim);
    const watch = this.#watch(fault, others);
    const heal = isServer ? await this.#hitLeader(fault) : undefined;
    if (fault === 'stop a replica') await this.#stop(victim);
    else if (isReplica) await this.#replace(victim);
    await heal?.();
    await watch();
  }

  /** What is cut off must open again by itself when the network is whole. */
  async #cut(fault: (typeof CUTS)[number]): Promise<void> {
    const { network, servers } = this.#terms;
    const victim = pick(this.#dice, this.#children);
    const isLeader = fault.endsWith('leader') || fault.includes('the leader');
    const name = isLeader
      ? (await soon(() => findLeader(this.#connection, NAME))).leader
      : replicaName(victim.place);
    const others = isLeader ? this.#children : this.#children.filter((child) => child !== victim);
    const watch = this.#watch(fault, others);
    for (const other of [...servers.names, ...REPLICA_NAMES].filter((each) => each !== name)) {
      if (!fault.endsWith('hears')) network?.cut(name, other);
      if (!fault.endsWith('sends')) network?.cut(other, name);
    }
    if (isLeader) await this.#untilWritten();
    else await pause(roll(this.#dice, 500, 6_000));
    network?.heal();
    await this.#untilOpen();
    await watch();
    if (isLeader) await this.#untilWhole();
  }

  async #untilWhole(): Promise<void> {
    await soon(async () => {
      const { isWhole } = await findLeader(this.#connection, NAME);
      if (!isWhole) throw new Error('the stream does not get all its copies back');
    });
  }

  /** Kills or stops the server that leads the stream; answers with how to undo it. */
  async #hitLeader(fault: string): Promise<() => Promise<void>> {
    const { servers } = this.#terms;
    const { leader } = await soon(() => findLeader(this.#connection, NAME));
    const isStop = fault.startsWith('stop');
    if (isStop) servers.signal(leader, 'SIGSTOP');
    else await servers.kill(leader);
    return async () => {
      await this.#untilWritten();
      if (isStop) servers.signal(leader, 'SIGCONT');
      else servers.start(leader);
      await this.#untilWhole();
    };
  }

  async #stop(victim: Child): Promise<void> {
    victim.isStopped = true;
    victim.process.kill('SIGSTOP');
    await pause(roll(this.#dice, 500, 6_000));
    victim.process.kill('SIGCONT');
    victim.isStopped = false;
    await this.#untilOpen();
  }

  async #replace(victim: Child): Promise<void> {
    const gone = new Promise((resolve) => victim.process.once('exit', resolve));
    victim.process.kill('SIGKILL');
    await gone;
    await pause(roll(this.#dice, 50, 1_500));
    this.#children[victim.place] = this.#start(victim.place);
    await this.#untilOpen();
  }

  /** The longest silence of these replicas from now on, until the answer is called. */
  #watch(fault: string, others: readonly Child[]): () => Promise<void> {
    const start = performance.now();
    let longest = 0;
    const look = (): void => {
      const now = performance.now();
      for (const { acknowledgedAt } of others)
        longest = Math.max(longest, now - Math.max(start, acknowledgedAt));
    };
    const timer = setInterval(look, 5);
    return async () => {
      await pause(300);
      clearInterval(timer);
      const before = this.#silences.get(fault) ?? 0;
      this.#silences.set(fault, Math.max(before, Math.round(longest)));
    };
  }

  #untilOpen(): Promise<void> {
    return soon(async () => {
      if (!this.#children.every(({ state }) => state?.isOpen === true))
        throw new Error('a replica does not open');
    });
  }

  async #untilWritten(): Promise<void> {
    const before = this.#acknowledged.size;
    await soon(async () => {
      if (this.#acknowledged.size < before + 50) throw new Error('nothing is written');
    });
  }

  /** Reads the whole log, independently of the replicas. */
  async #audit(): Promise<ClusterTortureResult> {
    const present = createPresent();
    const maker = { venue: this.#venue, engine: SNAPSHOT_VERSION };
    const reader = new BatchReader(present.state, maker);
    const log = new NatsLog(this.#connection, NAME, proofMac(NAME, this.#venue));
    const written = new Map<string, number>();
    const hashes = new Map<number, string>();
    const skipped = new Map<string, number>();
    const { last } = await findLeader(this.#connection, NAME);
    while (reader.position < last) {
      for (const message of await log.read(reader.position + 1)) {
        const reading = reader.read(message);
        if (reading.kind === 'stopped') throw new Error(reading.because);
        if (reading.kind === 'skipped') {
          skipped.set(reading.why, (skipped.get(reading.why) ?? 0) + 1);
          continue;
        }
        for (const entry of reading.entries) {
          applyEntry(present, entry);
          const { command, seq } = entry;
          if (command.kind === 'record-note')
            written.set(command.text, (written.get(command.text) ?? 0) + 1);
          if (seq % HASH_EVERY_ENTRIES === 0) hashes.set(seq, stateHash(present.state));
        }
      }
    }
    const compared = this.#hashes.filter(({ seq }) => hashes.has(seq));
    return {
      faults: Object.fromEntries(this.#faults),
      acknowledged: this.#acknowledged.size,
      unknown: this.#sent - this.#acknowledged.size,
      lost: [...this.#acknowledged].filter((name) => !written.has(name)).length,
      doubled: [...written.values()].filter((times) => times > 1).length,
      hashesCompared: compared.length,
      hashesDiffering: compared.filter(({ seq, hash }) => hashes.get(seq) !== hash).length,
      skipped: Object.fromEntries(skipped),
      silenceMillis: Object.fromEntries(this.#silences),
    };
  }
}

/** Until it succeeds, but not for ever. */
async function soon<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + PATIENCE_MILLIS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(50);
    }
  }
}
