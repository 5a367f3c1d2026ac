/** The rules of a season as JSON, with the contracts by their names. */
import type { Contest } from '../../competition/contest.ts';
import type { SeasonRecord } from '../../competition/season-record.ts';
import { formatDecimal, formatPpm } from '../quantity.ts';
import type { RulesRecord } from './standing-records.ts';

export function formatSeasonRules(
  contest: Pick<Contest, 'contracts'>,
  season: SeasonRecord,
): RulesRecord {
  const { rules } = season;
  return {
    season: season.season,
    name: rules.name,
    phase: season.phase,
    startAt: rules.startAt,
    endAt: rules.endAt,
    startedAt: season.startedAt,
    endedAt: season.endedAt,
    wallet: formatDecimal(rules.wallet, 8),
    testWallet: formatDecimal(rules.testWallet, 8),
    leverageMax: rules.leverageMax,
    symbols: rules.contracts.map((id) => contest.contracts[id]?.symbol ?? String(id)),
    makerFee: formatPpm(rules.makerFee),
    takerFee: formatPpm(rules.takerFee),
    positionValueMax: formatDecimal(rules.positionValueMax, 8),
    matching: rules.matching,
    roundTripsMin: rules.roundTripsMin,
    activeDaysMin: rules.activeDaysMin,
    leaderboardDelayMillis: rules.leaderboardDelay,
    leaderboardFreezeMillis: rules.leaderboardFreeze,
    requiresAiLog: rules.requiresAiLog,
    entrants: season.entrants.length,
  };
}
