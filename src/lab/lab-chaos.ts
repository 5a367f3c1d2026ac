/** Trouble that a life of the lab is told to have, at moments of its own time. */
import { FUNDING_RATE_MAX } from '../domain/funding.ts';
import type { ContractId } from '../domain/ids.ts';
import { FUNDING_SCALE, type Millis, millis } from '../domain/units.ts';
import { createChaos, type Happening, type Trouble } from '../market/chaos.ts';
import type { MarketDrive } from '../market/drive-market.ts';
import { REGIMES, type Regime } from '../market/feeds/regimes.ts';
import { LabError } from './lab-error.ts';

/** Of the life: from when on, and for how long; null lasts to its end. */
export interface PlannedTrouble {
  readonly trouble: Trouble;
  readonly contracts: readonly ContractId[];
  readonly afterMillis: number;
  readonly forMillis: number | null;
}

export interface LabChaos {
  /** Before a beat: what is due begins, and what is over ends. */
  readonly pass: () => void;
}

type Fields = Readonly<Record<string, unknown>>;
type NamedContract = { readonly id: ContractId; readonly base: string; readonly symbol: string };

const PLANNED_MAX = 100;
const SECONDS_MAX = 100_000_000;
/** As the chaos of a sandbox bounds them. */
const CHANGE_LEAST = -0.95;
const CHANGE_MOST = 4;
const RATE_MOST = FUNDING_RATE_MAX / Number(FUNDING_SCALE);
const PREMIUM_MOST = 0.01;

const invalid = (allowed: string): LabError => new LabError('option-invalid', `chaos ${allowed}`);

function numberIn(fields: Fields, name: string, least: number, most: number): number {
  const value = fields[name];
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw invalid(`"${fields['kind']}" has ${name}, a number from ${least} to ${most}`);
}

/** What each kind is told beside its name. */
const TROUBLES: Readonly<Record<string, (fields: Fields) => Trouble>> = {
  shock: (fields) => ({
    kind: 'shock',
    factor: 1 + numberIn(fields, 'change', CHANGE_LEAST, CHANGE_MOST),
  }),
  regime: (fields) => ({ kind: 'regime', regime: parseRegime(fields['regime']) }),
  thin: (fields) => ({ kind: 'thin', depth: numberIn(fields, 'depth', 0, 1) }),
  'one-sided': ({ only }) => {
    if (only !== 'bids' && only !== 'asks') throw invalid('"one-sided" has only, bids or asks');
    return { kind: 'one-sided', side: only === 'bids' ? 'buy' : 'sell' };
  },
  funding: (fields) => ({ kind: 'funding', rate: numberIn(fields, 'rate', -RATE_MOST, RATE_MOST) }),
  basis: (fields) => ({
    kind: 'basis',
    premium: numberIn(fields, 'premium', -PREMIUM_MOST, PREMIUM_MOST),
  }),
  outage: () => ({ kind: 'outage' }),
  halt: () => ({ kind: 'halt' }),
};

export function parseRegime(value: unknown): Regime {
  const found = REGIMES.find((name) => name === value);
  if (found !== undefined) return found;
  throw new LabError('option-invalid', `regime must be one of ${REGIMES.join(', ')}`);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function parseChaos(value: unknown, contracts: readonly NamedContract[]): PlannedTrouble[] {
  if (!Array.isArray(value) || value.length > PLANNED_MAX)
    throw invalid(`must be a list of at most ${PLANNED_MAX} troubles`);
  return value.map((each: unknown) => {
    if (!isFields(each)) throw invalid('must be a list of objects, each with a kind');
    const { kind, contract, after_seconds: after = 0, seconds = null } = each;
    const parse = Object.hasOwn(TROUBLES, String(kind)) ? TROUBLES[String(kind)] : undefined;
    if (parse === undefined)
      throw invalid(`has a kind, one of ${Object.keys(TROUBLES).join(', ')}`);
    const meant = contracts.filter(
      ({ base, symbol }) => contract === undefined || contract === base || contract === symbol,
    );
    if (meant.length === 0) throw invalid('names a contract of the life, or none for all');
    const times = { after_seconds: after, seconds: seconds ?? 0, kind };
    return {
      trouble: parse(each),
      contracts: meant.map(({ id }) => id),
      afterMillis: 1_000 * numberIn(times, 'after_seconds', 0, SECONDS_MAX),
      forMillis: seconds === null ? null : 1_000 * numberIn(times, 'seconds', 0, SECONDS_MAX),
    };
  });
}

/** Undefined if nothing is planned. */
export function planChaos(
  drive: MarketDrive,
  planned: readonly PlannedTrouble[],
): LabChaos | undefined {
  if (planned.length === 0) return undefined;
  const { feed, house } = drive.market;
  const chaos = createChaos({ moods: house.moods, force: feed.force, shock: feed.shock });
  drive.market.hear = chaos.hear;
  const startAt = drive.at;
  const waiting = planned.toSorted((one, other) => one.afterMillis - other.afterMillis);
  const halt = (halted: readonly Happening[], kind: 'halt-contract' | 'resume-contract'): void => {
    for (const { trouble, contracts } of halted)
      if (trouble.kind === 'halt')
        for (const contract of contracts) drive.submit({ kind, contract });
  };
  return {
    pass: () => {
      const at: Millis = millis(drive.at);
      halt(chaos.pass(at), 'resume-contract');
      while (waiting[0] !== undefined && startAt + waiting[0].afterMillis <= at) {
        const { trouble, contracts, forMillis } = waiting[0];
        waiting.shift();
        const until = forMillis === null ? null : millis(at + forMillis);
        const happening = { trouble, contracts, since: at, until };
        chaos.begin(happening);
        halt([happening], 'halt-contract');
      }
    },
  };
}
