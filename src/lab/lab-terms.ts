/** The terms of the lab's lives: which markets, whose money, how long, which actions. */
import { readFileSync } from 'node:fs';
import type { Contract } from '../domain/contract.ts';
import { describeSent } from '../domain/describe-sent.ts';
import { contractId } from '../domain/ids.ts';
import { type Latency, LEGS } from '../domain/latency.ts';
import { judgeNumber, type NumberBounds } from '../domain/number-bounds.ts';
import { ppm } from '../domain/units.ts';
import { STEP_SECONDS } from '../market/bare-market.ts';
import { WORD_LENGTH_MAX } from '../market/seed.ts';
import type { TapeMoment } from '../tape/kept-tape.ts';
import { LATENCY_WORDS, parseLatency } from '../venue/latency-text.ts';
import { parseChaos, parseRegime } from './lab-chaos.ts';
import { LabError } from './lab-error.ts';

/** How many numbers an action of each form has for a contract. */
export const ACTION_WIDTHS = { target: 1, orders: 1, quotes: 4 } as const;
export type ActionForm = keyof typeof ACTION_WIDTHS;

export type LabTerms = Readonly<ReturnType<typeof parseTerms>>;

/** By the names that clients use. */
const NUMBER_TERMS = {
  environments: { fallback: 1, least: 1, most: 1_024, step: 1 },
  agents: { fallback: 1, least: 1, most: 64, step: 1 },
  wallet: { fallback: 10_000, least: 1, most: 50_000_000, step: 1 },
  leverage: { fallback: 10, least: 1, most: 1_000, step: 1 },
  step_seconds: { fallback: 1, least: STEP_SECONDS, most: 86_400, step: STEP_SECONDS },
  episode_steps: { fallback: 600, least: 1, most: 100_000_000, step: 1 },
  warm_up_seconds: { fallback: 60, least: 5, most: 86_400, step: STEP_SECONDS },
  levels: { fallback: 5, least: 1, most: 50, step: 1 },
  position_value: { fallback: 10_000, least: 1, most: 50_000_000 },
  order_value: { fallback: 1_000, least: 1, most: 50_000_000 },
  offset_ppm: { fallback: 1_000, least: 1, most: 9_000 },
} as const satisfies Record<string, NumberBounds>;

/** As the contract has them unless they are given; a negative one is paid to the maker. */
const FEE_TERMS = {
  maker_fee_ppm: { fallback: 0, least: -10_000, most: 10_000, step: 1 },
  taker_fee_ppm: { fallback: 0, least: 0, most: 10_000, step: 1 },
} as const satisfies Record<string, NumberBounds>;

type NumberName = keyof typeof NUMBER_TERMS;

const OPTION_NAMES = [
  ...['contract', 'contracts', 'actions', 'tape', 'disguise', 'regime', 'chaos', 'latency'],
  'normalised',
  ...Object.keys(NUMBER_TERMS),
  ...Object.keys(FEE_TERMS),
];

type Chosen = Readonly<Record<string, unknown>>;

/** With a tape, its moments, and the contracts that it has. */
export function parseTerms(
  chosen: Chosen,
  known: readonly Contract[],
  moments?: readonly TapeMoment[],
) {
  const unknown = Object.keys(chosen).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      'option-unknown',
      `there is no option ${unknown}; there are ${OPTION_NAMES.join(', ')}`,
    );
  const read = (name: NumberName): number => parseNumber(name, NUMBER_TERMS[name], chosen[name]);
  if (moments !== undefined && (chosen['regime'] ?? chosen['chaos']) !== undefined)
    throw invalid('tape', 'given without regime and chaos: it is what was recorded');
  const isDisguised = parseFlag('disguise', chosen['disguise'] ?? false);
  if (isDisguised && moments === undefined) throw invalid('disguise', 'given with a tape');
  const contracts = parseContracts(chosen, known).map((contract) => withFees(contract, chosen));
  const leverage = read('leverage');
  for (const { leverageMin, leverageMax, base } of contracts)
    if (leverage < leverageMin || leverage > leverageMax)
      throw invalid('leverage', `from ${leverageMin} to ${leverageMax} for ${base}`);
  const stepMillis = read('step_seconds') * 1_000;
  return {
    contracts,
    actions: parseActions(chosen['actions'] ?? 'target'),
    environments: read('environments'),
    /** Accounts that act in each market. */
    agents: read('agents'),
    /** In whole units of the quote currency. */
    wallet: read('wallet'),
    leverage,
    stepMillis,
    lifeSteps: read('episode_steps'),
    warmUpMillis: read('warm_up_seconds') * 1_000,
    /** How many levels of each side of the book are shown. */
    levels: read('levels'),
    /** The largest position and the largest order of a contract, in the quote currency. */
    positionValue: read('position_value'),
    orderValue: read('order_value'),
    /** The farthest that a quote is from the middle, in parts per million of it. */
    offsetPpm: read('offset_ppm'),
    /** How late agents see, act and are told; each less than a step. */
    latency: parseDelays(chosen['latency'] ?? 'none', stepMillis),
    /** Undefined if the market chooses it. */
    regime: (chosen['regime'] ?? null) === null ? undefined : parseRegime(chosen['regime']),
    chaos: parseChaos(chosen['chaos'] ?? [], contracts),
    /** The recording that is played; undefined for a simulated market. */
    moments,
    /** Whether each seed disguises it. */
    isDisguised,
    /** Whether observations are scaled to the size of one, and bounded. */
    isNormalised: parseFlag('normalised', chosen['normalised'] ?? true),
  };
}

const invalid = (name: string, allowed: string): LabError =>
  new LabError('option-invalid', `${name} must be ${allowed}`);

function parseNumber(name: string, bounds: NumberBounds, value: unknown): number {
  const chosen = value ?? bounds.fallback;
  const allowed = judgeNumber(bounds, chosen);
  if (allowed !== undefined) throw invalid(name, allowed);
  return Number(chosen);
}

/** A life has no observation between two steps, so what is longer than one cannot be told. */
function parseDelays(value: unknown, stepMillis: number): Latency {
  const found =
    typeof value === 'string'
      ? parseLatency(value, (path) => readFileSync(path, 'utf8'))
      : LATENCY_WORDS;
  if (typeof found === 'string') throw new LabError('option-invalid', `latency: ${found}`);
  if (LEGS.some((leg) => found[leg].some((delay) => delay >= stepMillis)))
    throw invalid('latency', `less than a step, which has ${stepMillis} ms`);
  return found;
}

function parseFlag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw invalid(name, 'true or false');
}

/** The only contracts of their venue, so they have the first ids. */
function parseContracts(chosen: Chosen, known: readonly Contract[]): Contract[] {
  const { contract, contracts } = chosen;
  if (contracts !== undefined && contract !== undefined)
    throw invalid('contract', 'left out where contracts is given');
  const names: unknown = contracts ?? [contract ?? known[0]?.base];
  if (!Array.isArray(names) || names.length === 0)
    throw invalid('contracts', 'a list of names, such as ["BTC", "ETH"]');
  const found = names.map((name) => findContract(name, known));
  if (new Set(found).size < found.length) throw invalid('contracts', 'different from each other');
  return found.map((each, at) => ({ ...each, id: contractId(at) }));
}

function findContract(name: unknown, known: readonly Contract[]): Contract {
  const found = known.find(({ symbol, base }) => name === symbol || name === base);
  if (found !== undefined) return found;
  const bases = known.map(({ base }) => base).join(', ');
  throw new LabError(
    'contract-unknown',
    `there is no contract ${describeSent(name)}; there are ${bases}`,
  );
}

function withFees(contract: Contract, chosen: Chosen): Contract {
  const read = (name: keyof typeof FEE_TERMS, usual: number): number =>
    parseNumber(name, FEE_TERMS[name], chosen[name] ?? usual);
  const makerFee = ppm(read('maker_fee_ppm', contract.makerFee));
  const takerFee = ppm(read('taker_fee_ppm', contract.takerFee));
  if (makerFee < -takerFee)
    throw invalid('maker_fee_ppm', `at least -${takerFee}: a rebate is paid from the taker's fee`);
  return { ...contract, makerFee, takerFee };
}

const isForm = (value: unknown): value is ActionForm =>
  typeof value === 'string' && Object.hasOwn(ACTION_WIDTHS, value);

function parseActions(value: unknown): ActionForm {
  if (isForm(value)) return value;
  throw invalid('actions', `one of ${Object.keys(ACTION_WIDTHS).join(', ')}`);
}

/** The files of a recording; undefined if none is asked for. */
export function parseTape({ tape }: Chosen): string[] | undefined {
  if (tape === undefined || tape === null) return undefined;
  const paths: unknown[] = Array.isArray(tape) ? tape : [tape];
  if (paths.length > 0 && paths.every((path) => typeof path === 'string')) return paths;
  throw invalid('tape', 'the name of a file, or a list of them');
}

const SEED_WORD = new RegExp(`^[A-Za-z0-9._-]{1,${WORD_LENGTH_MAX}}$`);

export function parseSeed(value: unknown): string {
  if (typeof value === 'string' && SEED_WORD.test(value)) return value;
  throw new LabError(
    'seed-invalid',
    `a seed is a word of 1 to ${WORD_LENGTH_MAX} letters, digits, dots, dashes and underscores`,
  );
}
