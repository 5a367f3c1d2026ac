/**
 * What kind of market a seed gets. Every seed switches some behaviour off and some up, so that rare
 * combinations meet: a run of many seeds sees more than one long run of an average market.
 */
import { type ChosenContract, chooseContracts } from './contract-choice.ts';
import { chance, type Dice, pick, roll } from './dice.ts';

export interface Mix {
  readonly contracts: readonly ChosenContract[];
  readonly traders: number;
  readonly houses: number;
  /** The fund's first deposit, as a part of an ordinary order's notional, in hundredths. */
  readonly fundPercent: number;
  /** Wallets hold from a hundredth of an ordinary order's notional up to this many hundredths. */
  readonly walletPercent: number;
  readonly isolatedPercent: number;
  readonly gamblePercent: number;
  readonly teamPercent: number;
  readonly clientIdPercent: number;
  /** How far an index price moves at a time, in hundredths of a percent. */
  readonly stepBasisPoints: number;
  readonly gapPercent: number;
  /** How many of a hundred commands come after a long pause. */
  readonly jumpPercent: number;
  readonly silencePercent: number;
  /** How many of a hundred commands are about a season. */
  readonly seasonPercent: number;
  readonly weights: readonly (readonly [Action, number])[];
}

/** What traders and the house do, and how often beside the others. */
const WEIGHTS = [
  ['quote', 120],
  ['take', 140],
  ['rest', 120],
  ['fok', 20],
  ['close', 90],
  ['close-all', 8],
  ['preset', 40],
  ['plan', 30],
  ['exit', 30],
  ['whole-exit', 15],
  ['amend', 50],
  ['amend-trigger', 15],
  ['cancel', 40],
  ['cancel-all', 6],
  ['batch', 25],
  ['repeat', 20],
  ['leverage', 25],
  ['mode', 10],
  ['margin', 20],
  ['top-up', 14],
  ['deposit', 12],
  ['withdraw', 14],
  ['open-account', 2],
  ['reset', 4],
  ['status', 6],
  ['terms', 6],
  ['halt', 5],
  ['index', 160],
  ['crash', 6],
  ['storm', 14],
  ['catastrophe', 6],
  ['shield', 12],
  ['hedge', 25],
  ['clock', 40],
  ['nonsense', 40],
  ['flood', 3],
  ['list', 1],
] as const;

export type Action = (typeof WEIGHTS)[number][0];

/** Without these nothing would happen at all. */
const ALWAYS: ReadonlySet<Action> = new Set(['quote', 'take', 'index']);

/** A fifth of all seeds have much more of this: everyone overreaches, and nobody can pay. */
const DISASTER: ReadonlySet<Action> = new Set(['storm', 'catastrophe', 'shield', 'hedge']);

export function chooseMix(dice: Dice): Mix {
  const mix = chooseOrdinary(dice);
  if (!chance(dice, 20)) return mix;
  return {
    ...mix,
    fundPercent: pick(dice, [0, 1, 5]),
    walletPercent: pick(dice, [5, 20]),
    gamblePercent: 80,
    weights: mix.weights.map(([action, weight]) => [
      action,
      DISASTER.has(action) ? weight * 6 + 40 : weight,
    ]),
  };
}

function chooseOrdinary(dice: Dice): Mix {
  return {
    contracts: chooseContracts(dice),
    traders: roll(dice, 3, 10),
    houses: roll(dice, 1, 2),
    fundPercent: pick(dice, [0, 1, 5, 20, 300, 100_000]),
    walletPercent: pick(dice, [5, 20, 100, 1_000]),
    isolatedPercent: pick(dice, [0, 30, 70]),
    gamblePercent: pick(dice, [0, 30, 80]),
    teamPercent: pick(dice, [0, 0, 30]),
    clientIdPercent: pick(dice, [0, 30]),
    stepBasisPoints: pick(dice, [5, 30, 150, 600]),
    gapPercent: pick(dice, [0, 2, 10]),
    jumpPercent: pick(dice, [0, 1, 6]),
    silencePercent: pick(dice, [0, 0, 5]),
    seasonPercent: 0,
    weights: WEIGHTS.map(([action, weight]) => [action, weightFor(dice, action, weight)]),
  };
}

function weightFor(dice: Dice, action: Action, weight: number): number {
  if (ALWAYS.has(action)) return weight;
  if (chance(dice, 25)) return 0;
  return chance(dice, 20) ? weight * 4 : weight;
}
