/** Which rules trade in one run: all together, one alone, or the forecast with a known seed. */
import type { Contract } from '../../../src/domain/contract.ts';
import { createForecast, smallSeeds } from './forecast.ts';
import { MANIPULATIONS } from './manipulations.ts';
import { PATIENT_RULES } from './patient-rules.ts';
import { RULES, SHAKEN_RULES } from './rules.ts';
import type { Rule } from './seat.ts';

/** All together, or the name of one. */
export type RuleChoice = 'all' | { readonly alone: string };

interface RunTerms {
  readonly contracts: readonly Contract[];
  /** The seed of the market, which only the informed attacker is told. */
  readonly seed: string;
}

/** The attacker tries numbers up to this one. */
export const NUMBERS_TRIED = 2_000;

export const FORECASTS = {
  searching: 'forecast without the seed',
  informed: 'forecast with the seed',
} as const;

const SAYS: Readonly<Record<string, string>> = {
  [FORECASTS.searching]:
    'tries small seeds against the first prices, trades the next hour of the one that fits best',
  [FORECASTS.informed]: 'the same, told the seed of the market',
};

const namesOf = (rules: readonly Rule[]): string[] => rules.map(({ name }) => name);

/** The rules of every run, by name. The informed attacker is never among all. */
export const RULE_NAMES: readonly string[] = [
  ...namesOf(RULES.filter(({ isRare }) => isRare !== true)),
  FORECASTS.searching,
];

/** Those that wait for news, and the rare ones of every run. */
export const SHAKEN_NAMES: readonly string[] = [
  ...namesOf(RULES.filter(({ isRare }) => isRare === true)),
  ...namesOf(SHAKEN_RULES),
];

export const MANIPULATION_NAMES: readonly string[] = namesOf(MANIPULATIONS);

const NAMED = [...RULES, ...SHAKEN_RULES, ...MANIPULATIONS];

export const describeRule = (name: string): string =>
  SAYS[name] ?? NAMED.find((rule) => rule.name === name)?.says ?? '';

export function chooseRules(choice: RuleChoice, { contracts, seed }: RunTerms): Rule[] {
  const forecast = (name: string, words: () => Iterable<string>): Rule =>
    createForecast(name, describeRule(name), contracts, words);
  const searching = forecast(FORECASTS.searching, () => smallSeeds(NUMBERS_TRIED));
  const informed = forecast(FORECASTS.informed, () => [seed]);
  const all = [...RULES, searching];
  // Who waits for others to go wrong would earn from the other rules, which is not asked here.
  if (choice === 'all') return all.filter((rule) => !PATIENT_RULES.includes(rule));
  return [searching, informed, ...NAMED].filter(({ name }) => name === choice.alone);
}
