/**
 * Equity, once a minute: peak, fall, hourly returns. Minutes in which nothing happened at all come
 * together as one sample that counts several times.
 */
import { divideHalfEven } from '../domain/rounding.ts';
import { type Millis, type Money, money, PPM_SCALE } from '../domain/units.ts';
import { ELIMINATION_PPM, RETURN_SCALE, type Score } from './score.ts';

export interface Sample {
  readonly equity: Money;
  /** When the first of these minutes was full. */
  readonly at: Millis;
  /** Whole hours among these minutes, the start of the season being the first hour's beginning. */
  readonly hours: number;
}

export function takeSample(score: Score, sample: Sample): void {
  const { equity, at, hours } = sample;
  score.equity = equity;
  if (equity - score.transfers > score.peak) {
    score.peak = money(equity - score.transfers);
    score.improvedAt = at;
  }
  noteFall(score);
  if (hours > 0) noteHours(score, hours);
  if (isNearlyGone(score)) score.eliminatedAt ??= at;
}

function noteFall(score: Score): void {
  const { peak, fall, fallFrom } = score;
  const now = peak - (score.equity - score.transfers);
  if (now <= 0n || peak <= 0n) return;
  const isDeeper = fallFrom === 0n || now * fallFrom > fall * peak;
  if (!isDeeper) return;
  score.fall = money(now);
  score.fallFrom = peak;
}

/** Nobody can lose a part of nothing: an hour that began without equity has no return. */
function noteHours(score: Score, hours: number): void {
  const { hourEquity, equity } = score;
  score.hourEquity = equity;
  if (hourEquity > 0n) {
    const earned = divideHalfEven((equity - hourEquity) * RETURN_SCALE, hourEquity);
    score.hours += 1;
    score.returnSum += earned;
    score.returnSquares += earned * earned;
    if (earned < 0n) score.fallingSquares += earned * earned;
  }
  if (equity > 0n) score.hours += hours - 1;
}

const isNearlyGone = ({ equity, transfers, initial }: Score): boolean =>
  (equity - transfers) * PPM_SCALE < initial * ELIMINATION_PPM;
