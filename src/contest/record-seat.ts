/** The life of a program in a heat of its own, kept for a report as the lives of bots are. */
import { millis } from '../domain/units.ts';
import type { BareMarket } from '../market/bare-market.ts';
import { wholeMoney } from '../market/genesis.ts';
import type { BareFollower } from '../verdict/follow-bare.ts';
import type { LifePart } from '../verdict/life-part.ts';
import type { LifeRecorder } from '../verdict/record-life.ts';
import { type ContestRules, decisionsOf } from './contest-rules.ts';
import type { HeatDrive } from './heat-market.ts';

/** Of the first program, from the end of the warm-up to what the last decision leads to. */
export function recordSeat(
  rules: ContestRules,
  keepLife: (life: LifePart) => void,
  { venue, drive, accounts }: BareMarket<HeatDrive>,
  follower: BareFollower,
): LifeRecorder {
  const startAt = millis(drive.at);
  const life = {
    account: accounts[0]!,
    wallet: wholeMoney(rules.capital),
    startAt,
    endAt: millis(startAt + decisionsOf(rules) * rules.cadenceSeconds * 1_000),
    // A recording has no moods that anybody knows of.
    regime: () => ('market' in drive ? (drive.market.feed.regime() ?? '') : ''),
  };
  return follower.score(venue, life, (figures, record) =>
    keepLife({ figures, record, commands: null }),
  );
}
