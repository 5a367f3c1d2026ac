/** The terms of the lab's lives: which market, whose money, how long, which actions. */
import type { Contract } from '../domain/contract.ts';
import { describeSent } from '../domain/describe-sent.ts';
import { contractId } from '../domain/ids.ts';
import { judgeNumber, type NumberBounds } from '../domain/number-bounds.ts';
import { BEAT_MILLIS } from '../market/memory.ts';
import { WORD_LENGTH_MAX } from '../market/seed.ts';
import { LabError } from './lab-error.ts';

/** How many numbers an action of each form has. */
export const ACTION_WIDTHS = { target: 1, orders: 1, quotes: 4 } as const;
export type ActionForm = keyof typeof ACTION_WIDTHS;

export interface LabTerms {
  readonly contract: Contract;
  readonly actions: ActionForm;
  readonly environments: number;
  /** In whole units of the quote currency. */
  readonly wallet: number;
  readonly leverage: number;
  readonly stepBeats: number;
  readonly lifeSteps: number;
  readonly warmUpBeats: number;
  /** How many levels of each side of the book are shown. */
  readonly levels: number;
  /** The largest position and the largest order, in the quote currency. */
  readonly positionValue: number;
  readonly orderValue: number;
  /** The farthest that a quote is from the middle, in parts per million of it. */
  readonly offsetPpm: number;
}

const BEAT_SECONDS = BEAT_MILLIS / 1_000;

/** By the names that clients use. */
const NUMBER_TERMS = {
  environments: { fallback: 1, least: 1, most: 1_024, step: 1 },
  wallet: { fallback: 10_000, least: 1, most: 50_000_000, step: 1 },
  leverage: { fallback: 10, least: 1, most: 1_000, step: 1 },
  step_seconds: { fallback: 1, least: BEAT_SECONDS, most: 86_400, step: BEAT_SECONDS },
  episode_steps: { fallback: 600, least: 1, most: 100_000_000, step: 1 },
  warm_up_seconds: { fallback: 60, least: 5, most: 86_400, step: BEAT_SECONDS },
  levels: { fallback: 5, least: 1, most: 50, step: 1 },
  position_value: { fallback: 10_000, least: 1, most: 50_000_000 },
  order_value: { fallback: 1_000, least: 1, most: 50_000_000 },
  offset_ppm: { fallback: 1_000, least: 1, most: 9_000 },
} as const satisfies Record<string, NumberBounds>;

type NumberName = keyof typeof NUMBER_TERMS;

const OPTION_NAMES = ['contract', 'actions', ...Object.keys(NUMBER_TERMS)];

export function parseTerms(
  chosen: Readonly<Record<string, unknown>>,
  contracts: readonly Contract[],
): LabTerms {
  const unknown = Object.keys(chosen).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined)
    throw new LabError(
      'option-unknown',
      `there is no option ${unknown}; there are ${OPTION_NAMES.join(', ')}`,
    );
  const read = (name: NumberName): number => parseNumber(name, chosen[name]);
  const contract = parseContract(chosen['contract'] ?? 'BTC', contracts);
  const leverage = read('leverage');
  const { leverageMin, leverageMax } = contract;
  if (leverage < leverageMin || leverage > leverageMax)
    throw invalid('leverage', `from ${leverageMin} to ${leverageMax} for ${contract.base}`);
  return {
    contract,
    actions: parseActions(chosen['actions'] ?? 'target'),
    environments: read('environments'),
    wallet: read('wallet'),
    leverage,
    stepBeats: Math.round(read('step_seconds') / BEAT_SECONDS),
    lifeSteps: read('episode_steps'),
    warmUpBeats: Math.round(read('warm_up_seconds') / BEAT_SECONDS),
    levels: read('levels'),
    positionValue: read('position_value'),
    orderValue: read('order_value'),
    offsetPpm: read('offset_ppm'),
  };
}

const invalid = (name: string, allowed: string): LabError =>
  new LabError('option-invalid', `${name} must be ${allowed}`);

function parseNumber(name: NumberName, value: unknown): number {
  const bounds: NumberBounds = NUMBER_TERMS[name];
  const chosen = value ?? bounds.fallback;
  const allowed = judgeNumber(bounds, chosen);
  if (allowed !== undefined) throw invalid(name, allowed);
  return Number(chosen);
}

/** The only contract of its venue, so it has the first id. */
function parseContract(name: unknown, contracts: readonly Contract[]): Contract {
  const found = contracts.find(({ symbol, base }) => name === symbol || name === base);
  if (found !== undefined) return { ...found, id: contractId(0) };
  const known = contracts.map(({ base }) => base).join(', ');
  throw new LabError(
    'contract-unknown',
    `there is no contract ${describeSent(name)}; there are ${known}`,
  );
}

const isForm = (value: unknown): value is ActionForm =>
  typeof value === 'string' && Object.hasOwn(ACTION_WIDTHS, value);

function parseActions(value: unknown): ActionForm {
  if (isForm(value)) return value;
  throw invalid('actions', `one of ${Object.keys(ACTION_WIDTHS).join(', ')}`);
}

const SEED_WORD = new RegExp(`^[A-Za-z0-9._-]{1,${WORD_LENGTH_MAX}}$`);

export function parseSeed(value: unknown): string {
  if (typeof value === 'string' && SEED_WORD.test(value)) return value;
  throw new LabError(
    'seed-invalid',
    `a seed is a word of 1 to ${WORD_LENGTH_MAX} letters, digits, dots, dashes and underscores`,
  );
}
