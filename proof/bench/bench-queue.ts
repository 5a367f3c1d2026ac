/**
 * `perpetua bench queue`: how wrong a model of the queue is. The simulated market knows every
 * order, so the true place of a probe in its queue is known, and what each model makes of the
 * levels alone is held against it. A probe joins the best level of a side and changes nothing.
 */
import { oppositeSide, type Side } from '../../src/domain/side.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { DRIVE_START } from '../../src/market/drive-market.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { findQueueModel, type QueueModel } from '../../src/tape/queue-model.ts';
import { EventRecorder } from '../../src/tape/record-events.ts';
import type { TapeEvent, TapeTrade } from '../../src/tape/tape-event.ts';
import { LevelFolder } from '../../src/tape/tape-writer.ts';
import { command, countOf } from '../../src/terminal/command.ts';
import { formatTable } from '../../src/terminal/format-table.ts';
import { EXIT } from '../../src/terminal/output.ts';
import { createDrive, pickContracts } from '../market-report/drive-market.ts';

const HELP = `Usage: perpetua bench queue [options]

Holds each model of the queue against the true one, by probes in a simulated
market whose every order is known.

  --probes N   how many (10000)
  --seed WORD  of the market (queue)
  --json       print JSON`;

const MODELS = ['risk-averse', 'power-1', 'power-2', 'power-3', 'log', 'optimistic'] as const;
const PROBES_USUAL = 10_000;
const PROBES_MAX = 1_000_000;
/** A probe joins every so often, and is given up after a while. */
const EVERY_MILLIS = 400;
const PATIENCE_MILLIS = 60_000;
/** When the price after a fill is looked at. */
const AFTER_MILLIS = 5_000;
const WARM_UP_MILLIS = 30_000;

/** What became of a probe by one way to see the queue: when it was filled, if it was. */
interface Seen {
  ahead: number;
  filledAt: number | undefined;
}

interface Probe {
  readonly side: Side;
  readonly price: number;
  readonly joinedAt: number;
  readonly truth: Seen;
  /** What stood ahead of it, by order. */
  readonly ahead: Map<number, number>;
  readonly models: readonly Seen[];
  /** The size of the level as it was last told, and what was traded there since. */
  level: number;
  traded: number;
}

export interface QueueRow {
  readonly model: string;
  /** Parts of all probes. */
  readonly filled: number;
  readonly earlier: number;
  readonly later: number;
  /** Of those filled in both: how far apart, in seconds. */
  readonly seconds: number;
  /** How far the middle moved against a filled probe in five seconds, in ppm. */
  readonly adverse: number;
}

interface Resting {
  readonly side: Side;
  readonly price: number;
  left: number;
}

export class QueueTrial {
  readonly probes: Probe[] = [];
  readonly #models: readonly QueueModel[];
  readonly #orders = new Map<number, Resting>();
  readonly #levels: Readonly<Record<Side, Map<number, Map<number, number>>>> = {
    buy: new Map(),
    sell: new Map(),
  };
  readonly #folder = new LevelFolder();
  #active: Probe[] = [];
  #nextAt = 0;
  #turn = 0;
  /** Middles by time, for what came after a fill. */
  readonly #middles: [at: number, middle: number][] = [];

  constructor(models: readonly QueueModel[]) {
    this.#models = models;
  }

  /** The events of one moment, then the end of it. */
  take(atMillis: number, events: readonly TapeEvent[]): void {
    for (const event of events) {
      if (event.kind === 'trade') this.#trade(event, atMillis);
      for (const told of this.#folder.take(event)) this.#tellLevels(told);
      if (event.kind === 'order') this.#order(event.id, event.side, event.price, event.size);
    }
    for (const told of this.#folder.flush()) this.#tellLevels(told);
    this.#endMoment(atMillis);
  }

  rows(names: readonly string[]): QueueRow[] {
    const seen = [
      { model: 'truth', of: ({ truth }: Probe) => truth },
      ...names.map((model, place) => ({ model, of: ({ models }: Probe) => models[place]! })),
    ];
    return seen.map(({ model, of }) => this.#row(model, of));
  }

  #order(id: number, side: Side, price: number, left: number): void {
    const known = this.#orders.get(id);
    if (known !== undefined) this.#levels[known.side].get(known.price)?.delete(id);
    if (left > 0) {
      this.#orders.set(id, { side, price, left });
      const level = this.#levels[side].get(price) ?? new Map<number, number>();
      this.#levels[side].set(price, level.set(id, left));
    } else this.#orders.delete(id);
    const level = this.#levels[side].get(price);
    if (level?.size === 0) this.#levels[side].delete(price);
    for (const probe of this.#active) {
      const before = probe.ahead.get(id);
      if (before === undefined) continue;
      const now = probe.price === price && probe.side === side ? left : 0;
      probe.truth.ahead -= before - Math.min(before, now);
      if (now === 0) probe.ahead.delete(id);
      else probe.ahead.set(id, Math.min(before, now));
    }
  }

  #trade({ price, size, takerSide }: TapeTrade, at: number): void {
    const side = oppositeSide(takerSide);
    for (const probe of this.#active) {
      if (probe.side !== side) continue;
      const beyond = (probe.price - price) * (side === 'buy' ? 1 : -1);
      if (beyond < 0) continue;
      probe.traded += beyond === 0 ? size : 0;
      // The order that was hit is told next: nothing was ahead if none of it is left.
      if (beyond > 0 || probe.truth.ahead < size * HALF) probe.truth.filledAt ??= at;
      for (const model of probe.models) {
        if (beyond > 0 || model.ahead < size - TINY) model.filledAt ??= at;
        model.ahead = Math.max(0, model.ahead - size);
      }
    }
  }

  #tellLevels(told: TapeEvent): void {
    if (told.kind !== 'levels') return;
    for (const [side, levels] of [['buy', told.bids] as const, ['sell', told.asks] as const])
      for (let place = 0; place < levels.length; place += 2)
        for (const probe of this.#active)
          if (probe.side === side && probe.price === levels[place])
            this.#resize(probe, levels[place + 1]!);
  }

  #resize(probe: Probe, size: number): void {
    const expected = Math.max(0, probe.level - probe.traded);
    const lost = expected - size;
    probe.level = size;
    probe.traded = 0;
    for (const [place, seen] of probe.models.entries()) {
      if (lost > TINY)
        seen.ahead = this.#models[place]!(seen.ahead, Math.max(0, expected - seen.ahead), lost);
      seen.ahead = Math.max(0, Math.min(seen.ahead, size));
    }
  }

  #endMoment(at: number): void {
    const [bid, ask] = [this.#best('buy'), this.#best('sell')];
    if (bid === undefined || ask === undefined) return;
    this.#middles.push([at, (bid + ask) / 2]);
    this.#active = this.#active.filter((probe) => {
      // The other side stands where the probe does: it would have been met.
      const isMet = probe.side === 'buy' ? ask <= probe.price : bid >= probe.price;
      const all = [probe.truth, ...probe.models];
      if (isMet) for (const seen of all) seen.filledAt ??= at;
      const isOver = at - probe.joinedAt > PATIENCE_MILLIS;
      return !isOver && all.some(({ filledAt }) => filledAt === undefined);
    });
    if (at < this.#nextAt) return;
    this.#nextAt = at + EVERY_MILLIS;
    this.#turn += 1;
    this.#join(this.#turn % 2 === 0 ? 'buy' : 'sell', this.#turn % 2 === 0 ? bid : ask, at);
  }

  #join(side: Side, price: number, joinedAt: number): void {
    const ahead = new Map(this.#levels[side].get(price));
    const sum = [...ahead.values()].reduce((total, each) => total + each, 0);
    const seen = (): Seen => ({ ahead: sum, filledAt: undefined });
    const models = this.#models.map(seen);
    const probe = { side, price, joinedAt, truth: seen(), ahead, models, level: sum, traded: 0 };
    this.probes.push(probe);
    this.#active.push(probe);
  }

  #best(side: Side): number | undefined {
    let best: number | undefined;
    for (const price of this.#levels[side].keys())
      if (best === undefined || (side === 'buy' ? price > best : price < best)) best = price;
    return best;
  }

  #row(model: string, of: (probe: Probe) => Seen): QueueRow {
    let [filled, earlier, later, apart, both, adverse] = [0, 0, 0, 0, 0, 0];
    for (const probe of this.probes) {
      const [own, truth] = [of(probe).filledAt, probe.truth.filledAt];
      const never = Number.POSITIVE_INFINITY;
      if ((own ?? never) < (truth ?? never)) earlier += 1;
      if ((own ?? never) > (truth ?? never)) later += 1;
      if (own === undefined) continue;
      filled += 1;
      const move = this.#middleAt(own + AFTER_MILLIS) / this.#middleAt(own) - 1;
      adverse += probe.side === 'buy' ? -move : move;
      if (truth === undefined) continue;
      both += 1;
      apart += Math.abs(own - truth) / 1_000;
    }
    const count = this.probes.length;
    return {
      model,
      filled: filled / count,
      earlier: earlier / count,
      later: later / count,
      seconds: both === 0 ? 0 : apart / both,
      adverse: filled === 0 ? 0 : (adverse / filled) * 1e6,
    };
  }

  /** As it was at that moment, or last. */
  #middleAt(at: number): number {
    let [low, high] = [0, this.#middles.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#middles[middle]![0] <= at) low = middle;
      else high = middle - 1;
    }
    return this.#middles[low]![1];
  }
}

/** Of a lot: sizes are decimals here. */
const TINY = 1e-9;
const HALF = 1e-6;

export function tryQueues(word: string, probes: number): QueueRow[] {
  const recorder = new EventRecorder();
  const models = MODELS.map((name) => findQueueModel(name)!);
  const trial = new QueueTrial(models);
  let moment: TapeEvent[] = [];
  let at = 0;
  const pass = (): void => {
    if (at >= DRIVE_START + WARM_UP_MILLIS) trial.take(at, moment);
    else if (moment.length > 0) trial.take(at, moment);
    moment = [];
  };
  const drive = createDrive({
    contracts: pickContracts(loadContracts(), ['BTC']),
    seed: seedOfWord(word),
    applied: (entry, events) => {
      if (entry.at !== at) pass();
      at = entry.at;
      moment.push(...recorder.record(entry.at, events));
    },
  });
  while (trial.probes.length < probes) drive.step();
  // Those that joined last have their time, too.
  const end = drive.at + PATIENCE_MILLIS;
  while (drive.at < end) drive.step();
  pass();
  return trial.rows(MODELS);
}

export const benchQueue = command({ help: HELP }, (flags, { out }) => {
  const { values, switches } = flags;
  const count = countOf(flags, 'probes', PROBES_USUAL, PROBES_MAX);
  const rows = tryQueues(values.get('seed') ?? 'queue', count);
  if (switches.has('json')) {
    out(JSON.stringify(rows));
    return EXIT.done;
  }
  const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
  const cells = rows.map((row) => [
    row.model,
    percent(row.filled),
    percent(row.earlier),
    percent(row.later),
    `${row.seconds.toFixed(2)} s`,
    `${row.adverse.toFixed(1)} ppm`,
  ]);
  const heads = ['model', 'filled', 'before the truth', 'after it', 'apart', 'adverse in 5 s'];
  for (const line of formatTable(heads, cells)) out(line);
  return EXIT.done;
});
