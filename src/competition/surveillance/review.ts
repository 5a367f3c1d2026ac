/**
 * The findings of a season: for each test the entrants or pairs nearest to its threshold, with a
 * score and its evidence. A finding beyond the threshold is flagged. It is a question to the
 * organiser, not a verdict.
 */
import type { AccountId } from '../../domain/ids.ts';
import { MONEY_SCALE, type Money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import type { EntrantRecord, SeasonRecord } from '../season-record.ts';
import { pnlOf } from '../standing.ts';
import { correlateLagged, correlateMinutes } from './correlate.ts';
import {
  AHEAD_GAIN_PPM,
  COPY_CORRELATION_PPM,
  COPY_COVERAGE_PPM,
  EVENTS_MIN,
  JUMP_FILLS_MIN,
  JUMP_GAIN_PPM,
  LUCK_FACTOR,
  MIRROR_CORRELATION_PPM,
  MOVE_NET_PPM,
  ORDERS_MIN,
  ORDERS_PER_FILL_MAX,
  PAIR_CHANCE_FACTOR,
  PAIR_FILLS_MIN,
  PAIR_MUTUAL_PPM,
  PAIR_SHARE_PPM,
  PUSH_COST_PPM,
  SELF_TRADES_MAX,
  SPOOFS_MAX,
  TRANSFER_LEAST_PPM,
  TRANSFER_MUTUAL_PPM,
  TRANSFER_OFF_PPM,
  TRANSFER_PNL_PPM,
  TRANSFER_START_PPM,
} from './thresholds.ts';
import {
  type FollowRow,
  type MirrorRow,
  type OccasionSums,
  type PairEvidence,
  type PairRow,
  pairKey,
} from './watch.ts';

export type SurveillanceTest =
  | 'pair-matching'
  | 'value-transfer'
  | 'mirrored-positions'
  | 'copying'
  | 'self-trading'
  | 'order-flooding'
  | 'spoofing'
  | 'feed-exploitation'
  | 'lagging-contracts'
  | 'price-moving'
  | 'closing-push'
  | 'shared-address';

export interface SurveillanceFinding {
  readonly test: SurveillanceTest;
  /** One entrant, a pair or a group. Of a copying pair the leader comes first. */
  readonly accounts: readonly AccountId[];
  /** In the unit of its limit: ppm, or a count. */
  readonly score: bigint;
  readonly limit: bigint;
  readonly isFlagged: boolean;
  /** The evidence behind the score, in words. */
  readonly facts: readonly string[];
  readonly fills: readonly PairEvidence[];
}

/** How many findings of each test are kept, highest score first. */
export const FINDINGS_PER_TEST = 50;

/** Flagged ones first, then by test and score. */
export function reviewSeason(season: SeasonRecord): SurveillanceFinding[] {
  const findings = [...reviewPairs(season), ...reviewEntrants(season)];
  return [...Map.groupBy(findings, ({ test }) => test).values()].flatMap((rows) =>
    rows.sort(compareFindings).slice(0, FINDINGS_PER_TEST),
  );
}

function compareFindings(one: SurveillanceFinding, other: SurveillanceFinding): number {
  if (one.isFlagged !== other.isFlagged) return one.isFlagged ? -1 : 1;
  const [mine, its] = [magnitude(one.score), magnitude(other.score)];
  if (mine !== its) return mine > its ? -1 : 1;
  return (
    (one.accounts[0] ?? 0) - (other.accounts[0] ?? 0) ||
    (one.accounts[1] ?? 0) - (other.accounts[1] ?? 0)
  );
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

const PPM = 1_000_000n;
type Find = (account: AccountId) => EntrantRecord | undefined;
type Judged = SurveillanceFinding | undefined;

function reviewPairs(season: SeasonRecord): SurveillanceFinding[] {
  const { watch } = season;
  const entrants = new Map(season.entrants.map((entrant) => [entrant.account, entrant]));
  const find: Find = (account) => entrants.get(account);
  const pairs = [...watch.pairs.values()];
  return [
    ...pairs.map((row) => judgeMatching(find, row, toBigInt(watch.volume))),
    ...pairs.map((row) => judgeTransfer(find, row)),
    ...Array.from(watch.mirrors.values(), (row) => judgeMirror(find, row)),
    ...Array.from(watch.follows.values(), (row) => judgeCopy(find, row, watch.follows)),
  ].flatMap((found) => found ?? []);
}

/** Value traded with each other, relative to the smaller turnover and to chance. */
function judgeMatching(find: Find, row: PairRow, volume: bigint): Judged {
  const [one, other] = [find(row.first), find(row.second)];
  if (one === undefined || other === undefined || volume <= 0n) return undefined;
  const [mine, its] = [one.score.turnover, other.score.turnover];
  const least = mine < its ? mine : its;
  if (least <= NO_MONEY) return undefined;
  const score = (toBigInt(row.value) * PPM) / toBigInt(least);
  const isBeyondChance =
    toBigInt(row.value) * volume > PAIR_CHANCE_FACTOR * toBigInt(mine) * toBigInt(its);
  const isMutual = mutualPpm(one, other, row) > PAIR_MUTUAL_PPM;
  return {
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
  };
}

/** What one gave the other by trading away from the market, relative to the start and the gain. */
function judgeTransfer(find: Find, row: PairRow): Judged {
  const isToSecond = row.transferred >= NO_MONEY;
  const gainer = find(isToSecond ? row.second : row.first);
  const loser = find(isToSecond ? row.first : row.second);
  if (gainer === undefined || loser === undefined || gainer.score.initial <= NO_MONEY)
    return undefined;
  const transferred = toBigInt(row.transferred);
  const amount = isToSecond ? transferred : -transferred;
  const { initial } = gainer.score;
  const pnl = pnlOf(gainer.score);
  const score = (amount * PPM) / toBigInt(initial);
  const isOff = row.value > NO_MONEY && amount * PPM > toBigInt(row.value) * TRANSFER_OFF_PPM;
  const isSuspect = isOff || mutualPpm(gainer, loser, row) > TRANSFER_MUTUAL_PPM;
  const isOfPnl = pnl > 0n && amount * PPM > pnl * TRANSFER_PNL_PPM && score > TRANSFER_LEAST_PPM;
  return {
    test: 'value-transfer',
    accounts: isToSecond ? [row.first, row.second] : [row.second, row.first],
    score,
    limit: TRANSFER_START_PPM,
    isFlagged: row.fills >= PAIR_FILLS_MIN && isSuspect && (score > TRANSFER_START_PPM || isOfPnl),
    facts: [
      `${units(amount)} against the mark a second before, in ${row.fills} fills`,
      `the second of them ${pnl < 0n ? 'lost' : 'earned'} ${units(pnl < 0n ? -pnl : pnl)} in all`,
    ],
    fills: row.evidence,
  };
}

/** What they traded with each other, relative to the larger turnover. */
function mutualPpm(one: EntrantRecord, other: EntrantRecord, { value }: PairRow): bigint {
  const [mine, its] = [one.score.turnover, other.score.turnover];
  const most = mine > its ? mine : its;
  return most <= NO_MONEY ? 0n : (toBigInt(value) * PPM) / toBigInt(most);
}

/** One entrant loses so that the other wins. */
function judgeMirror(find: Find, { first, second, hits }: MirrorRow): Judged {
  const [one, other] = [find(first), find(second)];
  if (one === undefined || other === undefined || hits < EVENTS_MIN) return undefined;
  const { events, correlation } = correlateMinutes(one.watch, other.watch);
  if (correlation === null || correlation >= 0n) return undefined;
  return {
    test: 'mirrored-positions',
    accounts: [first, second],
    score: correlation,
    limit: MIRROR_CORRELATION_PPM,
    isFlagged: correlation < MIRROR_CORRELATION_PPM && events >= EVENTS_MIN,
    facts: [`moved against each other by about as much in ${hits} minutes`],
    fills: [],
  };
}

/** An entrant that repeatedly makes the same move right after another is the copier. */
function judgeCopy(find: Find, row: FollowRow, follows: ReadonlyMap<number, FollowRow>): Judged {
  const { leader, follower, hits } = row;
  const [one, other] = [find(leader), find(follower)];
  const back = follows.get(pairKey(follower, leader))?.hits ?? 0;
  if (one === undefined || other === undefined || hits < EVENTS_MIN || hits < back)
    return undefined;
  const { events, correlation } = correlateLagged(one.watch, other.watch);
  if (correlation === null || correlation <= 0n) return undefined;
  return {
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
  };
}

const reviewEntrants = ({ entrants }: SeasonRecord): SurveillanceFinding[] =>
  entrants.flatMap((entrant) =>
    [
      judgeSelfTrades(entrant),
      judgeFlooding(entrant),
      judgeSpoofing(entrant),
      judgeFeed(entrant),
      judgeAheads(entrant),
      judgeMoves(entrant),
      judgePush(entrant),
    ].flatMap((found) => (found === undefined || found.score === 0n ? [] : [found])),
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

function judgeFlooding(entrant: EntrantRecord): Judged {
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

/** These gains as a part of all; undefined where there are none. */
function shareOfGains({ score }: EntrantRecord, gain: Money) {
  const pnl = pnlOf(score);
  if (pnl <= 0n || gain <= NO_MONEY) return undefined;
  const amount = toBigInt(gain) * PPM;
  const isWorthIt = amount > toBigInt(score.initial) * TRANSFER_LEAST_PPM;
  return { score: amount / pnl, isWorthIt, part: units(gain), whole: units(pnl) };
}

function judgeFeed(entrant: EntrantRecord): Judged {
  const { jumpGain, jumpFills } = entrant.watch;
  const share = shareOfGains(entrant, jumpGain);
  if (share === undefined) return undefined;
  const { score, isWorthIt, part, whole } = share;
  return finding(entrant, {
    test: 'feed-exploitation',
    score,
    limit: JUMP_GAIN_PPM,
    isFlagged: score > JUMP_GAIN_PPM && jumpFills >= JUMP_FILLS_MIN && isWorthIt,
    facts: [
      `${part} of ${whole} earned within a second after a jump of the index`,
      `in ${jumpFills} fills`,
    ],
  });
}

function judgeAheads(entrant: EntrantRecord): Judged {
  const { aheads } = entrant.watch;
  const share = shareOfGains(entrant, aheads.gain);
  if (share === undefined) return undefined;
  const { score, isWorthIt, part, whole } = share;
  return finding(entrant, {
    test: 'lagging-contracts',
    score,
    limit: AHEAD_GAIN_PPM,
    isFlagged: score > AHEAD_GAIN_PPM && isBeyondLuck(aheads) && isWorthIt,
    facts: [
      `${part} of ${whole} earned in contracts that had not yet followed another`,
      `on ${aheads.occasions} occasions`,
    ],
  });
}

/** What the moves cost is less than what they brought, again and again. */
function judgeMoves(entrant: EntrantRecord): Judged {
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

function judgePush(entrant: EntrantRecord): Judged {
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
