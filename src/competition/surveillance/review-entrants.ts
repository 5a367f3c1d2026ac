/** The tests that examine one entrant. */
import { MONEY_SCALE, type Money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import { pnlOf } from '../ratios.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import type { SurveillanceFinding } from './finding.ts';
import {
  AHEAD_GAIN_PPM,
  JUMP_FILLS_MIN,
  JUMP_GAIN_PPM,
  LUCK_FACTOR,
  MOVE_NET_PPM,
  ORDERS_MIN,
  ORDERS_PER_FILL_MAX,
  PUSH_COST_PPM,
  SELF_TRADES_MAX,
  SPOOFS_MAX,
  TRANSFER_LEAST_PPM,
} from './thresholds.ts';
import type { OccasionSums } from './watch.ts';

const PPM = 1_000_000n;

export const reviewEntrants = ({ entrants }: SeasonRecord): SurveillanceFinding[] =>
  entrants.flatMap((entrant) =>
    [
      judgeSelfTrades(entrant),
      judgeFlooding(entrant),
      judgeSpoofing(entrant),
      judgeFeed(entrant),
      judgeAheads(entrant),
      judgeMoves(entrant),
      judgePush(entrant),
    ].flatMap((finding) => (finding === undefined || finding.score === 0n ? [] : [finding])),
  );

const finding = (
  { account }: EntrantRecord,
  rest: Omit<SurveillanceFinding, 'accounts' | 'fills'>,
): SurveillanceFinding => ({ accounts: [account], fills: [], ...rest });

function judgeSelfTrades(entrant: EntrantRecord): SurveillanceFinding {
  const { selfTrades } = entrant.watch;
  return finding(entrant, {
    test: 'self-trading',
    score: BigInt(selfTrades),
    limit: BigInt(SELF_TRADES_MAX),
    isFlagged: selfTrades > SELF_TRADES_MAX,
    facts: [`${selfTrades} orders were stopped from meeting the own team's`],
  });
}

function judgeFlooding(entrant: EntrantRecord): SurveillanceFinding | undefined {
  const { orders, cancels } = entrant.watch;
  const { fills } = entrant.score;
  if (orders < ORDERS_MIN) return undefined;
  const score = BigInt(orders) / BigInt(Math.max(1, fills));
  return finding(entrant, {
    test: 'order-flooding',
    score,
    limit: BigInt(ORDERS_PER_FILL_MAX),
    isFlagged: score > BigInt(ORDERS_PER_FILL_MAX),
    facts: [`${orders} orders, ${cancels} taken back, ${fills} fills`],
  });
}

function judgeSpoofing(entrant: EntrantRecord): SurveillanceFinding {
  const { spoofs, cancels } = entrant.watch;
  return finding(entrant, {
    test: 'spoofing',
    score: BigInt(spoofs),
    limit: BigInt(SPOOFS_MAX),
    isFlagged: spoofs > SPOOFS_MAX,
    facts: [`${spoofs} large orders of ${cancels} taken back right after a fill opposite`],
  });
}

function judgeFeed(entrant: EntrantRecord): SurveillanceFinding | undefined {
  const { jumpGain, jumpFills } = entrant.watch;
  const pnl = pnlOf(entrant.score);
  if (pnl <= 0n || jumpGain <= NO_MONEY) return undefined;
  const score = (toBigInt(jumpGain) * PPM) / pnl;
  const isWorthIt = toBigInt(jumpGain) * PPM > toBigInt(entrant.score.initial) * TRANSFER_LEAST_PPM;
  return finding(entrant, {
    test: 'feed-exploitation',
    score,
    limit: JUMP_GAIN_PPM,
    isFlagged: score > JUMP_GAIN_PPM && jumpFills >= JUMP_FILLS_MIN && isWorthIt,
    facts: [
      `${units(jumpGain)} of ${units(pnl)} earned within a second after a jump of the index`,
      `in ${jumpFills} fills`,
    ],
  });
}

function judgeAheads(entrant: EntrantRecord): SurveillanceFinding | undefined {
  const { aheads } = entrant.watch;
  const { gain, occasions } = aheads;
  const pnl = pnlOf(entrant.score);
  if (pnl <= 0n || gain <= NO_MONEY) return undefined;
  const score = (toBigInt(gain) * PPM) / pnl;
  const isWorthIt = toBigInt(gain) * PPM > toBigInt(entrant.score.initial) * TRANSFER_LEAST_PPM;
  return finding(entrant, {
    test: 'lagging-contracts',
    score,
    limit: AHEAD_GAIN_PPM,
    isFlagged: score > AHEAD_GAIN_PPM && isBeyondLuck(aheads) && isWorthIt,
    facts: [
      `${units(gain)} of ${units(pnl)} earned in contracts that had not yet followed another`,
      `on ${occasions} occasions`,
    ],
  });
}

/** What the moves cost is less than what they brought, again and again. */
function judgeMoves(entrant: EntrantRecord): SurveillanceFinding | undefined {
  const { moves } = entrant.watch;
  const { gain, cost, occasions } = moves;
  const { initial } = entrant.score;
  if (gain <= cost || initial <= NO_MONEY) return undefined;
  const score = ((toBigInt(gain) - toBigInt(cost)) * PPM) / toBigInt(initial);
  return finding(entrant, {
    test: 'price-moving',
    score,
    limit: MOVE_NET_PPM,
    isFlagged: score > MOVE_NET_PPM && isBeyondLuck(moves),
    facts: [
      `gave away ${units(cost)} moving prices and gained ${units(gain)} by it within a minute`,
      `on ${occasions} occasions`,
    ],
  });
}

const isBeyondLuck = ({ gain, cost, squares }: OccasionSums): boolean =>
  gain > cost && (toBigInt(gain) - toBigInt(cost)) ** 2n >= LUCK_FACTOR * squares;

function judgePush(entrant: EntrantRecord): SurveillanceFinding | undefined {
  const { pushCost, pushFills, pushValue } = entrant.watch;
  const { initial } = entrant.score;
  if (pushCost <= NO_MONEY || initial <= NO_MONEY) return undefined;
  const score = (toBigInt(pushCost) * PPM) / toBigInt(initial);
  return finding(entrant, {
    test: 'closing-push',
    score,
    limit: PUSH_COST_PPM,
    isFlagged: score > PUSH_COST_PPM,
    facts: [
      `gave away ${units(pushCost)} in the last minutes, in the direction of its position`,
      `${pushFills} fills worth ${units(pushValue)}`,
    ],
  });
}

/** Whole units of the quote currency, for people. */
const units = (amount: bigint | Money): string => (BigInt(`${amount}`) / MONEY_SCALE).toString();
