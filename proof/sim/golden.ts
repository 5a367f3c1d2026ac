/**
 * Golden journals: each holds the entries of one kind of market, with the hash they must reach.
 * They are written only on purpose, when the engine's meaning has changed, and never by a test.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Entry } from '../../src/domain/command.ts';
import { parsePlain, stringifyPlain } from '../../src/domain/plain-json.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import { stateHash } from '../../src/engine/snapshot.ts';
import { replay } from '../replay.ts';
import type { Action, Mix } from './mix.ts';
import { createScene } from './scene.ts';
import { fillQueue, nextEntry } from './workload.ts';

interface GoldenPlan {
  readonly name: string;
  readonly seed: number;
  readonly changes: Partial<Omit<Mix, 'weights'>>;
  /** Weights of these actions are multiplied by this; the others stay. */
  readonly weights: Partial<Record<Action, number>>;
  /** How many of a hundred accounts are in net mode. */
  readonly netPercent?: number;
  /** How many of a hundred placements carry options. */
  readonly optionPercent?: number;
}

const NONE = {
  halt: 0,
  status: 0,
  reset: 0,
  flood: 0,
  nonsense: 0,
  list: 0,
  crash: 0,
  storm: 0,
  catastrophe: 0,
};

const PLANS: readonly GoldenPlan[] = [
  {
    name: 'calm-market',
    seed: 105,
    changes: { stepBasisPoints: 5, gapPercent: 0, jumpPercent: 0, fundPercent: 100_000 },
    weights: { ...NONE, quote: 40, take: 200, rest: 160, close: 140, amend: 80, index: 120 },
  },
  {
    name: 'liquidation-storm',
    seed: 208,
    changes: {
      fundPercent: 5,
      gamblePercent: 80,
      isolatedPercent: 30,
      walletPercent: 20,
      gapPercent: 6,
      jumpPercent: 0,
      stepBasisPoints: 150,
    },
    weights: { ...NONE, storm: 60, hedge: 60, take: 200, quote: 30, index: 150, batch: 4 },
  },
  {
    name: 'triggers',
    seed: 307,
    changes: { stepBasisPoints: 60, gapPercent: 1, jumpPercent: 0, fundPercent: 300 },
    weights: {
      ...NONE,
      preset: 160,
      plan: 120,
      exit: 120,
      'whole-exit': 80,
      'amend-trigger': 60,
      quote: 50,
      index: 240,
    },
  },
  {
    name: 'isolated-funding-days',
    seed: 406,
    changes: { isolatedPercent: 70, jumpPercent: 8, gapPercent: 0, stepBasisPoints: 30 },
    weights: { ...NONE, margin: 60, 'top-up': 40, mode: 30, leverage: 60, quote: 50, index: 200 },
  },
  {
    name: 'resets-and-accounts',
    seed: 506,
    changes: { clientIdPercent: 30, teamPercent: 30, jumpPercent: 1, fundPercent: 20 },
    weights: {
      ...NONE,
      reset: 50,
      status: 60,
      terms: 60,
      halt: 15,
      deposit: 60,
      withdraw: 60,
      repeat: 80,
      nonsense: 40,
      batch: 4,
      take: 250,
      quote: 40,
    },
  },
  {
    name: 'net-accounts',
    seed: 602,
    changes: { isolatedPercent: 30, walletPercent: 100, gapPercent: 1, fundPercent: 20 },
    weights: {
      ...NONE,
      take: 160,
      rest: 160,
      close: 160,
      amend: 80,
      exit: 60,
      quote: 60,
      storm: 4,
    },
    netPercent: 70,
  },
  {
    name: 'order-options',
    seed: 711,
    changes: { clientIdPercent: 30, teamPercent: 30, gapPercent: 1, fundPercent: 300 },
    weights: {
      ...NONE,
      plan: 160,
      exit: 80,
      'whole-exit': 60,
      'amend-trigger': 30,
      rest: 140,
      repeat: 40,
      quote: 80,
      index: 240,
      clock: 60,
    },
    netPercent: 30,
    optionPercent: 60,
  },
];

/** Files stay small enough to read in a review. */
const BYTES_MAX = 290_000;

export const GOLDEN_FOLDER = new URL('../../test/golden/', import.meta.url);

/** Writes the journals that are missing, with their hashes. The others are kept for good. */
export function writeGolden(): string[] {
  mkdirSync(GOLDEN_FOLDER, { recursive: true });
  const known = new URL('hashes.json', GOLDEN_FOLDER);
  const hashes: Hashes = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {};
  for (const plan of PLANS) {
    if (existsSync(new URL(`${plan.name}.jsonl`, GOLDEN_FOLDER))) continue;
    const { lines, hash } = makeJournal(plan);
    writeFileSync(new URL(`${plan.name}.jsonl`, GOLDEN_FOLDER), `${lines.join('\n')}\n`);
    hashes[plan.name] = { entries: lines.length, hash };
  }
  return writeHashes(hashes);
}

export const readJournal = (name: string): Entry[] =>
  readFileSync(new URL(`${name}.jsonl`, GOLDEN_FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .map(readEntry);

/**
 * Keeps the journals and writes the hashes they reach now, after an intended change of the engine.
 */
export function rehashGolden(): string[] {
  const hashes: Hashes = {};
  for (const { name } of PLANS) {
    const entries = readJournal(name);
    hashes[name] = { entries: entries.length, hash: stateHash(replay(entries)) };
  }
  return writeHashes(hashes);
}

type Hashes = Record<string, { readonly entries: number; readonly hash: string }>;

function writeHashes(hashes: Hashes): string[] {
  writeFileSync(new URL('hashes.json', GOLDEN_FOLDER), `${JSON.stringify(hashes, null, 2)}\n`);
  return Object.entries(hashes).map(
    ([name, { entries, hash }]) => `${name}: ${entries} entries, hash ${hash}`,
  );
}

/** One line of a journal. */
function readEntry(line: string): Entry {
  const entry = parsePlain(line);
  if (!isEntry(entry)) throw new TypeError(`not an entry: ${line.slice(0, 80)}`);
  return entry;
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'seq' in value &&
  'at' in value &&
  'command' in value;

function makeJournal(plan: GoldenPlan): { readonly lines: string[]; readonly hash: string } {
  const state = createState();
  const base = createScene(plan.seed, state);
  const weights = base.mix.weights.map(
    ([action, weight]) => [action, plan.weights[action] ?? Math.max(4, weight)] as const,
  );
  const net = { ...base.net, percent: plan.netPercent ?? 0 };
  const options = { ...base.options, percent: plan.optionPercent ?? 0 };
  const scene = { ...base, net, options, mix: { ...base.mix, ...plan.changes, weights } };
  fillQueue(scene);
  const lines: string[] = [];
  let bytes = 0;
  for (;;) {
    const line = stringifyPlain(nextEntry(scene));
    if (bytes + line.length + 1 > BYTES_MAX) return { lines, hash: stateHash(state) };
    bytes += line.length + 1;
    lines.push(line);
    // As a reader of the file will see it: values that JSON cannot hold, such as NaN, are gone.
    apply(state, readEntry(line));
  }
}
