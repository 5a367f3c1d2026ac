/** The three best. A team that never traded is not among them unless the rules allow it. */
import type { RulesRecord } from '../../wire/competition/season.ts';
import type { StandingRecord } from '../../wire/competition/standings.ts';

const PLACES = 3;

export const isIdle = ({ fills }: Pick<StandingRecord, 'fills'>): boolean => fills === 0;

/** Places by team. Rules that ask for no activity allow idle teams. */
export function podiumOf(
  standings: readonly Pick<StandingRecord, 'team' | 'rank' | 'state' | 'fills'>[],
  { roundTripsMin, activeDaysMin }: Pick<RulesRecord, 'roundTripsMin' | 'activeDaysMin'>,
): ReadonlyMap<string, number> {
  const areIdleAllowed = roundTripsMin === 0 && activeDaysMin === 0;
  const best = standings
    .filter((row) => row.rank !== null && row.state === 'trading')
    .filter((row) => areIdleAllowed || !isIdle(row));
  return new Map(best.slice(0, PLACES).map(({ team }, at) => [team, at + 1]));
}
