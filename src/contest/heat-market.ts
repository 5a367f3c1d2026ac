/** The market of a heat: simulated, or a part of a recording that the seed of the heat draws. */
import { createHmac } from 'node:crypto';
import type { Contract } from '../domain/contract.ts';
import { millis } from '../domain/units.ts';
import { drawMarket, type MarketSource } from '../market/bare-market.ts';
import type { MarketDrive } from '../market/drive-market.ts';
import { drawShare, PACE_LEAST } from '../tape/disguise.ts';
import { type KeptTape, playKept, type TapeDrive } from '../tape/kept-tape.ts';
import { type ContestRules, decisionsOf } from './contest-rules.ts';

export type HeatDrive = MarketDrive | TapeDrive;

export interface HeatMarketTerms {
  readonly rules: ContestRules;
  readonly contracts: readonly Contract[];
  /** What the market and the randomness of the programs are drawn from. */
  readonly key: Uint8Array;
  /** The recording that is its market; without one it is simulated. */
  readonly tape?: KeptTape | undefined;
}

export const deriveKey = (key: Uint8Array, purpose: string): Uint8Array =>
  createHmac('sha256', key).update(purpose).digest();

export function marketOf(terms: HeatMarketTerms): MarketSource<HeatDrive> {
  const { rules, contracts, key, tape } = terms;
  if (tape === undefined) return drawMarket({ contracts, seed: { key, word: null } });
  const { bookAt = tape.endAt, endAt } = tape;
  const spare = Math.max(0, endAt - bookAt - recordedMillis(rules));
  const startAt = millis(bookAt + Math.floor(spare * drawShare(key, 'perpetua contest start')));
  const mask = rules.disguise === 'on' ? deriveKey(key, 'perpetua contest disguise') : undefined;
  return playKept({ contracts, moments: tape.from(startAt), key: mask });
}

/** As much of a recording as a heat may play: in disguise its time passes at another pace. */
function recordedMillis(rules: ContestRules): number {
  const seconds = rules.warmUpSeconds + decisionsOf(rules) * rules.cadenceSeconds;
  return Math.ceil((seconds * 1_000) / (rules.disguise === 'on' ? PACE_LEAST : 1));
}

/** Why no heat can be played on it. */
export function findTapeFault(
  rules: ContestRules,
  { bookAt, endAt }: KeptTape,
): string | undefined {
  if (bookAt === undefined)
    return `the recordings have no book of both sides of ${rules.contracts.join(' and ')}`;
  const minutes = (length: number): string => (length / 60_000).toFixed(1);
  const [has, needs] = [endAt - bookAt, recordedMillis(rules)];
  const how = rules.disguise === 'on' ? ' in disguise' : '';
  if (has >= needs) return undefined;
  return (
    `a heat of ${rules.hours} h needs ${minutes(needs)} minutes of a recording${how}, ` +
    `and there are ${minutes(has)}`
  );
}
