/** The tests that examine two entrants at a time, over the pairs that stood out. */

import type { AccountId } from '../../domain/ids.ts';
import { MONEY_SCALE, type Money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import { pnlOf } from '../ratios.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import { correlateLagged, correlateMinutes } from './correlate.ts';
import type { SurveillanceFinding } from './finding.ts';
import {
  COPY_CORRELATION_PPM,
  COPY_COVERAGE_PPM,
  EVENTS_MIN,
  MIRROR_CORRELATION_PPM,
  PAIR_CHANCE_FACTOR,
  PAIR_FILLS_MIN,
  PAIR_MUTUAL_PPM,
  PAIR_SHARE_PPM,
  TRANSFER_LEAST_PPM,
  TRANSFER_MUTUAL_PPM,
  TRANSFER_OFF_PPM,
  TRANSFER_PNL_PPM,
  TRANSFER_START_PPM,
} from './thresholds.ts';
import { type FollowRow, type MirrorRow, type PairRow, pairKey } from './watch.ts';

const PPM = 1_000_000n;
type Find = (account: AccountId) => EntrantRecord | undefined;

export function reviewPairs(season: SeasonRecord): SurveillanceFinding[] {
  const { watch } = season;
  const entrants = new Map(season.entrants.map((entrant) => [entrant.account, entrant]));
  const find: Find = (account) => entrants.get(account);
  const pairs = [...watch.pairs.values()];
  return [
    ...pairs.flatMap((row) => judgeMatching(find, row, toBigInt(watch.volume))),
    ...pairs.flatMap((row) => judgeTransfer(find, row)),
    ...[...watch.mirrors.values()].flatMap((row) => judgeMirror(find, row)),
    ...[...watch.follows.values()].flatMap((row) => judgeCopy(find, row, watch.follows)),
  ];
}

/** Value traded with each other, relative to the smaller turnover and to chance. */
function judgeMatching(find: Find, row: PairRow, volume: bigint): SurveillanceFinding[] {
  const [one, other] = [find(row.first), find(row.second)];
  if (one === undefined || other === undefined || volume <= 0n) return [];
  const [mine, its] = [one.score.turnover, other.score.turnover];
  const least = mine < its ? mine : its;
  if (least <= NO_MONEY) return [];
  const score = (toBigInt(row.value) * PPM) / toBigInt(least);
  const isBeyondChance =
    toBigInt(row.value) * volume > PAIR_CHANCE_FACTOR * toBigInt(mine) * toBigInt(its);
  const isMutual = mutualPpm(one, other, row) > PAIR_MUTUAL_PPM;
  return [
    {
      test: 'pair-matching',
      accounts: [row.first, row.second],
      score,
      limit: PAIR_SHARE_PPM,
      isFlagged:
        score > PAIR_SHARE_PPM && (isBeyondChance || isMutual) && row.fills >= PAIR_FILLS_MIN,
      facts: [
        `${row.fills} fills with each other, worth ${units(row.value)}`,
        `turnover ${units(mine)} and ${units(its)} of ${units(volume)}`,
        `by chance about ${units((toBigInt(mine) * toBigInt(its)) / volume)}`,
      ],
      fills: row.evidence,
    },
  ];
}

/** What one gave the other by trading away from the market, relative to the start and the gain. */
function judgeTransfer(find: Find, row: PairRow): SurveillanceFinding[] {
  const isToSecond = row.transferred >= NO_MONEY;
  const gainer = find(isToSecond ? row.second : row.first);
  const loser = find(isToSecond ? row.first : row.second);
  if (gainer === undefined || loser === undefined || gainer.score.initial <= NO_MONEY) return [];
  const transferred = toBigInt(row.transferred);
  const amount = isToSecond ? transferred : -transferred;
  const { initial } = gainer.score;
  const pnl = pnlOf(gainer.score);
  const score = (amount * PPM) / toBigInt(initial);
  const isOff = row.value > NO_MONEY && amount * PPM > toBigInt(row.value) * TRANSFER_OFF_PPM;
  const isSuspect = isOff || mutualPpm(gainer, loser, row) > TRANSFER_MUTUAL_PPM;
  const isOfPnl = pnl > 0n && amount * PPM > pnl * TRANSFER_PNL_PPM && score > TRANSFER_LEAST_PPM;
  return [
    {
      test: 'value-transfer',
      accounts: isToSecond ? [row.first, row.second] : [row.second, row.first],
      score,
      limit: TRANSFER_START_PPM,
      isFlagged:
        row.fills >= PAIR_FILLS_MIN && isSuspect && (score > TRANSFER_START_PPM || isOfPnl),
      facts: [
        `${units(amount)} against the mark a second before, in ${row.fills} fills`,
        `the second of them ${pnl < 0n ? 'lost' : 'earned'} ${units(pnl < 0n ? -pnl : pnl)} in all`,
      ],
      fills: row.evidence,
    },
  ];
}

/** What they traded with each other, relative to the larger turnover. */
function mutualPpm(one: EntrantRecord, other: EntrantRecord, { value }: PairRow): bigint {
  const [mine, its] = [one.score.turnover, other.score.turnover];
  const most = mine > its ? mine : its;
  return most <= NO_MONEY ? 0n : (toBigInt(value) * PPM) / toBigInt(most);
}

/** One entrant loses so that the other wins. */
function judgeMirror(find: Find, { first, second, hits }: MirrorRow): SurveillanceFinding[] {
  const [one, other] = [find(first), find(second)];
  if (one === undefined || other === undefined || hits < EVENTS_MIN) return [];
  const { events, correlation } = correlateMinutes(one.watch, other.watch);
  if (correlation === null || correlation >= 0n) return [];
  return [
    {
      test: 'mirrored-positions',
      accounts: [first, second],
      score: correlation,
      limit: MIRROR_CORRELATION_PPM,
      isFlagged: correlation < MIRROR_CORRELATION_PPM && events >= EVENTS_MIN,
      facts: [`moved against each other by about as much in ${hits} minutes`],
      fills: [],
    },
  ];
}

/** An entrant that repeatedly makes the same move right after another is the copier. */
function judgeCopy(
  find: Find,
  row: FollowRow,
  follows: ReadonlyMap<number, FollowRow>,
): SurveillanceFinding[] {
  const { leader, follower, hits } = row;
  const [one, other] = [find(leader), find(follower)];
  const back = follows.get(pairKey(follower, leader))?.hits ?? 0;
  if (one === undefined || other === undefined || hits < EVENTS_MIN || hits < back) return [];
  const { events, correlation } = correlateLagged(one.watch, other.watch);
  if (correlation === null || correlation <= 0n) return [];
  return [
    {
      test: 'copying',
      accounts: [leader, follower],
      score: correlation,
      limit: COPY_CORRELATION_PPM,
      isFlagged:
        correlation > COPY_CORRELATION_PPM &&
        events >= EVENTS_MIN &&
        hits * 1_000_000 >= one.watch.changes * COPY_COVERAGE_PPM,
      facts: [
        `${hits} of ${other.watch.changes} changes came within two seconds after the first's`,
        `the other way round ${back}`,
      ],
      fills: [],
    },
  ];
}

/** Whole units of the quote currency, for people. */
const units = (amount: bigint | Money): string => (BigInt(`${amount}`) / MONEY_SCALE).toString();
