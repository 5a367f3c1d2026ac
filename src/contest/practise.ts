/** A program on practice markets, which are drawn from public words: everyone has the same. */
import { many } from '../domain/many.ts';
import { seedOfWord } from '../market/seed.ts';
import { decisionsOf } from './contest-rules.ts';
import { ContestError, type ContestTerms } from './contest-terms.ts';
import type { TeamHeat } from './heat.ts';
import type { HeatProgram } from './heat-seat.ts';
import { findBoxFault } from './python-box.ts';
import { type HeatRun, runHeats } from './run-heats.ts';

export interface PractisedHeat extends TeamHeat {
  readonly heat: number;
}

export interface Practice
  extends Omit<HeatRun, 'rules' | 'contracts' | 'programs' | 'plan' | 'over'> {
  readonly seeds: number;
  /** Where the life in a market is kept. */
  readonly partOf?: (seed: string) => string;
  readonly progress?: (done: number) => void;
}

export const practiceSeed = (heat: number): string => `practice-${heat}`;

export async function practise(
  { rules, contracts }: Pick<ContestTerms, 'rules' | 'contracts'>,
  program: HeatProgram,
  { seeds, partOf, progress, ...run }: Practice,
): Promise<PractisedHeat[]> {
  const rows: PractisedHeat[] = [];
  await runHeats({
    ...run,
    rules,
    contracts,
    programs: [program],
    plan: Array.from({ length: seeds }, (_, place) => ({
      heat: place + 1,
      key: seedOfWord(practiceSeed(place + 1)).key,
      places: [0],
      part: partOf?.(practiceSeed(place + 1)),
    })),
    over: ({ heat, outcome }) => {
      rows.push(...outcome.teams.map((row) => ({ heat, ...row })));
      progress?.(rows.length);
    },
  });
  return rows.toSorted((one, two) => one.heat - two.heat);
}

/** What a team is told of a program that it hands in. */
export interface CheckReport extends Pick<TeamHeat, 'orders' | 'fills' | 'refusals' | 'gas'> {
  readonly decisions: number;
}

/** A program that is handed in is tried for so many decisions. */
const CHECKED_DECISIONS = 60;
const USUAL_GAS = 20;
/** Of a program in a box, which may sleep: that costs no processor time. */
const BOX_MILLIS = 30_000;

/**
 * Throws with the program's own fault. All its decisions together get that much processor time, and
 * more where the rules give it more gas.
 */
export async function checkProgram(
  terms: Pick<ContestTerms, 'rules' | 'contracts'>,
  program: HeatProgram,
  patienceMillis: number,
  signal?: AbortSignal,
): Promise<CheckReport> {
  judgeClass(terms, [program]);
  const hours = (CHECKED_DECISIONS * terms.rules.cadenceSeconds) / 3_600;
  const rules = { ...terms.rules, hours };
  const wholeMillis = patienceMillis * Math.max(1, rules.gas / USUAL_GAS);
  const stopped = (decision: number): never => {
    throw new ContestError(
      `the program is not taken: it was stopped at decision ${decision}: its ` +
        `${CHECKED_DECISIONS} decisions have ${wholeMillis / 1_000} s of processor time together`,
    );
  };
  const limits = { patienceMillis, wholeMillis, boxMillis: BOX_MILLIS, stopped };
  const practice = { seeds: 1, parallel: 1, ...limits, ...(signal && { signal }) };
  const [row] = await practise({ ...terms, rules }, program, practice);
  // Whoever was stopped from outside has failed at no decision.
  if (row === undefined || row.fault !== null)
    throw new ContestError(`the program is not taken: ${row?.fault ?? 'it did not run'}`);
  const { orders, fills, refusals, gas } = row;
  return { decisions: decisionsOf(rules), orders, fills, refusals, gas };
}

/** Throws where there is a program of a class that cannot run here, or may not. */
export function judgeClass(
  { rules }: Pick<ContestTerms, 'rules'>,
  programs: readonly HeatProgram[],
) {
  if (programs.every(({ language }) => language !== 'py')) return;
  if (rules.python === 'off')
    throw new ContestError('this contest takes no programs in Python: its rule python is off');
  const fault = findBoxFault();
  if (fault !== undefined) throw new ContestError(`Python programs cannot run here: ${fault}`);
}

/** For the organiser, where a class that was asked for is off. */
export function tellClasses({ python }: ContestTerms['rules']): string[] {
  const fault = python === 'on' ? findBoxFault() : undefined;
  return fault === undefined ? [] : [`Programs in Python are off on this machine: ${fault}`];
}

export const tellCheck = ({ decisions, orders, fills, refusals, gas }: CheckReport): string =>
  `In ${many(decisions, 'decision')}: ${many(orders, 'order')}, ${many(fills, 'fill')}, ` +
  `${many(refusals, 'refusal')}, ${many(gas, 'unit')} of gas.`;
