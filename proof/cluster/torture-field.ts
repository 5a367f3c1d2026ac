/**
 * A cluster under torture, as its faults see it: three replicas as processes, which are told to
 * write all the time, and what they write on. A write is a signed request. One that has no answer
 * soon is sent again elsewhere, as a client does, while its window lasts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { NatsConnection } from '@nats-io/transport-node';
import { findLeader } from '../../src/venue/replica/nats-stream.ts';
import { createDice, type Dice, pick, roll } from '../sim/dice.ts';
import { endProcess, type NatsServers } from './nats-servers.ts';
import { HERE, type Network } from './network.ts';
import { type FromReplica, type ToReplica, WINDOW_MILLIS } from './replica-process.ts';
import { setUpCommands } from './simulate-cluster.ts';
import { lockHistory, type TortureDatabase } from './torture-database.ts';
import { Forger } from './torture-forger.ts';

export interface ClusterTortureTerms {
  /** Empty; the replicas have their data in it. */
  readonly folder: string;
  readonly servers: NatsServers;
  /** With the servers and `replica-1`, `replica-2`, …; undefined where none can be made. */
  readonly network?: Network | undefined;
  /** With the history of the venue; undefined where there is none. */
  readonly database?: TortureDatabase | undefined;
  readonly kills: number;
  readonly seed: number;
  /** The names of the faults that are drawn; all if left out. */
  readonly only?: readonly string[] | undefined;
  readonly progress: (line: string) => void;
}

export const TORTURE_NAME = 'torture';
export const REPLICAS = 3;
/** Per replica: about 150 commands a second. */
const SEND_EVERY_MILLIS = 20;
const SEND_COUNT = 3;
/** Clients ask again so long after they have sent something. */
const AGAIN_MILLIS = 1_500;
const SWEEP_MILLIS = 250;
const PATIENCE_MILLIS = 120_000;
const COPY_MILLIS = 60_000;
const WRITTEN = 50;

export const replicaName = (place: number): string => `replica-${place + 1}`;
export const REPLICA_NAMES = Array.from({ length: REPLICAS }, (_, place) => replicaName(place));

/** Until it succeeds, but not for ever, and not once something has failed. */
export async function insist<Result>(
  attempt: () => Promise<Result>,
  patience = PATIENCE_MILLIS,
  findFailure: () => Error | undefined = () => undefined,
): Promise<Result> {
  const end = performance.now() + patience;
  for (;;) {
    const failure = findFailure();
    if (failure !== undefined) throw failure;
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(50);
    }
  }
}

const isOpen = ({ state }: TorturedReplica): boolean => state?.closedBecause === null;

export interface TorturedReplica {
  readonly process: ChildProcess;
  readonly place: number;
  state: Extract<FromReplica, { kind: 'state' }> | undefined;
  /** When something of it was acknowledged last. */
  acknowledgedAt: number;
  acknowledged: number;
  isStopped: boolean;
}

interface Pending {
  readonly signedAt: number;
  readonly sentAt: number;
  readonly place: number;
}

export class TortureField {
  readonly dice: Dice;
  readonly replicas: TorturedReplica[] = [];
  /** By the number of the write, when it was signed. */
  readonly signedAt = new Map<number, number>();
  readonly acknowledged = new Set<number>();
  readonly refused = new Set<number>();
  readonly hashes: { readonly seq: number; readonly hash: string }[] = [];
  readonly silences = new Map<string, number>();
  /** How often a server of the log was started again, because its copy did not come back. */
  startedAgain = 0;
  readonly #terms: ClusterTortureTerms;
  readonly #connection: NatsConnection;
  readonly #venue: string;
  readonly #pending = new Map<number, Pending>();
  readonly #forger: Forger;
  #timers: NodeJS.Timeout[] = [];
  #failure: Error | undefined;
  #fault = '';
  #sent = 0;

  constructor(terms: ClusterTortureTerms, connection: NatsConnection, venue: string) {
    this.#terms = terms;
    this.#connection = connection;
    this.#venue = venue;
    this.dice = createDice(terms.seed);
    this.#forger = new Forger(terms.servers.urls, { name: TORTURE_NAME, venue }, this.dice);
  }

  get servers(): NatsServers {
    return this.#terms.servers;
  }

  /** Faults that need it are not drawn where there is none. */
  get network(): Network {
    const { network } = this.#terms;
    if (network === undefined) throw new Error('there is no network');
    return network;
  }

  get database(): TortureDatabase {
    const { database } = this.#terms;
    if (database === undefined) throw new Error('there is no database');
    return database;
  }

  get hasDatabase(): boolean {
    return this.#terms.database !== undefined;
  }

  /** Answers with how to end it. */
  lockHistory(): Promise<() => Promise<void>> {
    return lockHistory(this.database.url, this.#venue);
  }

  get sent(): number {
    return this.#sent;
  }

  async open(): Promise<void> {
    for (let place = 0; place < REPLICAS; place += 1) this.replicas[place] = this.#start(place);
    this.#timers = [
      setInterval(() => this.#write(), SEND_EVERY_MILLIS),
      setInterval(() => this.#sendAgain(), SWEEP_MILLIS),
    ];
    await this.untilOpen();
    this.tell(this.replicas[0]!, { kind: 'run', commands: setUpCommands() });
  }

  rest(millis: number): Promise<void> {
    return pause(Math.max(0, millis));
  }

  /** Nothing more is written. */
  quieten(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async close(): Promise<void> {
    this.quieten();
    await this.#forger.close();
    for (const { process } of this.replicas) await endProcess(process);
  }

  pickReplica(): TorturedReplica {
    return pick(this.dice, this.replicas);
  }

  othersThan(victim: TorturedReplica): readonly TorturedReplica[] {
    return this.replicas.filter((child) => child !== victim);
  }

  findHolder(): TorturedReplica | undefined {
    return this.replicas.find(({ state }) => state?.holdsMarket === true);
  }

  async findLeader(): Promise<string> {
    return (await this.soon(() => findLeader(this.#connection, TORTURE_NAME))).leader;
  }

  forge(): Promise<void> {
    return this.#forger.forge();
  }

  tell({ process }: TorturedReplica, message: ToReplica): void {
    if (process.connected) process.send(message, () => undefined);
  }

  async replace(victim: TorturedReplica): Promise<void> {
    await endProcess(victim.process);
    await pause(roll(this.dice, 50, 1_500));
    this.replicas[victim.place] = this.#start(victim.place);
    await this.untilOpen();
  }

  begin(fault: string): void {
    this.#fault = fault;
  }

  /** Notes the longest silence of these replicas, of whom nothing was taken, during the work. */
  async leaveAlone(others: readonly TorturedReplica[], work: () => Promise<void>): Promise<void> {
    const start = performance.now();
    let longest = 0;
    const look = (): void => {
      const now = performance.now();
      for (const { acknowledgedAt } of others)
        longest = Math.max(longest, now - Math.max(start, acknowledgedAt));
    };
    const timer = setInterval(look, 5);
    try {
      await work();
      await pause(300);
    } finally {
      clearInterval(timer);
      const before = this.silences.get(this.#fault) ?? 0;
      this.silences.set(this.#fault, Math.max(before, Math.round(longest)));
    }
  }

  untilOpen(): Promise<void> {
    return this.soon(async () => {
      const closed = this.replicas.filter((replica) => !isOpen(replica));
      const why = closed.map(
        ({ place, state }) => `${replicaName(place)} (${state?.closedBecause ?? 'silent'})`,
      );
      if (closed.length > 0) throw new Error(`${why.join()} does not open`);
    });
  }

  async untilWritten(): Promise<void> {
    const before = this.acknowledged.size;
    await this.soon(async () => {
      if (this.acknowledged.size < before + WRITTEN) throw new Error('nothing is written');
    });
  }

  /** Through every replica, with whatever is broken. */
  async untilAllWrite(): Promise<void> {
    const before = this.replicas.map(({ acknowledged }) => acknowledged);
    await this.soon(async () => {
      const silent = this.replicas.filter(
        ({ acknowledged, place }) => acknowledged < (before[place] ?? 0) + WRITTEN,
      );
      if (silent.length > 0)
        throw new Error(`${silent.map(({ place }) => replicaName(place)).join()} writes nothing`);
    });
  }

  /** An old server whose copy does not come back by itself is started again, and counted. */
  async untilWhole(): Promise<void> {
    const expectWhole = async (): Promise<void> => {
      const found = await findLeader(this.#connection, TORTURE_NAME);
      if (!found.isWhole) throw new Error('the stream does not get all its copies back');
    };
    try {
      await this.soon(expectWhole, COPY_MILLIS);
    } catch {
      const { copies } = await this.soon(() => findLeader(this.#connection, TORTURE_NAME));
      for (const { name, isCurrent } of copies) {
        if (isCurrent) continue;
        this.startedAgain += 1;
        await this.servers.kill(name);
        this.servers.start(name);
      }
      await this.soon(expectWhole);
    }
  }

  /** Not if a replica has halted. */
  soon<Result>(attempt: () => Promise<Result>, patience?: number): Promise<Result> {
    return insist(attempt, patience, () => this.#failure);
  }

  #start(place: number): TorturedReplica {
    const program = new URL('./replica-process.ts', import.meta.url);
    const { network = HERE, folder, servers, database } = this.#terms;
    const words = [execPath, fileURLToPath(program), replicaName(place)];
    const [first = '', ...args] = network.commandOn(replicaName(place), words);
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    const process = spawn(first, args, { stdio: [...stdio], serialization: 'advanced' });
    const child: TorturedReplica = {
      process,
      place,
      state: undefined,
      acknowledged: 0,
      isStopped: false,
      acknowledgedAt: performance.now(),
    };
    process.on('message', (message: FromReplica) => this.#hear(child, message));
    process.once('exit', (code) => {
      if (code !== null && code !== 0)
        this.#failure ??= new Error(`${replicaName(place)} ended with ${code}`);
    });
    const skew = roll(this.dice, -300, 300);
    const dataFolder = join(folder, replicaName(place));
    const where = { urls: servers.urls, name: TORTURE_NAME, venue: this.#venue };
    const order = { ...where, skew, dataFolder, records: database?.url ?? null };
    this.tell(child, { kind: 'begin', order });
    return child;
  }

  #hear(child: TorturedReplica, message: FromReplica): void {
    if (message.kind === 'state') {
      child.state = message;
      if (message.haltedBecause !== null)
        this.#failure ??= new Error(`a replica halted: ${message.haltedBecause}`);
    } else if (message.kind === 'hash') this.hashes.push(message);
    else {
      // The copy at a replica that was cut off may be too late long after another was done.
      if (message.isDone) this.acknowledged.add(message.number);
      else if (!this.acknowledged.has(message.number)) this.refused.add(message.number);
      this.#pending.delete(message.number);
      child.acknowledged += 1;
      child.acknowledgedAt = performance.now();
    }
  }

  #openReplicas(): readonly TorturedReplica[] {
    return this.replicas.filter((replica) => isOpen(replica) && !replica.isStopped);
  }

  #write(): void {
    for (const child of this.#openReplicas()) {
      const signedAt = Date.now();
      const writes = Array.from({ length: SEND_COUNT }, () => {
        this.#sent += 1;
        return { number: this.#sent, signedAt };
      });
      for (const { number } of writes) {
        this.signedAt.set(number, signedAt);
        this.#pending.set(number, { signedAt, sentAt: signedAt, place: child.place });
      }
      this.tell(child, { kind: 'submit', writes });
    }
  }

  #sendAgain(): void {
    const now = Date.now();
    for (const [number, { signedAt, sentAt, place }] of this.#pending) {
      if (now - signedAt > WINDOW_MILLIS) this.#pending.delete(number);
      else if (now - sentAt > AGAIN_MILLIS) {
        const others = this.#openReplicas().filter((child) => child.place !== place);
        const child = others[number % others.length];
        if (child === undefined) continue;
        this.#pending.set(number, { signedAt, sentAt: now, place: child.place });
        this.tell(child, { kind: 'submit', writes: [{ number, signedAt }] });
      }
    }
  }
}
