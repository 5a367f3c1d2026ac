/**
 * One seed of a simulated cluster: three real replicas, callers, a log that misbehaves, and faults
 * of every kind. After a while the faults end; then every command must have its answer and every
 * replica the same state.
 */
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Command } from '../../src/domain/command.ts';
import { contractId } from '../../src/domain/ids.ts';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { fineTicks, millis, money } from '../../src/domain/units.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { encodeLogBatch } from '../../src/journal/log-batch.ts';
import type { Present } from '../../src/venue/present.ts';
import { findDutyAsk, findHandOvers } from '../../src/venue/replica/duty-watch.ts';
import { capture, restorePresent } from '../../src/venue/snapshot-payload.ts';
import { chance, findPick, pick, roll } from '../sim/dice.ts';
import type { Bug } from './bugs.ts';
import { accountOf, INDEX_TICKS, SimulatedCaller } from './callers.ts';
import { ClusterJudge } from './cluster-judge.ts';
import { FAIR, SimulatedLog, type Weather } from './simulated-log.ts';
import { MAKER, SimulatedReplica } from './simulated-replica.ts';
import { World } from './world.ts';

export interface ClusterOutcome {
  readonly seed: number;
  readonly entries: number;
  readonly batches: number;
  readonly acknowledged: number;
  /** How often each thing happened. */
  readonly happened: ReadonlyMap<string, number>;
  /** The obligation that was broken, in words. */
  readonly failure: string | undefined;
}

const REPLICAS = 3;
const CALLERS = 4;
/** In milliseconds of simulated time. */
const SET_UP_FOR = 20_000;
const ROUGH_FOR = 25_000;
const CALM_FOR = 120_000;
/** Longer than requests are remembered. */
const LONG_CUT = { from: 66_000, to: 100_000 } as const;
const LONG_CUT_PERCENT = 10;
const [CONTRACT] = loadContracts();

export interface ClusterOptions {
  /** A mistake that is to be found. */
  readonly bug?: Bug | undefined;
  /** How long there are faults, in milliseconds of simulated time. */
  readonly roughMillis?: number;
  /** Whether one replica is cut off for longer than requests are remembered. */
  readonly hasLongCut?: boolean;
}

export function simulateCluster(seed: number, options: ClusterOptions = {}): ClusterOutcome {
  const { bug, roughMillis = ROUGH_FOR, hasLongCut } = options;
  const cluster = new Cluster(seed, bug);
  cluster.run(roughMillis, hasLongCut);
  const { judge, happened, acknowledged } = cluster;
  const { entries, batches } = judge;
  const failure = judge.failure?.message;
  return { seed, entries, batches, acknowledged, happened, failure };
}

class Cluster {
  readonly happened = new Map<string, number>();
  readonly judge: ClusterJudge;
  readonly #world: World;
  readonly #log: SimulatedLog;
  readonly #bug: Bug | undefined;
  readonly #flightsMax: number;
  /** Whether a power failure takes the end of the log at last. */
  readonly #losesPower: boolean;
  #replicas: SimulatedReplica[] = [];
  readonly #callers: SimulatedCaller[] = [];
  #isCalm = false;
  #hasWrongClock = false;
  /** What is cut off for long meets no other fault. */
  #cut: SimulatedReplica | undefined;
  #mustHalt: readonly SimulatedReplica[] = [];
  #born = 0;
  #beat = 0;

  constructor(seed: number, bug: Bug | undefined) {
    this.#world = new World(seed);
    const { dice } = this.#world;
    this.#bug = bug;
    this.#flightsMax = chance(dice, 60) ? 1 : roll(dice, 2, 4);
    this.#losesPower = chance(dice, 8);
    this.#log = new SimulatedLog(this.#world, FAIR);
    this.judge = new ClusterJudge(this.#log);
  }

  get acknowledged(): number {
    return this.#callers.reduce((sum, caller) => sum + caller.acknowledged, 0);
  }

  run(roughMillis: number, hasLongCut?: boolean): void {
    const world = this.#world;
    const isCutLong = hasLongCut ?? chance(world.dice, LONG_CUT_PERCENT);
    for (let place = 0; place < REPLICAS; place += 1) this.#bear();
    this.#setUp();
    this.#runFor(SET_UP_FOR, () => this.#isSetUp());
    for (let place = 0; place < CALLERS; place += 1) this.#call(place);
    this.#log.weather = drawWeather(world);
    world.every(500, () => this.#beatMarket());
    world.every(roll(world.dice, 400, 4_000), () => this.#strike());
    if (isCutLong) this.#cutOff();
    this.#runFor(roughMillis + (isCutLong ? LONG_CUT.to : 0), () => false);
    if (this.#losesPower) this.#losePower();
    this.#calm();
    this.#runFor(CALM_FOR, () => this.#isSettled());
    if (this.judge.failure === undefined) this.#judgeEnd();
  }

  /** Until it is enough, or an obligation is broken. */
  #runFor(millis: number, isEnough: () => boolean): void {
    const isOver = (): boolean => {
      this.#expectNoneHalted();
      return this.judge.failure !== undefined || isEnough();
    };
    if (!isOver()) this.#world.runUntil(this.#world.now + millis, isOver);
  }

  /** Nothing that happens here may stop a replica, but a log that has lost its end. */
  #expectNoneHalted(): void {
    if (this.judge.isOver) return;
    for (const { name, core } of this.#replicas)
      if (core.haltedBecause !== null)
        this.judge.broken('CLU-3', `${name} halted: ${core.haltedBecause}`);
  }

  #isSetUp(): boolean {
    return this.#replicas.every(
      ({ present }) => present.state.nextAccount === accountOf(CALLERS) && present.state.seq > 10,
    );
  }

  #setUp(): void {
    const [first] = this.#replicas;
    for (const command of setUpCommands()) first?.submit({ command }, () => undefined);
  }

  #call(place: number): void {
    const replicas = (): readonly SimulatedReplica[] => this.#replicas;
    const { judge } = this;
    this.#callers.push(
      new SimulatedCaller({ world: this.#world, judge, replicas, place, bug: this.#bug }),
    );
  }

  /** From nothing, or from a snapshot of another replica. */
  #bear(): void {
    const { dice } = this.#world;
    this.#born += 1;
    const alive = this.#replicas.filter(({ core }) => core.haltedBecause === null);
    const parent = alive.length > 0 && chance(dice, 60) ? pick(dice, alive) : undefined;
    const replica = new SimulatedReplica({
      world: this.#world,
      log: this.#log,
      name: `replica ${this.#born}`,
      skew: this.#drawSkew(),
      flightsMax: this.#flightsMax,
      bug: this.#bug,
      ...(parent === undefined ? {} : { present: copyOf(parent.present) }),
      onApplied: (own, entry, applied) => this.judge.applied(own, entry, applied),
      onSent: (_, sending) => this.judge.sent(sending),
      onSkipped: (why) => this.#note(`skipped: ${why}`),
    });
    this.#replicas.push(replica);
    this.#note(parent === undefined ? 'born from nothing' : 'born from a snapshot');
  }

  /** One of them at most has a clock that is so wrong that it answers nobody. */
  #drawSkew(): number {
    const { dice } = this.#world;
    if (this.#hasWrongClock || chance(dice, 85)) return roll(dice, -400, 400);
    this.#hasWrongClock = true;
    return roll(dice, -9_000, 9_000);
  }

  /** The holder of the market lets it beat. */
  #beatMarket(): boolean {
    this.#beat += 1;
    for (const replica of this.#replicas) {
      const { core, present } = replica;
      if (!replica.isAlive || replica.isPaused || core.haltedBecause !== null) continue;
      const held = core.findMandate('market');
      // The planted bug: the term that it has asked for is as good as granted.
      const term = (present.state.log.duties.get('market')?.term ?? 0) + 1;
      const isFree = findDutyAsk(present.state.log, 'market', core.session) !== undefined;
      const hasAsked = this.#bug === 'two-holders' && isFree;
      const mandate = hasAsked ? ({ duty: 'market', term } as const) : held;
      if (mandate === undefined) continue;
      this.judge.acted(replica, mandate.term);
      const command = { kind: 'market-beat', beat: this.#beat, memories: [] } as const;
      replica.submit({ command, mandate }, () => this.#note('market beats'));
    }
    return true;
  }

  /** One fault. */
  #strike(): boolean {
    if (this.#isCalm) return false;
    const { dice } = this.#world;
    const fault = pick(dice, FAULTS);
    this.#note(fault);
    const victim = findPick(
      dice,
      this.#replicas.filter((replica) => replica !== this.#cut),
    );
    if (victim === undefined) return true;
    switch (fault) {
      case 'election':
        this.#elect(roll(dice, 300, 9_000));
        break;
      case 'kill':
        this.#kill(victim);
        break;
      case 'pause':
        victim.pause(pick(dice, [roll(dice, 50, 900), roll(dice, 1_000, 12_000)]));
        break;
      case 'partition':
        this.#part(victim, roll(dice, 100, 9_000));
        break;
      case 'break':
        victim.breakOff();
        break;
      case 'hand-over':
        this.#handOver(victim);
        break;
      case 'stranger':
        this.#log.inject(strangeBytes(roll(dice, 0, 3)));
    }
    return true;
  }

  /** The connections of all replicas break, and again when there is a leader. */
  #elect(forMillis: number): void {
    const { dice } = this.#world;
    const skew = pick(dice, [
      ...[roll(dice, -900, 900), roll(dice, -900, 900), roll(dice, -5_000, 5_000)],
      3_600_000,
    ]);
    this.#log.elect(forMillis, skew);
    for (const replica of this.#replicas) replica.breakOff();
    this.#world.after(forMillis, () => {
      for (const replica of this.#replicas) replica.breakOff();
    });
  }

  #kill(victim: SimulatedReplica): void {
    victim.kill();
    this.#replicas = this.#replicas.filter((replica) => replica !== victim);
    this.#world.after(roll(this.#world.dice, 100, 4_000), () => this.#bear());
  }

  /** It passes its duties on and goes, perhaps before it knows whether they were taken. */
  #handOver(victim: SimulatedReplica): void {
    const { core, present } = victim;
    if (victim.isPaused || core.haltedBecause !== null) return;
    for (const command of findHandOvers(present.state.log, core.session))
      victim.submit({ command }, () => this.#note('handed over'));
    this.#world.after(roll(this.#world.dice, 0, 300), () => {
      if (victim.isAlive && !this.#isCalm) this.#kill(victim);
    });
  }

  /** In the middle of its callers' commands, which it resends until the cut has healed. */
  #cutOff(): void {
    const { dice } = this.#world;
    this.#world.after(roll(dice, 500, 5_000), () => {
      this.#cut = findPick(dice, this.#replicas);
      if (this.#cut === undefined) return;
      this.#note('long cut');
      this.#part(this.#cut, roll(dice, LONG_CUT.from, LONG_CUT.to));
    });
  }

  #part(victim: SimulatedReplica, forMillis: number): void {
    const { dice } = this.#world;
    const ways = pick(dice, ['both', 'out', 'in']);
    if (ways !== 'in') victim.canSend = false;
    if (ways !== 'out') victim.canHear = false;
    this.#world.after(forMillis, () => {
      victim.canSend = true;
      victim.canHear = true;
      victim.breakOff();
    });
  }

  /**
   * The log loses its end, and with it perhaps what was acknowledged. From here on only one thing
   * matters: a replica that applied any of it must find out and say so.
   */
  #losePower(): void {
    this.#log.losePower(roll(this.#world.dice, 1, 12));
    this.judge.isOver = true;
    const end = this.#log.messages.length;
    this.#mustHalt = this.#replicas.filter(({ reader }) => reader.position > end);
    this.#note(this.#mustHalt.length > 0 ? 'power: lost what was applied' : 'power: lost nothing');
    this.#elect(roll(this.#world.dice, 300, 2_000));
  }

  /** No more faults, and nobody asks for anything new. */
  #calm(): void {
    this.#isCalm = true;
    this.#log.weather = FAIR;
    this.#log.clockSkew = 0;
    for (const caller of this.#callers) caller.isOver = true;
  }

  #isSettled(): boolean {
    if (this.#losesPower) return this.#mustHalt.every(({ core }) => core.haltedBecause !== null);
    if (this.#callers.some(({ isWaiting }) => isWaiting)) return false;
    return this.#replicas.every(({ reader }) => reader.position === this.#log.messages.length);
  }

  #judgeEnd(): void {
    if (this.#losesPower) {
      this.#judgeLoss();
      return;
    }
    this.judge.judgeEnd();
    if (this.#callers.some(({ isWaiting }) => isWaiting))
      this.judge.broken('CLU-1', 'a command has no answer, long after the faults have ended');
    for (const replica of this.#replicas) {
      this.judge.compareHash(replica);
      if (replica.reader.position !== this.#log.messages.length)
        this.judge.broken('CLU-8', `${replica.name} does not catch up`);
    }
  }

  #judgeLoss(): void {
    for (const { name, core } of this.#mustHalt)
      if (core.haltedBecause?.includes('applied here') !== true)
        this.judge.broken('CLU-7', `the log lost what ${name} had applied, and it goes on`);
  }

  #note(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }
}

const FAULTS = [
  ...(['election', 'kill', 'pause', 'pause', 'partition', 'break', 'stranger'] as const),
  'hand-over',
] as const;

function drawWeather({ dice }: World): Weather {
  const isRough = chance(dice, 50);
  return {
    delayMax: pick(dice, [2, 10, 80, 600]),
    lostPercent: isRough ? roll(dice, 0, 25) : 0,
    doubledPercent: isRough ? roll(dice, 0, 25) : 0,
    strayPercent: chance(dice, 40) ? roll(dice, 0, 6) : 0,
    unreadPercent: isRough ? roll(dice, 0, 60) : 5,
    lagMax: chance(dice, 50) ? 0 : roll(dice, 1, 12),
  };
}

/** One contract with a price, and a funded account for each caller. */
export function setUpCommands(): Command[] {
  const contract = CONTRACT!;
  return [
    { kind: 'list-contract', contract },
    { kind: 'set-index-price', contract: contractId(0), price: fineTicks(INDEX_TICKS * 100) },
    ...Array.from({ length: CALLERS }, (_, place): Command[] => [
      { kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS },
      { kind: 'deposit', account: accountOf(place), amount: money(BigInt(place + 1) * 10n ** 14n) },
    ]).flat(),
  ];
}

function copyOf(present: Present): Present {
  const payload = new TextEncoder().encode(stringifyPlain(capture(present)));
  const hash = stateHash(present.state);
  const copy = restorePresent({ seq: present.state.seq, hash, payload });
  if (typeof copy === 'string') throw new Error(`a snapshot cannot be restored: ${copy}`);
  return copy;
}

/** What others may put into the log: nothing, noise, a batch of another venue, half a batch. */
function strangeBytes(kind: number): Uint8Array {
  const identity = { session: 'ffffffffffffffff', number: 1, sentAt: millis(0) };
  const foreign = encodeLogBatch(identity, [], { ...MAKER, venue: '0000000000000bad' });
  if (kind === 0) return new Uint8Array(0);
  if (kind === 1) return Uint8Array.from({ length: 100 }, (_, place) => place * 7);
  return kind === 2 ? foreign : encodeLogBatch(identity, [], MAKER).subarray(0, 40);
}
